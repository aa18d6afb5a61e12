/* [Dosta2024], penetration: a steel ball of 20 mm falls at 5 m/s into beds of 25 000 and 50 000 spheres of 2 mm in an
 * open box. Drawn: its height over time. The quick version has the first bed and half of the time. */
#include <math.h>
#include <stdio.h>
#include "dosta.h"
#include "trial.h"

enum { SAMPLES = 200, SIZES = 2 };
static const double FLIGHT = 0.02, STEP = 5e-7, SPEED = 5, RADIUS = 0.01, GRAVITY = 9.81; /* s, s, m/s, m, m/s^2 */
static const double LOWER[3] = {-0.049, -0.03, -0.0902431}, UPPER[3] = {0.049, 0.03, 0.107757}; /* of the box, m */

typedef struct fall {
    double t[SAMPLES + 1], z[SAMPLES + 1]; /* s, m */
    double start, lowest, error;           /* m, m; of the energy budget over the ball's energy at first */
    int flight;                            /* the last sample before the ball meets grains */
} fall;

/* Grains of the authors, or packed to 0.58 of the volume. */
static rp_status grains(const rp_dosta *d, int count, double ball[3], char *text, size_t size, rp_error *err)
{
    char file[80];
    const double height = count * 4 / 3.0 * M_PI * 1e-9 / 0.58 / ((UPPER[0] - LOWER[0]) * (UPPER[1] - LOWER[1]));
    rp_status status;
    ball[0] = ball[1] = 0;
    ball[2] = 0.06;
    if (d->options->data) {
        snprintf(file, sizeof file, "penetration-%dk-particles.txt.gz", count / 1000);
        status = rp_dosta_grains(d, file, INFINITY, ball, err);
        if (!status) status = rp_dosta_walls(d, "penetration-walls.txt.gz", err);
        snprintf(text, size, "  - {name: grains, place: {file: %s.csv}}\n", d->name);
        return status;
    }
    snprintf(text, size,
             "  - {name: grains, material: m1, radius: 0.001, count: %d, place: {compressed: {lower: [%g, %g, %.17g], "
             "upper: [%g, %g, %.17g]}}}\n",
             count, LOWER[0], LOWER[1], LOWER[2], UPPER[0], UPPER[1], LOWER[2] + height);
    return rp_dosta_box(d, LOWER, UPPER, err);
}

static double end_of(const rp_dosta *d) { return d->options->full ? 0.1 : 0.05; } /* s */

static rp_status make_case(rp_dosta *d, int count, rp_error *err)
{
    char bed[300], text[1200];
    double ball[3];
    rp_status status = grains(d, count, ball, bed, sizeof bed, err);
    if (status) return status;
    snprintf(text, sizeof text,
             "particles:\n%s  - {name: ball, material: steel, radius: %g, place: {list: [[%.17g, %.17g, %.17g]]}, "
             "velocity: [0, 0, %g]}\nwalls:\n  - {name: box, mesh: {file: %s.stl}, material: steel}\nrun: {until: %g, "
             "step: %.17g, skin: %g, orientation: false}\noutput: {series: {every: 0.001}, frames: {every: 0.01}}\n",
             bed, RADIUS, ball[0], ball[1], ball[2], -SPEED, d->name, end_of(d), rp_dosta_step(d, STEP),
             d->options->full ? 2e-4 : 5e-4); /* the ball is fast: with long steps a list would hold for a few only */
    return rp_dosta_open(d, text, err);
}

static rp_status follow(const rp_dosta *d, fall *f, rp_error *err)
{
    const uint32_t ball = (uint32_t)rp_sim_count(d->sim) - 1; /* the last */
    double first = 0;
    rp_status status = rp_sim_measure(d->sim, "kinetic", &first, err);
    f->lowest = f->start = rp_trial_row(d->sim, "position", ball)[2];
    for (int k = 0; k <= SAMPLES && !status; k++) {
        status = rp_sim_advance(d->sim, k * end_of(d) / SAMPLES, err);
        if (status) break;
        f->t[k] = rp_sim_time(d->sim);
        if (f->t[k] <= FLIGHT) f->flight = k;
        f->z[k] = rp_trial_row(d->sim, "position", ball)[2];
        f->lowest = fmin(f->lowest, f->z[k]);
    }
    if (!status) status = rp_sim_measure(d->sim, "budget_error", &f->error, err);
    f->error /= first;
    return status;
}

static void add_numbers(rp_numbers *n, const fall *f, int large)
{
    const double t = f->t[f->flight];
    rp_number_add(
        n,
        large ? "z of the ball before it meets grains, 50 000, m" : "z of the ball before it meets grains, 25 000, m",
        f->z[f->flight], f->start - SPEED * t - 0.5 * GRAVITY * t * t, 1e-9, "free fall", "rounding over the steps");
    rp_number_add(n,
                  large ? "the ball stays above the floor, 50 000 (1: yes)"
                        : "the ball stays above the floor, 25 000 (1: yes)",
                  f->lowest > LOWER[2] + 0.9 * RADIUS && f->lowest < -0.05, 1, 0, "the box",
                  "it has met the grains, and overlaps the floor by less than a tenth of its radius");
    rp_number_add(n,
                  large ? "error of the energy budget over the ball's energy, 50 000"
                        : "error of the energy budget over the ball's energy, 25 000",
                  f->error, 0, 0.025, "conservation",
                  "dt over the contact time: the order of what sums over steps miss where dashpots and sliding begin");
}

static rp_status bench(const rp_figure_options *o, const char *path, rp_numbers *numbers, rp_error *err)
{
    static const int count[SIZES] = {25000, 50000};
    static fall f[SIZES];
    const int sizes = o->full || o->scene_only ? SIZES : 1;
    for (int k = 0; k < sizes; k++) {
        rp_dosta d = rp_dosta_begin(o, path, k ? "penetration-50000" : "penetration-25000", 100);
        rp_status status = make_case(&d, count[k], err);
        if (!status && d.sim) status = follow(&d, &f[k], err);
        rp_dosta_close(&d);
        if (status) return status;
        if (!o->scene_only) add_numbers(numbers, &f[k], k);
    }
    if (o->scene_only) return RP_OK;
    rp_plot *plot = rp_plot_create(1, 1, 1200, 850);
    rp_plot_axes(plot, 0, "A ball of steel falls into a bed of spheres [Dosta2024]", "t, s", "height of the ball, m");
    for (int k = 0; k < sizes; k++)
        rp_plot_curve(plot, 0, f[k].t, f[k].z, SAMPLES + 1,
                      &(rp_plot_style){.label = k ? "50 000 spheres" : "25 000 spheres"});
    rp_plot_rule(plot, 0, 0, LOWER[2] + RADIUS, "on the floor");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_dosta2024_penetration = {"dosta2024-penetration", "a ball falls into a bed: height over time",
                                                   NULL, bench};
