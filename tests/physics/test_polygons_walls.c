/* Polygons at walls that end or bulge: segments and the outside of cylinders, by the soft method and by contact
 * dynamics. */
#include "lab.h"

static const double G = 9.81, SIDE = 0.02, K = 1e6; /* m/s^2, m, N/m */

static double mass(void) { return 1000 * SIDE * SIDE; } /* thickness 1 m */

static const char *soft(int method) { return method ? "contact-dynamics" : "soft"; }

/* A square block of side SIDE with its centre at (x, y), turned by angle, at a wall. */
static lab block(int method, double g, double mu, double eps, double x, double y, double angle, const char *velocity,
                 const char *wall)
{
    double c = 4 * sqrt(K * mass());
    char normal[100];
    if (eps >= 0)
        snprintf(normal, sizeof normal, "restitution: %g, normal: {law: linear, stiffness: %g%s}", eps, K,
                 method ? "" : ", tension: true");
    else snprintf(normal, sizeof normal, "normal: {law: linear, stiffness: %g, damping: %g}", K, 0.2 * c);
    return lab_open("repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, %g]\nmaterials: {m: {density: 1000}}\n"
                    "interactions: [{between: [m, m], friction: %g, %s, tangential: {law: cundall-strack, stiffness: "
                    "%g, damping: %g}}]\n"
                    "particles: [{name: b, material: m, shape: {polygon: {vertices: [[0, 0], [0.02, 0], [0.02, 0.02], "
                    "[0, 0.02]]}}, angle: %.17g, place: {list: [[%.17g, %.17g]]}, velocity: %s}]\n"
                    "walls: [{name: w, %s, material: m}]\nrun: {until: 1, step: %g}\n",
                    soft(method), -g, mu, normal, K, 0.2 * c, angle, x, y, velocity, wall, method ? 1e-3 : 2e-5);
}

static double turned(const lab *l) { return l->w->particles.orientation[lab_slot(l, 0)][0]; }

/* Normal force at the contact nearest to x, N. */
static double force_at(const lab *l, double x)
{
    rp_contact_list list = {0};
    rp_error err;
    double fn = NAN, best = INFINITY;
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    for (size_t n = 0; n < list.count; n++)
        if (fabs(list.view[n].point.x - x) < best) {
            best = fabs(list.view[n].point.x - x);
            fn = list.view[n].fn;
        }

    rp_memory_free(list.view);
    return best < 1e-4 ? fn : NAN;
}

/* A block that stands over the end of a shelf at x = 0: supports at its corner and at the shelf's end share its weight
 * by the lever; more than half of it over the end, and it falls. */
static void test_shelf(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++)
        for (int side = -1; side <= 1; side += 2) {
            char shelf[100];
            snprintf(shelf, sizeof shelf, "segment: {from: [0, 0], to: [%g, 0]}", -0.1 * side);
            for (double over = 0.3; over < 0.75; over += 0.1) {
                if (fabs(over - 0.5) < 0.01) continue;
                lab l = block(method, G, 0.5, -1, side * (over - 0.5) * SIDE, 0.5 * SIDE, 0, "[0, 0]", shelf);
                lab_until(&l, 0.5);
                if (over < 0.5) {
                    double weight = mass() * G, corner = side * (over - 1) * SIDE,
                           share = (0.5 - over) / (1 - over); /* of the corner's support, by the lever about the end */
                    close_to(turned(&l), 0,
                             method ? 1e-6
                                    : 2 * weight / (K * SIDE)); /* soft: one side sinks deeper, by at most weight / K */
                    close_to(force_at(&l, corner) / weight, share,
                             0.01); /* levers to the depth of the contacts, weight / (K SIDE) */
                    close_to(force_at(&l, 0) / weight, 1 - share, 0.01);
                } else {
                    assert_true(lab_x(&l, 0).y < -0.1 && side * turned(&l) < -0.5);
                }
                lab_close(&l);
            }
        }
}

static double way_down(int method, double angle, double mu, const char *wall, double *turn)
{
    const double c = cos(angle), s = sin(angle), high = 0.5 * SIDE - (method ? 0 : 0.5 * mass() * G * c / K);
    lab l = block(method, G, mu, -1, -s * high, c * high, angle, "[0, 0]", wall);
    lab_until(&l, 0.4);
    close_to(l.w->time, 0.4, 1e-9);
    rp_vec x = lab_x(&l, 0);
    *turn = turned(&l) - angle;
    lab_close(&l);
    return -(c * x.x + s * x.y);
}

/* On a slope made of a segment: friction holds it up to tan(angle) = mu, beyond it slides as a mass point; as on a
 * plane. */
