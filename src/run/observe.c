/* Who looks at a run, and when. See runner.h. */
#include "run/runner.h"

void rp_runner_let_go(rp_runner *r)
{
    rp_memory_free(r->list.view);
    r->list = (rp_contact_list){0};
}

rp_status rp_runner_take(rp_runner *r, rp_measures *m)
{
    double start = rp_clock();
    rp_status status = r->method->contacts(r->world, &r->list, r->err);
    if (!status) rp_measures_take(r->world, &r->list, m);
    r->world->timers.seconds[RP_PHASE_MEASURE] += rp_clock() - start;
    r->world->timers.calls[RP_PHASE_MEASURE]++;
    return status;
}

rp_status rp_runner_watch(rp_runner *r)
{
    char text[400];
    rp_status status = RP_OK;
    rp_watch_take(&r->watch, r->world, &r->list, r->method->force_laws);
    while (!status && rp_watch_warning(&r->watch, r->world, r->scene->max_overlap, text, sizeof text)) {
        rp_log(&r->world->log, RP_LOG_WARN, "%s", text);
        status = r->log_status;
    }
    return status;
}

rp_status rp_runner_observe(rp_runner *r, int last)
{
    const rp_output_options *o = &r->scene->output;
    int series = o->series_every > 0
                 && (rp_runner_due(r, rp_runner_output_time(r->series_count, o->series_every))
                     || (last && r->series_step != r->world->step));
    int frames = o->frames_every > 0
                 && (rp_runner_due(r, rp_runner_output_time(r->frame_count, o->frames_every))
                     || (last && r->frame_step != r->world->step));
    double slack = 1e-6 * r->world->dt;
    int samples = rp_samples_due(&r->samples, r->world->time + slack, last);
    rp_measures m;
    if (!rp_runner_writes(r) || (!series && !frames && !samples)) return RP_OK;
    rp_status status = rp_runner_take(r, &m);
    double start = rp_clock();
    if (!status) status = rp_runner_watch(r);
    if (!status && series) status = rp_series_row(&r->series, r->world, r->method, &r->list, &m, r->err);
    if (!status && samples) status = rp_samples_take(&r->samples, r->world, &r->list, slack, last, r->err);
    if (!status && frames) status = rp_frames_write(&r->frames, r->world, &r->list, r->err);
    if (series) r->series_step = r->world->step;
    if (frames) r->frame_step = r->world->step;
    while (series && rp_runner_due(r, rp_runner_output_time(r->series_count, o->series_every))) r->series_count++;
    while (frames && rp_runner_due(r, rp_runner_output_time(r->frame_count, o->frames_every))) r->frame_count++;
    rp_runner_let_go(r);
    r->world->timers.seconds[RP_PHASE_OUTPUT] += rp_clock() - start;
    r->world->timers.calls[RP_PHASE_OUTPUT]++;
    return status;
}
