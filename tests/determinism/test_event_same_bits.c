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
    "repose: 1\ndimension: 2\nmethod: event-driven\nseed: 3\ngravity: [0, -1]\nmaterials: {m: {density: 1}}\ndomain: "
    "{lower: [0, -1], upper: [8, 100], periodic: [x]}\n"
    "interactions: [{between: [m, m], friction: 0.3, restitution: {normal: 0.9, tangential: 0.2}}]\n"
    "particles: [{name: large, count: 3, material: m, radius: 0.9, place: {random: {lower: [0, 0.5], upper: [8, 9]}}}, "
    "{name: small, count: 60, material: m, radius: 0.2, velocity: {thermal: 1}, place: {random: {lower: [0, 0.5], "
    "upper: [8, 9]}}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, vibration: {amplitude: [0, 0.2], "
    "frequency: 1}}, {name: lid, plane: {point: [0, 12], normal: [0, -1]}, material: m, until: 6, heated: "
    "{temperature: 0.1, accommodation: 0.5}}]\n"
    "run: {step: 0.01, event-driven: {collapse: tc, contact_time: 1.0e-4}}\n"
    "stages: [{name: first, until: 4}, {name: second, until: 6, gravity: [0.5, -1]}]\n";

static rp_run_result run_scene(const char *name, const char *first, const char *output, int threads, uint64_t max_steps,
                               int resume)
{
    char directory[128], path[160], text[4096];
    rp_run_options o;
    rp_run_result result;
    rp_error err;
    snprintf(directory, sizeof directory, "%s/%s", place, name);
    snprintf(path, sizeof path, "%s/%s.yaml", place, name);
    snprintf(text, sizeof text, "%s%s", first, output);
    assert_int_equal(rp_file_write(path, text, strlen(text), 0, &err), RP_OK);
    rp_run_options_default(&o);
    o.scene = path;
    o.directory = directory;
    o.threads = threads;
    o.max_steps = max_steps;
    o.resume = resume;
    rp_status status = rp_run(&o, &result, &err);
    if (status) {
        rp_error_text(&err, text, sizeof text);
        fail_msg("%s", text);
    }
    return result;
}

static rp_run_result run(const char *name, const char *output, int threads, uint64_t max_steps, int resume)
{
    return run_scene(name, scene, output, threads, max_steps, resume);
}

static void read_text(const char *name, const char *file, char **text, size_t *size)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s/%s", place, name, file);
    assert_int_equal(rp_file_read(path, 1 << 24, text, size, NULL), RP_OK);
}

static void same_file(const char *a, const char *b, const char *file)
{
    size_t n, k;
    char *x, *y;
    read_text(a, file, &x, &n);
    read_text(b, file, &y, &k);
    assert_true(n == k && memcmp(x, y, n) == 0);
    rp_memory_free(x);
    rp_memory_free(y);
}

static void test_outputs(void **state)
{
    (void)state;
    rp_run_result plain = run("plain", "", 1, 0, 0);
    rp_run_result watched = run(
        "watched", "output: {series: {every: 0.03}, frames: {every: 0.5}, checkpoint: {every: 0.7}}\n", 2, 0, 0);
    assert_true(plain.finished && watched.finished);
    assert_string_equal(plain.state_hash, watched.state_hash);
}

static void test_restart(void **state)
{
    (void)state;
    const char *output = "output: {series: {every: 0.1}, events: {}}\n";
    rp_run_result whole = run("whole", output, 1, 0, 0), part = run("parts", output, 1, 150, 0);
    for (int n = 0; n < 5 && !part.finished; n++) part = run("parts", output, 1, 173, 1);
    if (!part.finished) part = run("parts", output, 1, 0, 1);
    assert_true(part.finished);
    assert_string_equal(whole.state_hash, part.state_hash);
    same_file("whole", "parts", "series.csv");
    same_file("whole", "parts", "events.csv");
    char hash[33], path[160];
    snprintf(path, sizeof path, "%s/parts/checkpoint.h5", place);
    assert_int_equal(rp_hash(path, hash, NULL), RP_OK);
    assert_string_equal(hash, whole.state_hash);
}

static double in_summary(const char *name, const char *key)
{
    size_t n;
    char *text;
    read_text(name, "summary.json", &text, &n);
    const char *at = strstr(text, key);
    assert_non_null(at);
    double value = atof(at + strlen(key) + 2);
    rp_memory_free(text);
    return value;
}

