/* Gravity, friction and sliders that change while a simulation goes on. */
#include "sims.h"

/* A disc that slides on a floor. To fill in: method, step, and what comes after. */
#define SLIDING                                                                                                        \
    "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -10]\nmaterials: {glass: {density: 2500}, ice: {}}\n"           \
    "interactions: [{between: [any, any], friction: 0.1, restitution: 0.1, normal: {law: linear, stiffness: "          \
    "1.0e7}, tangential: {law: coulomb}}]\n"                                                                           \
    "particles: [{name: puck, material: glass, radius: 0.1, place: {list: [[0, 0.1]]}, velocity: [2, 0]}]\n"           \
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: ice}]\n"                                  \
    "run: {step: %s, until: 10}\n%s"

static rp_sim *sliding(int method, const char *more)
{
    char text[2400];
    static const char *const steps[] = {"1.0e-5", "1.0e-3"};
    snprintf(text, sizeof text, SLIDING, sim_methods[method], steps[method], more);
    return sim_text(text, 1);
}

static double speed_of(rp_sim *sim, int axis)
{
    rp_array v = rp_sim_array(sim, "velocity");
    return rp_array_row(&v, 0)[axis];
}

/* Grains that touch nothing: dv = g dt, whatever gravity is at the time. */
static void gravity_changes(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char text[1000];
        double g[3] = {1, 2, 3};
        const double up[3] = {0.5, 4, 0}, deep[3] = {0, 0, 1}, none[3] = {NAN, 0, 0};
        snprintf(text, sizeof text,
                 "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -10]\nmaterials: {glass: {density: 2500}}\n"
                 "interactions: [{between: [any, any], normal: {law: linear, stiffness: 100, damping: 1}}]\n"
                 "particles: [{name: one, material: glass, radius: 0.1, place: {list: [[0, 0]]}}]\n"
                 "run: {step: 1.0e-3, until: 10, event-driven: {collapse: tc, contact_time: 1.0e-6}}\n",
                 sim_methods[method]);
        rp_sim *sim = sim_text(text, 1);
        sim_ok(rp_sim_step(sim, 100, &err), &err);
        rp_sim_gravity(sim, g);
        assert_true(g[0] == 0 && g[1] == -10 && g[2] == 0);
        sim_refused(rp_sim_set_gravity(sim, deep, &err), &err, "two dimensions");
        sim_refused(rp_sim_set_gravity(sim, none, &err), &err, "not finite");
        sim_ok(rp_sim_set_gravity(sim, up, &err), &err);
        rp_sim_gravity(sim, g);
        assert_true(g[0] == 0.5 && g[1] == 4);
        sim_ok(rp_sim_step(sim, 100, &err), &err);
        /* rounding of 200 sums; half a step of either gravity, where velocities are between steps */
        assert_true(fabs(speed_of(sim, 0) - 0.05) < 1e-12 && fabs(speed_of(sim, 1) - (-1 + 0.4)) < 1e-12);
        assert_true(fabs(sim_measure(sim, "budget_error")) < 1e-9 * sim_measure(sim, "kinetic"));
        rp_sim_destroy(sim);
    }
}

/* A disc that slides loses mu g a second. The soft one rings on its floor, and its damping forgets that in some 1e-3 s:
 * 1 % of a tenth of a second. */
static void friction_changes(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        rp_error err;
        double mu = NAN;
        rp_sim *sim = sliding(method, "");
        const int glass = rp_sim_material_find(sim, "glass"), ice = rp_sim_material_find(sim, "ice");
        sim_ok(rp_sim_advance(sim, 0.1, &err), &err);
        const double before = speed_of(sim, 0);
        assert_true(fabs(before - (2 - 0.1 * 10 * 0.1)) < 0.01 * 0.1);
        sim_ok(rp_sim_friction(sim, ice, glass, &mu, &err), &err);
        assert_true(mu == 0.1);
        sim_refused(rp_sim_set_friction(sim, glass, ice, -1, &err), &err, "negative");
        sim_refused(rp_sim_set_friction(sim, glass, 7, 0.5, &err), &err, "no material 7");
        sim_refused(rp_sim_set_friction(sim, ice, ice, 0.5, &err), &err, "no interaction");
        sim_refused(rp_sim_friction(sim, ice, ice, &mu, &err), &err, "no interaction");
        sim_refused(rp_sim_friction(sim, -1, ice, &mu, &err), &err, "no material -1");
        sim_ok(rp_sim_set_friction(sim, glass, ice, 0.5, &err), &err);
        sim_ok(rp_sim_friction(sim, glass, ice, &mu, &err), &err);
        assert_true(mu == 0.5);
        sim_ok(rp_sim_advance(sim, 0.2, &err), &err);
        assert_true(fabs(before - speed_of(sim, 0) - 0.5 * 10 * 0.1) < 0.01 * 0.5);
        rp_sim_destroy(sim);
    }
}

