/* [UngerKertesz2003, Eqs. 48-50, 69]: forces find their way by diffusion, so Gauss-Seidel needs a number of sweeps that
 * grows with the square of the size, and the effort of a step, contacts times sweeps, grows like n^2 in 2D and n^(5/3)
 * in 3D. Square beds of discs (triangular lattice) and cubic beds of spheres (fcc), as high as wide, mu = 0.5, periodic
 * sideways, start without forces. At fixed accuracy: the sweeps after which gravity's push is carried, that is, the
 * mean fall is below a tenth of g dt. With momentum their number grows in proportion to the height. At a fixed number
 * of sweeps the effort grows like n (Eq. 69), and high beds are no longer carried: the third panel has the part of g dt
 * by which they fall. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "trial.h"

#define CARRIED 0.1 /* of g dt */
#define MOST 60000  /* sweeps */
#define FIXED 100   /* sweeps */

enum { SIZES = 4 };
static const int layers[] = {8, 16, 32, 64}; /* discs */
static const int cells[] = {2, 4, 8, 16};    /* of fcc, four spheres each, two layers high */
static const char *const solvers[] = {"gauss-seidel", "accelerated"};

typedef struct bed {
    int dimension, size;
    const char *solver;
} bed;
typedef struct step {
    double fall, contacts;
} step; /* mean velocity downwards after one step, g dt (1 m/s here) */

static double count_of(const bed *b)
{
    return b->dimension == 2 ? b->size * b->size : 4.0 * b->size * b->size * b->size;
}

static double height_of(const bed *b) { return b->dimension == 2 ? b->size * sqrt(0.75) : b->size * sqrt(2); }

static void scene_of(const bed *b, int sweeps, char *text, size_t size)
{
    double width = b->dimension == 2 ? b->size : b->size * sqrt(2), high = height_of(b) + 2;
    const char *flat = b->dimension == 2 ? "" : "0, ";
    int at = snprintf(
        text, size,
        "repose: 1\ndimension: %d\nmethod: contact-dynamics\ngravity: [0, %s-1]\nmaterials: {m: {density: "
        "1}}\ninteractions: [{between: [m, m], friction: 0.5}]\n"
        "walls: [{name: floor, plane: {point: [0, %s0], normal: [0, %s1]}, material: m}]\n"
        "run: {until: 1, step: 1.0e-3, contact-dynamics: {solver: %s, criterion: iterations, iterations: {max: %d}}}\n",
        b->dimension, flat, flat, flat, b->solver, sweeps);
    if (b->dimension == 2)
        snprintf(text + at, size - (size_t)at,
                 "domain: {lower: [0, -1], upper: [%g, %g], periodic: [x]}\nparticles: [{material: m, radius: 0.5, "
                 "count: %g, place: {lattice: {type: triangular, lower: [0, 0], upper: [%g, %g], spacing: 1}}}]\n",
                 width, high, count_of(b), width, high);
    else /* a hair wider, so that rounding leaves all cells room */
        snprintf(text + at, size - (size_t)at,
                 "domain: {lower: [0, 0, -1], upper: [%.17g, %.17g, %g], periodic: [x, y]}\nparticles: [{material: m, "
                 "radius: 0.5, count: %g, place: {lattice: {type: fcc, lower: [0, 0, 0], upper: [%.17g, %.17g, %g], "
                 "spacing: 1}}}]\n",
                 width * (1 + 1e-12), width * (1 + 1e-12), high, count_of(b), width * (1 + 1e-12), width * (1 + 1e-12),
                 high);
}

static double mean_fall(const rp_sim *sim)
{
    const rp_array v = rp_sim_array(sim, "velocity");
    double down = 0;
    for (size_t i = 0; i < v.rows; i++) down -= rp_array_row(&v, i)[rp_sim_dimension(sim) - 1];
    return down / (double)v.rows / rp_sim_dt(sim);
}

