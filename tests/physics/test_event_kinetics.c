/* Kinetic theory: the mean free path, and spheres of sizes 1 and 100. */
#include "event_gas.h"

#include <stdlib.h>

/* ---- mean free path ---- */

/* Enskog: the mean speed over the frequency of collisions is diameter/(6 sqrt 2 f g) for spheres and pi diameter/(8
 * sqrt 2 f g) for discs, with the contact value g that stands in Z = 1 + 4 f g and 1 + 2 f g; it is exact for elastic
 * particles in equilibrium. 1e5 collisions have 2e5 flights: 0.25 % by statistics. N particles with their total
 * momentum at rest are slower by 1/(2N), Z is good to 0.2 %: 1 % holds all of it. Dilute, many flights are longer than
 * the calendar. */
static void check_path(const char *shape, int dimension, double f, int side)
{
    char text[1024], upper[128];
    event_world e;
    int count = dimension == 3 ? side * side * side : side * side;
    double length = pow(count * (dimension == 3 ? M_PI / 6 : M_PI / 4) / f, 1.0 / dimension);
    snprintf(upper, sizeof upper, dimension == 3 ? "[%.17g, %.17g, %.17g]" : "[%.17g, %.17g]", length, length, length);
    const char *zero = dimension == 3 ? "[0, 0, 0]" : "[0, 0]";
    snprintf(text, sizeof text,
             EVENT_SCENE "dimension: %d\ndomain: {lower: %s, upper: %s, periodic: %s}\ninteractions: [{between: [m, "
                         "m], restitution: 1}]\n"
                         "particles: [{shape: %s, count: %d, material: m, radius: 0.5, mass: 1, velocity: {thermal: "
                         "1}, place: {lattice: {lower: %s, upper: %s, spacing: %.17g}}}]\n"
                         "run: {until: 1, orientation: false}\n",
             dimension, zero, upper, dimension == 3 ? "[x, y, z]" : "[x, y]", shape, count, zero, upper,
             length / side * (1 - 1e-12));
    event_open(&e, text);
    while (event_totals(&e)->collisions < 20000) event_run(&e, e.world->time + 1); /* the lattice is forgotten */
    double path = event_totals(&e)->path, collisions = (double)event_totals(&e)->collisions;
    while ((double)event_totals(&e)->collisions < collisions + 1e5) event_run(&e, e.world->time + 1);
    double found = (event_totals(&e)->path - path) / (2 * ((double)event_totals(&e)->collisions - collisions));
    double g = dimension == 3 ? (gas_kolafa(f) - 1) / (4 * f) : (gas_discs(f) - 1) / (2 * f),
           expected = dimension == 3 ? 1 / (6 * sqrt(2) * f * g) : M_PI / (8 * sqrt(2) * f * g);
    print_message("%s at %.2f: mean free path %.5f, Enskog %.5f (%+.2f %%)\n", shape, f, found, expected,
                  100 * (found / expected - 1));
    assert_true(fabs(found / expected - 1) < 0.01);
    event_close(&e);
}

static void test_path(void **state)
{
    (void)state;
    check_path("sphere", 3, 0.02, 10);
    check_path("sphere", 3, 0.4, 10);
    check_path("disc", 2, 0.3, 32);
}

/* ---- sizes 1 and 100 ---- */

typedef struct hits {
    uint32_t large;
    double count;
} hits;

static void hear(void *context, const rp_collision *c)
{
    hits *h = context;
    h->count += c->a == h->large || c->b == (int64_t)h->large;
}

static const char *const hundred = EVENT_SCENE
    "dimension: 3\nseed: 11\ndomain: {lower: [0, 0, 0], upper: [40, 40, 40], periodic: [x, y, z]}\ninteractions: "
    "[{between: [m, m], restitution: 1}]\n"
    "particles: [{name: large, material: m, radius: 10, place: {list: [[20, 20, 20]]}}, {name: small, count: %d, "
    "material: m, radius: 0.1, velocity: {thermal: %.17g}, place: {random: {lower: [0, 0, 0], upper: [40, 40, 40]}}}]\n"
    "run: {until: 9, step: 0.25, orientation: false}\n";

/* A heavy sphere of radius 10 among 2000 of radius 0.1 is hit pi (R + r)^2 n <v> times a second, with n their density
 * in the space that it leaves their centres and <v> = sqrt(8/(3 pi)) of the root of the mean square. Statistics: 2500
 * hits, 2 %; three times that is allowed. */
