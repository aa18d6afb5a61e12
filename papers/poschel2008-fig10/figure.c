/* [Poschel2008, Fig. 10 and section 3.4.5]: grains dropped on an inclined, slightly heated plane, eps_n = 0.95, after
 * 0, 1e5, 1e6, 5e6 and 2e7 collisions; at last they gather in the lower right corner. Collisions are those between
 * particles and of particles with the plane; those with the side walls are not counted.
 *
 * The text says 1e4 particles, the caption 1e5 (errata 23): both are run, with the same amount of material, so that the
 * 1e5 are finer. Angle, sizes, start and temperature are not in the paper. Ours, in units where g = 1 and the 1e4 discs
 * have mass and diameter 1: a box 800 wide whose floor falls by 20 degrees, a cloud that starts at rest above its left
 * part, and a smooth plane that gives one in fifty of what hits it the temperature 5 m g d. Collisions closer than t_c
 * = 0.005 are elastic, so that no collapse stops the clock. Both runs together take four minutes of one core. The finer
 * grains spend their 200 collisions each on landing. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "trial.h"

enum { SIZES = 2, SHOTS = 5 };
static const int counts[SIZES] = {10000, 100000};
static const double shots[SHOTS] = {0, 1e5, 1e6, 5e6, 2e7};
static const double WIDTH = 800, ANGLE = 20 * M_PI / 180;

enum { CELL = 4, COLUMNS = 200, ROWS = 93 }; /* of the picture; CELL in diameters of the 1e4 */

/* What is seen at a snapshot. */
typedef struct shot {
    double fraction[COLUMNS * ROWS]; /* of each cell that discs fill; NaN: none does */
    double collisions;               /* between particles and with the plane */
    double corner;                   /* share of the particles in the right half of the box */
    double height;                   /* of the centre of mass above the lower right corner */
    double overlap;                  /* largest ever seen before a collision, over the radius */
} shot;

/* Counts collisions as the paper does, and says when there have been enough. */
typedef struct counter {
    double count, target;
} counter;

static int count_one(void *context, const rp_collision_info *c)
{
    counter *n = context;
    n->count += c->wall <= 0; /* another particle, or the plane, which is the first wall */
    return n->count >= n->target;
}

static rp_status open(rp_sim **sim, int count, rp_error *err)
{
    char text[2048];
    double r = 0.5 * sqrt(1e4 / count), mass = 4 * r * r;
    snprintf(
        text, sizeof text,
        "repose: 1\ndimension: 2\nmethod: event-driven\nseed: 10\ngravity: [0, -1]\nmaterials: {grain: {}}\n"
        "interactions: [{between: [grain, grain], restitution: 0.95}]\n"
        "particles: [{count: %d, material: grain, radius: %.17g, mass: %.17g, place: {random: {lower: [5, 295], upper: "
        "[305, 365]}}}]\n"
        "walls:\n  - {name: plane, plane: {point: [%g, 0], normal: [%.17g, %.17g]}, material: grain, heated: "
        "{temperature: %.17g, accommodation: 0.02}}\n"
        "  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: grain}\n  - {name: right, plane: {point: "
        "[%g, 0], normal: [-1, 0]}, material: grain}\n"
        "run: {until: 1.0e+9, step: 0.001, orientation: false, event-driven: {collapse: tc, contact_time: 0.005}}\n",
        count, r, mass, WIDTH, sin(ANGLE), cos(ANGLE), 5 * mass * 2 * r, WIDTH);
    return rp_trial_open(text, sim, err);
}

/* Until so many collisions are counted. */
static rp_status advance(rp_sim *sim, counter *n, double target, rp_error *err)
{
    n->target = target;
    return n->count >= target ? RP_OK : rp_sim_advance(sim, 1e9, err);
}

static void see(rp_sim *sim, shot *s)
{
    const rp_array position = rp_sim_array(sim, "position"), radius = rp_sim_array(sim, "radius");
    for (size_t i = 0; i < position.rows; i++) {
        const double *x = rp_array_row(&position, i), r = *rp_array_row(&radius, i);
        const int column = (int)(x[0] / CELL), row = (int)(x[1] / CELL);
        if (column < 0 || row < 0 || column >= COLUMNS || row >= ROWS) continue;
        s->fraction[column + row * COLUMNS] += M_PI * r * r / (CELL * CELL);
    }
    for (int n = 0; n < COLUMNS * ROWS; n++)
        if (s->fraction[n] == 0) s->fraction[n] = NAN;
}

