/* [Leszczynski2003, Fig. 3]: in the plane, a particle with 0.6 m/s meets three that rest, at alpha = 0.012 and 0.91;
 * common trajectories (thick) where particles move as one. The positions are not in the paper and are chosen here:
 * spheres of Fig. 2 at (0.5, 6), (-1.3, 10.5) and (1.9, 12.6) mm.
 *
 * At alpha = 0.012 contacts are binary: event-driven dynamics, whose collisions are instants, must end with the same
 * velocities. At 0.91 there is no rebound (errata 55), so that who has been touched stays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "figure.h"
#include "memory.h"
#include "trial.h"

#define SPEED 0.6   /* m/s */
#define LENGTH 0.06 /* s */
static const char head[] = "dimension: 2\nmaterials: {m: {density: 1174.5}}\n";
static const char rest[] =
    "particles:\n  - {material: m, shape: sphere, radius: 1.4e-3, place: {list: [[0, 0]]}, velocity: [0, 0.6]}\n"
    "  - {material: m, shape: sphere, radius: 1.4e-3, place: {list: [[0.5e-3, 6.0e-3], [-1.3e-3, 10.5e-3], [1.9e-3, "
    "12.6e-3]]}}\nrun: {until: 1, step: 1.0e-6}\n";
static const char *const titles[2] = {"\xce\xb1 = 0.012: binary contacts", "\xce\xb1 = 0.91: common trajectories"};

/* Grains to scale: thin where they start, thick where they end or leave the picture. */
static void draw(rp_plot *plot, int panel, const rp_memory_record *r)
{
    static const char *const names[4] = {"moving first", "second", "third", "fourth"};
    static double x[RP_MEMORY_ROWS], y[RP_MEMORY_ROWS];
    rp_plot_axes(plot, panel, titles[panel], "x (mm)", "y (mm)");
    rp_plot_limits(plot, panel, -14, 14, -2, 26);
    for (int i = 0; i < 4; i++) {
        size_t last = 0;
        for (size_t n = 0; n < r->rows; n++) {
            x[n] = 1e3 * r->x[i][n];
            y[n] = 1e3 * r->y[i][n];
            if (fabs(x[n]) < 11.5 && y[n] < 22.5) last = n;
        }

        rp_plot_curve(plot, panel, x, y, r->rows, &(rp_plot_style){.label = names[i], .color = i + 1});
        rp_memory_grain(plot, panel, x[0], y[0], 1.4, &(rp_plot_style){.color = i + 1, .width = 0.7});
        rp_memory_grain(plot, panel, x[last], y[last], 1.4, &(rp_plot_style){.color = i + 1, .width = 2});
        for (size_t n = 0; n < r->rows; n++)
            if (r->joined[i][n] < 2) x[n] = NAN;
        rp_plot_curve(plot, panel, x, y, r->rows, &(rp_plot_style){.color = i + 1, .width = 4});
    }
}

/* The same four by collisions that are instants: the greatest distance of a velocity at the end. */
static rp_status instants(const rp_memory_record *r, double alpha, double *apart, rp_error *err)
{
    char text[2048];
    rp_sim *sim;
    double eps;
    rp_status status = rp_memory_restitution(alpha, &eps, err);
    if (status) return status;
    snprintf(text, sizeof text,
             "repose: 1\nmethod: event-driven\n%sinteractions: [{between: [m, m], restitution: %.17g}]\n%s", head, eps,
             rest);
    status = rp_trial_open(text, &sim, err);
    if (!status) status = rp_sim_advance(sim, LENGTH, err);
    *apart = 0;
    for (uint32_t i = 0; i < 4 && !status; i++) {
        const double *v = rp_trial_row(sim, "velocity", i);
        *apart = fmax(*apart, hypot(v[0] - r->u[i], v[1] - r->v[i]));
    }
    rp_sim_destroy(sim);
    return status;
}

/* Particles that move at the end but touch none. */
static int escaped(const rp_memory_record *r)
{
    int count = 0;
    for (int i = 0; i < 4; i++) count += hypot(r->u[i], r->v[i]) > 1e-6 * SPEED && r->joined[i][r->rows - 1] < 2;
    return count;
}

static rp_status compare(rp_numbers *numbers, const rp_memory_record *r, double alpha, rp_error *err)
{
    double apart, p[2] = {0, 0};
    rp_status status = instants(&r[0], alpha, &apart, err);
    if (status) return status;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) p[k] += r[k].v[i] / SPEED;
    rp_number_add(numbers, "alpha = 0.012: greatest distance of a velocity from event-driven dynamics, over 0.6 m/s",
                  apart / SPEED, 0, 0.1, "binary contacts: the event-driven method with the exact eps",
                  "a contact of 1e-4 s shifts points of contact by 0.06 mm, 2 per cent of 2 r, three times in a row");
    rp_number_add(numbers, "alpha = 0.012: largest cluster at the end", r[0].largest[r[0].rows - 1], 1, 0,
                  "[Leszczynski2003, Fig. 3]: no common trajectories", "a number of particles");
    rp_number_add(numbers, "alpha = 0.012: longest contact over that of two particles", r[0].longest / 1e-4, 1, 0.25,
                  "[Leszczynski2003, Fig. 3]: binary contacts; section 4: t_c = 1e-4 s",
                  "a second contact may begin before the first ends");
    rp_number_add(numbers, "alpha = 0.91: particles that were hit and left", escaped(&r[1]), 0, 0,
                  "errata 55: E_{1.09,2} has no zero, so no contact ends", "a number of particles");
    rp_number_add(numbers, "alpha = 0.91: two or more particles stay together (1: yes)",
                  r[1].largest[r[1].rows - 1] >= 2, 1, 0, "[Leszczynski2003, Fig. 3]: two or more", "a fact");
    rp_number_add(numbers, "alpha = 0.012: momentum along y over the first", p[0], 1, 1e-12, "conservation",
                  "rounding");
    rp_number_add(numbers, "alpha = 0.91: momentum along y over the first", p[1], 1, 1e-12, "conservation", "rounding");
    return RP_OK;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static const double alphas[2] = {0.012, 0.91};
    rp_memory_record *r = calloc(2, sizeof *r);
    if (!r) return rp_trial_memory("the paths", err);
    rp_status status = RP_OK;
    for (int k = 0; k < 2 && !status; k++)
        status = rp_memory_run(alphas[k], head, rest, lround(LENGTH / 1e-6), &r[k], err);
    if (!status) status = compare(numbers, r, alphas[0], err);
    if (!status) {
        rp_plot *plot = rp_plot_create(1, 2, 1640, 900);
        rp_plot_title(plot, "A particle meets three that rest; grains to scale [Leszczynski2003, Fig. 3]");
        for (int k = 0; k < 2; k++) draw(plot, k, &r[k]);
        status = rp_figure_finish(plot, path, err);
    }
    free(r);
    return status;
}

const rp_figure rp_figure_leszczynski2003_fig3 = {"leszczynski2003-fig3",
                                                  "impact on three resting particles, common trajectories", run, NULL};
