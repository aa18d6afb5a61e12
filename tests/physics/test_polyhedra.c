/* Polyhedra by contact dynamics: free rotation, a box on an incline, a stack, a ball on a cube, the same bits,
 * refusals.
 */
#include "stack.h"

/* ---- free rotation ---- */

/* A box of three different edges about its middle axis, slightly off: it turns over again and again. The angular
 * momentum stays to rounding, the energy errs by (omega dt)^2 without a drift. */
static double tumble(double dt)
{
    lab l = lab_open("{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
                     "interactions: [{between: [m, m], friction: 0, restitution: 0}],\n"
                     "particles: [{shape: {polyhedron: {box: [1, 2, 3]}}, omega: [0.01, 3, 0.01], material: m, "
                     "place: {list: [[0, 0, 0]]}}],\nrun: {until: 40, step: %.17g}}",
                     dt);
    const rp_rigid *b = &l.w->bodies.body[0];
    const rp_vec momentum = b->momentum;
    const double energy = rp_rigid_rotational_energy(b);
    double worst = 0, least = INFINITY;
    close_to(b->mass, 6, 1e-13); /* closed forms: m (b^2 + c^2) / 12, the least first */
    close_to(b->moment[0], 6 * (1 + 4) / 12.0, 1e-13);
    close_to(b->moment[1], 6 * (1 + 9) / 12.0, 1e-13);
    close_to(b->moment[2], 6 * (4 + 9) / 12.0, 1e-13);
    for (int k = 1; k <= 400; k++) {
        lab_until(&l, 0.1 * k);
        worst = fmax(worst, fabs(rp_rigid_rotational_energy(b) / energy - 1));
        rp_vec axis[3];
        rp_rigid_axes(b, 3, axis);
        least = fmin(least, rp_vec_dot(axis[1], rp_vec_scale(1 / rp_vec_norm(momentum), momentum)));
    }
    print_message("momentum %.3g energy %.3g\n", rp_vec_norm(rp_vec_sub(b->momentum, momentum)) / rp_vec_norm(momentum),
                  worst);
    assert_true(rp_vec_norm(rp_vec_sub(b->momentum, momentum)) < 1e-11 * rp_vec_norm(momentum)); /* 40000 steps */
    assert_true(fabs(least) > 0.9); /* it has turned over: the middle axis points both ways */
    lab_close(&l);
    return worst;
}

static void tumbling_box(void **state)
{
    (void)state;
    const double coarse = tumble(4e-3), fine = tumble(2e-3);
    assert_true(coarse < 1e-4 && fine < 0.3 * coarse); /* second order: a quarter */
}

/* ---- a box on an incline ---- */

/* Gravity is turned instead of the plane; the box stands on it by one of its faces, edges w along the slope and h up.
 */
static lab incline(double w, double h, double mu, double slope, double dt)
{
    return lab_open(
        "{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
        "gravity: [%.17g, 0, %.17g], interactions: [{between: [m, m], friction: %g, restitution: 0}],\n"
        "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}],\n"
        "particles: [{shape: {polyhedron: {box: [%g, 1, %g]}}, material: m, place: {list: [[0, 0, %g]]}}],\n"
        "run: {until: 10, step: %g, contact-dynamics: {tolerance: 1.0e-10, iterations: {max: 20000}}}}",
        10 * sin(slope), -10 * cos(slope), mu, w, h, 0.5 * h, dt);
}

/* At 0.999 of the friction angle it stays, at 1.001 it slides by v = g (sin - mu cos) t. */
static void box_sticks_and_slides(void **state)
{
    (void)state;
    const double mu = 0.5, t = 0.5;
    for (int k = 0; k < 2; k++) {
        const double slope = atan(mu) * (k ? 1.001 : 0.999), speed = 10 * (sin(slope) - mu * cos(slope)) * t;
        lab l = incline(1, 1, mu, slope, 1e-2);
        const rp_rigid *b = &l.w->bodies.body[0];
        lab_until(&l, t - 1e-9);
        close_to(b->v.x, k ? speed : 0, 1e-6); /* the solver's tolerance times g dt, some steps of it */
        assert_true(!k || speed > 2e-3);
        close_to(rp_vec_norm(b->omega), 0, 1e-6);
        lab_close(&l);
    }
}

/* A tall box with rough sides tips where tan(slope) = w / h. Just above it begins to turn about its lower edge by
 * omega' = g (h sin - w cos) / 2 / ((w^2 + h^2) / 3), which grows as cosh does: within 1 % of linear for short times.
 */
static void box_tips(void **state)
{
    (void)state;
    const double w = 1, h = 2, t = 0.05;
    for (int k = 0; k < 2; k++) {
        const double slope = atan(w / h) * (k ? 1.001 : 0.999),
                     turning = 10 * (h * sin(slope) - w * cos(slope)) / 2 / ((w * w + h * h) / 3) * t;
        lab l = incline(w, h, 2, slope, 1e-3);
        const rp_rigid *b = &l.w->bodies.body[0];
        lab_until(&l, t - 1e-9);
        if (k) close_to(b->omega.y / turning, 1, 0.03); /* the step counts its end: 1 / 50 */
        else close_to(rp_vec_norm(b->omega), 0, 1e-7);
        lab_close(&l);
    }
}

/* ---- standing ---- */

