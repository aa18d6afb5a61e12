/* [RadjaiRichefeu2009, Sec. 5.2]: is the solution unique? One problem, 200 discs under stress, solved from random
 * forces and in random orders: how far the solutions differ, against the given precision. The null space of H
 * (self-equilibrated forces) has the dimension 2 N_c - rank H. Beside it the paper's search: no external forces, no
 * velocities, random forces to start from; what is left of them? */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cell.h"
#include "figure.h"
#include "repose/random.h"

#define DISCS 200
#define FRICTION 0.5
#define RUNS 8
#define MOST 100000

static const double precision[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
enum { CASES = sizeof precision / sizeof *precision };

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

/* Mean and mean square over the runs of the forces between discs a and b, along x and y. */
typedef struct solutions {
    double sum[DISCS][DISCS][2], square[DISCS][DISCS][2];
} solutions;

static rp_status add_solution(const rp_cell *cell, solutions *s, rp_error *err)
{
    const rp_contact *c;
    size_t count;
    rp_status status = rp_sim_contacts(cell->sim, &c, &count, err);
    for (size_t n = 0; n < count; n++)
        for (int k = 0; k < 2 && c[n].wall < 0; k++) {
            s->sum[c[n].a][c[n].b][k] += c[n].force[k] / RUNS;
            s->square[c[n].a][c[n].b][k] += c[n].force[k] * c[n].force[k] / RUNS;
        }
    return status;
}

/* Root mean square deviation of a contact's force from its mean over the runs. */
static double deviation(const solutions *s)
{
    const double *sum = &s->sum[0][0][0], *square = &s->square[0][0][0];
    double total = 0, active = 0;
    for (size_t n = 0; n < 2 * DISCS * DISCS; n++) {
        total += fmax(0, square[n] - sum[n] * sum[n]);
        active += 0.5 * (square[n] > 0);
    }
    return sqrt(total / active);
}

/* In units of the mean force. */
static rp_status spread(rp_cell *cell, double tolerance, int random_start, double mean, double *result, rp_error *err)
{
    static solutions s;
    double before;
    rp_status status = RP_OK;
    memset(&s, 0, sizeof s);
    for (unsigned run = 1; run <= RUNS && !status; run++) {
        status = rp_cell_again(cell, (rp_cell_stop){"coulomb-residual", tolerance, MOST}, run, err);
        if (status) break;
        status = random_start ? random_forces(cell, mean, run, &before, err)
                              : rp_sim_set_start_forces(cell->sim, NULL, 0, err);
        if (!status) status = rp_sim_step(cell->sim, 1, err);
        if (!status) status = add_solution(cell, &s, err);
    }
    *result = deviation(&s) / mean;
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

/* Contacts of each disc, once those with a loose one are gone: a single contact carries nothing in the end. Contacts
 * that carry come first, *count of them. */
static void carry(rp_contact *list, int discs, int *contacts, size_t *count)
{
    for (size_t before = *count + 1; before > *count;) {
        before = *count;
        for (int i = 0; i < discs; i++) contacts[i] = 0;
        for (size_t n = 0; n < *count; n++) {
            contacts[list[n].a]++;
            if (list[n].wall < 0) contacts[list[n].b]++;
        }

        size_t kept = 0;
        for (size_t n = 0; n < *count; n++) {
            rp_contact c = list[n];
            if (c.normal_force > 0 && contacts[c.a] > 1 && (c.wall >= 0 || contacts[c.b] > 1)) list[kept++] = c;
        }
        *count = kept;
    }
}

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
    carry(list, DISCS, contacts, &count);
    status = null_of(list, (int)count, DISCS, contacts, null, err);
    free(list);
    return status;
}

/* ---- the paper's search ---- */

/* Mean force that is left of random ones when nothing presses, over that at the start. */
static rp_status left_over(rp_cell *cell, double mean, double *left, rp_error *err)
{
    double before = 0, after = 0;
    rp_status status = rp_cell_again(cell, rp_cell_sweeps(20000), 1, err);
    if (!status) status = random_forces(cell, mean, 1, &before, err);
    if (!status) status = rp_sim_wall_set_load(cell->sim, RP_CELL_RIGHT, 0, err);
    if (!status) status = rp_sim_wall_set_load(cell->sim, RP_CELL_TOP, 0, err);
    if (!status) status = rp_sim_step(cell->sim, 1, err);
    if (!status) status = mean_force(cell, &after, err);
    *left = after / before;
    return status;
}

typedef struct results {
    double forces[CASES], orders[CASES]; /* rms differences: random forces at the start; random orders alone */
    double left;
    null_count null;
} results;

static rp_status measure(results *r, rp_error *err)
{
    rp_cell cell;
    double mean;
    rp_status status = rp_cell_pack(
        &cell,
        &(rp_cell_setup){
            .discs = DISCS, .friction = FRICTION, .biaxial = 1, .seed = 1, .stepping = "midpoint", .rest = 1e-6},
        err);
    if (status) return status;
    status = mean_force(&cell, &mean, err);
    if (!status) status = null_space(&cell, &r->null, err);
    for (int k = 0; k < CASES && !status; k++) {
        status = spread(&cell, precision[k], 1, mean, &r->forces[k], err);
        if (!status) status = spread(&cell, precision[k], 0, mean, &r->orders[k], err);
    }
    if (!status) status = left_over(&cell, mean, &r->left, err);
    rp_cell_close(&cell);
    return status;
}

static void draw(rp_plot *plot, const results *r)
{
    rp_plot_axes(plot, 0, "Solutions of one problem differ by [RadjaiRichefeu2009, Sec. 5.2]",
                 "precision (Coulomb residual)", "rms difference of a force / mean force");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_curve(
        plot, 0, precision, r->forces, CASES,
        &(rp_plot_style){.label = "random forces at the start", .marker = RP_MARKER_CIRCLE, .line = RP_LINE_SOLID});
    rp_plot_curve(plot, 0, precision, r->orders, CASES,
                  &(rp_plot_style){.label = "no forces at the start, random orders",
                                   .marker = RP_MARKER_SQUARE,
                                   .line = RP_LINE_SOLID});
}

static void add_numbers(rp_numbers *numbers, const results *r)
{
    rp_number_add(numbers, "dimension of the null space of H, less 2 N_c - 3 N_p - 2",
                  r->null.dimension - (r->null.unknowns - r->null.equations), 0, 0.5,
                  "[RadjaiRichefeu2009, Sec. 4]: at least 2 N_c - 3 N_p",
                  "a count: equal in a disordered packing; two pressed walls are bodies with one equation each");
    rp_number_add(numbers, "dimension of the null space of H over its columns",
                  (double)r->null.dimension / r->null.unknowns, 0.125, 0.125,
                  "[RadjaiRichefeu2009, Sec. 5.2]: the degree of indeterminacy may be high",
                  "1 - 3 / z for a coordination z between 3 (isostatic with friction) and 4 (without)");
    rp_number_add(
        numbers, "rms difference at 1e-6, random forces at the start", r->forces[CASES - 1], 0, 0.32,
        "[RadjaiRichefeu2009, Sec. 5.2]: no significant force variability",
        "forces vary by about their mean from contact to contact: a tenth of that variance is not significant");
    rp_number_add(numbers, "rms difference at 1e-6, random orders", r->orders[CASES - 1], 0, 0.32,
                  "[RadjaiRichefeu2009, Sec. 5.2]: no significant force variability", "likewise");
    rp_number_add(numbers, "rms difference at 1e-6 over that at 1e-1, random orders",
                  r->orders[CASES - 1] / r->orders[0], 0.5, 0.5,
                  "[RadjaiRichefeu2009, Sec. 5.2]: attributed to the lack of precision",
                  "they fall, so the ratio is below 1; to nothing they do not, since the null space is not empty");
    rp_number_add(numbers, "left of random forces when nothing presses", r->left, 0, 1e-6,
                  "[RadjaiRichefeu2009, Sec. 5.2]: self-equilibrated solutions cannot be found",
                  "20000 sweeps, far more than the slowest mode of 200 discs lives: below every precision used here");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    results r;
    rp_status status = measure(&r, err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 1, 1000, 800);
    draw(plot, &r);
    add_numbers(numbers, &r);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_sec52 = {"radjairichefeu2009-sec52",
                                                      "how far solutions of one problem differ", run};
