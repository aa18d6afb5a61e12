/* [UngerKertesz2003, "2D simulation"]: in two dimensions "even transversal modes were found". Here they are: rows of
 * rigid discs on a fixed row, each disc on two others, pressed by a force on the last row; struck along x or y in the
 * slowest mode, a quarter of a wave over the rows. It rings, and N_I sets frequency and damping as for the chain.
 *
 * Closed forms. A sweep changes each force by the effective mass of its contact times the relative velocity there, so
 * the rows behave as if joined by springs k_n and k_t = k_n m_t / m_n = k_n / 3 at each contact, damped by k dt (Eqs.
 * 17, 18, 67, 68). Discs of a row do not touch, so they turn until nothing slips: in x a row has the stiffness 2 k_n
 * cos^2 60 = k_n / 2 to the next, in y 2 (k_n sin^2 60 + k_t cos^2 60) = 5 k_n / 3. Hence omega_x / omega_y =
 * sqrt(0.3), and for each mode omega^2 + 1/tau^2 = 2 / (tau dt), whatever q is. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "figure.h"
#include "ringing.h"
#include "sample.h"
#include "trial.h"

#define COLUMNS 6
#define ROWS 24     /* that move */
#define SPACE 1.001 /* between discs of a row: they do not touch */
#define FORCE 1e-4  /* on each disc of the last row */
#define STRIKE 2e-8 /* so little that no contact opens or slides */
#define QUIET 16000 /* sweeps until the rows rest */
#define STEPS 400
#define SEEDS 3

enum { CASES = 3, DISCS = COLUMNS * ROWS };
enum { TRANSVERSAL, LONGITUDINAL }; /* x: along the rows; y: across them */
static const int sweeps[CASES] = {20, 40, 80};

typedef struct mode {
    rp_sample omega, tau;
    double u[STEPS]; /* of the last seed, over the strike's velocity times dt */
    int count;
} mode;

static double height_of(int row) { return 0.5 + row * sqrt(1 - 0.25 * SPACE * SPACE); }

static double wave_number(void) { return M_PI / (2 * ROWS + 1); } /* a row */

static size_t put_row(char *text, size_t size, int row)
{
    size_t at = 0;
    for (int n = 0; n < COLUMNS; n++)
        at += (size_t)snprintf(text + at, size - at, "%s[%.17g, %.17g]", n ? ", " : "",
                               (n + 0.25 + 0.5 * (row % 2)) * SPACE, height_of(row));
    return at;
}

/* Ids: rows that move from the lowest on, the pressed one last; then the fixed one. */
static void scene_of(int n, unsigned seed, char *text, size_t size)
{
    size_t at = (size_t)snprintf(
        text, size,
        "repose: 1\ndimension: 2\nmethod: contact-dynamics\nseed: %u\ndomain: {lower: [0, -1], upper: [%.17g, 40], "
        "periodic: [x]}\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], friction: 5}]\n"
        "run: {until: 1.0e6, step: 1, contact-dynamics: {solver: gauss-seidel, order: random, criterion: iterations, "
        "iterations: {max: %d}}}\nparticles:\n  - {material: m, mass: 1, radius: 0.5, place: {list: [",
        seed, COLUMNS * SPACE, n);
    for (int row = 1; row < ROWS; row++) {
        at += put_row(text + at, size - at, row);
        at += (size_t)snprintf(text + at, size - at, row < ROWS - 1 ? ", " : "]}}\n");
    }
    at += (size_t)snprintf(text + at, size - at,
                           "  - {name: last, material: m, mass: 1, radius: 0.5, force: [0, -%g], place: {list: [",
                           FORCE);
    at += put_row(text + at, size - at, ROWS);
    at += (size_t)snprintf(text + at, size - at,
                           "]}}\n  - {name: base, material: m, mass: 1, radius: 0.5, frozen: true, place: {list: [");
    at += put_row(text + at, size - at, 0);
    snprintf(text + at, size - at, "]}}\n");
}

