/* [UngerKertesz2003, Eq. 48]: forces find their way by diffusion, so Gauss-Seidel needs a number of sweeps that grows with the square of the size. Beds of L layers of
 * equal discs (triangular lattice, mu = 0.5, periodic sideways) start without forces; counted are the sweeps after which gravity's push is carried, that is, the
 * mean fall is below a tenth of g dt. With momentum the number grows in proportion to L. */
#include <math.h>
#include <stdio.h>
#include "base/threads.h"
#include "figure.h"
#include "trial.h"

#define WIDTH 8          /* discs */
#define CARRIED 0.1      /* of g dt */
#define MOST 60000       /* sweeps */

static const int layers[] = {8, 16, 32, 64, 128};
enum { SIZES = sizeof layers / sizeof *layers };
static const char *const solvers[] = {"gauss-seidel", "accelerated"};

/* Mean velocity downwards after one step with so many sweeps, in units of g dt (1 m/s here). */
static rp_status fall_after(int many, const char *solver, int sweeps, double *fall, rp_error *err)
{
    char text[1024];
    rp_trial t;
    snprintf(text, sizeof text, "repose: 1\ndimension: 2\nmethod: contact-dynamics\ngravity: [0, -1]\ndomain: {lower: [0, -1], upper: [%d, %d], periodic: [x]}\n"
             "materials: {m: {density: 1}}\ninteractions: [{between: [m, m], friction: 0.5}]\n"
             "particles: [{material: m, radius: 0.5, count: %d, place: {lattice: {type: triangular, lower: [0, 0], upper: [%d, %d], spacing: 1}}}]\n"
             "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
             "run: {until: 1, step: 1.0e-3, contact-dynamics: {solver: %s, criterion: iterations, iterations: {max: %d}}}\n", WIDTH, many + 2, WIDTH * many, WIDTH, many + 1, solver, sweeps);
    rp_status status = rp_trial_open(&t, text, err);
    if (!status) status = rp_trial_step(&t, err);
    if (!status) {
        double down = 0;
        for (size_t i = 0; i < t.world->particles.count; i++) down -= t.world->particles.row[i].vy;
        *fall = down / (double)t.world->particles.count / t.world->dt;
    }
    if (t.world) rp_trial_close(&t);
    return status;
}

/* The least number of sweeps that carries, to four per cent. */
static rp_status sweeps_needed(int many, const char *solver, double *needed, rp_error *err)
{
    double low = 1, high = 2, fall;
    rp_status status;
    while (!(status = fall_after(many, solver, (int)high, &fall, err)) && fall > CARRIED && high < MOST) low = high, high *= 2;
    while (!status && high / low > 1.04 && high - low > 1) {
        double middle = floor(sqrt(low * high) + 0.5);
        status = fall_after(many, solver, (int)middle, &fall, err);
        if (fall > CARRIED) low = middle;
        else high = middle;
    }
    *needed = high;
    return status;
}

static double slope(const double *x, const double *y, int from, int to) { return log(y[to] / y[from]) / log(x[to] / x[from]); }

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    double x[SIZES], needed[2][SIZES], square[SIZES], line[SIZES];
    rp_status status = RP_OK;
    rp_threads_set(1);
    for (int s = 0; s < 2; s++)
        for (int n = 0; n < SIZES && !status; n++) x[n] = layers[n], status = sweeps_needed(layers[n], solvers[s], &needed[s][n], err);
    if (status) return status;
    for (int n = 0; n < SIZES; n++) square[n] = needed[0][SIZES - 1] * pow(x[n] / x[SIZES - 1], 2), line[n] = needed[1][SIZES - 1] * x[n] / x[SIZES - 1];
    rp_plot *plot = rp_plot_create(1, 1, 1000, 800);
    rp_plot_axes(plot, 0, "Sweeps until a bed is carried [UngerKertesz2003, Eq. 48]", "layers", "sweeps");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_curve(plot, 0, x, needed[0], SIZES, &(rp_plot_style){.label = "Gauss-Seidel", .color = 1, .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 0, x, square, SIZES, &(rp_plot_style){.label = "slope 2", .color = 1, .line = RP_LINE_DASHED});
    rp_plot_curve(plot, 0, x, needed[1], SIZES, &(rp_plot_style){.label = "with momentum", .color = 2, .marker = RP_MARKER_SQUARE});
    rp_plot_curve(plot, 0, x, line, SIZES, &(rp_plot_style){.label = "slope 1", .color = 2, .line = RP_LINE_DASHED});
    rp_number_add(numbers, "exponent of Gauss-Seidel", slope(x, needed[0], 1, SIZES - 1), 2, 0.15, "[UngerKertesz2003, Eq. 48]", "diffusion; 16 to 128 layers, sweeps known to 4 per cent");
    rp_number_add(numbers, "exponent with momentum", slope(x, needed[1], 1, SIZES - 1), 1, 0.25, "a wave instead of diffusion", "depends on the guard's restarts");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_eq48 = {"ungerkertesz2003-eq48", "sweeps against size: the square, and with momentum the size itself", run};
