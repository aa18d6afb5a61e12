/* [RadjaiRichefeu2009, Fig. 8]: normal forces in a packing under stress while Gauss-Seidel iterates, from no forces at
 * all: they grow inwards from the walls. Lines join the centres, as wide as the force is large. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "figure.h"
#include "network.h"

#define CLASSES 16 /* of widths */
#define PACKINGS 3 /* one alone is some per cent off */
/* Sweeps after which forces are those of the solution: at 8000 the shares are within 1 per cent of those at 40000. */
#define SOLVED 20000
#define WIDEST 5.0 /* forces in units of the mean, where widths end */

/* Both ends of a contact's line: the centres, or the wall. */
static void ends(const rp_contact *c, double x[2], double y[2], const rp_sim *sim)
{
    const double *a = rp_trial_row(sim, "position", c->a);
    x[0] = a[0];
    x[1] = a[0] - c->branch[0];
    y[0] = a[1];
    y[1] = a[1] - c->branch[1];
}

static rp_status draw(rp_plot *plot, int panel, const rp_sim *sim, const rp_network *list, double mean,
                      const char *title, rp_error *err)
{
    double *x = calloc(6 * list->count + 1, sizeof *x), *y = x ? x + 3 * list->count : NULL;
    if (!x) return rp_trial_memory("the force network", err);
    rp_plot_axes(plot, panel, title, NULL, NULL);
    for (int k = 0; k < CLASSES; k++) {
        size_t count = 0;
        for (size_t n = 0; n < list->count; n++) {
            double f = fmin(list->contact[n].normal_force / mean / WIDEST, 1) * CLASSES;
            if (f <= k || f > k + 1) continue;
            ends(&list->contact[n], x + count, y + count, sim);
            x[count + 2] = y[count + 2] = NAN;
            count += 3;
        }
        rp_plot_curve(plot, panel, x, y, count,
                      &(rp_plot_style){.color = RP_PLOT_INK, .width = 3.0 * (k + 0.5) / CLASSES});
    }
    free(x);
    return RP_OK;
}

/* Mean normal force in the quarter of the cell farthest from the pressed walls, over that in the quarter next to them.
 */
static double inner(const rp_sim *sim, const rp_network *list)
{
    rp_wall_info right, top;
    double far = 0, near = 0;
    rp_sim_wall_get(sim, RP_CELL_RIGHT, &right, NULL);
    rp_sim_wall_get(sim, RP_CELL_TOP, &top, NULL);
    for (size_t n = 0; n < list->count; n++) {
        const double *p = list->contact[n].point;
        const int beyond_x = p[0] > 0.5 * right.position[0], beyond_y = p[1] > 0.5 * top.position[1];
        if (!beyond_x && !beyond_y) far += list->contact[n].normal_force;
        if (beyond_x && beyond_y) near += list->contact[n].normal_force;
    }
    return far / near;
}

/* The shares of one packing at each number of sweeps, over that of its own solution: a packing has many of them
 * (sec52), so it is not the forces it came to rest with that count. */
static rp_status shares(unsigned seed, rp_plot *plot, double share[RP_NETWORK_CASES], rp_error *err)
{
    static const char *const titles[RP_NETWORK_CASES] = {"130 iterations", "365 iterations", "1000 iterations",
                                                         "2000 iterations"};
    rp_cell cell;
    rp_network list = {0};
    rp_status status = rp_network_pack(&cell, RP_NETWORK_DISCS, seed, err);
    if (status) return status;
    status = rp_network_forces(&cell, SOLVED, &list, err);
    double mean = rp_network_mean(&list), solved = status ? NAN : inner(cell.sim, &list);
    for (int k = 0; k < RP_NETWORK_CASES && !status; k++) {
        status = rp_network_forces(&cell, rp_network_sweeps[k], &list, err);
        if (!status) share[k] = inner(cell.sim, &list) / solved;
        if (status || !plot) continue;
        status = draw(plot, k, cell.sim, &list, mean, titles[k], err);
        rp_plot_limits(plot, k, 0, cell.edge, 0, cell.edge);
    }
    rp_cell_close(&cell);
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    double share[RP_NETWORK_CASES], first = 0, last = 0;
    rp_plot *plot = rp_plot_create(2, 2, 1600, 1640);
    rp_plot_title(plot, "Forces grow inwards from the walls [RadjaiRichefeu2009, Fig. 8]");
    for (unsigned seed = 1; seed <= PACKINGS; seed++) {
        rp_status status = shares(seed, seed == 1 ? plot : NULL, share, err);
        if (status) {
            rp_plot_destroy(plot);
            return status;
        }
        first += share[0] / PACKINGS;
        last += share[RP_NETWORK_CASES - 1] / PACKINGS;
    }
    rp_number_add(numbers, "far quarter over near quarter, 130 iterations over the solution", first, 0, 0.2,
                  "[RadjaiRichefeu2009, Fig. 8]",
                  "a push has reached less than sqrt(4 q 130) = 20 diameters, the cell measures 23");
    rp_number_add(numbers, "far quarter over near quarter, 2000 iterations over the solution", last, 1, 0.15,
                  "[RadjaiRichefeu2009, Fig. 8]: propagated throughout",
                  "sqrt(4 q 2000) = 80 diameters; one part in seven of a line's width is not seen in a picture");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_fig8 = {"radjairichefeu2009-fig8",
                                                     "the network of forces while Gauss-Seidel iterates", run};
