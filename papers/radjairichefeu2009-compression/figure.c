/* [RadjaiRichefeu2009, Sec. 7], the paper's example of where contact forces come from: uniaxial compression of a dense
 * packing of rigid discs, once by a wall with a given velocity, once by a growing load.
 *
 * At a given velocity there is no state of rigid discs that the wall could reach, and no force scale but that of the
 * velocity. Each sweep passes on some more of the impulse, so forces grow with the displacement, the discs
 * interpenetrate, and how stiff they seem depends on the sweeps a step: the stiffness q m N_I / dt^2 of
 * [UngerKertesz2003, Eq. 67]. Under a load all forces follow the load, and nothing moves. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "network.h"
#include "sample.h"

#define DISCS 250
#define PACKINGS 4
#define STEPS 100
#define EARLY 20 /* steps: the push has come to the floor, for 100 sweeps and more */
#define SLOW 1e-6
#define FAST 1e-5 /* diameters a step */

enum { CASES = 4, LOADS = 5 };
static const struct {
    double speed;
    int sweeps;
    const char *label;
} cases[CASES] = {{SLOW, 100, "100 sweeps a step, v = 10\xe2\x81\xbb\xe2\x81\xb6 d / \xce\xb4t"},
                  {FAST, 100, "100 sweeps, v = 10\xe2\x81\xbb\xe2\x81\xb5 d / \xce\xb4t"},
                  {FAST, 200, "200 sweeps, v = 10\xe2\x81\xbb\xe2\x81\xb5 d / \xce\xb4t"},
                  {FAST, 400, "400 sweeps, v = 10\xe2\x81\xbb\xe2\x81\xb5 d / \xce\xb4t"}};
static const double load[LOADS] = {1, 2, 4, 8, 16}; /* of that of the packing */

typedef struct course {
    double strain[STEPS], stress[STEPS], kinetic[STEPS], overlap[STEPS];
} course; /* stress in units of m / dt^2 (thickness 1); kinetic energy of a disc, of m v^2 / 2; mean overlap */

static double mean_overlap(const rp_network *list)
{
    double sum = 0;
    for (size_t n = 0; n < list->count; n++) sum += list->contact[n].overlap / (double)list->count;
    return sum;
}

/* One step of the wall that moves. */
static rp_status press(rp_cell *cell, double height, double speed, int n, course *c, rp_error *err)
{
    rp_wall_info top;
    rp_network list;
    double kinetic = 0;
    rp_status status = rp_sim_step(cell->sim, 1, err);
    if (!status) status = rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, err);
    if (!status) status = rp_sim_measure(cell->sim, "kinetic", &kinetic, err);
    if (!status) status = rp_sim_contacts(cell->sim, &list.contact, &list.count, err);
    if (status) return status;
    const double v = speed / RP_CELL_STEP;
    c->strain[n] = (height - top.position[1]) / height;
    c->stress[n] = fabs(top.force[1]) / cell->edge * RP_CELL_STEP * RP_CELL_STEP;
    c->kinetic[n] = kinetic / DISCS / (0.5 * v * v);
    c->overlap[n] = mean_overlap(&list);
    return RP_OK;
}

static rp_status by_velocity(rp_cell *cell, double speed, int sweeps, course *c, rp_error *err)
{
    rp_wall_info top;
    const double mass = cell->mass;
    cell->mass = RP_CELL_HELD; /* it keeps its velocity, whatever it meets */
    rp_status status = rp_cell_again(cell, rp_cell_sweeps(sweeps), 1, err);
    cell->mass = mass;
    if (!status) status = rp_sim_set_start_forces(cell->sim, NULL, 0, err);
    if (!status) status = rp_sim_wall_set_load(cell->sim, RP_CELL_TOP, 0, err);
    if (!status) status = rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, err);
    if (!status)
        status = rp_sim_wall_set_velocity(cell->sim, RP_CELL_TOP, (double[3]){0, -speed / RP_CELL_STEP, 0}, err);
    for (int n = 0; n < STEPS && !status; n++) status = press(cell, top.position[1], speed, n, c, err);
    return status;
}

