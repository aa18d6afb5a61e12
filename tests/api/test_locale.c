/* A host program that has set a locale with decimal commas: scenes are read, and series, summaries and frames written,
 * with decimal points. */
#include "api/sims.h"

#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

static char place[64] = "/tmp/repose-locale-XXXXXX";

/* A locale made on the spot; 0: this machine has no source of one. */
static int set_commas(void)
{
    char command[256], text[32];
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1", place);
    if (system(command) == -1) return 0;
    setenv("LOCPATH", place, 1);
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) return 0;
    snprintf(text, sizeof text, "%.1f", 0.5);
    return strcmp(text, "0,5") == 0;
}

static char *read_all(const char *name)
{
    char path[160], *text = calloc(1, 1 << 20);
    snprintf(path, sizeof path, "%s/out/%s", place, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

/* A short run; what it has written. */
static void run(char **series, char **frame)
{
    char path[160], out[160], text[2600];
    rp_run_options o;
    rp_error err;
    snprintf(path, sizeof path, "%s/scene.yaml", place);
    snprintf(out, sizeof out, "%s/out", place);
    snprintf(text, sizeof text, SIM_BOX "output: {series: {every: 0.01}, frames: {every: 0.1}}\n", "soft", "5.0e-6");
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
    rp_run_options_default(&o);
    o.scene = path;
    o.directory = out;
    o.force = 1;
    o.max_steps = 4000;
    sim_ok(rp_run(&o, NULL, &err), &err);
    *series = read_all("series.csv");
    *frame = read_all("frames.pvd");
    char *summary = read_all("summary.json");
    assert_non_null(strstr(summary, "\"dt\": 5.0"));
    free(summary);
}

static void decimal_points(void **state)
{
    (void)state;
    char *series, *frame, *series_commas, *frame_commas;
    if (!mkdtemp(place)) fail_msg("no directory");
    setlocale(LC_ALL, "C");
    run(&series, &frame);
    if (!set_commas()) {
        print_message("no locale with decimal commas can be made here\n");
        skip();
    }
    run(&series_commas, &frame_commas);
    setlocale(LC_ALL, "C");
    assert_string_equal(series, series_commas);
    assert_string_equal(frame, frame_commas);
    free(series);
    free(frame);
    free(series_commas);
    free(frame_commas);
}

static int clean(void **state)
{
    (void)state;
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(decimal_points)};
    return cmocka_run_group_tests(tests, NULL, clean);
}
