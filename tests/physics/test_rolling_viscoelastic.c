/* Rolling friction of viscoelastic spheres [Poschel2008, Eq. 55]: a sphere on a plane slows down exponentially, and the
 * constant from restitution is that of the normal law. */
#include "lab.h"

#include "repose/restitution.h"

static const double R = 5e-3, RHO = 2500, G = 9.81, V = 0.1;

/* Rolling without slip: (7/5) m V' = -M / R with M = A V m g, so V = V0 exp(-(5/7) A g t / R). Returns ln(V0 / V) over
 * that. */
static double slowdown(const char *rolling, const char *restitution, double A)
{
    const double m = 4.0 / 3 * M_PI * RHO * R * R * R, k = 1e5, xi = m * G / k, t = 0.1;
    lab l = lab_open("repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 2500, young: 7.0e10, poisson: 0.24}}\n"
                     "interactions: [{between: [m, m], friction: 0.5, %s normal: {law: linear, stiffness: %.17g}, "
                     "tangential: {law: cundall-strack, damping: 2}, rolling: {law: viscoelastic, %s}}]\n"
                     "particles: [{material: m, radius: %.17g, place: {list: [[0, 0, %.17g]]}, velocity: [%.17g, 0, "
                     "0], omega: [0, %.17g, 0]}]\n"
                     "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\n"
                     "run: {until: 1, step: 1.0e-5}\n",
                     restitution, k, rolling, R, R - xi, V, V / R);
    lab_until(&l, 0.02); /* until the tangential spring has settled */
    double from = lab_v(&l, 0).x;
    lab_until(&l, 0.02 + t);
    double fall = log(from / lab_v(&l, 0).x);
    rp_measures now = lab_measure(&l);
    assert_true(fabs(now.budget_error) < 1e-4 * now.kinetic);
    lab_close(&l);
    return fall / (5.0 / 7 * A * G * t / R);
}

static void test_given(void **state)
{
    (void)state;
    /* V of the centre, not of the surface of the overlapping sphere: xi / R = 3e-4 */
    close_to(slowdown("dissipation: 1.0e-3", "", 1e-3), 1, 2e-3);
    close_to(slowdown("dissipation: 4.0e-3", "", 4e-3), 1, 2e-3);
}

/* The plane is of the same material: E* = Y / (2 (1 - nu^2)), R_eff = R, m_eff = m. To first order in 1 - eps. */
static void test_from_restitution(void **state)
{
    (void)state;
    const double g = 0.5, eps = 0.9, m = 4.0 / 3 * M_PI * RHO * R * R * R,
                 rho = 4.0 / 3 * 7e10 / (2 * (1 - 0.24 * 0.24)) * sqrt(R);
    const double A = (1 - eps) / (1.5 * 1.1534488580952888 * pow(rho / m, 0.4) * pow(g, 0.2));
    char text[100];
    snprintf(text, sizeof text, "dissipation: %.17g", A);
    const double given = slowdown(text, "", A),
                 taken = slowdown("from: restitution", "restitution: {normal: 0.9, speed: 0.5},", A);
    close_to(given, 1, 0.02); /* A is some microseconds: the fall of V is 1e-3 of it, the settling 1e-5 */
    close_to(taken, given, 0.02);
}

static void refused(const char *method, const char *restitution, const char *rolling, const char *words)
{
    char text[1200];
    rp_error err;
    rp_scene *spec = NULL;
    rp_world *w = NULL;
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 2500, young: 7.0e10, poisson: 0.24}}\n"
             "interactions: [{between: [m, m], friction: 0.5, %s normal: {law: linear, stiffness: 1.0e5}, tangential: "
             "{law: cundall-strack}, rolling: {law: viscoelastic, %s}}]\n"
             "particles: [{material: m, radius: 1.0e-3, place: {list: [[0, 0, 0]]}}]\nrun: {until: 1, step: 1.0e-5}\n",
             method, restitution, rolling);
    rp_status status = rp_scene_load_text("scene.yaml", text, strlen(text), NULL, &spec, &err);
    if (!status) status = rp_scene_build(spec, NULL, &w, &err);
    if (!status) rp_world_step_set(w, 1e-5);
    if (!status) status = rp_method_find(method)->prepare(w, &err);
    assert_int_equal(status, RP_INPUT);
    rp_error_text(&err, text, sizeof text);
    if (!strstr(text, words)) fail_msg("'%s' does not say '%s'", text, words);
    if (w) rp_method_find(method)->destroy(w);
    rp_world_destroy(w);
    rp_scene_destroy(spec);
}

static void test_refused(void **state)
{
    (void)state;
    refused("soft", "", "twisting: 1", "unknown key 'twisting'");
    refused("soft", "", "from: dissipation", "needs one source of its dissipation");
    refused("soft", "restitution: 0.9,", "from: restitution", "needs a restitution and its speed");
    refused("soft", "", "from: restitution, dissipation: 1", "needs one source of its dissipation");
    refused("contact-dynamics", "", "dissipation: 1.0e-3", "the torque of the law viscoelastic has none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_given), cmocka_unit_test(test_from_restitution),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
