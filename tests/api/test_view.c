/* What the viewer shows, and reports; through public headers alone. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sims.h"

static char work[] = "/tmp/repose-view-XXXXXX", run[64];

static int make_run(void **state)
{
    (void)state;
    char scene[64];
    rp_run_options o;
    rp_run_result result;
    rp_error err;
    assert_non_null(mkdtemp(work));
    snprintf(scene, sizeof scene, "%s/box.yaml", work);
    snprintf(run, sizeof run, "%s/run", work);
    FILE *file = fopen(scene, "w");
    assert_non_null(file);
    fprintf(file, SIM_BOX, sim_methods[1], sim_steps[1]);
    fprintf(file, "output: {series: {every: 0.005}, frames: {every: 0.02}}\n");
    fclose(file);
    rp_run_options_default(&o);
    o.scene = scene;
    o.directory = run;
    o.threads = 1;
    sim_ok(rp_run(&o, &result, &err), &err);
    return 0;
}

static int remove_run(void **state)
{
    (void)state;
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", work);
    return system(command);
}

/* The first array of a frame, by its place in the header: "x", 4-byte floats. */
static const float *positions(const rp_view_data *frame, size_t rows)
{
    const unsigned char *bytes = frame->bytes;
    const size_t length = bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
    char expected[100];
    assert_true(frame->size > 4 + length + 8 * rows);
    snprintf(expected, sizeof expected, "{\"name\":\"x\",\"type\":\"f32\",\"rows\":%zu,\"columns\":2}", rows);
    assert_non_null(strstr((const char *)bytes + 4, expected));
    return (const float *)(bytes + 4 + length);
}

/* A look at the simulation after every few steps, in all methods: the state is that of one without. */
static void a_view_changes_no_bit(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_sim *seen = sim_box(method, 1), *alone = sim_box(method, 1);
        rp_view_data frame;
        rp_error err;
        char one[33], other[33];
        for (int n = 1; n <= 20; n++) {
            sim_ok(rp_sim_advance(seen, 0.002 * n, &err), &err);
            sim_ok(rp_sim_advance(alone, 0.002 * n, &err), &err);
            sim_ok(rp_view_sim(seen, &frame, &err), &err);
            rp_view_data_free(&frame);
        }
        sim_hash(seen, one);
        sim_hash(alone, other);
        assert_string_equal(one, other);
        rp_sim_destroy(seen);
        rp_sim_destroy(alone);
    }
}

static void a_frame_has_the_positions(void **state)
{
    (void)state;
    rp_sim *sim = sim_box(0, 1);
    rp_view_data frame;
    rp_error err;
    sim_ok(rp_sim_advance(sim, 0.03, &err), &err);
    sim_ok(rp_view_sim(sim, &frame, &err), &err);
    const float *x = positions(&frame, rp_sim_count(sim));
    const rp_array array = rp_sim_array(sim, "position");
    for (uint32_t id = 0; id < rp_sim_count(sim); id++)
        for (int k = 0; k < 2; k++)
            assert_true(x[2 * id + (uint32_t)k] == (float)rp_array_row(&array, rp_sim_slot(sim, id))[k]);
    rp_view_data_free(&frame);
    rp_view_data_free(&frame);
    rp_view_data_free(NULL);
    rp_sim_destroy(sim);
}

static void runs_have_times_files_and_frames(void **state)
{
    (void)state;
    const char *runs[] = {run}, *labels[] = {"my \"run\""};
    rp_view_data data;
    rp_error err;
    sim_ok(rp_view_session(runs, labels, 1, &data, &err), &err);
    assert_non_null(strstr(data.bytes, "\"label\":\"my \\\"run\\\"\""));
    assert_non_null(strstr(data.bytes, "\"times\":[0,0.02"));
    assert_non_null(strstr(data.bytes, "\"scene.yaml\",\"summary.json\",\"log.txt\",\"series.csv\""));
    rp_view_data_free(&data);
    sim_ok(rp_view_frame(run, 2, &data, &err), &err);
    positions(&data, 61);
    rp_view_data_free(&data);
    assert_int_not_equal(rp_view_frame(run, 4000, &data, &err), RP_OK);
    assert_null(data.bytes);
}

/* A run that goes on again has the summary of its first end: the lock tells, and one that a dead process has left does
 * not count. */
