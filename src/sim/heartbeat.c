/* Calls between steps. A heartbeat is due by the count of steps or by time, and never changes a step. */
#include <math.h>
#include "base/memory.h"
#include "observe/schedule.h"
#include "sim/sim.h"

static double next_time(const rp_sim *sim, const rp_heart *h)
{
    return h->steps ? rp_sim_step_time(sim, h->from_step + (h->beats + 1) * h->steps)
                    : h->from + (double)(h->beats + 1) * h->every;
}

double rp_sim_next_beat(const rp_sim *sim)
{
    double t = INFINITY;
    for (size_t n = 0; n < sim->heart_count; n++) t = fmin(t, next_time(sim, &sim->heart[n]));
    return t;
}

static int due(const rp_sim *sim, const rp_heart *h)
{
    if (h->steps) return sim->world->step >= h->from_step + (h->beats + 1) * h->steps;
    return sim->world->step >= h->next && rp_sim_due(sim, next_time(sim, h));
}

/* The next one, at least a step from here. */
static void pass(const rp_sim *sim, rp_heart *h)
{
    if (h->steps) h->beats = (sim->world->step - h->from_step) / h->steps;
    else h->beats = rp_schedule_first(sim->world, h->from, h->every, h->beats + 1) - 1;
    h->next = sim->world->step + 1;
}

void rp_sim_beat(rp_sim *sim, int *stop)
{
    const size_t count = sim->heart_count; /* those that a heartbeat adds begin later */
    for (size_t n = 0; n < count; n++) {
        if (!due(sim, &sim->heart[n])) continue;
        pass(sim, &sim->heart[n]);
        *stop |= sim->heart[n].beat(sim->heart[n].context, sim) != 0;
    }
}

static rp_status add(rp_sim *sim, rp_heart heart, rp_error *err)
{
    if (!heart.beat) return rp_error_set(err, RP_INPUT, "there is no function to call");
    if (!rp_memory_reserve(&sim->heart, &sim->heart_capacity, sim->heart_count + 1, sizeof *sim->heart))
        return rp_memory_error(err, sizeof *sim->heart, "a heartbeat");
    heart.from = sim->world->time;
    heart.from_step = sim->world->step;
    sim->heart[sim->heart_count++] = heart;
    return RP_OK;
}

rp_status rp_sim_every_steps(rp_sim *sim, uint64_t n, rp_heartbeat *beat, void *context, rp_error *err)
{
    if (n == 0) return rp_error_set(err, RP_INPUT, "a heartbeat comes every 1, 2, ... steps, not every 0");
    return add(sim, (rp_heart){.beat = beat, .context = context, .steps = n}, err);
}

rp_status rp_sim_every(rp_sim *sim, double t, rp_heartbeat *beat, void *context, rp_error *err)
{
    if (!(t > 0) || !isfinite(t)) {
        rp_status status = rp_error_set(err, RP_INPUT, "the time between heartbeats is not a positive number");
        rp_error_value(err, "%g", t);
        return status;
    }
    return add(sim, (rp_heart){.beat = beat, .context = context, .every = t}, err);
}

int rp_sim_stopped(const rp_sim *sim) { return sim->stopped; }
