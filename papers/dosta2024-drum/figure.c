/* [Dosta2024], drum: 8000 spheres of 4 mm and 30 000 of 2 mm in a drum of triangles that turns. Drawn: the mass of each
 * kind in the four quadrants across the axis, over time. */
#include <math.h>
#include <stdio.h>
#include "dosta.h"
#include "trial.h"

enum { SAMPLES = 250, KINDS = 2, QUADRANTS = 4, SEGMENTS = 300 };
static const double STEP = 8e-7, SPEED = 2, RADIUS = 0.1, HALF = 0.03, COARSE = 0.0015; /* s, rad/s, m, m, m */
static const double DENSITY[KINDS] = {2500, 2000};                                      /* kg/m^3, of m1 and m2 */

typedef struct results {
    double t[SAMPLES + 1], mass[KINDS][QUADRANTS][SAMPLES + 1];       /* s, kg */
    double spin[SAMPLES + 1], weight[SAMPLES + 1], work[SAMPLES + 1]; /* angular momentum of the grains about the axis,
                                                                        torque of gravity, work of the drum */
    double farthest;                                                  /* of a surface from the axis, m */
} results;

/* Own bed: m2 below m1, both packed to 0.58 of a box that fits into the drum. */
static const char bed[] =
    "  - {name: coarse, material: m2, radius: 0.002, count: 8000, place: {compressed: {lower: [-0.08, -0.03, -0.06], "
    "upper: [0.08, 0.03, -0.0118]}}}\n"
    "  - {name: fine, material: m1, radius: 0.001, count: 30000, place: {compressed: {lower: [-0.08, -0.03, -0.0118], "
    "upper: [0.08, 0.03, 0.0108]}}}\n";

static rp_status make_case(rp_dosta *d, double end, rp_error *err)
{
    static const double profile[4][2] = {{0, -HALF}, {RADIUS, -HALF}, {RADIUS, HALF}, {0, HALF}};
    char text[1600];
    rp_status status;
    if (d->options->data) {
        status = rp_dosta_grains(d, "drum-particles.txt.gz", COARSE, NULL, err);
        if (!status) status = rp_dosta_walls(d, "drum-walls.txt.gz", err);
    } else status = rp_dosta_turned(d, 1, profile, 4, SEGMENTS, err);
    if (status) return status;
    snprintf(text, sizeof text,
             "particles:\n%swalls:\n  - {name: drum, mesh: {file: %s.stl}, material: steel, rotation: {point: [0, 0, "
             "0], axis: [0, -1, 0], speed: %g}}\nrun: {until: %g, step: %.17g, orientation: false}\noutput: {series: "
             "{every: 0.01}, frames: {every: 0.05}}\n",
             d->options->data ? "  - {name: grains, place: {file: drum.csv}}\n" : bed, d->name, SPEED, end,
             rp_dosta_step(d, STEP));
    return rp_dosta_open(d, text, err);
}

/* Angular momenta and torques about -y, the axis that the drum turns about. */
static rp_status take(const rp_dosta *d, results *r, int k, rp_error *err)
{
    const rp_array place = rp_sim_array(d->sim, "position"), velocity = rp_sim_array(d->sim, "velocity"),
                   spin = rp_sim_array(d->sim, "spin"), radius = rp_sim_array(d->sim, "radius");
    rp_wall_info wall;
    rp_status status = rp_sim_wall_get(d->sim, 0, &wall, err);
    r->t[k] = rp_sim_time(d->sim);
    r->work[k] = status ? 0 : wall.work;
    for (size_t i = 0; i < place.rows && !status; i++) {
        const double *x = rp_array_row(&place, i), *v = rp_array_row(&velocity, i), *w = rp_array_row(&spin, i),
                     a = *rp_array_row(&radius, i);
        const int kind = a > COARSE, quadrant = 2 * (x[2] > 0) + (x[0] > 0);
        const double m = 4 / 3.0 * M_PI * a * a * a * DENSITY[kind];
        r->mass[kind][quadrant][k] += m;
        r->spin[k] -= m * (x[2] * v[0] - x[0] * v[2] + 0.4 * a * w[1]);
        r->weight[k] -= m * x[0] * 9.81;
        r->farthest = fmax(r->farthest, hypot(x[0], x[2]) + a);
    }
    return status;
}

static void draw(rp_plot *plot, const results *r)
{
    static const char *const label[QUADRANTS] = {"below, left", "below, right", "above, left", "above, right"};
    for (int kind = 0; kind < KINDS; kind++) {
        rp_plot_axes(plot, kind, kind ? "8000 spheres of 4 mm (M2)" : "30 000 spheres of 2 mm (M1)", "t, s",
                     "mass in the quadrant, kg");
        for (int n = 0; n < QUADRANTS; n++)
            rp_plot_curve(plot, kind, r->t, r->mass[kind][n], SAMPLES + 1, &(rp_plot_style){.label = label[n]});
    }
}

/* The drum turns evenly: its work over its speed is the angular momentum that it brought. That of gravity is integrated
 * by the trapezoidal rule. */
static void add_numbers(rp_numbers *numbers, const results *r)
{
    double drum = (r->work[SAMPLES] - r->work[0]) / SPEED, gravity = 0, grains = 0;
    for (int k = 1; k <= SAMPLES; k++) gravity += 0.5 * (r->weight[k] + r->weight[k - 1]) * (r->t[k] - r->t[k - 1]);
    for (int n = 0; n < QUADRANTS; n++) grains += r->mass[0][n][SAMPLES] + r->mass[1][n][SAMPLES];
    rp_number_add(numbers, "mass at the end, kg", grains, 4 / 3.0 * M_PI * (30000e-9 * 2500 + 64000e-9 * 2000), 1e-9,
                  "conservation", "rounding of a sum");
    rp_number_add(numbers, "farthest surface of a grain from the axis, over the radius", r->farthest / RADIUS, 1, 0.002,
                  "the drum", "flat pieces, and overlaps of a hundredth of a grain at the quick version's modulus");
    rp_number_add(numbers, "angular momentum that grains gain, over what the drum brings",
                  (r->spin[SAMPLES] - r->spin[0]) / drum, 1 + gravity / drum, 0.01, "conservation of angular momentum",
                  "250 intervals of the trapezoidal rule for a torque that changes with the surface");
}

static rp_status bench(const rp_figure_options *o, const char *path, rp_numbers *numbers, rp_error *err)
{
    static results r;
    const double end = o->full ? 5 : 0.25;
    rp_dosta d = rp_dosta_begin(o, path, "drum", 1000);
    rp_status status = make_case(&d, end, err);
    for (int k = 0; k <= SAMPLES && d.sim && !status; k++) {
        status = rp_sim_advance(d.sim, k * end / SAMPLES, err);
        if (!status) status = take(&d, &r, k, err);
    }
    rp_dosta_close(&d);
    if (status || o->scene_only) return status;
    add_numbers(numbers, &r);
    rp_plot *plot = rp_plot_create(1, 2, 1600, 800);
    rp_plot_title(plot, "Two kinds of spheres in a rotating drum [Dosta2024]");
    draw(plot, &r);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_dosta2024_drum = {"dosta2024-drum", "rotating drum: mass in the quadrants over time", NULL,
                                            bench};
