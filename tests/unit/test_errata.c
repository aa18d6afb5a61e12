/* Equations and statements of the papers that no code uses: what docs/errata.md says of them, by numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/random.h"
#include "repose/random.h"

#define CLOSE(a, b, small) assert_true(fabs((a) - (b)) <= (small))

/* ---- [Poschel2008, Eq. 33], errata 5 ---- */

typedef struct scaled {
    double beta, v;
} scaled;

static double acceleration(scaled s, double x, double u) /* Eq. 32 */
{
    return -s.beta * pow(s.v, -0.2) * sqrt(x) * u - pow(s.v, -0.4) * pow(x, 1.5);
}

static double third(scaled s, double x, double u) /* Eq. 33 */
{
    return -1.5 * pow(s.v, -0.4) * sqrt(x) * u + s.beta * pow(s.v, -0.6) * x * x
           + s.beta * s.beta * pow(s.v, -0.4) * x * u - 0.5 * s.beta * pow(s.v, -0.2) * u * u / sqrt(x);
}

/* The third derivative is that of the second along the motion. Central differences of h = 1e-5: h^2 and rounding. */
static void test_third_derivative(void **state)
{
    (void)state;
    const double h = 1e-5;
    for (uint64_t n = 0; n < 100; n++) {
        rp_random r = rp_random_stream(1, RP_RANDOM_TEST, n, 0);
        scaled s = {rp_random_range(&r, 0.1, 1), rp_random_range(&r, 0.2, 3)};
        double x = rp_random_range(&r, 0.2, 2), u = rp_random_range(&r, -1, 1), a = acceleration(s, x, u);
        double later = acceleration(s, x + h * u + 0.5 * h * h * a, u + h * a),
               before = acceleration(s, x - h * u + 0.5 * h * h * a, u - h * a);
        CLOSE(third(s, x, u), (later - before) / (2 * h), 1e-7);
    }
}

/* ---- [Poschel2008, Eq. 43], errata 6 ---- */

typedef struct inverse {
    double x, u;
} inverse; /* overlap and velocity of the inverse collision in units of v', as functions of the root of the time */

static inverse slope(inverse p, double root, double B)
{
    return (inverse){2 * root * p.u, 2 * root * B * (sqrt(fmax(0, p.x)) * p.u - pow(fmax(0, p.x), 1.5))};
}

static inverse ahead(inverse p, inverse d, double h) { return (inverse){p.x + h * d.x, p.u + h * d.u}; }

/* The largest velocity, where the force is 0: u = x. Runge and Kutta's steps. */
static double fastest(double B)
{
    const double h = 1.5 / 4000;
    inverse p = {0, 1};
    double most = 1;
    for (int n = 0; n < 4000; n++) {
        double root = n * h;
        inverse a = slope(p, root, B), b = slope(ahead(p, a, h / 2), root + h / 2, B),
                c = slope(ahead(p, b, h / 2), root + h / 2, B), d = slope(ahead(p, c, h), root + h, B);
        p.x += h / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
        p.u += h / 6 * (a.u + 2 * b.u + 2 * c.u + d.u);
        most = fmax(most, p.u);
    }
    return most;
}

/* 1 + 4/15 B + 13/150 B^2, where 11/210 is printed; the next order, B = 1e-2 of it, is extrapolated away. */
static void test_inverse_collision(void **state)
{
    (void)state;
    double third[2];
    for (int k = 0; k < 2; k++) {
        double B = k ? 5e-3 : 1e-2;
        third[k] = (fastest(B) - 1 - 4.0 / 15 * B) / (B * B);
    }
    CLOSE(2 * third[1] - third[0], 13.0 / 150, 1e-4);
}

/* ---- [UngerKertesz2003] ---- */

enum { DISCS = 50 };

/* After Eq. 60, errata 26: a chain of spacing d has its highest frequency, and its period of wave numbers ends, at
 * k d = pi on either side of 0. */
