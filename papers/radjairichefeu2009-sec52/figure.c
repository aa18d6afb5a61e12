/* [RadjaiRichefeu2009, Sec. 5.2]: is the solution unique? One problem, 200 discs under stress, solved from random
 * forces and in random orders: how far the solutions differ, against the given precision, down to 1e-10. The paper says
 * that they differ below the precision. They do not: the difference of two solutions is a force of the null space of H
 * (self-equilibrated), whose dimension is 2 N_c - rank H, and no precision makes it smaller.
 *
 * The paper's search (no external forces, no velocities, random forces to start from) cannot find it: without load the
 * virial, the sum of f . branch, is 0, and as no normal force pulls, all forces are 0. With walls that are held rather
 * than free the same search does find self-equilibrated forces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "figure.h"
#include "network.h"
#include "repose/random.h"
#include "sample.h"

#define DISCS 200
#define FRICTION RP_NETWORK_FRICTION
#define PACKINGS 3
#define RUNS 5 /* solutions of a problem */
#define MOST 200000

static const double precision[] = {1e-1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10};
enum { CASES = sizeof precision / sizeof *precision, COARSE = 3, FINE = CASES - 1 };

/* ---- forces to start from ---- */

/* Numbers of a seed, one after the other. */
typedef struct sequence {
    unsigned seed;
    uint64_t drawn;
} sequence;

static double draw_between(sequence *s, double low, double high)
{
    return low + (high - low) * rp_random_number(s->seed, s->drawn++);
}

/* Normal force uniform in [0, 2) of `mean`, tangential force within Coulomb's bound. */
static void random_force(const double normal[3], double mean, sequence *s, double f[3])
{
    double fn = draw_between(s, 0, 2 * mean), ft = draw_between(s, -FRICTION, FRICTION) * fn;
    f[0] = fn * normal[0] - ft * normal[1];
    f[1] = fn * normal[1] + ft * normal[0];
    f[2] = 0;
}

/* *before: their mean between discs. */
static rp_status random_forces(rp_cell *cell, double mean, unsigned seed, double *before, rp_error *err)
{
    const rp_contact *c;
    size_t count, pairs = 0;
    double sum = 0;
    sequence s = {seed, 0};
    rp_status status = rp_sim_contacts(cell->sim, &c, &count, err);
    if (status) return status;
    double(*force)[3] = calloc(count + 1, sizeof *force);
    if (!force) return rp_trial_memory("forces", err);
    for (size_t n = 0; n < count; n++) {
        random_force(c[n].normal, mean, &s, force[n]);
        if (c[n].wall >= 0) continue;
        sum += hypot(force[n][0], force[n][1]);
        pairs++;
    }
    *before = pairs ? sum / (double)pairs : 0;
    status = rp_sim_set_start_forces(cell->sim, force[0], count, err);
    free(force);
    return status;
}

/* Between discs. */
static rp_status mean_force(const rp_cell *cell, double *mean, rp_error *err)
{
    const rp_contact *c;
    size_t count, pairs = 0;
    double sum = 0;
    rp_status status = rp_sim_contacts(cell->sim, &c, &count, err);
    for (size_t n = 0; n < count; n++)
        if (c[n].wall < 0) {
            sum += hypot(c[n].force[0], c[n].force[1]);
            pairs++;
        }
    *mean = pairs ? sum / (double)pairs : 0;
    return status;
}

/* ---- spread of solutions ---- */

/* Forces of all contacts, between discs a and b, or b - DISCS a wall, and the normals there. */
enum { PARTNERS = DISCS + 4 };
typedef struct forces {
    double f[DISCS][PARTNERS][2];
} forces;
typedef struct solutions {
    forces run[RUNS];
    double normal[DISCS][PARTNERS][2];
} solutions;