static rp_status observe(rp_sim *sim, double collisions, shot *s, rp_error *err)
{
    const rp_array position = rp_sim_array(sim, "position");
    const double count = (double)position.rows;
    *s = (shot){.collisions = collisions}; /* all else 0 */
    for (size_t i = 0; i < position.rows; i++) {
        const double *x = rp_array_row(&position, i);
        s->corner += (x[0] > WIDTH / 2) / count;
        s->height += x[1] / count;
    }
    see(sim, s);
    return rp_sim_measure(sim, "max_gap_overlap", &s->overlap, err);
}

static rp_status run_size(int size, shot seen[SHOTS], rp_error *err)
{
    rp_sim *sim;
    counter heard = {0};
    rp_status status = open(&sim, counts[size], err);
    if (!status) status = rp_sim_on_collision(sim, count_one, &heard, err);
    for (int n = 0; !status && n < SHOTS; n++) {
        status = advance(sim, &heard, shots[n], err);
        if (!status) status = observe(sim, heard.count, &seen[n], err);
    }
    rp_sim_destroy(sim);
    return status;
}

static void compare(rp_numbers *numbers, shot seen[SIZES][SHOTS])
{
    static const char *const quantity[SIZES][3] = {
        {"1e4: snapshots at their counts, largest distance (relative)", "1e4: largest overlap, of the radius",
         "1e4: the centre of mass sinks from shot to shot (1: yes)"},
        {"1e5: snapshots at their counts, largest distance (relative)", "1e5: largest overlap, of the radius",
         "1e5: the centre of mass sinks from shot to shot (1: yes)"}};
    for (int k = 0; k < SIZES; k++) {
        double off = 0;
        int sinks = 1;
        for (int n = 1; n < SHOTS; n++) {
            off = fmax(off, fabs(seen[k][n].collisions / shots[n] - 1));
            sinks &= seen[k][n].height < seen[k][n - 1].height;
        }

        rp_number_add(numbers, quantity[k][0], off, 0, 0.05, "\"after 0, 1e5, 1e6, 5e6, and 2e7 collisions\"",
                      "sampled every 4096 events, 4.1 per cent of the first count");
        rp_number_add(numbers, quantity[k][1], seen[k][SHOTS - 1].overlap, 0, 1e-9, "section 3.4.4: never any overlap",
                      "rounding of positions");
        rp_number_add(numbers, quantity[k][2], sinks, 1, 0, "Fig. 10", "a count");
    }
    rp_number_add(numbers, "1e4: share in the right half after 2e7", seen[0][SHOTS - 1].corner, 1, 0.1,
                  "\"finally, the particles gather in the lower right corner\"",
                  "nearly all; heat keeps a few under way. Not required of 1e5: ten times fewer collisions each");
}

/* The ramp from wall to wall, and the walls where they stand on it. */
static void draw_walls(rp_plot *plot, int panel)
{
    const double top = WIDTH * tan(ANGLE), height = CELL * ROWS, x[4] = {0, 0, WIDTH, WIDTH},
                 y[4] = {height, top, 0, height};
    rp_plot_curve(plot, panel, x, y, 4, &(rp_plot_style){.color = RP_PLOT_INK, .width = 3});
}

static rp_status draw(const char *path, shot (*seen)[SHOTS], rp_error *err)
{
    static const char *const after[SHOTS] = {"at the start", "10⁵ collisions", "10⁶ collisions", "5 × 10⁶ collisions",
                                             "2 × 10⁷ collisions"};
    rp_plot *plot = rp_plot_create(SHOTS, SIZES, 1700, 2000);
    rp_plot_title(plot, "Grains on a heated slope: solid fraction [Poschel2008, Fig. 10]");
    for (int n = 0; n < SIZES * SHOTS; n++) {
        char title[100];
        snprintf(title, sizeof title, "%s grains, %s", n % SIZES ? "10⁵" : "10⁴", after[n / SIZES]);
        rp_plot_axes(plot, n, title, NULL, NULL);
        rp_plot_heat(plot, n, seen[n % SIZES][n / SIZES].fraction, COLUMNS, ROWS, 0, WIDTH, 0, CELL * ROWS, 0, 0.9,
                     RP_MAP_LAGOON, "");
        rp_plot_limits(plot, n, -8, WIDTH + 8, -8, CELL * ROWS);
        draw_walls(plot, n);
    }
    return rp_figure_finish(plot, path, err);
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static shot seen[SIZES][SHOTS];
    rp_status status = RP_OK;
    for (int k = 0; !status && k < SIZES; k++) status = run_size(k, seen[k], err);
    if (!status) status = draw(path, seen, err);
    if (!status) compare(numbers, seen);
    return status;
}

const rp_figure rp_figure_poschel2008_fig10 = {"poschel2008-fig10",
                                               "1e4 and 1e5 grains on an inclined, slightly heated plane", run};
