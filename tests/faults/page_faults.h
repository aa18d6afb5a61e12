/* The n-th allocation, the n-th system call of a file fails in what the viewer shows, in reports, studies and
 * calibrations (nth.h), for every PAGE_FAULTS_STRIDE-th n. Jobs of a study are processes: what fails in one of them is
 * a row of the table, and the same study, told to try again, ends with the table of one that nothing befell. */
#ifndef RP_TESTS_PAGE_FAULTS_H
#define RP_TESTS_PAGE_FAULTS_H

#include "faults/nth.h"

#include <stdlib.h>
#include <unistd.h>

#include "repose/run.h"
#include "repose/study.h"
#include "repose/view.h"

static char directory[64], scene[128], run[128], page[128], plan[128], studied[128], search[128], found[128];
static const char *const runs[] = {run};
static rp_sim *sim;

static const char text[] =
    "repose: 1\ntitle: three\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
    "particles: [{name: grains, material: m, radius: 0.005, place: {list: [[0, 0.0049], [0.0099, 0.0049], "
    "[0.005, 0.0135]]}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 0.004, step: "
    "2.0e-4}\noutput: {series: {every: 0.001}, frames: {every: 0.002, contacts: true}, forces: {every: 0.001}}\n";
static const char study_text[] =
    "repose: 1\nstudy: {scene: scene.yaml, keys: {interactions.0.friction: [0.1, 0.3]}, measures: [kinetic]}\n";
/* 0.4 is the restitution of the runs near the middle of the span; the search need not succeed. */
static const char search_text[] =
    "repose: 1\ncalibrate: {scene: scene.yaml, keys: {interactions.0.restitution: {from: 0.3, to: 0.9}}, targets: "
    "[{measure: kinetic, value: 1.0e-4, error: 1.0e-5}], runs: 8}\n";

/* ---- what is shown ---- */

static rp_status show(rp_status status, rp_view_data *data)
{
    rp_view_data_free(data);
    return status;
}

static rp_status show_session(rp_error *err)
{
    rp_view_data data;
    return show(rp_view_session(runs, NULL, 1, &data, err), &data);
}

static rp_status show_frame(rp_error *err)
{
    rp_view_data data;
    return show(rp_view_frame(run, 1, &data, err), &data);
}

static rp_status show_file(rp_error *err)
{
    rp_view_data data;
    return show(rp_view_file(run, "series.csv", &data, err), &data);
}

static rp_status show_sim(rp_error *err)
{
    rp_view_data data;
    return show(rp_view_sim(sim, &data, err), &data);
}

static rp_status write_report(rp_error *err) { return rp_report(runs, NULL, 1, NULL, page, NULL, err); }

static rp_status list_jobs(rp_error *err)
{
    char *jobs;
    const rp_status status = rp_study_list(plan, &jobs, err);
    free(jobs);
    return status;
}

static rp_status plot_study(rp_error *err)
{
    return rp_study_plot(studied, "kinetic", "interactions.0.friction", page, err);
}

static rp_status report_study(rp_error *err) { return rp_study_report(studied, page, err); }

static rp_study_options options(const char *file, const char *out)
{
    rp_study_options o;
    rp_study_options_default(&o);
    o.file = file;
    o.directory = out;
    o.jobs = 1;
    o.threads = 1;
    return o;
}

/* The rows are there: it makes its table again. */
static rp_status end_study(rp_error *err)
{
    const rp_study_options o = options(plan, studied);
    return rp_study(&o, NULL, err);
}

static rp_status end_search(rp_error *err)
{
    const rp_study_options o = options(search, found);
    rp_calibration result;
    return rp_calibrate(&o, &result, err);
}

static const nth_case pages[] = {{"session", show_session, NULL, NULL},
                                 {"frame", show_frame, NULL, NULL},
                                 {"file", show_file, NULL, NULL},
                                 {"simulation", show_sim, NULL, NULL},
                                 {"report", write_report, page, "</html>"},
                                 {"list of jobs", list_jobs, NULL, NULL},
                                 {"page of a study", report_study, page, "</html>"},
                                 {"table of a study", end_study, NULL, NULL},
                                 {"end of a calibration", end_search, NULL, NULL},
                                 {"plot of a study", plot_study, page, "</svg>"}};

static int skipped(const nth_case *c)
{
    if (c->make == plot_study) snprintf(page, sizeof page, "%s/page.svg", directory);
    return c->make == write_report && !rp_view_page(); /* built without Node */
}

