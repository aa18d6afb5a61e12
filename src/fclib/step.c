/* A step's contacts as a problem of the local form: W = sum over bodies of J K J^T, q = J free + bias - W pull. The
 * local form has room for bodies that some directions hold fixed, whose mass matrix has no inverse. */
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "fclib/problem.h"

/* Sides of contacts, by body: 2 contact + side. */
typedef struct sides {
    size_t *start;
    uint32_t *item;
} sides;

static int sides_make(const rp_step_problem *s, sides *to)
{
    to->start = rp_memory_alloc(s->body_count + 2, sizeof *to->start);
    to->item = rp_memory_alloc(2 * s->contact_count, sizeof *to->item);
    if (!to->start || !to->item) return 0;
    size_t *next = to->start + 1; /* ends as the starts */
    for (size_t n = 0; n < 2 * s->contact_count; n++)
        if (s->contact[n / 2].body[n % 2] != RP_STEP_FIXED) next[s->contact[n / 2].body[n % 2] + 1]++;
    for (size_t i = 0; i < s->body_count; i++) next[i + 1] += next[i];
    for (uint32_t n = 0; n < 2 * s->contact_count; n++)
        if (s->contact[n / 2].body[n % 2] != RP_STEP_FIXED) to->item[next[s->contact[n / 2].body[n % 2]]++] = n;
    return 1;
}

/* K J of one row. */
static void response(const rp_step_body *body, const double J[6], double to[6])
{
    for (int i = 0; i < 3; i++) {
        to[i] = body->k[i][0] * J[0] + body->k[i][1] * J[1] + body->k[i][2] * J[2];
        to[3 + i] = body->r[i][0] * J[3] + body->r[i][1] * J[4] + body->r[i][2] * J[5];
    }
}

static double product(const double a[6], const double b[6])
{
    double sum = 0;
    for (int i = 0; i < 6; i++) sum += a[i] * b[i];
    return sum;
}

typedef struct entries {
    uint32_t *row, *column;
    double *value;
    size_t count;
} entries;

static void add_side(const rp_step_problem *s, const sides *by, size_t n, entries *e)
{
    const rp_step_contact *c = &s->contact[n / 2];
    const uint32_t body = c->body[n % 2], rows = (uint32_t)s->rows;
    for (uint32_t i = 0; i < rows && body != RP_STEP_FIXED; i++) {
        double g[6];
        response(&s->body[body], c->J[n % 2][i], g);
        for (size_t k = by->start[body]; k < by->start[body + 1]; k++)
            for (uint32_t j = 0; j < rows; j++) {
                const uint32_t other = by->item[k];
                e->row[e->count] = (uint32_t)(n / 2) * rows + i;
                e->column[e->count] = other / 2 * rows + j;
                e->value[e->count++] = product(g, s->contact[other / 2].J[other % 2][j]);
            }
    }
}

static rp_status make_W(const rp_step_problem *s, const sides *by, rp_sparse *W, rp_error *err)
{
    size_t most = 0;
    const size_t rows = (size_t)s->rows;
    for (size_t i = 0; i < s->body_count; i++) {
        const size_t count = by->start[i + 1] - by->start[i];
        most += count * count * rows * rows;
    }
    entries e = {rp_memory_alloc(most, sizeof *e.row), rp_memory_alloc(most, sizeof *e.column),
                 rp_memory_alloc(most, sizeof *e.value), 0};
    int good = e.row && e.column && e.value;
    for (size_t n = 0; n < 2 * s->contact_count && good; n++) add_side(s, by, n, &e);
    rp_status status = good ? rp_sparse_make(W, rows * s->contact_count, rows * s->contact_count, e.count, e.row,
                                             e.column, e.value, err)
                            : rp_memory_error(err, most * sizeof *e.value, "the matrix of a step");
    rp_memory_free(e.row);
    rp_memory_free(e.column);
    rp_memory_free(e.value);
    return status;
}

static rp_status alloc_vectors(rp_fclib *p, rp_error *err)
{
    const size_t rows = p->contacts * (size_t)p->block;
    p->q = rp_memory_alloc(rows, sizeof(double));
    p->r = rp_memory_alloc(rows, sizeof(double));
    p->u = rp_memory_alloc(rows, sizeof(double));
    p->mu = rp_memory_alloc(p->contacts, sizeof(double));
    p->mu_r = rp_memory_alloc(p->contacts, sizeof(double));
    if (p->q && p->r && p->u && p->mu && p->mu_r) return RP_OK;
    return rp_memory_error(err, 3 * rows * sizeof(double), "the vectors of a step");
}

/* q by u = W r + q: first with r the impulses of adhesion, which are taken out of it, then with those of the step. */
static void fill_vectors(const rp_step_problem *s, rp_fclib *p)
{
    const size_t b = (size_t)p->block;
    for (size_t c = 0; c < p->contacts; c++) p->r[c * b] = s->contact[c].pull;
    rp_sparse_times(&p->W, p->r, p->q);
    for (size_t c = 0; c < p->contacts; c++) {
        const rp_step_contact *k = &s->contact[c];
        for (size_t i = 0; i < b; i++) {
            double u = k->bias[i];
            for (int side = 0; side < 2; side++)
                if (k->body[side] != RP_STEP_FIXED) u += product(k->J[side][i], s->body[k->body[side]].free);
            p->q[c * b + i] = u - p->q[c * b + i];
            p->r[c * b + i] = s->solved ? k->p[i] + (i == 0 ? k->pull : 0) : 0;
        }
        p->mu[c] = k->mu;
        p->mu_r[c] = k->mu_r;
    }
    rp_fclib_velocities(p);
}

rp_status rp_fclib_make_step(const rp_step_problem *s, const char *title, rp_fclib **problem, rp_error *err)
{
    sides by = {0};
    rp_fclib *p = *problem = rp_memory_alloc(1, sizeof *p);
    if (!p) return rp_memory_error(err, sizeof *p, "the problem of a step");
    p->dimension = s->dimension;
    p->block = s->rows;
    p->rolling = s->rows == 5;
    p->contacts = s->contact_count;
    snprintf(p->title, sizeof p->title, "%s", title);
    rp_status status = sides_make(s, &by) ? alloc_vectors(p, err)
                                          : rp_memory_error(err, s->contact_count * 8, "the contacts of bodies");
    if (!status) status = make_W(s, &by, &p->W, err);
    if (!status) fill_vectors(s, p);
    rp_memory_free(by.start);
    rp_memory_free(by.item);
    return status;
}
