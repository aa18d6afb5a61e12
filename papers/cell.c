/* See cell.h. */
#include "cell.h"
#include "repose/random.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RATE 0.005   /* of the growth: so slow that it does not jam before */
#define MASS 5.0     /* of a pressed wall: about that of the discs that touch it, so that it does not lag behind them */
#define APPROACH 100 /* steps, a fifth as long: the walls come upon the discs slowly, so that nothing overlaps */
#define STEPS 10000
#define SHAKEN 30    /* steps of a shake, and as many from rest after it */
#define SHAKE 0.3    /* speed of the first one: a sixth of a disc within a shake; */
#define CALMER 0.75  /* of the next over it */
#define ROUGHLY 1e-4 /* tolerance while it is shaken */
#define QUENCH 100   /* steps after which everything is stopped: discs without contacts would fly for ever */

/* Radius; the mean diameter is 1. */
static double smallest(const rp_cell_setup *s) { return 1 / (1 + s->ratio); }

static double mean_area(const rp_cell_setup *s)
{
    return M_PI * pow(smallest(s), 2) * (1 + s->ratio + s->ratio * s->ratio) / 3;
}

/* Before the walls press the solid fraction is this, a hundredth less than where such discs jam; next to walls it is
 * less. What is left to close are gaps of a hundredth of a disc. */
static double grown(const rp_cell_setup *s) { return 0.842 - 0.45 / sqrt(s->discs); }

static double box_edge(const rp_cell_setup *s) { return sqrt(s->discs * mean_area(s) / grown(s)); }

static double at_rest(const rp_cell_setup *s) { return 0.03 * s->rest; } /* tolerance */

static void scene_text(const rp_cell_setup *s, char *text, size_t size)
{
    double edge = box_edge(s), tolerance = s->shakes ? ROUGHLY : at_rest(s);
    snprintf(
        text, size,
        "repose: 1\ndimension: 2\nmethod: contact-dynamics\nthickness: 1\nseed: %u\nmaterials: {m: {density: %.17g}, "
        "w: {}}\ninteractions: [{between: [m, any], friction: %.17g}]\n"
        "particles: [{material: m, count: %d, radius: {uniform: [%.17g, %.17g]}, place: {compressed: {lower: [0, 0], "
        "upper: [%.17g, %.17g], rate: %g}}}]\n"
        "walls:\n  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: w}\n  - {name: bottom, plane: "
        "{point: [0, 0], normal: [0, 1]}, material: w}\n"
        "  - {name: right, plane: {point: [%.17g, 0], normal: [-1, 0]}, material: w%s}\n  - {name: top, plane: {point: "
        "[0, %.17g], normal: [0, -1]}, material: w, mass: %g, load: {pressure: 1}}\n"
        "run: {until: 1.0e6, step: %g, contact-dynamics: {stepping: %s, tolerance: %g, iterations: {max: 5000}}}\n",
        s->seed, 4 / M_PI, s->packing_friction, s->discs, smallest(s), s->ratio * smallest(s), edge, edge, RATE, edge,
        s->biaxial ? ", mass: 5, load: {pressure: 1}" : "", edge, MASS, RP_CELL_STEP, s->stepping, tolerance);
}

/* Of a disc, on average. */
static double kinetic(const rp_sim *sim)
{
    const rp_array velocity = rp_sim_array(sim, "velocity"), mass = rp_sim_array(sim, "mass");
    double sum = 0;
    for (size_t i = 0; i < velocity.rows; i++) {
        const double *v = rp_array_row(&velocity, i);
        sum += 0.5 * *rp_array_row(&mass, i) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return sum / (double)velocity.rows;
}

static rp_status stop_walls(rp_sim *sim, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < rp_sim_wall_count(sim) && !status; n++)
        status = rp_sim_wall_set_velocity(sim, n, (double[3]){0, 0, 0}, err);
    return status;
}

static rp_status stop(rp_sim *sim, rp_error *err)
{
    const size_t count = rp_sim_count(sim);
    double *zero = calloc(count, 3 * sizeof *zero);
    if (!zero) return rp_trial_memory("velocities", err);
    rp_status status = rp_sim_set(sim, "velocity", NULL, count, zero, err);
    if (!status) status = rp_sim_set(sim, "spin", NULL, count, zero, err);
    free(zero);
    return status ? status : stop_walls(sim, err);
}

static rp_status approach(rp_sim *sim, rp_error *err)
{
    rp_status status = rp_sim_set_dt(sim, 0.2 * RP_CELL_STEP, err);
    if (!status) status = rp_sim_step(sim, APPROACH, err);
    return status ? status : rp_sim_set_dt(sim, RP_CELL_STEP, err);
}

/* Random velocities, from -speed to speed along each axis. */
static rp_status kick(rp_sim *sim, double speed, uint64_t seed, rp_error *err)
{
    const size_t count = rp_sim_count(sim);
    double(*v)[3] = calloc(count, sizeof *v);
    if (!v) return rp_trial_memory("velocities", err);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 2; k++) v[i][k] = speed * (2 * rp_random_number(seed, 2 * i + k) - 1);
    rp_status status = rp_sim_set(sim, "velocity", NULL, count, &v[0][0], err);
    free(v);
    return status;
}

