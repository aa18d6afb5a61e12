/* Stress, fabric, rattlers, clusters against what they must be. */
#include "lab.h"
#include "measure/packing.h"

static rp_packing packing_of(const lab *l)
{
    rp_error err;
    rp_packing p;
    rp_contact_list list = {0};
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    lab_ok(rp_packing_take(l->w, &list, &(rp_packing_view){0}, &p, NULL, &err), &err);
    rp_memory_free(list.view);
    return p;
}

/* Three spheres in a row pressed together by hand, two more apart. The forces follow from the overlaps: the tensors
 * from them by their definitions, to rounding (1e-12: a few operations). */
static void tensors_by_hand(void **state)
{
    (void)state;
    const double k = 1e5, xi = 1e-4, r = 0.01;
    lab l = lab_open("repose: 1\ndimension: 3\nmethod: soft\ndomain: {lower: [0, 0, 0], upper: [0.2, 0.3, 0.4], "
                     "periodic: [x, y, z]}\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], normal: {law: linear, stiffness: %g}}]\n"
                     "particles: [{material: m, radius: %g, place: {list: [[0.05, 0.1, 0.1], [0.0699, 0.1, 0.1], "
                     "[0.0698, 0.1, 0.12], [0.15, 0.2, 0.3], [0.1501, 0.2, 0.34]]}}]\nrun: {until: 1, step: 1e-6}\n",
                     k, r);
    rp_packing p = packing_of(&l);
    double volume = 0.2 * 0.3 * 0.4, d = hypot(1e-4, 0.02);
    double touch = k * xi, shallow = k * (2 * r - d); /* the second pair is a hair apart: no force */
    assert_true(shallow < 0);
    close_to(p.all.contact_stress.xx, touch * (2 * r - xi) / volume, 1e-10 * touch / volume);
    close_to(p.all.contact_stress.yy, 0, 0);
    close_to(p.all.pressure, p.all.contact_stress.xx / 3, 1e-12 * p.all.pressure);
    close_to(p.all.fabric.xx, 1, 1e-15);
    close_to(p.all.solid_fraction, 5 * 4.0 / 3 * M_PI * r * r * r / volume, 1e-15);
    assert_int_equal(p.clusters, 4);
    assert_int_equal(p.largest_cluster, 2);
    assert_int_equal(p.rattlers, 5); /* none has two contacts */
    lab_close(&l);
}

/* A gas without contacts: the kinetic stress is the momentum's flux, the temperature the mean square per dimension. */
static void kinetic_stress_of_a_gas(void **state)
{
    (void)state;
    lab l = lab_open("repose: 1\ndimension: 2\nmethod: soft\ndomain: {lower: [0, 0], upper: [1, 2], periodic: [x, "
                     "y]}\nthickness: 0.5\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1e5}}]\n"
                     "particles: [{material: m, count: 200, radius: 0.01, place: {random: {lower: [0, 0], upper: [1, "
                     "2]}}, velocity: {thermal: 3}}]\nrun: {until: 1, step: 1e-6}\n");
    rp_packing p = packing_of(&l);
    double mass = 1000 * M_PI * 1e-4 * 0.5, volume = 1 * 2 * 0.5;
    close_to(p.all.temperature, 4.5, 1e-12); /* thermal speeds have exactly the rms of the scene, and no drift */
    close_to(p.all.kinetic_stress.xx + p.all.kinetic_stress.yy, 200 * mass * 9 / volume, 1e-9 * mass);
    close_to(p.all.pressure, 0.5 * 200 * mass * 9 / volume, 1e-9 * mass);
    lab_close(&l);
}

/* Under a piston at rest without gravity the stress along its axis is the load's pressure: what presses the lid presses
 * every layer. The tolerance is what is left of the motion: the unbalanced force is below 1e-4 of a contact's then. */
static void piston_presses_every_layer(void **state)
{
    (void)state;
    lab l = lab_open("repose: 1\ndimension: 2\nmethod: soft\nseed: 3\nthickness: 0.1\ndomain: {lower: [0, -0.1], "
                     "upper: [0.2, 1], periodic: [x]}\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], friction: 0.3, restitution: 0.2, normal: {law: linear, "
                     "stiffness: 1e5}, tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"
                     "particles: [{material: m, radius: {uniform: [0.008, 0.01]}, place: {lattice: {type: triangular, "
                     "lower: [0, 0], upper: [0.2, 0.2], spacing: 0.0201}}}]\n"
                     "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}, {name: lid, plane: "
                     "{point: [0, 0.2], normal: [0, -1]}, material: m, load: {pressure: 5000}, mass: 5}]\n"
                     "run: {until: 1, step: auto}\n");
    lab_until(&l, 3);
    rp_packing p = packing_of(&l);
    close_to(p.all.contact_stress.yy, 5000, 5000 * 1e-3);
    close_to(p.all.fabric.xx + p.all.fabric.yy, 1, 1e-12);
    close_to(p.all.contact_stress.xy, p.all.contact_stress.yx, 5); /* torques balance too */
    assert_true(p.all.carrying > 3);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensors_by_hand),
        cmocka_unit_test(kinetic_stress_of_a_gas),
        cmocka_unit_test(piston_presses_every_layer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