static void test_brillouin_zone(void **state)
{
    (void)state;
    double highest = 0, at = 0;
    for (int j = 0; j <= 2 * DISCS; j++) {
        double kd = M_PI * j / DISCS, square = 2 - (cos(kd) + cos(-kd)); /* of cos(k x) at x = 0, m = stiffness = 1 */
        if (square > highest) {
            highest = square;
            at = kd;
        }
        for (int i = 0; i < DISCS; i++) CLOSE(cos(i * kd), cos(i * (2 * M_PI - kd)), 1e-12); /* the same motion */
    }
    CLOSE(at, M_PI, 1e-12);
}

/* Errata 27: errors of forces under a parallel update; by how much they are left after one. Wall at contact 0, a free
 * end behind the last. */
static double parallel_chain(void)
{
    enum { UPDATES = 40000 };
    double error[DISCS + 1] = {0}, next[DISCS + 1] = {0}, before = 0;
    for (int i = 0; i < DISCS; i++) error[i] = rp_random_number(3, (uint64_t)i);
    for (int n = 0; n < UPDATES; n++) {
        if (n == UPDATES - 2) before = hypot(error[0], error[1]);
        next[0] = error[1];
        for (int i = 1; i < DISCS; i++) next[i] = 0.5 * (error[i - 1] + error[i + 1]);
        for (int i = 0; i < DISCS; i++) error[i] = next[i];
    }
    return sqrt(hypot(error[0], error[1]) / before); /* of two updates: modes come in pairs of both signs */
}

enum { SIDE = 12, BONDS = 3 };

/* The same for discs of unit mass on a triangular lattice that is periodic; each has three bonds to others. */
typedef struct lattice {
    double p[SIDE][SIDE][BONDS], v[SIDE][SIDE][2];
} lattice;

static const double bond[BONDS][2] = {{1, 0}, {0.5, 0.86602540378443865}, {-0.5, 0.86602540378443865}};

static double *partner(lattice *l, int i, int j, int b)
{
    static const int step[BONDS][2] = {{1, 0}, {0, 1}, {-1, 1}};
    return l->v[(i + step[b][0] + SIDE) % SIDE][(j + step[b][1]) % SIDE];
}

static void push(lattice *l, int i, int j, int b)
{
    double *from = l->v[i][j], *to = partner(l, i, j, b);
    for (int k = 0; k < 2; k++) {
        from[k] -= l->p[i][j][b] * bond[b][k];
        to[k] += l->p[i][j][b] * bond[b][k];
    }
}

static void solve(lattice *l, int i, int j, int b)
{
    const double *from = l->v[i][j], *to = partner(l, i, j, b);
    l->p[i][j][b] -= 0.5 * ((to[0] - from[0]) * bond[b][0] + (to[1] - from[1]) * bond[b][1]);
}

static void for_all(lattice *l, void (*act)(lattice *, int, int, int))
{
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            for (int b = 0; b < BONDS; b++) act(l, i, j, b);
}

static double parallel_lattice(void)
{
    static lattice l;
    double *p = &l.p[0][0][0], size = 0;
    for (int n = 0; n < SIDE * SIDE * BONDS; n++) p[n] = rp_random_number(4, (uint64_t)n) - 0.5;
    for (int n = 0; n < 400; n++) {
        size = 0;
        for (int k = 0; k < SIDE * SIDE * BONDS; k++) size += p[k] * p[k];
        for (int k = 0; k < SIDE * SIDE * BONDS; k++) p[k] /= sqrt(size);
        memset(l.v, 0, sizeof l.v);
        for_all(&l, push);
        for_all(&l, solve);
    }
    return sqrt(size);
}

static void test_parallel_update(void **state)
{
    (void)state;
    CLOSE(parallel_chain(), cos(M_PI / (2 * DISCS)), 1e-9); /* it converges; other modes have died out by then */
    CLOSE(parallel_lattice(), 2, 1e-6);                     /* 1 - w/2 is -2 at w = 6: it diverges */
}