static double shape(uint32_t id) { return sin(wave_number() * (id / COLUMNS + 1)); }

static rp_status strike(rp_sim *sim, int direction, double *rest, rp_error *err)
{
    uint32_t id[DISCS];
    double velocity[DISCS][3];
    for (uint32_t n = 0; n < DISCS; n++) {
        id[n] = n;
        rest[n] = rp_trial_row(sim, "position", n)[direction];
        for (int k = 0; k < 3; k++) velocity[n][k] = rp_trial_row(sim, "velocity", n)[k];
        velocity[n][direction] += STRIKE * shape(n);
    }
    return rp_sim_set(sim, "velocity", id, DISCS, velocity[0], err);
}

/* The mode's displacement. */
static double projection(const rp_sim *sim, int direction, const double *rest)
{
    double sum = 0, square = 0;
    for (uint32_t n = 0; n < DISCS; n++) {
        sum += shape(n) * (rp_trial_row(sim, "position", n)[direction] - rest[n]);
        square += shape(n) * shape(n);
    }
    return sum / square / STRIKE;
}

static rp_ringing guess(int n, int direction)
{
    double fading = 0.8 * n * (direction == TRANSVERSAL ? 0.5 : 5.0 / 3) * pow(wave_number(), 2);
    return (rp_ringing){.omega = sqrt(fading), .tau = 2 / fading};
}

static rp_status ring(int n, int direction, unsigned seed, mode *m, rp_error *err)
{
    static char text[24000];
    double rest[DISCS];
    rp_sim *sim;
    rp_ringing fit = guess(n, direction);
    scene_of(n, seed, text, sizeof text);
    rp_status status = rp_trial_open(text, &sim, err);
    if (status) return status;
    status = rp_sim_step(sim, (uint64_t)(QUIET / n), err);
    if (!status) status = strike(sim, direction, rest, err);
    m->count = (int)fmin(STEPS, 6 * M_PI / fit.omega);
    for (int k = 0; k < m->count && !status; k++) {
        status = rp_sim_step(sim, 1, err);
        if (!status) m->u[k] = projection(sim, direction, rest);
    }
    rp_sim_destroy(sim);
    if (status) return status;
    rp_ringing_fit_all(m->u, 0, m->count, &fit);
    rp_sample_add(&m->omega, fit.omega);
    rp_sample_add(&m->tau, fit.tau);
    return RP_OK;
}

static void draw_motion(rp_plot *plot, const mode *x, const mode *y)
{
    static double t[STEPS];
    for (int k = 0; k < STEPS; k++) t[k] = k + 1;
    rp_plot_axes(plot, 0, "Rows of discs struck in their slowest mode, N_{I} = 40", "t / \xce\x94t",
                 "displacement of the mode / (v \xce\x94t)");
    rp_plot_curve(plot, 0, t, x->u, (size_t)x->count,
                  &(rp_plot_style){.label = "along the rows: transversal", .color = 1});
    rp_plot_curve(plot, 0, t, y->u, (size_t)y->count,
                  &(rp_plot_style){.label = "across the rows: longitudinal", .color = 2});
}

static void draw_scaling(rp_plot *plot, mode m[2][CASES])
{
    static const char *const labels[2][2] = {{"\xcf\x89 transversal", "\xcf\x84 transversal"},
                                             {"\xcf\x89 longitudinal", "\xcf\x84 longitudinal"}};
    double n[CASES], value[CASES], bar[CASES], line[CASES];
    rp_plot_axes(plot, 1, "Frequency and damping time, dashed: \xe2\x88\x9d N_{I}^{1/2} and 1 / N_{I}", "N_{I}",
                 "\xcf\x89 \xce\x94t,  \xcf\x84 / \xce\x94t");
    rp_plot_log(plot, 1, 1, 1);
    rp_plot_limits(plot, 1, NAN, NAN, 0.1, 1000);
    for (int d = 0; d < 2; d++)
        for (int q = 0; q < 2; q++) {
            for (int k = 0; k < CASES; k++) {
                const rp_sample *s = q ? &m[d][k].tau : &m[d][k].omega;
                n[k] = sweeps[k];
                value[k] = rp_sample_mean(s);
                bar[k] = rp_sample_error(s);
                line[k] = value[0] * pow(n[k] / n[0], q ? -1 : 0.5);
            }
            rp_plot_curve(plot, 1, n, value, CASES,
                          &(rp_plot_style){.label = labels[d][q],
                                           .color = d + 1,
                                           .marker = q ? RP_MARKER_BLOCK : RP_MARKER_DISC,
                                           .error_y = bar});
            rp_plot_curve(plot, 1, n, line, CASES, &(rp_plot_style){.color = d + 1, .line = RP_LINE_DASHED});
        }
}

