/* The event-driven method gives the same bits for any outputs, any number of threads, and any interruption. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "repose/run.h"

static char place[64] = "/tmp/repose-event-XXXXXX";

static const char *const scene =
    "repose: 1\ndimension: 2\nmethod: event-driven\nseed: 3\ngravity: [0, -1]\nmaterials: {m: {density: 1}}\ndomain: {lower: [0, -1], upper: [8, 100], periodic: [x]}\n"
    "interactions: [{between: [m, m], friction: 0.3, restitution: {normal: 0.9, tangential: 0.2}}]\n"
    "particles: [{name: large, count: 3, material: m, radius: 0.9, place: {random: {lower: [0, 0.5], upper: [8, 9]}}}, {name: small, count: 60, material: m, radius: 0.2, velocity: {thermal: 1}, place: {random: {lower: [0, 0.5], upper: [8, 9]}}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, vibration: {amplitude: [0, 0.2], frequency: 1}}, {name: lid, plane: {point: [0, 12], normal: [0, -1]}, material: m, until: 6, heated: {temperature: 0.1, accommodation: 0.5}}]\n"
    "run: {step: 0.01, event-driven: {collapse: tc, contact_time: 1.0e-4}}\n"
    "stages: [{name: first, until: 4}, {name: second, until: 6, gravity: [0.5, -1]}]\n";

static rp_run_result run(const char *name, const char *output, int threads, uint64_t max_steps, int resume)
{
    char directory[128], path[160], text[4096];
    rp_run_options o;
    rp_run_result result;
    rp_error err;
    snprintf(directory, sizeof directory, "%s/%s", place, name);
    snprintf(path, sizeof path, "%s/%s.yaml", place, name);
    snprintf(text, sizeof text, "%s%s", scene, output);
    assert_int_equal(rp_file_write(path, text, strlen(text), 0, &err), RP_OK);
    rp_run_options_default(&o);
    o.scene = path, o.directory = directory, o.threads = threads, o.max_steps = max_steps, o.resume = resume;
    rp_status status = rp_run(&o, &result, &err);
    if (status) {
        rp_error_text(&err, text, sizeof text);
        fail_msg("%s", text);
    }
    return result;
}

static void test_outputs(void **state)
{
    (void)state;
    rp_run_result plain = run("plain", "", 1, 0, 0);
    rp_run_result watched = run("watched", "output: {series: {every: 0.03}, frames: {every: 0.5}, checkpoint: {every: 0.7}}\n", 2, 0, 0);
    assert_true(plain.finished && watched.finished);
    assert_string_equal(plain.state_hash, watched.state_hash);
}

static void test_restart(void **state)
{
    (void)state;
    rp_run_result whole = run("whole", "output: {series: {every: 0.1}}\n", 1, 0, 0), part = run("parts", "output: {series: {every: 0.1}}\n", 1, 150, 0);
    for (int n = 0; n < 5 && !part.finished; n++) part = run("parts", "output: {series: {every: 0.1}}\n", 1, 173, 1);
    if (!part.finished) part = run("parts", "output: {series: {every: 0.1}}\n", 1, 0, 1);
    assert_true(part.finished);
    assert_string_equal(whole.state_hash, part.state_hash);
    char a[160], b[160], *x, *y, hash[33], path[160];
    size_t n, k;
    snprintf(a, sizeof a, "%s/whole/series.csv", place);
    snprintf(b, sizeof b, "%s/parts/series.csv", place);
    assert_int_equal(rp_file_read(a, 1 << 24, &x, &n, NULL), RP_OK);
    assert_int_equal(rp_file_read(b, 1 << 24, &y, &k, NULL), RP_OK);
    assert_true(n == k && memcmp(x, y, n) == 0);
    rp_memory_free(x);
    rp_memory_free(y);
    snprintf(path, sizeof path, "%s/parts/checkpoint.h5", place);
    assert_int_equal(rp_hash(path, hash, NULL), RP_OK);
    assert_string_equal(hash, whole.state_hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_outputs), cmocka_unit_test(test_restart)};
    if (!mkdtemp(place)) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", place);
    return system(command) ? 1 : failed;
}
