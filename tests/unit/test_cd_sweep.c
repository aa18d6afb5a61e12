/* The wide sweep against the scalar one, to the last bit, on every instruction set of this machine; and their common
 * fixed point. */
#include <math.h>
#include <string.h>
#include "base/random.h"
#include "methods/contact_dynamics/serial.h"
#include "methods/contact_dynamics/sweep.h"
#include "testing.h"

enum { BATCHES = 16, CONTACTS = BATCHES * RP_CD_LANES, BODIES = 2 * CONTACTS, ALL = BODIES + 3 };

typedef struct bench {
    rp_cd_problem q;
    rp_cd_body body[ALL];
    rp_cd_batch batch[BATCHES];
    rp_cd_last last[BATCHES];
    rp_cd_allowed allowed[BATCHES];
} bench;

static void random_body(rp_random *r, rp_cd_body *b)
{
    for (int n = 0; n < 3; n++) {
        b->v[n] = rp_random_normal(r);
        b->s[n] = rp_random_normal(r);
    }

    b->inv_mass = rp_random_range(r, 0.1, 2);
    b->inv_inertia = 2.5 * b->inv_mass;
}

/* Contacts between bodies 2n and 2n + 1, so that none share one; the last lane is empty. */
static void random_bench(bench *t, uint64_t seed, int single)
{
    rp_random r = rp_random_stream(seed, RP_RANDOM_TEST, 1, 2);
    memset(t, 0, sizeof *t);
    t->q = (rp_cd_problem){.body = t->body,
                           .batch = t->batch,
                           .last = t->last,
                           .allowed = t->allowed,
                           .batch_count = BATCHES,
                           .body_count = ALL,
                           .nothing = BODIES};
    for (int n = 0; n < CONTACTS; n++) t->allowed[n / RP_CD_LANES].square[n % RP_CD_LANES] = 1;
    for (int i = 0; i < BODIES; i++) random_body(&r, &t->body[i]);
    for (int n = 0; n < CONTACTS; n++) {
        rp_cd_batch *k = &t->batch[n / RP_CD_LANES];
        int lane = n % RP_CD_LANES;
        k->a[lane] = BODIES + 1;
        k->b[lane] = single ? BODIES : BODIES + 1;
        if (n == CONTACTS - 1) break;
        k->a[lane] = (uint32_t)(2 * n);
        k->b[lane] = (uint32_t)(single ? BODIES : 2 * n + 1);
        rp_vec e = {rp_random_normal(&r), rp_random_normal(&r), rp_random_normal(&r)};
        e = rp_vec_scale(1 / rp_vec_norm(e), e);
        k->e[0][lane] = e.x;
        k->e[1][lane] = e.y;
        k->e[2][lane] = e.z;
        double inverse = t->body[k->a[lane]].inv_mass + t->body[k->b[lane]].inv_mass;
        k->wn[lane] = 1 / inverse;
        k->wt[lane] = 1 / (3.5 * inverse);
        k->mu[lane] = rp_random_range(&r, 0, 1);
        k->pull[lane] = n % 3 ? 0 : 0.1;
        for (int d = 0; d < 3; d++) {
            k->c[d][lane] = 0.1 * rp_random_normal(&r);
            k->p[d][lane] = rp_random_normal(&r);
            t->last[n / RP_CD_LANES].p[d][lane] = rp_random_normal(&r);
        }
    }
}

typedef void sweep_function(rp_cd_problem *, size_t, size_t, int, int, double, rp_cd_sums *);
typedef void look_function(const rp_cd_problem *, size_t, size_t, rp_cd_sums *);
static sweep_function *const sweeps[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_cd_sweep_batches);
static look_function *const looks[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_cd_sweep_measure);

static void test_same_bits(void **state)
{
    (void)state;
    static bench wide, scalar;
    for (int isa = 0; isa <= rp_isa_best(); isa++)
        for (int variant = 0; variant < 40; variant++) {
            int single = variant & 1, momentum = variant >> 1 & 1;
            rp_cd_sums a = {0}, b = {0};
            random_bench(&wide, (uint64_t)variant, single);
            random_bench(&scalar, (uint64_t)variant, single);
            sweeps[isa](&wide.q, 0, BATCHES, single, momentum, 0.7, &a);
            for (size_t n = 0; n < CONTACTS - 1; n++) rp_cd_serial_update(&scalar.q, n, momentum, 0.7, &b);
            assert_memory_equal(wide.body, scalar.body, sizeof wide.body);
            assert_memory_equal(wide.batch, scalar.batch, sizeof wide.batch);
            if (momentum) assert_memory_equal(wide.last, scalar.last, sizeof wide.last);
            assert_true(a.active == b.active && a.sliding == b.sliding);
            assert_true(fabs(a.moved - b.moved) < 1e-12 * a.moved); /* summed in another order */
        }
}

static sweep_function *const planes[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_cd_plane_batches);

/* What is 0 in two dimensions. */
static void flatten(bench *t)
{
    for (int i = 0; i < ALL; i++) t->body[i].v[2] = t->body[i].s[0] = t->body[i].s[1] = 0;
    for (int n = 0; n < CONTACTS; n++) {
        rp_cd_batch *k = &t->batch[n / RP_CD_LANES];
        int lane = n % RP_CD_LANES;
        double length = hypot(k->e[0][lane], k->e[1][lane]);
        for (int d = 0; d < 2 && length > 0; d++) k->e[d][lane] /= length;
        k->e[2][lane] = k->c[2][lane] = k->p[2][lane] = t->last[n / RP_CD_LANES].p[2][lane] = 0;
    }
}

