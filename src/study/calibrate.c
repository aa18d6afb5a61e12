/* Which values of keys give what was measured. See calibrate.h. */
#include "study/calibrate.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/locale.h"
#include "base/lock.h"
#include "base/memory.h"
#include "base/random.h"

enum { RUNS_MAX = 400 };

/* ---- reading ---- */

static void read_target(rp_read *r, const rp_node *node, rp_calibrate_work *w)
{
    static const rp_key keys[] = {
        {"measure", RP_REQUIRED}, {"value", RP_REQUIRED}, {"error", RP_REQUIRED}, {"at", 0}, {"from", 0}, {"to", 0}};
    const int n = w->plan.measure_count;
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_study_read_measure(r, node, "measure", &w->plan.measure[n]);
    w->result->target[n].measured = rp_read_number(r, node, "value", rp_bound_any("the measure's own"), 0);
    w->result->target[n].error = rp_read_number(r, node, "error", rp_bound_positive("the measure's own"), 1);
    w->plan.measure_count++;
}

static void read_keys(rp_read *r, const rp_node *map, rp_calibrate_work *w)
{
    const rp_node *keys = rp_read_key(r, map, "keys");
    if (!keys) return;
    if ((keys->kind != RP_NODE_MAP || keys->count < 1 || keys->count > RP_CALIBRATE_KEYS)
        && rp_read_fail(r, keys, "keys to search for"))
        rp_error_expected(r->err, "a mapping of 1 to %d keys, each with {from, to}", RP_CALIBRATE_KEYS);
    for (const rp_node *n = keys->child; n && !r->status; n = n->next) {
        rp_study_key *key = &w->plan.key[w->plan.key_count++];
        rp_study_key_name(r, n, key);
        rp_study_read_span(r, n, 0, key);
    }
}

static void read_calibration(rp_read *r, const rp_node *map, rp_calibrate_work *w)
{
    static const rp_key keys[] = {{"scene", RP_REQUIRED},
                                  {"keys", RP_REQUIRED},
                                  {"targets", RP_REQUIRED},
                                  {"runs", 0},
                                  {"set", 0},
                                  {"draw", 0},
                                  {"jobs", 0},
                                  {"threads", 0}};
    if (!map || !RP_READ_MAP(r, map, keys)) return;
    read_keys(r, map, w);
    const rp_node *targets = rp_read_key(r, map, "targets");
    if (targets && rp_read_list(r, targets, 1, RP_CALIBRATE_TARGETS, "targets"))
        for (const rp_node *n = targets->child; n && !r->status; n = n->next) read_target(r, n, w);
    if (targets && !r->status && w->plan.measure_count < w->plan.key_count
        && rp_read_fail(r, targets, "%d keys cannot be found from %d target%s", w->plan.key_count,
                        w->plan.measure_count, w->plan.measure_count == 1 ? "" : "s"))
        rp_error_expected(r->err, "as many targets as keys, or more");
    w->runs = (size_t)rp_read_whole(r, map, "runs", 8, RUNS_MAX, 40);
    w->plan.draw = rp_read_whole(r, map, "draw", 0, UINT64_MAX, 1);
    rp_study_read_common(r, map, &w->plan);
}

static rp_status read_file(rp_calibrate_work *w)
{
    static const rp_key top[] = {{"repose", RP_REQUIRED}, {"calibrate", RP_REQUIRED}};
    rp_read r;
    rp_status status = rp_study_open(&w->plan, w->options->file, &r, w->err);
    if (status) return status;
    const rp_node *root = w->plan.yaml.root;
    if (RP_READ_MAP(&r, root, top)) rp_read_whole(&r, root, "repose", 1, 1, 1);
    read_calibration(&r, rp_read_key(&r, root, "calibrate"), w);
    return r.status;
}

/* ---- runs ---- */

/* Every run has a seed of its own, 1, 2, ...: the scatter over seeds is the noise. */
static rp_status begin_jobs(rp_calibrate_work *w)
{
    uint64_t seeds[RP_SEARCH_REPEATS] = {0};
    w->plan.sample = RP_SAMPLE_HYPERCUBE;
    w->plan.count = rp_search_first(w->plan.key_count);
    if (w->plan.count > w->runs / RP_SEARCH_REPEATS) w->plan.count = w->runs / RP_SEARCH_REPEATS;
    w->plan.seed = seeds;
    w->plan.seed_count = RP_SEARCH_REPEATS;
    rp_status status = rp_study_sample_take(&w->plan, w->err);
    w->plan.seed = NULL;
    for (size_t n = 0; n < w->plan.job_count; n++) w->plan.job[n].seed = n + 1;
    return status;
}

static double share_of(const rp_study_key *key, const char *text)
{
    const double value = rp_locale_number(text, NULL);
    if (key->logarithmic) return log(value / key->from) / log(key->to / key->from);
    return (value - key->from) / (key->to - key->from);
}

/* One more run in the model, if all its measures are numbers. */
static void use(rp_calibrate_work *w, size_t job, const rp_study_row *row)
{
    double x[RP_GAUSS_KEYS];
    int good = row->outcome == RP_STUDY_DONE;
    for (int t = 0; t < w->plan.measure_count; t++) good &= isfinite(row->value[t]) != 0;
    if (!good) return;
    for (int k = 0; k < w->plan.key_count; k++) x[k] = share_of(&w->plan.key[k], w->plan.job[job].value[k]);
    rp_search_use(&w->search, x, row->value);
}

