/* The n-th allocation, the n-th system call of a write fails, for every RUN_FAULTS_STRIDE-th n until a whole small run
 * is through: each time a clean RP_SYSTEM in words, no byte leaked, and what stood in the directory is whole. */
#ifndef RP_TESTS_RUN_FAULTS_H
#define RP_TESTS_RUN_FAULTS_H

#include "testing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"
#include "output/output.h"
#include "repose/run.h"

static char directory[64];
static char scene[300], out[300];

static const char soft[] =
    "repose: 1\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nthickness: 0.01\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}, "
    "tangential: {law: cundall-strack}}]\n"
    "domain: {lower: [0, -0.1], upper: [0.1, 0.3], periodic: [x]}\n"
    "particles:\n  - {name: bump, material: m, radius: 0.005, place: {list: [[0.02, 0]]}, glued: floor}\n"
    "  - {name: grains, material: m, count: 6, radius: {uniform: [0.004, 0.006]}, place: {random: {lower: [0, 0.006], "
    "upper: [0.1, 0.04]}}}\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, velocity: {table: [[0, 0, 0], [0.01, "
    "0.1, 0]]}}]\n"
    "run: {until: 0.02, step: 2.0e-4}\noutput: {series: {every: 0.002}, frames: {every: 0.01}, checkpoint: {every: "
    "0.01}}\n";
static const char events[] =
    "repose: 1\ndimension: 2\nmethod: event-driven\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
    "domain: {lower: [0, -0.1], upper: [0.1, 0.3], periodic: [x]}\n"
    "particles: [{name: grains, material: m, count: 6, radius: {uniform: [0.004, 0.006]}, place: {random: {lower: [0, "
    "0.006], upper: [0.1, 0.04]}}, velocity: {thermal: 0.5}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, vibration: {amplitude: [0, 0.001], "
    "frequency: 30}}]\n"
    "stages: [{until: 0.02}, {until: 0.02, gravity: [1, -9.81]}]\n"
    "run: {step: 1.0e-3, event-driven: {collapse: tc, search: lists}}\n"
    "output: {series: {every: 0.02}, events: {}}\n";
/* To fill in: 2 or 3, and vectors of so many numbers. */
static const char contact_dynamics[] =
    "repose: 1\ndimension: %s\nmethod: contact-dynamics\ngravity: [0, %s-9.81]\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.2}]\n"
    "particles: [{name: grains, material: m, count: 6, radius: 0.005, place: {random: {lower: [0, %s0.005], upper: "
    "[0.05, %s0.03]}}}]\n"
    "walls: [{name: floor, plane: {point: [0, %s0], normal: [0, %s1]}, material: m}]\n"
    "run: {until: 0.02, step: 5.0e-3}\noutput: {series: {every: 0.02}}\n";

static void set_scene(const char *text)
{
    rp_error err;
    assert_int_equal(rp_file_write(scene, text, strlen(text), 0, &err), RP_OK);
}

