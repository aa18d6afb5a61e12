/* Which values of keys give what was measured. See calibrate.h. */
#include "study/calibrate.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/locale.h"
#include "base/lock.h"
#include "base/memory.h"
#include "base/random.h"

enum { BATCH = 4, RUNS_MAX = 400, ZOOMS = 2 };
#define NEGLIGIBLE 1e-5
static const int sides[] = {0, 401, 81, 25}; /* of the grid, by the number of keys */

/* ---- reading ---- */

static void read_target(rp_read *r, const rp_node *node, rp_search *s)
{
    static const rp_key keys[] = {
        {"measure", RP_REQUIRED}, {"value", RP_REQUIRED}, {"error", RP_REQUIRED}, {"at", 0}, {"from", 0}, {"to", 0}};
    const int n = s->plan.measure_count;
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_study_read_measure(r, node, "measure", &s->plan.measure[n]);
    s->result->target[n].measured = rp_read_number(r, node, "value", rp_bound_any("the measure's own"), 0);
    s->result->target[n].error = rp_read_number(r, node, "error", rp_bound_positive("the measure's own"), 1);
    s->plan.measure_count++;
}

static void read_keys(rp_read *r, const rp_node *map, rp_search *s)
{
    const rp_node *keys = rp_read_key(r, map, "keys");
    if (!keys) return;
    if ((keys->kind != RP_NODE_MAP || keys->count < 1 || keys->count > RP_CALIBRATE_KEYS)
        && rp_read_fail(r, keys, "keys to search for"))
        rp_error_expected(r->err, "a mapping of 1 to %d keys, each with {from, to}", RP_CALIBRATE_KEYS);
    for (const rp_node *n = keys->child; n && !r->status; n = n->next) {
        rp_study_key *key = &s->plan.key[s->plan.key_count++];
        rp_study_key_name(r, n, key);
        rp_study_read_span(r, n, 0, key);
    }
}

static void read_calibration(rp_read *r, const rp_node *map, rp_search *s)
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
    read_keys(r, map, s);
    const rp_node *targets = rp_read_key(r, map, "targets");
    if (targets && rp_read_list(r, targets, 1, RP_CALIBRATE_TARGETS, "targets"))
        for (const rp_node *n = targets->child; n && !r->status; n = n->next) read_target(r, n, s);
    if (targets && !r->status && s->plan.measure_count < s->plan.key_count
        && rp_read_fail(r, targets, "%d keys cannot be found from %d target%s", s->plan.key_count,
                        s->plan.measure_count, s->plan.measure_count == 1 ? "" : "s"))
        rp_error_expected(r->err, "as many targets as keys, or more");
    s->runs = (size_t)rp_read_whole(r, map, "runs", 8, RUNS_MAX, 40);
    s->plan.draw = rp_read_whole(r, map, "draw", 0, UINT64_MAX, 1);
    rp_study_read_common(r, map, &s->plan);
}

static rp_status read_file(rp_search *s)
{
    static const rp_key top[] = {{"repose", RP_REQUIRED}, {"calibrate", RP_REQUIRED}};
    rp_read r;
    rp_status status = rp_study_open(&s->plan, s->options->file, &r, s->err);
    if (status) return status;
    const rp_node *root = s->plan.yaml.root;
    if (RP_READ_MAP(&r, root, top)) rp_read_whole(&r, root, "repose", 1, 1, 1);
    read_calibration(&r, rp_read_key(&r, root, "calibrate"), s);
    return r.status;
}

/* ---- runs ---- */

/* Runs have the seeds 1, 2, ...: the scatter over seeds is the noise. */
static rp_status begin_jobs(rp_search *s)
{
    static const uint64_t first[] = {0, 8, 12, 16};
    uint64_t seed = 0;
    s->plan.sample = RP_SAMPLE_HYPERCUBE;
    s->plan.count = first[s->plan.key_count] < s->runs ? first[s->plan.key_count] : s->runs;
    s->plan.seed = &seed;
    s->plan.seed_count = 1;
    rp_status status = rp_study_sample_take(&s->plan, s->err);
    s->plan.seed = NULL;
    for (size_t n = 0; n < s->plan.job_count; n++) s->plan.job[n].seed = n + 1;
    return status;
}

static double share_of(const rp_study_key *key, const char *text)
{
    const double value = rp_locale_number(text, NULL);
    if (key->logarithmic) return log(value / key->from) / log(key->to / key->from);
    return (value - key->from) / (key->to - key->from);
}

