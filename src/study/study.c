/* A study: its directory, its lock, its table. See study.h. */
#include "repose/study.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/file.h"
#include "base/locale.h"
#include "base/lock.h"
#include "base/memory.h"
#include "input/number.h"
#include "run/run.h"
#include "study/study.h"

#define COOKIE 0x57d7
enum { WAITS = 1200 }; /* of 50 ms, for another process of an array */

void rp_study_options_default(rp_study_options *o) { *o = (rp_study_options){.cookie = COOKIE}; }

rp_status rp_study_options_check(const rp_study_options *o, rp_error *err)
{
    if (o->cookie != COOKIE)
        return rp_error_set(err, RP_INPUT, "rp_study_options were not made by rp_study_options_default");
    if (!o->file) return rp_error_set(err, RP_INPUT, "a study needs a file");
    if (o->jobs < 0 || o->threads < 0 || o->job < 0)
        return rp_error_set(err, RP_INPUT, "numbers of jobs and threads cannot be negative");
    if (o->job && o->force)
        return rp_error_set(err, RP_INPUT, "--force replaces a whole study: it does not go with --job");
    return RP_OK;
}

/* ---- the plan ---- */

/* The seed that the scene has without the study. */
static rp_status own_seed(rp_study_plan *plan, const char *text, size_t size, rp_error *err)
{
    rp_yaml yaml = {0};
    rp_status status = rp_yaml_parse(&yaml, plan->scene, text, size, err);
    for (int n = 0; n < plan->set_count && !status; n++) status = rp_yaml_set(&yaml, plan->set[n], err);
    const rp_node *node = status ? NULL : rp_yaml_find(yaml.root, "seed");
    plan->seed = rp_memory_alloc(1, sizeof *plan->seed);
    plan->seed_count = 1;
    if (!plan->seed) status = rp_memory_error(err, sizeof *plan->seed, "a seed");
    else if (!node || node->kind != RP_NODE_SCALAR || !rp_number_whole(node->text, plan->seed)) *plan->seed = 1;
    rp_yaml_free(&yaml);
    return status;
}

static rp_status make_plan(rp_study_plan *plan, const char *file, rp_error *err)
{
    char *text = NULL;
    size_t size;
    rp_status status = rp_study_read(plan, file, err);
    if (!status) status = rp_file_read(plan->scene, RP_YAML_BYTES_MAX, &text, &size, err);
    if (!status && !plan->seed) status = own_seed(plan, text, size, err);
    rp_memory_free(text);
    return status ? status : rp_study_sample_take(plan, err);
}

/* ---- the directory ---- */

void rp_study_directory(const rp_study_options *o, char directory[1024])
{
    const char *slash = strrchr(o->file, '/'), *base = slash ? slash + 1 : o->file, *dot = strrchr(base, '.');
    const int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    if (o->directory) snprintf(directory, 1024, "%s", o->directory);
    else snprintf(directory, 1024, "out/%.*s", length, base);
    size_t n = strlen(directory);
    while (n > 1 && directory[n - 1] == '/') directory[--n] = 0;
}

/* *same 1: the file is there and has this text. */
static rp_status compare(const char *path, const char *text, size_t size, int *same, rp_error *err)
{
    char *kept;
    size_t length;
    rp_status status = rp_file_read(path, 0, &kept, &length, err);
    *same = !status && length == size && memcmp(kept, text, size) == 0;
    if (!status) rp_memory_free(kept);
    return status;
}

static void clear(const char *directory)
{
    char jobs[1200];
    snprintf(jobs, sizeof jobs, "%s/jobs", directory);
    rp_file_directory_clear(jobs, "*.csv");
    for (size_t n = 0;; n++) {
        char run[1200];
        rp_study_path(directory, n, "", run);
        if (!rp_file_directory_exists(run)) break;
        rp_run_clear(run);
    }
    rp_file_directory_clear(directory, RP_STUDY_TABLE);
    rp_file_directory_clear(directory, RP_STUDY_TIMES);
}

/* The file of the study and that of the scene are kept: a study goes on only as it began. */
static rp_status keep(const char *directory, const char *name, const char *text, size_t size, int force, rp_error *err)
{
    char path[1200];
    int same = 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    const int missing = !rp_file_exists(path);
    if (!missing && !force) {
        rp_status status = compare(path, text, size, &same, err);
        if (status) return status;
    }
    if (same) return RP_OK;
    if (missing || force) return rp_file_write(path, text, size, RP_FILE_DURABLE, err);
    rp_error_set(err, RP_INPUT, "the directory %s has a study with another %s", directory, name);
    rp_error_expected(err, "the file as it was, --force to replace that study, or another directory with -o");
    return RP_INPUT;
}

/* 1: it is empty, or a study has begun there. */
static int is_study(const char *directory)
{
    static const char *const names[] = {RP_STUDY_FILE, RP_STUDY_LOCK, "jobs"};
    char path[1200];
    for (int n = 0; n < 3; n++) {
        snprintf(path, sizeof path, "%s/%s", directory, names[n]);
        if (rp_file_exists(path)) return 1;
    }
    return rp_file_directory_empty(directory);
}

