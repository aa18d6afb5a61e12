/* Contact dynamics: the same bits for any number of threads, any instruction set, after save and load, and with
 * observers looking. */
#include <stdlib.h>
#include "../physics/lab.h"
#include "core/archive.h"

/* A column of grains, some glued to the floor, under a loaded lid, falling into a turning drum's motion of its own:
 * every kind of contact. Enough grains for more than one thread (solve.c). */
static lab scene(const char *solver, const char *order, const char *stepping)
{
    return lab_open(
        "repose: 1\ndimension: 2\nmethod: contact-dynamics\nseed: 4\ngravity: [0, -9.81]\ndomain: {lower: [0, -0.1], "
        "upper: [0.6, 2], periodic: [x]}\n"
        "materials: {m: {density: 1000}}\ninteractions: [{between: [m, m], friction: {static: 0.5, sliding: 0.4}, "
        "restitution: 0.3}]\n"
        "particles:\n  - {name: rough, material: m, radius: 0.004, place: {lattice: {type: square, lower: [0, -0.004], "
        "upper: [0.6, 0.0041], spacing: 0.01}}, glued: floor}\n"
        "  - {name: grains, material: m, radius: {uniform: [0.003, 0.004]}, count: 5000, place: {lattice: {type: "
        "triangular, lower: [0, 0.006], upper: [0.6, 0.8], spacing: 0.0081, jitter: 1}}}\n"
        "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, velocity: [0.2, 0]}\n"
        "  - {name: lid, plane: {point: [0, 0.81], normal: [0, -1]}, material: m, mass: 1, load: {force: 300}}\n"
        "run: {until: 1, step: 4.0e-4, contact-dynamics: {solver: %s, order: %s, stepping: %s, iterations: {max: "
        "20}}}\n",
        solver, order, stepping);
}

static void hash_of(const lab *l, char text[33])
{
    rp_error err;
    lab_ok(rp_world_hash(l->w, text, &err), &err);
}

static void run_hash(int threads, const char *solver, const char *order, const char *stepping, char text[33])
{
    rp_threads_set(threads);
    lab l = scene(solver, order, stepping);
    lab_steps(&l, 60);
    hash_of(&l, text);
    lab_close(&l);
}

static void test_threads(void **state)
{
    (void)state;
    static const char *const choice[][3] = {{"accelerated", "coloured", "gap"},
                                            {"gauss-seidel", "coloured", "midpoint"},
                                            {"gauss-seidel", "random", "gap"}};
    for (size_t n = 0; n < sizeof choice / sizeof *choice; n++) {
        char one[33], other[33];
        run_hash(1, choice[n][0], choice[n][1], choice[n][2], one);
        for (int threads = 2; threads <= 3; threads++) {
            run_hash(threads, choice[n][0], choice[n][1], choice[n][2], other);
            assert_string_equal(one, other);
        }
    }
}

/* Polygons have a full W; rolling friction goes with its contacts: both are shared out by tiles. Periodic across the
 * tiles, so that the last one has the first as its neighbour. */
static lab polygons(void)
{
    return lab_text("repose: 1\ndimension: 2\nmethod: contact-dynamics\ngravity: [0, -1]\ndomain: {lower: [0, -1], "
                    "upper: [100, 22], periodic: [x]}\nmaterials: {m: {density: 1}}\n"
                    "interactions: [{between: [m, m], friction: 0.5}]\nparticles: [{shape: polygon, material: m, "
                    "place: {voronoi: {lower: [0, 0], upper: [100, 20], cells: [100, 20], disorder: 0.8}}}]\n"
                    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, "
                    "step: 5.0e-3, contact-dynamics: {iterations: {max: 10}}}\n");
}

static lab rolling(void)
{
    return lab_text("repose: 1\ndimension: 2\nmethod: contact-dynamics\ngravity: [0.3, -1]\ndomain: {lower: [0, -1], "
                    "upper: [120, 60], periodic: [x]}\nmaterials: {m: {density: 1}}\n"
                    "interactions: [{between: [m, m], friction: 0.5, rolling: {law: constant-torque, friction: 0.1}}]\n"
                    "particles: [{material: m, radius: 0.5, count: 4000, place: {lattice: {type: triangular, lower: "
                    "[0, 0], upper: [120, 50], spacing: 1}}}]\n"
                    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 5, "
                    "step: 2.0e-2, contact-dynamics: {iterations: {max: 20}}}\n");
}

static void steps_hash(lab l, int steps, size_t contacts, char text[33])
{
    rp_contact_list list = {0};
    rp_error err;
    lab_steps(&l, steps);
    lab_ok(l.method->contacts(l.w, &list, &err), &err);
    assert_true(list.count >= contacts);
    rp_memory_free(list.view);
    hash_of(&l, text);
    lab_close(&l);
}

static void test_tiles(void **state)
{
    (void)state;
    char one[2][33], other[33];
    rp_threads_set(1);
    steps_hash(polygons(), 3, 2048, one[0]);
    steps_hash(rolling(), 8, 4096, one[1]);
    for (int threads = 2; threads <= 3; threads++) {
        rp_threads_set(threads);
        steps_hash(polygons(), 3, 0, other);
        assert_string_equal(one[0], other);
        steps_hash(rolling(), 8, 0, other);
        assert_string_equal(one[1], other);
    }
}

static void test_instruction_sets(void **state)
{
    (void)state;
    char one[33], other[33];
    run_hash(1, "accelerated", "coloured", "gap", one);
    for (int isa = 0; isa <= rp_isa_best(); isa++) {
        setenv("REPOSE_ISA", rp_isa_name(isa), 1);
        run_hash(1, "accelerated", "coloured", "gap", other);
        unsetenv("REPOSE_ISA");
        assert_string_equal(one, other);
    }
}

static void test_restart_and_observers(void **state)
{
    (void)state;
    char straight[33], resumed[33];
    rp_error err;
    rp_archive a;
    run_hash(1, "accelerated", "coloured", "gap", straight);
    lab l = scene("accelerated", "coloured", "gap"), again = scene("accelerated", "coloured", "gap");
    for (int n = 0; n < 25; n++) {
        lab_steps(&l, 1);
        lab_measure(&l);
    }

    rp_archive_init(&a);
    lab_ok(rp_world_save(l.w, &a, &err), &err);
    lab_ok(rp_world_load(again.w, &a, &err), &err);
    lab_ok(again.method->prepare(again.w, &err), &err);
    lab_steps(&again, 35);
    hash_of(&again, resumed);
    assert_string_equal(straight, resumed);
    rp_archive_free(&a);
    lab_close(&again);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads), cmocka_unit_test(test_tiles),
                                       cmocka_unit_test(test_instruction_sets),
                                       cmocka_unit_test(test_restart_and_observers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
