/* [UngerKertesz2003, Fig. 7]: a chain of 50 rigid discs rings when it is pressed against a wall, because 40 sweeps a step carry a push only so far. Position
 * of the last disc, and the damped sine with frequency and damping time of Eqs. 58 and 60; offset, amplitude and phase are fitted, as in the paper. Beside it
 * frequency and damping time for N_I = 10, 20, 40, 80, fitted freely, means over seeds. */
#include <math.h>
#include <stdio.h>
#include "chain.h"
#include "figure.h"

#define SEEDS 16
#define STEPS 2000
#define AFTER 8          /* periods: it bounces off the wall a few times, and faster modes die out */
#define LONG 4           /* periods of the fit */

static const int sweeps[] = {10, 20, 40, 80};
enum { CASES = sizeof sweeps / sizeof *sweeps };

typedef struct result { double omega, tau; } result;

static void window(int n, int *from, int *to)
{
    int period = (int)(2 * M_PI / rp_chain_predicted(n).omega);
    *from = 60 + AFTER * period, *to = *from + LONG * period;
}

static rp_status measure(int n, result *r, rp_error *err)
{
    static double x[STEPS];
    int from, to;
    window(n, &from, &to);
    *r = (result){0, 0};
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        rp_ringing mode = rp_chain_predicted(n);
        rp_status status = rp_chain_run(n, seed, x, to, err);
        if (status) return status;
        rp_ringing_fit_all(x, from, to, &mode);
        r->omega += mode.omega / SEEDS, r->tau += mode.tau / SEEDS;
    }
    return RP_OK;
}

static rp_status draw_motion(rp_plot *plot, rp_error *err)
{
    static double t[500], x[500], curve[500];
    int from = 200, to = 500;
    rp_status status = rp_chain_run(40, 1, x, to, err);
    if (status) return status;
    rp_ringing mode = rp_chain_predicted(40);
    rp_ringing_fit(x, from, to, &mode);
    for (int n = 0; n < to; n++) {
        double s = n - from;
        t[n] = n + 1;
        curve[n] = s < 0 ? NAN : rp_ringing_at(&mode, s);
    }
    rp_plot_axes(plot, 0, "Last disc of the chain, N_I = 40 [UngerKertesz2003, Fig. 7]", "t / \xce\x94t", "x / d");
    rp_plot_curve(plot, 0, t, x, (size_t)to, &(rp_plot_style){.label = "contact dynamics", .marker = RP_MARKER_DISC, .size = 0.4});
    rp_plot_curve(plot, 0, t, curve, (size_t)to, &(rp_plot_style){.label = "Eqs. 58, 60, 64", .color = RP_PLOT_INK});
    return RP_OK;
}

static void draw_modes(rp_plot *plot, const result *found)
{
    double n[CASES], omega[CASES], tau[CASES], omega_paper[CASES], tau_paper[CASES];
    for (int k = 0; k < CASES; k++) {
        rp_ringing mode = rp_chain_predicted(sweeps[k]);
        n[k] = sweeps[k], omega[k] = found[k].omega, tau[k] = found[k].tau, omega_paper[k] = mode.omega, tau_paper[k] = mode.tau;
    }
    rp_plot_axes(plot, 1, "Frequency and damping time", "N_I", "\xcf\x89 \xce\x94t,  \xcf\x84 / \xce\x94t");
    rp_plot_log(plot, 1, 1, 1);
    rp_plot_curve(plot, 1, n, omega, CASES, &(rp_plot_style){.label = "\xcf\x89", .color = 1, .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 1, n, omega_paper, CASES, &(rp_plot_style){.label = "Eq. 58", .color = 1, .line = RP_LINE_SOLID});
    rp_plot_curve(plot, 1, n, tau, CASES, &(rp_plot_style){.label = "\xcf\x84", .color = 2, .marker = RP_MARKER_SQUARE});
    rp_plot_curve(plot, 1, n, tau_paper, CASES, &(rp_plot_style){.label = "Eq. 60", .color = 2, .line = RP_LINE_SOLID});
}

static void add_numbers(const result *found, rp_numbers *numbers)
{
    static const char *const names[CASES][2] = {{"omega dt, N_I = 10", "tau / dt, N_I = 10"}, {"omega dt, N_I = 20", "tau / dt, N_I = 20"}, {"omega dt, N_I = 40", "tau / dt, N_I = 40"}, {"omega dt, N_I = 80", "tau / dt, N_I = 80"}};
    for (int k = 0; k < CASES; k++) {
        rp_ringing mode = rp_chain_predicted(sweeps[k]);
        rp_number_add(numbers, names[k][0], found[k].omega, mode.omega, 0.005 * mode.omega, "[UngerKertesz2003, Eq. 58], q = 0.797", "the lattice's corrections are of the order of (k d)^2 N_I / 12, 0.7 per cent at most");
        rp_number_add(numbers, names[k][1], found[k].tau, mode.tau, 0.02 * mode.tau, "[UngerKertesz2003, Eq. 60], q = 0.797", "16 seeds give the mean to about one per cent");
    }
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    result found[CASES];
    rp_status status = RP_OK;
    for (int k = 0; k < CASES && !status; k++) status = measure(sweeps[k], &found[k], err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 2, 1600, 700);
    status = draw_motion(plot, err);
    if (status) {
        rp_plot_destroy(plot);
        return status;
    }
    draw_modes(plot, found);
    add_numbers(found, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_fig7 = {"ungerkertesz2003-fig7", "a chain of rigid discs rings: spurious elasticity", run};
