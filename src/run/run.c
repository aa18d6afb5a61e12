/* The run loop: the clock of observers, stop conditions, checkpoints, resume.
 *
 * The loop only decides how far the simulation may go before something is to be observed. Outputs fall on the first
 * step at or after their time and never change dt or state, so any set of outputs, any number of interruptions and any
 * wall clock give the same bits.
 */
#include <stdio.h>
#include "base/threads.h"
#include "run/runner.h"
#include "sim/stages.h"

#define COOKIE 0x5e905e
#define SLICE 0.5 /* s of wall clock between readings of the clock and the stop flag */
#define SLICE_OF_RANKS                                                                                                 \
    4 /* s: the whole state comes together at the end of each. Their stop flag is read every step                      \
       */

void rp_run_options_default(rp_run_options *o) { *o = (rp_run_options){.cookie = COOKIE}; }

static int warm(const rp_runner *r) { return r->world->step - r->start_step >= r->options->warm_steps; }

static double slice_of(const rp_runner *r) { return r->options->ranks ? SLICE_OF_RANKS : SLICE; }

static double next_stop(const rp_runner *r)
{
    const rp_output_options *o = &r->scene->output;
    const double one_step = rp_sim_step_time(r->sim, r->world->step + 1);
    double t = INFINITY;
    if (rp_runner_writes(r)) {
        t = fmin(t, rp_runner_output_time(r->checkpoint_count, o->checkpoint_every));
        t = fmax(one_step, fmin(t, rp_observers_next(&r->observers)));
    }
    if (r->options->max_steps) t = fmin(t, rp_sim_step_time(r->sim, r->start_step + r->options->max_steps));
    if (!warm(r)) t = fmin(t, rp_sim_step_time(r->sim, r->start_step + r->options->warm_steps));
    /* a slice of wall clock at most: one step until the rate is known */
    double steps = r->rate > 0 ? fmax(1, floor(r->rate * slice_of(r))) : 1;
    return fmin(t, rp_sim_step_time(r->sim, r->world->step + (uint64_t)fmin(steps, 1e9)));
}

static void report(rp_runner *r)
{
    double now = rp_timer_clock(), elapsed = now - r->last_report;
    if (elapsed < 0.05 && r->rate > 0) return;
    r->rate = elapsed > 0 ? (double)(r->world->step - r->report_step) / elapsed : 0;
    r->last_report = now;
    r->report_step = r->world->step;
    if (!r->options->progress) return;
    double all = rp_stages_duration(r->scene),
           left = r->rate > 0 ? (all - r->world->time) / r->world->dt / r->rate : NAN;
    rp_progress p = {.time = r->world->time,
                     .end = rp_sim_finished(r->sim) ? r->world->time : rp_sim_stage_end(r->sim),
                     .fraction = fmin(1, r->world->time / all),
                     .step = r->world->step,
                     .steps_per_second = r->rate,
                     .particle_steps_per_second = r->rate * (double)r->world->particles.count,
                     .seconds_left = fmax(0, left),
                     .stage = rp_sim_stage(r->sim)};
    r->options->progress(r->options->context, &p);
}

static int interrupted(const rp_runner *r)
{
    const rp_run_options *o = r->options;
    if (o->stop && *o->stop) return 1;
    if (o->max_hours > 0 && rp_timer_clock() - r->start > 3600 * o->max_hours) return 1;
    return o->max_steps && r->world->step - r->start_step >= o->max_steps;
}

/* Ranks stop where one of them does, and go as far as the first says. */
static int all_interrupted(const rp_runner *r)
{
    return r->options->ranks ? rp_ranks_any(r->options->ranks, interrupted(r)) : interrupted(r);
}

static double next_of_all(const rp_runner *r)
{
    double t = next_stop(r);
    if (r->options->ranks) rp_ranks_follow(r->options->ranks, &t, sizeof t);
    return t;
}

static void start_timers(rp_runner *r)
{
    r->world->timers = (rp_timers){0};
    r->warm_time = r->world->time;
    r->warm_collisions = rp_runner_column(r, "collisions");
    r->warm_virial = rp_runner_virial(r);
}

/* One leg: until something is to be observed, or to the end of the stage. */
static rp_status go_on(rp_runner *r)
{
    int was_warm = warm(r);
    rp_status status = rp_sim_leg(r->sim, next_of_all(r), r->err);
    if (!status) status = rp_observers_flush(&r->observers, r->err);
    if (!was_warm && warm(r)) start_timers(r);
    if (!status) status = rp_runner_observe(r, 0);
    if (!status && !rp_sim_finished(r->sim)) status = rp_runner_checkpoint_if_due(r);
    report(r);
    return status ? status : r->log_status;
}

static rp_status loop(rp_runner *r)
{
    rp_status status = RP_OK;
    r->last_report = rp_timer_clock(); /* making ready does not count in the rate of steps */
    while (!status && !rp_sim_finished(r->sim)) {
        int fresh;
        status = rp_sim_begin_stage(r->sim, &fresh, r->err);
        if (!status && fresh) status = rp_runner_observe(r, 0);
        status = rp_runner_agree(r, status);
        if (status || all_interrupted(r)) return status;
        status = go_on(r);
    }
    status = rp_runner_agree(r, status);
    if (!status) r->result->finished = 1;
    return status;
}

static void clean_up(rp_runner *r)
{
    rp_observers_close(&r->observers);
    if (r->log_open) rp_appender_close(&r->log);
    rp_buffer_free(&r->early);
    rp_buffer_free(&r->warnings);
    rp_buffer_free(&r->extended);
    rp_memory_free(r->rank);
    rp_runner_release(r);
    rp_sim_destroy(r->sim);
    rp_lock_release(&r->lock);
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
    rp_runner r = {.options = options, .result = result, .err = err, .start = rp_timer_clock()};
    r.last_checkpoint = r.start;
    rp_buffer_init(&r.early);
    rp_buffer_init(&r.warnings);
    rp_buffer_init(&r.extended);
    int before = rp_threads_swap(options->threads > 0 ? options->threads : rp_threads_available());
    rp_status status = rp_runner_begin(&r);
    if (!status) status = loop(&r);
    if (!status) status = rp_runner_collect(&r);
    if (status) rp_runner_conclude_failure(&r);
    else if (!rp_runner_follows(&r)) status = rp_runner_conclude(&r);
    status = rp_runner_agree(&r, status);
    clean_up(&r);
    rp_threads_set(before);
    return status;
}
