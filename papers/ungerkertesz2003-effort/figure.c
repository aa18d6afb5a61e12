/* [UngerKertesz2003, "Global elasticity"]: fewer sweeps and shorter steps at the same effort, N_I / dt constant, make
 * the particles stiffer (Eq. 67: q m N_I / dt^2), and leave the damping (Eq. 68: q m N_I / dt) as it is. The chain of
 * Fig. 7, which touches the wall from the start so that no contact parts, run with 80, 40, 20 and 10 sweeps a step, 80
 * sweeps a unit of time each; stiffness and damping of a contact from the slowest mode, fitted freely: c^2 k^2 =
 * omega^2 + 1/tau^2 and D k^2 = 2/tau. */
#include <math.h>
#include "chain.h"
#include "figure.h"
#include "sample.h"

#define SEEDS 8
#define EFFORT 80 /* sweeps a unit of time */
#define STEPS 1300
#define QUIET 60  /* time after which faster modes have died out: 17 damping times of the second */
#define LONG 100  /* time that is fitted: three damping times */
#define SHOWN 160 /* time that is drawn */

enum { CASES = 4 }; /* Eq. 58 holds from 10 sweeps on, says the paper */
static const int sweeps[CASES] = {80, 40, 20, 10};

typedef struct found {
    rp_sample stiffness, damping;
} found;

static double step_of(int n) { return (double)sweeps[n] / EFFORT; }

/* x: of the last seed. */
static rp_status measure(int n, double *x, found *f, rp_error *err)
{
    const double dt = step_of(n), k = rp_chain_wave_number(0);
    const int from = (int)(QUIET / dt), to = from + (int)(LONG / dt);
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        rp_ringing mode = rp_chain_predicted(sweeps[n]);
        rp_status status = rp_chain_run(sweeps[n], dt, 0, seed, x, to, err);
        if (status) return status;
        rp_ringing_fit_all(x, from, to, &mode);
        const double omega = mode.omega / dt, tau = mode.tau * dt;
        rp_sample_add(&f->stiffness, (omega * omega + 1 / (tau * tau)) / (k * k));
        rp_sample_add(&f->damping, 2 / (tau * k * k));
    }
    return RP_OK;
}

static void draw_motion(rp_plot *plot, int n, const double *x)
{
    static const char *const labels[CASES] = {"80 sweeps, \xce\x94t = 1", "40 sweeps, \xce\x94t = 1/2",
                                              "20 sweeps, \xce\x94t = 1/4", "10 sweeps, \xce\x94t = 1/8"};
    static double t[STEPS];
    const int count = (int)(SHOWN / step_of(n));
    for (int s = 0; s < count; s++) t[s] = (s + 1) * step_of(n);
    rp_plot_curve(plot, 0, t, x, (size_t)count, &(rp_plot_style){.label = labels[n], .color = n + 1});
}

static void draw_constants(rp_plot *plot, const found *f)
{
    double dt[CASES], stiffness[CASES], damping[CASES], bars[2][CASES], eq67[CASES], eq68[CASES];
    for (int n = 0; n < CASES; n++) {
        dt[n] = step_of(n);
        stiffness[n] = rp_sample_mean(&f[n].stiffness);
        damping[n] = rp_sample_mean(&f[n].damping);
        bars[0][n] = rp_sample_error(&f[n].stiffness);
        bars[1][n] = rp_sample_error(&f[n].damping);
        eq67[n] = RP_CHAIN_Q * EFFORT / dt[n];
        eq68[n] = RP_CHAIN_Q * EFFORT;
    }
    rp_plot_axes(plot, 1, "Stiffness and damping of a contact at equal effort", "\xce\x94t", "\xce\xba,  \xce\xb3");
    rp_plot_log(plot, 1, 1, 1);
    rp_plot_limits(plot, 1, 0.1, 1.25, 40, 1000);
    rp_plot_curve(
        plot, 1, dt, stiffness, CASES,
        &(rp_plot_style){.label = "stiffness \xce\xba", .color = 1, .marker = RP_MARKER_DISC, .error_y = bars[0]});
    rp_plot_curve(plot, 1, dt, eq67, CASES, &(rp_plot_style){.label = "Eq. 67", .color = 1, .line = RP_LINE_DASHED});
    rp_plot_curve(
        plot, 1, dt, damping, CASES,
        &(rp_plot_style){.label = "damping \xce\xb3", .color = 2, .marker = RP_MARKER_BLOCK, .error_y = bars[1]});
    rp_plot_curve(plot, 1, dt, eq68, CASES, &(rp_plot_style){.label = "Eq. 68", .color = 2, .line = RP_LINE_DASHED});
}

static void add_numbers(rp_numbers *numbers, const found *f)
{
    static const char *const names[CASES][2] = {{"stiffness, 80 sweeps, dt = 1", "damping, 80 sweeps, dt = 1"},
                                                {"stiffness, 40 sweeps, dt = 1/2", "damping, 40 sweeps, dt = 1/2"},
                                                {"stiffness, 20 sweeps, dt = 1/4", "damping, 20 sweeps, dt = 1/4"},
                                                {"stiffness, 10 sweeps, dt = 1/8", "damping, 10 sweeps, dt = 1/8"}};
    for (int n = 0; n < CASES; n++) {
        const double damping = RP_CHAIN_Q * EFFORT, stiffness = damping / step_of(n);
        rp_number_add(numbers, names[n][0], rp_sample_mean(&f[n].stiffness), stiffness, 0.015 * stiffness,
                      "[UngerKertesz2003, Eq. 67], q = 0.797",
                      "the lattice's corrections to omega are at most 0.7 per cent: twice that");
        rp_number_add(numbers, names[n][1], rp_sample_mean(&f[n].damping), damping,
                      0.01 * damping + 3 * rp_sample_error(&f[n].damping), "[UngerKertesz2003, Eq. 68], q = 0.797",
                      "corrections of the lattice, 1 per cent; three standard errors of eight seeds");
    }
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static double x[STEPS];
    found f[CASES] = {0};
    rp_plot *plot = rp_plot_create(1, 2, 1800, 750);
    rp_plot_title(plot,
                  "Shorter steps with fewer sweeps: stiffer at the same effort [UngerKertesz2003, Global elasticity]");
    rp_plot_axes(plot, 0, "Last disc of the chain under the same force", "t", "x / d");
    for (int n = 0; n < CASES; n++) {
        rp_status status = measure(n, x, &f[n], err);
        if (status) {
            rp_plot_destroy(plot);
            return status;
        }
        draw_motion(plot, n, x);
    }
    draw_constants(plot, f);
    add_numbers(numbers, f);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_effort = {
    "ungerkertesz2003-effort", "fewer sweeps in shorter steps: stiffer at the same effort", run, NULL};
