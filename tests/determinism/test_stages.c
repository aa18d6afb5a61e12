/* Stopped at every kind of moment of a protocol, also exactly where one stage ends and the next begins: the same bits.
 */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file.h"
#include "repose/run.h"

static char directory[64];
static char scene[300];

/* Grains in contact while a group is frozen, another set free, the step and gravity change, a wall goes. To fill in:
 * radii, and what holds the stopper. */
static const char text[] =
    "repose: 1\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nthickness: 0.01\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.3, normal: {law: linear, stiffness: 1000}, "
    "tangential: {law: cundall-strack, damping_ratio: 0.3}}]\n"
    "domain: {lower: [0, -0.1], upper: [0.1, 0.3], periodic: [x]}\n"
    "particles:\n  - {name: stopper, material: m, radius: %s, place: {list: [[0.05, 0.02]]}%s}\n"
    "  - {name: grains, material: m, count: 40, radius: %s, place: {random: {lower: [0, 0.004], upper: [0.1, 0.06]}}, "
    "velocity: [0.3, -0.5]}\n"
    "  - {name: few, material: m, count: 6, radius: %s, place: {random: {lower: [0, 0.004], upper: [0.1, 0.08]}}, "
    "velocity: [-0.3, -0.5]}\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}, {name: side, plane: {point: [0, "
    "0.001], normal: [0, 1]}, material: m}]\n"
    "stages:\n  - {name: fall, until: 0.1}\n  - {name: hold, until: 0.03, groups: {few: {frozen: true}}, gravity: [1, "
    "-9.81], walls: {floor: {vibration: {amplitude: [0.0003, 0.0002], frequency: 60, phase: 0.4}}}}\n"
    "  - {name: release, until: 0.02, groups: {stopper: {free: true}}, remove: [side], step: 1.0e-4}\n"
    "  - {name: rest, until: {kinetic_energy: 1.0e-30}, at_most: 0.05}\n"
    "run: {step: 2.0e-4}\noutput: {series: {every: 0.002}}\n";

static int prepare(void **state)
{
    (void)state;
    /* in memory where there is such a place: every file is synced to disk, thousands of times */
    snprintf(directory, sizeof directory, "%s/repose-stages-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return mkdtemp(directory) ? 0 : -1;
}

static void write_scene(const char *stopper, const char *held, const char *grains, const char *few)
{
    rp_error err;
    char filled[sizeof text + 200];
    snprintf(scene, sizeof scene, "%s/scene.yaml", directory);
    snprintf(filled, sizeof filled, text, stopper, held, grains, few);
    assert_int_equal(rp_file_write(scene, filled, strlen(filled), 0, &err), RP_OK);
}

static int clean(void **state)
{
    (void)state;
    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

/* Sessions of at most so many steps each, as many as it takes. */
static rp_run_result sessions(const char *name, uint64_t first, uint64_t then)
{
    rp_error err;
    rp_run_result result;
    char out[400], said[1600];
    snprintf(out, sizeof out, "%s/%s", directory, name);
    for (int n = 0; n == 0 || !result.finished; n++) {
        rp_run_options o;
        rp_run_options_default(&o);
        o.scene = n ? NULL : scene;
        o.directory = out;
        o.resume = n > 0;
        o.threads = 1;
        o.max_steps = n ? then : first;
        o.force = n == 0;
        rp_status status = rp_run(&o, &result, &err);
        if (status) rp_error_text(&err, said, sizeof said);
        if (status) fail_msg("session %d of %s: %s", n, name, said);
        assert_true(n < 5000);
    }
    return result;
}

static void stop_anywhere(void)
{
    rp_run_result whole = sessions("whole", 0, 0);
    assert_int_equal(whole.step, 500 + 150 + 200 + 500);
    const uint64_t stops[] = {1, 2, 100, 200, 499, 500, 501, 649, 650, 651, 849, 850, 851, 949, 950, 951, 1349};
    for (size_t n = 0; n < sizeof stops / sizeof *stops; n++) {
        rp_run_result r = sessions("stopped", stops[n], 0);
        if (strcmp(r.state_hash, whole.state_hash) != 0)
            fail_msg("stopped after %llu steps: another hash", (unsigned long long)stops[n]);
        assert_int_equal(r.step, whole.step);
    }
    rp_run_result r = sessions("often", 50, 50); /* meets every stage's end and every look at the condition */
    assert_string_equal(r.state_hash, whole.state_hash);
}

static void grains_of_all_sizes(void **state)
{
    (void)state;
    write_scene("0.005", ", frozen: true", "{uniform: [0.003, 0.005]}", "0.004");
    stop_anywhere();
}

/* What particles have in common ends when some of them are held. */
static void equal_grains(void **state)
{
    (void)state;
    write_scene("0.004", "", "0.004", "0.004");
    stop_anywhere();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(grains_of_all_sizes), cmocka_unit_test(equal_grains)};
    return cmocka_run_group_tests(tests, prepare, clean);
}
