/* A swarm of random scenes (swarm.h). Whatever is drawn, the state has the same bits on one thread and on two and after
 * a restart; units times powers of two give the same digits; the budget of energy closes; momentum is conserved where
 * nothing acts from outside; particles of event-driven dynamics do not overlap. REPOSE_SWARM=seed,count runs others
 * than the usual ones. */
#include "determinism/swarm.h"

#ifndef SWARM_SCENES
#define SWARM_SCENES 300
#endif

enum { STEPS = 200 };

static const units si = {1, 1, 1};

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

static void steps(const swarm_scene *s, rp_sim *sim, uint64_t count)
{
    rp_error err;
    char text[1600];
    if (!rp_sim_step(sim, count, &err)) return;
    rp_error_text(&err, text, sizeof text);
    fail_msg("%s:\n%s", text, s->text);
}

static rp_sim *make(const swarm_scene *s, int threads)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    rp_error err;
    char text[1600];
    def.text = s->text;
    def.threads = threads;
    if (!rp_sim_create(&def, &sim, &err)) return sim;
    rp_error_text(&err, text, sizeof text);
    fail_msg("%s:\n%s", text, s->text);
    return NULL;
}

static void check_conserved(const swarm_scene *s, rp_sim *sim, const double before[3])
{
    double after[3];
    const double scale = momentum(sim, after);
    /* Each of some thousand impulses rounds by 1e-16 of it; contact dynamics adds those of some hundred sweeps. */
    for (int axis = 0; axis < 3 && s->isolated; axis++)
        if (!(fabs(after[axis] - before[axis]) <= 1e-11 * scale))
            fail_msg("momentum changes by %g of %g:\n%s", after[axis] - before[axis], scale, s->text);
    /* Rounding of a position within a domain of some hundred radii. */
    if (s->method == SWARM_EVENTS && !(sim_measure(sim, "max_gap_overlap") < 1e-9))
        fail_msg("particles overlap:\n%s", s->text);
}

/* Error of the energy budget over its turnover. Soft: Verlet's error of a contact of t_c is of the order of (pi dt /
 * t_c)^2, and the shortest have 20 steps. The hard methods count what each impulse does, also what contacts gain, so
 * that rounding is left. */
static void check_budget(const swarm_scene *s, rp_sim *sim, double *worst)
{
    const double error = fabs(sim_measure(sim, "budget_error")) / sim_measure(sim, "budget_turnover");
    if (!(error < (s->method == 0 ? 0.025 : 1e-12))) fail_msg("the budget is off by %g:\n%s", error, s->text);
    worst[s->method] = fmax(worst[s->method], error);
}

/* ---- units ---- */

static void compare_array(const swarm_scene *s, const swarm_scene *other, const rp_sim *a, const rp_sim *b,
                          const char *name, double scale)
{
    const rp_array x = rp_sim_array(a, name), y = rp_sim_array(b, name);
    assert_true(x.data && x.rows == y.rows);
    for (size_t i = 0; i < x.rows; i++)
        for (size_t k = 0; k < x.columns; k++) {
            const double p = ((const double *)((const char *)x.data + i * x.stride))[k],
                         q = ((const double *)((const char *)y.data + i * y.stride))[k];
            if (p * scale != q && !(fabs(p) < 1e-290 && fabs(q) < 1e-290)) /* digits of smaller numbers are cut off */
                fail_msg("%s[%zu][%zu] is %.17g, and %.17g in other units (%g, %g, %g):\n%s", name, i, k, p, q / scale,
                         other->unit.length, other->unit.mass, other->unit.time, s->text);
        }
}

/* The same draw in other units, after as many steps. Laws of spheres take square, cube and fourth roots of lengths, and
 * so of masses and times: there powers of 2^12 give the same digits, elsewhere those of 2 (masses: 4).
 * The radii of necks (jkr) and the cells of events, which cut flights into pieces, come from powers of lengths by
 * logarithms: there lengths stay. */
static void check_units(draw d, const swarm_scene *s, const rp_sim *a)
{
    static const units others[] = {{2, 1, 1},      {1, 4, 1},      {1, 1, 2},      {2, 0x1p-6, 32},
                                   {0x1p12, 1, 1}, {1, 0x1p12, 1}, {1, 1, 0x1p12}, {0x1p12, 0x1p-24, 0x1p12}};
    draw again = {d.state * 0x9e3779b97f4a7c15u | 1}; /* numbers that the scene does not use */
    for (int n = 0; n < 4; n++) uniform(&again);
    swarm_scene other;
    const int keeps = s->necks || s->method == SWARM_EVENTS;
    draw_scene(&d, others[(keeps ? 1 + pick(&again, 2) : pick(&again, 4)) + 4 * s->spheres], &other);
    rp_sim *b = make(&other, 1);
    steps(&other, b, STEPS);
    compare_array(s, &other, a, b, "position", other.unit.length);
    compare_array(s, &other, a, b, "velocity", other.unit.length / other.unit.time);
    compare_array(s, &other, a, b, "spin", other.unit.length / other.unit.time);
    rp_sim_destroy(b);
}

/* ---- a scene ---- */

static void check_bits(const swarm_scene *s, const rp_sim *a, const rp_snapshot *half)
{
    char one[33], two[33], again[33];
    rp_error err;
    rp_sim *b = make(s, 2);
    sim_hash(a, one);
    steps(s, b, STEPS);
    sim_hash(b, two);
    sim_ok(rp_sim_rewind(b, half, &err), &err);
    steps(s, b, STEPS / 2);
    sim_hash(b, again);
    if (strcmp(one, two) != 0) fail_msg("other bits on two threads:\n%s", s->text);
    if (strcmp(one, again) != 0) fail_msg("other bits after a restart:\n%s", s->text);
    rp_sim_destroy(b);
}

static void check_scene(draw d, const swarm_scene *s, double worst[3])
{
    double before[3];
    rp_error err;
    rp_snapshot *half;
    rp_sim *a = make(s, 1);
    momentum(a, before);
    steps(s, a, STEPS / 2);
    sim_ok(rp_sim_snapshot(a, &half, &err), &err);
    steps(s, a, STEPS / 2);
    check_conserved(s, a, before);
    check_budget(s, a, worst);
    check_bits(s, a, half);
    if (!s->fractional) check_units(d, s, a);
    rp_snapshot_destroy(half);
    rp_sim_destroy(a);
}

static void swarm(void **state)
{
    (void)state;
    unsigned long long seed = 1;
    int count = SWARM_SCENES, isolated = 0, flow = 0;
    double worst[3] = {0};
    const char *other = getenv("REPOSE_SWARM");
    if (other) assert_int_equal(sscanf(other, "%llu,%d", &seed, &count), 2);
    draw d = {.state = seed * 0x9e3779b97f4a7c15u + 1};
    for (int n = 0; n < count; n++) {
        swarm_scene s;
        const draw before = d;
        draw_scene(&d, si, &s);
        check_scene(before, &s, worst);
        isolated += s.isolated;
        flow += s.flow;
    }
    print_message("seed %llu: %d scenes, %d of them isolated, %d with sources; budget to %.2g, %.2g, %.2g\n", seed,
                  count, isolated, flow, worst[0], worst[1], worst[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(swarm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
