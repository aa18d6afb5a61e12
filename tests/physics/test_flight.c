/* Motion without contacts: free fall, gravity and forces from tables, torques, locks, held groups, periodic borders.
 *
 * Velocity Verlet is exact for a constant acceleration, so those tolerances are rounding: a sum of n terms of size x is
 * off by at most n x 1.1e-16, and by far less here. For an acceleration linear in time the velocity is exact
 * (trapezoid) and the position is off by dt^2 a' t / 6. */
#include "lab.h"

#define HEAD3                                                                                                          \
    "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1000}}\n"                                         \
    "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1000}}]\n"
#define HEAD2                                                                                                          \
    "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1000}}\n"                                         \
    "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1000}}]\n"

static void free_fall(void **state)
{
    (void)state;
    lab l = lab_open(HEAD3 "gravity: [1, -2, -9.81]\nparticles: [{material: m, radius: 0.01, place: {list: [[0, 0, "
                           "5]]}, velocity: [3, 2, 1]}]\nrun: {until: 1, step: 1.0e-4}\n");
    lab_steps(&l, 10000);
    close_to(l.w->time, 1, 1e-12);
    /* 1e4 steps of rounding at 5 m: 1e4 * 5 * 1.1e-16 */
    close_to(lab_x(&l, 0).x, 3 + 0.5, 6e-12);
    close_to(lab_x(&l, 0).y, 2 - 1, 6e-12);
    close_to(lab_x(&l, 0).z, 5 + 1 - 0.5 * 9.81, 6e-12);
    close_to(lab_v(&l, 0).z, 1 - 9.81, 1e-11);
    rp_measures m = lab_measure(&l);
    double mass = lab_mass(&l, 0);
    close_to(l.w->totals.gravity / mass, 1 * 3.5 - 2 * 1 - 9.81 * (1 - 0.5 * 9.81), 1e-10);
    close_to(m.budget_error, 0, 1e-12 * m.turnover);
    lab_close(&l);
}

static void gravity_table(void **state)
{
    (void)state;
    /* g_y rises linearly from 0 to -10 over 1 s, then stays: v(2) = -5 - 10, x(2) = -10/6 - 5 - 5 */
    lab l = lab_open(HEAD2 "gravity: {table: [[0, 0, 0], [1, 0, -10]]}\nparticles: [{material: m, radius: 0.1, place: "
                           "{list: [[0, 0]]}}]\nrun: {until: 2, step: 1.0e-3}\n");
    lab_steps(&l, 2000);
    close_to(lab_v(&l, 0).y, -15, 1e-11);
    close_to(lab_x(&l, 0).y, -10.0 / 6 - 10, 1.001e-6 * 10 / 6 + 1e-10); /* dt^2 a' t / 6 */
    /* the kink lies on a step, gravity's work is the trapezoid times the step's path: second order */
    rp_measures m = lab_measure(&l);
    close_to(m.budget_error, 0, 1e-6 * m.turnover);
    lab_close(&l);
}

/* Work of a constant force is force times way: it must not depend on the step. */
static void constant_force_and_torque(void **state)
{
    (void)state;
    lab l = lab_open(HEAD3 "particles: [{mass: 2, material: m, radius: 0.1, place: {list: [[0, 0, 0]]}, velocity: [1, "
                           "0, 0], force: [4, 0, 6], torque: [0, 0.02, 0]}]\nrun: {until: 1, step: 1.0e-3}\n");
    lab_steps(&l, 1000);
    close_to(lab_v(&l, 0).x, 1 + 2, 1e-12);
    close_to(lab_v(&l, 0).z, 3, 1e-12);
    close_to(lab_x(&l, 0).x, 1 + 1, 1e-12);
    double inertia = 0.4 * 2 * 0.01;
    close_to(lab_omega(&l, 0).y, 0.02 / inertia, 1e-12);
    /* orientation: turned about y by half of omega t, as a quaternion; second order: an angle of 2.5e-3 a step, cubed,
     * over 12, 1000 times */
    const double *q = l.w->particles.orientation[0];
    double angle = 0.5 * 0.02 / inertia;
    close_to(2 * atan2(q[2], q[0]), angle, 1000 * pow(0.02 / inertia * 1e-3, 3) / 12);
    close_to(q[1], 0, 1e-15);
    close_to(q[3], 0, 1e-15);
    close_to(l.w->totals.drives, 4 * 2 + 6 * 1.5 + 0.02 * angle, 1e-10); /* force times way, torque times angle */
    close_to(lab_measure(&l).budget_error, 0, 1e-10);
    lab_close(&l);
}

static void tabulated_force_and_torque(void **state)
{
    (void)state;
    /* force 0 -> 8 N over 1 s on 2 kg: v = 2, x = 2/3; torque -0.01 -> 0 on I = m r^2 / 2 = 0.01: omega = -0.5, angle =
     * -1/3 */
    lab l = lab_open(HEAD2
                     "particles: [{mass: 2, material: m, radius: 0.1, place: {list: [[0, 0]]}, force: {table: [[0, 0, "
                     "0], [1, 8, 0]]}, torque: {table: [[0, -0.01], [1, 0]]}}]\nrun: {until: 1, step: 1.0e-3}\n");
    lab_steps(&l, 1000);
    close_to(lab_v(&l, 0).x, 2, 1e-12);
    close_to(lab_x(&l, 0).x, 2.0 / 3, 1.001e-6 * 4 / 6 + 1e-12); /* dt^2 a' t / 6 */
    close_to(lab_omega(&l, 0).z, -0.5, 1e-12);
    close_to(l.w->particles.orientation[0][0], -1.0 / 3, 1e-6);
    rp_measures m = lab_measure(&l);
    close_to(m.budget_error, 0, 1e-6 * m.turnover); /* second order */
    lab_close(&l);
}

