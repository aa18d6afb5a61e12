/* A stop that comes within a step that does not end: contact dynamics and events give the step up after a bounded
 * amount of work, and the run has failed with words. The soft method has no such step: it ends it, and stops. The stop
 * comes by processor time, so that a busy machine changes nothing. */
#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "base/file.h"
#include "base/memory.h"
#include "repose/run.h"

static char directory[] = "/tmp/repose-stop-XXXXXX";
static char scene[64], out[64];
static volatile int stop;

static const char head[] = "repose: 1\ndimension: 2\nmaterials: {m: {density: 1000}}\ngravity: [0, -10]\n"
                           "domain: {lower: [0, -0.1], upper: [1, 3], periodic: [x]}\n"
                           "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m},\n"
                           "        {name: lid, plane: {point: [0, 2.5], normal: [0, -1]}, material: m}]\n";

static void on_time(int number)
{
    (void)number;
    stop = 1;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs the scene with a stop after 0.2 s of processor time. */
static rp_status run(const char *rest, rp_run_result *result, rp_error *err)
{
    char text[2000];
    rp_run_options o;
    const struct itimerval soon = {.it_value = {.tv_usec = 200000}};
    snprintf(text, sizeof text, "%s%s", head, rest);
    assert_int_equal(rp_file_write(scene, text, strlen(text), 0, NULL), RP_OK);
    rp_run_options_default(&o);
    o.scene = scene;
    o.directory = out;
    o.force = 1;
    o.threads = 1;
    o.stop = &stop;
    stop = 0;
    signal(SIGVTALRM, on_time);
    setitimer(ITIMER_VIRTUAL, &soon, NULL);
    const double began = seconds();
    rp_status status = rp_run(&o, result, err);
    const double took = seconds() - began;
    if (!stop) fail_msg("ended before the stop: %s", status ? err->what : "done");
    assert_int_equal(rp_memory_bytes(), 0);
    assert_true(took < 60); /* seconds are meant; sanitizers take longer. The step itself takes hours */
    return status;
}

/* 100 discs at 1e8 m/s, in steps of a second. */
static void test_events(void **state)
{
    (void)state;
    rp_run_result result;
    rp_error err;
    assert_int_equal(run("method: event-driven\ninteractions: [{between: [m, m], restitution: 1}]\n"
                         "particles: [{name: g, material: m, count: 100, radius: 0.01, velocity: {thermal: 1.0e8},\n"
                         "             place: {random: {lower: [0, 0.1], upper: [1, 1]}}}]\n"
                         "run: {until: 10, step: 1, event-driven: {collapse: tc, contact_time: 1.0e-30}}\n",
                         &result, &err),
                     RP_FAILED);
    assert_non_null(strstr(err.what, "stopped within a step"));
}

/* A hundred layers, as many sweeps as a scene may have. */
static void test_contact_dynamics(void **state)
{
    (void)state;
    rp_run_result result;
    rp_error err;
    assert_int_equal(run("method: contact-dynamics\ninteractions: [{between: [m, m], friction: 0.5, restitution: 0}]\n"
                         "particles: [{name: g, material: m, radius: 0.01, place: {lattice: {lower: [0, 0], "
                         "upper: [1, 2], spacing: 0.02}}}]\n"
                         "run: {until: 10, step: 1.0e-3, contact-dynamics: {criterion: iterations, "
                         "iterations: {max: 10000000}}}\n",
                         &result, &err),
                     RP_FAILED);
    assert_non_null(strstr(err.what, "stopped within a step"));
}

static void test_soft(void **state)
{
    (void)state;
    rp_run_result result;
    rp_error err;
    assert_int_equal(run("method: soft\ninteractions: [{between: [m, m], friction: 0.5, restitution: 0.5, "
                         "normal: {law: linear, stiffness: 1.0e5}}]\n"
                         "particles: [{name: g, material: m, radius: 0.0099, place: {lattice: {lower: [0, 0], "
                         "upper: [1, 2], spacing: 0.02}}}]\nrun: {until: 1.0e5, step: 1.0e-5}\n",
                         &result, &err),
                     RP_OK);
    assert_false(result.finished);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(directory)) return -1;
    snprintf(scene, sizeof scene, "%s/scene.yaml", directory);
    snprintf(out, sizeof out, "%s/out", directory);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_contact_dynamics),
        cmocka_unit_test(test_soft),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
