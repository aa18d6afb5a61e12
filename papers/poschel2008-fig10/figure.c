/* [Poschel2008, Fig. 10 and section 3.4.5]: grains dropped on an inclined, slightly heated plane, eps_n = 0.95, after
 * 0, 1e5, 1e6, 5e6 and 2e7 collisions; at last they gather in the lower right corner. Collisions are those between
 * particles and of particles with the plane; those with the side walls are not counted.
 *
 * The text says 1e4 particles, the caption 1e5 (errata 23): both are run. Dimension, angle, sizes, start and
 * temperature are not in the paper. Ours, in units where g = 1 and grains have mass and diameter 1: 1e4 discs in a box
 * 800 wide whose floor falls by 20 degrees; 1e5 spheres in one 120 wide and 160 deep, periodic across, whose floor
 * falls by 25 degrees. So both have some ten layers of grains to carry down, and arrive within 2e7 collisions, 2000 and
 * 200 of each grain. (1e5 discs of the amount of material of the 1e4 spend their 200 on landing.) The last picture of
 * the spheres has them arrive: a wave still runs up the right wall. The cloud starts at rest above the left part. The
 * plane is smooth and gives one in fifty of what hits it the temperature 5 m g d. Collisions closer than t_c = 0.005
 * are elastic, so that no collapse stops the clock. Both runs together take six minutes of one core. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "trial.h"

enum { SIZES = 2, SHOTS = 5 };
#define STEP 1e-7 /* of outputs: hardly ever two collisions in one */
static const double shots[SHOTS] = {0, 1e5, 1e6, 5e6, 2e7};

typedef struct slope {
    int count, dimension;
    double width, depth, degrees; /* of the box; lengths in diameters */
    double right, height;         /* the cloud, from the left wall to here and this high, above the plane */
} slope;
static const slope slopes[SIZES] = {{10000, 2, 800, 1, 20, 300, 70}, {100000, 3, 120, 160, 25, 60, 22}};

enum { COLUMNS = 200, ROWS = 140 }; /* of the picture, square cells */

/* What is seen at a snapshot. */
typedef struct shot {
    double fraction[COLUMNS * ROWS]; /* of each cell that grains fill; NaN: none does */
    double collisions;               /* between particles and with the plane */
    double corner;                   /* share of the particles in the right half of the box */
    double height;                   /* of the centre of mass above the lower right corner */
    double overlap;                  /* largest ever seen before a collision, over the radius */
} shot;

static double top_of(const slope *s) { return s->width * tan(s->degrees * M_PI / 180); }

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

static rp_status open(rp_sim **sim, const slope *s, rp_error *err)
{
    char text[2048];
    const int flat = s->dimension == 2;
    const double angle = s->degrees * M_PI / 180, low = top_of(s) + 2;
    const char *y = flat ? "" : "0, ",
               *across = flat ? "" : "domain: {lower: [-10, 0, -10], upper: [130, 160, 1.0e+4], periodic: [y]}\n";
    char depth[32] = "";
    if (!flat) snprintf(depth, sizeof depth, "%g, ", s->depth);
    snprintf(
        text, sizeof text,
        "repose: 1\ndimension: %d\nmethod: event-driven\nseed: 10\ngravity: [0, %s-1]\nmaterials: {grain: {}}\n%s"
        "interactions: [{between: [grain, grain], restitution: 0.95}]\n"
        "particles: [{count: %d, material: grain, radius: 0.5, mass: 1, place: {random: {lower: [5, %s%g], upper: "
        "[%g, %s%g]}}}]\n"
        "walls:\n  - {name: plane, plane: {point: [%g, %s0], normal: [%.17g, %s%.17g]}, material: grain, heated: "
        "{temperature: 5, accommodation: 0.02}}\n"
        "  - {name: left, plane: {point: [0, %s0], normal: [1, %s0]}, material: grain}\n"
        "  - {name: right, plane: {point: [%g, %s0], normal: [-1, %s0]}, material: grain}\n"
        "run: {until: 1.0e+9, step: %.1e, orientation: false, event-driven: {collapse: tc, contact_time: 0.005}}\n",
        s->dimension, y, across, s->count, y, low, s->right, depth, low + s->height, s->width, y, sin(angle), y,
        cos(angle), y, y, s->width, y, y, STEP);
    return rp_trial_open(text, sim, err);
}

/* Until so many collisions are counted. A hook that says stop is heard some thousand events later, so the last of them
 * come in ever shorter pieces of time, each with a quarter of what is left as the collisions of the piece before let
 * expect.
 */
static rp_status advance(rp_sim *sim, counter *n, double target, rp_error *err)
{
    enum { NEAR = 5000 };
    double piece = STEP;
    rp_status status = RP_OK;
    n->target = target - NEAR;
    if (n->count < n->target) status = rp_sim_advance(sim, 1e9, err);
    n->target = INFINITY;
    while (!status && n->count < target) {
        const double before = n->count;
        status = rp_sim_advance(sim, rp_sim_time(sim) + piece, err);
        piece = fmax(STEP, piece * fmin(2, 0.25 * (target - n->count) / fmax(1, n->count - before)));
    }
    return status;
}