static double spin_after(int method, const char *friction, double set)
{
    rp_error err;
    char text[1000];
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: %s\nmaterials: {glass: {density: 2500}}\n"
             "interactions: [{between: [any, any], restitution: {normal: 0.5, tangential: -0.5}%s}]\n"
             "particles: [{name: one, material: glass, radius: 0.1, place: {list: [[0, 0.2]]}, velocity: [0, -1], "
             "omega: 10}]\nwalls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}]\n"
             "run: {step: 1.0e-3, until: 10}\n",
             sim_methods[method], friction);
    rp_sim *sim = sim_text(text, 1);
    rp_snapshot *kept;
    if (set >= 0) sim_ok(rp_sim_set_friction(sim, -1, -1, set, &err), &err);
    sim_ok(rp_sim_snapshot(sim, &kept, &err), &err);
    sim_ok(rp_sim_set_friction(sim, -1, -1, 0.7, &err), &err);
    sim_ok(rp_sim_rewind(sim, kept, &err), &err);
    sim_ok(rp_sim_advance(sim, 0.2, &err), &err);
    rp_array spin = rp_sim_array(sim, "spin");
    const double found = rp_array_row(&spin, 0)[2]; /* r omega, m/s */
    rp_snapshot_destroy(kept);
    rp_sim_destroy(sim);
    return found;
}

/* A slip of 1 m/s, of which eps_t = -0.5 would leave half, reversed: then a disc has no spin left, 1 - 1.5 2/3.
 * Friction that is set to 0 takes nothing of it, as one that nearly is; a state without friction given has no bound
 * again. */
static void friction_set_to_zero_is_none(void **state)
{
    (void)state;
    for (int method = 1; method < SIM_METHODS; method++) {
        assert_true(fabs(spin_after(method, "", -1)) < 1e-9);
        assert_true(fabs(spin_after(method, ", friction: 0.3", 0) - 1) < 1e-9);
        assert_true(fabs(spin_after(method, "", 0) - 1) < 1e-9);
        assert_true(fabs(spin_after(method, "", 1e-9) - 1) < 1e-7); /* by 2 mu (1 + eps_n) v */
    }
}

/* What was set goes on after a restart, and a hash tells it apart. */
static void restarts_keep_what_was_set(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        rp_snapshot *kept;
        char plain[33], changed[33], alone[33], again[33];
        rp_sim *sim = sim_box(method, 1), *other = sim_box(method, 1);
        const double less[3] = {0.3, -2, 0};
        sim_ok(rp_sim_advance(sim, 0.05, &err), &err);
        sim_ok(rp_sim_set_gravity(sim, less, &err), &err);
        sim_hash(sim, plain);
        sim_ok(rp_sim_set_friction(sim, -1, -1, 0.05, &err), &err);
        sim_hash(sim, changed);
        assert_string_not_equal(plain, changed);
        sim_ok(rp_sim_snapshot(sim, &kept, &err), &err);
        sim_ok(rp_sim_advance(sim, 0.1, &err), &err);
        sim_hash(sim, alone);
        sim_ok(rp_sim_rewind(other, kept, &err), &err);
        sim_ok(rp_sim_advance(other, 0.1, &err), &err);
        sim_hash(other, again);
        assert_string_equal(alone, again);
        /* and back, in the simulation that had it set */
        sim_ok(rp_sim_set_friction(other, -1, -1, 0.9, &err), &err);
        sim_ok(rp_sim_rewind(other, kept, &err), &err);
        sim_ok(rp_sim_advance(other, 0.1, &err), &err);
        sim_hash(other, again);
        assert_string_equal(alone, again);
        rp_snapshot_destroy(kept);
        rp_sim_destroy(sim);
        rp_sim_destroy(other);
    }
}

