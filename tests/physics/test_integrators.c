/* Integrators of the soft method: the order of each, measured on motion that is smooth; what they share with the
 * default. */
#include "lab.h"
#include "methods/soft/integrator.h"

typedef struct scheme {
    const char *name, *elongation;
    int normal, tangential;
} scheme; /* orders without and with a tangential spring */

/* Every integrator of the list with each kind of spring that it takes. A spring by velocity may have an order of its
 * own: Eq. 7 of Pena et al. adds the predicted velocity times dt, first order whatever moves the particles. The
 * geometric spring takes the integrator's own order where the normal does not turn. */
static scheme schemes[64];
static int scheme_count;

static int list_schemes(void **state)
{
    (void)state;
    for (const rp_soft_integrator *const *i = rp_soft_integrator_list(); *i; i++) {
        schemes[scheme_count++] = (scheme){(*i)->name, "velocity", (*i)->order, (*i)->spring_order};
        if ((*i)->geometric) schemes[scheme_count++] = (scheme){(*i)->name, "geometric", (*i)->order, (*i)->order};
    }
    return 0;
}

/* ---- a viscoelastic sphere that bobs on a plane, never leaving it ---- */

enum { LOOKS = 5 }; /* at several times: an error may pass through 0 */

static double distance(const double *a, const double *b)
{
    double square = 0;
    for (int n = 0; n < LOOKS; n++) square += (a[n] - b[n]) * (a[n] - b[n]);
    return sqrt(square / LOOKS);
}

static void bob(const scheme *s, double dt, double z[LOOKS])
{
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000, young: 1.0e6, "
        "poisson: 0.3}}\n"
        "interactions: [{between: [m, m], normal: {law: viscoelastic, dissipation: 1.0e-3}}]\n"
        "particles: [{name: a, material: m, radius: 0.01, place: {list: [[0, 0, 0.00996]]}, velocity: [0, 0, 0.005]}]\n"
        "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: {until: 1, step: %.17g, "
        "soft: {integrator: %s}}\n",
        dt, s->name);
    for (int n = 0; n < LOOKS; n++) {
        lab_steps(&l, lround(0.004 / dt));
        z[n] = lab_x(&l, 0).z;
        assert_int_equal(lab_measure(&l).wall_contacts, 1);
    }
    lab_close(&l);
}

/* ---- a disc that swings along a plane on its tangential spring and dashpot, turning, at rest across ---- */

static void swing(const scheme *s, double dt, double v[LOOKS])
{
    const double R = 0.01, K = 1e4, mass = 1000 * M_PI * R * R * 0.01, g = 100;
    lab l = lab_open(
        "repose: 1\ndimension: 2\nthickness: 0.01\nmethod: soft\ngravity: [0, %g]\nmaterials: {m: {density: 1000}}\n"
        "interactions: [{between: [m, m], friction: 100, normal: {law: linear, stiffness: %g}, tangential: {law: "
        "cundall-strack, stiffness_ratio: 0.5, damping: 0.1, elongation: %s}}]\n"
        "particles: [{name: a, material: m, radius: %g, place: {list: [[0, %.17g]]}, velocity: [0.02, 0]}]\n"
        "walls: [{name: w, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, step: %.17g, soft: "
        "{integrator: %s}}\n",
        -g, K, s->elongation, R, R - mass * g / K, dt, s->name);
    for (int n = 0; n < LOOKS; n++) {
        lab_steps(&l, lround(0.001 / dt));
        v[n] = lab_v(&l, 0).x;
    }
    lab_close(&l);
}

static double measured(void run(const scheme *, double, double *), const scheme *s, double dt, const double *exact,
                       const char *what)
{
    double coarse[LOOKS], fine[LOOKS];
    run(s, dt, coarse);
    run(s, 0.5 * dt, fine);
    double order = log(distance(coarse, exact) / distance(fine, exact)) / log(2);
    print_message("%-18s %-10s %-11s order %.2f, error %.2e and %.2e\n", s->name, s->elongation, what, order,
                  distance(coarse, exact), distance(fine, exact));
    return order;
}

/* ---- a disc that rolls down another, which is held: the normal turns by 0.3 rad, the spring with it ---- */

static void roll(const scheme *s, double dt, double angle[LOOKS])
{
    lab l = lab_open(
        "repose: 1\ndimension: 2\nthickness: 0.01\nmethod: soft\ngravity: [0, -10]\nmaterials: {m: {density: 1000}}\n"
        "interactions: [{between: [m, m], friction: 100, normal: {law: linear, stiffness: 300, damping: 0.02}, "
        "tangential: {law: cundall-strack, stiffness_ratio: 0.5, damping: 0.02, elongation: %s}}]\n"
        "particles:\n  - {name: a, material: m, radius: 0.01, place: {list: [[0.004, 0.01948]]}, velocity: [0.1, 0]}\n"
        "  - {name: b, material: m, radius: 0.01, place: {list: [[0, 0]]}, frozen: true}\nrun: {until: 1, step: %.17g, "
        "soft: {integrator: %s}}\n",
        s->elongation, dt, s->name);
    for (int n = 0; n < LOOKS; n++) {
        lab_steps(&l, lround(0.008 / dt));
        angle[n] = atan2(lab_x(&l, 0).x, lab_x(&l, 0).y);
        assert_int_equal(lab_measure(&l).contacts, 1);
    }
    lab_close(&l);
}

/* Geometric springs take the slip by the chord in the middle's normal: second order where the normal turns, for every
 * integrator. */
