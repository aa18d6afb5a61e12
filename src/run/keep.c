/* Checkpoints: the world, and beside it where the run stands. See runner.h. */
#include <stdio.h>
#include <string.h>
#include "base/system.h"
#include "observe/schedule.h"
#include "run/runner.h"
#include "scene/extend.h"

/* ---- writing ---- */

rp_status rp_runner_checkpoint(rp_runner *r)
{
    if (!rp_runner_writes(r)) return RP_OK;
    char path[1200];
    rp_archive a;
    rp_runner_path(r, RP_RUN_CHECKPOINT, path);
    rp_archive_init(&a);
    rp_status status = rp_sim_put(r->sim, &a, r->err);
    if (!status) status = rp_observers_sync(&r->observers, r->err); /* first what the checkpoint counts on */
    if (!status) status = rp_file_sync(r->directory, r->err);
    if (!status) status = rp_observers_save(&r->observers, &a, r->err);
    if (!status) status = rp_checkpoint_write(path, &a, r->err);
    rp_archive_free(&a);
    r->last_checkpoint = rp_timer_clock();
    return status;
}

void rp_runner_checkpoint_passed(rp_runner *r)
{
    const double every = r->scene->output.checkpoint_every;
    if (every > 0) r->checkpoint_count = rp_schedule_first(r->world, 0, every, r->checkpoint_count);
}

rp_status rp_runner_checkpoint_if_due(rp_runner *r)
{
    const rp_output_options *o = &r->scene->output;
    int by_time = o->checkpoint_every > 0
                  && rp_runner_due(r, rp_runner_output_time(r->checkpoint_count, o->checkpoint_every));
    int by_clock = o->checkpoint_minutes > 0 && rp_timer_clock() - r->last_checkpoint > 60 * o->checkpoint_minutes;
    rp_runner_checkpoint_passed(r);
    return by_time || by_clock ? rp_runner_checkpoint(r) : RP_OK;
}

/* ---- going on ---- */

static rp_status load(rp_runner *r, const char *name)
{
    char path[1200];
    rp_archive a;
    rp_runner_path(r, name, path);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(path, &a, r->err);
    if (!status) status = rp_sim_load(r->sim, &a, r->err);
    if (!status) status = rp_observers_upgrade(&a, r->err);
    if (!status) status = rp_runner_open_observers(r, &a);
    rp_archive_free(&a);
    return status;
}

/* The last checkpoint is damaged, or counts on files that are not whole: the one before it takes its place. */
static rp_status go_back(rp_runner *r)
{
    char text[1200], path[1200], previous[1200];
    const rp_error first = *r->err;
    rp_runner_path(r, RP_RUN_CHECKPOINT, path);
    rp_runner_path(r, RP_RUN_PREVIOUS, previous);
    if (!rp_file_exists(previous)) return first.status;
    rp_observers_close(&r->observers);
    rp_status status = load(r, RP_RUN_PREVIOUS);
    if (status == RP_INPUT) *r->err = first;
    if (status) return status;
    if (rp_system_rename(previous, path) != 0)
        return rp_error_set(r->err, RP_SYSTEM, "cannot rename '%s' to '%s'", previous, path);
    rp_error_text(&first, text, sizeof text);
    rp_log(&r->world->log, RP_LOG_WARN, "%s", text);
    rp_log(&r->world->log, RP_LOG_WARN, "going on from the checkpoint before it, of t = %.9g s", r->world->time);
    return r->log_status;
}

/* A finished run goes on with one stage more, from the time of its checkpoint. */
rp_status rp_runner_extend(rp_runner *r)
{
    char path[1200];
    double time = 0;
    rp_archive a;
    rp_runner_path(r, RP_RUN_CHECKPOINT, path);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(path, &a, r->err);
    if (!status) status = rp_archive_get(&a, "world/time", RP_F64, 1, 1, &time, r->err);
    rp_archive_free(&a);
    if (status) return status;
    if (!rp_run_concluded(r->directory)) {
        rp_error_set(r->err, RP_INPUT, "the run in %s has not come to its end (it stands at %.9g s)", r->directory,
                     time);
        rp_error_expected(r->err, "repose run --resume -o %s first, then with --until", r->directory);
        return RP_INPUT;
    }
    if (!(r->options->until > time) || !isfinite(r->options->until)) {
        rp_error_set(r->err, RP_INPUT, "--until %g: the run in %s has come to t = %.9g s already", r->options->until,
                     r->directory, time);
        rp_error_expected(r->err, "a later time");
        return RP_INPUT;
    }
    rp_runner_path(r, RP_RUN_SCENE, path);
    return rp_extend_scene(path, r->options->until - time, r->options->set, r->options->set_count, &r->extended,
                           r->err);
}

rp_status rp_runner_load(rp_runner *r)
{
    rp_status status = load(r, RP_RUN_CHECKPOINT);
    if (status == RP_INPUT) status = go_back(r);
    if (!status && rp_sim_finished(r->sim) && rp_run_concluded(r->directory))
        status = rp_error_set(r->err, RP_INPUT, "the run in %s is finished: there is nothing to resume", r->directory);
    return status;
}