/* A state from before a stage that changed friction has the friction of its own stage. */
static void states_of_earlier_stages_have_their_friction(void **state)
{
    (void)state;
    rp_error err;
    rp_snapshot *kept;
    char text[2400], alone[33], again[33];
    snprintf(text, sizeof text, SLIDING, "contact-dynamics", "1.0e-3", "");
    char *run = strstr(text, "run: ");
    snprintf(run, sizeof text - (size_t)(run - text),
             "run: {step: 1.0e-3}\nstages: [{until: 0.1}, {until: 0.1, interactions: [{between: [any, any], friction: "
             "0.7}]}]\n");
    rp_sim *sim = sim_text(text, 1);
    sim_ok(rp_sim_advance(sim, 0.05, &err), &err);
    sim_ok(rp_sim_snapshot(sim, &kept, &err), &err);
    sim_ok(rp_sim_advance(sim, 0.08, &err), &err);
    sim_hash(sim, alone);
    sim_ok(rp_sim_advance(sim, 0.15, &err), &err);
    sim_ok(rp_sim_rewind(sim, kept, &err), &err);
    sim_ok(rp_sim_advance(sim, 0.08, &err), &err);
    sim_hash(sim, again);
    assert_string_equal(alone, again);
    rp_snapshot_destroy(kept);
    rp_sim_destroy(sim);
}

static void sliders_are_named_and_set(void **state)
{
    (void)state;
    rp_error err;
    rp_slider_info info;
    rp_wall_info wall;
    double g[3];
    rp_sim *sim = sliding(1, "view: {sliders: [{gravity: [0, 20]}, {gravity: [-5, 5], along: [2, 0]}, {wall: floor, "
                             "speed: [-1, 1], along: [1, 0]}, {friction: [0, 1], between: [glass, any]}]}\n");
    static const char *const names[] = {"gravity", "gravity", "speed of floor", "friction of glass and any"};
    static const char *const units[] = {"m/s^2", "m/s^2", "m/s", "1"};
    static const double values[] = {10, 0, 0, 0.1};
    assert_int_equal(rp_sim_slider_count(sim), 4);
    for (int n = 0; n < 4; n++) {
        sim_ok(rp_sim_slider_get(sim, n, &info, &err), &err);
        assert_string_equal(info.name, names[n]);
        assert_string_equal(info.unit, units[n]);
        assert_true(info.value == values[n]);
    }
    assert_true(info.least == 0 && info.most == 1);
    sim_refused(rp_sim_slider_get(sim, 4, &info, &err), &err, "no slider 4");
    sim_refused(rp_sim_slider_set(sim, 0, 20.5, &err), &err, "from 0 to 20");
    sim_refused(rp_sim_slider_set(sim, 0, NAN, &err), &err, "from 0 to 20");
    sim_ok(rp_sim_slider_set(sim, 0, 5, &err), &err);
    sim_ok(rp_sim_slider_set(sim, 1, 3, &err), &err);
    rp_sim_gravity(sim, g);
    assert_true(g[0] == 3 && g[1] == -5);
    sim_ok(rp_sim_slider_set(sim, 2, 0.5, &err), &err);
    sim_ok(rp_sim_step(sim, 1, &err), &err);
    sim_ok(rp_sim_wall_get(sim, 0, &wall, &err), &err);
    assert_true(wall.velocity[0] == 0.5 && wall.velocity[1] == 0);
    sim_ok(rp_sim_slider_set(sim, 3, 0.25, &err), &err);
    sim_ok(rp_sim_slider_get(sim, 3, &info, &err), &err);
    assert_true(info.value == 0.25);
    rp_sim_destroy(sim);
}

/* A policy that lets grains rest needs gravity, later as well. */
static void a_method_refuses_what_it_cannot_have(void **state)
{
    (void)state;
    rp_error err;
    double g[3];
    const double none[3] = {0, 0, 0};
    rp_sim *sim = sim_text("repose: 1\ndimension: 2\nmethod: event-driven\ngravity: [0, -10]\n"
                           "materials: {glass: {density: 2500}}\n"
                           "interactions: [{between: [any, any], restitution: 0.5}]\n"
                           "particles: [{name: one, material: glass, radius: 0.1, place: {list: [[0, 1]]}}]\n"
                           "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}]\n"
                           "run: {step: 1.0e-2, until: 10, event-driven: {collapse: sleep, still_speed: 0.01}}\n",
                           1);
    sim_refused(rp_sim_set_gravity(sim, none, &err), &err, "needs gravity");
    rp_sim_gravity(sim, g);
    assert_true(g[1] == -10);
    sim_ok(rp_sim_step(sim, 10, &err), &err);
    rp_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravity_changes),
        cmocka_unit_test(friction_changes),
        cmocka_unit_test(friction_set_to_zero_is_none),
        cmocka_unit_test(restarts_keep_what_was_set),
        cmocka_unit_test(states_of_earlier_stages_have_their_friction),
        cmocka_unit_test(sliders_are_named_and_set),
        cmocka_unit_test(a_method_refuses_what_it_cannot_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
