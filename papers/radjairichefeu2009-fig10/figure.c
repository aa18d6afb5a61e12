/* [RadjaiRichefeu2009, Fig. 10]: iterations against the precision of Eq. 41, for problems of 2500 discs that start
 * without forces; for two steps dt, of which the number of iterations does not depend. With gaps that close within the
 * step it would: g/dt stands beside the velocities. The paper's contacts, at delta_n <= 0, have none.
 *
 * From 1e-2 to 1e-3 N_i grows as precision^-0.6 in these dense packings. Loose ones, packed with friction, had an
 * exponent of 0.88 to 0.95: it depends on the packing, and the paper gives none. */
#include <math.h>
#include "figure.h"
#include "network.h"
#include "sample.h"

#define DISCS 2500
#define PACKINGS 3
#define MOST 100000

enum { CASES = 5, MIDDLE = 2, FINEST = CASES - 1 };
static const double precision[CASES] = {1e-1, 3e-2, 1e-2, 3e-3, 1e-3};

static rp_status iterations(rp_cell *cell, double tolerance, double dt, double *count, rp_error *err)
{
    rp_status status = rp_cell_again(cell, (rp_cell_stop){"relative-force", tolerance, MOST}, 1, err);
    if (!status) status = rp_sim_set_dt(cell->sim, dt, err);
    if (!status) status = rp_sim_set_start_forces(cell->sim, NULL, 0, err);
    if (!status) status = rp_sim_step(cell->sim, 1, err);
    return status ? status : rp_sim_measure(cell->sim, "iterations", count, err);
}

typedef struct results {
    rp_sample count[CASES], steps; /* N_i; N_i for dt/10 over N_i for dt */
    rp_sample ratio;               /* of the increments of N_i in the two decades */
} results;

static rp_status measure(unsigned seed, results *r, rp_error *err)
{
    double count[CASES] = {0}, shorter = 0;
    rp_cell cell;
    rp_status status = rp_network_pack(&cell, DISCS, 0, seed, err);
    if (status) return status;
    for (int k = 0; k < CASES && !status; k++) status = iterations(&cell, precision[k], RP_CELL_STEP, &count[k], err);
    if (!status) status = iterations(&cell, precision[MIDDLE], 0.1 * RP_CELL_STEP, &shorter, err);
    rp_cell_close(&cell);
    if (status) return status;
    for (int k = 0; k < CASES; k++) rp_sample_add(&r->count[k], count[k]);
    rp_sample_add(&r->steps, shorter / count[MIDDLE]);
    rp_sample_add(&r->ratio, (count[FINEST] - count[MIDDLE]) / (count[MIDDLE] - count[0]));
    return RP_OK;
}

static void draw(rp_plot *plot, const results *r)
{
    enum { POINTS = 101 };
    double mean[CASES], bar[CASES], at[POINTS], logarithm[POINTS];
    for (int k = 0; k < CASES; k++) {
        mean[k] = rp_sample_mean(&r->count[k]);
        bar[k] = rp_sample_error(&r->count[k]);
    }
    for (int n = 0; n < POINTS; n++) {
        const double decades = 2.0 * n / (POINTS - 1);
        at[n] = precision[0] * pow(10, -decades);
        logarithm[n] = mean[0] + (mean[MIDDLE] - mean[0]) * decades;
    }
    rp_plot_axes(plot, 0, "Iterations, three packings of 2500 discs [RadjaiRichefeu2009, Fig. 10]",
                 "precision \xce\xb5_{f}", "iterations N_{i}");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_limits(plot, 0, 8e-4, 0.13, 50, 20000);
    rp_plot_curve(plot, 0, precision, mean, CASES,
                  &(rp_plot_style){.label = "contact dynamics, mean and standard error",
                                   .color = 1,
                                   .marker = RP_MARKER_DISC,
                                   .line = RP_LINE_SOLID,
                                   .error_y = bar});
    rp_plot_curve(plot, 0, at, logarithm, POINTS,
                  &(rp_plot_style){.label = "a logarithm through the points at 0.1 and 0.01",
                                   .color = RP_PLOT_GREY,
                                   .line = RP_LINE_DASHED});
}

static void add_numbers(rp_numbers *numbers, const results *r)
{
    rp_number_add(
        numbers, "N_i for dt/10 over N_i for dt, precision 1e-2", rp_sample_mean(&r->steps), 1, 0.01,
        "[RadjaiRichefeu2009, Sec. 5.2]: not dependent on dt",
        "contacts without gaps and bodies at rest: dt is a factor of all impulses; rounding may move the last sweep");
    rp_number_add(numbers, "growth of N_i, second decade over first, at least 3 errors above 1 (1: yes)",
                  rp_sample_mean(&r->ratio) - 3 * rp_sample_error(&r->ratio) > 1, 1, 0,
                  "[RadjaiRichefeu2009, Sec. 5.2]: diverges quite fast; a logarithm has 1",
                  "three standard errors of three packings");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    results r = {0};
    rp_status status = RP_OK;
    for (unsigned seed = 1; seed <= PACKINGS && !status; seed++) status = measure(seed, &r, err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 1, 1200, 850);
    draw(plot, &r);
    add_numbers(numbers, &r);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_fig10 = {"radjairichefeu2009-fig10", "iterations against precision", run,
                                                      NULL};
