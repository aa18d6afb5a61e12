/* [UngerKertesz2003, Fig. 7]: a chain of 50 rigid discs rings when it is pressed against a wall, because 40 sweeps a
 * step carry a push only so far. Position of the last disc, and the damped sine with frequency and damping time of Eqs.
 * 58 and 60; offset, amplitude and phase are fitted, as in the paper. Beside it frequency and damping time for N_I =
 * 10, 20, 40, 80, fitted freely, means over seeds.
 *
 * Third, modes on both sides of k_c (Eq. 59), struck on a chain at rest. Below k_c they ring. Beyond it Eq. 56 has two
 * real roots, the slower one never below 1/dt: such a mode is gone within a step or two, and a theory of changes that
 * are slow against dt can say no more than that. Step by step the mode is exact, though: forces fade towards those that
 * stop it by E = exp(-D k^2 dt) in N_I sweeps (Eqs. 45, 54), then velocities follow (Eq. 51), v' = E (v - r),  r' = (1
 * - E) v + E r,  r = k R dt / m, whose amplitude falls by exp(-dt/tau) a step with the tau of Eq. 60 for any k, and
 * which is Eq. 56 for small D k^2 dt. Beyond k_c, at D k^2 dt > 4, a struck mode keeps less than exp(-4) of its
 * velocity and does not come back. */
#include <math.h>
#include <stdio.h>
#include "chain.h"
#include "figure.h"

#define SEEDS 16
#define STEPS 2000
#define AFTER 8 /* periods: it bounces off the wall a few times, and faster modes die out */
#define LONG 4  /* periods of the fit */

static const int sweeps[] = {10, 20, 40, 80};
enum { CASES = sizeof sweeps / sizeof *sweeps };

#define STRIKES 8 /* seeds */
#define MODE_SWEEPS 40
#define MODE_STEPS 10
enum { RINGS = 2, DIES = 6 }; /* modes: 0.44 and 1.15 k_c */

typedef struct result {
    double omega, tau;
} result;

static void window(int n, int *from, int *to)
{
    int period = (int)(2 * M_PI / rp_chain_predicted(n).omega);
    *from = 60 + AFTER * period;
    *to = *from + LONG * period;
}

static rp_status measure(int n, result *r, rp_error *err)
{
    static double x[STEPS];
    int from, to;
    window(n, &from, &to);
    *r = (result){0, 0};
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        rp_ringing mode = rp_chain_predicted(n);
        rp_status status = rp_chain_run(n, 1, 1, seed, x, to, err);
        if (status) return status;
        rp_ringing_fit_all(x, from, to, &mode);
        r->omega += mode.omega / SEEDS;
        r->tau += mode.tau / SEEDS;
    }
    return RP_OK;
}

static rp_status draw_motion(rp_plot *plot, rp_error *err)
{
    static double t[500], x[500], curve[500];
    int from = 200, to = 500;
    rp_status status = rp_chain_run(40, 1, 1, 1, x, to, err);
    if (status) return status;
    rp_ringing mode = rp_chain_predicted(40);
    rp_ringing_fit(x, from, to, &mode);
    for (int n = 0; n < to; n++) {
        double s = n - from;
        t[n] = n + 1;
        curve[n] = s < 0 ? NAN : rp_ringing_at(&mode, s);
    }
    rp_plot_axes(plot, 0, "Last disc of the chain, N_{I} = 40 [UngerKertesz2003, Fig. 7]", "t / \xce\x94t", "x / d");
    rp_plot_curve(plot, 0, t, x, (size_t)to,
                  &(rp_plot_style){.label = "contact dynamics", .marker = RP_MARKER_DISC, .size = 0.4});
    rp_plot_curve(plot, 0, t, curve, (size_t)to, &(rp_plot_style){.label = "Eqs. 58, 60, 64", .color = RP_PLOT_INK});
    return RP_OK;
}

