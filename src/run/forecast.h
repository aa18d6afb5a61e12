/* What a run will write and how long it will take, and what in a scene may be a slip: for `check`. */
#ifndef RP_RUN_FORECAST_H
#define RP_RUN_FORECAST_H

#include "base/file.h"
#include "sim/sim.h"

/* Rows, frames and bytes of each output. particles: as many as there may be in the end. */
void rp_forecast_outputs(const rp_sim *sim, double particles, rp_buffer *text);
/* Steps and their time, by the first ones, which are taken: the simulation is of no other use afterwards. */
void rp_forecast_time(rp_sim *sim, rp_buffer *text);
/* Warnings to the simulation's log: outputs that never or always come, densities and stiffnesses of no solid, planes
 * across periodic directions. */
rp_status rp_forecast_warn(const rp_sim *sim, rp_error *err);

#endif
