/* Checkpoints: the world, and beside it where the run stands. See runner.h. */
#include "run/runner.h"

enum { COUNTS = 3 };

static rp_status put_run_state(rp_runner *r, rp_archive *a)
{
    uint64_t counts[COUNTS] = {r->series_count, r->frame_count,
                               r->series.open ? (uint64_t)rp_appender_size(&r->series.file) : 0};
    rp_status status = rp_archive_put_copy(a, "run/outputs", RP_U64, 1, COUNTS, counts, r->err);
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
    rp_status status = rp_sim_put(r->sim, &a, r->err);
    if (!status) status = put_run_state(r, &a);
    if (!status) status = rp_checkpoint_write(path, &a, r->err);
    rp_archive_free(&a);
    r->last_checkpoint = rp_clock();
    return status;
}

/* Runs before version 0.2.0 kept these numbers with the protocol's place. */
static rp_status get_counts(const rp_archive *a, uint64_t counts[COUNTS], rp_error *err)
{
    uint64_t old[6];
    if (rp_archive_find(a, "run/outputs")) return rp_archive_get(a, "run/outputs", RP_U64, 1, COUNTS, counts, err);
    rp_status status = rp_archive_get(a, "run/counts", RP_U64, 1, 6, old, err);
    if (status) return status;
    counts[0] = old[1];
    counts[1] = old[2];
    counts[2] = old[5];
    return RP_OK;
}

rp_status rp_runner_load(rp_runner *r)
{
    char path[1200];
    rp_archive a;
    uint64_t counts[COUNTS];
    rp_runner_path(r, "checkpoint.h5", path);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(path, &a, r->err);
    if (!status) status = rp_sim_load(r->sim, &a, r->err);
    if (!status) status = get_counts(&a, counts, r->err);
    const rp_item *times = rp_archive_find(&a, "run/frame_times");
    if (!status && !times) status = rp_error_set(r->err, RP_INPUT, "%s does not belong to a run", path);
    if (!status && rp_sim_finished(r->sim))
        status = rp_error_set(r->err, RP_INPUT, "the run in %s is finished: there is nothing to resume", r->directory);
    if (!status) {
        r->series_count = counts[0];
        r->frame_count = counts[1];
        status = rp_frames_resume(&r->frames, times->data, times->rows, r->err);
    }
    if (!status && r->scene->output.series_every > 0) {
        rp_runner_path(r, "series.csv", path);
        status = rp_series_open(&r->series, path, r->world, r->method, (int64_t)counts[2], r->err);
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