/* One more run in the model, if all its measures are numbers. */
static void use(rp_search *s, size_t job, const rp_study_row *row)
{
    int good = row->outcome == RP_STUDY_DONE;
    for (int t = 0; t < s->plan.measure_count; t++) good &= isfinite(row->value[t]) != 0;
    if (!good) return;
    for (int k = 0; k < s->plan.key_count; k++)
        s->x[s->used * (size_t)s->plan.key_count + (size_t)k] = share_of(&s->plan.key[k], s->plan.job[job].value[k]);
    for (int t = 0; t < s->plan.measure_count; t++) s->y[t][s->used] = row->value[t];
    s->used++;
}

static rp_status too_few(const rp_search *s, const rp_study_row *last)
{
    return rp_error_set(s->err, RP_FAILED,
                        "%zu of %zu runs have all measures, too few for a model; the last one: %.200s", s->used,
                        s->plan.job_count, last->reason[0] ? last->reason : "a measure is not a number");
}

static rp_status collect(rp_search *s)
{
    rp_study_row row, bad = {.outcome = RP_STUDY_DONE};
    char path[1200];
    rp_status status = RP_OK;
    s->used = 0;
    s->result->finished = 1;
    for (size_t n = 0; n < s->plan.job_count && !status; n++) {
        const size_t before = s->used;
        rp_study_path(s->result->directory, n, ".csv", path);
        status = rp_study_row_read(&s->plan, path, &row, s->err);
        if (!status && row.outcome == RP_STUDY_LEFT) s->result->finished = 0;
        else if (!status) use(s, n, &row);
        if (s->used == before) bad = row;
    }
    s->result->runs = (int)s->plan.job_count;
    s->result->failed = (int)(s->plan.job_count - s->used);
    if (status || !s->result->finished) return status;
    return s->used < (size_t)s->plan.key_count + 4 ? too_few(s, &bad) : RP_OK;
}

/* ---- the posterior ---- */

void rp_search_point(const rp_search *s, size_t cell, double x[RP_GAUSS_KEYS])
{
    for (int k = 0; k < s->plan.key_count; k++, cell /= (size_t)s->side)
        x[k] = s->from[k] + (s->to[k] - s->from[k]) * (double)(cell % (size_t)s->side) / (s->side - 1);
}

static double log_posterior(const rp_search *s, size_t cell)
{
    double x[RP_GAUSS_KEYS], value, error, sum = 0;
    rp_search_point(s, cell, x);
    for (int t = 0; t < s->plan.measure_count; t++) {
        const rp_calibrated_target *target = &s->result->target[t];
        rp_gauss_at(&s->model[t], x, s->room, &value, &error);
        const double variance = error * error + target->error * target->error;
        sum -= 0.5 * (value - target->measured) * (value - target->measured) / variance + 0.5 * log(variance);
    }
    return sum;
}

static void weigh(rp_search *s)
{
    double sum = 0;
    s->best = 0;
    for (size_t n = 0; n < s->cells; n++) {
        s->weight[n] = log_posterior(s, n);
        if (s->weight[n] > s->weight[s->best]) s->best = n;
    }
    const double most = s->weight[s->best];
    for (size_t n = 0; n < s->cells; n++) {
        s->weight[n] = exp(s->weight[n] - most);
        sum += s->weight[n];
    }
    for (size_t n = 0; n < s->cells; n++) s->weight[n] /= sum;
}

/* The grid covers what of the posterior counts, and one cell more on each side. */
static void zoom(rp_search *s)
{
    double from[RP_GAUSS_KEYS] = {1, 1, 1}, to[RP_GAUSS_KEYS] = {0}, x[RP_GAUSS_KEYS];
    for (size_t n = 0; n < s->cells; n++) {
        if (s->weight[n] < NEGLIGIBLE * s->weight[s->best]) continue;
        rp_search_point(s, n, x);
        for (int k = 0; k < s->plan.key_count; k++) {
            from[k] = fmin(from[k], x[k]);
            to[k] = fmax(to[k], x[k]);
        }
    }
    for (int k = 0; k < s->plan.key_count; k++) {
        const double cell = (s->to[k] - s->from[k]) / (s->side - 1);
        s->from[k] = fmax(0, from[k] - cell);
        s->to[k] = fmin(1, to[k] + cell);
    }
}

static rp_status fit(rp_search *s)
{
    for (int t = 0; t < s->plan.measure_count; t++) {
        rp_gauss_free(&s->model[t]);
        rp_status status = rp_gauss_fit(&s->model[t], s->plan.key_count, s->used, s->x, s->y[t], s->err);
        if (status) return status;
    }
    for (int k = 0; k < s->plan.key_count; k++) {
        s->from[k] = 0;
        s->to[k] = 1;
    }
    weigh(s);
    for (int n = 0; n < ZOOMS; n++) {
        zoom(s);
        weigh(s);
    }
    return RP_OK;
}

