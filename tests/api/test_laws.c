/* Laws, interactions and restitution through public headers alone. */
#include <float.h>
#include <stdlib.h>
#include <unistd.h>
#include "sims.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) fail_msg("%.15g instead of %.15g +- %g", value, expected, tolerance);
}

/* eps NaN: without damping. */
static rp_interaction *linear(double stiffness, double eps)
{
    rp_interaction *x;
    rp_error err;
    rp_material glass = {.name = "glass", .density = 2500, .young = NAN, .poisson = NAN};
    sim_ok(rp_interaction_create(NULL, &x, &err), &err);
    rp_interaction_materials_set(x, &glass, &glass);
    sim_ok(rp_interaction_law_set(x, RP_NORMAL, "linear", &err), &err);
    sim_ok(rp_interaction_param_set(x, RP_NORMAL, "stiffness", stiffness, &err), &err);
    rp_interaction_restitution_set(x, eps, NAN, NAN);
    sim_ok(rp_interaction_prepare(x, &err), &err);
    return x;
}

static void laws_are_found_by_name(void **state)
{
    (void)state;
    rp_laws *laws;
    const rp_law *law;
    rp_error err;
    sim_ok(rp_laws_create(&laws, &err), &err);
    const int count = rp_laws_count(laws);
    assert_true(count == rp_laws_count(NULL) && count > 10);
    for (int n = 0; n < count; n++) {
        law = rp_laws_get(laws, n);
        assert_ptr_equal(rp_laws_find(laws, law->slot, law->name), law);
    }
    assert_null(rp_laws_find(laws, RP_TANGENTIAL, "linear"));
    sim_ok(rp_laws_choose(laws, RP_NORMAL, "hertz", &law, &err), &err);
    assert_string_equal(law->name, "hertz");
    sim_refused(rp_laws_choose(laws, RP_NORMAL, "herz", &law, &err), &err, "hertz");
    sim_refused(rp_laws_load(laws, "/no/such/laws.so", &err), &err, "/no/such/laws.so");
    sim_refused(rp_laws_load(laws, NULL, &err), &err, "no shared object");
    assert_int_equal(rp_laws_count(laws), count);
    rp_laws_destroy(laws);
    assert_string_equal(rp_slot_name(RP_NORMAL), "normal");
    assert_string_equal(rp_slot_name(RP_ROLLING), "rolling");
}

static void interactions_are_put_together(void **state)
{
    (void)state;
    rp_error err;
    rp_interaction *x = linear(1e5, 0.8);
    assert_string_equal(rp_interaction_law(x, RP_NORMAL)->name, "linear");
    assert_null(rp_interaction_law(x, RP_ADHESION));
    assert_string_equal(rp_interaction_material(x, 1)->name, "glass");
    assert_true(rp_interaction_stiffness(x) == 1e5);
    /* half a period of the spring, pi sqrt(m / k) */
    assert_near(rp_interaction_contact_time(x, 1e-3, 1e-3, 1), M_PI * sqrt(1e-3 / 1e5), 1e-12);
    sim_refused(rp_interaction_param_set(x, RP_NORMAL, "stifness", 1, &err), &err, "stiffness");
    sim_refused(rp_interaction_param_set(x, RP_NORMAL, "stiffness", -1, &err), &err, "stiffness");
    sim_refused(rp_interaction_law_set(x, RP_NORMAL, "linaer", &err), &err, "linear");
    rp_interaction_destroy(x);
    rp_interaction_destroy(NULL);
}