static void each_allocation(void **state)
{
    (void)state;
    snprintf(page, sizeof page, "%s/page.html", directory);
    for (size_t n = 0; n < sizeof pages / sizeof *pages; n++)
        if (!skipped(&pages[n])) nth_each(&pages[n], rp_memory_fail_at, "allocations", PAGE_FAULTS_STRIDE);
}

/* A simulation and a list of jobs touch few files or none: the stride is short. */
static void each_system_call(void **state)
{
    (void)state;
    snprintf(page, sizeof page, "%s/page.html", directory);
    for (size_t n = 0; n < sizeof pages / sizeof *pages; n++)
        if (!skipped(&pages[n]) && pages[n].make != show_sim)
            nth_each(&pages[n], rp_system_fail_at, "system calls", 1 + PAGE_FAULTS_STRIDE / 8);
}

/* ---- jobs ---- */

static char *table_of(const char *out, const char *name)
{
    char path[200], *data;
    size_t size;
    snprintf(path, sizeof path, "%s/%s", out, name);
    assert_int_equal(rp_file_read(path, 0, &data, &size, NULL), RP_OK);
    return data;
}

static void jobs_under(void (*fail_at)(long n), const char *what, long stride)
{
    rp_study_options o = options(plan, studied);
    rp_study_result result;
    rp_error err = {0};
    long failures = 0, rows = 0;
    char *whole = table_of(studied, "study.csv");
    const int64_t before = rp_memory_bytes();
    for (long n = 1, last = 0; n - last <= 450; n += stride) {
        o.force = 1;
        o.retry = 0;
        fail_at(n);
        const rp_status status = rp_study(&o, &result, &err);
        fail_at(0);
        if (status && status != RP_SYSTEM) fail_msg("%s %ld gives %d: %s", what, n, status, err.what);
        assert_true(rp_memory_bytes() == before && (!status || strlen(err.what) > 10));
        if (status || result.failed) last = n;
        failures += status != RP_OK;
        rows += !status && result.failed;
        o.force = 0;
        o.retry = 1;
        if (rp_study(&o, &result, &err)) fail_msg("after %s %ld: %s", what, n, err.what);
        assert_int_equal(result.done, 2);
        char *again = table_of(studied, "study.csv");
        assert_string_equal(again, whole);
        rp_memory_free(again);
        assert_true(n < 20000);
    }
    rp_memory_free(whole);
    print_message("study: %ld failures of %s, %ld rows of failed jobs\n", failures, what, rows);
    assert_true(failures > 0 && rows > 0);
}

static void jobs(void **state)
{
    (void)state;
    /* Some hundred in a row may fail nothing that the study counts on. */
    jobs_under(rp_memory_fail_at, "allocations", PAGE_FAULTS_STRIDE == 1 ? 23 : 5 * PAGE_FAULTS_STRIDE);
    jobs_under(rp_system_fail_at, "system calls", PAGE_FAULTS_STRIDE == 1 ? 13 : 2 * PAGE_FAULTS_STRIDE);
}

/* ---- files ---- */

static void put(char path[128], const char *name, const char *contents)
{
    snprintf(path, 128, "%s/%s", directory, name);
    if (contents) assert_int_equal(rp_file_write(path, contents, strlen(contents), 0, NULL), RP_OK);
}

static void make_run(void)
{
    rp_run_options o;
    rp_run_result result;
    rp_error err = {0};
    rp_sim_def def = rp_sim_def_default();
    rp_run_options_default(&o);
    o.scene = scene;
    o.directory = run;
    o.threads = 1;
    if (rp_run(&o, &result, &err)) fail_msg("%s", err.what);
    def.scene = scene;
    def.threads = 1;
    if (rp_sim_create(&def, &sim, &err) || rp_sim_step(sim, 5, &err)) fail_msg("%s", err.what);
}

static int set_up(void **state)
{
    rp_error err = {0};
    (void)state;
    snprintf(directory, sizeof directory, "%s/repose-faults-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(directory)) return -1;
    put(scene, "scene.yaml", text);
    put(plan, "study.yaml", study_text);
    put(search, "search.yaml", search_text);
    put(run, "run", NULL);
    put(studied, "studied", NULL);
    put(found, "found", NULL);
    make_run();
    if (end_study(&err) || end_search(&err)) fail_msg("%s", err.what);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    rp_sim_destroy(sim);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command) || rp_memory_bytes() != 0;
}

static int page_faults(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation),
        cmocka_unit_test(each_system_call),
        cmocka_unit_test(jobs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#endif
