/* See cell.h. */
#include "cell.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/threads.h"

#define SMALL (1.0 / 3) /* radius; the largest is twice that */
#define GROWN 0.80      /* solid fraction before the walls press */
#define STEPS 20000
#define QUENCH 200 /* steps after which everything is stopped: discs without contacts would fly for ever */

static double disc_area(void) { return M_PI * (SMALL * SMALL + 2 * SMALL * SMALL + 4 * SMALL * SMALL) / 3; } /* mean */

static void scene_text(const rp_cell_setup *s, char *text, size_t size)
{
    double edge = sqrt(s->discs * disc_area() / GROWN);
    snprintf(
        text, size,
        "repose: 1\ndimension: 2\nmethod: contact-dynamics\nthickness: 1\nseed: %u\nmaterials: {m: {density: %.17g}, "
        "w: {}}\ninteractions: [{between: [m, any], friction: %.17g}]\n"
        "particles: [{material: m, count: %d, radius: {uniform: [%.17g, %.17g]}, place: {compressed: {lower: [0, 0], "
        "upper: [%.17g, %.17g]}}}]\n"
        "walls:\n  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: w}\n  - {name: bottom, plane: "
        "{point: [0, 0], normal: [0, 1]}, material: w}\n"
        "  - {name: right, plane: {point: [%.17g, 0], normal: [-1, 0]}, material: w%s}\n  - {name: top, plane: {point: "
        "[0, %.17g], normal: [0, -1]}, material: w, mass: %g, load: {pressure: 1}}\n"
        "run: {until: 1.0e6, step: %g, contact-dynamics: {stepping: %s, tolerance: %g, iterations: {max: 5000}}}\n",
        s->seed, 4 / M_PI, s->friction, s->discs, SMALL, 2 * SMALL, edge, edge, edge,
        s->biaxial ? ", mass: 5, load: {pressure: 1}" : "", edge, 5.0, RP_CELL_STEP,
        s->stepping == RP_CD_MIDPOINT ? "midpoint" : "gap", 0.01 * s->rest);
}

static double kinetic(const rp_world *w)
{
    double sum = 0;
    for (size_t i = 0; i < w->particles.count; i++) {
        rp_vec v = rp_particle_velocity(&w->particles, i);
        sum += 0.5 * w->particles.mass[i] * rp_vec_dot(v, v);
    }
    return sum / (double)w->particles.count;
}

static void stop(rp_world *w)
{
    for (size_t i = 0; i < w->particles.count; i++) {
        rp_row *row = &w->particles.row[i];
        row->vx = row->vy = row->vz = 0;
        w->particles.spin[i].x = w->particles.spin[i].y = w->particles.spin[i].z = 0;
    }
    for (int n = 0; n < w->wall_count; n++) w->wall[n].speed = rp_vec_make(0, 0, 0);
}

rp_status rp_cell_pack(rp_cell *cell, const rp_cell_setup *setup, rp_error *err)
{
    char text[2048];
    *cell = (rp_cell){.stepping = setup->stepping};
    rp_archive_init(&cell->packed);
    scene_text(setup, text, sizeof text);
    rp_threads_set(1);
    rp_status status = rp_trial_open(&cell->trial, text, err);
    int rests = 0;
    for (int n = 0; n < STEPS && !status && !rests; n++) {
        if (n % QUENCH == 0) stop(cell->trial.world);
        status = rp_trial_step(&cell->trial, err);
        rests = n > 100 && kinetic(cell->trial.world) < setup->rest * RP_CELL_STEP * RP_CELL_STEP;
    }
    if (!status && !rests)
        status = rp_error_set(err, RP_FAILED, "the packing of %d discs does not come to rest in %d steps", setup->discs,
                              STEPS);
    if (!status) status = rp_trial_keep(&cell->trial, &cell->packed, err);
    if (status) rp_cell_close(cell);
    return status;
}

rp_status rp_cell_again(rp_cell *cell, const rp_cd_options *o, unsigned seed, rp_error *err)
{
    rp_world *w = cell->trial.world;
    const double value[RP_CD_OPTIONS] = {[RP_CD_OPTION_SOLVER] = o->solver,
                                         [RP_CD_OPTION_ORDER] = o->order,
                                         [RP_CD_OPTION_CRITERION] = o->criterion,
                                         [RP_CD_OPTION_STEPPING] = cell->stepping,
                                         [RP_CD_OPTION_TOLERANCE] = o->tolerance,
                                         [RP_CD_OPTION_LEAST] = o->least,
                                         [RP_CD_OPTION_MOST] = o->most};
    memcpy(w->option, value, sizeof value);
    w->seed = seed;
    rp_status status = rp_trial_return(&cell->trial, &cell->packed, err);
    if (!status) stop(w);
    return status;
}

rp_cd_options rp_cell_criterion(rp_cd_criterion criterion, double tolerance, int most)
{
    return (rp_cd_options){.solver = RP_CD_GAUSS_SEIDEL,
                           .order = RP_CD_RANDOM,
                           .criterion = criterion,
                           .stepping = RP_CD_GAP,
                           .tolerance = tolerance,
                           .least = 1,
                           .most = most};
}

rp_cd_options rp_cell_sweeps(int sweeps) { return rp_cell_criterion(RP_CD_ITERATIONS, 1, sweeps); }

double rp_cell_column(const rp_cell *cell, const char *name)
{
    const rp_method *m = cell->trial.method;
    double value[RP_COLUMN_MAX];
    m->column_values(cell->trial.world, value);
    for (int n = 0; n < m->column_count; n++)
        if (!strcmp(m->column[n].name, name)) return value[n];
    return NAN;
}

void rp_cell_close(rp_cell *cell)
{
    rp_archive_free(&cell->packed);
    rp_trial_close(&cell->trial);
}
