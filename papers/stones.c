/* See stones.h. */
#include "stones.h"
#include <stdio.h>
#include <stdlib.h>
#include "repose/random.h"

rp_status rp_stones_open(rp_stones_kind kind, unsigned seed, double dt, rp_sim **sim, rp_error *err)
{
    char text[2048];
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: soft\nseed: %u\ndomain: {lower: [0, -2], upper: [16, 20], periodic: "
             "[x]}\nmaterials: {stone: {density: 1}}\n"
             "interactions: [{between: [stone, stone], friction: %g, restitution: 0.9875, normal: {law: linear, "
             "stiffness: 400, tension: true}, "
             "tangential: {law: cundall-strack, stiffness_ratio: %.17g, damping_ratio: %.17g%s}}]\n"
             "particles: [{name: stones, shape: polygon, material: stone, place: {voronoi: {lower: [0, 0], upper: [16, "
             "18], cells: [16, 18], disorder: 0.5}}}]\n"
             "groups: [{name: bottom, select: {from: stones, upper: [16, 1]}, driven: {velocity: [0, 0]}}, "
             "{name: top, select: {from: stones, lower: [0, 17]}, driven: {velocity: [0, 0]}}]\n"
             "run: {until: 1000, step: %.17g, soft: {integrator: gear-5, overlap: area}}\n",
             seed, kind == RP_STONES_SMOOTH ? 0 : 0.5, 1.0 / 3, 1.0 / 3,
             kind == RP_STONES_GEOMETRIC ? ", elongation: geometric" : "", dt);
    return rp_trial_open(text, sim, err);
}

static rp_status drive(rp_sim *sim, const char *layer, double x, double y, rp_error *err)
{
    return rp_sim_group_set_velocity(sim, rp_sim_group_find(sim, layer), (double[3]){x, y, 0}, err);
}

rp_status rp_stones_shear(rp_sim *sim, double speed, rp_error *err)
{
    rp_status status = drive(sim, "bottom", -speed, 0, err);
    return status ? status : drive(sim, "top", speed, 0, err);
}

/* Each component of the free polygons' velocities within +- speed, no spin. */
static rp_status set_velocities(rp_sim *sim, double speed, unsigned seed, rp_error *err)
{
    const uint32_t count = (uint32_t)rp_sim_count(sim);
    uint32_t *ids = calloc(count, sizeof *ids), found = 0;
    double(*v)[3] = calloc(count, sizeof *v);
    double(*spin)[3] = calloc(count, sizeof *spin);
    rp_status status = ids && v && spin ? RP_OK : rp_trial_memory("velocities", err);
    for (uint32_t id = 0; id < count && !status; id++) {
        if (!(*rp_trial_row(sim, "inverse_mass", id) > 0)) continue;
        for (int k = 0; k < 2; k++)
            v[found][k] = speed * (2 * rp_random_number(seed, 2 * (uint64_t)id + (uint64_t)k) - 1);
        ids[found++] = id;
    }
    if (!status) status = rp_sim_set(sim, "velocity", ids, found, *v, err);
    if (!status) status = rp_sim_set(sim, "spin", ids, found, *spin, err);
    free(ids);
    free(v);
    free(spin);
    return status;
}

rp_status rp_stones_shake(rp_sim *sim, double speed, unsigned seed, rp_error *err)
{
    return set_velocities(sim, speed, seed, err);
}

rp_status rp_stones_energy(rp_sim *sim, double *kinetic, double *stored, rp_error *err)
{
    double translation, rotation;
    rp_status status = rp_sim_measure(sim, "kinetic", &translation, err);
    if (!status) status = rp_sim_measure(sim, "rotational", &rotation, err);
    if (!status) status = rp_sim_measure(sim, "stored", stored, err);
    if (!status) *kinetic = translation + rotation;
    return status;
}

/* Whenever the kinetic energy has passed a maximum everything is stopped, so that the sample comes to rest in a few
 * oscillations although its dashpots are weak. */
rp_status rp_stones_press(rp_sim *sim, double strain, rp_error *err)
{
    enum { PRESSING = 1600, MOST = 8000, EVERY = 4 };
    const double rest = 1e-10; /* J */
    double before = 0, kinetic = 0, stored;
    rp_status status = drive(sim, "top", 0, -16 * strain / (PRESSING * rp_sim_dt(sim)), err);
    for (int n = 0; n < MOST && !status; n += EVERY) {
        if (n == PRESSING) status = drive(sim, "top", 0, 0, err);
        if (!status) status = rp_sim_step(sim, EVERY, err);
        if (!status) status = rp_stones_energy(sim, &kinetic, &stored, err);
        const int falls = kinetic < before;
        if (!status && falls) status = set_velocities(sim, 0, 0, err);
        if (falls && n > PRESSING && kinetic < rest) return status;
        before = falls ? 0 : kinetic;
    }
    return status ? status : rp_error_set(err, RP_FAILED, "the pressed polygons do not come to rest in %d steps", MOST);
}