static void order_with_a_turning_normal(void **state)
{
    (void)state;
    const scheme exact = {"runge-kutta-4", "velocity", 0, 0};
    double angle[LOOKS];
    roll(&exact, 4e-6, angle);
    for (int n = 0; n < scheme_count; n++) {
        const scheme *s = &schemes[n];
        double expected = fmin(s->tangential, strcmp(s->elongation, "geometric") ? 4 : 2);
        assert_true(measured(roll, s, s->tangential >= 4 ? 4e-4 : 1e-4, angle, "rolling") > expected - 0.3);
    }
}

/* ---- a sphere that flies and turns about an axis that a torque changes ---- */

static void order_of_an_orientation(void **state)
{
    (void)state;
    for (int n = 0; n < scheme_count; n++) {
        /* omega is linear in time: from third order on integrators have it exactly, and the exponential is of fourth */
        double off[2], exact[4], expected = schemes[n].normal < 3 ? schemes[n].normal : 4;
        for (int k = 0; k < 3; k++) {
            double dt = k == 0 ? 1e-4 : k == 1 ? 4e-3 : 2e-3;
            lab l = lab_open(
                "repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -1]\nmaterials: {m: {density: 1000}}\n"
                "interactions: [{between: [m, m], friction: 1, normal: {law: linear, stiffness: 300}, tangential: "
                "{law: cundall-strack, elongation: %s}}]\n"
                "particles: [{name: a, material: m, radius: 0.01, place: {list: [[0, 0, 0]]}, omega: [8, 1, -3], "
                "torque: [0, 2.0e-5, 1.0e-5]}]\n"
                "run: {until: 1, step: %.17g, soft: {integrator: %s}}\noutput: {frames: {every: 1}}\n",
                k ? schemes[n].elongation : "velocity", dt, k ? schemes[n].name : "runge-kutta-4");
            assert_non_null(l.w->particles.orientation);
            lab_steps(&l, lround(0.4 / dt));
            const double *q = l.w->particles.orientation[0];
            double square = 0;
            for (int c = 0; c < 4; c++) square += (q[c] - exact[c]) * (q[c] - exact[c]);
            if (k == 0) memcpy(exact, q, sizeof exact);
            else off[k - 1] = sqrt(square);
            close_to(lab_x(&l, 0).z, -0.5 * 0.16,
                     strcmp(schemes[n].name, "symplectic-euler") || k == 0 ? 1e-12 : 0.4 * dt);
            lab_close(&l);
        }
        print_message("%-18s %-10s turning     order %.2f, error %.2e\n", schemes[n].name, schemes[n].elongation,
                      log(off[0] / off[1]) / log(2), off[0]);
        assert_true(log(off[0] / off[1]) / log(2) > expected - 0.3);
    }
}

static void order_of_a_lasting_contact(void **state)
{
    (void)state;
    const scheme exact = {"runge-kutta-4", "velocity", 0, 0};
    double z[LOOKS], v[LOOKS];
    bob(&exact, 2e-6, z);
    swing(&exact, 1e-7, v);
    for (int n = 0; n < scheme_count; n++) {
        const scheme *s = &schemes[n];
        /* steps so long that rounding is far below the error, and so short that the next order is */
        assert_true(measured(bob, s, s->normal >= 4 ? 4e-4 : 1e-4, z, "bobbing") > s->normal - 0.4);
        assert_true(measured(swing, s, s->tangential >= 4 ? 2e-5 : 5e-6, v, "swinging") > s->tangential - 0.4);
    }
}

/* ---- what integrators refuse ---- */

static rp_status prepared(const char *text, rp_error *err)
{
    rp_scene *spec = NULL;
    rp_world *w = NULL;
    lab_ok(rp_scene_load_text("scene.yaml", text, strlen(text), NULL, &spec, err), err);
    lab_ok(rp_scene_build(spec, NULL, &w, err), err);
    rp_world_step_set(w, 1e-4);
    rp_status status = rp_method_find("soft")->prepare(w, err);
    rp_method_find("soft")->destroy(w);
    rp_world_destroy(w);
    rp_scene_destroy(spec);
    return status;
}

/* Geometric springs where the table says that it has no step for them; the error names those that have. */
static void refusals(void **state)
{
    (void)state;
    int refused = 0;
    for (const rp_soft_integrator *const *i = rp_soft_integrator_list(); *i; i++) {
        char text[900], name[100];
        rp_error err;
        snprintf(text, sizeof text,
                 "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1000}}\n"
                 "interactions: [{between: [m, m], friction: 1, normal: {law: linear, stiffness: 300}, tangential: "
                 "{law: cundall-strack, elongation: geometric}}]\n"
                 "particles: [{name: a, material: m, radius: 0.01, place: {list: [[0, 0]]}}]\n"
                 "run: {until: 1, step: 1.0e-4, soft: {integrator: %s}}\n",
                 (*i)->name);
        rp_status status = prepared(text, &err);
        assert_int_equal(status, (*i)->geometric ? RP_OK : RP_INPUT);
        if (!status) continue;
        refused++;
        snprintf(name, sizeof name, "the integrator %s", (*i)->name);
        assert_non_null(strstr(err.what, name));
        if ((*i)->not_geometric) assert_non_null(strstr(err.what, (*i)->not_geometric));
        assert_string_equal(err.expected, "verlet, gear-5 or gear-3");
    }
    assert_int_equal(refused, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_a_lasting_contact),
        cmocka_unit_test(order_with_a_turning_normal),
        cmocka_unit_test(order_of_an_orientation),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, list_schemes, NULL);
}
