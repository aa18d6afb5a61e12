/* [UngerKertesz2003, Fig. 8]: a random packing of 1000 discs rings like the chain when the load on its piston jumps,
 * because so many sweeps a step carry a push only so far. Height of the piston, and the damped sine fitted to it;
 * beside it frequency and damping time against N_I.
 *
 * The first swing is no ringing: up to a fifth of the contacts slide, and friction takes most of its energy whatever
 * N_I, so that a fit that starts there finds tau to fall as N_I^-0.76. After two periods hardly any contact slides, and
 * one mode is left: the paper's transient. */
#include <math.h>
#include "cell.h"
#include "figure.h"
#include "ringing.h"

#define DISCS 1000
#define FRICTION 0.05
#define JUMP 0.02    /* of the load */
#define SETTLE 10000 /* sweeps before the jump: twenty damping times */
#define CALM 50      /* steps beside them */
#define TRANSIENT 2  /* periods after the jump, */
#define FITTED 2     /* and after these, which are fitted */
#define STEPS 300    /* room for what is followed: five of the longest periods */
#define PACKINGS 3   /* one alone gives tau to some ten per cent */

static const int sweeps[] = {10, 20, 40, 80, 160};
enum { CASES = sizeof sweeps / sizeof *sweeps, DRAWN = 1 };

typedef struct ring {
    double y[STEPS], slides[STEPS];
    rp_ringing mode;
    int count, from, to;
} ring; /* slides: share of the contacts */

/* One wave in four heights of the cell, as for a chain of that length, is what a fit starts from. */
static rp_ringing guess(int n, double height)
{
    double k = M_PI / (2 * height), q = 0.79744;
    return (rp_ringing){.omega = k * sqrt(q * n), .tau = 2 / (q * n * k * k)};
}

static int period(const rp_ringing *mode) { return (int)(2 * M_PI / mode->omega); }

/* The window follows the period that it finds. */
static void fit(ring *r)
{
    for (int pass = 0; pass < 3; pass++) {
        r->from = TRANSIENT * period(&r->mode);
        r->to = r->from + FITTED * period(&r->mode);
        if (r->to > r->count) r->to = r->count;
        rp_ringing_fit_all(r->y, r->from, r->to, &r->mode);
    }
}

static double lid_height(const rp_cell *cell)
{
    rp_wall_info top;
    rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, NULL);
    return top.position[1];
}

/* At rest under so many sweeps, then the load jumps. */
static rp_status strike(rp_cell *cell, int n, rp_error *err)
{
    rp_wall_info top;
    rp_status status = rp_cell_again(cell, rp_cell_sweeps(n), 1, err);
    if (!status) status = rp_sim_step(cell->sim, (uint64_t)(SETTLE / n + CALM), err);
    if (!status) status = rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, err);
    return status ? status : rp_sim_wall_set_load(cell->sim, RP_CELL_TOP, top.load * (1 + JUMP), err);
}

static rp_status follow(rp_cell *cell, int n, ring *r, rp_error *err)
{
    rp_status status = strike(cell, n, err);
    if (status) return status;
    r->mode = guess(n, lid_height(cell));
    r->count = (TRANSIENT + FITTED + 1) * period(&r->mode);
    if (r->count > STEPS) r->count = STEPS;
    for (int k = 0; k < r->count && !status; k++) {
        status = rp_sim_step(cell->sim, 1, err);
        if (!status) status = rp_sim_measure(cell->sim, "sliding_fraction", &r->slides[k], err);
        r->y[k] = status ? NAN : lid_height(cell);
    }
    if (!status) fit(r);
    return status;
}

static void draw_motion(rp_plot *plot, const ring *r)
{
    static double t[STEPS], y[STEPS], curve[STEPS];
    double most = 4e6 * hypot(r->mode.sine, r->mode.cosine);
    for (int n = 0; n < r->count; n++) {
        t[n] = n + 1;
        y[n] = 1e6 * (r->y[n] - r->mode.x0);
        curve[n] = n < r->from || n >= r->to ? NAN : 1e6 * (rp_ringing_at(&r->mode, n - r->from) - r->mode.x0);
    }

    rp_plot_axes(plot, 0, "Piston after its load jumped, N_I = 20", "t / \xce\x94t",
                 "(y - y\xe2\x82\x80) / 10\xe2\x81\xbb\xe2\x81\xb6 d");
    rp_plot_limits(plot, 0, 0, r->count, -most, most);
    rp_plot_curve(plot, 0, t, y, (size_t)r->count,
                  &(rp_plot_style){.label = "contact dynamics", .marker = RP_MARKER_DISC, .size = 0.4});
    rp_plot_curve(plot, 0, t, curve, (size_t)r->count, &(rp_plot_style){.label = "damped sine", .color = RP_PLOT_INK});
    rp_plot_axes(plot, 1, "Contacts that slide", "t / \xce\x94t", "share");
    rp_plot_limits(plot, 1, 0, r->count, 0, NAN);
    rp_plot_curve(plot, 1, t, r->slides, (size_t)r->count, &(rp_plot_style){.color = 1});
    rp_plot_rule(plot, 1, 1, r->from, "fitted from here");
}