static void locks(void **state)
{
    (void)state;
    lab l = lab_open(HEAD3 "gravity: [1, 2, 3]\nparticles:\n"
                           "  - {name: a, material: m, radius: 0.01, place: {list: [[0, 0, 0]]}, lock: [x], torque: "
                           "[1.0e-6, 2.0e-6, 3.0e-6]}\n"
                           "  - {name: b, material: m, radius: 0.01, place: {list: [[1, 0, 0]]}, lock: [y, z, "
                           "rotation_y], torque: [1.0e-6, 2.0e-6, 3.0e-6]}\n"
                           "  - {name: c, material: m, radius: 0.01, place: {list: [[2, 0, 0]]}, lock: [rotation], "
                           "torque: [1.0e-6, 2.0e-6, 3.0e-6]}\n"
                           "run: {until: 1, step: 1.0e-3}\n");
    double inertia = 0.4 * lab_mass(&l, 0) * 1e-4;
    lab_steps(&l, 1000);
    assert_true(lab_x(&l, 0).x == 0);
    close_to(lab_v(&l, 0).y, 2, 1e-12);
    close_to(lab_v(&l, 0).z, 3, 1e-12);
    close_to(lab_v(&l, 1).x, 1, 1e-12);
    assert_true(lab_x(&l, 1).y == 0 && lab_x(&l, 1).z == 0 && lab_omega(&l, 1).y == 0);
    close_to(lab_omega(&l, 1).x, 1e-6 / inertia, 1e-9);
    close_to(lab_omega(&l, 1).z, 3e-6 / inertia, 1e-9);
    assert_true(rp_vec_norm(lab_omega(&l, 2)) == 0);
    close_to(lab_v(&l, 2).z, 3, 1e-12);
    close_to(lab_measure(&l).budget_error, 0, 1e-10 * lab_measure(&l).turnover); /* locks do no work */
    lab_close(&l);
}

static void held_groups(void **state)
{
    (void)state;
    lab l = lab_open(HEAD3 "gravity: [0, 0, -9.81]\nparticles:\n"
                           "  - {name: ice, material: m, radius: 0.01, place: {list: [[0, 0, 0]]}, frozen: true}\n"
                           "  - {name: belt, material: m, radius: 0.01, place: {list: [[1, 0, 0]]}, driven: {velocity: "
                           "[0.5, 0, -1], omega: [0, 7, 0]}}\n"
                           "  - {name: pump, material: m, radius: 0.01, place: {list: [[3, 0, 0]]}, driven: {velocity: "
                           "{table: [[0, 0, 0, 0], [1, 4, 0, 0]]}}}\n"
                           "run: {until: 1, step: 1.0e-3}\n");
    lab_steps(&l, 1000);
    assert_true(rp_vec_norm(lab_x(&l, 0)) == 0 && rp_vec_norm(lab_v(&l, 0)) == 0);
    close_to(lab_x(&l, 1).x, 1.5, 1e-12);
    close_to(lab_x(&l, 1).z, -1, 1e-12);
    close_to(lab_v(&l, 1).z, -1, 0);
    close_to(lab_omega(&l, 1).y, 7, 1e-14);
    close_to(lab_x(&l, 2).x, 5, 1e-12); /* the trapezoid is exact for a linear table */
    close_to(lab_v(&l, 2).x, 4, 1e-12);
    assert_true(l.w->totals.gravity == 0); /* gravity does not work on what is held */
    lab_close(&l);
}

/* Around a periodic domain many times: the unwrapped path is that of free space, and the position stays inside. */
static void periodic_images(void **state)
{
    (void)state;
    lab l = lab_open(HEAD3 "domain: {lower: [-0.5, 0, 1], upper: [0.5, 0.3, 1.7], periodic: [x, y, z]}\n"
                           "particles: [{material: m, radius: 0.01, place: {list: [[0, 0.1, 1.1]]}, velocity: [3, -2, "
                           "0.7]}]\nrun: {until: 3, step: 1.0e-3}\n");
    lab_steps(&l, 3000);
    const rp_row *row = &l.w->particles.row[0];
    /* positions are wrapped at a rebuild; between two of them they may stand beyond by at most half a skin */
    double beyond = 0.5 * l.w->contacts.skin;
    assert_in_range((long long)((row->x + 0.5 + beyond) * 1e9), 0, (long long)((1 + 2 * beyond) * 1e9));
    assert_in_range((long long)((row->y + beyond) * 1e9), 0, (long long)((0.3 + 2 * beyond) * 1e9));
    assert_int_equal(l.w->particles.image[0][0], 9);
    assert_int_equal(l.w->particles.image[0][1], -20);
    assert_int_equal(l.w->particles.image[0][2], 3);
    close_to(lab_x(&l, 0).x, 9, 1e-11);
    close_to(lab_x(&l, 0).y, 0.1 - 6, 1e-11);
    close_to(lab_x(&l, 0).z, 1.1 + 2.1, 1e-11);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_fall),
        cmocka_unit_test(gravity_table),
        cmocka_unit_test(constant_force_and_torque),
        cmocka_unit_test(tabulated_force_and_torque),
        cmocka_unit_test(locks),
        cmocka_unit_test(held_groups),
        cmocka_unit_test(periodic_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