static void stack_stands(void **state)
{
    (void)state;
    lab l = stack(20, "tolerance: 1.0e-10, iterations: {max: 20000}");
    lab_steps(&l, 300);
    const double moved = drift(&l);
    print_message("drift of 20 boxes in 300 steps: %.2g of an edge\n", moved);
    assert_true(moved < 1e-6);
    assert_int_equal(lab_measure(&l).wall_contacts, 4); /* four corners on the floor, four points between two boxes */
    assert_int_equal(lab_measure(&l).contacts, 4 * 19);
    lab_close(&l);
}

/* A ball that comes to rest on a cube, and the cube on the floor: the forces are their weights. */
static void ball_on_a_cube(void **state)
{
    (void)state;
    lab l = lab_open("{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
                     "gravity: [0, 0, -10], interactions: [{between: [m, m], friction: 0.5, restitution: 0}],\n"
                     "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}],\n"
                     "particles: [{name: c, shape: {polyhedron: {solid: cube}}, radius: %.17g, material: m, place: "
                     "{list: [[0, 0, 0.5]]}},\n"
                     "  {name: s, radius: 0.3, material: m, place: {list: [[0.2, 0.1, 1.4]]}},\n"
                     "  {name: d, shape: {clump: {spheres: [[-0.2, 0, 0, 0.2], [0.2, 0, 0, 0.2]]}}, material: m, "
                     "place: {list: [[-0.1, -0.3, 1.3]]}}],\n"
                     "run: {until: 1, step: 1e-3, contact-dynamics: {tolerance: 1.0e-9}}}",
                     0.5 * sqrt(3));
    lab_until(&l, 1);
    close_to(lab_x(&l, 1).z, 1.3, 1e-6); /* where they stand follows from the radii; what iterations leave: 1e-9 g dt */
    close_to(lab_x(&l, 2).z, 1.2, 1e-6);
    close_to(lab_x(&l, 0).z, 0.5, 1e-6);
    close_to(lab_measure(&l).kinetic, 0, 1e-12);
    lab_close(&l);
}

/* ---- the same bits ---- */

static void same_bits(void **state)
{
    static const char text[] =
        "{repose: 1, dimension: 3, method: contact-dynamics, seed: 3, gravity: [0, 0, -1], materials: {m: {density: "
        "1}},\n"
        "interactions: [{between: [m, m], friction: 0.4, restitution: 0.2}],\n"
        "domain: {lower: [0, 0, 0], upper: [8, 8, 20], periodic: [x]},\n"
        "walls: [{name: box, box: {lower: [-1, 0, 0], upper: [9, 8, 20]}, material: m}],\n"
        "particles: [{name: p, shape: {polyhedron: {random: [6, 12]}}, angle: random, radius: {uniform: [0.6, 1]}, "
        "material: m, count: 60, velocity: [0.5, 0, -3], place: {random: {lower: [0, 0, 0], upper: [8, 8, 16]}}},\n"
        "  {name: t, shape: {polyhedron: {solid: octahedron}}, angle: random, radius: {uniform: [0.6, 1]}, material: "
        "m, "
        "count: 20, velocity: [0.5, 0, -3], place: {random: {lower: [0, 0, 0], upper: [8, 8, 16]}}},\n"
        "  {name: s, material: m, radius: 0.4, count: 30, velocity: [0, 0, -3], place: {random: {lower: [0, 0, 0], "
        "upper: [8, 8, 16]}}}],\nrun: {until: 9, step: 5e-3}}";
    lab a, b;
    (void)state;
    lab_twins(text, 4, 120, &a, &b);
    const rp_measures m = lab_measure(&a); /* they have struck, and some touch now: histories are at work */
    assert_true(a.w->totals.normal > 0.1 * m.kinetic && m.contacts + m.wall_contacts > 20);
    lab_close(&a);
    lab_close(&b);
}

/* ---- what is refused ---- */

static void refused(const char *rest, const char *why)
{
    char text[1500], told[1600];
    rp_error err;
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    snprintf(text, sizeof text,
             "{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
             "domain: {lower: [-9, -9, -9], upper: [9, 9, 9]}, run: {until: 1, step: 1e-3}, %s}",
             rest);
    def.text = text;
    assert_int_equal(rp_sim_create(&def, &sim, &err), RP_INPUT);
    rp_error_text(&err, told, sizeof told);
    if (!strstr(told, why)) fail_msg("'%s' lacks '%s'", told, why);
}

static void what_cannot_be(void **state)
{
    static const char box[] =
        "particles: [{shape: {polyhedron: {box: [1, 1, 1]}}, material: m, place: {list: [[0, 0, 0]]}}]";
    char rest[1000];
    (void)state;
    snprintf(rest, sizeof rest,
             "%s, interactions: [{between: [m, m], friction: 0, restitution: 0, "
             "rolling: {law: constant-torque, friction: 0.1}}]",
             box);
    refused(rest, "rolling friction of clumps and polyhedra");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tumbling_box),   cmocka_unit_test(box_sticks_and_slides),
                                       cmocka_unit_test(box_tips),       cmocka_unit_test(stack_stands),
                                       cmocka_unit_test(ball_on_a_cube), cmocka_unit_test(same_bits),
                                       cmocka_unit_test(what_cannot_be)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
