/* Friction that depends on the speed of slip, from the scene to the motion: a sphere that slides on a floor is slowed
 * by mu(v) g. */
#include "lab.h"

#include "laws/interaction.h"

static const double G = 9.81, slip = 0.3;

static lab slide(const char *friction)
{
    /* rests on the floor: k xi = m g; no rotation yet */
    const double R = 1e-3, density = 2500, k = 1e3, m = 4.0 / 3 * M_PI * density * R * R * R;
    return lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: %.17g}}\n"
        "interactions: [{between: [m, m], friction: %s, normal: {law: linear, stiffness: %.17g}, tangential: {law: "
        "coulomb}}]\n"
        "particles: [{name: a, material: m, radius: %.17g, place: {list: [[0, 0, %.17g]]}, velocity: [%.17g, 0, 0]}]\n"
        "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: {until: 1, step: "
        "1.0e-6}\n",
        density, friction, k, R, R - m * G / k, slip);
}

/* Slip falls by (1 + 5/2) mu g t; over 100 steps mu is constant to 1e-3. */
static void check(const char *friction, double mu)
{
    lab l = slide(friction);
    lab_steps(&l, 100);
    close_to(slip - lab_v(&l, 0).x, mu * G * 100e-6, 2e-3 * mu * G * 100e-6);
    lab_close(&l);
}

static void test_friction_by_speed(void **state)
{
    (void)state;
    check("0.4", 0.4);
    check("{at_rest: 0.5, at_speed: 0.2, speed: 0.1}", 0.2 + 0.3 * exp(-3));
    check("{table: [[0, 0.6], [0.2, 0.5], [0.4, 0.3]]}", 0.4);
}

/* What the scene says is what the interaction has; static friction defaults to that at rest. */
static void test_scene(void **state)
{
    (void)state;
    lab l = slide("{at_rest: 0.5, at_speed: 0.2, speed: 0.1}");
    const rp_interaction *x = &l.w->interaction[0];
    assert_int_equal(x->friction_curve.kind, RP_CURVE_EXPONENTIAL);
    close_to(x->friction_static, 0.5, 0);
    lab_close(&l);
    l = slide("{static: 0.7, table: [[0, 0.6], [0.2, 0.5]]}");
    x = &l.w->interaction[0];
    assert_int_equal(x->friction_curve.kind, RP_CURVE_TABLE);
    assert_int_equal(x->friction_curve.count, 2);
    close_to(x->friction_static, 0.7, 0);
    close_to(x->friction, 0.6, 0);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_friction_by_speed), cmocka_unit_test(test_scene)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
