/* An allocation, or a system call of a file, fails once on each different path that leads to it (sites.h), in runs of
 * small scenes that take what scenes can have (scenes.h), in resumed runs, and in simulations that a program holds:
 * RP_SYSTEM in words, no byte leaked, a checkpoint that is whole, and the run that gets through has its hash. */
#include "faults/scenes.h"
#include "faults/sites.h"

#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "output/output.h"
#include "repose/measure.h"
#include "repose/run.h"

static char directory[64], scene[128], out[128], saved[128];
static char hash[33];
static rp_error error;
static rp_status status; /* of the last work */
static int defects;

static const sites_kind *const kinds[] = {&sites_memory, &sites_system};

static const char *path_of(const char *name, char path[128])
{
    snprintf(path, 128, "%s/%s", directory, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    char path[128];
    assert_int_equal(rp_file_write(path_of(name, path), text, strlen(text), 0, NULL), RP_OK);
}

/* ---- what is tried ---- */

static rp_run_options run_options(void)
{
    rp_run_options o;
    rp_run_options_default(&o);
    o.directory = out;
    o.threads = 1;
    return o;
}

static void take_result(rp_status of, const rp_run_result *result)
{
    status = of;
    if (!of) memcpy(hash, result->state_hash, sizeof hash);
}

static void whole_run(void *context)
{
    rp_run_result result = {0};
    rp_run_options o = run_options();
    (void)context;
    o.scene = scene;
    o.force = 1;
    take_result(rp_run(&o, &result, &error), &result);
}

static void half_run(void)
{
    rp_run_result result;
    rp_run_options o = run_options();
    o.scene = scene;
    o.force = 1;
    o.max_steps = 2;
    if (rp_run(&o, &result, &error)) fail_msg("%s", error.what);
}

static void rest_of_run(void *context)
{
    rp_run_result result = {0};
    rp_run_options o = run_options();
    (void)context;
    o.resume = 1;
    take_result(rp_run(&o, &result, &error), &result);
}

/* All that a program may do with a simulation; the first failure is what counts. */
static void hold(void *context)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim = NULL;
    rp_snapshot *snapshot = NULL;
    const rp_contact *contacts;
    const char *const names[] = {"kinetic", "coordination", "stress_xx", "solid_fraction"};
    double values[4];
    size_t count;
    (void)context;
    def.scene = scene;
    def.threads = 1;
    status = rp_sim_create(&def, &sim, &error);
    if (!status) status = rp_sim_step(sim, 3, &error);
    if (!status) status = rp_sim_contacts(sim, &contacts, &count, &error);
    if (!status) status = rp_sim_measures(sim, names, 3, values, &error);
    if (!status) status = rp_sim_snapshot(sim, &snapshot, &error);
    if (!status) status = rp_sim_save(sim, saved, &error);
    if (!status) status = rp_sim_step(sim, 2, &error);
    if (!status) status = rp_sim_rewind(sim, snapshot, &error);
    if (!status) status = rp_sim_restore(sim, saved, &error);
    if (!status) status = rp_sim_frame(sim, out, &error);
    if (!status) status = rp_sim_step(sim, 2, &error);
    if (!status) status = rp_sim_hash(sim, hash, &error);
    rp_snapshot_destroy(snapshot);
    rp_sim_destroy(sim);
}

static void check_scene(void *context)
{
    rp_sim_def def = rp_sim_def_default();
    char *text = NULL;
    (void)context;
    def.scene = scene;
    status = rp_check(&def, &text, &error);
    free(text);
    strcpy(hash, "checked");
}

/* ---- each of their paths ---- */

/* A checkpoint in the directory is either absent or readable. */
static void checkpoint_is_whole(void)
{
    char path[160];
    rp_archive a;
    snprintf(path, sizeof path, "%s/checkpoint.h5", out);
    if (!rp_file_exists(path)) return;
    rp_archive_init(&a);
    assert_int_equal(rp_checkpoint_read(path, &a, NULL), RP_OK);
    rp_archive_free(&a);
}

/* What is wrong with one failure; "": nothing. */
static const char *fail_one(const sites_kind *kind, long n, void (*work)(void *), const char *right)
{
    static char wrong[200];
    error = (rp_error){0};
    kind->fail_at(n);
    work(NULL);
    kind->fail_at(0);
    checkpoint_is_whole();
    wrong[0] = 0;
    if (rp_memory_bytes() != 0) snprintf(wrong, sizeof wrong, "leaks %lld bytes", (long long)rp_memory_bytes());
    else if (status && status != RP_SYSTEM) snprintf(wrong, sizeof wrong, "gives %d", status);
    else if (status && strlen(error.what) <= 10) return "has no words";
    else if (!status && strcmp(hash, right) != 0) return "ends with another hash";
    return wrong;
}

/* Returns how many failures were tried. */
static int each_path(const sites_kind *kind, void (*before)(void), void (*work)(void *), const char *what)
{
    char right[33], said[1600] = "";
    if (before) before();
    sites_find(kind, work, NULL);
    if (status) rp_error_text(&error, said, sizeof said);
    if (status) fail_msg("%s: %s", what, said);
    memcpy(right, hash, sizeof right);
    for (int n = 0; n < sites_count; n++) {
        if (before) before();
        const char *wrong = fail_one(kind, sites_new[n], work, right);
        if (!*wrong) continue;
        print_error("%s, %ld of %s: %s: %s\n", what, sites_new[n], kind->name, wrong, error.what);
        defects++;
    }
    return sites_count;
}

static void each_scene(void (*before)(void), void (*work)(void *), int least)
{
    int all = 0;
    for (int k = 0; k < 2; k++) {
        int tried = 0;
        for (int n = 0; n < FAULT_SCENES; n++) {
            write_file("scene.yaml", fault_scenes[n].text);
            tried += each_path(kinds[k], before, work, fault_scenes[n].name);
        }
        print_message("%d failures of %s\n", tried, kinds[k]->name);
        all += tried;
    }
    assert_true(all > least); /* what other work has not tried */
    assert_int_equal(defects, 0);
}

static void runs(void **state)
{
    (void)state;
    each_scene(NULL, whole_run, 300);
}

static void resumed_runs(void **state)
{
    (void)state;
    each_scene(half_run, rest_of_run, 10);
}

static void simulations(void **state)
{
    (void)state;
    each_scene(NULL, hold, 5);
}

static void checks(void **state)
{
    (void)state;
    each_scene(NULL, check_scene, 3);
}

static int prepare(void **state)
{
    (void)state;
    /* in memory where there is such a place: every file is synced to disk, thousands of times */
    snprintf(directory, sizeof directory, "%s/repose-sites-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(directory)) return -1;
    path_of("scene.yaml", scene);
    path_of("out", out);
    path_of("saved.h5", saved);
    for (int n = 0; n < FAULT_FILES; n++) write_file(fault_files[n].name, fault_files[n].text);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs),
        cmocka_unit_test(resumed_runs),
        cmocka_unit_test(simulations),
        cmocka_unit_test(checks),
    };
    return cmocka_run_group_tests(tests, prepare, clean);
}
