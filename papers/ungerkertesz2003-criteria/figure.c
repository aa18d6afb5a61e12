/* [UngerKertesz2003, Eqs. 35, 36]: two criteria to stop the iteration, by the change of each force or of the mean
 * force: mean overlap, which should be 0, against mean number of sweeps a step, in two situations: a shear flow of 200
 * discs and the compaction of 200 discs by a piston. Beside them the fixed number of Eq. 37.
 *
 * The mean force says little of the forces: the load fixes it (the virial), so it hardly changes while forces still
 * rise here and fall there. With Eq. 36 most steps of the compaction stop after two sweeps, a few take thousands, and
 * the overlaps are ten times those of a fixed number of the same effort. */
#include <math.h>
#include <stdio.h>
#include "cell.h"
#include "figure.h"
#include "shear.h"

#define SPEED 0.3
#define STEP 0.05
#define STEPS 400
#define POINTS 4
enum { EACH, MEAN, FIXED, CRITERIA };

static const struct {
    const char *name, *label;
    double tolerance[POINTS];
    rp_marker marker;
} criteria[CRITERIA] = {
    {"local-force", "each force (Eq. 35)", {1e-1, 3e-2, 1e-2, 3e-3}, RP_MARKER_CIRCLE},
    {"mean-force", "mean force (Eq. 36)", {1e-3, 3e-4, 1e-4, 3e-5}, RP_MARKER_SQUARE},
    {"iterations", "fixed number (Eq. 37)", {20, 60, 200, 600}, RP_MARKER_TRIANGLE},
};

typedef struct outcome {
    double sweeps[CRITERIA][POINTS], overlap[CRITERIA][POINTS];
} outcome;

static rp_status mean_overlap(rp_sim *sim, double *overlap, rp_error *err)
{
    const rp_contact *contact;
    size_t count;
    double sum = 0;
    rp_status status = rp_sim_contacts(sim, &contact, &count, err);
    for (size_t n = 0; n < count; n++) sum += fmax(0, contact[n].overlap);
    if (count > 0) *overlap += sum / (double)count / STEPS;
    return status;
}

static rp_status measure(rp_sim *sim, double *sweeps, double *overlap, rp_error *err)
{
    double before, after;
    rp_status status = rp_sim_measure(sim, "iterations_so_far", &before, err);
    *overlap = 0;
    for (int n = 0; n < STEPS && !status; n++) {
        status = rp_sim_step(sim, 1, err);
        if (!status) status = mean_overlap(sim, overlap, err);
    }
    if (!status) status = rp_sim_measure(sim, "iterations_so_far", &after, err);
    if (!status) *sweeps = (after - before) / STEPS;
    return status;
}

static rp_status shear(int c, int p, outcome *o, rp_error *err)
{
    char options[256];
    rp_sim *sim;
    snprintf(options, sizeof options, "{solver: gauss-seidel, criterion: %s, tolerance: %g, iterations: {max: %g}}",
             criteria[c].name, c == FIXED ? 1 : criteria[c].tolerance[p], c == FIXED ? criteria[c].tolerance[p] : 5000);
    rp_status status = rp_shear_rigid(&sim, SPEED, STEP, 0, options, 1, err);
    if (status) return status;
    status = measure(sim, &o->sweeps[c][p], &o->overlap[c][p], err);
    rp_sim_destroy(sim);
    return status;
}

/* The piston's load rises by half; the packing gives way a little. */
static rp_status compact(rp_cell *cell, int c, int p, outcome *o, rp_error *err)
{
    const double value = criteria[c].tolerance[p];
    rp_cell_stop stop = c == FIXED ? rp_cell_sweeps((int)value) : (rp_cell_stop){criteria[c].name, value, 5000};
    rp_wall_info top;
    rp_status status = rp_cell_again(cell, stop, 1, err);
    if (!status) status = rp_sim_wall_get(cell->sim, RP_CELL_TOP, &top, err);
    if (!status) status = rp_sim_wall_set_load(cell->sim, RP_CELL_TOP, 1.5 * top.load, err);
    return status ? status : measure(cell->sim, &o->sweeps[c][p], &o->overlap[c][p], err);
}

static void draw(rp_plot *plot, int panel, const char *title, const outcome *o)
{
    rp_plot_axes(plot, panel, title, "sweeps a step", "mean overlap / d");
    rp_plot_log(plot, panel, 1, 1);
    rp_plot_limits(plot, panel, NAN, NAN, NAN, 5e-3);
    for (int c = 0; c < CRITERIA; c++)
        rp_plot_curve(
            plot, panel, o->sweeps[c], o->overlap[c], POINTS,
            &(rp_plot_style){.label = criteria[c].label, .marker = criteria[c].marker, .line = RP_LINE_SOLID});
}