static rp_status add_solution(const rp_cell *cell, int run, solutions *s, rp_error *err)
{
    const rp_contact *c;
    size_t count;
    rp_status status = rp_sim_contacts(cell->sim, &c, &count, err);
    for (size_t n = 0; n < count; n++)
        for (int k = 0; k < 2; k++) {
            int b = c[n].wall < 0 ? (int)c[n].b : DISCS + c[n].wall;
            s->run[run].f[c[n].a][b][k] = c[n].force[k];
            s->normal[c[n].a][b][k] = c[n].normal[k];
        }
    return status;
}

/* Root mean square deviation of a contact's force from its mean over the runs, between discs. */
static double deviation(const solutions *s)
{
    double total = 0, active = 0;
    for (int a = 0; a < DISCS; a++)
        for (int b = 0; b < DISCS; b++) {
            double sum[2] = {0}, square = 0;
            for (int n = 0; n < RUNS; n++)
                for (int k = 0; k < 2; k++) {
                    sum[k] += s->run[n].f[a][b][k] / RUNS;
                    square += pow(s->run[n].f[a][b][k], 2) / RUNS;
                }
            total += fmax(0, square - sum[0] * sum[0] - sum[1] * sum[1]);
            active += square > 0;
        }
    return sqrt(total / active);
}

/* H d for the difference d of the first two solutions, over d: forces and torques (over the radius) on discs. */
static double imbalance(const solutions *s)
{
    static double load[DISCS][3];
    double difference = 0, left = 0;
    memset(load, 0, sizeof load);
    for (int a = 0; a < DISCS; a++)
        for (int b = 0; b < PARTNERS; b++) {
            const double *n = s->normal[a][b], x = s->run[0].f[a][b][0] - s->run[1].f[a][b][0],
                         y = s->run[0].f[a][b][1] - s->run[1].f[a][b][1], lever = n[0] * y - n[1] * x;
            const double on_a[3] = {x, y, -lever}, on_b[3] = {-x, -y, -lever};
            for (int k = 0; k < 3; k++) load[a][k] += on_a[k];
            for (int k = 0; k < 3 && b < DISCS; k++) load[b][k] += on_b[k];
            difference += x * x + y * y;
        }
    for (int a = 0; a < DISCS; a++)
        for (int k = 0; k < 3; k++) left += load[a][k] * load[a][k];
    return sqrt(left / difference);
}

/* In units of the mean force. */
static rp_status spread(rp_cell *cell, double tolerance, int random_start, double mean, solutions *s, double *result,
                        rp_error *err)
{
    double before;
    rp_status status = RP_OK;
    memset(s, 0, sizeof *s);
    for (unsigned run = 1; run <= RUNS && !status; run++) {
        status = rp_cell_again(cell, (rp_cell_stop){"coulomb-residual", tolerance, MOST}, run, err);
        if (status) break;
        status = random_start ? random_forces(cell, mean, run, &before, err)
                              : rp_sim_set_start_forces(cell->sim, NULL, 0, err);
        if (!status) status = rp_sim_step(cell->sim, 1, err);
        if (!status) status = add_solution(cell, (int)run - 1, s, err);
    }
    *result = deviation(s) / mean;
    return status;
}

/* ---- null space ---- */

/* Rank by elimination with the largest pivot of all; m is row by row and destroyed. */
static int rank_of(double *m, int rows, int columns)
{
    int rank = 0;
    for (; rank < rows && rank < columns; rank++) {
        int at = rank, across = rank;
        for (int i = rank; i < rows; i++)
            for (int j = rank; j < columns; j++)
                if (fabs(m[i * columns + j]) > fabs(m[at * columns + across])) {
                    at = i;
                    across = j;
                }

        if (fabs(m[at * columns + across]) < 1e-9) break; /* entries are of order 1 */
        for (int j = 0; j < columns; j++) {
            double x = m[rank * columns + j];
            m[rank * columns + j] = m[at * columns + j];
            m[at * columns + j] = x;
        }
        for (int i = 0; i < rows; i++) {
            double x = m[i * columns + rank];
            m[i * columns + rank] = m[i * columns + across];
            m[i * columns + across] = x;
        }
        for (int i = rank + 1; i < rows; i++) {
            double factor = m[i * columns + rank] / m[rank * columns + rank];
            for (int j = rank; j < columns && factor != 0; j++) m[i * columns + j] -= factor * m[rank * columns + j];
        }
    }
    return rank;
}