static void draw_modes(rp_plot *plot, const result *found)
{
    double n[CASES], omega[CASES], tau[CASES], omega_paper[CASES], tau_paper[CASES];
    for (int k = 0; k < CASES; k++) {
        rp_ringing mode = rp_chain_predicted(sweeps[k]);
        n[k] = sweeps[k];
        omega[k] = found[k].omega;
        tau[k] = found[k].tau;
        omega_paper[k] = mode.omega;
        tau_paper[k] = mode.tau;
    }
    rp_plot_axes(plot, 1, "Frequency and damping time", "N_{I}", "\xcf\x89 \xce\x94t,  \xcf\x84 / \xce\x94t");
    rp_plot_log(plot, 1, 1, 1);
    rp_plot_curve(plot, 1, n, omega, CASES,
                  &(rp_plot_style){.label = "\xcf\x89", .color = 1, .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 1, n, omega_paper, CASES,
                  &(rp_plot_style){.label = "Eq. 58", .color = 1, .line = RP_LINE_SOLID});
    rp_plot_curve(plot, 1, n, tau, CASES,
                  &(rp_plot_style){.label = "\xcf\x84", .color = 2, .marker = RP_MARKER_SQUARE});
    rp_plot_curve(plot, 1, n, tau_paper, CASES, &(rp_plot_style){.label = "Eq. 60", .color = 2, .line = RP_LINE_SOLID});
}

/* ---- beyond k_c ---- */

typedef struct struck {
    double u[MODE_STEPS + 1], v[MODE_STEPS + 1];
} struck; /* from the strike on */

static rp_status strike(int number, struck *found, rp_error *err)
{
    double u[MODE_STEPS], v[MODE_STEPS];
    *found = (struck){.v = {1}};
    for (unsigned seed = 1; seed <= STRIKES; seed++) {
        rp_status status = rp_chain_strike(MODE_SWEEPS, number, seed, u, v, MODE_STEPS, err);
        if (status) return status;
        for (int n = 0; n < MODE_STEPS; n++) {
            found->u[n + 1] += u[n] / STRIKES;
            found->v[n + 1] += v[n] / STRIKES;
        }
    }
    return RP_OK;
}

static struck stepwise(int number)
{
    double E = exp(-rp_chain_fading(MODE_SWEEPS, number)), r = 0;
    struck m = {.v = {1}};
    for (int n = 0; n < MODE_STEPS; n++) {
        double v = m.v[n];
        m.v[n + 1] = E * (v - r);
        r = (1 - E) * v + E * r;
        m.u[n + 1] = m.u[n] + m.v[n + 1];
    }
    return m;
}

/* u of Eq. 56 after a strike of velocity 1; D k^2 = c^2 k^2 = f in units of the step. */
static double continuous(double f, double t)
{
    double square = f * f / 4 - f, root = sqrt(fabs(square));
    return exp(-f * t / 2) * (square < 0 ? sin(root * t) : sinh(root * t)) / root;
}

/* How far it swings back, as a part of how far it went. */
static double swing(const struck *m)
{
    double most = 0, least = 0;
    for (int n = 1; n <= MODE_STEPS; n++) {
        most = fmax(most, m->u[n]);
        least = fmin(least, m->u[n]);
    }

    return -least / most;
}

static void draw_mode(rp_plot *plot, int number, const struck *found, const char *label, int color)
{
    enum { FINE = 20 * MODE_STEPS + 1 };
    static double t[MODE_STEPS + 1], fine[FINE], smooth[FINE];
    struck m = stepwise(number);
    for (int n = 0; n <= MODE_STEPS; n++) t[n] = n;
    for (int n = 0; n < FINE; n++) {
        fine[n] = n / 20.0;
        smooth[n] = continuous(rp_chain_fading(MODE_SWEEPS, number), fine[n]);
    }

    rp_plot_curve(
        plot, 2, t, found->u, MODE_STEPS + 1,
        &(rp_plot_style){.label = label, .color = color, .marker = color == 1 ? RP_MARKER_CIRCLE : RP_MARKER_SQUARE});
    rp_plot_curve(plot, 2, t, m.u, MODE_STEPS + 1,
                  &(rp_plot_style){.label = color == 1 ? "step by step" : NULL, .color = color, .line = RP_LINE_SOLID});
    rp_plot_curve(plot, 2, fine, smooth, FINE,
                  &(rp_plot_style){.label = color == 1 ? "Eq. 56" : NULL, .color = color, .line = RP_LINE_DASHED});
}

static rp_status modes(rp_plot *plot, rp_numbers *numbers, rp_error *err)
{
    struck rings, dies;
    rp_status status = strike(RINGS, &rings, err);
    if (!status) status = strike(DIES, &dies, err);
    if (status) return status;
    rp_plot_axes(plot, 2, "Struck modes below and beyond k_{c} (Eq. 59), N_{I} = 40", "t / \xce\x94t",
                 "displacement of the mode / (v \xce\x94t)");
    draw_mode(plot, RINGS, &rings, "k = 0.44 k_{c}", 1);
    draw_mode(plot, DIES, &dies, "k = 1.15 k_{c}", 2);
    double fading = rp_chain_fading(MODE_SWEEPS, DIES);
    struck expected = stepwise(RINGS);
    rp_number_add(
        numbers, "swing back of the mode at 1.15 k_c", swing(&dies), 0, 0.05, "[UngerKertesz2003, Eqs. 56, 59]",
        "overdamped; 8 random orders leave some 1e-4 of the strike, a few per cent of the little that it moves");
    rp_number_add(numbers, "swing back of the mode at 0.44 k_c", swing(&rings), swing(&expected), 0.02,
                  "[UngerKertesz2003, Eqs. 51, 54]", "8 random orders");
    rp_number_add(numbers, "D k^2 dt at 1.15 k_c, from the velocity after a step", -log(dies.v[1]), fading,
                  0.03 * fading, "[UngerKertesz2003, Eqs. 45, 54], q = 0.797",
                  "q is that of long waves, (k d)^2 / 12 = 1.4 per cent; 8 random orders");
    return RP_OK;
}

static void add_numbers(const result *found, rp_numbers *numbers)
{
    static const char *const names[CASES][2] = {{"omega dt, N_I = 10", "tau / dt, N_I = 10"},
                                                {"omega dt, N_I = 20", "tau / dt, N_I = 20"},
                                                {"omega dt, N_I = 40", "tau / dt, N_I = 40"},
                                                {"omega dt, N_I = 80", "tau / dt, N_I = 80"}};
    for (int k = 0; k < CASES; k++) {
        rp_ringing mode = rp_chain_predicted(sweeps[k]);
        rp_number_add(numbers, names[k][0], found[k].omega, mode.omega, 0.005 * mode.omega,
                      "[UngerKertesz2003, Eq. 58], q = 0.797",
                      "the lattice's corrections are of the order of (k d)^2 N_I / 12, 0.7 per cent at most");
        rp_number_add(numbers, names[k][1], found[k].tau, mode.tau, 0.02 * mode.tau,
                      "[UngerKertesz2003, Eq. 60], q = 0.797", "16 seeds give the mean to about one per cent");
    }
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    result found[CASES];
    rp_status status = RP_OK;
    for (int k = 0; k < CASES && !status; k++) status = measure(sweeps[k], &found[k], err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 3, 1900, 720);
    status = draw_motion(plot, err);
    if (!status) status = modes(plot, numbers, err);
    if (status) {
        rp_plot_destroy(plot);
        return status;
    }
    draw_modes(plot, found);
    add_numbers(found, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_fig7 = {"ungerkertesz2003-fig7",
                                                   "a chain of rigid discs rings: spurious elasticity", run, NULL};
