/* [UngerKertesz2003, Eqs. 65-68]: the chain of rigid discs under N_I sweeps a step and the chain of soft discs with
 * stiffness q m N_I / dt^2 and damping q m N_I / dt have the same large waves. Both are run, the soft one by the soft
 * method; frequency and damping time of the slowest mode are fitted freely to both. Where they come to rest differs:
 * the rigid chain keeps overlaps from its impacts (g_pos, Eq. 33), the soft one does not. */
#include <math.h>
#include "chain.h"
#include "figure.h"

#define STEPS 900
#define SWEEPS 40
#define SEEDS 16

static void window(int *from, int *to)
{
    int period = (int)(2 * M_PI / rp_chain_predicted(SWEEPS).omega);
    *from = 60 + 8 * period;
    *to = *from + 4 * period;
}

static rp_ringing fitted(const double *x)
{
    rp_ringing mode = rp_chain_predicted(SWEEPS);
    int from, to;
    window(&from, &to);
    rp_ringing_fit_all(x, from, to, &mode);
    return mode;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static double t[STEPS], rigid[STEPS], first[STEPS], soft[STEPS];
    double omega = 0, tau = 0;
    rp_status status = rp_chain_run_soft(SWEEPS, soft, STEPS, err);
    for (unsigned seed = 1; seed <= SEEDS && !status; seed++) {
        status = rp_chain_run(SWEEPS, 1, seed, seed == 1 ? first : rigid, STEPS, err);
        rp_ringing mode = fitted(seed == 1 ? first : rigid);
        omega += mode.omega / SEEDS;
        tau += mode.tau / SEEDS;
    }
    if (status) return status;
    rp_ringing mode = fitted(soft);
    for (int n = 0; n < STEPS; n++) t[n] = n + 1;
    rp_plot *plot = rp_plot_create(1, 1, 1200, 750);
    rp_plot_axes(plot, 0, "Rigid discs with 40 sweeps a step, and soft discs [UngerKertesz2003, Eqs. 65-68]",
                 "t / \xce\x94t", "x / d");
    rp_plot_curve(plot, 0, t, first, 500,
                  &(rp_plot_style){.label = "contact dynamics, N_I = 40", .marker = RP_MARKER_DISC, .size = 0.4});
    rp_plot_curve(plot, 0, t, soft, 500,
                  &(rp_plot_style){.label = "soft, stiffness and damping of Eqs. 67, 68", .color = RP_PLOT_INK});
    rp_number_add(numbers, "omega dt of the soft chain", mode.omega, omega, 0.01 * omega,
                  "the chain of rigid discs, 16 seeds",
                  "equal on scales much larger than a disc; the seeds' mean is known to 0.2 per cent");
    rp_number_add(numbers, "tau / dt of the soft chain", mode.tau, tau, 0.03 * tau,
                  "the chain of rigid discs, 16 seeds", "as above; the seeds' mean is known to one per cent");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_eq65 = {
    "ungerkertesz2003-eq65", "the soft chain that is equivalent to a rigid one with few sweeps", run, NULL};