static void pairs_have_effective_masses(void **state)
{
    (void)state;
    const double mass = 4.0 / 3 * M_PI * 1e-9 * 2500;
    const rp_impact_pair two = rp_restitution_spheres(1e-3, 2500, 1e-3, 2500),
                         wall = rp_restitution_spheres(1e-3, 2500, INFINITY, 2500);
    assert_near(two.m_eff, mass / 2, 1e-15 * mass);
    assert_near(two.r_eff, 0.5e-3, 1e-18);
    assert_near(two.alpha, 2.0 / 7, 1e-15);
    assert_near(wall.m_eff, mass, 1e-15 * mass);
    const rp_impact_body disc = {.radius = 1, .mass = 2, .inertia = 1};
    const rp_impact_pair discs = rp_restitution_bodies(&disc, &disc);
    assert_near(discs.m_eff, 1, 1e-15);
    assert_near(discs.alpha, 1.0 / 3, 1e-15);
}

static void impacts_have_the_restitution_that_was_set(void **state)
{
    (void)state;
    rp_error err;
    rp_impact impact, table[2];
    double speed, damping;
    const rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, 1e-3, 2500);
    rp_interaction *x = linear(1e5, 0.8);
    sim_ok(rp_restitution_impact(x, &pair, 1, 0, &impact, &err), &err);
    assert_near(impact.eps_n, 0.8, 1e-9); /* integrated to 1e-10 */
    assert_false(impact.sticks);
    sim_ok(rp_restitution_table(x, &pair, (double[]){0.5, 1}, 2, (double[]){0}, 1, table, &err), &err);
    assert_true(table[1].eps_n == impact.eps_n && table[1].contact_time == impact.contact_time);
    sim_ok(rp_restitution_sticking_speed(x, &pair, &speed, &err), &err);
    assert_true(speed == 0);
    rp_interaction_destroy(x);
    x = linear(1e5, NAN);
    sim_ok(rp_restitution_impact(x, &pair, 1, 0, &impact, &err), &err);
    assert_near(impact.eps_n, 1, 1e-9);
    sim_ok(rp_restitution_inverse(x, &pair, "damping", 0.7, 1, &damping, &err), &err);
    sim_ok(rp_interaction_param_set(x, RP_NORMAL, "damping", damping, &err), &err);
    sim_ok(rp_interaction_prepare(x, &err), &err);
    sim_ok(rp_restitution_impact(x, &pair, 1, 0, &impact, &err), &err);
    assert_near(impact.eps_n, 0.7, 1e-8);
    sim_refused(rp_restitution_inverse(x, &pair, "dampng", 0.7, 1, &damping, &err), &err, "damping");
    rp_interaction_destroy(x);
}

/* Friction of a small coefficient slides all the time: the law meets the closed form. */
static void sliding_impacts_follow_coulomb(void **state)
{
    (void)state;
    rp_error err;
    rp_impact impact;
    const rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, 1e-3, 2500);
    assert_near(rp_restitution_coulomb(0.1, 2.0 / 7, 1, 1, 10), 0.93, 1e-15); /* 1 - 0.1 (1 + 1) 7/2 1/10 */
    rp_interaction *x = linear(1e5, 0.8);
    sim_ok(rp_interaction_law_set(x, RP_TANGENTIAL, "coulomb", &err), &err);
    rp_interaction_friction_set(x, 0.05, NAN);
    sim_ok(rp_interaction_prepare(x, &err), &err);
    sim_ok(rp_restitution_impact(x, &pair, 1, 5, &impact, &err), &err);
    assert_near(impact.eps_t, rp_restitution_coulomb(0.05, pair.alpha, impact.eps_n, 1, 5), 1e-8);
    rp_interaction_destroy(x);
}

static void rolling_friction_tells_restitution(void **state)
{
    (void)state;
    const double loss = 1 - rp_restitution_from_rolling(1e-9, 1, 7e10, 0.24, 1e-3, 2500);
    assert_true(rp_restitution_from_rolling(0, 1, 7e10, 0.24, 1e-3, 2500) == 1);
    /* the loss goes as the coefficient, and as speed^(-4/5) at a fixed one */
    assert_near(1 - rp_restitution_from_rolling(2e-9, 1, 7e10, 0.24, 1e-3, 2500), 2 * loss, 1e-12);
    assert_near(1 - rp_restitution_from_rolling(1e-9, 32, 7e10, 0.24, 1e-3, 2500), loss / 16, 1e-12);
    assert_near(rp_restitution_to_rolling(1 - loss, 1, 7e10, 0.24, 1e-3, 2500), 1e-9, 1e-12);
}