static void draw_modes(rp_plot *plot, const double *n, const double *omega, const double *tau)
{
    double root[CASES], inverse[CASES];
    for (int k = 0; k < CASES; k++) {
        root[k] = omega[1] * sqrt(n[k] / n[1]);
        inverse[k] = tau[1] * n[1] / n[k];
    }

    rp_plot_axes(plot, 2, "Frequency and damping time, three packings", "N_I",
                 "\xcf\x89 \xce\x94t,  \xcf\x84 / \xce\x94t");
    rp_plot_log(plot, 2, 1, 1);
    rp_plot_curve(plot, 2, n, omega, CASES,
                  &(rp_plot_style){.label = "\xcf\x89", .color = 1, .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 2, n, root, CASES,
                  &(rp_plot_style){.label = "\xe2\x88\x9d N_I^1/2", .color = 1, .line = RP_LINE_DASHED});
    rp_plot_curve(plot, 2, n, tau, CASES,
                  &(rp_plot_style){.label = "\xcf\x84", .color = 2, .marker = RP_MARKER_SQUARE});
    rp_plot_curve(plot, 2, n, inverse, CASES,
                  &(rp_plot_style){.label = "\xe2\x88\x9d 1 / N_I", .color = 2, .line = RP_LINE_DASHED});
}

/* Least squares in the logarithms. */
static double exponent(const double *x, const double *y, int count)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int n = 0; n < count; n++) {
        sx += log(x[n]);
        sy += log(y[n]);
        sxx += log(x[n]) * log(x[n]);
        sxy += log(x[n]) * log(y[n]);
    }

    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/* Rings of one packing; their logarithms are added to omega and tau. */
static rp_status ring_packing(unsigned seed, ring *rings, double *omega, double *tau, rp_error *err)
{
    rp_cell cell;
    rp_status status = rp_cell_pack(
        &cell, &(rp_cell_setup){.discs = DISCS, .friction = FRICTION, .seed = seed, .stepping = "gap", .rest = 1e-6},
        err);
    if (status) return status;
    for (int k = 0; k < CASES && !status; k++) {
        status = follow(&cell, sweeps[k], &rings[k], err);
        omega[k] += log(rings[k].mode.omega);
        tau[k] += log(rings[k].mode.tau);
    }
    rp_cell_close(&cell);
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static ring rings[PACKINGS][CASES];
    double n[CASES], omega[CASES] = {0}, tau[CASES] = {0};
    for (int seed = 0; seed < PACKINGS; seed++) {
        rp_status status = ring_packing((unsigned)seed + 1, rings[seed], omega, tau, err);
        if (status) return status;
    }
    for (int k = 0; k < CASES; k++) {
        n[k] = sweeps[k];
        omega[k] = exp(omega[k] / PACKINGS);
        tau[k] = exp(tau[k] / PACKINGS);
    }

    rp_plot *plot = rp_plot_create(1, 3, 2100, 700);
    rp_plot_title(plot, "A random packing of 1000 rigid discs rings [UngerKertesz2003, Fig. 8]");
    draw_motion(plot, &rings[0][DRAWN]);
    draw_modes(plot, n, omega, tau);
    rp_number_add(numbers, "exponent of omega against N_I", exponent(n, omega, CASES), 0.5, 0.05,
                  "[UngerKertesz2003, text after Fig. 8]",
                  "Eq. 58: damping takes 6 per cent of omega at N_I = 160, 0.02 of the exponent; scatter of packings "
                  "as much again");
    rp_number_add(numbers, "exponent of tau against N_I", exponent(n, tau, CASES), -1, 0.1,
                  "[UngerKertesz2003, text after Fig. 8]",
                  "tau to ten per cent at either end of a range of 16 is 0.05 of the exponent; twice that");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_fig8 = {"ungerkertesz2003-fig8",
                                                   "a packing of 1000 discs rings when its load jumps", run};