static rp_status step_with(const bed *b, int sweeps, step *s, rp_error *err)
{
    char text[2048];
    rp_sim *sim;
    double updates = 0;
    scene_of(b, sweeps, text, sizeof text);
    rp_status status = rp_trial_open(text, &sim, err);
    if (!status) status = rp_sim_step(sim, 1, err);
    if (!status) status = rp_sim_measure(sim, "contact_updates", &updates, err);
    if (!status) *s = (step){mean_fall(sim), updates / sweeps};
    rp_sim_destroy(sim);
    return status;
}

/* The least number of sweeps that carries, to four per cent, and its effort. */
static rp_status sweeps_needed(const bed *b, double *needed, double *updates, rp_error *err)
{
    double low = 1, high = 2;
    step s;
    rp_status status;
    while (!(status = step_with(b, (int)high, &s, err)) && s.fall > CARRIED && high < MOST) {
        low = high;
        high *= 2;
    }

    while (!status && high / low > 1.04 && high - low > 1) {
        double middle = floor(sqrt(low * high) + 0.5);
        status = step_with(b, (int)middle, &s, err);
        if (s.fall > CARRIED) low = middle;
        else high = middle;
    }
    *needed = high;
    *updates = s.contacts * high;
    return status;
}

typedef struct row {
    double height[SIZES], count[SIZES], sweeps[2][SIZES], updates[2][SIZES], fixed[SIZES], fall[SIZES];
} row; /* of one dimension; [solver] */

static rp_status measure(int dimension, row *r, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < SIZES && !status; n++) {
        bed b = {dimension, dimension == 2 ? layers[n] : cells[n], NULL};
        step s = {0};
        r->height[n] = height_of(&b);
        r->count[n] = count_of(&b);
        for (int k = 0; k < 2 && !status; k++) {
            b.solver = solvers[k];
            status = sweeps_needed(&b, &r->sweeps[k][n], &r->updates[k][n], err);
        }

        b.solver = solvers[0];
        if (!status) status = step_with(&b, FIXED, &s, err);
        r->fixed[n] = FIXED * s.contacts;
        r->fall[n] = s.fall;
    }
    return status;
}

/* ---- the picture ---- */

static void curve(rp_plot *plot, int panel, const double *x, const double *y, const char *label, int color,
                  rp_marker marker, double slope)
{
    double line[SIZES];
    for (int n = 0; n < SIZES; n++) line[n] = y[SIZES - 1] * pow(x[n] / x[SIZES - 1], slope);
    rp_plot_curve(plot, panel, x, y, SIZES, &(rp_plot_style){.label = label, .color = color, .marker = marker});
    rp_plot_curve(plot, panel, x, line, SIZES, &(rp_plot_style){.color = color, .line = RP_LINE_DASHED});
}

