/* Walls that end: segments in two dimensions, rectangles in three. A particle meets face, edge or corner at the nearest
 * point, by every method. */
#include "physics/lab.h"
#include "base/random.h"
#include "core/wall_shape.h"

static const double G = 9.81, R = 0.01;

/* ---- geometry ---- */

static void test_distance(void **s)
{
    (void)s;
    rp_wall w = {.shape = rp_wall_shape_find("rectangle"),
                 .point = {1, 2, 3},
                 .side = {{2, 0, 0}, {0, 0.6, 0.8}},
                 .normal = {0, -0.8, 0.6},
                 .dimension = 3};
    const rp_vec u = {1, 0, 0}, v = {0, 0.6, 0.8};
    for (int n = 0; n < 2000; n++) {
        /* along the sides and across, well beyond all edges; the distance in those coordinates is that from a box */
        rp_random random = rp_random_stream(7, RP_RANDOM_TEST, (uint64_t)n, 0);
        double a = rp_random_range(&random, -2, 4), b = rp_random_range(&random, -2, 3),
               c = rp_random_range(&random, -2, 2);
        rp_vec x = rp_vec_add(
                   w.point, rp_vec_add(rp_vec_scale(a, u), rp_vec_add(rp_vec_scale(b, v), rp_vec_scale(c, w.normal)))),
               normal;
        double over_a = a < 0 ? a : a > 2 ? a - 2 : 0, over_b = b < 0 ? b : b > 1 ? b - 1 : 0;
        double d = rp_wall_distance(&w, 0, x, &normal);
        close_to(d, sqrt(over_a * over_a + over_b * over_b + c * c), 1e-14);
        close_to(rp_vec_dot(normal, u) * d, over_a, 1e-14);
        close_to(rp_vec_dot(normal, v) * d, over_b, 1e-14);
    }
    /* turned by a quarter about its corner, and moved */
    w.spin_axis = (rp_vec){0, 0, 1};
    w.spin_point = w.point;
    w.angle = M_PI / 2;
    w.offset = (rp_vec){0, 0, 5};
    rp_vec normal;
    close_to(rp_wall_distance(&w, 0, (rp_vec){1, 4.5, 8}, &normal), 0.5,
             1e-14); /* beyond the end of the first side, which now points along y */
    close_to(normal.y, 1, 1e-14);
}

/* ---- a bounce on the end ---- */

static lab drop(const char *method, const char *step, double beside)
{
    return lab_open("repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\n"
                    "interactions: [{between: [m, m], restitution: 0.8, normal: {law: linear, stiffness: 1.0e9}}]\n"
                    "particles: [{material: m, radius: 0.01, place: {list: [[%.17g, 0.03]]}}]\n"
                    "walls: [{name: shelf, segment: {from: [-0.1, 0], to: [0, 0]}, material: m}]\n"
                    "run: {until: 1, step: %s, safety: 100}\n",
                    method, beside, step);
}

/* Velocity after a bounce on the point (0, 0) with restitution 0.8, smooth. */
static rp_vec bounced(double beside, double *when)
{
    double y = sqrt(R * R - beside * beside), fall = 0.03 - y;
    *when = sqrt(2 * fall / G);
    rp_vec n = {beside / R, y / R, 0}, v = {0, -G * *when, 0};
    return rp_vec_sub(v, rp_vec_scale(1.8 * rp_vec_dot(v, n), n));
}

static void bounce_by(const char *method, const char *step, double tolerance)
{
    double when;
    for (double beside = 0.002; beside < 0.0099; beside += 0.0025) {
        rp_vec after = bounced(beside, &when);
        lab l = drop(method, step, beside);
        double t = when + 0.01;
        lab_until(&l, t);
        t = l.w->time;
        rp_vec v = lab_v(&l, 0), x = lab_x(&l, 0);
        double y = sqrt(R * R - beside * beside), flown = t - when;
        close_to(v.x, after.x, tolerance);
        close_to(v.y, after.y - G * flown, tolerance);
        close_to(x.x, beside + after.x * flown, tolerance * 0.02);
        close_to(x.y, y + after.y * flown - 0.5 * G * flown * flown, tolerance * 0.02);
        lab_close(&l);
    }
}

