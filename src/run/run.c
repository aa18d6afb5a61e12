/* The run loop: stages, the clock of observers, stop conditions, checkpoints, resume.
 *
 * The loop only decides how far the method may go before somebody wants to look. Outputs fall on the first step at or
 * after their time and never change dt or state, so any set of outputs, any number of interruptions and any wall clock
 * give the same bits.
 */
#include <stdio.h>
#include "base/threads.h"
#include "run/runner.h"
#include "run/stages.h"

#define COOKIE 0x5e905e
#define SLICE 0.5 /* s of wall clock between looks at the clock and the stop flag */

void rp_run_options_default(rp_run_options *o) { *o = (rp_run_options){.cookie = COOKIE}; }

static double stage_end(const rp_runner *r) { return r->stage_start + r->scene->stage[r->stage].duration; }

static double step_time(const rp_runner *r, uint64_t step)
{
    return r->world->time_base + (double)(step - r->world->step_base) * r->world->dt;
}

static int warm(const rp_runner *r) { return r->world->step - r->start_step >= r->options->warm_steps; }

static double next_look(const rp_runner *r)
{
    const rp_output_options *o = &r->scene->output;
    const rp_stage *stage = &r->scene->stage[r->stage];
    double t = stage_end(r);
    if (stage->condition.kind != RP_UNTIL_TIME) t = fmin(t, step_time(r, r->stage_step + RP_STAGE_CHECK));
    if (rp_runner_writes(r)) {
        t = fmin(t, rp_runner_output_time(r->series_count, o->series_every));
        t = fmin(t, rp_runner_output_time(r->frame_count, o->frames_every));
        t = fmin(t, rp_runner_output_time(r->checkpoint_count, o->checkpoint_every));
        t = fmin(t, rp_samples_next(&r->samples));
    }
    if (r->options->max_steps) t = fmin(t, step_time(r, r->start_step + r->options->max_steps));
    if (!warm(r)) t = fmin(t, step_time(r, r->start_step + r->options->warm_steps));
    /* a slice of wall clock at most: one step until the rate is known */
    double steps = r->rate > 0 ? fmax(1, floor(r->rate * SLICE)) : 1;
    return fmin(t, step_time(r, r->world->step + (uint64_t)fmin(steps, 1e9)));
}

static void report(rp_runner *r)
{
    double now = rp_clock(), elapsed = now - r->last_look;
    if (elapsed < 0.05 && r->rate > 0) return;
    r->rate = elapsed > 0 ? (double)(r->world->step - r->look_step) / elapsed : 0;
    r->last_look = now;
    r->look_step = r->world->step;
    if (!r->options->progress) return;
    double all = rp_stages_duration(r->scene),
           left = r->rate > 0 ? (all - r->world->time) / r->world->dt / r->rate : NAN;
    rp_progress p = {.time = r->world->time,
                     .end = stage_end(r),
                     .fraction = fmin(1, r->world->time / all),
                     .step = r->world->step,
                     .steps_per_second = r->rate,
                     .particle_steps_per_second = r->rate * (double)r->world->particles.count,
                     .seconds_left = fmax(0, left),
                     .stage = r->scene->stage[r->stage].name};
    r->options->progress(r->options->context, &p);
}

static int interrupted(const rp_runner *r)
{
    const rp_run_options *o = r->options;
    if (o->stop && *o->stop) return 1;
    if (o->max_hours > 0 && rp_clock() - r->start > 3600 * o->max_hours) return 1;
    return o->max_steps && r->world->step - r->start_step >= o->max_steps;
}

static rp_status stage_over(rp_runner *r, int *over)
{
    const rp_stage *stage = &r->scene->stage[r->stage];
    *over = rp_runner_due(r, stage_end(r));
    if (*over || stage->condition.kind == RP_UNTIL_TIME || r->world->step < r->stage_step + RP_STAGE_CHECK)
        return RP_OK;
    r->stage_step = r->world->step;
    return rp_stages_over(stage, r->world, r->method, r->world->time - r->stage_start, over, r->err);
}

static rp_status begin_stage(rp_runner *r)
{
    const rp_stage *stage = &r->scene->stage[r->stage];
    if (r->begun) return RP_OK;
    rp_stages_begin(stage, r->world);
    rp_status status = r->method->changed ? r->method->changed(r->world, r->err) : RP_OK;
    if (status) return status;
    r->begun = 1;
    r->stage_start = r->world->time;
    r->stage_step = r->world->step;
    return rp_runner_log(r, "stage %s from t = %.6g s, at most %.6g s", stage->name, r->world->time, stage->duration);
}

static void start_timers(rp_runner *r)
{
    r->world->timers = (rp_timers){0};
    r->warm_time = r->world->time;
    r->warm_collisions = rp_runner_column(r, "collisions");
    r->warm_virial = rp_runner_virial(r);
}

static rp_status loop(rp_runner *r)
{
    rp_status status = RP_OK;
    r->last_look = rp_clock(); /* making ready does not count in the rate of steps */
    while (!status && r->stage < (uint64_t)r->scene->stage_count) {
        status = begin_stage(r);
        int over = 0;
        if (!status) status = rp_runner_observe(r, 0);
        while (!status && !over && !interrupted(r)) {
            int was_warm = warm(r);
            status = r->method->advance(r->world, next_look(r) - 1e-6 * r->world->dt, r->err);
            if (!status) status = rp_event_log_flush(&r->events, r->err);
            if (!was_warm && warm(r)) start_timers(r);
            if (!status) status = rp_runner_observe(r, 0);
            if (!status) status = rp_runner_checkpoint_if_due(r);
            if (!status) status = stage_over(r, &over);
            report(r);
        }
        if (status || !over) return status;
        r->stage++;
        r->begun = 0;
    }
    if (!status) r->result->finished = 1;
    return status;
}

static void clean_up(rp_runner *r)
{
    if (r->world && r->method) r->method->destroy(r->world);
    rp_series_close(&r->series);
    rp_samples_close(&r->samples);
    rp_event_log_close(&r->events);
    if (r->log_open) rp_appender_close(&r->log);
    rp_frames_free(&r->frames);
    rp_runner_let_go(r);
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
    if (options->cookie != COOKIE)
        return rp_error_set(err, RP_INPUT, "rp_run_options were not made by rp_run_options_default");
    rp_runner r = {.options = options,
                   .result = result,
                   .err = err,
                   .start = rp_clock(),
                   .series_step = UINT64_MAX,
                   .frame_step = UINT64_MAX};
    r.last_checkpoint = r.start;
    rp_threads_set(options->threads > 0 ? options->threads : rp_threads_available());
    rp_status status = rp_runner_begin(&r);
    if (!status) status = loop(&r);
    if (!status) status = rp_runner_conclude(&r);
    else rp_runner_conclude_failure(&r);
    clean_up(&r);
    return status;
}
