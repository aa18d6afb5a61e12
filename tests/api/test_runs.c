/* Runs with their files, what is drawn from them, tables of methods and measures; through public headers alone. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sims.h"

static char work[] = "/tmp/repose-runs-XXXXXX", scene[64], run[64];
static rp_run_result result;

static const char *in_work(const char *name)
{
    static char path[4][200];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", work, name);
    return path[turn];
}

static long size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) ? -1 : (long)info.st_size;
}

/* A PNG picture: its signature, and more than an empty page. */
static void assert_picture(const char *path)
{
    unsigned char head[8] = {0};
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing", path);
    assert_int_equal(fread(head, 1, 8, file), 8);
    fclose(file);
    assert_memory_equal(head, "\x89PNG\r\n\x1a\n", 8);
    assert_true(size_of(path) > 2000);
}

static void write_scene(void)
{
    FILE *file = fopen(scene, "w");
    assert_non_null(file);
    fprintf(file, SIM_BOX, sim_methods[0], sim_steps[0]);
    fprintf(file, "output: {series: {every: 0.005}, frames: {every: 0.02}, forces: {every: 0.005}, profiles: [{name: "
                  "height, along: y, lower: 0, upper: 0.06, bins: 6, every: 0.005}]}\n");
    fclose(file);
}