static rp_status shake(rp_sim *sim, const rp_cell_setup *setup, rp_error *err)
{
    rp_status status = RP_OK;
    double speed = SHAKE;
    for (int n = 0; n < setup->shakes && !status; n++) {
        status = kick(sim, speed, 1000 * (uint64_t)setup->seed + (uint64_t)n, err);
        if (!status) status = rp_sim_step(sim, SHAKEN, err);
        if (!status) status = stop(sim, err);
        if (!status) status = rp_sim_step(sim, SHAKEN, err);
        speed *= CALMER;
    }
    return status;
}

/* The same state, with the tolerance that lets it rest. */
static rp_status refine(rp_cell *cell, const rp_cell_setup *setup, rp_error *err)
{
    char tolerance[64];
    const char *set[] = {tolerance};
    rp_snapshot *shaken = NULL;
    rp_sim_def def = rp_sim_def_default();
    rp_status status = rp_sim_snapshot(cell->sim, &shaken, err);
    snprintf(tolerance, sizeof tolerance, "run.contact-dynamics.tolerance=%.17g", at_rest(setup));
    def.text = cell->scene;
    def.set = set;
    def.set_count = 1;
    def.threads = 1;
    def.snapshot = shaken;
    rp_sim_destroy(cell->sim);
    cell->sim = NULL;
    if (!status) status = rp_sim_create(&def, &cell->sim, err);
    rp_snapshot_destroy(shaken);
    return status;
}

static rp_status settle(rp_sim *sim, const rp_cell_setup *setup, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < STEPS && !status; n++) {
        if (n % QUENCH == 0) status = stop(sim, err);
        if (!status) status = rp_sim_step(sim, 1, err);
        if (!status && n >= QUENCH && kinetic(sim) < setup->rest * RP_CELL_STEP * RP_CELL_STEP) return RP_OK;
    }
    return status ? status
                  : rp_error_set(err, RP_FAILED, "the packing of %d discs does not come to rest in %d steps",
                                 setup->discs, STEPS);
}

rp_status rp_cell_pack(rp_cell *cell, const rp_cell_setup *setup, rp_error *err)
{
    *cell = (rp_cell){
        .edge = box_edge(setup), .friction = setup->friction, .mass = MASS, .pressed = setup->biaxial ? 2 : 1};
    scene_text(setup, cell->scene, sizeof cell->scene);
    rp_status status = rp_trial_open(cell->scene, &cell->sim, err);
    if (!status) status = approach(cell->sim, err);
    if (!status && setup->shakes) {
        status = shake(cell->sim, setup, err);
        if (!status) status = refine(cell, setup, err);
    }
    if (!status) status = settle(cell->sim, setup, err);
    if (!status) status = rp_sim_snapshot(cell->sim, &cell->packed, err);
    if (status) rp_cell_close(cell);
    return status;
}

rp_status rp_cell_piston(rp_cell *cell, unsigned seed, rp_error *err)
{
    return rp_cell_pack(cell,
                        &(rp_cell_setup){.discs = RP_CELL_PISTON_DISCS,
                                         .ratio = 2,
                                         .packing_friction = 0.05,
                                         .friction = 0.05,
                                         .seed = seed,
                                         .stepping = "gap",
                                         .rest = 1e-5},
                        err);
}

rp_status rp_cell_again(rp_cell *cell, rp_cell_stop how, unsigned seed, rp_error *err)
{
    enum { SETS = 10 };
    char text[SETS][96];
    const char *set[SETS];
    rp_sim_def def = rp_sim_def_default();
    snprintf(text[0], sizeof *text, "seed=%u", seed);
    snprintf(text[1], sizeof *text, "run.contact-dynamics.solver=gauss-seidel");
    snprintf(text[2], sizeof *text, "run.contact-dynamics.order=random");
    snprintf(text[3], sizeof *text, "run.contact-dynamics.criterion=%s", how.criterion);
    snprintf(text[4], sizeof *text, "run.contact-dynamics.tolerance=%.17g", how.tolerance);
    snprintf(text[5], sizeof *text, "run.contact-dynamics.iterations.min=1");
    snprintf(text[6], sizeof *text, "run.contact-dynamics.iterations.max=%d", how.most);
    snprintf(text[7], sizeof *text, "interactions.0.friction=%.17g", cell->friction);
    snprintf(text[8], sizeof *text, "walls.top.mass=%.17g", cell->mass);
    snprintf(text[9], sizeof *text, "walls.right.mass=%.17g", cell->mass);
    for (int n = 0; n < SETS; n++) set[n] = text[n];
    def.text = cell->scene;
    def.set = set;
    def.set_count = SETS - (cell->pressed < 2); /* a wall that stands has no mass */
    def.threads = 1;
    def.snapshot = cell->packed;
    rp_sim_destroy(cell->sim);
    rp_status status = rp_sim_create(&def, &cell->sim, err);
    return status ? status : stop(cell->sim, err);
}

rp_cell_stop rp_cell_sweeps(int sweeps) { return (rp_cell_stop){"iterations", 1, sweeps}; }

void rp_cell_close(rp_cell *cell)
{
    rp_snapshot_destroy(cell->packed);
    rp_sim_destroy(cell->sim);
    *cell = (rp_cell){0};
}