static void scenes_give_interactions(void **state)
{
    (void)state;
    char path[] = "/tmp/repose-scene-XXXXXX", text[2400];
    rp_interaction *x;
    rp_impact_body body[2];
    rp_error err;
    snprintf(text, sizeof text, SIM_BOX, "soft", "5.0e-6");
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    sim_ok(rp_scene_interaction(path, "glass", NULL, &x, body, &err), &err);
    assert_true(rp_interaction_stiffness(x) == 20000);
    assert_true(body[0].radius == 0.005);
    rp_interaction_destroy(x);
    sim_refused(rp_scene_interaction(path, "glas", NULL, &x, body, &err), &err, "glass");
    remove(path);
}

/* The solution and its inverse, and the series where it holds. */
static void viscoelastic_restitution_has_an_inverse(void **state)
{
    (void)state;
    assert_near(rp_viscous_restitution(0, 0), 1, 1e-12);
    for (double B = 0.05; B < 1; B += 0.2) {
        double eps = rp_viscous_restitution(B, 0);
        assert_true(eps > 0 && eps < 1 && eps >= rp_viscous_restitution(B, 1) - 1e-12);
        assert_near(rp_viscous_ratio(eps, 0), B, 1e-9);
    }
    assert_true(isinf(rp_viscous_ratio(0, 0)));
    assert_near(rp_viscous_series(0.05, RP_VISCOUS_SERIES_ORDER), rp_viscous_restitution(0.05, 0), 1e-12);
}

static void scaled_systems_are_equivalent(void **state)
{
    (void)state;
    const rp_scaled s = rp_scale_viscoelastic(7e10, 0.24, 2500, 1e-5, 0.01);
    assert_near(s.length, 0.01, 1e-15);
    assert_near(s.time, 0.1, 1e-15);
    assert_near(s.speed, s.length / s.time, 1e-15);
    assert_near(rp_scale_stiffness(s.young, 0.24, 2500) / s.stiffness, 1, 1e-12);
    /* A v / length, which the dynamics depends on, stays: A / time */
    assert_near(s.dissipation / s.time, 1e-5, 1e-18);
}

static double constant_eps(void *context, double speed)
{
    (void)speed;
    return *(double *)context;
}

static void bounces_tell_restitution(void **state)
{
    (void)state;
    double eps = 0.8, time[10], speed[8], found[8];
    rp_error err;
    assert_int_equal(rp_bounce_times(2, 9.81, 1e-6, constant_eps, &eps, time, 10), 10);
    assert_near(time[1] - time[0], 2 * eps * 2 / 9.81, 1e-12);
    sim_ok(rp_bounce_analyse(time, 10, 9.81, speed, found, &err), &err);
    for (int n = 0; n < 8; n++) {
        assert_near(found[n], eps, 1e-12);
        assert_near(speed[n], 2 * pow(eps, n + 1), 1e-12);
    }
    time[3] = time[2];
    assert_int_equal(rp_bounce_analyse(time, 10, 9.81, speed, found, &err), RP_INPUT);
}

