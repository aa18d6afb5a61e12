/* Steps and the protocol of the scene. */
#include <math.h>
#include "base/threads.h"
#include "scene/sources.h"
#include "sim/sim.h"
#include "sim/stages.h"

#define FOLLOW 16 /* steps of one length at least, where the step follows the motion */

double rp_sim_stage_end(const rp_sim *sim) { return sim->at.start + sim->scene->stage[sim->at.stage].duration; }

double rp_sim_step_time(const rp_sim *sim, uint64_t step)
{
    const rp_world *w = sim->world;
    const uint64_t change = (w->step / FOLLOW + 1) * FOLLOW;
    if (w->step_least > 0 && step > change) step = change;
    return w->time_base + (double)(step - w->step_base) * w->dt;
}

int rp_sim_due(const rp_sim *sim, double t) { return sim->world->time >= t - 1e-6 * sim->world->dt; }

int rp_sim_finished(const rp_sim *sim) { return sim->at.stage >= (uint64_t)sim->scene->stage_count; }

const char *rp_sim_stage(const rp_sim *sim)
{
    return sim->scene->stage[rp_sim_finished(sim) ? (uint64_t)sim->scene->stage_count - 1 : sim->at.stage].name;
}

/* ---- stages ---- */

rp_status rp_sim_change_friction(rp_sim *sim, const rp_friction_change *change, int count, int by_program,
                                 rp_error *err)
{
    const rp_method *method = sim->method;
    if (!count) return RP_OK;
    rp_status status = method->populating ? method->populating(sim->world, err) : RP_OK;
    if (!status) status = rp_stages_friction(change, count, by_program, sim->world, err);
    if (!status) status = method->populated(sim->world, err);
    sim->generation++;
    return status;
}

static void change_flow(rp_sim *sim, const rp_stage *stage)
{
    rp_world *w = sim->world;
    for (int n = 0; n < stage->flow_change_count; n++) {
        const rp_flow_change *c = &stage->flow_change[n];
        if (c->sink) {
            w->sink[c->n].active = c->active;
            w->sink_next = w->time;
        } else rp_sources_switch(sim->scene, c->n, w, c->active);
    }
}

rp_status rp_sim_begin_stage(rp_sim *sim, int *fresh, rp_error *err)
{
    *fresh = 0;
    if (sim->at.begun || rp_sim_finished(sim)) return RP_OK;
    const rp_stage *stage = &sim->scene->stage[sim->at.stage];
    rp_status status = rp_sim_change_friction(sim, stage->friction_change, stage->friction_change_count, 0, err);
    if (status) return status;
    rp_stages_begin(stage, sim->world);
    change_flow(sim, stage);
    status = sim->method->changed ? sim->method->changed(sim->world, err) : RP_OK;
    if (status) return status;
    sim->at.begun = *fresh = 1;
    sim->at.start = sim->world->time;
    sim->at.check_step = sim->world->step;
    return RP_OK;
}

static int has_condition(const rp_sim *sim) { return sim->scene->stage[sim->at.stage].condition.kind != RP_UNTIL_TIME; }

static rp_status stage_over(rp_sim *sim, int *over, rp_error *err)
{
    *over = rp_sim_due(sim, rp_sim_stage_end(sim));
    if (*over || !has_condition(sim) || sim->world->step < sim->at.check_step + RP_STAGE_CHECK) return RP_OK;
    sim->at.check_step = sim->world->step;
    return rp_stages_over(&sim->scene->stage[sim->at.stage], sim->world, sim->method, sim->world->time - sim->at.start,
                          over, err);
}

/* ---- steps ---- */

static double next_stop(const rp_sim *sim, double t)
{
    const double one_step = rp_sim_step_time(sim, sim->world->step + 1);
    t = fmin(t, fmin(rp_sim_stage_end(sim), fmax(one_step, fmin(rp_sim_next_beat(sim), rp_sim_flow_next(sim)))));
    if (sim->world->step_least > 0) t = fmin(t, rp_sim_step_time(sim, sim->world->step + FOLLOW));
    return has_condition(sim) ? fmin(t, rp_sim_step_time(sim, sim->at.check_step + RP_STAGE_CHECK)) : t;
}

