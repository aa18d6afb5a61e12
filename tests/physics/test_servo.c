/* A loaded wall with automatic damping: it does not ring, holds its force, falls freely, and its loss is accounted for.
 */
#include "lab.h"

static const double LOAD = 10;

/* A column of five discs without any dissipation between floor and lid. */
static lab column(const char *damping, double mass, double gap)
{
    return lab_open("repose: 1\ndimension: 2\nthickness: 0.01\nmethod: soft\nmaterials: {m: {density: "
                    "1000}}\ninteractions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"
                    "domain: {lower: [0, -0.1], upper: [0.03, 1], periodic: [x]}\n"
                    "particles: [{name: a, material: m, radius: 0.01, place: {list: [[0.01, 0.01], [0.01, 0.03], "
                    "[0.01, 0.05], [0.01, 0.07], [0.01, 0.09]]}}]\n"
                    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m},\n"
                    "        {name: lid, plane: {point: [0, %.17g], normal: [0, -1]}, material: m, mass: %g, load: "
                    "{force: %g, damping: %s}}]\nrun: {until: 1, step: 5.0e-6}\n",
                    0.1 + gap, mass, LOAD, damping);
}

/* Greatest departure of the force on the lid from the load, after a dozen periods of the lid on the column's six
 * contacts. */
static double ringing(const char *damping, double mass, double *budget)
{
    lab l = column(damping, mass, 0);
    double worst = 0;
    const double period = 2 * M_PI * sqrt(6 * mass / 1e4);
    lab_until(&l, 12 * period);
    while (l.w->time < 13.5 * period) {
        lab_steps(&l, 5);
        worst = fmax(worst, fabs(l.w->wall[1].force.y / LOAD - 1));
    }
    rp_measures m = lab_measure(&l);
    *budget = fmax(*budget, fabs(m.budget_error) / m.turnover);
    lab_close(&l);
    return worst;
}

/* Masses of the lid over two decades, without any tuning. */
static void does_not_ring(void **state)
{
    (void)state;
    for (double mass = 0.01; mass < 2; mass *= 10) {
        double budget = 0, free = ringing("0", mass, &budget), damped = ringing("auto", mass, &budget);
        print_message("lid of %g kg: force off by %.3f of the load without damping, %.2e with; budget %.1e\n", mass,
                      free, damped, budget);
        assert_true(free > 0.5);
        assert_true(damped < 0.06); /* what is left is the discs' own ringing, which the lid hardly feels */
        assert_true(budget < 1e-5); /* second order: (w dt)^2 */
    }
}

static void falls_freely(void **state)
{
    (void)state;
    lab l = column("auto", 0.1, 0.05);
    lab_until(&l, 0.02);
    close_to(l.w->wall[1].offset.y, -0.5 * LOAD / 0.1 * l.w->time * l.w->time, 1e-12);
    lab_close(&l);
}

static void refuse(const char *method, const char *domain, const char *damping, const char *expected)
{
    rp_error err;
    char text[2000], said[1600];
    rp_scene *scene = NULL;
    rp_world *w = NULL;
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: %s\nmaterials: {m: {density: 1000}}\ninteractions: [{between: [m, m], "
             "restitution: 0.5, normal: {law: linear, stiffness: 1.0e4}}]\n%s"
             "particles: [{material: m, radius: 0.01, place: {list: [[0.01, 0.01]]}}]\n"
             "walls: [{name: lid, plane: {point: [0, 0.1], normal: [0, -1]}, material: m, mass: 1, load: {force: 1, "
             "damping: %s}}]\nrun: {until: 1, step: 1.0e-5}\n",
             method, domain, damping);
    lab_ok(rp_scene_load_text("scene.yaml", text, strlen(text), NULL, &scene, &err), &err);
    lab_ok(rp_scene_build(scene, NULL, &w, &err), &err);
    rp_world_step_set(w, 1e-5);
    const rp_method *m = rp_method_find(method);
    assert_int_equal(m->prepare(w, &err), RP_INPUT);
    rp_error_text(&err, said, sizeof said);
    if (!strstr(said, expected)) fail_msg("'%s' is not in '%s'", expected, said);
    m->destroy(w);
    rp_world_destroy(w);
    rp_scene_destroy(scene);
}

static void refusals(void **state)
{
    (void)state;
    refuse("soft", "", "auto", "wall 'lid': damping: auto needs the width of the wall");
    refuse("contact-dynamics", "domain: {lower: [0, -0.1], upper: [0.03, 1], periodic: [x]}\n", "auto",
           "wall 'lid': load.damping is for the soft method");
    refuse("contact-dynamics", "", "3", "wall 'lid': load.damping is for the soft method");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(does_not_ring), cmocka_unit_test(falls_freely),
                                       cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