static rp_status too_few(const rp_calibrate_work *w, const rp_study_row *last)
{
    return rp_error_set(w->err, RP_FAILED,
                        "%zu of %zu runs have all measures, too few for a model; the last one: %.200s", w->search.used,
                        w->plan.job_count, last->reason[0] ? last->reason : "a measure is not a number");
}

static rp_status collect(rp_calibrate_work *w)
{
    rp_study_row row, bad = {.outcome = RP_STUDY_DONE};
    char path[1200];
    rp_status status = RP_OK;
    w->search.used = 0;
    w->result->finished = 1;
    for (size_t n = 0; n < w->plan.job_count && !status; n++) {
        const size_t before = w->search.used;
        rp_study_path(w->result->directory, n, ".csv", path);
        status = rp_study_row_read(&w->plan, path, &row, w->err);
        if (!status && row.outcome == RP_STUDY_LEFT) w->result->finished = 0;
        else if (!status) use(w, n, &row);
        if (w->search.used == before) bad = row;
    }
    w->result->runs = (int)w->plan.job_count;
    w->result->failed = (int)(w->plan.job_count - w->search.used);
    if (status || !w->result->finished) return status;
    return w->search.used < (size_t)w->plan.key_count + 4 ? too_few(w, &bad) : RP_OK;
}

/* ---- the search ---- */

/* More runs, at a point drawn from the posterior. */
static rp_status draw_point(rp_calibrate_work *w)
{
    rp_random at = rp_random_stream(w->plan.draw, RP_RANDOM_TEST, w->plan.job_count, RP_STUDY_KEYS);
    double x[RP_GAUSS_KEYS];
    rp_study_point point = {0};
    rp_search_draw(&w->search, rp_random_uniform(&at), x);
    for (int k = 0; k < w->plan.key_count; k++) {
        point.value[k] = rp_study_number_text(&w->plan, rp_study_key_at(&w->plan.key[k], x[k]));
        if (!point.value[k]) return rp_memory_error(w->err, RP_STUDY_KEY, "the next run");
    }
    for (int n = 0; n < RP_SEARCH_REPEATS && w->plan.job_count < w->runs; n++) {
        rp_study_point *job = rp_study_add(&w->plan, w->err);
        if (!job) return RP_SYSTEM;
        *job = point;
        job->seed = w->plan.job_count;
    }
    return RP_OK;
}

static rp_status draw(rp_calibrate_work *w)
{
    rp_status status = RP_OK;
    for (int n = 0; n < RP_SEARCH_DRAWN && !status; n++) status = draw_point(w);
    return status;
}

static rp_status begin_search(rp_calibrate_work *w)
{
    rp_status status = rp_search_init(&w->search, w->plan.key_count, w->plan.measure_count, w->runs, w->err);
    for (int t = 0; t < w->plan.measure_count; t++) {
        w->search.measured[t] = w->result->target[t].measured;
        w->search.error[t] = w->result->target[t].error;
    }
    return status;
}

static rp_status go(rp_calibrate_work *w, const rp_lock *lock)
{
    rp_study_work jobs = {&w->plan, w->options, w->result->directory, lock->held ? lock->fd : -1, w->runs};
    size_t done = 0;
    for (;;) {
        rp_status status = rp_study_work_all(&jobs, done, w->plan.job_count, w->err);
        if (!status) status = collect(w);
        if (status || !w->result->finished) return status;
        status = rp_search_fit(&w->search, w->err);
        if (status) return status;
        rp_answer_find(w);
        if (w->result->converged || w->plan.job_count >= w->runs) return RP_OK;
        done = w->plan.job_count;
        status = draw(w);
        if (status) return status;
    }
}

static rp_status search_in(rp_calibrate_work *w)
{
    char path[1200];
    rp_lock lock;
    rp_study_result table = {0};
    const char *directory = w->result->directory;
    rp_status status = rp_study_claim(directory, w->err);
    if (!status) status = rp_file_directory_make(directory, w->err);
    snprintf(path, sizeof path, "%s/" RP_STUDY_LOCK, directory);
    if (!status) status = rp_lock_take(&lock, path, w->err);
    if (status) return status;
    status = rp_study_prepare(&w->plan, w->options, directory, w->err);
    if (!status) status = go(w, &lock);
    if (!status) status = rp_study_table_write(&w->plan, directory, &table, w->err);
    if (!status && w->result->finished) status = rp_answer_write(w);
    rp_lock_release(&lock);
    return status;
}

static rp_status search(rp_calibrate_work *w)
{
    rp_status status = rp_study_options_check(w->options, w->err);
    if (!status) status = read_file(w);
    if (!status) status = begin_jobs(w);
    if (!status) status = rp_study_check(&w->plan, w->err);
    if (!status) status = begin_search(w);
    if (status) return status;
    w->result->key_count = w->plan.key_count;
    w->result->target_count = w->plan.measure_count;
    rp_study_directory(w->options, w->result->directory);
    return search_in(w);
}

rp_status rp_calibrate(const rp_study_options *options, rp_calibration *result, rp_error *err)
{
    rp_error own;
    rp_calibrate_work w = {.options = options, .result = result, .err = err ? err : &own};
    *result = (rp_calibration){0};
    rp_error_clear(w.err);
    locale_t host = uselocale(rp_locale_c());
    rp_status status = search(&w);
    uselocale(host);
    rp_search_free(&w.search);
    rp_study_free(&w.plan);
    return status;
}