static int make_run(void **state)
{
    (void)state;
    static const char *const set[] = {"stages=[{name: fall, until: 0.06}]"};
    rp_run_options o;
    rp_error err;
    assert_non_null(mkdtemp(work));
    snprintf(scene, sizeof scene, "%s/box.yaml", work);
    snprintf(run, sizeof run, "%s/run", work);
    write_scene();
    rp_run_options_default(&o);
    o.scene = scene;
    o.directory = run;
    o.threads = 1;
    o.set = set;
    o.set_count = 1;
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

static void runs_leave_a_state_with_its_hash(void **state)
{
    (void)state;
    char hash[33];
    rp_error err;
    assert_true(result.finished && result.particles == 61);
    assert_true(fabs(result.time - 0.06) < 1e-5);
    assert_string_equal(result.directory, run);
    sim_ok(rp_hash(in_work("run/checkpoint.h5"), hash, &err), &err);
    assert_string_equal(hash, result.state_hash);
    assert_int_not_equal(rp_hash(in_work("none.h5"), hash, &err), RP_OK);
    assert_true(rp_memory_peak() >= result.bytes && result.bytes > 0);
}

static void checks_tell_before_running(void **state)
{
    (void)state;
    rp_sim_def def = rp_sim_def_default();
    char *text;
    rp_error err;
    def.scene = scene;
    sim_ok(rp_check(&def, &text, &err), &err);
    assert_non_null(strstr(text, "61"));
    assert_non_null(strstr(text, "time step"));
    free(text);
    def.scene = "/no/such/scene.yaml";
    assert_int_not_equal(rp_check(&def, &text, &err), RP_OK);
}

static void runs_are_drawn(void **state)
{
    (void)state;
    static const char *const columns[] = {"kinetic", "contacts"}, *const wrong[] = {"kinetics"};
    const char *const both[] = {run, run}, *const labels[] = {"one", "two"};
    rp_picture_options o;
    rp_error err;
    int count = 0;
    rp_picture_options_default(&o);
    o.color = "radius";
    sim_ok(rp_picture_frame(run, 0.02, &o, in_work("frame.png"), &err), &err);
    sim_ok(rp_picture_frames(both, labels, 2, NAN, &o, in_work("frames.png"), &err), &err);
    sim_ok(rp_picture_movie(run, &o, in_work("movie"), &count, &err), &err);
    sim_ok(rp_picture_series(run, NULL, columns, 2, 0, 0, in_work("series.png"), &err), &err);
    sim_ok(rp_picture_series_of(both, labels, 2, columns, 2, &(rp_series_axes){.title = "two"},
                                in_work("series_of.png"), &err),
           &err);
    sim_ok(rp_picture_profile(run, NULL, NULL, 0, in_work("profile.png"), &err), &err);
    sim_ok(rp_picture_forces(run, in_work("forces.png"), &err), &err);
    static const char *const pictures[] = {"frame.png",     "frames.png",  "movie/000000.png", "series.png",
                                           "series_of.png", "profile.png", "forces.png"};
    for (size_t n = 0; n < sizeof pictures / sizeof *pictures; n++) assert_picture(in_work(pictures[n]));
    assert_int_equal(count, 4); /* 0, 0.02, 0.04, 0.06 s */
    size_t rows = 0, all = 0;
    sim_ok(rp_export_particles(run, NULL, in_work("last.csv"), &rows, &err), &err);
    sim_ok(rp_export_particles(run, &(rp_export_options){.time = NAN, .all = 1}, in_work("all.xyz"), &all, &err), &err);
    assert_true(rows > 0 && all == 4 * rows);
    sim_refused(rp_export_particles(run, NULL, in_work("last.vtk"), NULL, &err), &err, ".csv or .xyz");
    sim_refused(rp_picture_series(run, NULL, wrong, 1, 0, 0, in_work("no.png"), &err), &err, "kinetic");
    assert_int_equal(size_of(in_work("no.png")), -1);
}

static int stop_after_two(void *context, int done, int count)
{
    *(int *)context = count;
    return done == 2;
}

static void films_are_made(void **state)
{
    (void)state;
    const char *const both[] = {run, run};
    rp_film_options film = rp_film_options_default();
    rp_picture_options o;
    rp_error err;
    int count = 0, all = 0;
    rp_picture_options_default(&o);
    o.width = 160;
    o.height = 240;
    sim_refused(rp_film(both, NULL, 1, &o, &film, in_work("film.avi"), &count, &err), &err, ".mp4");
    film.rate = 0;
    sim_refused(rp_film(both, NULL, 1, &o, &film, in_work("film.gif"), &count, &err), &err, "rate");
    film.rate = 10;
    if (system("command -v ffmpeg > /dev/null") != 0) skip();
    sim_ok(rp_film(both, NULL, 2, &o, &film, in_work("film.gif"), &count, &err), &err);
    assert_int_equal(count, 4);
    assert_true(size_of(in_work("film.gif")) > 1000);
    film.drawn = stop_after_two;
    film.context = &all;
    assert_int_equal(rp_film(both, NULL, 1, &o, &film, in_work("stopped.gif"), &count, &err), RP_FAILED);
    assert_true(all == 4 && count == 2 && size_of(in_work("stopped.gif")) == -1);
}

static void methods_are_compared(void **state)
{
    (void)state;
    static const char *const methods[] = {"soft", "contact-dynamics"}, *const set[] = {
                                                                           "stages=[{name: fall, until: 0.02}]",
                                                                           "contact-dynamics:run.step=2e-4"};
    rp_compare_options o;
    static rp_comparison c;
    rp_error err;
    rp_compare_options_default(&o);
    o.scene = scene;
    o.directory = in_work("compared");
    o.methods = methods;
    o.method_count = 2;
    o.set = set;
    o.set_count = 2;
    o.threads = 1;
    sim_ok(rp_compare(&o, &c, &err), &err);
    assert_int_equal(c.count, 2);
    assert_string_equal(c.method[1].method, "contact-dynamics");
    assert_true(c.method[0].status == RP_OK && c.method[1].status == RP_OK);
    assert_true(c.column_count > 0 && c.method[0].difference[0] == 0 && c.method[1].difference[0] < 1);
    assert_true(size_of(c.table) > 0);
    assert_picture(c.series);
    assert_picture(c.frames);
}

static void plots_are_saved(void **state)
{
    (void)state;
    const double x[] = {1, 10, 100}, y[] = {1, 2, 4}, high[] = {2, 3, 5}, heat[] = {0, 1, 2, 3};
    rp_error err;
    rp_plot *plot = rp_plot_create(1, 2, 800, 400);
    assert_non_null(plot);
    rp_plot_title(plot, "TITLE");
    rp_plot_remark(plot, "REMARK");
    rp_plot_axes(plot, 0, "LEFT", "X-AXIS", "Y-AXIS");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_limits(plot, 0, 1, 100, 0, 6);
    rp_plot_curve(plot, 0, x, y, 3, &(rp_plot_style){.label = "CURVE", .marker = RP_MARKER_CIRCLE});
    rp_plot_band(plot, 0, x, y, high, 3, NULL);
    rp_plot_rule(plot, 0, 0, 3, "RULE");
    rp_plot_note(plot, 0, 10, 5, "NOTE");
    rp_plot_heat(plot, 1, heat, 2, 2, 0, 1, 0, 1, NAN, NAN, RP_MAP_LAGOON, "HEAT");
    rp_plot_levels(plot, 1, 4);
    sim_ok(rp_plot_save(plot, in_work("plot.png"), &err), &err);
    sim_ok(rp_plot_save(plot, in_work("plot.svg"), &err), &err);
    assert_picture(in_work("plot.png"));
    assert_true(size_of(in_work("plot.svg")) > 5000);
    assert_int_not_equal(rp_plot_save(plot, in_work("none/plot.png"), &err), RP_OK);
    assert_int_equal(rp_plot_save(plot, in_work("plot.gif"), &err), RP_INPUT);
    rp_plot_destroy(plot);
    rp_plot_destroy(NULL);
}

/* What the tables list, a simulation of that method has, in the same order. */
static void tables_list_what_simulations_measure(void **state)
{
    (void)state;
    assert_int_equal(rp_method_count(), SIM_METHODS);
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_sim *sim = sim_box(method, 1);
        rp_measure_info info;
        rp_method_info m = rp_method_get(0);
        int at = 0;
        for (int n = 0; n < rp_method_count(); n++) {
            m = rp_method_get(n);
            if (strcmp(m.name, sim_methods[method]) == 0) break;
        }
        assert_string_equal(m.name, sim_methods[method]);
        assert_true(m.option_count > 0 && strlen(m.summary) > 20);
        for (int n = 0; n < rp_measure_row_count(RP_OF_WORLD); n++) {
            assert_int_equal(rp_sim_measure_info(sim, at++, &info), 1);
            assert_string_equal(info.name, rp_measure_row_get(RP_OF_WORLD, n).name);
            assert_string_equal(info.unit, rp_measure_row_get(RP_OF_WORLD, n).unit);
        }
        for (int n = 0; n < m.column_count; n++) {
            assert_int_equal(rp_sim_measure_info(sim, at++, &info), 1);
            assert_string_equal(info.name, m.column[n].name);
        }
        rp_sim_destroy(sim);
    }
    for (int of = 0; of < RP_OF_COUNT; of++) assert_true(rp_measure_row_count((rp_measure_of)of) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_leave_a_state_with_its_hash),
        cmocka_unit_test(checks_tell_before_running),
        cmocka_unit_test(runs_are_drawn),
        cmocka_unit_test(films_are_made),
        cmocka_unit_test(methods_are_compared),
        cmocka_unit_test(plots_are_saved),
        cmocka_unit_test(tables_list_what_simulations_measure),
    };
    return cmocka_run_group_tests(tests, make_run, remove_run);
}
