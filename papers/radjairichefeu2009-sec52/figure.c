/* [RadjaiRichefeu2009, Sec. 5.2]: is the solution unique? One problem, 200 discs under stress, solved from random
 * forces and in random orders: how far the solutions differ, against the precision asked for. The null space of H
 * (self-equilibrated forces) has the dimension 2 N_c - rank H. Beside it the paper's search: no external forces, no
 * velocities, random forces to start from; what is left of them? */
#include <math.h>
#include "base/memory.h"
#include "base/random.h"
#include "cell.h"
#include "figure.h"

#define DISCS 200
#define FRICTION 0.5
#define RUNS 8
#define MOST 100000

static const double precision[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
enum { CASES = sizeof precision / sizeof *precision };

/* ---- forces to start from ---- */

/* Contact n of a table: normal force uniform in [0, 2) of `mean`, tangential force within Coulomb's bound. */
static void random_force(double *f, rp_vec e, double mean, rp_random *r)
{
    double fn = rp_random_range(r, 0, 2 * mean), ft = rp_random_range(r, -FRICTION, FRICTION) * fn;
    f[0] = fn * e.x - ft * e.y;
    f[1] = fn * e.y + ft * e.x;
    f[2] = 0;
}

static void random_forces(rp_cell *cell, double mean, unsigned seed)
{
    rp_world *w = cell->trial.world;
    rp_contacts *c = &w->contacts;
    rp_random r = rp_random_stream(seed, RP_RANDOM_TEST, 0, 0);
    for (size_t n = 0; n < c->pairs.count; n++) {
        if (!c->pairs.active[n]) continue;
        rp_vec branch = rp_vec_sub(rp_particle_position(&w->particles, rp_pair_a(c->pair[n])),
                                   rp_particle_position(&w->particles, rp_pair_b(c->pair[n])));
        random_force(c->pairs.value + n * (size_t)c->width, rp_vec_scale(1 / rp_vec_norm(branch), branch), mean, &r);
    }
    for (size_t n = 0; n < c->wall_pairs.count; n++) {
        rp_vec e;
        if (!c->wall_pairs.active[n]) continue;
        rp_wall_distance(&w->wall[c->wall_pair[n].wall], c->wall_pair[n].face,
                         rp_particle_position(&w->particles, c->wall_pair[n].a), &e);
        random_force(c->wall_pairs.value + n * (size_t)c->width, e, mean, &r);
    }
}

static double mean_force(const rp_cell *cell)
{
    const rp_contacts *c = &cell->trial.world->contacts;
    double sum = 0, count = 0;
    for (size_t n = 0; n < c->pairs.count; n++)
        if (c->pairs.active[n]) {
            sum += hypot(c->pairs.value[n * (size_t)c->width], c->pairs.value[n * (size_t)c->width + 1]);
            count++;
        }

    return count > 0 ? sum / count : 0;
}

/* ---- spread of solutions ---- */

/* Deviation of a contact's force from its mean over the runs, root mean square over contacts, in units of the mean
 * force. */
static rp_status spread(rp_cell *cell, double tolerance, int random_start, double mean, double *result, rp_error *err)
{
    rp_world *w = cell->trial.world;
    rp_cd_options options = rp_cell_criterion(RP_CD_COULOMB_RESIDUAL, tolerance, MOST);
    size_t count = 0;
    double *sum = NULL, *square = NULL, total = 0, live = 0;
    rp_status status = RP_OK;
    for (unsigned run = 1; run <= RUNS && !status; run++) {
        status = rp_cell_again(cell, &options, run, err);
        if (status) break;
        if (random_start) random_forces(cell, mean, run);
        else rp_trial_forget(&cell->trial);
        status = rp_trial_step(&cell->trial, err);
        if (!sum) {
            count = 2 * w->contacts.pairs.count;
            sum = rp_memory_alloc(count, sizeof *sum);
            square = rp_memory_alloc(count, sizeof *square);
        }

        if (!sum || !square) status = rp_memory_error(err, 2 * count * sizeof *sum, "sums over solutions");
        for (size_t n = 0; n < count && !status; n++) {
            double f = w->contacts.pairs.value[n / 2 * (size_t)w->contacts.width + n % 2];
            sum[n] += f / RUNS;
            square[n] += f * f / RUNS;
        }
    }
    for (size_t n = 0; n < count && !status; n++) {
        total += fmax(0, square[n] - sum[n] * sum[n]);
        live += 0.5 * (square[n] > 0);
    }

    rp_memory_free(sum);
    rp_memory_free(square);
    *result = sqrt(total / live) / mean;
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
static void put(double *m, int columns, int column, const rp_contact_view *v, double x, double y, int discs)
{
    double lever = v->normal.x * y - v->normal.y * x; /* torque over radius: -e x f on both */
    int a = (int)v->a;
    m[(3 * a) * columns + column] = x;
    m[(3 * a + 1) * columns + column] = y;
    m[(3 * a + 2) * columns + column] = -lever;
    if (v->b >= 0) {
        int b = (int)v->b;
        m[(3 * b) * columns + column] = -x;
        m[(3 * b + 1) * columns + column] = -y;
        m[(3 * b + 2) * columns + column] = -lever;
    } else if (v->b == -3) m[(3 * discs) * columns + column] = -x; /* right wall: moves along x */
    else if (v->b == -4) m[(3 * discs + 1) * columns + column] = -y;
}

typedef struct null_count {
    int unknowns, equations, dimension;
} null_count; /* 2 N_c; 3 N_p and one for each pressed wall; 2 N_c - rank H */

/* Contacts of each disc, once those with a loose one are gone: a single contact carries nothing in the end. Contacts
 * that carry come first, *count of them. */
static void carry(rp_contact_list *list, int discs, int *contacts, size_t *count)
{
    for (size_t before = list->count + 1; before > *count;) {
        before = *count;
        for (int i = 0; i < discs; i++) contacts[i] = 0;
        for (size_t n = 0; n < *count; n++) {
            contacts[list->view[n].a]++;
            list->view[n].b >= 0 ? contacts[list->view[n].b]++ : 0;
        }

        size_t kept = 0;
        for (size_t n = 0; n < *count; n++) {
            rp_contact_view v = list->view[n];
            if (v.fn > 0 && contacts[v.a] > 1 && (v.b < 0 || contacts[v.b] > 1)) list->view[kept++] = v;
        }
        *count = kept;
    }
}

/* Self-equilibrated forces of the contacts that carry. */
static rp_status null_space(rp_cell *cell, null_count *null, rp_error *err)
{
    rp_contact_list list = {0};
    rp_status status = cell->trial.method->contacts(cell->trial.world, &list, err);
    if (status) return status;
    int discs = (int)cell->trial.world->particles.count, rows = 3 * discs + 2,
        *contacts = rp_memory_alloc((size_t)discs, sizeof *contacts), carrying = 0;
    size_t count = list.count;
    if (contacts) carry(&list, discs, contacts, &count);
    int columns = 2 * (int)count;
    double *m = contacts ? rp_memory_alloc((size_t)rows * (size_t)columns, sizeof *m) : NULL;
    if (m) {
        for (int n = 0; n < (int)count; n++) {
            const rp_contact_view *v = &list.view[n];
            put(m, columns, 2 * n, v, v->normal.x, v->normal.y, discs);
            put(m, columns, 2 * n + 1, v, -v->normal.y, v->normal.x, discs);
        }
        for (int i = 0; i < discs; i++) carrying += contacts[i] > 0;
        *null = (null_count){columns, 3 * carrying + 2, columns - rank_of(m, rows, columns)};
    } else status = rp_memory_error(err, (size_t)rows * (size_t)columns * sizeof *m, "the matrix H");
    rp_memory_free(m);
    rp_memory_free(contacts);
    rp_memory_free(list.view);
    return status;
}

/* ---- the paper's search ---- */

/* Mean force that is left of random ones when nothing presses, over that at the start. */
static rp_status left_over(rp_cell *cell, double mean, double *left, rp_error *err)
{
    rp_cd_options options = rp_cell_sweeps(20000);
    rp_wall *wall = cell->trial.world->wall;
    rp_status status = rp_cell_again(cell, &options, 1, err);
    if (status) return status;
    random_forces(cell, mean, 1);
    double load[2] = {wall[2].load, wall[3].load}, before = mean_force(cell);
    wall[2].load = wall[3].load = 0;
    status = rp_trial_step(&cell->trial, err);
    wall[2].load = load[0];
    wall[3].load = load[1];
    *left = mean_force(cell) / before;
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_cell cell;
    double forces[CASES], orders[CASES], left = 0;
    null_count null = {1, 0, 0};
    rp_status status = rp_cell_pack(
        &cell,
        &(rp_cell_setup){
            .discs = DISCS, .friction = FRICTION, .biaxial = 1, .seed = 1, .stepping = RP_CD_MIDPOINT, .rest = 1e-6},
        err);
    if (status) return status;
    double mean = mean_force(&cell);
    status = null_space(&cell, &null, err);
    for (int k = 0; k < CASES && !status; k++) {
        status = spread(&cell, precision[k], 1, mean, &forces[k], err);
        if (!status) status = spread(&cell, precision[k], 0, mean, &orders[k], err);
    }
    if (!status) status = left_over(&cell, mean, &left, err);
    rp_cell_close(&cell);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 1, 1000, 800);
    rp_plot_axes(plot, 0, "Solutions of one problem differ by [RadjaiRichefeu2009, Sec. 5.2]",
                 "precision (Coulomb residual)", "rms difference of a force / mean force");
    rp_plot_log(plot, 0, 1, 1);
    rp_plot_curve(
        plot, 0, precision, forces, CASES,
        &(rp_plot_style){.label = "random forces at the start", .marker = RP_MARKER_CIRCLE, .line = RP_LINE_SOLID});
    rp_plot_curve(plot, 0, precision, orders, CASES,
                  &(rp_plot_style){.label = "no forces at the start, random orders",
                                   .marker = RP_MARKER_SQUARE,
                                   .line = RP_LINE_SOLID});
    rp_number_add(numbers, "dimension of the null space of H, less 2 N_c - 3 N_p - 2",
                  null.dimension - (null.unknowns - null.equations), 0, 0.5,
                  "[RadjaiRichefeu2009, Sec. 4]: at least 2 N_c - 3 N_p",
                  "a count: equal in a disordered packing; two pressed walls are bodies with one equation each");
    rp_number_add(numbers, "dimension of the null space of H over its columns", (double)null.dimension / null.unknowns,
                  0.125, 0.125, "[RadjaiRichefeu2009, Sec. 5.2]: the degree of indeterminacy may be high",
                  "1 - 3 / z for a coordination z between 3 (isostatic with friction) and 4 (without)");
    rp_number_add(
        numbers, "rms difference at 1e-6, random forces at the start", forces[CASES - 1], 0, 0.32,
        "[RadjaiRichefeu2009, Sec. 5.2]: no significant force variability",
        "forces vary by about their mean from contact to contact: a tenth of that variance is not significant");
    rp_number_add(numbers, "rms difference at 1e-6, random orders", orders[CASES - 1], 0, 0.32,
                  "[RadjaiRichefeu2009, Sec. 5.2]: no significant force variability", "likewise");
    rp_number_add(numbers, "rms difference at 1e-6 over that at 1e-1, random orders", orders[CASES - 1] / orders[0],
                  0.5, 0.5, "[RadjaiRichefeu2009, Sec. 5.2]: attributed to the lack of precision",
                  "they fall, so the ratio is below 1; to nothing they do not, since the null space is not empty");
    rp_number_add(
        numbers, "left of random forces when nothing presses", left, 0, 1e-6,
        "[RadjaiRichefeu2009, Sec. 5.2]: self-equilibrated solutions cannot be found",
        "20000 sweeps, far more than the slowest mode of 200 discs lives: below any precision asked for here");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_sec52 = {"radjairichefeu2009-sec52",
                                                      "how far solutions of one problem differ", run};