static void test_bounce_event(void **s)
{
    (void)s;
    bounce_by("event-driven", "1.0e-3",
              1e-12); /* rounding of a time of 0.06 s, near the edge divided by the cosine of the normal */
}

static void test_bounce_soft(void **s)
{
    (void)s;
    /* t_c = pi sqrt(m / k) = 5.6e-5 s; while it lasts the normal turns by v t_c / r, 3e-3; restitution by steps to
     * O(1/100) */
    bounce_by("soft", "auto", 0.01);
}

static void test_bounce_contact_dynamics(void **s)
{
    (void)s;
    bounce_by("contact-dynamics", "5.0e-6", 1e-3); /* a step of 5e-6 s at 0.6 m/s turns the normal by 3e-4 */
}

/* The ball beside the end, farther than its radius, falls past it; one on the other side of a segment is met there. */
static void test_past_and_below(void **s)
{
    (void)s;
    static const char *const methods[] = {"soft", "contact-dynamics", "event-driven"};
    for (int n = 0; n < 3; n++) {
        lab l = drop(methods[n], "1.0e-5", 0.0101);
        lab_until(&l, 0.2);
        close_to(lab_v(&l, 0).y, -G * l.w->time, 1e-12);
        lab_close(&l);
        l = lab_open("repose: 1\ndimension: 2\nmethod: %s\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], restitution: 1, normal: {law: linear, stiffness: 1.0e9}}]\n"
                     "particles: [{material: m, radius: 0.01, place: {list: [[0, -0.05]]}, velocity: [0, 1]}, "
                     "{material: m, radius: 0.01, place: {list: [[0, 0.05]]}, velocity: [0, -1]}]\n"
                     "walls: [{name: shelf, segment: {from: [-0.1, 0], to: [0.1, 0]}, material: m}]\nrun: {until: 1, "
                     "step: 1.0e-6}\n",
                     methods[n]);
        lab_until(&l, 0.07);
        close_to(lab_v(&l, 0).y, -1, 1e-3); /* elastic to the order of dt / t_c squared */
        close_to(lab_v(&l, 1).y, 1, 1e-3);
        lab_close(&l);
    }
}

/* ---- over the end: a disc that turns about the end point until it is at 30 degrees, without slip ---- */

static void roll_by(const char *method, const char *step, double tolerance)
{
    double start = 0.05; /* rad */
    lab l = lab_open(
        "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\nthickness: 0.01\n"
        "interactions: [{between: [m, m], friction: 2, restitution: {normal: 0.3, tangential: 0}, normal: {law: "
        "linear, stiffness: 1.0e6}, tangential: {law: cundall-strack, damping_ratio: 0.3}}]\n"
        "particles: [{material: m, radius: 0.01, place: {list: [[%.17g, %.17g]]}}]\n"
        "walls: [{name: shelf, segment: {from: [-0.1, 0], to: [0, 0]}, material: m}]\n"
        "run: {until: 1, step: %s}\n",
        method, R * sin(start), R * cos(start), step);
    double angle = 0;
    while (angle < M_PI / 6) {
        lab_steps(&l, 10);
        rp_vec x = lab_x(&l, 0);
        angle = atan2(x.x, x.y);
        close_to(rp_vec_norm(x), R, 1e-3 * R); /* it has not left the end */
        assert_true(l.w->time < 1);
    }
    /* energy: 3/2 m r^2 w^2 / 2 = m g r (cos start - cos angle) */
    double w = -sqrt(4.0 / 3 * G / R * (cos(start) - cos(angle)));
    close_to(lab_omega(&l, 0).z, w, tolerance * fabs(w));
    lab_close(&l);
}