static void see(rp_sim *sim, const slope *box, shot *s)
{
    const rp_array position = rp_sim_array(sim, "position");
    const double cell = box->width / COLUMNS, grain = box->dimension == 2 ? M_PI / 4 : M_PI / 6;
    for (size_t i = 0; i < position.rows; i++) {
        const double *x = rp_array_row(&position, i);
        const int column = (int)(x[0] / cell), row = (int)(x[box->dimension - 1] / cell);
        if (column < 0 || row < 0 || column >= COLUMNS || row >= ROWS) continue;
        s->fraction[column + row * COLUMNS] += grain / (cell * cell * box->depth);
    }
    for (int n = 0; n < COLUMNS * ROWS; n++)
        if (s->fraction[n] == 0) s->fraction[n] = NAN;
}

static rp_status observe(rp_sim *sim, const slope *box, double collisions, shot *s, rp_error *err)
{
    const rp_array position = rp_sim_array(sim, "position");
    const double count = (double)position.rows;
    *s = (shot){.collisions = collisions}; /* all else 0 */
    for (size_t i = 0; i < position.rows; i++) {
        const double *x = rp_array_row(&position, i);
        s->corner += (x[0] > box->width / 2) / count;
        s->height += x[box->dimension - 1] / count;
    }
    see(sim, box, s);
    return rp_sim_measure(sim, "max_gap_overlap", &s->overlap, err);
}

static rp_status run_size(int size, shot seen[SHOTS], rp_error *err)
{
    rp_sim *sim;
    counter heard = {0};
    rp_status status = open(&sim, &slopes[size], err);
    if (!status) status = rp_sim_on_collision(sim, count_one, &heard, err);
    for (int n = 0; !status && n < SHOTS; n++) {
        status = advance(sim, &heard, shots[n], err);
        if (!status) status = observe(sim, &slopes[size], heard.count, &seen[n], err);
    }
    rp_sim_destroy(sim);
    return status;
}

static void compare(rp_numbers *numbers, shot seen[SIZES][SHOTS])
{
    static const char *const quantity[SIZES][5] = {
        {"1e4: snapshots at their counts, largest distance (relative)", "1e4: largest overlap, of the radius",
         "1e4: the share in the right half grows from shot to shot (1: yes)", "1e4: share in the right half after 2e7",
         "1e4: the centre of mass sinks from shot to shot (1: yes)"},
        {"1e5: snapshots at their counts, largest distance (relative)", "1e5: largest overlap, of the radius",
         "1e5: the share in the right half grows from shot to shot (1: yes)", "1e5: share in the right half after 2e7",
         "1e5: the centre of mass sinks from shot to shot (1: yes)"}};
    for (int k = 0; k < SIZES; k++) {
        double off = 0;
        int grows = 1, sinks = 1;
        for (int n = 1; n < SHOTS; n++) {
            off = fmax(off, fabs(seen[k][n].collisions / shots[n] - 1));
            sinks &= seen[k][n].height < seen[k][n - 1].height;
            grows &= seen[k][n].corner >= seen[k][n - 1].corner;
        }
        rp_number_add(numbers, quantity[k][0], off, 0, 1e-5, "\"after 0, 1e5, 1e6, 5e6, and 2e7 collisions\"",
                      "one collision of the first count");
        rp_number_add(numbers, quantity[k][1], seen[k][SHOTS - 1].overlap, 0, 1e-9, "section 3.4.4: never any overlap",
                      "rounding of positions");
        rp_number_add(numbers, quantity[k][2], grows, 1, 0, "Fig. 10: they move to the right", "a count");
        rp_number_add(numbers, quantity[k][4], sinks, 1, 0, "Fig. 10", "a count");
        rp_number_add(numbers, quantity[k][3], seen[k][SHOTS - 1].corner, 1, 0.1,
                      "\"finally, the particles gather in the lower right corner\"",
                      "nearly all: heat keeps a few under way");
    }
}

/* The ramp from wall to wall, and the walls where they stand on it. */
static void draw_walls(rp_plot *plot, int panel, const slope *s)
{
    const double height = s->width * ROWS / COLUMNS, x[4] = {0, 0, s->width, s->width},
                 y[4] = {height, top_of(s), 0, height};
    rp_plot_curve(plot, panel, x, y, 4, &(rp_plot_style){.color = RP_PLOT_INK, .width = 3});
}

static rp_status draw(const char *path, shot (*seen)[SHOTS], rp_error *err)
{
    static const char *const after[SHOTS] = {"at the start", "10⁵ collisions", "10⁶ collisions", "5 × 10⁶ collisions",
                                             "2 × 10⁷ collisions"};
    rp_plot *plot = rp_plot_create(SHOTS, SIZES, 1500, 2400);
    rp_plot_title(plot, "Grains on a heated slope: solid fraction [Poschel2008, Fig. 10]");
    for (int n = 0; n < SIZES * SHOTS; n++) {
        const slope *s = &slopes[n % SIZES];
        const double height = s->width * ROWS / COLUMNS, edge = s->width / 100;
        char title[100];
        snprintf(title, sizeof title, "%s, %s", n % SIZES ? "10⁵ spheres" : "10⁴ discs", after[n / SIZES]);
        rp_plot_axes(plot, n, title, NULL, NULL);
        rp_plot_heat(plot, n, seen[n % SIZES][n / SIZES].fraction, COLUMNS, ROWS, 0, s->width, 0, height, 0,
                     n % SIZES ? 0.7 : 0.9, RP_MAP_LAGOON, "");
        rp_plot_limits(plot, n, -edge, s->width + edge, -edge, height);
        draw_walls(plot, n, s);
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

const rp_figure rp_figure_poschel2008_fig10 = {
    "poschel2008-fig10", "1e4 discs and 1e5 spheres on an inclined, slightly heated plane", run, NULL};