static void a_run_that_goes_on_is_known(void **state)
{
    (void)state;
    char path[80], host[128] = "";
    rp_view_data data;
    rp_error err;
    snprintf(path, sizeof path, "%s/run.lock", run);
    gethostname(host, sizeof host - 1);
    assert_false(rp_view_running(run));
    for (int alive = 0; alive < 2; alive++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "process %ld on %s, since today\n", alive ? (long)getpid() : 999999999L, host);
        fclose(file);
        assert_int_equal(rp_view_running(run), alive);
        sim_ok(rp_view_session((const char *const[]){run}, NULL, 1, &data, &err), &err);
        assert_non_null(strstr(data.bytes, alive ? "\"running\":true" : "\"running\":false"));
        rp_view_data_free(&data);
    }
    remove(path);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"../box.yaml", "checkpoint.h5", "/etc/passwd", "", "series.csv/../log.txt"};
    rp_view_data data;
    rp_error err;
    sim_ok(rp_view_file(run, "scene.yaml", &data, &err), &err);
    assert_int_equal(strlen(data.bytes), data.size);
    rp_view_data_free(&data);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        sim_refused(rp_view_file(run, names[n], &data, &err), &err, "shows no file");
    sim_refused(rp_view_file(work, "box.yaml", &data, &err), &err, "not the directory of a run");
}

static long size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) ? -1 : (long)info.st_size;
}

/* Less and less room, until two frames have none. */
static int reports_with_fewer_frames(const char *path, double megabytes)
{
    const char *runs[] = {run};
    rp_report_options o = rp_report_options_default();
    rp_report_result r;
    int fewer = 0;
    for (int n = 0; n < 40; n++) {
        o.megabytes = megabytes * (1.05 - 0.005 * n);
        if (rp_report(runs, NULL, 1, &o, path, &r, NULL)) break;
        assert_true((double)r.bytes <= 1e6 * o.megabytes && r.frames >= 2);
        fewer += r.frames < r.frames_of;
    }
    return fewer;
}

static void reports_keep_their_size(void **state)
{
    (void)state;
    const char *runs[] = {run, run};
    char path[100];
    rp_report_options o = rp_report_options_default();
    rp_report_result r;
    rp_error err;
    snprintf(path, sizeof path, "%s/report.html", work);
    if (!rp_view_page()) {
        sim_refused(rp_report(runs, NULL, 1, &o, path, &r, &err), &err, "Node");
        return;
    }
    assert_non_null(strstr(rp_view_page(), "<!--data-->"));
    sim_ok(rp_report(runs, NULL, 2, NULL, path, NULL, &err), &err);
    sim_ok(rp_report(runs, NULL, 1, &o, path, &r, &err), &err);
    assert_true(size_of(path) == (long)r.bytes && r.frames == r.frames_of && r.contacts);
    assert_true(reports_with_fewer_frames(path, 1e-6 * (double)r.bytes) > 0);
    o.megabytes = 0.001;
    sim_refused(rp_report(runs, NULL, 2, &o, path, &r, &err), &err, "no room");
    const char *need = strstr(err.what, "needs ");
    assert_non_null(need);
    o.megabytes = strtod(need + strlen("needs "), NULL); /* the size that it names is enough, and hardly more */
    sim_ok(rp_report(runs, NULL, 2, &o, path, &r, &err), &err);
    assert_true((double)r.bytes <= 1e6 * o.megabytes && (double)r.bytes > 1e6 * o.megabytes - 0.1e6);
    runs[0] = work;
    sim_refused(rp_report(runs, NULL, 1, NULL, path, &r, &err), &err, "not the directory of a run");
    o.cookie = 0;
    sim_refused(rp_report(runs, NULL, 1, &o, path, &r, &err), &err, "rp_report_options_default");
}

static void tables_are_pages(void **state)
{
    (void)state;
    rp_error err;
    char path[80], text[4000] = "";
    const char *cells[] = {"name", "value", "a < b", "1 & 2"};
    snprintf(path, sizeof path, "%s/table.html", work);
    sim_ok(rp_report_table("Two numbers", NULL, cells, 2, 2, path, &err), &err);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_non_null(strstr(text, "<h1>Two numbers</h1>"));
    assert_non_null(strstr(text, "<tr><th>name</th><th>value</th></tr>\n<tr><td>a &lt; b</td><td>1 &amp; 2</td></tr>"));
    assert_int_not_equal(rp_report_table("x", "/no/such.png", cells, 2, 2, path, &err), RP_OK);
}

static void nothing_is_left(void **state)
{
    (void)state;
    assert_int_equal(rp_memory_bytes(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_changes_no_bit),
        cmocka_unit_test(a_frame_has_the_positions),
        cmocka_unit_test(runs_have_times_files_and_frames),
        cmocka_unit_test(a_run_that_goes_on_is_known),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(reports_keep_their_size),
        cmocka_unit_test(tables_are_pages),
        cmocka_unit_test(nothing_is_left),
    };
    return cmocka_run_group_tests(tests, make_run, remove_run);
}