/* ---- numbers ---- */

static int falls(const double *overlap)
{
    int yes = 1;
    for (int p = 1; p < POINTS; p++) yes &= overlap[p] < overlap[p - 1];
    return yes;
}

/* Overlap at the finest tolerance, over that of a fixed number of as many sweeps (between two points, a power). */
static double cost(const outcome *o, int c)
{
    const double *n = o->sweeps[FIXED], *y = o->overlap[FIXED], effort = o->sweeps[c][POINTS - 1];
    int p = 1;
    while (p < POINTS - 1 && effort > n[p]) p++;
    double slope = log(y[p] / y[p - 1]) / log(n[p] / n[p - 1]);
    return o->overlap[c][POINTS - 1] / (y[p] * pow(effort / n[p], slope));
}

static void add_numbers(rp_numbers *numbers, const outcome o[2])
{
    static const char *const names[2][CRITERIA] = {
        {"overlap falls with every finer tolerance, Eq. 35, shear (1: yes)", "the same, Eq. 36, shear",
         "the same, Eq. 37, shear"},
        {"overlap falls with every finer tolerance, Eq. 35, compaction (1: yes)",
         "overlap falls with every finer tolerance, Eq. 36, compaction (1: yes)", "the same, Eq. 37, compaction"}};
    static const char text[] = "[UngerKertesz2003, \"Convergence criteria\"]: both criteria are working well";
    for (int k = 0; k < 2; k++)
        for (int c = 0; c < CRITERIA; c++) {
            const int yes = falls(o[k].overlap[c]);
            if (k == 1 && c == MEAN) rp_number_differs(numbers, names[k][c], yes, 1, 0, text, 81);
            else rp_number_add(numbers, names[k][c], yes, 1, 0, text, "yes or no");
        }
    rp_number_add(numbers, "Eq. 35 leaves less than a fixed number of the same effort in one situation only (1: yes)",
                  (cost(&o[0], EACH) < 1) != (cost(&o[1], EACH) < 1), 1, 0,
                  "[UngerKertesz2003, \"Convergence criteria\"]: depends on the specific situation", "yes or no");
    rp_number_add(numbers, "Eq. 36 leaves more than twice as much as Eq. 35 at the same effort, both (1: yes)",
                  cost(&o[0], MEAN) > 2 * cost(&o[0], EACH) && cost(&o[1], MEAN) > 2 * cost(&o[1], EACH), 1, 0,
                  "[UngerKertesz2003, \"Convergence criteria\"]: significant differences in the efficiency",
                  "significant is taken as a factor of two; each against the fixed number of its own effort");
    for (int k = 0; k < 2; k++)
        rp_number_add(numbers,
                      k ? "30 x overlap with 600 sweeps over that with 20, compaction, if above 1"
                        : "30 x overlap with 600 sweeps over that with 20, shear, if above 1",
                      fmax(1, 30 * o[k].overlap[FIXED][POINTS - 1] / o[k].overlap[FIXED][0]), 1, 0,
                      "[UngerKertesz2003, Eq. 67]: stiffness in proportion to N_I",
                      "beyond the diffusion length of 200 discs, some 200 sweeps, overlaps fall faster than 1 / N_I");
}

static rp_status measure_all(outcome o[2], rp_error *err)
{
    rp_cell cell;
    rp_status status = rp_cell_pack(&cell,
                                    &(rp_cell_setup){.discs = 200,
                                                     .ratio = 2,
                                                     .packing_friction = 0.5,
                                                     .friction = 0.5,
                                                     .seed = 1,
                                                     .stepping = "gap",
                                                     .rest = 1e-4},
                                    err);
    if (status) return status;
    for (int c = 0; c < CRITERIA; c++)
        for (int p = 0; p < POINTS && !status; p++) {
            status = shear(c, p, &o[0], err);
            if (!status) status = compact(&cell, c, p, &o[1], err);
        }
    rp_cell_close(&cell);
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    outcome o[2];
    rp_status status = measure_all(o, err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 2, 1700, 800);
    rp_plot_title(plot, "Accuracy against effort for three criteria [UngerKertesz2003, Eqs. 35-37]");
    draw(plot, 0, "Shear flow of 200 discs", &o[0]);
    draw(plot, 1, "Compaction of 200 discs by a piston", &o[1]);
    add_numbers(numbers, o);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_ungerkertesz2003_criteria = {"ungerkertesz2003-criteria",
                                                       "three criteria: mean overlap against effort", run, NULL};