rp_status rp_study_claim(const char *directory, rp_error *err)
{
    if (is_study(directory)) return RP_OK;
    rp_error_set(err, RP_INPUT, "the directory %s exists and has no study", directory);
    rp_error_expected(err, "another directory with -o");
    return RP_INPUT;
}

rp_status rp_study_prepare(const rp_study_plan *plan, const rp_study_options *o, const char *directory, rp_error *err)
{
    char path[1200], *scene = NULL;
    size_t size;
    if (o->force) clear(directory);
    snprintf(path, sizeof path, "%s/jobs", directory);
    rp_status status = rp_file_directory_make(path, err);
    if (!status) status = rp_file_read(plan->scene, RP_YAML_BYTES_MAX, &scene, &size, err);
    if (!status) status = keep(directory, RP_STUDY_SCENE, scene, size, o->force, err);
    if (!status) status = keep(directory, RP_STUDY_FILE, plan->text, plan->size, o->force, err);
    rp_memory_free(scene);
    return status;
}

/* Rows of jobs that did not succeed go, and with them what their runs have left. */
static rp_status forget_failed(const rp_study_plan *plan, const char *directory, size_t first, size_t last,
                               rp_error *err)
{
    char path[1200], name[32];
    rp_study_row row;
    rp_status status = RP_OK;
    for (size_t n = first; n < last && !status; n++) {
        rp_study_path(directory, n, ".csv", path);
        status = rp_study_row_read(plan, path, &row, err);
        if (status || row.outcome == RP_STUDY_LEFT || row.outcome == RP_STUDY_DONE) continue;
        rp_study_path(directory, n, "", path);
        rp_run_clear(path);
        snprintf(path, sizeof path, "%s/jobs", directory);
        snprintf(name, sizeof name, "%04zu.csv", n + 1);
        rp_file_directory_clear(path, name);
    }
    return status;
}

/* ---- the table ---- */

static void print_head(const rp_study_plan *plan, rp_buffer *b)
{
    rp_buffer_print(b, "job,");
    for (int k = 0; k < plan->key_count; k++) rp_buffer_print(b, "%s,", plan->key[k].name);
    rp_buffer_print(b, "seed,");
    for (int n = 0; n < plan->measure_count; n++) {
        const rp_study_measure *m = &plan->measure[n];
        rp_buffer_print(b, m->mean ? "%s_mean,%s_error," : "%s,", m->name, m->name);
    }
    rp_buffer_print(b, "status,reason\n# 1,");
    for (int k = 0; k < plan->key_count; k++) rp_buffer_print(b, ",");
    rp_buffer_print(b, "1,");
    for (int n = 0; n < plan->measure_count; n++)
        for (int k = 0; k <= plan->measure[n].mean; k++) rp_buffer_print(b, "%s,", plan->measure[n].unit);
    rp_buffer_print(b, ",\n");
}

/* Values as they are; a text that the file has in quotes without them. */
static void print_values(const rp_study_plan *plan, size_t job, rp_buffer *b)
{
    for (int k = 0; k < plan->key_count; k++) {
        char text[1024];
        const char *value = plan->job[job].value[k];
        const int quoted = value[0] == '"';
        snprintf(text, sizeof text, "%s", value + quoted);
        if (quoted) text[strlen(text) - 1] = 0;
        rp_study_cell(b, text);
        rp_buffer_print(b, ",");
    }
}

static rp_status write_one(const char *directory, const char *name, rp_buffer *b, rp_status status, rp_error *err)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (!status) status = rp_file_write_buffer(path, b, RP_FILE_DURABLE, err);
    rp_buffer_free(b);
    return status;
}

static void count_outcome(rp_study_result *result, rp_study_outcome outcome)
{
    result->done += outcome == RP_STUDY_DONE;
    result->left += outcome == RP_STUDY_LEFT;
    result->failed += outcome > RP_STUDY_DONE;
}

rp_status rp_study_table_write(const rp_study_plan *plan, const char *directory, rp_study_result *result, rp_error *err)
{
    char path[1200];
    rp_study_row row;
    rp_buffer table, times;
    rp_status status = RP_OK;
    rp_buffer_init(&table);
    rp_buffer_init(&times);
    print_head(plan, &table);
    rp_buffer_print(&times, "job,wall_clock\n# 1,s\n");
    for (size_t n = 0; n < plan->job_count && !status; n++) {
        rp_study_path(directory, n, ".csv", path);
        status = rp_study_row_read(plan, path, &row, err);
        rp_buffer_print(&table, "%zu,", n + 1);
        print_values(plan, n, &table);
        rp_buffer_print(&table, "%llu,", (unsigned long long)plan->job[n].seed);
        rp_study_row_print(plan, &row, &table);
        rp_buffer_print(&times, "%zu,%.3f\n", n + 1, row.wall);
        count_outcome(result, row.outcome);
    }
    result->jobs = (int)plan->job_count;
    status = write_one(directory, RP_STUDY_TABLE, &table, status, err);
    return write_one(directory, RP_STUDY_TIMES, &times, status, err);
}