static void test_roll_over(void **s)
{
    (void)s;
    roll_by(
        "soft", "auto",
        2e-3); /* springs: overlap m g / k = 3e-8 m; the start without it shakes the disc by some 1e-3 of the energy */
    roll_by("contact-dynamics", "1.0e-5",
            2e-3); /* dt over the time of the motion, 0.1 s, times ten: semi-implicit in the normal */
}

/* Smooth, it slides off: it leaves where cos = 2/3 cos start, with the speed of a point on a circle. */
static void slide_by(const char *method, const char *step, double tolerance)
{
    double start = 0.1, leave = acos(2.0 / 3 * cos(start));
    lab l = lab_open(
        "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\nthickness: 0.01\n"
        "interactions: [{between: [m, m], restitution: 0.3, normal: {law: linear, stiffness: 1.0e6}}]\n"
        "particles: [{material: m, radius: 0.01, place: {list: [[%.17g, %.17g]]}}]\n"
        "walls: [{name: shelf, segment: {from: [-0.1, 0], to: [0, 0]}, material: m}]\n"
        "run: {until: 1, step: %s}\n",
        method, R * sin(start), R * cos(start), step);
    while (lab_x(&l, 0).y > -2 * R && l.w->time < 1) lab_steps(&l, 100);
    double v = sqrt(2 * G * R * (cos(start) - cos(leave)));
    close_to(lab_v(&l, 0).x, v * cos(leave), tolerance * v);
    close_to(lab_omega(&l, 0).z, 0, 1e-12);
    lab_close(&l);
}

static void test_slide_off(void **s)
{
    (void)s;
    slide_by("soft", "auto", 2e-3);
    slide_by("contact-dynamics", "1.0e-5", 2e-3);
}

/* ---- moving ---- */

/* A paddle turns about its end and meets a ball at rest at distance L: an elastic wall of infinite mass gives it twice
 * its own speed there. */
static void test_paddle(void **s)
{
    (void)s;
    static const char *const methods[] = {"soft", "contact-dynamics"};
    for (int n = 0; n < 2; n++) {
        lab l = lab_open(
            "repose: 1\ndimension: 2\nmethod: %s\nmaterials: {m: {density: 1000}}\n"
            "interactions: [{between: [m, m], restitution: 1, normal: {law: linear, stiffness: 1.0e9}}]\n"
            "particles: [{material: m, radius: 0.01, place: {list: [[0.1, 0.05]]}}]\n"
            "walls: [{name: paddle, segment: {from: [0, 0], to: [0.2, 0]}, material: m, rotation: {speed: 2}}]\n"
            "run: {until: 1, step: 3.0e-6}\n",
            methods[n]);
        lab_until(&l, 0.25);
        /* touches where the distance of (0.1, 0.05) from the turned line is r; the foot is at sqrt(d^2 - r^2) from the
         * axis */
        double d = hypot(0.1, 0.05), foot = sqrt(d * d - R * R), angle = atan2(0.05, 0.1) - asin(R / d);
        rp_vec v = lab_v(&l, 0);
        close_to(v.x, -2 * 2 * foot * sin(angle), 2e-3); /* t_c times the spin turns the normal; steps as above */
        close_to(v.y, 2 * 2 * foot * cos(angle), 2e-3);
        lab_close(&l);
    }
    rp_error err;
    rp_scene *scene;
    rp_world *w;
    const char *text = "repose: 1\ndimension: 2\nmethod: event-driven\nmaterials: {m: {density: 1}}\ninteractions: "
                       "[{between: [m, m], restitution: 1}]\n"
                       "particles: [{material: m, radius: 0.01, place: {list: [[0.1, 0.05]]}}]\n"
                       "walls: [{name: paddle, segment: {from: [0, 0], to: [0.2, 0]}, material: m, rotation: {speed: "
                       "2}}]\nrun: {until: 1}\n";
    assert_int_equal(rp_scene_load_text("s.yaml", text, strlen(text), NULL, &scene, &err), RP_OK);
    assert_int_equal(rp_scene_build(scene, NULL, &w, &err), RP_OK);
    rp_world_step_set(w, 1e-3);
    assert_int_equal(rp_method_find("event-driven")->prepare(w, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "paddle"));
    rp_method_find("event-driven")->destroy(w);
    rp_world_destroy(w);
    rp_scene_destroy(scene);
}