typedef struct chain {
    double x[DISCS], v[DISCS], force[DISCS];
} chain;

/* One step of 40 sweeps in random order, from the forces of the step before or from none. plain: g, else g_pos. */
static void chain_step(chain *c, uint64_t step, int plain, int keep)
{
    c->v[DISCS - 1] -= 0.05;
    for (int i = 0; i < DISCS; i++) {
        if (!keep) c->force[i] = 0;
        c->v[i] += c->force[i];
        if (i > 0) c->v[i - 1] -= c->force[i];
    }
    for (int k = 0; k < 40 * DISCS; k++) {
        int i = (int)(DISCS * rp_random_number(step + 7, (uint64_t)k));
        double gap = i > 0 ? c->x[i] - c->x[i - 1] - 1 : c->x[0] - 0.5, u = c->v[i] - (i > 0 ? c->v[i - 1] : 0);
        double mass = i > 0 ? 0.5 : 1, force = fmax(0, c->force[i] - mass * (u + (plain ? gap : fmax(0, gap))));
        c->v[i] += force - c->force[i];
        if (i > 0) c->v[i - 1] -= force - c->force[i];
        c->force[i] = force;
    }
    for (int i = 0; i < DISCS; i++) c->x[i] += c->v[i];
}

/* Errata 25 and 28: with g_pos and the old forces the chain rests against the wall; with plain g it is thrown off, and
 * without the old forces it creeps through itself. */
static void test_chain(void **state)
{
    (void)state;
    double farthest[3] = {0}, last[3];
    for (int way = 0; way < 3; way++) {
        chain c = {0};
        for (int i = 0; i < DISCS; i++) c.x[i] = 1.5 + i;
        for (int n = 0; n < 700; n++) {
            chain_step(&c, (uint64_t)n, way == 1, way != 2);
            if (n > 100) farthest[way] = fmax(farthest[way], c.x[0] - 0.5);
        }
        last[way] = c.x[DISCS - 1];
    }
    /* 49.5, less the overlap under the force by Eq. 67, 0.08; contacts that parted in the fall keep theirs, 0.1 more */
    assert_true(farthest[0] < 0.1 && last[0] > 49.2 && last[0] < 49.5);
    assert_true(farthest[1] > 5);
    assert_true(last[2] < 20);
}

/* ---- [RadjaiRichefeu2009, Eq. 24], errata 39 ---- */

/* Two contacts of one disc of unit mass: a force along t at the second changes the velocity along t at the first by
 * t . W t, and not by n . W t. */
static void test_index_of_w(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 20; k++) {
        rp_random r = rp_random_stream(2, RP_RANDOM_TEST, k, 0);
        double a = rp_random_range(&r, 0, 6), b = rp_random_range(&r, 0, 6), f = rp_random_range(&r, -1, 1);
        double na[2] = {cos(a), sin(a)}, ta[2] = {-sin(a), cos(a)}, tb[2] = {-sin(b), cos(b)};
        double v[2] = {f * tb[0], f * tb[1]}, spin = f / 0.5; /* radius 1, inertia 1/2; the point is at n */
        double along = v[0] * ta[0] + v[1] * ta[1] + spin;
        double wtt = ta[0] * tb[0] + ta[1] * tb[1] + 2, wnt = na[0] * tb[0] + na[1] * tb[1];
        CLOSE(along, wtt * f, 1e-14);
        assert_true(fabs(along - wnt * f) > 0.1 * fabs(f));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_third_derivative),
                                       cmocka_unit_test(test_inverse_collision),
                                       cmocka_unit_test(test_brillouin_zone),
                                       cmocka_unit_test(test_parallel_update),
                                       cmocka_unit_test(test_chain),
                                       cmocka_unit_test(test_index_of_w)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