static void test_slope(void **state)
{
    (void)state;
    const double angle = 0.4, c = cos(angle), s = sin(angle), t = 0.4, t_c = M_PI * sqrt(mass() / K);
    char slope[120], plane[120];
    snprintf(slope, sizeof slope, "segment: {from: [%.17g, %.17g], to: [%.17g, %.17g]}", -2 * c, -2 * s, 2 * c, 2 * s);
    snprintf(plane, sizeof plane, "plane: {point: [0, 0], normal: [%.17g, %.17g]}", -s, c);
    for (int method = 0; method < 2; method++)
        for (int slides = 0; slides < 2; slides++) {
            double mu = tan(angle) * (slides ? 0.9 : 1.1), turn, on_plane,
                   way = way_down(method, angle, mu, slope, &turn),
                   expected = slides ? 0.5 * G * (s - mu * c) * t * t : 0;
            /* soft: springs take a quarter of t_c to build friction up; contact dynamics: a step of the velocity */
            close_to(way, expected, method ? 1e-3 * G * fabs(s - mu * c) * t : 0.5 * t_c * mu * G * c * t);
            close_to(turn, 0, 1e-3);
            on_plane = way_down(method, angle, mu, plane, &turn);
            close_to(way, on_plane,
                     method ? 1e-9 : 1e-5); /* soft: the contact points are half a depth higher, 1e-6 m */
        }
}

/* Flies with its flat side against the end of a post, with a corner against a floor, and the like: the rebound of
 * the scene. */
static void test_bounce(void **state)
{
    (void)state;
    const struct {
        const char *wall;
        double angle, high;
    } on[] = {
        {"segment: {from: [0, -1], to: [0, 0]}", 0, 0.5},
        {"segment: {from: [1, 0], to: [-1, 0]}", M_PI / 4, sqrt(0.5)},
        {"segment: {from: [-1, 0], to: [1, 0]}", 0, 0.5},
        {"cylinder: {point: [0, -0.3], radius: 0.3, side: outside}", 0, 0.5},
        {"cylinder: {point: [0, -0.3], radius: 0.3, side: outside}", M_PI / 4, sqrt(0.5)},
    };
    for (int method = 0; method < 2; method++)
        for (size_t n = 0; n < sizeof on / sizeof *on; n++) {
            lab l = block(method, 0, 0, 0.7, 0, on[n].high * SIDE + 1.3e-4, on[n].angle, "[0, -0.5]", on[n].wall);
            lab_until(&l, 0.01);
            /* soft: the two corners of a flat side have springs and dashpots for the whole mass each: sqrt(2) of the
             * damping ratio */
            double l7 = log(0.7), ratio = sqrt(2) * l7 / sqrt(M_PI * M_PI + l7 * l7),
                   eps = !method && n == 2 ? exp(M_PI * ratio / sqrt(1 - ratio * ratio)) : 0.7;
            close_to(lab_v(&l, 0).y / 0.5, eps,
                     method
                         ? 1e-3
                         : 0.02); /* the tolerance of the solver; begin and end of the contact to a step of t_c / 100 */
            close_to(lab_v(&l, 0).x, 0, 1e-9);
            close_to(turned(&l), on[n].angle, method ? 1e-3 : 1e-9);
            lab_close(&l);
        }
}

/* Pentagons and discs poured into a hopper of two segments with a lid of a third: nothing gets through, and the floor's
 * reaction is their weight. */
static void test_hopper(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        lab l = lab_open(
            "repose: 1\ndimension: 2\nmethod: %s\nseed: 2\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\n"
            "interactions: [{between: [m, m], friction: 0.5, normal: {law: linear, stiffness: 2.0e4, damping: 5}, "
            "tangential: {law: cundall-strack, stiffness: 1.0e4}}]\n"
            "particles:\n  - {name: p, count: 40, material: m, shape: {polygon: {sides: [3, 6], angularity: 0.5}}, "
            "angle: random, radius: 0.006, place: {random: {lower: [-0.05, 0.06], upper: [0.05, 0.2]}}}\n"
            "  - {name: d, count: 20, material: m, radius: 0.005, place: {random: {lower: [-0.05, 0.06], upper: [0.05, "
            "0.2]}}}\n"
            "walls: [{name: left, segment: {from: [-0.1, 0.1], to: [-0.02, 0]}, material: m}, {name: right, segment: "
            "{from: [0.1, 0.1], to: [0.02, 0]}, material: m},\n"
            "        {name: lid, segment: {from: [-0.03, 0], to: [0.03, 0]}, material: m}, {name: fl, segment: {from: "
            "[-0.1, 0.1], to: [-0.1, 0.4]}, material: m}, {name: fr, segment: {from: [0.1, 0.1], to: [0.1, 0.4]}, "
            "material: m}]\n"
            "run: {until: 1, step: %g}\n",
            soft(method), method ? 1e-3 : 2e-5);
        lab_until(&l, 1.0);
        double weight = 0, up = 0;
        for (unsigned id = 0; id < l.w->particles.count; id++) {
            rp_vec x = lab_x(&l, id);
            double inside = 0.02 + 0.8 * x.y - fabs(x.x); /* left of the slopes */
            if (!(x.y > 0 && inside > 0)) fail_msg("%s: particle %u got out: %g %g", soft(method), id, x.x, x.y);
            weight += lab_mass(&l, id) * G;
        }
        for (int n = 0; n < l.w->wall_count; n++) up -= l.w->wall[n].force.y;
        close_to(up / weight, 1, 0.05); /* at rest but for the last tremble */
        rp_measures m = lab_measure(&l);
        assert_true(m.kinetic < 1e-4 * weight * 0.01);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shelf), cmocka_unit_test(test_slope),
                                       cmocka_unit_test(test_bounce), cmocka_unit_test(test_hopper)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
