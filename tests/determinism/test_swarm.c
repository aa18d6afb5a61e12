/* A swarm of random scenes: any method, dimension, laws, walls and sizes. Whatever is drawn, the state has the same
 * bits on one thread and on two and after a restart, momentum is conserved where nothing acts from outside, and
 * particles of event-driven dynamics do not overlap. REPOSE_SWARM=seed,count runs others than the usual ones. */
#include "api/sims.h"

#include <stdlib.h>

enum { SCENES = 300, STEPS = 200 };

typedef struct draw {
    uint64_t state;
} draw;

/* xorshift64*: the scenes of a seed stay the same whatever the library's own numbers become. */
static double uniform(draw *d)
{
    d->state ^= d->state >> 12;
    d->state ^= d->state << 25;
    d->state ^= d->state >> 27;
    return (double)((d->state * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}

static int pick(draw *d, int count) { return (int)(uniform(d) * count); }

typedef struct swarm_scene {
    char text[3000];
    int isolated; /* nothing acts from outside: periodic, without gravity and walls */
    int events;
} swarm_scene;

/* Laws by number; the soft method takes all of them, the hard ones their coefficients. */
static const char *laws(draw *d, int method)
{
    static const char *const soft[] = {
        "normal: {law: linear, stiffness: 2.0e4}",
        "normal: {law: linear, stiffness: 2.0e4}, tangential: {law: cundall-strack, damping_ratio: 0.2}",
        "normal: {law: linear, stiffness: 2.0e4}, tangential: {law: haff-werner, damping: 1}",
    };
    return method == 0 ? soft[pick(d, 3)] : ""; /* a table of impacts by law takes a second */
}

static void draw_scene(draw *d, swarm_scene *s)
{
    const int method = pick(d, 3), flat = pick(d, 2), isolated = pick(d, 2);
    const double friction = pick(d, 2) * uniform(d), restitution = 0.2 + 0.8 * uniform(d),
                 r = 0.002 + 0.001 * uniform(d);
    const char *z = flat ? "" : ", 0.06", *low = flat ? "" : ", 0", *axes = flat ? "x, y" : "x, y, z";
    s->isolated = isolated;
    s->events = method == 2;
    int n = snprintf(
        s->text, sizeof s->text,
        "repose: 1\ndimension: %d\nmethod: %s\nseed: %d\nmaterials: {m: {density: 2500}}\n"
        "interactions: [{between: [m, m], friction: %.17g, restitution: %.17g, %s}]\n"
        "domain: {lower: [0, 0%s], upper: [0.06, 0.06%s], periodic: [%s]}\n"
        "particles: [{name: g, material: m, count: %d, radius: {uniform: [%.17g, %.17g]}, velocity: {thermal: %g},\n"
        "  place: {random: {lower: [0, %g%s], upper: [0.06, %g%s]}}}]\n"
        "run: {until: 1, step: %s, event-driven: {collapse: tc, contact_time: 1.0e-5}}\n",
        flat ? 2 : 3, sim_methods[method], pick(d, 1000), friction, restitution, laws(d, method), low, z,
        isolated ? axes : "x", 8 + pick(d, 14), r, r * (1 + 0.5 * uniform(d)), 0.1 + uniform(d), isolated ? 0.0 : 0.009,
        low, isolated ? 0.06 : 0.051, z, method == 0 ? "2.0e-5" : "5.0e-4");
    if (isolated) return;
    const char *zero = flat ? "" : ", 0";
    snprintf(
        s->text + n, sizeof s->text - (size_t)n,
        "gravity: [%g, -9.81%s]\nwalls:\n  - {name: floor, plane: {point: [0, 0%s], normal: [0, 1%s]}, material: m%s}\n"
        "  - {name: lid, plane: {point: [0, 0.06%s], normal: [0, -1%s]}, material: m}\n",
        2 * uniform(d) - 1, zero, zero, zero,
        pick(d, 2) ? flat ? ", vibration: {amplitude: [0, 1.0e-4], frequency: 50}"
                          : ", vibration: {amplitude: [0, 1.0e-4, 0], frequency: 50}"
                   : "",
        zero, zero);
    if (flat) return;
    strcat(s->text, "  - {name: front, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}\n"
                    "  - {name: back, plane: {point: [0, 0, 0.06], normal: [0, 0, -1]}, material: m}\n");
}

/* Sum of m v, and of m |v| as its scale. */
static double momentum(const rp_sim *sim, double sum[3])
{
    const rp_array v = rp_sim_array(sim, "velocity"), m = rp_sim_array(sim, "mass");
    double scale = 0;
    sum[0] = sum[1] = sum[2] = 0;
    for (size_t i = 0; i < v.rows; i++) {
        const double *row = (const double *)((const char *)v.data + i * v.stride);
        const double mass = *(const double *)((const char *)m.data + i * m.stride);
        for (int axis = 0; axis < 3; axis++) {
            sum[axis] += mass * row[axis];
            scale += mass * fabs(row[axis]);
        }
    }
    return scale;
}

static void steps(rp_sim *sim, uint64_t count)
{
    rp_error err;
    sim_ok(rp_sim_step(sim, count, &err), &err);
}

static void check_momentum(const swarm_scene *s, rp_sim *sim, const double before[3])
{
    double after[3];
    const double scale = momentum(sim, after);
    /* Each of some thousand impulses rounds by 1e-16 of it; contact dynamics adds those of some hundred sweeps. */
    for (int axis = 0; axis < 3 && s->isolated; axis++)
        if (!(fabs(after[axis] - before[axis]) <= 1e-11 * scale))
            fail_msg("momentum changes by %g of %g:\n%s", after[axis] - before[axis], scale, s->text);
    /* Rounding of a position within a domain of some hundred radii. */
    if (s->events && !(sim_measure(sim, "max_gap_overlap") < 1e-9)) fail_msg("particles overlap:\n%s", s->text);
}

static void check_scene(const swarm_scene *s)
{
    char one[33], two[33], again[33];
    double before[3];
    rp_error err;
    rp_snapshot *half;
    rp_sim *a = sim_text(s->text, 1), *b = sim_text(s->text, 2);
    momentum(a, before);
    steps(a, STEPS / 2);
    sim_ok(rp_sim_snapshot(a, &half, &err), &err);
    steps(a, STEPS / 2);
    sim_hash(a, one);
    check_momentum(s, a, before);
    steps(b, STEPS);
    sim_hash(b, two);
    sim_ok(rp_sim_rewind(b, half, &err), &err);
    steps(b, STEPS / 2);
    sim_hash(b, again);
    if (strcmp(one, two) != 0) fail_msg("other bits on two threads:\n%s", s->text);
    if (strcmp(one, again) != 0) fail_msg("other bits after a restart:\n%s", s->text);
    rp_snapshot_destroy(half);
    rp_sim_destroy(a);
    rp_sim_destroy(b);
}

static void swarm(void **state)
{
    (void)state;
    unsigned long long seed = 1;
    int count = SCENES, isolated = 0;
    const char *other = getenv("REPOSE_SWARM");
    if (other) assert_int_equal(sscanf(other, "%llu,%d", &seed, &count), 2);
    draw d = {.state = seed * 0x9e3779b97f4a7c15u + 1};
    for (int n = 0; n < count; n++) {
        swarm_scene s;
        draw_scene(&d, &s);
        check_scene(&s);
        isolated += s.isolated;
    }
    print_message("seed %llu: %d scenes, %d of them isolated\n", seed, count, isolated);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(swarm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