/* Mean normal force under each load, over that under the first, and how far the wall has moved since. */
static rp_status by_load(rp_cell *cell, double force[LOADS], double *way, rp_error *err)
{
    rp_wall_info top;
    double first = 0, height = 0;
    rp_status status = rp_cell_again(cell, (rp_cell_stop){"coulomb-residual", 1e-8, 50000}, 1, err);
    if (!status) status = rp_sim_set_start_forces(cell->sim, NULL, 0, err);
    if (!status) status = rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, err);
    const double unit = status ? NAN : top.load;
    for (int k = 0; k < LOADS && !status; k++) {
        rp_network list = {0};
        status = rp_sim_wall_set_load(cell->sim, RP_CELL_TOP, load[k] * unit, err);
        if (!status) status = rp_sim_step(cell->sim, 5, err);
        if (!status) status = rp_sim_contacts(cell->sim, &list.contact, &list.count, err);
        if (!status) status = rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, err);
        if (k == 0) {
            first = rp_network_mean(&list);
            height = top.position[1];
        }
        force[k] = rp_network_mean(&list) / first;
    }
    *way = fabs(top.position[1] - height);
    return status;
}

typedef struct results {
    course shown[CASES];
    rp_sample power, overlap, velocity, sweeps, kinetic, kept, force[LOADS], way;
} results; /* kept: what the kinetic energy would have grown by, had all work of the wall stayed in it */

static rp_status measure(unsigned seed, results *r, rp_error *err)
{
    static course c[CASES];
    rp_cell cell;
    double force[LOADS], way = NAN, cell_edge;
    rp_status status = rp_cell_pack(&cell,
                                    &(rp_cell_setup){.discs = DISCS,
                                                     .ratio = 1.4,
                                                     .packing_friction = 0,
                                                     .friction = RP_NETWORK_FRICTION,
                                                     .seed = seed,
                                                     .stepping = "midpoint",
                                                     .rest = 1e-4},
                                    err);
    if (status) return status;
    for (int k = 0; k < CASES && !status; k++) status = by_velocity(&cell, cases[k].speed, cases[k].sweeps, &c[k], err);
    if (!status) status = by_load(&cell, force, &way, err);
    cell_edge = cell.edge;
    rp_cell_close(&cell);
    if (status) return status;
    const int end = STEPS - 1;
    for (int k = 0; k < CASES && seed == 1; k++) r->shown[k] = c[k];
    double work = 0; /* of a disc, of m v^2 / 2, after step EARLY */
    for (int n = EARLY + 1; n <= end; n++) work += c[1].stress[n] * cell_edge * 2 / (DISCS * cases[1].speed);
    const double decades = log(c[1].strain[end] / c[1].strain[EARLY]);
    rp_sample_add(&r->power, log(c[1].stress[end] / c[1].stress[EARLY]) / decades);
    rp_sample_add(&r->overlap, (c[1].overlap[end] - c[1].overlap[0]) / (c[1].strain[end] - c[1].strain[0]));
    rp_sample_add(&r->velocity, c[1].stress[end] / c[0].stress[end]);
    rp_sample_add(&r->sweeps, c[3].stress[end] / c[1].stress[end]);
    rp_sample_add(&r->kinetic, c[1].kinetic[end] / c[1].kinetic[EARLY]);
    rp_sample_add(&r->kept, 1 + work / c[1].kinetic[EARLY]);
    for (int k = 0; k < LOADS; k++) rp_sample_add(&r->force[k], force[k]);
    rp_sample_add(&r->way, way);
    return RP_OK;
}

