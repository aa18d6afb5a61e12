/* Observers of a run: when they are due, and what they get. See runner.h. */
#include "run/runner.h"

void rp_runner_release(rp_runner *r)
{
    rp_memory_free(r->list.view);
    r->list = (rp_contact_list){0};
}

static void add_time(rp_runner *r, double start)
{
    r->world->timers.seconds[RP_PHASE_MEASURE] += rp_timer_clock() - start;
    r->world->timers.calls[RP_PHASE_MEASURE]++;
}

static rp_status take_contacts(rp_runner *r)
{
    double start = rp_timer_clock();
    rp_status status = r->method->contacts(r->world, &r->list, r->err);
    add_time(r, start);
    return status;
}

rp_status rp_runner_take(rp_runner *r, rp_measures *m)
{
    double start = rp_timer_clock();
    rp_status status = r->method->contacts(r->world, &r->list, r->err);
    if (!status) rp_measures_take(r->world, &r->list, m);
    add_time(r, start);
    if (!status && !isfinite(m->kinetic + m->rotational))
        status = rp_error_set(r->err, RP_FAILED, "the kinetic energy is not a finite number at t = %.9g s",
                              r->world->time);
    return status;
}

rp_status rp_runner_diagnose(rp_runner *r)
{
    char text[400];
    rp_status status = RP_OK;
    rp_diagnostics_take(&r->diagnostics, r->world, &r->list, r->method->force_laws);
    while (!status && rp_diagnostics_warning(&r->diagnostics, r->world, r->scene->max_overlap, text, sizeof text)) {
        rp_log(&r->world->log, RP_LOG_WARN, "%s", text);
        status = r->log_status;
    }
    return status;
}

/* What due observers need of this moment. */
static rp_status sample(rp_runner *r, unsigned needs, rp_measures *m)
{
    if (needs & RP_OBSERVE_MEASURES) return rp_runner_take(r, m);
    return needs & RP_OBSERVE_CONTACTS ? take_contacts(r) : RP_OK;
}

rp_status rp_runner_observe(rp_runner *r, int last)
{
    rp_measures m = {0};
    unsigned needs = rp_observers_due(&r->observers, r->world, last);
    if (!needs) return RP_OK;
    rp_status status = sample(r, needs, &m);
    double start = rp_timer_clock();
    rp_moment moment = {.world = r->world, .method = r->method, .contacts = &r->list, .measures = &m};
    if (!status && needs != RP_OBSERVE_DUE) status = rp_runner_diagnose(r);
    if (!status) status = rp_observers_take(&r->observers, &moment, last, r->err);
    rp_runner_release(r);
    r->world->timers.seconds[RP_PHASE_OUTPUT] += rp_timer_clock() - start;
    r->world->timers.calls[RP_PHASE_OUTPUT]++;
    return status;
}

/* ---- beginning ---- */

static void collision(void *context, const rp_collision *c)
{
    rp_runner *r = context;
    rp_observers_collision(&r->observers, r->world, c);
}

rp_status rp_runner_open_observers(rp_runner *r, const rp_archive *archive)
{
    const rp_observe_site site = {.directory = r->directory,
                                  .world = r->world,
                                  .method = r->method,
                                  .archive = archive,
                                  .changed = rp_runner_extends(r)};
    if (!rp_runner_writes(r)) return RP_OK;
    rp_status status = rp_observers_open(&r->observers, &r->scene->output.observers, &site, r->err);
    if (!status && r->method->impulsive && rp_observers_hear(&r->observers))
        r->world->listener = (rp_listener){r, collision};
    return status;
}