static int prepare(void **state)
{
    (void)state;
    /* in memory where there is such a place: every file is synced to disk, thousands of times */
    snprintf(directory, sizeof directory, "%s/repose-faults-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(directory)) return -1;
    snprintf(scene, sizeof scene, "%s/scene.yaml", directory);
    snprintf(out, sizeof out, "%s/out", directory);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

static rp_status once(int resume, rp_run_result *result, rp_error *err)
{
    rp_run_options o;
    rp_run_options_default(&o);
    o.scene = resume ? NULL : scene;
    o.directory = out;
    o.force = !resume;
    o.resume = resume;
    o.threads = 1;
    return rp_run(&o, result, err);
}

static void whole_run(char hash[33])
{
    rp_error err;
    rp_run_result result;
    char said[1600] = "";
    rp_status status = once(0, &result, &err);
    if (status) rp_error_text(&err, said, sizeof said);
    if (status) fail_msg("%s", said);
    assert_true(result.finished);
    memcpy(hash, result.state_hash, 33);
}

/* A checkpoint in the directory is either absent or readable. */
static void checkpoint_is_whole(void)
{
    char path[400];
    rp_archive a;
    rp_error err;
    snprintf(path, sizeof path, "%s/checkpoint.h5", out);
    if (!rp_file_exists(path)) return;
    rp_archive_init(&a);
    assert_int_equal(rp_checkpoint_read(path, &a, &err), RP_OK);
    rp_archive_free(&a);
}

typedef void fail_at(long n);
enum { HARMLESS = 20 / RUN_FAULTS_STRIDE + 3 };

/* A failure may be harmless (an arena that does not grow now grows later): the end is reached when many in a row are.
 */
static long fail_each(fail_at *inject, const char *hash)
{
    rp_error err;
    rp_run_result result;
    long n = 1;
    for (int harmless = 0; harmless < HARMLESS; n += RUN_FAULTS_STRIDE) {
        int64_t before = rp_memory_bytes();
        inject(n);
        rp_status status = once(0, &result, &err);
        inject(0);
        if (rp_memory_bytes() != before)
            fail_msg("failure %ld leaks %lld bytes: %s", n, (long long)(rp_memory_bytes() - before), err.what);
        checkpoint_is_whole();
        harmless = status ? 0 : harmless + 1;
        if (!status) assert_string_equal(result.state_hash, hash);
        if (status && status != RP_SYSTEM) fail_msg("failure %ld gives status %d: %s", n, status, err.what);
        assert_true(!status || strlen(err.what) > 10);
        assert_true(n < 20000);
    }
    return n - HARMLESS * RUN_FAULTS_STRIDE;
}

static void each_allocation_of(const char *text, const char *what)
{
    char hash[33];
    set_scene(text);
    whole_run(hash);
    assert_int_equal(rp_memory_bytes(), 0);
    long n = fail_each(rp_memory_fail_at, hash);
    print_message("%s: %ld allocations\n", what, n - 1);
    assert_true(n > 100); /* there was something to fail */
}

static void each_allocation_of_soft(void **state)
{
    (void)state;
    each_allocation_of(soft, "soft");
}

static void each_allocation_of_events(void **state)
{
    (void)state;
    each_allocation_of(events, "event-driven");
}

static void each_allocation_of_contact_dynamics(void **state)
{
    (void)state;
    static const char *const dimension[] = {"2", "3"}, *const more[] = {"", "0, "};
    for (int n = 0; n < 2; n++) {
        char text[1200];
        const char *zero = more[n];
        snprintf(text, sizeof text, contact_dynamics, dimension[n], zero, zero, n ? "0.05, " : "", zero, zero);
        each_allocation_of(text, n ? "contact dynamics of spheres" : "contact dynamics of discs");
    }
}

static void each_write_of(const char *text, const char *what)
{
    char hash[33];
    set_scene(text);
    whole_run(hash);
    long n = fail_each(rp_system_fail_at, hash);
    print_message("%s: %ld system calls\n", what, n - 1);
    assert_true(n > 30);
}

/* Opening, writing, syncing, renaming. */
static void each_write(void **state)
{
    (void)state;
    char text[1200];
    snprintf(text, sizeof text, contact_dynamics, "2", "", "", "", "", "");
    each_write_of(soft, "soft");
    each_write_of(events, "event-driven");
    each_write_of(text, "contact dynamics");
}

/* Stopped half way, then resumed under failures: whatever fails, the run can still be resumed to its end. */
static void each_allocation_of_a_resume(void **state)
{
    (void)state;
    char hash[33];
    rp_error err;
    rp_run_result result;
    long n = 1;
    int harmless = 0, fresh = 1;
    set_scene(soft);
    whole_run(hash);
    for (; harmless < HARMLESS; n += RUN_FAULTS_STRIDE) {
        rp_run_options o;
        rp_run_options_default(&o);
        o.scene = scene;
        o.directory = out;
        o.force = 1;
        o.threads = 1;
        o.max_steps = 55;
        if (fresh) assert_int_equal(rp_run(&o, &result, &err), RP_OK);
        fresh = 0;
        rp_memory_fail_at(n);
        rp_status status = once(1, &result, &err);
        rp_memory_fail_at(0);
        assert_int_equal(rp_memory_bytes(), 0);
        checkpoint_is_whole();
        harmless = status ? 0 : harmless + 1;
        if (!status) assert_string_equal(result.state_hash, hash);
        int finished = status == RP_INPUT
                       && strstr(err.what, "finished"); /* the failure before came after the last checkpoint */
        if (finished) n -= RUN_FAULTS_STRIDE;
        if (!status || finished) fresh = 1;
        else if (status != RP_SYSTEM) fail_msg("failure %ld gives status %d: %s", n, status, err.what);
        assert_true(n < 20000);
    }
    print_message("%ld allocations\n", n - HARMLESS * RUN_FAULTS_STRIDE);
}

static int run_faults(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_soft),
        cmocka_unit_test(each_allocation_of_events),
        cmocka_unit_test(each_allocation_of_contact_dynamics),
        cmocka_unit_test(each_write),
        cmocka_unit_test(each_allocation_of_a_resume),
    };
    return cmocka_run_group_tests(tests, prepare, clean);
}

#endif
