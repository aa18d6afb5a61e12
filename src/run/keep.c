/* Checkpoints: the world, and beside it where the run stands. See runner.h. */
#include "run/runner.h"

rp_status rp_runner_checkpoint(rp_runner *r)
{
    if (!rp_runner_writes(r)) return RP_OK;
    char path[1200];
    rp_archive a;
    rp_runner_path(r, "checkpoint.h5", path);
    rp_archive_init(&a);
    rp_status status = rp_sim_put(r->sim, &a, r->err);
    if (!status) status = rp_observers_save(&r->observers, &a, r->err);
    if (!status) status = rp_checkpoint_write(path, &a, r->err);
    rp_archive_free(&a);
    r->last_checkpoint = rp_timer_clock();
    return status;
}

rp_status rp_runner_load(rp_runner *r)
{
    char path[1200];
    rp_archive a;
    rp_runner_path(r, "checkpoint.h5", path);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(path, &a, r->err);
    if (!status) status = rp_sim_load(r->sim, &a, r->err);
    if (!status && rp_sim_finished(r->sim))
        status = rp_error_set(r->err, RP_INPUT, "the run in %s is finished: there is nothing to resume", r->directory);
    if (!status) status = rp_observers_upgrade(&a, r->err);
    if (!status) status = rp_runner_open_observers(r, &a);
    rp_archive_free(&a);
    return status;
}

rp_status rp_runner_checkpoint_if_due(rp_runner *r)
{
    const rp_output_options *o = &r->scene->output;
    int by_time = o->checkpoint_every > 0
                  && rp_runner_due(r, rp_runner_output_time(r->checkpoint_count, o->checkpoint_every));
    int by_clock = o->checkpoint_minutes > 0 && rp_timer_clock() - r->last_checkpoint > 60 * o->checkpoint_minutes;
    while (by_time && rp_runner_due(r, rp_runner_output_time(r->checkpoint_count, o->checkpoint_every)))
        r->checkpoint_count++;
    return by_time || by_clock ? rp_runner_checkpoint(r) : RP_OK;
}