/* Column of a unit force along (x, y) on disc a at its contact, and the opposite on b or on a pressed wall. */
static void put(double *m, int columns, int column, const rp_contact *v, double x, double y, int discs)
{
    double lever = v->normal[0] * y - v->normal[1] * x; /* torque over radius: -e x f on both */
    int a = (int)v->a;
    m[(3 * a) * columns + column] = x;
    m[(3 * a + 1) * columns + column] = y;
    m[(3 * a + 2) * columns + column] = -lever;
    if (v->b >= 0) {
        int b = (int)v->b;
        m[(3 * b) * columns + column] = -x;
        m[(3 * b + 1) * columns + column] = -y;
        m[(3 * b + 2) * columns + column] = -lever;
    } else if (v->wall == RP_CELL_RIGHT) m[(3 * discs) * columns + column] = -x; /* moves along x */
    else if (v->wall == RP_CELL_TOP) m[(3 * discs + 1) * columns + column] = -y;
}

typedef struct null_count {
    int unknowns, equations, dimension;
} null_count; /* 2 N_c; 3 N_p and one for each pressed wall; 2 N_c - rank H */

/* H of these contacts: its null space. */
static rp_status null_of(const rp_contact *list, int count, int discs, const int *contacts, null_count *null,
                         rp_error *err)
{
    int rows = 3 * discs + 2, columns = 2 * count, carrying = 0;
    double *m = calloc((size_t)rows * (size_t)columns + 1, sizeof *m);
    if (!m) return rp_trial_memory("the matrix H", err);
    for (int n = 0; n < count; n++) {
        const rp_contact *c = &list[n];
        put(m, columns, 2 * n, c, c->normal[0], c->normal[1], discs);
        put(m, columns, 2 * n + 1, c, -c->normal[1], c->normal[0], discs);
    }
    for (int i = 0; i < discs; i++) carrying += contacts[i] > 0;
    *null = (null_count){columns, 3 * carrying + 2, columns - rank_of(m, rows, columns)};
    free(m);
    return RP_OK;
}

/* Self-equilibrated forces of the contacts that carry. */
static rp_status null_space(rp_cell *cell, null_count *null, rp_error *err)
{
    const rp_contact *all;
    size_t count;
    int contacts[DISCS];
    rp_status status = rp_sim_contacts(cell->sim, &all, &count, err);
    if (status) return status;
    rp_contact *list = calloc(count + 1, sizeof *list);
    if (!list) return rp_trial_memory("the contacts", err);
    memcpy(list, all, count * sizeof *list);
    rp_network_carry(list, &count, contacts, DISCS);
    status = null_of(list, (int)count, DISCS, contacts, null, err);
    free(list);
    return status;
}

/* ---- the paper's search ---- */

/* Mean force that is left of random ones when nothing presses, over that at the start; walls free or held. */
static rp_status left_over(rp_cell *cell, double mean, int held, double *left, rp_error *err)
{
    double before = 0, after = 0;
    const double mass = cell->mass;
    if (held) cell->mass = RP_CELL_HELD;
    rp_status status = rp_cell_again(cell, rp_cell_sweeps(20000), 1, err);
    cell->mass = mass;
    if (!status) status = random_forces(cell, mean, 1, &before, err);
    if (!status) status = rp_sim_wall_set_load(cell->sim, RP_CELL_RIGHT, 0, err);
    if (!status) status = rp_sim_wall_set_load(cell->sim, RP_CELL_TOP, 0, err);
    if (!status) status = rp_sim_step(cell->sim, 1, err);
    if (!status) status = mean_force(cell, &after, err);
    *left = after / before;
    return status;
}