/* ---- event-driven gases among such walls: no overlap ever, energy kept ---- */

static double deepest(const lab *l)
{
    double depth = -INFINITY;
    rp_vec normal;
    for (size_t i = 0; i < l->w->particles.count; i++)
        for (int n = 0; n < l->w->wall_count; n++)
            for (int face = 0; face < rp_wall_faces(&l->w->wall[n]); face++)
                depth = fmax(depth, l->w->particles.row[i].r
                                        - rp_wall_distance(&l->w->wall[n], face,
                                                           rp_particle_position(&l->w->particles, i), &normal));
    return depth;
}

static void gas(const char *text, double end, int conserved)
{
    lab l = lab_text(text);
    double energy = lab_measure(&l).kinetic;
    for (int n = 1; n <= 200; n++) {
        lab_until(&l, end * n / 200);
        assert_true(deepest(&l) < 1e-12); /* rounding of positions below 1 and of times below 20 at speeds near 1 */
    }
    if (conserved) close_to(lab_measure(&l).kinetic, energy, 1e-11 * energy);
    lab_close(&l);
}

static void test_gas(void **s)
{
    (void)s;
    gas("repose: 1\ndimension: 2\nmethod: event-driven\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], "
        "restitution: 1}]\n"
        "particles: [{count: 60, material: m, radius: 0.03, place: {random: {lower: [0, 0], upper: [1, 1]}}, velocity: "
        "{thermal: 1}}]\n"
        "walls:\n  - {name: box, box: {lower: [0, 0], upper: [1, 1]}, material: m}\n"
        "  - {name: cross, segment: {from: [0.3, 0.3], to: [0.7, 0.7]}, material: m}\n  - {name: stub, segment: {from: "
        "[0, 0.6], to: [0.3, 0.6]}, material: m}\n"
        "run: {until: 100, step: 0.01}\n",
        20, 1);
    gas("repose: 1\ndimension: 3\nmethod: event-driven\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], "
        "restitution: 1}]\n"
        "particles: [{count: 60, material: m, radius: 0.06, place: {random: {lower: [0, 0, 0], upper: [1, 1, 1]}}, "
        "velocity: {thermal: 1}}]\n"
        "walls:\n  - {name: box, box: {lower: [0, 0, 0], upper: [1, 1, 1]}, material: m}\n"
        "  - {name: plate, rectangle: {corner: [0.3, 0.3, 0.5], sides: [[0.4, 0, 0], [0, 0.24, 0.32]]}, material: m}\n"
        "run: {until: 100, step: 0.01}\n",
        20, 1);
    /* shaken, in gravity */
    gas("repose: 1\ndimension: 2\nmethod: event-driven\ngravity: [0, -1]\nmaterials: {m: {density: 1}}\ninteractions: "
        "[{between: [m, m], restitution: 0.95}]\n"
        "particles: [{count: 40, material: m, radius: 0.03, place: {random: {lower: [0, 0.4], upper: [1, 1]}}, "
        "velocity: {thermal: 1}}]\n"
        "walls:\n  - {name: box, box: {lower: [0, 0], upper: [1, 3]}, material: m}\n"
        "  - {name: shelf, segment: {from: [0.2, 0.25], to: [0.8, 0.35]}, material: m, vibration: {amplitude: [0.02, "
        "0.05], frequency: 2}}\n"
        "run: {until: 100, step: 0.01, event-driven: {collapse: tc, contact_time: 1.0e-4}}\n",
        5, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_bounce_event),
        cmocka_unit_test(test_bounce_soft),
        cmocka_unit_test(test_bounce_contact_dynamics),
        cmocka_unit_test(test_past_and_below),
        cmocka_unit_test(test_roll_over),
        cmocka_unit_test(test_slide_off),
        cmocka_unit_test(test_paddle),
        cmocka_unit_test(test_gas),
    };
    rp_threads_set(1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
