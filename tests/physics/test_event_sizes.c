/* Particles of several sizes in cells of several levels: every collision is that of a search over all pairs, in the
 * same order. A pair that the cells miss would meet later, or overlap.
 *
 * The reference moves all particles to each collision and looks for the next one among all pairs. Its rounding differs,
 * and a collision multiplies a difference by up to (path / radius + 1), say 10: after six or seven collisions of a
 * small particle 1e-16 has grown to 1e-9 of a time of some units. */
#include "event_world.h"

enum { MOST = 700 };

typedef struct record {
    uint32_t count;
    struct {
        double time;
        uint32_t a, b; /* slots, a < b */
    } hit[MOST];
} record;

static void add(record *r, double time, uint32_t a, uint32_t b)
{
    if (r->count == MOST) return;
    r->hit[r->count].time = time;
    r->hit[r->count].a = a < b ? a : b;
    r->hit[r->count++].b = a < b ? b : a;
}

static void listen(void *context, const rp_collision *c) { add(context, c->time, c->a, (uint32_t)c->b); }

/* ---- all pairs ---- */

typedef struct ball {
    rp_vec x, v;
    double r, mass;
} ball;

/* After how long two meet, as nearest images: the next collision of all comes before others are nearer. */
static double meeting(const rp_event *m, const ball *a, const ball *b)
{
    rp_vec d = rp_event_nearest(m, rp_vec_sub(a->x, b->x)), g = rp_vec_sub(a->v, b->v);
    double near = rp_vec_dot(d, g), away = rp_vec_dot(d, d) - (a->r + b->r) * (a->r + b->r),
           square = near * near - rp_vec_dot(g, g) * away;
    return near < 0 && square >= 0 ? fmax(away, 0) / (sqrt(square) - near) : INFINITY;
}

static void bounce(const rp_event *m, ball *a, ball *b)
{
    rp_vec d = rp_event_nearest(m, rp_vec_sub(a->x, b->x)), e = rp_vec_scale(1 / rp_vec_norm(d), d);
    double impulse = -2 * rp_vec_dot(rp_vec_sub(a->v, b->v), e) / (1 / a->mass + 1 / b->mass);
    a->v = rp_vec_add(a->v, rp_vec_scale(impulse / a->mass, e));
    b->v = rp_vec_sub(b->v, rp_vec_scale(impulse / b->mass, e));
}

static double next_pair(const rp_event *m, const ball *all, uint32_t count, uint32_t pair[2])
{
    double soonest = INFINITY;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++) {
            double after = meeting(m, &all[a], &all[b]);
            if (after >= soonest) continue;
            soonest = after;
            pair[0] = a;
            pair[1] = b;
        }
    return soonest;
}

static void follow(const rp_event *m, ball *all, uint32_t count, double until, record *r)
{
    double time = 0;
    uint32_t pair[2] = {0};
    while (r->count < MOST) {
        double after = next_pair(m, all, count, pair);
        if (time + after > until) return;
        time += after;
        for (uint32_t i = 0; i < count; i++)
            for (int axis = 0; axis < 3; axis++) {
                double *x = &(&all[i].x.x)[axis], period = m->cells.period[axis];
                *x += after * (&all[i].v.x)[axis];
                if (period > 0) *x -= period * floor((*x - m->cells.low[axis]) / period);
            }
        bounce(m, &all[pair[0]], &all[pair[1]]);
        add(r, time, pair[0], pair[1]);
    }
}

/* ---- beside the method ---- */

static void check(const char *text, double until, int levels, int direct)
{
    static record ours, reference;
    static ball all[400];
    event_world e;
    event_open(&e, text);
    const rp_particles *p = &e.world->particles;
    assert_in_range(p->count, 2, 400);
    assert_true(event_of(&e)->cells.levels >= levels && event_of(&e)->cells.direct == direct);
    for (size_t i = 0; i < p->count; i++) {
        assert_int_equal(p->id[i], i);
        all[i] = (ball){rp_particle_position(p, i), rp_particle_velocity(p, i), p->row[i].r, p->mass[i]};
    }
    ours.count = reference.count = 0;
    e.world->listener = (rp_listener){&ours, listen};
    event_run(&e, until);
    follow(event_of(&e), all, (uint32_t)p->count, until, &reference);
    print_message("%u collisions, %llu crossings, %d levels\n", ours.count,
                  (unsigned long long)event_totals(&e)->crossings, event_of(&e)->cells.levels);
    assert_true(ours.count > 200 && ours.count < MOST);
    assert_int_equal(ours.count, reference.count);
    for (uint32_t n = 0; n < ours.count; n++) {
        assert_true(ours.hit[n].a == reference.hit[n].a && ours.hit[n].b == reference.hit[n].b);
        assert_true(fabs(ours.hit[n].time - reference.hit[n].time) < 1e-9);
    }
    event_close(&e);
}

#define ELASTIC "interactions: [{between: [m, m], restitution: 1}]\nrun: {until: 9, step: 0.125}\n"

/* A period of little more than four radii of the largest: the same cell is near on both sides. */
static void test_narrow(void **state)
{
    (void)state;
    check(EVENT_SCENE "dimension: 3\nseed: 3\ndomain: {lower: [0, 0, 0], upper: [21, 22, 23], periodic: [x, y, z]}\n"
                      "particles:\n"
                      "  - {name: large, count: 2, material: m, radius: 5, mass: 20, velocity: {thermal: 0.5}, place: "
                      "{random: {lower: [0, 0, 0], upper: [21, 22, 23]}}}\n"
                      "  - {name: middle, count: 20, material: m, radius: 1.5, mass: 3, velocity: {thermal: 1}, place: "
                      "{random: {lower: [0, 0, 0], upper: [21, 22, 23]}}}\n"
                      "  - {name: small, count: 300, material: m, radius: 0.5, mass: 1, velocity: {thermal: 2}, place: "
                      "{random: {lower: [0, 0, 0], upper: [21, 22, 23]}}}\n" ELASTIC,
          4, 3, 1);
}

static void test_discs(void **state)
{
    (void)state;
    check(EVENT_SCENE
          "dimension: 2\nseed: 4\ndomain: {lower: [-1, 2], upper: [25, 30], periodic: [x, y]}\nparticles:\n"
          "  - {name: large, count: 3, material: m, radius: 4, mass: 20, velocity: {thermal: 0.5}, place: "
          "{random: {lower: [-1, 2], upper: [25, 30]}}}\n"
          "  - {name: small, count: 200, material: m, radius: 0.35, mass: 1, velocity: {thermal: 2}, place: "
          "{random: {lower: [-1, 2], upper: [25, 30]}}}\n" ELASTIC,
          2, 3, 1);
}

/* Not periodic along z: a hash table instead of one entry for each cell. */
static void test_open(void **state)
{
    (void)state;
    check(EVENT_SCENE "dimension: 3\nseed: 5\ndomain: {lower: [0, 0, -99], upper: [24, 24, 99], periodic: [x, y]}\n"
                      "particles:\n"
                      "  - {name: large, count: 2, material: m, radius: 5, mass: 20, velocity: {thermal: 0.5}, place: "
                      "{random: {lower: [0, 0, 0], upper: [24, 24, 16]}}}\n"
                      "  - {name: small, count: 330, material: m, radius: 0.5, mass: 1, velocity: {thermal: 2}, place: "
                      "{random: {lower: [0, 0, 0], upper: [24, 24, 16]}}}\n" ELASTIC,
          5, 2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_narrow), cmocka_unit_test(test_discs),
                                       cmocka_unit_test(test_open)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
