/* The run loop: stages, the clock of observers, stop conditions, checkpoints, resume.
 *
 * The loop only decides how far the method may go before somebody wants to look. Outputs fall on the first step at or after
 * their time and never change dt or state, so any set of outputs, any number of interruptions and any wall clock give
 * the same bits.
 */
#include "run/run.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/json.h"
#include "base/log.h"
#include "base/threads.h"
#include "output/output.h"
#include "repose/run.h"
#include "run/samples.h"
#include "run/event_log.h"
#include "run/series.h"
#include "run/stages.h"
#include "run/state.h"

#define COOKIE 0x5e905e
#define SLICE 0.25 /* s of wall clock between looks at the clock and the stop flag */

enum { STATE_COUNTS = 6 };

typedef struct runner {
    const rp_run_options *options;
    rp_run_result *result;
    rp_error *err;
    rp_scene *scene;
    rp_world *world;
    const rp_method *method;
    char directory[1024];
    rp_series series;
    rp_samples samples;
    rp_event_log events;
    rp_frames frames;
    rp_contact_list list;
    int log_open;
    rp_appender log;
    /* state that a checkpoint keeps beside the world */
    uint64_t stage, series_count, frame_count, checkpoint_count, stage_step;
    int begun;              /* the current stage's changes have been applied */
    int ours;               /* the directory holds this run: its files may be replaced */
    double stage_start;     /* s */
    /* wall clock */
    double start, last_checkpoint, last_look, rate;
    uint64_t start_step, look_step;
    uint64_t series_step, frame_step; /* of the last row and frame */
    int warned_overlap;
    double warm_time, warm_collisions, warm_virial; /* when the timers started */
} runner;

void rp_run_options_default(rp_run_options *o) { *o = (rp_run_options){.cookie = COOKIE}; }

static void path_in(const runner *r, const char *name, char path[1200]) { snprintf(path, 1200, "%s/%s", r->directory, name); }

static int writes(const runner *r) { return !r->options->no_outputs; }

