/* [UngerKertesz2003, Fig. 8]: a random packing of 1000 discs rings like the chain when the load on its piston jumps,
 * because so many sweeps a step carry a push only so far. Height of the piston, and the damped sine fitted to it;
 * beside it frequency and damping time against N_I.
 *
 * The first swing is no ringing: up to a fifth of the contacts slide, and friction takes most of its energy whatever
 * N_I, so that a fit that starts there finds tau to fall as N_I^-0.76. Once hardly any contact slides one mode is left:
 * the paper's transient is over. */
#include <math.h>
#include "cell.h"
#include "figure.h"
#include "ringing.h"
#include "sample.h"

#define JUMP 0.02    /* of the load */
#define SETTLE 10000 /* sweeps before the jump: twenty damping times */
#define CALM 50      /* steps beside them */
#define FOLLOWED 8   /* periods, of which are fitted */
#define FITTED 2     /* from where on never more than */
#define SLIDING 0.01 /* of the contacts slide */
#define STEPS 400    /* room for what is followed */
#define PACKINGS 6   /* one alone gives tau to some ten per cent */

/* With 80 and more the ringing is over before friction has stopped, and a fit finds no frequency. */
static const int sweeps[] = {10, 20, 40};
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

/* The end of the window follows the period that it finds. */
static void fit(ring *r)
{
    for (r->from = r->count; r->from > 0 && r->slides[r->from - 1] <= SLIDING; r->from--)
        ;
    for (int pass = 0; pass < 3; pass++) {
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
    r->count = FOLLOWED * period(&r->mode);
    if (r->count > STEPS) r->count = STEPS;
    for (int k = 0; k < r->count && !status; k++) {
        status = rp_sim_step(cell->sim, 1, err);
        if (!status) status = rp_sim_measure(cell->sim, "sliding_fraction", &r->slides[k], err);
        r->y[k] = status ? NAN : lid_height(cell);
    }
    if (!status) fit(r);
    return status;
}

/* Panel 0: all of it; panel 1: the same, so large that the ringing is seen. */
static void draw_motion(rp_plot *plot, const ring *r)
{
    static double t[STEPS], y[STEPS], curve[STEPS];
    double most = 3e6 * hypot(r->mode.sine, r->mode.cosine);
    for (int n = 0; n < r->count; n++) {
        t[n] = n + 1;
        y[n] = 1e6 * (r->y[n] - r->mode.x0);
        curve[n] = n < r->from || n >= r->to ? NAN : 1e6 * (rp_ringing_at(&r->mode, n - r->from) - r->mode.x0);
    }

    rp_plot_axes(plot, 0, "Piston after its load jumped by 2 %, N_{I} = 20", "t / \xce\x94t",
                 "(y - y\xe2\x82\x80) / 10\xe2\x81\xbb\xe2\x81\xb6 d");
    rp_plot_axes(plot, 1, "The same, enlarged: the ringing after the first swing", "t / \xce\x94t",
                 "(y - y\xe2\x82\x80) / 10\xe2\x81\xbb\xe2\x81\xb6 d");
    rp_plot_limits(plot, 1, 0, r->count, -most, most);
    for (int panel = 0; panel < 2; panel++) {
        rp_plot_curve(plot, panel, t, y, (size_t)r->count,
                      &(rp_plot_style){.label = "contact dynamics", .marker = RP_MARKER_DISC, .size = 0.4});
        rp_plot_curve(plot, panel, t, curve, (size_t)r->count,
                      &(rp_plot_style){.label = "damped sine, fitted", .color = RP_PLOT_INK});
    }
    rp_plot_axes(plot, 2, "Contacts that slide", "t / \xce\x94t", "share");
    rp_plot_limits(plot, 2, 0, r->count, 0, NAN);
    rp_plot_curve(plot, 2, t, r->slides, (size_t)r->count, &(rp_plot_style){.color = 1});
    rp_plot_rule(plot, 2, 1, r->from, "fitted from here");
}

/* Logarithms of the packings' values: their means, and error bars. */
static void draw_modes(rp_plot *plot, const rp_sample *omega, const rp_sample *tau)
{
    double n[CASES], w[CASES], s[CASES], w_bar[CASES], s_bar[CASES], root[CASES], inverse[CASES];
    for (int k = 0; k < CASES; k++) {
        n[k] = sweeps[k];
        w[k] = exp(rp_sample_mean(&omega[k]));
        s[k] = exp(rp_sample_mean(&tau[k]));
        w_bar[k] = w[k] * rp_sample_error(&omega[k]);
        s_bar[k] = s[k] * rp_sample_error(&tau[k]);
    }
    for (int k = 0; k < CASES; k++) {
        root[k] = w[1] * sqrt(n[k] / n[1]);
        inverse[k] = s[1] * n[1] / n[k];
    }

    rp_plot_axes(plot, 3, "Frequency and damping time, six packings", "N_{I}",
                 "\xcf\x89 \xce\x94t,  \xcf\x84 / \xce\x94t");
    rp_plot_log(plot, 3, 1, 1);
    rp_plot_limits(plot, 3, NAN, NAN, 0.1, 1000); /* room for the legend */
    rp_plot_curve(plot, 3, n, w, CASES,
                  &(rp_plot_style){.label = "\xcf\x89", .color = 1, .marker = RP_MARKER_DISC, .error_y = w_bar});
    rp_plot_curve(plot, 3, n, root, CASES,
                  &(rp_plot_style){.label = "\xe2\x88\x9d N_{I}^{1/2}", .color = 1, .line = RP_LINE_DASHED});
    rp_plot_curve(plot, 3, n, s, CASES,
                  &(rp_plot_style){.label = "\xcf\x84", .color = 2, .marker = RP_MARKER_BLOCK, .error_y = s_bar});
    rp_plot_curve(plot, 3, n, inverse, CASES,
                  &(rp_plot_style){.label = "\xe2\x88\x9d 1 / N_{I}", .color = 2, .line = RP_LINE_DASHED});
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

/* Rings of one packing, and the exponents of omega and tau. */
static rp_status ring_packing(unsigned seed, ring *rings, rp_sample exponents[2], rp_sample *omega, rp_sample *tau,
                              rp_error *err)
{
    rp_cell cell;
    double n[CASES], w[CASES], s[CASES];
    rp_status status = rp_cell_piston(&cell, seed, err);
    if (status) return status;
    for (int k = 0; k < CASES && !status; k++) {
        status = follow(&cell, sweeps[k], &rings[k], err);
        n[k] = sweeps[k];
        w[k] = rings[k].mode.omega;
        s[k] = rings[k].mode.tau;
        rp_sample_add(&omega[k], log(w[k]));
        rp_sample_add(&tau[k], log(s[k]));
    }
    rp_cell_close(&cell);
    if (status) return status;
    rp_sample_add(&exponents[0], exponent(n, w, CASES));
    rp_sample_add(&exponents[1], exponent(n, s, CASES));
    return RP_OK;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static ring rings[PACKINGS][CASES];
    rp_sample omega[CASES] = {0}, tau[CASES] = {0}, exponents[2] = {0};
    for (unsigned seed = 0; seed < PACKINGS; seed++) {
        rp_status status = ring_packing(seed + 1, rings[seed], exponents, omega, tau, err);
        if (status) return status;
    }
    rp_plot *plot = rp_plot_create(2, 2, 1800, 1400);
    rp_plot_title(plot, "A random packing of 1000 rigid discs rings [UngerKertesz2003, Fig. 8]");
    draw_motion(plot, &rings[0][DRAWN]);
    draw_modes(plot, omega, tau);
    rp_plot_remark(plot,
                   "Fitted for 10 to 40 sweeps. With 80 the ringing is over before contacts stop to slide, and a fit "
                   "finds no frequency; the paper prints no range.");
    rp_number_add(numbers, "exponent of omega against N_I", rp_sample_mean(&exponents[0]), 0.5,
                  3 * rp_sample_error(&exponents[0]) + 0.02, "[UngerKertesz2003, text after Fig. 8]",
                  "three standard errors of six packings; Eq. 58: damping takes 0.02 of the exponent");
    rp_number_add(numbers, "exponent of tau against N_I", rp_sample_mean(&exponents[1]), -1,
                  fmin(0.12, 3 * rp_sample_error(&exponents[1])), "[UngerKertesz2003, text after Fig. 8]",
                  "three standard errors of six packings, or half of the way to the -0.76 of the first swing");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_fig8 = {"ungerkertesz2003-fig8",
                                                   "a packing of 1000 discs rings when its load jumps", run, NULL};