static void add_numbers(rp_numbers *numbers, mode m[2][CASES])
{
    static const char *const ratio[CASES] = {"omega, transversal over longitudinal, N_I = 20",
                                             "omega, transversal over longitudinal, N_I = 40",
                                             "omega, transversal over longitudinal, N_I = 80"};
    const double k = log((double)sweeps[CASES - 1] / sweeps[0]);
    for (int c = 0; c < CASES; c++) {
        double w[2];
        for (int d = 0; d < 2; d++) w[d] = hypot(rp_sample_mean(&m[d][c].omega), 1 / rp_sample_mean(&m[d][c].tau));
        rp_number_add(numbers, ratio[c], w[TRANSVERSAL] / w[LONGITUDINAL], sqrt(0.3), 0.02 * sqrt(0.3),
                      "closed form for effective masses m/2 and m/6 (see the source)",
                      "omega^2 dt^2 / 12 of a step against continuous time is 0.3 per cent along y at N_I = 80, random "
                      "orders 1 per cent");
    }
    rp_number_add(numbers, "exponent of the transversal omega in N_I",
                  log(rp_sample_mean(&m[TRANSVERSAL][CASES - 1].omega) / rp_sample_mean(&m[TRANSVERSAL][0].omega)) / k,
                  0.5, 0.03, "[UngerKertesz2003, text after Fig. 8]", "Eq. 58: damping takes 2 per cent at N_I = 80");
    rp_number_add(numbers, "exponent of the transversal tau in N_I",
                  log(rp_sample_mean(&m[TRANSVERSAL][CASES - 1].tau) / rp_sample_mean(&m[TRANSVERSAL][0].tau)) / k, -1,
                  0.03, "[UngerKertesz2003, text after Fig. 8]", "random orders: tau to 2 per cent");
    for (int d = 0; d < 2; d++) {
        const double w = rp_sample_mean(&m[d][1].omega), tau = rp_sample_mean(&m[d][1].tau);
        rp_number_add(
            numbers, d == TRANSVERSAL ? "(omega^2 + 1/tau^2) tau dt / 2, transversal" : "the same, longitudinal",
            (w * w + 1 / (tau * tau)) * tau / 2, 1, 0.03, "[UngerKertesz2003, Eqs. 58, 60]: c^2 dt = D, whatever q is",
            "random orders: tau to 2 per cent; steps against a continuous time: omega^2 dt^2 / 12");
    }
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static mode m[2][CASES];
    rp_status status = RP_OK;
    for (int d = 0; d < 2; d++)
        for (int c = 0; c < CASES; c++) {
            m[d][c] = (mode){0};
            for (unsigned seed = 1; seed <= SEEDS && !status; seed++) status = ring(sweeps[c], d, seed, &m[d][c], err);
        }
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 2, 1800, 750);
    rp_plot_title(plot, "Transversal and longitudinal modes of rigid discs [UngerKertesz2003, 2D simulation]");
    draw_motion(plot, &m[TRANSVERSAL][1], &m[LONGITUDINAL][1]);
    draw_scaling(plot, m);
    add_numbers(numbers, m);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_transversal = {"ungerkertesz2003-transversal",
                                                          "transversal modes of rows of rigid discs", run, NULL};
