/* A run that is saved and restored after every single step has the bits of one that is not: nothing that the steps to
 * come depend on is left out of the state, whatever the step was about to do (rebuild its list, change a wall's reach,
 * ...). */
#include "physics/lab.h"

#include "core/archive.h"

static const char *scene =
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 4\ngravity: [0.5, -9.81]\ndomain: {lower: [0, -0.02], upper: [0.2, "
    "0.3], periodic: [x]}\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.4, %s}]\n"
    "particles:\n  - {name: a, %s, count: 60, material: m, radius: {uniform: [0.003, 0.004]}, place: {random: {lower: "
    "[0, 0], upper: [0.2, 0.1]}}, velocity: {thermal: 0.5}}\n"
    "  - {name: b, shape: %s, count: 40, material: m, radius: 0.003, place: {random: {lower: [0, 0], upper: [0.2, "
    "0.15]}}, velocity: {thermal: 0.5}}\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m},\n"
    "        {name: paddle, segment: {from: [0.05, 0.05], to: [0.1, 0.06]}, material: m, rotation: {speed: 3}}, {name: "
    "hump, cylinder: {point: [0.15, 0], radius: 0.02, side: outside}, material: m}]\n"
    "run: {until: 1, step: %s}\n";

static void restart(lab *b, const lab *a)
{
    rp_error err;
    rp_archive archive;
    rp_archive_init(&archive);
    lab_ok(rp_world_save(a->w, &archive, &err), &err);
    if (a->method->save) lab_ok(a->method->save(a->w, &archive, &err), &err);
    b->method->destroy(b->w);
    lab_ok(rp_world_load(b->w, &archive, &err), &err);
    if (b->method->load) lab_ok(b->method->load(b->w, &archive, &err), &err);
    rp_archive_free(&archive);
    lab_ok(b->method->prepare(b->w, &err), &err);
}

static void run(const char *method, const char *laws, const char *one, const char *other, const char *step, int steps)
{
    rp_error err;
    char first[33], second[33];
    lab a = lab_open(scene, method, laws, one, other, step), b = lab_open(scene, method, laws, one, other, step);
    for (int n = 0; n < steps; n++) {
        lab_steps(&a, 1);
        lab_steps(&b, 1);
        lab_ok(rp_world_hash(a.w, first, &err), &err);
        lab_ok(rp_world_hash(b.w, second, &err), &err);
        if (strcmp(first, second) != 0) fail_msg("%s: other bits after step %d", method, n + 1);
        restart(&b, &a);
    }
    assert_true(a.w->contacts.rebuilds > 2);
    lab_close(&b);
    lab_close(&a);
}

static void test_polygons(void **state)
{
    (void)state;
    const char *laws = "normal: {law: linear, stiffness: 5.0e4}, tangential: {law: cundall-strack, damping_ratio: 0.5}",
               *stones = "shape: {polygon: {sides: [4, 7], angularity: 0.7}}, angle: random";
    run("soft", laws, stones, "disc", "2.0e-5", 400);
    run("contact-dynamics", laws, stones, "disc", "2.0e-4", 150);
}

static void test_memory(void **state)
{
    (void)state;
    run("soft",
        "normal: {law: fractional, order: 0.2, cluster_order: 0.6, cluster_size: 5, contact_time: 1.0e-3}, tangential: "
        "{law: cundall-strack, stiffness: 100}",
        "shape: sphere", "sphere", "2.0e-5", 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_polygons), cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