/* A fit to what was drawn finds the parameters; the standard errors at 20000 values are below a per cent. */
static void fluctuations_are_drawn_and_fitted(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    static double value[COUNT];
    const rp_fluctuation f = {.peak = 0.9, .below = 0.05, .above = 0.02};
    const rp_fluctuation_table table = {1, 1, (double[]){0, 1}, (double[]){0.77}};
    rp_fluctuation fitted;
    rp_error err;
    for (int n = 0; n < COUNT; n++) value[n] = rp_fluctuation_draw(&f, 7, 3, (uint64_t)n);
    assert_true(value[5] == rp_fluctuation_draw(&f, 7, 3, 5) && value[5] != value[6]);
    sim_ok(rp_fluctuation_fit(value, COUNT, &fitted, &err), &err);
    assert_near(fitted.peak, 0.9, 0.003);
    assert_near(fitted.below, 0.05, 0.003);
    assert_near(fitted.above, 0.02, 0.003);
    assert_true(rp_fluctuation_table_draw(&table, 5, 1, 2, 3) == 0.77);
    /* six impacts, two ranges of three, middle values */
    const double speed[] = {3, 1, 2, 6, 5, 4}, eps[] = {0.3, 0.9, 0.5, 0.4, 0.2, 1.1};
    double edge[3], middle[2];
    sim_ok(rp_fluctuation_table_make(speed, eps, 6, 2, 1, edge, middle, &err), &err);
    assert_true(edge[0] == 1 && edge[1] == 3.5 && edge[2] == 6 && middle[0] == 0.5 && middle[1] == 0.4);
    assert_int_equal(rp_fluctuation_table_make(speed, eps, 6, 2, 4, edge, middle, &err), RP_INPUT);
}

/* Mean 1/2 and variance 1/12 within five standard errors; positions, not calls, decide. */
static void random_numbers_are_uniform(void **state)
{
    (void)state;
    enum { COUNT = 40000 };
    double sum = 0, square = 0;
    for (uint64_t n = 0; n < COUNT; n++) {
        double x = rp_random_number(1, n);
        assert_true(x >= 0 && x < 1);
        sum += x / COUNT;
        square += x * x / COUNT;
    }
    assert_near(sum, 0.5, 5 * sqrt(1.0 / 12 / COUNT));
    assert_near(square - sum * sum, 1.0 / 12, 5 * sqrt(1.0 / 180 / COUNT));
    assert_true(rp_random_number(1, 17) == rp_random_number(1, 17));
    assert_true(rp_random_number(1, 17) != rp_random_number(2, 17));
    assert_true(rp_random_number(1, 17) != rp_random_number(1, 17 + (1ull << 32)));
}

static void errors_say_what_where_and_nearest(void **state)
{
    (void)state;
    static const char *const names[] = {"young", "poisson"};
    rp_error err;
    char text[600];
    assert_int_equal(rp_error_set(&err, RP_INPUT, "unknown key '%s'", "yung"), RP_INPUT);
    rp_error_at(&err, "scene.yaml", 12, 7);
    rp_error_key(&err, "materials.glass.yung");
    rp_error_value(&err, "%g", 7.5);
    rp_error_expected(&err, "a number > %d", 0);
    rp_error_nearest(&err, "yung", names, 2);
    assert_string_equal(err.nearest, "young");
    assert_true(rp_error_text(&err, text, sizeof text) == (int)strlen(text));
    assert_non_null(strstr(text, "scene.yaml:12:7"));
    assert_non_null(strstr(text, "7.5"));
    assert_non_null(strstr(text, "young"));
    rp_error_clear(&err);
    assert_true(err.what[0] == 0 && err.line == 0 && err.particle == -1);
    rp_error_clear(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_are_found_by_name),
        cmocka_unit_test(interactions_are_put_together),
        cmocka_unit_test(pairs_have_effective_masses),
        cmocka_unit_test(impacts_have_the_restitution_that_was_set),
        cmocka_unit_test(sliding_impacts_follow_coulomb),
        cmocka_unit_test(rolling_friction_tells_restitution),
        cmocka_unit_test(scenes_give_interactions),
        cmocka_unit_test(viscoelastic_restitution_has_an_inverse),
        cmocka_unit_test(scaled_systems_are_equivalent),
        cmocka_unit_test(bounces_tell_restitution),
        cmocka_unit_test(fluctuations_are_drawn_and_fitted),
        cmocka_unit_test(random_numbers_are_uniform),
        cmocka_unit_test(errors_say_what_where_and_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