static void draw(rp_plot *plot, const row r[2])
{
    rp_plot_axes(plot, 0, "Sweeps until a bed is carried [UngerKertesz2003, Eq. 48]", "height / d", "sweeps");
    rp_plot_log(plot, 0, 1, 1);
    curve(plot, 0, r[0].height, r[0].sweeps[0], "Gauss-Seidel, 2D; slope 2", 1, RP_MARKER_CIRCLE, 2);
    curve(plot, 0, r[1].height, r[1].sweeps[0], "Gauss-Seidel, 3D; slope 2", 2, RP_MARKER_SQUARE, 2);
    curve(plot, 0, r[0].height, r[0].sweeps[1], "with momentum, 2D; slope 1", 3, RP_MARKER_CIRCLE, 1);
    curve(plot, 0, r[1].height, r[1].sweeps[1], "with momentum, 3D; slope 1", 4, RP_MARKER_SQUARE, 1);
    rp_plot_axes(plot, 1, "Effort of a step [UngerKertesz2003, Eqs. 49, 50, 69]", "particles", "contact updates");
    rp_plot_log(plot, 1, 1, 1);
    curve(plot, 1, r[0].count, r[0].updates[0], "carried, 2D; slope 2", 1, RP_MARKER_CIRCLE, 2);
    curve(plot, 1, r[1].count, r[1].updates[0], "carried, 3D; slope 5/3", 2, RP_MARKER_SQUARE, 5.0 / 3);
    curve(plot, 1, r[0].count, r[0].fixed, "100 sweeps, 2D; slope 1", 5, RP_MARKER_CIRCLE, 1);
    curve(plot, 1, r[1].count, r[1].fixed, "100 sweeps, 3D; slope 1", 6, RP_MARKER_SQUARE, 1);
    rp_plot_axes(plot, 2, "What 100 sweeps leave", "height / d", "mean fall / (g \xce\x94t)");
    rp_plot_log(plot, 2, 1, 0);
    for (int d = 0; d < 2; d++)
        rp_plot_curve(plot, 2, r[d].height, r[d].fall, SIZES,
                      &(rp_plot_style){.label = d ? "3D" : "2D",
                                       .color = 5 + d,
                                       .marker = d ? RP_MARKER_SQUARE : RP_MARKER_CIRCLE,
                                       .line = RP_LINE_SOLID});
}

static double slope(const double *x, const double *y) { return log(y[SIZES - 1] / y[1]) / log(x[SIZES - 1] / x[1]); }

static void add_numbers(const row r[2], rp_numbers *numbers)
{
    static const char *const
        diffusion =
            "diffusion; from the second size on, sweeps known to 4 per cent; the lowest beds are a few grains high",
        *const guard = "a wave; depends on the guard's restarts";
    rp_number_add(numbers, "exponent of sweeps in height, Gauss-Seidel, 2D", slope(r[0].height, r[0].sweeps[0]), 2,
                  0.15, "[UngerKertesz2003, Eq. 48]", diffusion);
    rp_number_add(numbers, "exponent of sweeps in height, Gauss-Seidel, 3D", slope(r[1].height, r[1].sweeps[0]), 2,
                  0.15, "[UngerKertesz2003, Eq. 48]", diffusion);
    rp_number_add(numbers, "exponent of sweeps in height, with momentum, 2D", slope(r[0].height, r[0].sweeps[1]), 1,
                  0.25, "a wave instead of diffusion", guard);
    rp_number_add(numbers, "exponent of sweeps in height, with momentum, 3D", slope(r[1].height, r[1].sweeps[1]), 1,
                  0.25, "a wave instead of diffusion", guard);
    rp_number_add(numbers, "exponent of effort in n, 2D", slope(r[0].count, r[0].updates[0]), 2, 0.1,
                  "[UngerKertesz2003, Eq. 49]",
                  "1 + half of the exponent above; contacts a grain change by a few per cent with the free surface");
    rp_number_add(
        numbers, "exponent of effort in n, 3D", slope(r[1].count, r[1].updates[0]), 5.0 / 3, 0.1,
        "[UngerKertesz2003, Eq. 50]",
        "1 + a third of the exponent above; contacts a grain change by some ten per cent with the free surface");
    rp_number_add(numbers, "exponent of effort in n, 100 sweeps, 2D", slope(r[0].count, r[0].fixed), 1, 0.03,
                  "[UngerKertesz2003, Eq. 69]", "free surface");
    rp_number_add(numbers, "exponent of effort in n, 100 sweeps, 3D", slope(r[1].count, r[1].fixed), 1, 0.03,
                  "[UngerKertesz2003, Eq. 69]", "free surface");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    row r[2];
    rp_status status = measure(2, &r[0], err);
    if (!status) status = measure(3, &r[1], err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 3, 2100, 700);
    draw(plot, r);
    add_numbers(r, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_eq48 = {
    "ungerkertesz2003-eq48", "sweeps and effort against size, in 2D and 3D, and with momentum", run, NULL};