typedef struct results {
    rp_sample forces[CASES], orders[CASES]; /* rms differences: random forces at the start; random orders alone */
    rp_sample steady, unbalanced;           /* difference at 1e-10 over that at 1e-6; H d over d */
    rp_sample free, held, dimension;        /* left without load; of the null space over 2 N_c */
    double off;                             /* largest distance of the dimension from 2 N_c - 3 N_p - 2 */
    solutions shown;                        /* of the first packing at 1e-10 */
    double mean;                            /* its mean force */
} results;

static rp_status compare(rp_cell *cell, double mean, int first, results *r, rp_error *err)
{
    static solutions s;
    double found[CASES] = {0}, order = 0;
    rp_status status = RP_OK;
    for (int k = 0; k < CASES && !status; k++) {
        status = spread(cell, precision[k], 0, mean, &s, &order, err);
        if (!status) status = spread(cell, precision[k], 1, mean, &s, &found[k], err);
        rp_sample_add(&r->forces[k], found[k]);
        rp_sample_add(&r->orders[k], order);
    }
    rp_sample_add(&r->steady, found[FINE] / found[COARSE]);
    rp_sample_add(&r->unbalanced, imbalance(&s));
    if (!first) return status;
    r->shown = s;
    r->mean = mean;
    return status;
}

static rp_status measure(unsigned seed, results *r, rp_error *err)
{
    rp_cell cell;
    double mean, left = NAN, held = NAN;
    null_count null = {0};
    rp_status status = rp_network_pack(&cell, DISCS, 0, seed, err);
    if (status) return status;
    status = rp_cell_again(&cell, (rp_cell_stop){"coulomb-residual", 1e-10, MOST}, seed, err);
    if (!status) status = rp_sim_step(cell.sim, 1, err);
    if (!status) status = mean_force(&cell, &mean, err);
    if (!status) status = null_space(&cell, &null, err);
    if (!status) status = compare(&cell, mean, seed == 1, r, err);
    if (!status) status = left_over(&cell, mean, 0, &left, err);
    if (!status) status = left_over(&cell, mean, 1, &held, err);
    rp_sample_add(&r->free, left);
    rp_sample_add(&r->held, held);
    rp_sample_add(&r->dimension, (double)null.dimension / null.unknowns);
    r->off = fmax(r->off, abs(null.dimension - (null.unknowns - null.equations)));
    rp_cell_close(&cell);
    return status;
}

static void draw_differences(rp_plot *plot, const results *r)
{
    double starts[CASES], orders[CASES], force_bar[CASES], order_bar[CASES];
    for (int k = 0; k < CASES; k++) {
        starts[k] = rp_sample_mean(&r->forces[k]);
        orders[k] = rp_sample_mean(&r->orders[k]);
        force_bar[k] = rp_sample_error(&r->forces[k]);
        order_bar[k] = rp_sample_error(&r->orders[k]);
    }
    char title[100];
    snprintf(title, sizeof title, "Solutions differ at any precision; null space of H: %.2f of 2 N_{c}",
             rp_sample_mean(&r->dimension));
    rp_plot_axes(plot, 0, title, "precision (Coulomb residual)", "rms difference of a force / mean force");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_curve(plot, 0, precision, starts, CASES,
                  &(rp_plot_style){.label = "random forces at the start",
                                   .marker = RP_MARKER_DISC,
                                   .line = RP_LINE_SOLID,
                                   .error_y = force_bar});
    rp_plot_curve(plot, 0, precision, orders, CASES,
                  &(rp_plot_style){.label = "no forces at the start, random orders",
                                   .marker = RP_MARKER_SQUARE,
                                   .line = RP_LINE_SOLID,
                                   .error_y = order_bar});
    rp_plot_curve(
        plot, 0, precision, precision, CASES,
        &(rp_plot_style){.label = "the paper: below the precision", .color = RP_PLOT_GREY, .line = RP_LINE_DASHED});
}

