/* [UngerKertesz2003, Fig. 8]: a random packing of 1000 discs rings like the chain when the load on its piston jumps, because so many sweeps a step carry a push only so far.
 * Height of the piston, and the damped sine fitted to it; beside it frequency and damping time against N_I. */
#include <math.h>
#include "cell.h"
#include "figure.h"
#include "ringing.h"

#define DISCS 1000
#define FRICTION 0.05
#define JUMP 0.02       /* of the load; small, so that few contacts slide: friction damps, too, whatever N_I */
#define SETTLE 12000    /* sweeps before the jump */
#define STEPS 600       /* after it */
#define PACKINGS 3      /* one alone gives tau to some ten per cent */

static const int sweeps[] = {10, 20, 40, 80, 160};
enum { CASES = sizeof sweeps / sizeof *sweeps, DRAWN = 1 };

typedef struct ring { double y[STEPS]; rp_ringing mode; int from, to; } ring;

/* One wave in four heights of the cell, as for a chain of that length, is what a fit starts from. */
static rp_ringing guess(int n, double height)
{
    double k = M_PI / (2 * height), q = 0.79744;
    return (rp_ringing){.omega = k * sqrt(q * n), .tau = 2 / (q * n * k * k)};
}

static rp_status follow(rp_cell *cell, int n, ring *r, rp_error *err)
{
    rp_world *w = cell->trial.world;
    rp_cd_options options = rp_cell_sweeps(n);
    rp_status status = rp_cell_again(cell, &options, 1, err);
    rp_wall *top = &w->wall[3];
    for (int k = 0; k < SETTLE / n + 200 && !status; k++) status = rp_trial_step(&cell->trial, err);
    double load = top->load;
    top->load *= 1 + JUMP;
    for (int k = 0; k < STEPS && !status; k++) status = rp_trial_step(&cell->trial, err), r->y[k] = top->point.y + top->offset.y;
    top->load = load;
    r->mode = guess(n, r->y[0]);
    int period = (int)(2 * M_PI / r->mode.omega);
    r->from = period / 2, r->to = r->from + 2 * period;
    if (r->to > STEPS) r->to = STEPS;
    if (!status) rp_ringing_fit_all(r->y, r->from, r->to, &r->mode);
    return status;
}

static void draw_motion(rp_plot *plot, const ring *r)
{
    static double t[STEPS], y[STEPS], curve[STEPS];
    int count = r->to + (r->to - r->from) / 3;
    if (count > STEPS) count = STEPS;
    for (int n = 0; n < count; n++) t[n] = n + 1, y[n] = 1e6 * (r->y[n] - r->mode.x0), curve[n] = n < r->from ? NAN : 1e6 * (rp_ringing_at(&r->mode, n - r->from) - r->mode.x0);
    rp_plot_axes(plot, 0, "Piston after its load jumped, N_I = 20", "t / \xce\x94t", "(y - y\xe2\x82\x80) / 10\xe2\x81\xbb\xe2\x81\xb6 d");
    rp_plot_curve(plot, 0, t, y, (size_t)count, &(rp_plot_style){.label = "contact dynamics", .marker = RP_MARKER_DISC, .size = 0.4});
    rp_plot_curve(plot, 0, t, curve, (size_t)count, &(rp_plot_style){.label = "damped sine", .color = RP_PLOT_INK});
}

static void draw_modes(rp_plot *plot, const double *n, const double *omega, const double *tau)
{
    double root[CASES], inverse[CASES];
    for (int k = 0; k < CASES; k++) root[k] = omega[1] * sqrt(n[k] / n[1]), inverse[k] = tau[1] * n[1] / n[k];
    rp_plot_axes(plot, 1, "Frequency and damping time, three packings", "N_I", "\xcf\x89 \xce\x94t,  \xcf\x84 / \xce\x94t");
    rp_plot_log(plot, 1, 1, 1);
    rp_plot_curve(plot, 1, n, omega, CASES, &(rp_plot_style){.label = "\xcf\x89", .color = 1, .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 1, n, root, CASES, &(rp_plot_style){.label = "\xe2\x88\x9d N_I^1/2", .color = 1, .line = RP_LINE_DASHED});
    rp_plot_curve(plot, 1, n, tau, CASES, &(rp_plot_style){.label = "\xcf\x84", .color = 2, .marker = RP_MARKER_SQUARE});
    rp_plot_curve(plot, 1, n, inverse, CASES, &(rp_plot_style){.label = "\xe2\x88\x9d 1 / N_I", .color = 2, .line = RP_LINE_DASHED});
}

/* Least squares in the logarithms. */
static double exponent(const double *x, const double *y, int count)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int n = 0; n < count; n++) sx += log(x[n]), sy += log(y[n]), sxx += log(x[n]) * log(x[n]), sxy += log(x[n]) * log(y[n]);
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/* Rings of one packing; their logarithms are added to omega and tau. */
static rp_status ring_packing(int seed, ring *rings, double *omega, double *tau, rp_error *err)
{
    rp_cell cell;
    rp_status status = rp_cell_pack(&cell, &(rp_cell_setup){.discs = DISCS, .friction = FRICTION, .seed = seed, .rest = 1e-6}, err);
    if (status) return status;
    for (int k = 0; k < CASES && !status; k++) {
        status = follow(&cell, sweeps[k], &rings[k], err);
        omega[k] += log(rings[k].mode.omega), tau[k] += log(rings[k].mode.tau);
    }
    rp_cell_close(&cell);
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static ring rings[PACKINGS][CASES];
    double n[CASES], omega[CASES] = {0}, tau[CASES] = {0};
    for (int seed = 0; seed < PACKINGS; seed++) {
        rp_status status = ring_packing(seed + 1, rings[seed], omega, tau, err);
        if (status) return status;
    }
    for (int k = 0; k < CASES; k++) n[k] = sweeps[k], omega[k] = exp(omega[k] / PACKINGS), tau[k] = exp(tau[k] / PACKINGS);
    rp_plot *plot = rp_plot_create(1, 2, 1600, 700);
    rp_plot_title(plot, "A random packing of 1000 rigid discs rings [UngerKertesz2003, Fig. 8]");
    draw_motion(plot, &rings[0][DRAWN]);
    draw_modes(plot, n, omega, tau);
    rp_number_add(numbers, "exponent of omega against N_I", exponent(n, omega, CASES), 0.5, 0.05, "[UngerKertesz2003, text after Fig. 8]", "three random packings; the chain's frequency is within 0.5 per cent");
    rp_number_add(numbers, "exponent of tau against N_I", exponent(n, tau, CASES), -1, 0.15, "[UngerKertesz2003, text after Fig. 8]", "three periods of each of three packings: tau to some ten per cent");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_fig8 = {"ungerkertesz2003-fig8", "a packing of 1000 discs rings when its load jumps", run};
