/* Checkpoints: the world, and beside it where the run stands. See runner.h. */
#include "run/runner.h"
#include "run/state.h"

enum { STATE_COUNTS = 6 };

static rp_status put_run_state(rp_runner *r, rp_archive *a)
{
    uint64_t counts[STATE_COUNTS] = {r->stage,       r->series_count,
                                     r->frame_count, r->stage_step,
                                     r->begun,       r->series.open ? (uint64_t)rp_appender_size(&r->series.file) : 0};
    rp_status status = rp_archive_put_copy(a, "run/counts", RP_U64, 1, STATE_COUNTS, counts, r->err);
    if (!status) status = rp_archive_put_copy(a, "run/stage_start", RP_F64, 1, 1, &r->stage_start, r->err);
    if (!status) status = rp_archive_put_copy(a, "run/frame_times", RP_F64, r->frames.count, 1, r->frames.time, r->err);
    if (!status) status = rp_series_save(&r->series, a, r->err);
    if (!status) status = rp_samples_save(&r->samples, a, r->err);
    if (!status) status = rp_event_log_save(&r->events, a, r->err);
    return status;
}

rp_status rp_runner_checkpoint(rp_runner *r)
{
    if (!rp_runner_writes(r)) return RP_OK;
    char path[1200];
    rp_archive a;
    rp_runner_path(r, "checkpoint.h5", path);
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

rp_status rp_runner_load(rp_runner *r)
{
    char path[1200];
    rp_archive a;
    uint64_t counts[STATE_COUNTS];
    rp_runner_path(r, "checkpoint.h5", path);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(path, &a, r->err);
    if (!status) status = rp_world_load(r->world, &a, r->err);
    if (!status && r->method->load) status = r->method->load(r->world, &a, r->err);
    if (!status) status = rp_archive_get(&a, "run/counts", RP_U64, 1, STATE_COUNTS, counts, r->err);
    if (!status) status = rp_archive_get(&a, "run/stage_start", RP_F64, 1, 1, &r->stage_start, r->err);
    const rp_item *times = rp_archive_find(&a, "run/frame_times");
    if (!status && !times) status = rp_error_set(r->err, RP_INPUT, "%s does not belong to a run", path);
    if (!status && counts[0] >= (uint64_t)r->scene->stage_count)
        status = rp_error_set(r->err, RP_INPUT, "the run in %s is finished: there is nothing to resume", r->directory);
    if (!status) {
        r->stage = counts[0];
        r->series_count = counts[1];
        r->frame_count = counts[2];
        r->stage_step = counts[3];
        r->begun = counts[4] != 0;
        status = rp_frames_resume(&r->frames, times->data, times->rows, r->err);
    }
    if (!status && r->scene->output.series_every > 0) {
        rp_runner_path(r, "series.csv", path);
        status = rp_series_open(&r->series, path, r->world, r->method, (int64_t)counts[5], r->err);
        if (!status) status = rp_series_load(&r->series, &a, r->err);
    }
    if (!status) status = rp_samples_open(&r->samples, r->directory, &a, r->err);
    if (!status) status = rp_event_log_open(&r->events, &r->scene->output.events, r->directory, &a, r->err);
    rp_archive_free(&a);
    return status;
}

rp_status rp_runner_checkpoint_if_due(rp_runner *r)
{
    const rp_output_options *o = &r->scene->output;
    int by_time = o->checkpoint_every > 0
                  && rp_runner_due(r, rp_runner_output_time(r->checkpoint_count, o->checkpoint_every));
    int by_clock = o->checkpoint_minutes > 0 && rp_clock() - r->last_checkpoint > 60 * o->checkpoint_minutes;
    while (by_time && rp_runner_due(r, rp_runner_output_time(r->checkpoint_count, o->checkpoint_every)))
        r->checkpoint_count++;
    return by_time || by_clock ? rp_runner_checkpoint(r) : RP_OK;
}
