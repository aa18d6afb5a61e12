/* Forces that a program adds: motion by closed forms, work in the budget, the same bits on any number of threads. */
#include "sims.h"

/* A spring to a point, and a torque: on every particle. */
typedef struct trap {
    double stiffness, torque;
    double centre[2];
} trap;

static void pull(void *context, const rp_force_chunk *c)
{
    const trap *t = context;
    for (size_t k = 0; k < c->count; k++) {
        const double *x = c->position + k * c->row_stride;
        c->force[k][0] -= t->stiffness * (x[0] - t->centre[0]);
        c->force[k][1] -= t->stiffness * (x[1] - t->centre[1]);
        c->torque[k][2] += t->torque;
    }
}

static void carry(void *context, const rp_force_chunk *c)
{
    const double *g = context;
    for (size_t k = 0; k < c->count; k++) c->force[k][1] += *g * c->mass[k];
}

#define ALONE                                                                                                          \
    "repose: 1\ndimension: 2\nmethod: %s\nthickness: 0.01\nmaterials: {m: {density: 2500}}\n"                          \
    "interactions: [{between: [m, m], restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"                    \
    "particles: [{material: m, radius: 0.005, place: {list: [[0.03, 0]]}, velocity: [0, 0.2]}]\n"                      \
    "run: {until: 2, step: 1.0e-4%s}\n"

/* x = 0.03 cos(w t), y = 0.2/w sin(w t), and a spin that rises steadily. Position errors are those of the method: of
 * second order in w dt for velocity Verlet and the midpoint, of first order for contact dynamics with gaps, and less
 * for runge-kutta-4 and gear-5. */
static void swing(const char *method, const char *more, double tolerance, double budget)
{
    char text[1200];
    rp_error err;
    trap t = {.torque = 1e-7};
    snprintf(text, sizeof text, ALONE, method, more);
    rp_sim *sim = sim_text(text, 1);
    rp_array m = rp_sim_array(sim, "mass"), inertia = rp_sim_array(sim, "inertia");
    const double w = 20;
    t.stiffness = w * w * *rp_array_row(&m, 0);
    sim_ok(rp_sim_force_add(sim, pull, &t, &err), &err);
    sim_ok(rp_sim_advance(sim, 0.5, &err), &err);
    double time = rp_sim_time(sim), turned = t.torque * time / *rp_array_row(&inertia, 0) * 0.005;
    rp_array x = rp_sim_array(sim, "position"), spin = rp_sim_array(sim, "spin");
    double off = hypot(rp_array_row(&x, 0)[0] - 0.03 * cos(w * time), rp_array_row(&x, 0)[1] - 0.2 / w * sin(w * time));
    double error = fabs(sim_measure(sim, "budget_error")) / sim_measure(sim, "budget_turnover");
    print_message("%s%s: off by %.2g m, budget %.2g\n", method, more, off, error);
    assert_true(off < tolerance);
    assert_true(error < budget);
    assert_true(fabs(rp_array_row(&spin, 0)[2] - turned) < 1e-9 * turned);
    rp_sim_destroy(sim);
}

static void a_grain_swings_in_a_trap(void **state)
{
    (void)state;
    /* (w dt)^2 / 24 of ten radians and of 0.03 m; the trapezoid of the power has the same order */
    swing("soft", "", 2e-6, 1e-6);
    swing("soft", ", soft: {integrator: symplectic-euler}", 1e-4,
          0.05); /* of first order: 0.029, and 0.0072 with dt/4 */
    swing("soft", ", soft: {integrator: runge-kutta-4}", 1e-9, 1e-6);
    swing("soft", ", soft: {integrator: gear-5}", 1e-9, 1e-5);
    swing("contact-dynamics", "", 5e-4,
          1e-12); /* w dt / 2 of 0.03 m; work is exact, the rest is the scheme's own loss */
    swing("contact-dynamics", ", contact-dynamics: {stepping: midpoint}", 2e-6, 1e-12);
}

/* A force against gravity, with contacts before: what is added in the middle of a run acts from the next step on. */
static void grains_float(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        rp_error err;
        double g = 9.81;
        rp_sim *sim = sim_box(method, 1);
        const uint32_t id = 17;
        const double x[3] = {0.05, 0.15, 0}, v[3] = {0.1, 0, 0};
        sim_ok(rp_sim_advance(sim, 0.03, &err), &err);
        sim_ok(rp_sim_set(sim, "position", &id, 1, x, &err), &err);
        sim_ok(rp_sim_set(sim, "velocity", &id, 1, v, &err), &err);
        sim_ok(rp_sim_force_add(sim, carry, &g, &err), &err);
        double before = sim_measure(sim, "budget_error");
        sim_ok(rp_sim_advance(sim, 0.1, &err), &err);
        rp_array ids = rp_sim_array(sim, "id"), now = rp_sim_array(sim, "position");
        for (size_t n = 0; n < ids.rows; n++)
            if (*(const uint32_t *)((const char *)ids.data + n * ids.stride) == id)
                assert_true(fabs(rp_array_row(&now, n)[1] - 0.15) < 1e-12);
        assert_true(fabs(sim_measure(sim, "budget_error") - before) < 1e-3 * sim_measure(sim, "budget_turnover"));
        rp_sim_destroy(sim);
    }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    const char *const set[] = {"particles.grains.count=1000", "particles.grains.radius=0.0008", "run.step=8e-6"};
    for (int method = 0; method < 2; method++) {
        char text[2400], hash[2][33];
        rp_error err;
        trap t = {.stiffness = 0.01, .torque = 1e-9, .centre = {0.05, 0.03}};
        snprintf(text, sizeof text, SIM_BOX, sim_methods[method], sim_steps[method]);
        for (int n = 0; n < 2; n++) {
            rp_sim_def def = rp_sim_def_default();
            rp_sim *sim;
            def.text = text;
            def.set = set;
            def.set_count = method == 0 ? 3 : 2;
            def.threads = n ? 3 : 1;
            sim_ok(rp_sim_create(&def, &sim, &err), &err);
            sim_ok(rp_sim_force_add(sim, pull, &t, &err), &err);
            for (int round = 0; round < (n ? 20 : 1); round++) sim_ok(rp_sim_step(sim, n ? 10 : 200, &err), &err);
            sim_hash(sim, hash[n]);
            rp_sim_destroy(sim);
        }
        assert_string_equal(hash[0], hash[1]);
    }
}

static void events_refuse(void **state)
{
    (void)state;
    rp_error err;
    trap t = {0};
    rp_sim *sim = sim_box(2, 1);
    sim_refused(rp_sim_force_add(sim, pull, &t, &err), &err, "fly freely");
    sim_ok(rp_sim_step(sim, 3, &err), &err);
    rp_sim_destroy(sim);
    sim = sim_box(0, 1);
    sim_refused(rp_sim_force_add(sim, NULL, &t, &err), &err, "no function");
    rp_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_grain_swings_in_a_trap), cmocka_unit_test(grains_float),
                                       cmocka_unit_test(threads_change_no_bit), cmocka_unit_test(events_refuse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
