/* See shear.h. */
#include "shear.h"
#include <math.h>
#include <stdio.h>

#define GROWN 17.0 /* height of the box that discs are placed in */
#define STEADY 8.0 /* way of the floor before anything is measured: half a strain */

static rp_status open_text(rp_sim **sim, const char *method, const char *interaction, const char *run, double speed,
                           unsigned seed, rp_error *err)
{
    char text[2048];
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: %s\nthickness: 1\nseed: %u\ndomain: {lower: [0, -1], upper: [%g, 40], "
             "periodic: [x]}\nmaterials: {m: {density: %.17g}}\n"
             "interactions: [{between: [m, m], friction: 0.5%s}]\n"
             "particles:\n  - {name: low, material: m, radius: 0.5, place: {lattice: {type: square, lower: [0, -0.5], "
             "upper: [%g, 0.51], spacing: 1.2}}, glued: floor}\n"
             "  - {name: high, material: m, radius: 0.5, place: {lattice: {type: square, lower: [0, %g], upper: [%g, "
             "%g], spacing: 1.2}}, glued: lid}\n"
             "  - {name: flow, material: m, count: %d, radius: {uniform: [0.4, 0.6]}, place: {compressed: {lower: [0, "
             "0.6], upper: [%g, %g]}}}\n"
             "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, velocity: [%g, 0]}\n  - "
             "{name: lid, plane: {point: [0, %g], normal: [0, -1]}, material: m, mass: 10, load: {pressure: 1}}\n"
             "run: {until: 1.0e6, %s}\n",
             method, seed, RP_SHEAR_WIDTH, 4 / M_PI, interaction, RP_SHEAR_WIDTH, GROWN - 0.5, RP_SHEAR_WIDTH,
             GROWN + 0.51, RP_SHEAR_DISCS, RP_SHEAR_WIDTH, GROWN - 0.6, speed, GROWN, run);
    rp_status status = rp_trial_open(text, sim, err);
    if (!status) status = rp_shear_on(*sim, STEADY / speed, err);
    if (!status) return RP_OK;
    rp_sim_destroy(*sim);
    *sim = NULL;
    return status;
}

rp_status rp_shear_rigid(rp_sim **sim, double speed, double dt, double restitution, const char *options, unsigned seed,
                         rp_error *err)
{
    char interaction[64], run[512];
    snprintf(interaction, sizeof interaction, ", restitution: %g", restitution);
    snprintf(run, sizeof run, "step: %.17g, contact-dynamics: %s", dt, options);
    return open_text(sim, "contact-dynamics", interaction, run, speed, seed, err);
}

/* dt: a twentieth of the shortest contact, of two small discs. */
rp_status rp_shear_soft(rp_sim **sim, double speed, unsigned seed, rp_error *err)
{
    char interaction[256], run[64];
    snprintf(interaction, sizeof interaction,
             ", restitution: %g, normal: {law: linear, stiffness: %g}, tangential: {law: cundall-strack, "
             "stiffness_ratio: 0.5}",
             RP_SHEAR_RESTITUTION, RP_SHEAR_STIFFNESS);
    snprintf(run, sizeof run, "step: 0.001");
    return open_text(sim, "soft", interaction, run, speed, seed, err);
}

rp_status rp_shear_on(rp_sim *sim, double time, rp_error *err)
{
    return rp_sim_advance(sim, rp_sim_time(sim) + time - 0.5 * rp_sim_dt(sim), err);
}

int rp_shear_bulk(const rp_sim *sim, uint32_t id) { return *rp_trial_row(sim, "inverse_mass", id) > 0; }

double rp_shear_gap(const rp_sim *sim)
{
    rp_wall_info floor, lid;
    rp_sim_wall_get(sim, RP_SHEAR_FLOOR, &floor, NULL);
    rp_sim_wall_get(sim, RP_SHEAR_LID, &lid, NULL);
    return lid.position[1] - floor.position[1];
}
