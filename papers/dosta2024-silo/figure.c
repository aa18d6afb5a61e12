/* [Dosta2024], silos: 100 000 spheres of 4 mm run out of a silo with a cone of 45 degrees; two kinds of spheres, two
 * outlets. A source fills them, since the authors' coordinates are not public. Drawn: what is still there over time.
 * The quick version has one silo and 15 000 spheres. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "dosta.h"

enum { MOST = 600, CASES = 4, CONE = 30, TUBE = 8, SEGMENTS = 100, POINTS = CONE + TUBE + 1 };
static const double RADIUS = 0.1, HEIGHT = 0.3, EVERY = 0.01; /* of the tube, m, m; s */

typedef struct silo {
    const char *name, *label, *material, *walls;
    double outlet, bottom, top; /* radius and height of the outlet, height of the cone's upper rim, m */
    double step, density;       /* s, kg/m^3 */
} silo;

static const silo silos[CASES] = {
    {"silo-large-m1", "M1, large outlet", "m1", "silo-walls-large.txt.gz", 0.03, -0.0554222, 0.0145778, 1.5e-6, 2500},
    {"silo-small-m1", "M1, small outlet", "m1", "silo-walls-small.txt.gz", 0.02, -0.0593008, 0.0206992, 1.5e-6, 2500},
    {"silo-large-m2", "M2, large outlet", "m2", "silo-walls-large.txt.gz", 0.03, -0.0554222, 0.0145778, 2e-6, 2000},
    {"silo-small-m2", "M2, small outlet", "m2", "silo-walls-small.txt.gz", 0.02, -0.0593008, 0.0206992, 2e-6, 2000},
};

typedef struct results {
    double t[MOST], share[MOST]; /* s since the outlet is open; of the grains, that are still there */
    int count;
} results;

static rp_status walls(const rp_dosta *d, const silo *s, rp_error *err)
{
    double profile[POINTS][2];
    if (d->options->data) return rp_dosta_walls(d, s->walls, err);
    for (int k = 0; k <= CONE; k++) {
        profile[k][0] = s->outlet + (RADIUS - s->outlet) * k / CONE;
        profile[k][1] = s->bottom + (s->top - s->bottom) * k / CONE;
    }
    for (int k = 1; k <= TUBE; k++) {
        profile[CONE + k][0] = RADIUS;
        profile[CONE + k][1] = s->top + HEIGHT * k / TUBE;
    }
    return rp_dosta_turned(d, 2, (const double(*)[2])profile, POINTS, SEGMENTS, err);
}

static rp_status make_case(rp_dosta *d, const silo *s, int grains, double length, rp_error *err)
{
    char text[2400];
    rp_status status = walls(d, s, err);
    if (status) return status;
    snprintf(text, sizeof text,
             "domain: {lower: [-0.12, -0.12, -0.2], upper: [0.12, 0.12, 0.4]}\n"
             "sources:\n  - name: feed\n    cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 0.097, from: 0.19, "
             "to: 0.3}\n    particles: {name: grains, material: %s, radius: 0.002}\n    amount: {count: %d}\n    "
             "velocity: [0, 0, -1]\n"
             "sinks:\n  - {name: outlet, plane: {point: [0, 0, %g], normal: [0, 0, 1]}, every: 0.002}\n"
             "walls:\n  - {name: silo, mesh: {file: %s.stl}, material: steel}\n  - {name: gate, disc: {point: [0, 0, "
             "%.17g], normal: [0, 0, 1], radius: %g}, material: steel}\n"
             "stages:\n  - {name: fill, until: {kinetic_energy: %g, after: 0.35}, at_most: 1}\n  - {name: discharge, "
             "until: %g, remove: [gate]}\nrun: {step: %.17g, orientation: false}\noutput: {series: {every: 0.01}, "
             "frames: {every: 0.1}}\n",
             s->material, grains, s->bottom - 0.02, d->name, s->bottom, s->outlet + 0.004, 2e-9 * grains, length,
             rp_dosta_step(d, s->step));
    return rp_dosta_open(d, text, err);
}

static rp_status discharge(const rp_dosta *d, int grains, results *r, rp_error *err)
{
    double open = -1;
    rp_status status = RP_OK;
    while (!status && !rp_sim_finished(d->sim) && r->count < MOST) {
        status = rp_sim_advance(d->sim, rp_sim_time(d->sim) + EVERY, err);
        if (status || strcmp(rp_sim_stage(d->sim), "discharge") != 0) continue;
        if (open < 0) open = rp_sim_time(d->sim);
        r->t[r->count] = rp_sim_time(d->sim) - open;
        r->share[r->count++] = (double)rp_sim_count(d->sim) / grains;
    }
    return status;
}

/* The time at which this share is left, s; NaN: more is left at the end. */
static double when(const results *r, double share)
{
    for (int k = 1; k < r->count; k++)
        if (r->share[k] <= share) return r->t[k] - EVERY * (share - r->share[k]) / (r->share[k - 1] - r->share[k]);
    return NAN;
}

static void add_numbers(rp_numbers *numbers, const silo *s, const results *r, int grains)
{
    const double mass = 4 / 3.0 * M_PI * 8e-9 * s->density,
                 rate = 0.2 * grains * mass / (when(r, 0.75) - when(r, 0.95)),
                 beverloo = 0.58 * 0.6 * s->density * sqrt(9.81) * pow(2 * s->outlet - 1.5 * 0.004, 2.5);
    rp_number_add(numbers, "all grains are there when the outlet opens, share", r->share[0], 1, 0.005, "the source",
                  "what falls out within the first interval");
    rp_number_add(numbers, "discharge over Beverloo's law", rate / beverloo, 1, 0.3,
                  "W = 0.58 rho sqrt(g) (D - 1.5 d)^(5/2), solid fraction 0.6",
                  "0.58 is for floors that are flat: cones of 45 degrees let up to a quarter more through; solid "
                  "fraction 0.55 to 0.62");
}

static rp_status bench(const rp_figure_options *o, const char *path, rp_numbers *numbers, rp_error *err)
{
    static results r[CASES];
    const int grains = o->full ? 100000 : 15000, cases = o->full || o->scene_only ? CASES : 1;
    for (int k = 0; k < cases; k++) {
        rp_dosta d = rp_dosta_begin(o, path, silos[k].name, 300);
        rp_status status = make_case(&d, &silos[k], grains, o->full ? 5 : 0.3, err);
        if (!status && d.sim) status = discharge(&d, grains, &r[k], err);
        rp_dosta_close(&d);
        if (status) return status;
        if (!o->scene_only) add_numbers(numbers, &silos[k], &r[k], grains);
    }
    if (o->scene_only) return RP_OK;
    rp_plot *plot = rp_plot_create(1, 1, 1200, 850);
    rp_plot_axes(plot, 0, "Discharge of silos [Dosta2024]", "t, s", "share of the mass that is still there");
    for (int k = 0; k < cases; k++)
        rp_plot_curve(plot, 0, r[k].t, r[k].share, (size_t)r[k].count, &(rp_plot_style){.label = silos[k].label});
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_dosta2024_silo = {"dosta2024-silo", "discharge of silos: retained mass over time", NULL,
                                            bench};