static void draw(rp_plot *plot, const results *r)
{
    double force[LOADS], bar[LOADS];
    rp_plot_axes(plot, 0, "Wall at a given velocity: stress", "strain", "stress on the wall / (m / \xce\xb4t\xc2\xb2)");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_axes(plot, 1, "Wall at a given velocity: kinetic energy of a disc", "strain",
                 "kinetic energy / (m v\xc2\xb2 / 2)");
    rp_plot_log(plot, 1, 1, 0);
    rp_plot_limits(plot, 1, NAN, NAN, 0, NAN);
    for (int k = 0; k < CASES; k++) {
        const course *c = &r->shown[k];
        rp_plot_curve(plot, 0, c->strain, c->stress, STEPS,
                      &(rp_plot_style){.label = cases[k].label, .color = k + 1, .line = RP_LINE_SOLID});
        rp_plot_curve(plot, 1, c->strain, c->kinetic, STEPS, &(rp_plot_style){.label = cases[k].label, .color = k + 1});
    }
    for (int k = 0; k < LOADS; k++) {
        force[k] = rp_sample_mean(&r->force[k]);
        bar[k] = rp_sample_error(&r->force[k]);
    }
    rp_plot_axes(plot, 2, "Wall under a growing load: forces follow it, nothing moves", "load / first load",
                 "mean contact force / first");
    rp_plot_log(plot, 2, 1, 1);
    rp_plot_curve(plot, 2, load, force, LOADS,
                  &(rp_plot_style){.label = "four packings", .color = 1, .marker = RP_MARKER_DISC, .error_y = bar});
    rp_plot_curve(plot, 2, load, load, LOADS,
                  &(rp_plot_style){.label = "proportional", .color = RP_PLOT_INK, .line = RP_LINE_DASHED});
}

static void add_numbers(rp_numbers *numbers, const results *r)
{
    rp_number_add(numbers, "exponent of the stress against the displacement", rp_sample_mean(&r->power), 1,
                  3 * rp_sample_error(&r->power) + 0.03,
                  "[RadjaiRichefeu2009, Sec. 7]: forces increase proportionally to the displacement",
                  "three standard errors of four packings; the damping of Eq. 68 adds a step's worth of 20: 0.03");
    rp_number_add(numbers, "stress after 100 steps, velocity times 10, over that before", rp_sample_mean(&r->velocity),
                  10, 0.1, "[RadjaiRichefeu2009, Sec. 7]: the force scale is fixed by the imposed velocity",
                  "without gaps and loads the problem is homogeneous in the velocities; 1 per cent: normals turn");
    rp_number_add(numbers, "stress at equal strain, 400 sweeps over 100", rp_sample_mean(&r->sweeps), 4,
                  3 * rp_sample_error(&r->sweeps) + 0.4, "[UngerKertesz2003, Eq. 67]: stiffness q m N_I / dt^2",
                  "three standard errors of four packings; 100 sweeps still settle: a tenth");
    rp_number_add(numbers, "mean contact force under 16 times the load, over that under the first",
                  rp_sample_mean(&r->force[LOADS - 1]), 16, 0.16 + 3 * rp_sample_error(&r->force[LOADS - 1]),
                  "[RadjaiRichefeu2009, Sec. 7]: in proportion to the applied force",
                  "three standard errors of four packings; 1 per cent: what friction at the sides keeps");
    rp_number_add(numbers, "way of the wall meanwhile, in diameters", rp_sample_mean(&r->way), 0, 1e-5,
                  "[RadjaiRichefeu2009, Sec. 7]: stays in static equilibrium",
                  "a load of 16 without discs would move the wall by some 1e2 diameters in these 20 steps");
    rp_number_add(
        numbers, "mean overlap over strain, in diameters", rp_sample_mean(&r->overlap), 0.5, 0.25,
        "[RadjaiRichefeu2009, Sec. 7]: particles interpenetrate; closed form: mean of n_y^2 d",
        "of a deformation that all discs follow: overlaps, and not gaps that close, take more than half of it");
    rp_number_differs(numbers, "kinetic energy, step 100 over step 20 (the paper: with all work of the wall)",
                      rp_sample_mean(&r->kinetic), rp_sample_mean(&r->kept), 0.5 * rp_sample_mean(&r->kept),
                      "[RadjaiRichefeu2009, Sec. 7]: energy is not dissipated, increases; work of the wall", 80);
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static results r;
    rp_status status = RP_OK;
    r = (results){0};
    for (unsigned seed = 1; seed <= PACKINGS && !status; seed++) status = measure(seed, &r, err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 3, 2000, 760);
    rp_plot_title(plot, "Uniaxial compression of rigid discs: where forces come from [RadjaiRichefeu2009, Sec. 7]");
    draw(plot, &r);
    add_numbers(numbers, &r);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_compression = {
    "radjairichefeu2009-compression", "compression at a given velocity, and under a given load", run, NULL};