/* Normal forces of two solutions, contact by contact. */
static void draw_pair(rp_plot *plot, const results *r)
{
    static double x[4 * DISCS], y[4 * DISCS];
    double end[2] = {0, 2.5};
    size_t count = 0;
    for (int a = 0; a < DISCS; a++)
        for (int b = 0; b < DISCS && count < 4 * DISCS; b++) {
            const double *n = r->shown.normal[a][b], *f = r->shown.run[0].f[a][b], *g = r->shown.run[1].f[a][b];
            if (n[0] == 0 && n[1] == 0) continue;
            x[count] = (f[0] * n[0] + f[1] * n[1]) / r->mean;
            y[count++] = (g[0] * n[0] + g[1] * n[1]) / r->mean;
        }
    rp_plot_axes(plot, 1, "Normal forces of two solutions, precision 10\xe2\x81\xbb\xc2\xb9\xe2\x81\xb0",
                 "first solution / mean force", "second solution / mean force");
    rp_plot_limits(plot, 1, 0, end[1], 0, end[1]);
    rp_plot_curve(plot, 1, x, y, count, &(rp_plot_style){.marker = RP_MARKER_DISC, .size = 0.5});
    rp_plot_curve(plot, 1, end, end, 2, &(rp_plot_style){.color = RP_PLOT_INK, .line = RP_LINE_DASHED});
}

static void add_numbers(rp_numbers *numbers, const results *r)
{
    rp_number_add(numbers, "dimension of the null space of H, largest distance from 2 N_c - 3 N_p - 2", r->off, 0, 0.5,
                  "[RadjaiRichefeu2009, Sec. 4]: at least 2 N_c - 3 N_p",
                  "a count: equal in a disordered packing; two pressed walls are bodies with one equation each");
    rp_number_add(numbers, "difference of solutions: H d over d at 1e-10", rp_sample_mean(&r->unbalanced), 0, 1e-6,
                  "closed form: two balanced solutions differ by a force of the null space",
                  "1e-10 of the mean force a contact, over a difference of some per cent");
    rp_number_add(numbers, "rms difference at 1e-10 over that at 1e-6, random forces at the start",
                  rp_sample_mean(&r->steady), 1, 0.01, "a run at another precision",
                  "1e-4 if the difference came from the precision; 1 if from the null space");
    rp_number_differs(numbers, "rms difference at 1e-10, random forces at the start", rp_sample_mean(&r->forces[FINE]),
                      0, 1e-10, "[RadjaiRichefeu2009, Sec. 5.2]: below the convergence criterion", 66);
    rp_number_differs(numbers, "rms difference at 1e-10, random orders", rp_sample_mean(&r->orders[FINE]), 0, 1e-10,
                      "[RadjaiRichefeu2009, Sec. 5.2]: below the convergence criterion", 66);
    rp_number_add(numbers, "left of random forces when nothing presses, walls free", rp_sample_mean(&r->free), 0, 1e-6,
                  "[RadjaiRichefeu2009, Sec. 5.2]: not found; closed form: the virial is 0",
                  "20000 sweeps, far more than the slowest mode of 200 discs lives");
    rp_number_differs(numbers, "left of random forces when nothing presses, walls held", rp_sample_mean(&r->held), 0,
                      1e-6, "[RadjaiRichefeu2009, Sec. 5.2]: self-equilibrated solutions can not be found", 66);
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static results r;
    rp_status status = RP_OK;
    r = (results){0};
    for (unsigned seed = 1; seed <= PACKINGS && !status; seed++) status = measure(seed, &r, err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 2, 1700, 800);
    rp_plot_title(plot, "Forces of 200 rigid discs with friction are not unique [RadjaiRichefeu2009, Sec. 5.2]");
    draw_differences(plot, &r);
    draw_pair(plot, &r);
    add_numbers(numbers, &r);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_sec52 = {"radjairichefeu2009-sec52",
                                                      "how far solutions of one problem differ", run, NULL};
