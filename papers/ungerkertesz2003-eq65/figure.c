/* [UngerKertesz2003, Eqs. 65-68]: the chain of rigid discs under N_I sweeps a step and the chain of soft discs with
 * stiffness q m N_I / dt^2 and damping q m N_I / dt have the same large waves. Both are run, the soft one by the soft
 * method; frequency and damping time of the slowest mode are fitted freely to both.
 *
 * A chain that touches the wall from the start is only pressed: its contacts stay closed, and both chains come to rest
 * where the springs say, F (N - 1/2) / kappa below where they began. The paper's chain falls against the wall, and
 * its discs part and meet again. A rigid contact that parts keeps its overlap, because Eq. 33 takes a gap below 0 as 0,
 * while a spring gives it back: so the rigid chain rests 0.05 d nearer to the wall than the soft one. */
#include <math.h>
#include "chain.h"
#include "figure.h"
#include "sample.h"

#define STEPS 900
#define SHOWN 500
#define REST 100 /* last steps, of which the mean is where it rests: the oscillation has died out */
#define SWEEPS 40
#define SEEDS 16

enum { PRESSED, FALLING, STARTS };
static const double gap[STARTS] = {0, 1};

typedef struct found {
    rp_sample omega, tau, rest;
} found;

typedef struct chains {
    double rigid[STEPS], soft[STEPS]; /* rigid: of the first seed */
    found found;                      /* of the rigid chain */
    rp_ringing mode;                  /* of the soft chain */
} chains;

static rp_ringing fitted(const double *x)
{
    rp_ringing mode = rp_chain_predicted(SWEEPS);
    const int period = (int)(2 * M_PI / mode.omega), from = 60 + 8 * period;
    rp_ringing_fit_all(x, from, from + 4 * period, &mode);
    return mode;
}

static double rest(const double *x)
{
    double sum = 0;
    for (int n = STEPS - REST; n < STEPS; n++) sum += x[n] / REST;
    return sum;
}

static rp_status follow(int start, chains *c, rp_error *err)
{
    static double x[STEPS];
    rp_status status = rp_chain_run_soft(SWEEPS, gap[start], c->soft, STEPS, err);
    for (unsigned seed = SEEDS; seed >= 1 && !status; seed--) {
        status = rp_chain_run(SWEEPS, 1, gap[start], seed, x, STEPS, err);
        const rp_ringing mode = fitted(x);
        rp_sample_add(&c->found.omega, mode.omega);
        rp_sample_add(&c->found.tau, mode.tau);
        rp_sample_add(&c->found.rest, rest(x));
    }
    for (int n = 0; n < STEPS; n++) c->rigid[n] = x[n];
    c->mode = fitted(c->soft);
    return status;
}

static void draw(rp_plot *plot, int start, const chains *c)
{
    static const char *const titles[STARTS] = {"Pressed: every contact stays closed",
                                               "Fallen against the wall: discs part, and keep their overlaps"};
    double t[SHOWN];
    for (int n = 0; n < SHOWN; n++) t[n] = n + 1;
    rp_plot_axes(plot, start, titles[start], "t / \xce\x94t", "x / d");
    rp_plot_curve(plot, start, t, c->rigid, SHOWN,
                  &(rp_plot_style){.label = "contact dynamics, N_{I} = 40", .marker = RP_MARKER_DISC, .size = 0.4});
    rp_plot_curve(plot, start, t, c->soft, SHOWN,
                  &(rp_plot_style){.label = "soft, stiffness and damping of Eqs. 67, 68", .color = RP_PLOT_INK});
}

static void add_numbers(rp_numbers *numbers, const chains *c)
{
    const found *f = &c[FALLING].found, *pressed = &c[PRESSED].found;
    const double omega = rp_sample_mean(&f->omega), tau = rp_sample_mean(&f->tau),
                 spring = RP_CHAIN_DISCS - 0.5 - RP_CHAIN_FORCE * (RP_CHAIN_DISCS - 0.5) / (RP_CHAIN_Q * SWEEPS);
    rp_number_add(numbers, "omega dt of the soft chain", c[FALLING].mode.omega, omega, 0.01 * omega,
                  "the chain of rigid discs, 16 seeds",
                  "equal on scales much larger than a disc; the seeds' mean is known to 0.2 per cent");
    rp_number_add(numbers, "tau / dt of the soft chain", c[FALLING].mode.tau, tau, 0.03 * tau,
                  "the chain of rigid discs, 16 seeds", "as above; the seeds' mean is known to one per cent");
    rp_number_add(numbers, "pressed: where the rigid chain rests, x / d", rp_sample_mean(&pressed->rest), spring,
                  3 * rp_sample_error(&pressed->rest) + 0.01 * (RP_CHAIN_DISCS - 0.5 - spring),
                  "closed form: springs of Eq. 67 under the force",
                  "three standard errors of 16 seeds; one per cent of the shrinkage: corrections of the lattice");
    rp_number_add(numbers, "fallen: the rigid chain rests below the soft one (1: yes)",
                  rest(c[FALLING].soft) - rp_sample_mean(&f->rest) > 3 * rp_sample_error(&f->rest), 1, 0,
                  "[UngerKertesz2003, Eq. 33]: gaps below 0 count as 0, so overlaps stay when discs part",
                  "three standard errors of 16 seeds");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static chains c[STARTS];
    rp_status status = RP_OK;
    for (int start = 0; start < STARTS; start++) c[start] = (chains){0};
    for (int start = 0; start < STARTS && !status; start++) status = follow(start, &c[start], err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 2, 1800, 750);
    rp_plot_title(plot, "Rigid discs with 40 sweeps a step, and soft discs [UngerKertesz2003, Eqs. 65-68]");
    for (int start = 0; start < STARTS; start++) draw(plot, start, &c[start]);
    rp_plot_remark(plot, "Fallen, the rigid chain rests nearer to the wall: Eq. 33 takes a gap below 0 as 0, so a "
                         "contact that parts keeps its overlap; a spring gives it back.");
    add_numbers(numbers, c);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_eq65 = {
    "ungerkertesz2003-eq65", "the soft chain that is equivalent to a rigid one with few sweeps", run, NULL};
