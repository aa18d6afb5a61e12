/* [RadjaiRichefeu2009, Fig. 10]: iterations against the precision of Eq. 41, one problem of 2500 discs that starts
 * without forces; for two steps dt, of which the number of iterations does not depend. With gaps that close within the
 * step it would: g/dt stands beside the velocities. The paper's contacts, at delta_n <= 0, have none. */
#include <math.h>
#include "figure.h"
#include "network.h"

#define DISCS 2500
#define MOST 200000

static const double precision[] = {1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4};
enum { CASES = sizeof precision / sizeof *precision };

static rp_status iterations(rp_cell *cell, double tolerance, double dt, double *count, rp_error *err)
{
    rp_status status = rp_cell_again(cell, (rp_cell_stop){"relative-force", tolerance, MOST}, 1, err);
    if (!status) status = rp_sim_set_dt(cell->sim, dt, err);
    if (!status) status = rp_sim_set_start_forces(cell->sim, NULL, 0, err);
    if (!status) status = rp_sim_step(cell->sim, 1, err);
    return status ? status : rp_sim_measure(cell->sim, "iterations", count, err);
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    double count[2][CASES] = {{0}};
    rp_cell cell;
    rp_status status = rp_network_pack(&cell, DISCS, 1, err);
    if (status) return status;
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < CASES && !status; k++)
            status = iterations(&cell, precision[k], s ? 0.1 * RP_CELL_STEP : RP_CELL_STEP, &count[s][k], err);
    rp_cell_close(&cell);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 1, 1000, 800);
    rp_plot_axes(plot, 0, "Iterations against precision, 2500 discs [RadjaiRichefeu2009, Fig. 10]", "\xce\xb5_f",
                 "N_i");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_curve(plot, 0, precision, count[0], CASES,
                  &(rp_plot_style){.label = "\xce\xb4t", .marker = RP_MARKER_CIRCLE, .line = RP_LINE_SOLID});
    rp_plot_curve(plot, 0, precision, count[1], CASES,
                  &(rp_plot_style){.label = "\xce\xb4t / 10", .marker = RP_MARKER_CROSS});
    rp_number_add(
        numbers, "N_i for dt/10 over N_i for dt, precision 1e-3", count[1][4] / count[0][4], 1, 0.01,
        "[RadjaiRichefeu2009, Sec. 5.2]: not dependent on dt",
        "contacts without gaps and bodies at rest: dt is a factor of all impulses; rounding may move the last sweep");
    rp_number_add(numbers, "exponent of N_i against 1/precision, 1e-2 to 1e-3", log10(count[0][4] / count[0][2]), 1,
                  0.25, "[RadjaiRichefeu2009, Fig. 10]: diverges quite fast",
                  "forces that grow as a power of the sweeps change by 1/N_i in one; the last contact alone decides: a "
                  "factor of 1.5 in each N_i. A logarithm would give 0.18");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_fig10 = {"radjairichefeu2009-fig10", "iterations against precision", run};