/* The same with the graph of potential colliders, which is no state: it is made again from the plans. */
static void test_restart_with_graph(void **state)
{
    (void)state;
    char text[4096];
    const char *at = strstr(scene, "collapse: tc");
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*sstale: graph, %s", (int)(at - scene), scene, at);
    rp_run_result whole = run_scene("graph", text, "", 1, 0, 0);
    rp_run_result part = run_scene("graph-parts", text, "output: {series: {every: 0.03}}\n", 2, 150, 0);
    for (int n = 0; n < 9 && !part.finished; n++)
        part = run_scene("graph-parts", text, "output: {series: {every: 0.03}}\n", 1, 97, 1);
    assert_true(whole.finished && part.finished);
    assert_string_equal(whole.state_hash, part.state_hash);
    assert_true(in_summary("graph", "\"repeated\"") == 0);
}

static int rows(const char *name)
{
    size_t n;
    int count = -2; /* names and units */
    char *text;
    read_text(name, "events.csv", &text, &n);
    for (size_t k = 0; k < n; k++) count += text[k] == '\n';
    rp_memory_free(text);
    return count;
}

/* Every collision has its row, in a window of time and up to a number if the scene says so. */
static void test_log(void **state)
{
    (void)state;
    run("all", "output: {events: {}}\n", 1, 0, 0);
    assert_int_equal(rows("all"),
                     (int)(in_summary("all", "\"collisions\"") + in_summary("all", "\"wall_collisions\"")));
    run("few", "output: {events: {at_most: 10, from: 2, until: 5}}\n", 1, 0, 0);
    assert_int_equal(rows("few"), 10);
    size_t n, k;
    char *all, *few;
    read_text("all", "events.csv", &all, &n);
    read_text("few", "events.csv", &few, &k);
    const char *line = few;
    for (int skip = 0; skip < 2; skip++) line = strchr(line, '\n') + 1;
    assert_true(atof(line) >= 2 && atof(line) < 2.5);
    assert_non_null(strstr(all, line)); /* the same ten rows stand in the whole log */
    rp_memory_free(all);
    rp_memory_free(few);
}

/* One collision and one bounce, by hand: discs of mass 2, eps_n = 1/2, meet at t = 2 with speed 1; the wall is at 5,
 * the struck disc comes with 3/4. */
static void test_rows(void **state)
{
    (void)state;
    run_scene(
        "rows",
        "repose: 1\ndimension: 2\nmethod: event-driven\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], "
        "restitution: 0.5}]\n"
        "particles: [{count: 1, material: m, radius: 0.5, mass: 2, velocity: [1, 0], place: {list: [[0, 0]]}}, {count: "
        "1, material: m, radius: 0.5, mass: 2, place: {list: [[3, 0]]}}]\n"
        "walls: [{name: end, plane: {point: [5, 0], normal: [-1, 0]}, material: m}]\nrun: {until: 4.5, step: 0.5}\n",
        "output: {events: {}}\n", 1, 0, 0);
    size_t n;
    char *text;
    read_text("rows", "events.csv", &text, &n);
    const char *line = strchr(strchr(text, '\n') + 1, '\n') + 1;
    double t, normal, side, p[3];
    unsigned a, b;
    assert_int_equal(sscanf(line, "%lf,%u,%u,,%lf,%lf,%lf,%lf,%lf", &t, &a, &b, &normal, &side, &p[0], &p[1], &p[2]),
                     8);
    assert_true(t == 2 && a + b == 1 && normal == 1 && side == 0 && p[0] == (a == 0 ? -1.5 : 1.5) && p[1] == 0
                && p[2] == 0);
    line = strchr(line, '\n') + 1;
    assert_int_equal(sscanf(line, "%lf,%u,,end,%lf,%lf,%lf", &t, &a, &normal, &side, &p[0]), 5);
    assert_true(t > 4 - 1e-14 && t < 4 + 1e-14 && a == 1 && normal == 0.75 && side == 0 && p[0] == -2.25);
    rp_memory_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_outputs), cmocka_unit_test(test_restart),
                                       cmocka_unit_test(test_restart_with_graph), cmocka_unit_test(test_log),
                                       cmocka_unit_test(test_rows)};
    if (!mkdtemp(place)) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", place);
    return system(command) ? 1 : failed;
}