static rp_status log_line(runner *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static rp_status log_line(runner *r, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    rp_log(RP_LOG_INFO, "%s", text);
    if (!r->log_open) return RP_OK;
    strcat(text, "\n");
    return rp_appender_write(&r->log, text, strlen(text), r->err);
}

/* ---- checkpoints ---- */

static rp_status put_run_state(runner *r, rp_archive *a)
{
    uint64_t counts[STATE_COUNTS] = {r->stage, r->series_count, r->frame_count, r->stage_step, r->begun, r->series.open ? (uint64_t)rp_appender_size(&r->series.file) : 0};
    rp_status status = rp_archive_put_copy(a, "run/counts", RP_U64, 1, STATE_COUNTS, counts, r->err);
    if (!status) status = rp_archive_put_copy(a, "run/stage_start", RP_F64, 1, 1, &r->stage_start, r->err);
    if (!status) status = rp_archive_put_copy(a, "run/frame_times", RP_F64, r->frames.count, 1, r->frames.time, r->err);
    if (!status) status = rp_series_save(&r->series, a, r->err);
    if (!status) status = rp_samples_save(&r->samples, a, r->err);
    if (!status) status = rp_event_log_save(&r->events, a, r->err);
    return status;
}

static rp_status write_checkpoint(runner *r)
{
    if (!writes(r)) return RP_OK;
    char path[1200];
    rp_archive a;
    path_in(r, "checkpoint.h5", path);
    rp_archive_init(&a);
    rp_status status = rp_world_save(r->world, &a, r->err);
    if (!status && r->method->save) status = r->method->save(r->world, &a, r->err);
    if (!status) status = rp_run_names_put(r->world, &a, r->err);
    if (!status) status = put_run_state(r, &a);
    if (!status) status = rp_checkpoint_write(path, &a, r->err);
    rp_archive_free(&a);
    r->last_checkpoint = rp_clock();
    return status;
}

static rp_status load_checkpoint(runner *r)
{
    char path[1200];
    rp_archive a;
    uint64_t counts[STATE_COUNTS];
    path_in(r, "checkpoint.h5", path);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(path, &a, r->err);
    if (!status) status = rp_world_load(r->world, &a, r->err);
    if (!status && r->method->load) status = r->method->load(r->world, &a, r->err);
    if (!status) status = rp_archive_get(&a, "run/counts", RP_U64, 1, STATE_COUNTS, counts, r->err);
    if (!status) status = rp_archive_get(&a, "run/stage_start", RP_F64, 1, 1, &r->stage_start, r->err);
    const rp_item *times = rp_archive_find(&a, "run/frame_times");
    if (!status && !times) status = rp_error_set(r->err, RP_INPUT, "%s does not belong to a run", path);
    if (!status && counts[0] >= (uint64_t)r->scene->stage_count) status = rp_error_set(r->err, RP_INPUT, "the run in %s is finished: there is nothing to resume", r->directory);
    if (!status) {
        r->stage = counts[0], r->series_count = counts[1], r->frame_count = counts[2], r->stage_step = counts[3], r->begun = counts[4] != 0;
        status = rp_frames_resume(&r->frames, times->data, times->rows, r->err);
    }
    if (!status && r->scene->output.series_every > 0) {
        path_in(r, "series.csv", path);
        status = rp_series_open(&r->series, path, r->world, r->method, (int64_t)counts[5], r->err);
        if (!status) status = rp_series_load(&r->series, &a, r->err);
    }
    if (!status) status = rp_samples_open(&r->samples, r->directory, &a, r->err);
    if (!status) status = rp_event_log_open(&r->events, &r->scene->output.events, r->directory, &a, r->err);
    rp_archive_free(&a);
    return status;
}

/* ---- observers ---- */

/* The list of contacts is large: it lives only while somebody looks. */
static void let_go(runner *r)
{
    rp_memory_free(r->list.view);
    r->list = (rp_contact_list){0};
}

static rp_status take(runner *r, rp_measures *m)
{
    double start = rp_clock();
    rp_status status = r->method->contacts(r->world, &r->list, r->err);
    if (!status) rp_measures_take(r->world, &r->list, m);
    r->world->timers.seconds[RP_PHASE_MEASURE] += rp_clock() - start;
    r->world->timers.calls[RP_PHASE_MEASURE]++;
    return status;
}

/* Says once when overlaps are no longer small. */
static rp_status watch_overlap(runner *r, const rp_measures *m)
{
    if (m->max_overlap_ratio <= r->scene->max_overlap || r->warned_overlap) return RP_OK;
    r->warned_overlap = 1;
    rp_log(RP_LOG_WARN, "largest overlap is %.0f %% of the smaller radius at t = %g s: the contacts are too soft, or the step too long", 100 * m->max_overlap_ratio, r->world->time);
    return log_line(r, "warning: largest overlap %.3g m, %.0f %% of the smaller radius, t = %g s", m->max_overlap, 100 * m->max_overlap_ratio, r->world->time);
}

static double output_time(uint64_t count, double every) { return every > 0 ? (double)count * every : INFINITY; }

static int due(const runner *r, double time) { return r->world->time >= time - 1e-6 * r->world->dt; }

static rp_status observe(runner *r, int last)
{
    const rp_output_options *o = &r->scene->output;
    int series = o->series_every > 0 && (due(r, output_time(r->series_count, o->series_every)) || (last && r->series_step != r->world->step));
    int frames = o->frames_every > 0 && (due(r, output_time(r->frame_count, o->frames_every)) || (last && r->frame_step != r->world->step));
    double slack = 1e-6 * r->world->dt;
    int samples = rp_samples_due(&r->samples, r->world->time + slack, last);
    rp_measures m;
    if (!writes(r) || (!series && !frames && !samples)) return RP_OK;
    rp_status status = take(r, &m);
    double start = rp_clock();
    if (!status) status = watch_overlap(r, &m);
    if (!status && series) status = rp_series_row(&r->series, r->world, r->method, &r->list, &m, r->err);
    if (!status && samples) status = rp_samples_take(&r->samples, r->world, &r->list, slack, last, r->err);
    if (!status && frames) status = rp_frames_write(&r->frames, r->world, &r->list, r->err);
    if (series) r->series_step = r->world->step;
    if (frames) r->frame_step = r->world->step;
    while (series && due(r, output_time(r->series_count, o->series_every))) r->series_count++;
    while (frames && due(r, output_time(r->frame_count, o->frames_every))) r->frame_count++;
    let_go(r);
    r->world->timers.seconds[RP_PHASE_OUTPUT] += rp_clock() - start;
    r->world->timers.calls[RP_PHASE_OUTPUT]++;
    return status;
}

static rp_status checkpoint_if_due(runner *r)
{
    const rp_output_options *o = &r->scene->output;
    int by_time = o->checkpoint_every > 0 && due(r, output_time(r->checkpoint_count, o->checkpoint_every));
    int by_clock = o->checkpoint_minutes > 0 && rp_clock() - r->last_checkpoint > 60 * o->checkpoint_minutes;
    while (by_time && due(r, output_time(r->checkpoint_count, o->checkpoint_every))) r->checkpoint_count++;
    return by_time || by_clock ? write_checkpoint(r) : RP_OK;
}

/* ---- the loop ---- */

static double stage_end(const runner *r) { return r->stage_start + r->scene->stage[r->stage].duration; }

static double step_time(const runner *r, uint64_t step) { return r->world->time_base + (double)(step - r->world->step_base) * r->world->dt; }

static int warm(const runner *r) { return r->world->step - r->start_step >= r->options->warm_steps; }

static double next_look(const runner *r)
{
    const rp_output_options *o = &r->scene->output;
    const rp_stage *stage = &r->scene->stage[r->stage];
    double t = stage_end(r);
    if (stage->condition.kind != RP_UNTIL_TIME) t = fmin(t, step_time(r, r->stage_step + RP_STAGE_CHECK));
    if (writes(r)) {
        t = fmin(t, output_time(r->series_count, o->series_every));
        t = fmin(t, output_time(r->frame_count, o->frames_every));
        t = fmin(t, output_time(r->checkpoint_count, o->checkpoint_every));
        t = fmin(t, rp_samples_next(&r->samples));
    }
    if (r->options->max_steps) t = fmin(t, step_time(r, r->start_step + r->options->max_steps));
    if (!warm(r)) t = fmin(t, step_time(r, r->start_step + r->options->warm_steps));
    /* a slice of wall clock at most: one step until the rate is known */
    double steps = r->rate > 0 ? fmax(1, floor(r->rate * SLICE)) : 1;
    return fmin(t, step_time(r, r->world->step + (uint64_t)fmin(steps, 1e9)));
}

static void report(runner *r)
{
    double now = rp_clock(), elapsed = now - r->last_look;
    if (elapsed < 0.05 && r->rate > 0) return;
    r->rate = elapsed > 0 ? (double)(r->world->step - r->look_step) / elapsed : 0;
    r->last_look = now, r->look_step = r->world->step;
    if (!r->options->progress) return;
    double all = rp_stages_duration(r->scene), left = r->rate > 0 ? (all - r->world->time) / r->world->dt / r->rate : NAN;
    rp_progress p = {.time = r->world->time, .end = stage_end(r), .fraction = fmin(1, r->world->time / all), .step = r->world->step, .steps_per_second = r->rate,
                     .particle_steps_per_second = r->rate * (double)r->world->particles.count, .seconds_left = fmax(0, left), .stage = r->scene->stage[r->stage].name};
    r->options->progress(r->options->context, &p);
}

static int interrupted(const runner *r)
{
    const rp_run_options *o = r->options;
    if (o->stop && *o->stop) return 1;
    if (o->max_hours > 0 && rp_clock() - r->start > 3600 * o->max_hours) return 1;
    return o->max_steps && r->world->step - r->start_step >= o->max_steps;
}

static rp_status stage_over(runner *r, int *over)
{
    const rp_stage *stage = &r->scene->stage[r->stage];
    *over = due(r, stage_end(r));
    if (*over || stage->condition.kind == RP_UNTIL_TIME || r->world->step < r->stage_step + RP_STAGE_CHECK) return RP_OK;
    r->stage_step = r->world->step;
    return rp_stages_over(stage, r->world, r->method, r->world->time - r->stage_start, over, r->err);
}

static rp_status begin_stage(runner *r)
{
    const rp_stage *stage = &r->scene->stage[r->stage];
    if (r->begun) return RP_OK;
    rp_stages_begin(stage, r->world);
    rp_status status = r->method->changed ? r->method->changed(r->world, r->err) : RP_OK;
    if (status) return status;
    r->begun = 1, r->stage_start = r->world->time, r->stage_step = r->world->step;
    return log_line(r, "stage %s from t = %.6g s, at most %.6g s", stage->name, r->world->time, stage->duration);
}

/* A column of the method by its name; 0: it has none. */
static double method_column(const runner *r, const char *name)
{
    double value[RP_COLUMN_MAX];
    if (r->method->column_count) r->method->column_values(r->world, value);
    for (int n = 0; n < r->method->column_count; n++)
        if (strcmp(r->method->column[n].name, name) == 0) return value[n];
    return 0;
}

static double virial(const runner *r) { return method_column(r, "virial_xx") + method_column(r, "virial_yy") + method_column(r, "virial_zz"); }

static void start_timers(runner *r)
{
    r->world->timers = (rp_timers){0};
    r->warm_time = r->world->time, r->warm_collisions = method_column(r, "collisions"), r->warm_virial = virial(r);
}

static rp_status loop(runner *r)
{
    rp_status status = RP_OK;
    while (!status && r->stage < (uint64_t)r->scene->stage_count) {
        status = begin_stage(r);
        int over = 0;
        if (!status) status = observe(r, 0);
        while (!status && !over && !interrupted(r)) {
            int was_warm = warm(r);
            status = r->method->advance(r->world, next_look(r) - 1e-6 * r->world->dt, r->err);
            if (!status) status = rp_event_log_flush(&r->events, r->err);
            if (!was_warm && warm(r)) start_timers(r);
            if (!status) status = observe(r, 0);
            if (!status) status = checkpoint_if_due(r);
            if (!status) status = stage_over(r, &over);
            report(r);
        }
        if (status || !over) return status;
        r->stage++, r->begun = 0;
    }
    if (!status) r->result->finished = 1;
    return status;
}

/* ---- summary ---- */

static void summary_timers(const rp_timers *t, rp_buffer *b)
{
    rp_buffer_print(b, "  \"seconds\": {");
    for (int n = 0; n < RP_PHASE_COUNT; n++) rp_buffer_print(b, "%s\"%s\": %.6g", n ? ", " : "", rp_phase_name(n), t->seconds[n]);
    rp_buffer_print(b, "},\n");
}

static void named(rp_buffer *b, const char *name, double value)
{
    rp_buffer_print(b, "  \"%s\": ", name);
    rp_json_number(b, value);
    rp_buffer_print(b, ",\n");
}

static void named_text(rp_buffer *b, const char *name, const char *text)
{
    rp_buffer_print(b, "  \"%s\": ", name);
    rp_json_string(b, text);
    rp_buffer_print(b, ",\n");
}

static void summary_method(const runner *r, rp_buffer *b)
{
    double value[RP_COLUMN_MAX];
    if (!r->method->column_count || !r->world->method_state) return;
    r->method->column_values(r->world, value);
    for (int n = 0; n < r->method->column_count; n++) named(b, r->method->column[n].name, value[n]);
}

static rp_status write_summary(runner *r, const rp_measures *m, const char *failure)
{
    const rp_run_result *x = r->result;
    char path[1200];
    rp_buffer b;
    if (!writes(r)) return RP_OK;
    path_in(r, "summary.json", path);
    rp_buffer_init(&b);
    rp_buffer_print(&b, "{\n");
    named_text(&b, "title", r->scene->title);
    named_text(&b, "method", r->scene->method);
    if (failure) named_text(&b, "failure", failure);
    rp_buffer_print(&b, "  \"finished\": %s,\n  \"step\": %llu,\n  \"particles\": %zu,\n", x->finished ? "true" : "false", (unsigned long long)r->world->step, r->world->particles.count);
    named(&b, "time", r->world->time), named(&b, "dt", r->world->dt);
    named(&b, "kinetic", m->kinetic), named(&b, "rotational", m->rotational), named(&b, "stored", m->stored);
    named(&b, "budget_error", m->budget_error), named(&b, "budget_turnover", m->turnover);
    named(&b, "coordination", m->coordination), named(&b, "mean_overlap", m->mean_overlap), named(&b, "max_overlap", m->max_overlap);
    rp_buffer_print(&b, "  \"threads\": %d,\n  \"instruction_set\": \"%s\",\n  \"list_rebuilds\": %llu,\n", rp_threads_count(), rp_isa_name(rp_isa_best()), (unsigned long long)r->world->contacts.rebuilds);
    summary_method(r, &b);
    named(&b, "wall_clock", x->wall_seconds);
    summary_timers(&r->world->timers, &b);
    rp_buffer_print(&b, "  \"bytes\": %lld,\n  \"peak_bytes\": %lld,\n  \"state_hash\": \"%s\"\n}\n", (long long)rp_memory_bytes(), (long long)rp_memory_peak(), x->state_hash);
    rp_status status = rp_file_write_buffer(path, &b, RP_FILE_DURABLE, r->err);
    rp_buffer_free(&b);
    return status;
}

static rp_status conclude(runner *r)
{
    rp_run_result *x = r->result;
    rp_measures m;
    x->bytes = rp_memory_bytes();
    rp_status status = take(r, &m);
    if (!status) status = rp_state_hash(r->world, r->method, x->state_hash, r->err);
    if (status) return status;
    x->time = r->world->time, x->step = r->world->step, x->particles = r->world->particles.count;
    x->wall_seconds = rp_clock() - r->start;
    x->step_seconds = r->world->timers.seconds[RP_PHASE_STEP] + r->world->timers.seconds[RP_PHASE_LIST];
    x->contact_updates = r->world->timers.contact_updates;
    x->contacts_per_particle = m.coordination, x->mean_overlap = m.mean_overlap, x->kinetic = m.kinetic, x->budget_error = m.budget_error;
    x->collisions = method_column(r, "collisions") - r->warm_collisions;
    x->compressibility = x->collisions > 0 ? 1 + (virial(r) - r->warm_virial) / (2 * m.kinetic * (r->world->time - r->warm_time)) : NAN;
    if (x->finished) status = observe(r, 1);
    if (!status) status = write_checkpoint(r);
    if (!status) status = write_summary(r, &m, NULL);
    if (!status) status = log_line(r, "%s at t = %.9g s, step %llu, %.3g s of wall clock, hash %s", x->finished ? "done" : "stopped", x->time, (unsigned long long)x->step, x->wall_seconds, x->state_hash);
    return status;
}

/* A failed run keeps its series, frames and last checkpoint, and its summary says why. */
static void conclude_failure(runner *r)
{
    char text[1200];
    rp_measures m = {0};
    if (!r->err || !r->world || !r->method || !r->ours) return;
    rp_error first = *r->err;
    rp_error_text(&first, text, sizeof text);
    log_line(r, "failed: %s", text);
    write_summary(r, &m, text);
    *r->err = first;
}

/* ---- beginning ---- */

static rp_status choose_directory(runner *r)
{
    const rp_run_options *o = r->options;
    if (o->directory) {
        snprintf(r->directory, sizeof r->directory, "%s", o->directory);
    } else {
        const char *base = strrchr(o->scene, '/');
        snprintf(r->directory, sizeof r->directory, "out/%s", base ? base + 1 : o->scene);
        char *dot = strrchr(r->directory, '.');
        if (dot && dot > strrchr(r->directory, '/')) *dot = 0;
    }
    size_t n = strlen(r->directory);
    while (n > 1 && r->directory[n - 1] == '/') r->directory[--n] = 0;
    snprintf(r->result->directory, sizeof r->result->directory, "%s", r->directory);
    return RP_OK;
}

static rp_status claim_directory(runner *r)
{
    char path[1200];
    if (!writes(r)) return RP_OK;
    path_in(r, "checkpoint.h5", path);
    if (r->options->resume) {
        if (rp_file_exists(path)) return RP_OK;
        return rp_error_set(r->err, RP_INPUT, "nothing to resume: there is no %s", path);
    }
    if (rp_file_exists(r->directory) && !rp_directory_empty(r->directory) && !r->options->force) {
        rp_status status = rp_error_set(r->err, RP_INPUT, "the directory %s exists and is not empty", r->directory);
        rp_error_expected(r->err, "--resume to go on with that run, --force to replace it, or another directory with -o");
        return status;
    }
    return rp_directory_make(r->directory, r->err);
}

static rp_status load_scene(runner *r)
{
    const rp_run_options *o = r->options;
    char path[1200];
    rp_scene_options so = {.set = o->set, .set_count = o->set_count, .no_particles = o->resume};
    if (o->resume) {
        path_in(r, "scene.yaml", path);
        if (o->set_count) return rp_error_set(r->err, RP_INPUT, "a resumed run goes on as it was: --set cannot change it");
    } else {
        snprintf(path, sizeof path, "%s", o->scene);
    }
    rp_status status = rp_scene_load(path, &so, &r->scene, r->err);
    if (!status && r->scene->start_from[0]) so.no_particles = 1;
    if (!status) status = rp_scene_build(r->scene, &so, &r->world, r->err);
    if (status) return status;
    r->method = rp_method_find(r->scene->method);
    if (!r->method) return rp_error_set(r->err, RP_INPUT, "this build has no method '%s'", r->scene->method);
    if (!o->resume && r->scene->start_from[0]) return rp_run_start_from(r->world, r->scene->start_from, r->err);
    return RP_OK;
}

static rp_status choose_step(runner *r)
{
    char reason[256] = "dt as given";
    double dt = r->scene->step;
    rp_status status = RP_OK;
    if (dt == 0) status = r->method->step_auto(r->world, r->scene->step_safety, &dt, reason, sizeof reason, r->err);
    if (status) return status;
    rp_world_step_set(r->world, dt);
    r->world->contacts.skin = r->scene->skin;
    return log_line(r, "%s", reason);
}

static rp_status open_outputs(runner *r)
{
    char path[1200];
    rp_status status = RP_OK;
    if (!writes(r)) return RP_OK;
    if (!r->options->resume) {
        rp_run_clear(r->directory);
        path_in(r, "scene.yaml", path);
        status = rp_file_write(path, r->scene->text, strlen(r->scene->text), RP_FILE_DURABLE, r->err);
    }
    path_in(r, "log.txt", path);
    if (!status) status = rp_appender_open(&r->log, path, r->options->resume ? rp_run_file_size(path) : 0, r->err);
    r->log_open = !status;
    if (!status) status = rp_frames_init(&r->frames, r->directory, r->scene->output.frame_contacts, r->scene->output.frame_walls, r->err);
    path_in(r, "frames", path);
    if (!status && r->scene->output.frames_every > 0) status = rp_directory_make(path, r->err);
    return status;
}

/* Who hears of collisions, where they are instants. */
static void collision(void *context, const rp_collision *c)
{
    runner *r = context;
    if (r->series.open) rp_series_collision(&r->series, r->world, c->x, c->branch, c->impulse);
    rp_samples_collision(&r->samples, r->world, c->x, c->branch, c->impulse);
    rp_event_log_row(&r->events, r->world, c);
}

static rp_status prepare_measures(runner *r)
{
    const rp_output_options *o = &r->scene->output;
    rp_status status = RP_OK;
    if (!writes(r)) return RP_OK;
    if (o->series_every > 0) status = rp_series_init(&r->series, r->world, r->method, o->region, o->region_count, r->err);
    if (!status) status = rp_samples_init(&r->samples, o, r->err);
    if (r->method->impulsive && (o->series_every > 0 || o->profile_count > 0 || o->events.most)) r->world->listener = (rp_listener){r, collision};
    return status;
}

static rp_status open_measures(runner *r)
{
    char path[1200];
    rp_status status = RP_OK;
    if (!writes(r) || r->options->resume) return RP_OK;
    path_in(r, "series.csv", path);
    if (r->scene->output.series_every > 0) status = rp_series_open(&r->series, path, r->world, r->method, 0, r->err);
    if (!status) status = rp_samples_open(&r->samples, r->directory, NULL, r->err);
    return status ? status : rp_event_log_open(&r->events, &r->scene->output.events, r->directory, NULL, r->err);
}

static rp_status start_energy(runner *r)
{
    rp_measures m;
    rp_status status = take(r, &m);
    let_go(r);
    r->world->totals.start_energy = m.kinetic + m.rotational + m.walls + m.stored;
    return status;
}

static rp_status begin(runner *r)
{
    rp_status status = choose_directory(r);
    if (!status && !r->options->resume) status = load_scene(r); /* nothing is written for a scene that is wrong */
    if (!status) status = claim_directory(r);
    if (!status && r->options->resume) status = load_scene(r);
    if (!status) status = open_outputs(r);
    if (!status) status = prepare_measures(r);
    if (!status && !r->options->resume) r->ours = 1;
    if (!status) status = r->options->resume ? load_checkpoint(r) : choose_step(r);
    if (status) return status;
    r->ours = 1;
    r->world->stop = r->options->stop;
    status = r->method->prepare(r->world, r->err);
    if (!status && !r->options->resume) status = start_energy(r);
    if (!status) status = open_measures(r);
    if (status) return status;
    r->start_step = r->look_step = r->world->step;
    while (r->options->resume && r->scene->output.checkpoint_every > 0 && due(r, output_time(r->checkpoint_count, r->scene->output.checkpoint_every))) r->checkpoint_count++;
    return log_line(r, "%s: %zu particles, %d threads, %s%s", r->scene->title, r->world->particles.count, rp_threads_count(), rp_isa_name(rp_isa_best()), r->options->resume ? ", resumed" : "");
}

static void clean_up(runner *r)
{
    if (r->world && r->method) r->method->destroy(r->world);
    rp_series_close(&r->series);
    rp_samples_close(&r->samples);
    rp_event_log_close(&r->events);
    if (r->log_open) rp_appender_close(&r->log);
    rp_frames_free(&r->frames);
    let_go(r);
    rp_world_destroy(r->world);
    rp_scene_destroy(r->scene);
}

rp_status rp_run(const rp_run_options *options, rp_run_result *result, rp_error *err)
{
    rp_error own;
    rp_run_result unused;
    if (!err) err = &own;
    if (!result) result = &unused;
    *result = (rp_run_result){0};
    rp_error_clear(err);
    if (options->cookie != COOKIE) return rp_error_set(err, RP_INPUT, "rp_run_options were not made by rp_run_options_default");
    runner r = {.options = options, .result = result, .err = err, .start = rp_clock(), .series_step = UINT64_MAX, .frame_step = UINT64_MAX};
    r.last_checkpoint = r.last_look = r.start;
    rp_threads_set(options->threads > 0 ? options->threads : rp_threads_available());
    rp_status status = begin(&r);
    if (!status) status = loop(&r);
    if (!status) status = conclude(&r);
    else conclude_failure(&r);
    clean_up(&r);
    return status;
}