static int told_to_stop(const rp_sim *sim) { return sim->stopped || rp_world_stop(sim->world); }

/* At the end of every FOLLOW steps, so that whoever goes on from there knows dt: outputs and restarts change nothing.
 */
static void follow_motion(rp_sim *sim)
{
    rp_world *w = sim->world;
    if (!(w->step_least > 0) || w->step % FOLLOW) return;
    const double dt = sim->method->step_follow(w, sim->scene->step_safety, FOLLOW);
    if (dt == w->dt) return;
    rp_world_step_set(w, dt);
    sim->method->stepped(w);
}

static rp_status part_of_leg(rp_sim *sim, double t, int *over, rp_error *err)
{
    const uint64_t before = sim->world->step;
    rp_status status = rp_sim_flow(sim, err);
    if (sim->world->ranks) status = rp_ranks_agree(sim->world->ranks, status, err);
    if (!status) status = sim->method->advance(sim->world, next_stop(sim, t) - 1e-6 * sim->world->dt, err);
    if (!status && sim->world->step > before) follow_motion(sim);
    if (!status) rp_sim_beat(sim, &sim->stopped);
    return status ? status : stage_over(sim, over, err);
}

rp_status rp_sim_leg(rp_sim *sim, double t, rp_error *err)
{
    int over = 0, fresh;
    sim->stopped = 0;
    if (rp_sim_finished(sim)) return RP_OK;
    rp_status status = rp_sim_begin_stage(sim, &fresh, err);
    do
        if (!status) status = part_of_leg(sim, t, &over, err);
    while (!status && !over && !rp_sim_due(sim, t) && !told_to_stop(sim));
    sim->failed = status != RP_OK;
    if (!over) return status;
    sim->at.stage++;
    sim->at.begun = 0;
    return status;
}

rp_status rp_sim_check_usable(const rp_sim *sim, rp_error *err)
{
    if (sim->threads > 1 && rp_threads_lost())
        return rp_error_set(err, RP_INPUT,
                            "this process was forked from the one that made this simulation, and has none of its "
                            "threads: make it here, or with one thread");
    if (!sim->failed) return RP_OK;
    return rp_error_set(err, RP_INPUT, "this simulation has failed at t = %.9g s and cannot go on", sim->world->time);
}

static rp_status enter(rp_sim *sim, rp_error *err)
{
    if (sim->stepping) return rp_error_set(err, RP_INPUT, "a heartbeat cannot step the simulation that calls it");
    rp_status status = rp_sim_check_usable(sim, err);
    sim->stepping = !status;
    return status;
}

rp_status rp_sim_step(rp_sim *sim, uint64_t n, rp_error *err)
{
    const uint64_t last = sim->world->step + n;
    rp_status status = enter(sim, err);
    if (status) return status;
    int before = rp_threads_swap(sim->threads);
    do status = rp_sim_leg(sim, rp_sim_step_time(sim, last), err);
    while (!status && sim->world->step < last && !rp_sim_finished(sim) && !told_to_stop(sim));
    rp_threads_set(before);
    sim->stepping = 0;
    return status;
}

rp_status rp_sim_advance(rp_sim *sim, double t, rp_error *err)
{
    if (isnan(t)) return rp_error_set(err, RP_INPUT, "the time to advance to is not a number");
    rp_status status = enter(sim, err);
    if (status) return status;
    int before = rp_threads_swap(sim->threads);
    do status = rp_sim_leg(sim, t, err);
    while (!status && !rp_sim_due(sim, t) && !rp_sim_finished(sim) && !told_to_stop(sim));
    rp_threads_set(before);
    sim->stepping = 0;
    return status;
}