static void test_hits(void **state)
{
    char text[1024];
    event_world e;
    hits h = {0};
    (void)state;
    snprintf(text, sizeof text, hundred, 2000, 1.0);
    event_open(&e, text);
    e.world->listener = (rp_listener){&h, hear};
    double square = 0;
    for (uint32_t i = 0; i < 2001; i++) {
        if (e.world->particles.row[i].r > 1) h.large = e.world->particles.id[i];
        else
            square += rp_vec_dot(rp_particle_velocity(&e.world->particles, i),
                                 rp_particle_velocity(&e.world->particles, i))
                      / 2000;
    }
    event_run(&e, 250);
    double wide = 10.1, n = 2000 / (64000 - 4.0 / 3.0 * M_PI * wide * wide * wide),
           expected = M_PI * wide * wide * n * sqrt(8 / (3 * M_PI) * square) * e.world->time;
    print_message("%d levels: %.0f hits, expected %.0f (%+.1f %%); overlap %.2g\n", event_of(&e)->cells.levels, h.count,
                  expected, 100 * (h.count / expected - 1), event_totals(&e)->overlap);
    assert_true(event_of(&e)->cells.levels >= 3);
    assert_true(fabs(h.count / expected - 1) < 0.06);
    event_close(&e);
}

/* ---- every collision, by a check of all pairs ---- */

enum { BODIES = 151, STRUCK = 100 };

typedef struct body {
    double x[3], v[3], r, m;
} body;
typedef struct struck {
    double time;
    uint32_t a, b;
} struck;
typedef struct record {
    size_t count;
    struck row[STRUCK];
} record;

static void note(void *context, const rp_collision *c)
{
    record *r = context;
    if (r->count < STRUCK)
        r->row[r->count++] = (struck){c->time, c->a < c->b ? c->a : (uint32_t)c->b,
                                      c->a < c->b ? (uint32_t)c->b : c->a};
}

/* After how long two bodies meet, the earliest over 27 periodic images. A meeting farther away than these images is
 * left out: others come first. */
static double meets(const body *a, const body *b, double side)
{
    double d[3], g[3], best = INFINITY;
    for (int image = 0; image < 27; image++) {
        double dg = 0, dd = 0, gg = 0, touch = a->r + b->r;
        for (int k = 0, code = image; k < 3; k++, code /= 3) {
            d[k] = a->x[k] - b->x[k] + (code % 3 - 1) * side;
            g[k] = a->v[k] - b->v[k];
            dg += d[k] * g[k];
            dd += d[k] * d[k];
            gg += g[k] * g[k];
        }
        double square = dg * dg - gg * (dd - touch * touch);
        if (dg < 0 && square >= 0) best = fmin(best, (dd - touch * touch) / (sqrt(square) - dg));
    }
    return best;
}

static void bounce(body *a, body *b, double side)
{
    double d[3], dd = 0, dg = 0;
    for (int k = 0; k < 3; k++) {
        d[k] = remainder(a->x[k] - b->x[k], side);
        dd += d[k] * d[k];
        dg += d[k] * (a->v[k] - b->v[k]);
    }

    double p = -2 * dg / dd / (1 / a->m + 1 / b->m);
    for (int k = 0; k < 3; k++) {
        a->v[k] += p / a->m * d[k];
        b->v[k] -= p / b->m * d[k];
    }
}

/* The first 100 collisions of one large and 150 small spheres are those that a search through all pairs finds, at the
 * same times. Chaos: a small sphere multiplies a deviation by some flight/radius = 1e2 when it hits another, by 2 when
 * it hits the large one; few do the first twice in 100 collisions. 1e-15 x 1e2^3 leaves 1e-9. */
static void test_all_pairs(void **state)
{
    char text[1024];
    event_world e;
    static body all[BODIES];
    static record heard;
    (void)state;
    snprintf(text, sizeof text, hundred, BODIES - 1, 1.0);
    event_open(&e, text);
    const rp_particles *p = &e.world->particles;
    for (uint32_t i = 0; i < BODIES; i++)
        all[p->id[i]] = (body){{p->row[i].x, p->row[i].y, p->row[i].z},
                               {p->row[i].vx, p->row[i].vy, p->row[i].vz},
                               p->row[i].r,
                               p->mass[i]};
    heard.count = 0;
    e.world->listener = (rp_listener){&heard, note};
    while (heard.count < STRUCK) event_run(&e, e.world->time + 1);
    double now = 0, worst = 0;
    for (int n = 0; n < STRUCK; n++) {
        double soonest = INFINITY;
        uint32_t a = 0, b = 0;
        for (uint32_t i = 0; i < BODIES; i++)
            for (uint32_t j = i + 1; j < BODIES; j++) {
                double t = meets(&all[i], &all[j], 40);
                if (t < soonest) {
                    soonest = t;
                    a = i;
                    b = j;
                }
            }
        now += soonest;
        for (uint32_t i = 0; i < BODIES; i++)
            for (int k = 0; k < 3; k++) {
                all[i].x[k] += soonest * all[i].v[k];
                all[i].x[k] -= 40 * floor(all[i].x[k] / 40);
            }

        bounce(&all[a], &all[b], 40);
        worst = fmax(worst, fabs(heard.row[n].time - now));
        if (heard.row[n].a != a || heard.row[n].b != b)
            fail_msg("collision %d: %u and %u, by all pairs %u and %u", n, heard.row[n].a, heard.row[n].b, a, b);
    }
    print_message("%d collisions, %.3g s; times agree to %.2g s\n", STRUCK, now, worst);
    assert_true(worst < 1e-9 * now);
    event_close(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_path), cmocka_unit_test(test_hits),
                                       cmocka_unit_test(test_all_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
