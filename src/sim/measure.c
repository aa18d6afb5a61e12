/* Numbers of the moment by name: rows of the table of measures. */
#include <stdio.h>
#include "base/threads.h"
#include "measure/table.h"
#include "sim/sim.h"

int rp_sim_measure_info(const rp_sim *sim, int n, rp_measure_info *info)
{
    const rp_moment m = {.world = sim->world, .method = sim->method};
    rp_measure_column c;
    if (!rp_measure_at(&m, n, &c)) return 0;
    rp_measure_name(&c, info->name);
    info->unit = c.unit;
    info->meaning = c.meaning;
    return 1;
}

rp_status rp_sim_measure(rp_sim *sim, const char *name, double *value, rp_error *err)
{
    int before = rp_threads_swap(sim->threads);
    rp_status status = rp_measure_now(sim->world, sim->method, name ? name : "", value, NULL, err);
    rp_threads_set(before);
    return status;
}

rp_status rp_sim_measures(rp_sim *sim, const char *const *names, int count, double *values, rp_error *err)
{
    int before = rp_threads_swap(sim->threads);
    rp_status status = rp_measure_many(sim->world, sim->method, names, count, values, err);
    rp_threads_set(before);
    return status;
}