/* ---- all of it ---- */

/* Jobs of an array run side by side, each with the lock of its own; that of the study is for the one that writes the
 * files of the study first, while the others wait for them. */
static rp_status take_lock(const rp_study_options *o, const char *directory, rp_lock *lock, rp_error *err)
{
    static const struct timespec moment = {.tv_nsec = 50000000};
    char path[1200], file[1200];
    rp_status status = rp_study_claim(directory, err);
    *lock = (rp_lock){0};
    if (!status) status = rp_file_directory_make(directory, err);
    snprintf(path, sizeof path, "%s/" RP_STUDY_LOCK, directory);
    snprintf(file, sizeof file, "%s/" RP_STUDY_FILE, directory);
    if (status || (o->job && rp_file_exists(file))) return status;
    status = rp_lock_take(lock, path, err);
    for (int n = 0; n < WAITS && status == RP_INPUT && o->job; n++) {
        nanosleep(&moment, NULL);
        if (rp_file_exists(file)) return RP_OK;
        status = rp_lock_take(lock, path, err);
    }
    return status;
}

/* Others of an array may be running: only the whole study writes the table. */
static rp_status one_outcome(const rp_study_plan *plan, size_t job, rp_study_result *result, rp_error *err)
{
    rp_study_row row;
    char path[1200];
    rp_study_path(result->directory, job, ".csv", path);
    rp_status status = rp_study_row_read(plan, path, &row, err);
    result->jobs = 1;
    count_outcome(result, row.outcome);
    return status;
}

static rp_status work(const rp_study_plan *plan, const rp_study_options *o, rp_lock *lock, rp_study_result *result,
                      rp_error *err)
{
    const size_t first = o->job ? (size_t)o->job - 1 : 0, last = o->job ? first + 1 : plan->job_count;
    rp_status status = rp_study_prepare(plan, o, result->directory, err);
    if (o->job && lock->held) rp_lock_release(lock);
    const rp_study_work w = {plan, o, result->directory, lock->held ? lock->fd : -1, 0};
    if (!status && o->retry) status = forget_failed(plan, result->directory, first, last, err);
    if (!status) status = rp_study_work_all(&w, first, last, err);
    if (status) return status;
    return o->job ? one_outcome(plan, first, result, err) : rp_study_table_write(plan, result->directory, result, err);
}

static rp_status study(const rp_study_options *o, rp_study_plan *plan, rp_study_result *result, rp_error *err)
{
    rp_lock lock;
    rp_status status = make_plan(plan, o->file, err);
    if (!status && (size_t)o->job > plan->job_count) {
        rp_error_set(err, RP_INPUT, "there is no job %d", o->job);
        rp_error_expected(err, "1 to %zu", plan->job_count);
        status = RP_INPUT;
    }
    if (!status) status = rp_study_check(plan, err);
    if (status) return status;
    rp_study_directory(o, result->directory);
    snprintf(result->table, sizeof result->table, "%s/" RP_STUDY_TABLE, result->directory);
    status = take_lock(o, result->directory, &lock, err);
    if (status) return status;
    status = work(plan, o, &lock, result, err);
    rp_lock_release(&lock);
    return status;
}

rp_status rp_study(const rp_study_options *options, rp_study_result *result, rp_error *err)
{
    rp_error own;
    rp_study_result unused;
    rp_study_plan plan = {0};
    if (!err) err = &own;
    if (!result) result = &unused;
    *result = (rp_study_result){0};
    rp_error_clear(err);
    rp_status status = rp_study_options_check(options, err);
    if (status) return status;
    locale_t host = uselocale(rp_locale_c());
    status = study(options, &plan, result, err);
    uselocale(host);
    rp_study_free(&plan);
    return status;
}

rp_status rp_study_list(const char *file, char **text, rp_error *err)
{
    rp_error own;
    rp_study_plan plan = {0};
    rp_buffer b;
    *text = NULL;
    rp_buffer_init(&b);
    if (!err) err = &own;
    locale_t host = uselocale(rp_locale_c());
    rp_status status = make_plan(&plan, file, err);
    for (size_t n = 0; n < plan.job_count && !status; n++) {
        rp_buffer_print(&b, "%zu\t", n + 1);
        rp_study_describe(&plan, n, &b);
        rp_buffer_print(&b, "\n");
    }
    rp_buffer_append(&b, "", 1);
    if (!status && !b.failed) *text = strdup(b.data);
    if (!status && !*text) status = rp_memory_error(err, b.size, "the list of jobs");
    uselocale(host);
    rp_buffer_free(&b);
    rp_study_free(&plan);
    return status;
}
