/* The n-th allocation, the n-th system call of a file fails in pictures, plots and comparisons until they are through:
 * RP_SYSTEM in words, no byte leaked, and the picture that stood there is whole. Every PICTURE_FAULTS_STRIDE-th failure
 * is tried. */
#ifndef RP_TESTS_PICTURE_FAULTS_H
#define RP_TESTS_PICTURE_FAULTS_H

#include "faults/nth.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "repose/compare.h"

static char directory[64], scene[128], picture[128], movie[128], solid[128], flat[128], compared[128];

static const char text[] =
    "repose: 1\ndimension: %s\nmethod: soft\ngravity: [0, %s-9.81]\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
    "particles: [{name: grains, material: m, radius: 0.005, place: {list: [[0, %s0.0049], [0.0099, %s0.0049], "
    "[0.005, %s0.0135]]}}]\n"
    "walls: [{name: floor, plane: {point: [0, %s0], normal: [0, %s1]}, material: m}]\nrun: {until: 0.004, step: "
    "2.0e-4}\noutput: {series: {every: 0.001}, frames: {every: 0.002, contacts: true}, forces: {every: 0.001}, "
    "profiles: [{name: up, along: %s, lower: 0, upper: 0.02, bins: 4, every: 0.001}]}\n";

static void write_scene(int dimension)
{
    char made[2000];
    const char *more = dimension == 3 ? "0, " : "";
    snprintf(made, sizeof made, text, dimension == 3 ? "3" : "2", more, more, more, more, more, more,
             dimension == 3 ? "z" : "y");
    assert_int_equal(rp_file_write(scene, made, strlen(made), 0, NULL), RP_OK);
}

static void run(int dimension, const char *out)
{
    rp_run_options o;
    rp_run_result result;
    rp_error err = {0};
    write_scene(dimension);
    rp_run_options_default(&o);
    o.scene = scene;
    o.directory = out;
    o.threads = 1;
    if (rp_run(&o, &result, &err)) fail_msg("%s", err.what);
}

/* ---- what is drawn ---- */

static rp_picture_options small(void)
{
    rp_picture_options o;
    rp_picture_options_default(&o);
    o.width = 320;
    o.height = 240;
    return o;
}

static rp_status draw_flat(rp_error *err)
{
    rp_picture_options o = small();
    o.forces = 1;
    return rp_picture_frame(flat, NAN, &o, picture, err);
}

static rp_status draw_solid(rp_error *err)
{
    rp_picture_options o = small();
    o.color = "height";
    return rp_picture_frame(solid, 0, &o, picture, err);
}

static rp_status draw_movie(rp_error *err)
{
    rp_picture_options o = small();
    int count;
    return rp_picture_movie(flat, &o, movie, &count, err);
}

static rp_status draw_two(rp_error *err)
{
    const char *const of[] = {flat, flat}, *const label[] = {"one", "again"};
    rp_picture_options o = small();
    return rp_picture_frames(of, label, 2, NAN, &o, picture, err);
}

static rp_status draw_series(rp_error *err)
{
    const char *const columns[] = {"kinetic", "coordination"};
    return rp_picture_series(flat, NULL, columns, 2, 0, 0, picture, err);
}

static rp_status draw_series_of_two(rp_error *err)
{
    const char *const of[] = {flat, solid}, *const label[] = {"flat", "solid"}, *const columns[] = {"kinetic"};
    return rp_picture_series_of(of, label, 2, columns, 1, &(rp_series_axes){.title = "both"}, picture, err);
}

static rp_status draw_profile(rp_error *err) { return rp_picture_profile(flat, NULL, NULL, 0, picture, err); }

static rp_status draw_forces(rp_error *err) { return rp_picture_forces(flat, picture, err); }

static const nth_case drawings[] = {
    {"frame", draw_flat, picture, "IEND"},      {"spheres", draw_solid, picture, "IEND"},
    {"movie", draw_movie, NULL, NULL},          {"two frames", draw_two, picture, "IEND"},
    {"series", draw_series, picture, "IEND"},   {"series of two", draw_series_of_two, picture, "IEND"},
    {"profile", draw_profile, picture, "IEND"}, {"forces", draw_forces, picture, "IEND"}};

static void each_allocation(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof drawings / sizeof *drawings; n++)
        nth_each(&drawings[n], rp_memory_fail_at, "allocations", PICTURE_FAULTS_STRIDE);
}

static void each_system_call(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof drawings / sizeof *drawings; n++)
        nth_each(&drawings[n], rp_system_fail_at, "system calls", PICTURE_FAULTS_STRIDE);
}

/* A method whose run fails is named, and the others go on; so the comparison may succeed. Not all failures are tried in
 * the first tier: those of runs are in test_run_faults.c. */
static void compare_under(void (*fail_at)(long n), long stride)
{
    static const char *const methods[] = {"soft", "contact-dynamics"};
    rp_compare_options o;
    rp_comparison c;
    rp_error err = {0};
    long failures = 0;
    rp_compare_options_default(&o);
    o.scene = scene;
    o.directory = compared;
    o.methods = methods;
    o.method_count = 2;
    o.threads = 1;
    o.force = 1;
    o.picture = small();
    if (rp_compare(&o, &c, &err)) fail_msg("%s", err.what);
    for (long n = 1, harmless = 0; harmless < 3; n += stride) {
        fail_at(n);
        const rp_status status = rp_compare(&o, &c, &err);
        fail_at(0);
        if (rp_memory_bytes() != 0) fail_msg("failure %ld leaks %lld bytes", n, (long long)rp_memory_bytes());
        int failed = status != RP_OK;
        for (int k = 0; k < c.count && !status; k++) {
            failed |= c.method[k].status != RP_OK;
            assert_true(!c.method[k].status || (c.method[k].status == RP_SYSTEM && c.method[k].reason[0]));
        }
        if (status && status != RP_SYSTEM) fail_msg("failure %ld gives %d: %s", n, status, err.what);
        harmless = failed ? 0 : harmless + 1;
        failures += failed;
        assert_true(n < 100000);
    }
    print_message("comparison: %ld failures\n", failures);
    assert_true(failures > 0);
}

static void comparisons(void **state)
{
    (void)state;
    write_scene(2);
    compare_under(rp_memory_fail_at, PICTURE_FAULTS_STRIDE == 1 ? 1 : 17 * PICTURE_FAULTS_STRIDE);
    compare_under(rp_system_fail_at, PICTURE_FAULTS_STRIDE == 1 ? 1 : 3 * PICTURE_FAULTS_STRIDE);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(directory, sizeof directory, "%s/repose-faults-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(directory)) return -1;
    snprintf(scene, sizeof scene, "%s/scene.yaml", directory);
    snprintf(picture, sizeof picture, "%s/picture.png", directory);
    snprintf(movie, sizeof movie, "%s/movie", directory);
    snprintf(flat, sizeof flat, "%s/flat", directory);
    snprintf(solid, sizeof solid, "%s/solid", directory);
    snprintf(compared, sizeof compared, "%s/compared", directory);
    run(2, flat);
    run(3, solid);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

static int picture_faults(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation),
        cmocka_unit_test(each_system_call),
        cmocka_unit_test(comparisons),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#endif