/* Equal as numbers: zeros may differ by their sign. */
static void assert_same(const void *a, const void *b, size_t bytes)
{
    const double *x = a, *y = b;
    for (size_t n = 0; n < bytes / sizeof *x; n++) assert_true(x[n] == y[n]);
}

typedef void apply_function(rp_cd_problem *, size_t, size_t, int);
static apply_function *const applies[2][RP_ISA_COUNT] = {RP_WIDE_TABLE(rp_cd_sweep_apply),
                                                         RP_WIDE_TABLE(rp_cd_plane_apply)};
static look_function *const plane_looks[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_cd_plane_measure);

/* Residuals, and impulses that go to their bodies. */
static void assert_same_rest(int isa, bench *plane, bench *space, int single)
{
    rp_cd_sums a = {0}, b = {0};
    plane_looks[isa](&plane->q, 0, BATCHES, &a);
    looks[isa](&space->q, 0, BATCHES, &b);
    assert_true(a.residual > 0 && a.excess > 0 && a.active > 0);
    assert_memory_equal(&a, &b, sizeof a);
    applies[0][isa](&space->q, 0, BATCHES, single);
    applies[1][isa](&plane->q, 0, BATCHES, single);
    assert_same(plane->body, space->body, sizeof plane->body);
}

/* In two dimensions the loops of the plane find what those of space find, to the last bit. */
static void test_plane(void **state)
{
    (void)state;
    static bench plane, space;
    for (int isa = 0; isa <= rp_isa_best(); isa++)
        for (int variant = 0; variant < 40; variant++) {
            int single = variant & 1, momentum = variant & 2 ? RP_CD_KEEP | RP_CD_ALONG : 0;
            rp_cd_sums a = {0}, b = {0};
            random_bench(&plane, (uint64_t)variant, single);
            flatten(&plane);
            random_bench(&space, (uint64_t)variant, single);
            flatten(&space);
            assert_same_rest(isa, &plane, &space, single);
            planes[isa](&plane.q, 0, BATCHES, single, momentum, 0.7, &a);
            sweeps[isa](&space.q, 0, BATCHES, single, momentum, 0.7, &b);
            assert_same(plane.body, space.body, sizeof plane.body);
            assert_same(plane.last, space.last, sizeof plane.last);
            for (int n = 0; n < BATCHES; n++) assert_same(plane.batch[n].p, space.batch[n].p, sizeof plane.batch[n].p);
            assert_true(a.moved > 0 && a.moved == b.moved && a.along == b.along && (a.along != 0) == (momentum != 0));
            assert_true(a.active > 0 && a.active == b.active && a.sliding == b.sliding);
        }
}

typedef void follow_function(rp_cd_problem *, size_t, size_t, double);
static follow_function *const follows[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_cd_sweep_follow);

/* v + beta (v - old), number by number; what was v is old then. Bodies outside of the range stay. */
static void test_follow(void **state)
{
    (void)state;
    static bench t;
    static rp_cd_body now[ALL], old[ALL];
    for (int isa = 0; isa <= rp_isa_best(); isa++) {
        rp_random r = rp_random_stream(8, RP_RANDOM_TEST, 1, 2);
        random_bench(&t, 8, 0);
        for (int i = 0; i < ALL; i++) {
            random_body(&r, &old[i]);
            old[i].inv_mass = t.body[i].inv_mass;
            old[i].inv_inertia = t.body[i].inv_inertia;
        }
        memcpy(now, t.body, sizeof now);
        t.q.old = old;
        rp_cd_body before = old[3];
        follows[isa](&t.q, 3, BODIES, 0.7);
        for (int d = 0; d < 3; d++) {
            assert_true(t.body[3].v[d] == now[3].v[d] + 0.7 * (now[3].v[d] - before.v[d]));
            assert_true(t.body[3].s[d] == now[3].s[d] + 0.7 * (now[3].s[d] - before.s[d]));
        }
        assert_memory_equal(&old[3], &now[3], (BODIES - 3) * sizeof *now);
        assert_memory_equal(t.body, now, 3 * sizeof *now);
        assert_memory_equal(&t.body[BODIES], &now[BODIES], 3 * sizeof *now);
        for (int i = 0; i < ALL; i++) assert_true(t.body[i].inv_mass == now[i].inv_mass);
    }
}

/* Contacts that share no body are solved exactly by one sweep: the residual is rounding then, and was not before. */
static void test_residual_of_a_solution(void **state)
{
    (void)state;
    static bench t;
    for (int isa = 0; isa <= rp_isa_best(); isa++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            rp_cd_sums before = {0}, sums = {0}, after = {0};
            random_bench(&t, seed, 0);
            looks[isa](&t.q, 0, BATCHES, &before);
            sweeps[isa](&t.q, 0, BATCHES, 0, 0, 0, &sums);
            looks[isa](&t.q, 0, BATCHES, &after);
            assert_true(before.residual > 0.01 * before.size);
            assert_true(after.residual < 1e-28 * after.size); /* squares of rounding */
            assert_true(after.penetration < 1e-14);
            assert_true(after.active == sums.active && after.sliding == sums.sliding);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits), cmocka_unit_test(test_plane),
                                       cmocka_unit_test(test_follow), cmocka_unit_test(test_residual_of_a_solution)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