/* The next runs, at points drawn from the posterior. */
static rp_status draw(rp_search *s)
{
    for (int n = 0; n < BATCH && s->plan.job_count < s->runs; n++) {
        rp_random at = rp_random_stream(s->plan.draw, RP_RANDOM_TEST, s->plan.job_count, RP_STUDY_KEYS);
        double left = rp_random_uniform(&at), x[RP_GAUSS_KEYS];
        size_t cell = 0;
        while (cell + 1 < s->cells && left >= s->weight[cell]) left -= s->weight[cell++];
        rp_search_point(s, cell, x);
        rp_study_point *job = rp_study_add(&s->plan, s->err);
        if (!job) return RP_SYSTEM;
        job->seed = s->plan.job_count;
        for (int k = 0; k < s->plan.key_count; k++) {
            job->value[k] = rp_study_number_text(&s->plan, rp_study_key_at(&s->plan.key[k], x[k]));
            if (!job->value[k]) return rp_memory_error(s->err, RP_STUDY_KEY, "the next run");
        }
    }
    return RP_OK;
}

/* ---- the search ---- */

static rp_status make_room(rp_search *s)
{
    const size_t keys = (size_t)s->plan.key_count, targets = (size_t)s->plan.measure_count;
    s->side = sides[keys];
    s->cells = 1;
    for (size_t k = 0; k < keys; k++) s->cells *= (size_t)s->side;
    s->x = rp_memory_alloc(s->runs * (keys + targets + 1), sizeof *s->x);
    s->weight = rp_memory_alloc(s->cells, sizeof *s->weight);
    if (!s->x || !s->weight) return rp_memory_error(s->err, s->cells * sizeof *s->weight, "a calibration");
    for (size_t t = 0; t < targets; t++) s->y[t] = s->x + s->runs * (keys + t);
    s->room = s->x + s->runs * (keys + targets);
    return RP_OK;
}

static rp_status go(rp_search *s, const rp_lock *lock)
{
    rp_study_work w = {&s->plan, s->options, s->result->directory, lock->held ? lock->fd : -1, s->runs};
    size_t done = 0;
    for (;;) {
        rp_status status = rp_study_work_all(&w, done, s->plan.job_count, s->err);
        if (!status) status = collect(s);
        if (status || !s->result->finished) return status;
        status = fit(s);
        if (status) return status;
        rp_search_answer(s);
        if (s->result->converged || s->plan.job_count >= s->runs) return RP_OK;
        done = s->plan.job_count;
        status = draw(s);
        if (status) return status;
    }
}

static rp_status search_in(rp_search *s)
{
    char path[1200];
    rp_lock lock;
    rp_study_result table = {0};
    const char *directory = s->result->directory;
    rp_status status = rp_study_claim(directory, s->err);
    if (!status) status = rp_file_directory_make(directory, s->err);
    snprintf(path, sizeof path, "%s/" RP_STUDY_LOCK, directory);
    if (!status) status = rp_lock_take(&lock, path, s->err);
    if (status) return status;
    status = rp_study_prepare(&s->plan, s->options, directory, s->err);
    if (!status) status = go(s, &lock);
    if (!status) status = rp_study_table_write(&s->plan, directory, &table, s->err);
    if (!status && s->result->finished) status = rp_search_write(s);
    rp_lock_release(&lock);
    return status;
}

static rp_status search(rp_search *s)
{
    rp_status status = rp_study_options_check(s->options, s->err);
    if (!status) status = read_file(s);
    if (!status) status = begin_jobs(s);
    if (!status) status = rp_study_check(&s->plan, s->err);
    if (!status) status = make_room(s);
    if (status) return status;
    s->result->key_count = s->plan.key_count;
    s->result->target_count = s->plan.measure_count;
    rp_study_directory(s->options, s->result->directory);
    return search_in(s);
}

rp_status rp_calibrate(const rp_study_options *options, rp_calibration *result, rp_error *err)
{
    rp_error own;
    rp_search s = {.options = options, .result = result, .err = err ? err : &own};
    *result = (rp_calibration){0};
    rp_error_clear(s.err);
    locale_t host = uselocale(rp_locale_c());
    rp_status status = search(&s);
    uselocale(host);
    for (int t = 0; t < RP_CALIBRATE_TARGETS; t++) rp_gauss_free(&s.model[t]);
    rp_memory_free(s.x);
    rp_memory_free(s.weight);
    rp_study_free(&s.plan);
    return status;
}
