/* Studies through public headers alone. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "repose/study.h"
#include "sims.h"

static char work[] = "/tmp/repose-study-XXXXXX", file[64], out[64];

static void write_text(const char *path, const char *format, ...)
{
    va_list arguments;
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    va_start(arguments, format);
    vfprintf(f, format, arguments);
    va_end(arguments);
    fclose(f);
}

static int make_files(void **state)
{
    char scene[64];
    (void)state;
    assert_non_null(mkdtemp(work));
    snprintf(scene, sizeof scene, "%s/box.yaml", work);
    snprintf(file, sizeof file, "%s/study.yaml", work);
    snprintf(out, sizeof out, "%s/out", work);
    write_text(scene, SIM_BOX, sim_methods[0], sim_steps[0]);
    write_text(file, "repose: 1\nstudy: {scene: box.yaml, keys: {interactions.0.friction: [0.1, -1, 0.3]}, "
                     "set: {stages.0.until: 0.01}, measures: [kinetic]}\n");
    return 0;
}

static void ran(void *context, const rp_study_job *job)
{
    int *outcome = context;
    assert_int_equal(job->count, 3);
    assert_in_range(job->number, 1, 3);
    outcome[job->number - 1] = (int)job->outcome;
    assert_int_equal(job->reason[0] != 0, job->outcome != RP_STUDY_DONE);
}

static void test_study(void **state)
{
    rp_study_options o;
    rp_study_result result;
    rp_error err;
    int outcome[3] = {0};
    (void)state;
    rp_study_options_default(&o);
    o.file = file;
    o.directory = out;
    o.ran = ran;
    o.context = outcome;
    if (rp_study(&o, &result, &err)) fail_msg("%s", err.what);
    assert_int_equal(result.jobs, 3);
    assert_int_equal(result.done, 2);
    assert_int_equal(result.failed, 1);
    assert_int_equal(result.left, 0);
    assert_int_equal(outcome[0], RP_STUDY_DONE);
    assert_int_equal(outcome[1], RP_STUDY_REFUSED);
    assert_int_equal(outcome[2], RP_STUDY_DONE);
    assert_int_equal(access(result.table, R_OK), 0);
    o.cookie = 0;
    assert_int_equal(rp_study(&o, &result, &err), RP_INPUT);
}

static void test_stop(void **state)
{
    rp_study_options o;
    rp_study_result result;
    const int stop = 1;
    char directory[80];
    (void)state;
    snprintf(directory, sizeof directory, "%s/stopped", work);
    rp_study_options_default(&o);
    o.file = file;
    o.directory = directory;
    o.stop = &stop;
    assert_int_equal(rp_study(&o, &result, NULL), RP_OK);
    assert_int_equal(result.left, 3);
}

static void test_list_and_plot(void **state)
{
    char *text, path[80];
    struct stat info;
    (void)state;
    assert_int_equal(rp_study_list(file, &text, NULL), RP_OK);
    assert_string_equal(text, "1\tinteractions.0.friction=0.1 seed=1\n2\tinteractions.0.friction=-1 seed=1\n"
                              "3\tinteractions.0.friction=0.3 seed=1\n");
    free(text);
    snprintf(path, sizeof path, "%s/plot.png", work);
    assert_int_equal(rp_study_plot(out, "kinetic", "interactions.0.friction", path, NULL), RP_OK);
    assert_int_equal(rp_study_plot(out, NULL, "interactions.0.friction", path, NULL), RP_INPUT);
    assert_int_equal(stat(path, &info), 0);
    assert_true(info.st_size > 2000);
    snprintf(path, sizeof path, "%s/report.html", work);
    assert_int_equal(rp_study_report(out, path, NULL), RP_OK);
    assert_int_equal(stat(path, &info), 0);
    assert_true(info.st_size > 2000);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* A search that cannot succeed ends after its runs and says so; tests/cli/test_calibrate.py has those that can. */
static void test_calibrate(void **state)
{
    rp_study_options o;
    rp_calibration result;
    rp_error err;
    char path[80], directory[80];
    (void)state;
    snprintf(path, sizeof path, "%s/calibrate.yaml", work);
    snprintf(directory, sizeof directory, "%s/calibrated", work);
    write_text(path,
               "repose: 1\ncalibrate: {scene: box.yaml, keys: {interactions.0.restitution: {from: 0.3, to: 0.9}}, "
               "targets: [{measure: coordination, value: -5, error: 1.0e-3}], set: {stages.0.until: 0.001, "
               "stages.1.until: 0.001}, runs: 8}\n");
    rp_study_options_default(&o);
    o.file = path;
    o.directory = directory;
    if (rp_calibrate(&o, &result, &err)) fail_msg("%s", err.what);
    assert_int_equal(result.runs, 8);
    assert_int_equal(result.key_count, 1);
    assert_true(result.finished && !result.reached); /* no packing has a negative coordination */
    assert_true(result.key[0].value >= 0.3 && result.key[0].value <= 0.9);
    assert_string_equal(result.target[0].name, "coordination");
    assert_int_equal(rp_memory_bytes(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_study),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_list_and_plot),
        cmocka_unit_test(test_calibrate),
    };
    return cmocka_run_group_tests(tests, make_files, NULL);
}
