/* The Delassus operator, cut into islands; see island.h. In the global form W = Y^T D^-1 Y with Y = L^-1 P H and
 * M = P^T L D L^T P: columns of Y are sparse where M is one block a body. */
#include "fclib/island.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"

/* ---- W of the global form ---- */

typedef struct triplets {
    uint32_t *row, *column;
    double *value;
    size_t count, row_capacity, column_capacity, value_capacity;
} triplets;

static int triplets_reserve(triplets *t, size_t need)
{
    return rp_memory_reserve(&t->row, &t->row_capacity, need, sizeof *t->row)
           && rp_memory_reserve(&t->column, &t->column_capacity, need, sizeof *t->column)
           && rp_memory_reserve(&t->value, &t->value_capacity, need, sizeof *t->value);
}

static void triplets_free(triplets *t)
{
    rp_memory_free(t->row);
    rp_memory_free(t->column);
    rp_memory_free(t->value);
}

/* Y^T by rows of contacts' directions. */
static rp_status forward_all(const rp_fclib *p, rp_sparse *y, rp_error *err)
{
    rp_ldl f = p->factors; /* its work arrays are used one caller at a time */
    const size_t rows = p->M.rows;
    triplets t = {0};
    uint32_t *index = rp_memory_alloc(rows, sizeof *index);
    double *value = rp_memory_alloc(rows, sizeof *value);
    int good = index && value;
    if (good) memset(f.mark, 0, rows * sizeof *f.mark);
    for (size_t c = 0; c < p->Ht.rows && good; c++) {
        const size_t first = p->Ht.start[c];
        const size_t found = rp_ldl_forward(&f, p->Ht.column + first, p->Ht.value + first, p->Ht.start[c + 1] - first,
                                            index, value);
        good = triplets_reserve(&t, t.count + found);
        for (size_t k = 0; k < found && good; k++) {
            t.row[t.count] = (uint32_t)c;
            t.column[t.count] = index[k];
            t.value[t.count++] = value[k];
        }
    }
    rp_status status = good ? rp_sparse_make(y, p->Ht.rows, rows, t.count, t.row, t.column, t.value, err)
                            : rp_memory_error(err, t.count * sizeof(double), "the contacts' response");
    rp_memory_free(index);
    rp_memory_free(value);
    triplets_free(&t);
    return status;
}

/* One row of W after another: sums over the bodies' freedoms of its contact. */
static rp_status multiply(const rp_fclib *p, const rp_sparse *y, const rp_sparse *t, rp_sparse *w, rp_error *err)
{
    triplets out = {0};
    double *sum = rp_memory_alloc(y->rows, sizeof *sum);
    uint32_t *found = rp_memory_alloc(y->rows, sizeof *found);
    unsigned char *seen = rp_memory_alloc(y->rows, 1);
    int good = sum && found && seen;
    for (size_t i = 0; i < y->rows && good; i++) {
        size_t count = 0;
        for (size_t n = y->start[i]; n < y->start[i + 1]; n++) {
            const uint32_t j = y->column[n];
            const double factor = y->value[n] / p->factors.d[j];
            for (size_t m = t->start[j]; m < t->start[j + 1]; m++) {
                const uint32_t c = t->column[m];
                if (!seen[c]) found[count++] = c;
                seen[c] = 1;
                sum[c] += factor * t->value[m];
            }
        }
        good = triplets_reserve(&out, out.count + count);
        for (size_t k = 0; k < count; k++) {
            if (good) {
                out.row[out.count] = (uint32_t)i;
                out.column[out.count] = found[k];
                out.value[out.count++] = sum[found[k]];
            }
            sum[found[k]] = seen[found[k]] = 0;
        }
    }
    rp_status status = good ? rp_sparse_make(w, y->rows, y->rows, out.count, out.row, out.column, out.value, err)
                            : rp_memory_error(err, out.count * sizeof(double), "the Delassus operator");
    rp_memory_free(sum);
    rp_memory_free(found);
    rp_memory_free(seen);
    triplets_free(&out);
    return status;
}

/* Where M is not symmetric: one column of W after another. */
static rp_status by_columns(const rp_fclib *p, rp_sparse *w, rp_error *err)
{
    const size_t rows = p->M.rows, columns = p->Ht.rows;
    triplets out = {0};
    double *h = rp_memory_alloc(3 * rows + columns, sizeof *h), *v = h + rows, *rest = v + rows, *u = rest + rows;
    int good = h != NULL;
    for (size_t c = 0; c < columns && good; c++) {
        memset(h, 0, rows * sizeof *h);
        for (size_t n = p->Ht.start[c]; n < p->Ht.start[c + 1]; n++) h[p->Ht.column[n]] = p->Ht.value[n];
        rp_fclib_bodies(p, h, v, rest);
        rp_sparse_times(&p->Ht, v, u);
        good = triplets_reserve(&out, out.count + columns);
        for (size_t i = 0; i < columns && good; i++) {
            if (u[i] == 0) continue;
            out.row[out.count] = (uint32_t)i;
            out.column[out.count] = (uint32_t)c;
            out.value[out.count++] = u[i];
        }
    }
    rp_status status = good ? rp_sparse_make(w, columns, columns, out.count, out.row, out.column, out.value, err)
                            : rp_memory_error(err, (rows + out.count) * sizeof *h, "the Delassus operator");
    rp_memory_free(h);
    triplets_free(&out);
    return status;
}

static rp_status delassus(const rp_fclib *p, rp_sparse *w, rp_error *err)
{
    if (p->asymmetry > 1e-15) return by_columns(p, w, err);
    rp_sparse y = {0}, t = {0};
    rp_status status = forward_all(p, &y, err);
    if (!status) status = rp_sparse_transpose(&y, &t, err);
    if (!status) status = multiply(p, &y, &t, w, err);
    rp_sparse_free(&y);
    rp_sparse_free(&t);
    return status;
}

/* ---- cutting ---- */

static uint32_t root(uint32_t *parent, uint32_t c)
{
    while (parent[c] != c) {
        parent[c] = parent[parent[c]];
        c = parent[c];
    }
    return c;
}

/* The island of each contact, numbered in the order of their first contacts. Returns how many. */
static size_t label(const rp_sparse *w, size_t contacts, size_t block, uint32_t *parent, uint32_t *island)
{
    size_t count = 0;
    for (uint32_t c = 0; c < contacts; c++) parent[c] = c;
    for (size_t i = 0; i < w->rows; i++)
        for (size_t n = w->start[i]; n < w->start[i + 1]; n++) {
            const uint32_t a = root(parent, (uint32_t)(i / block)), b = root(parent, w->column[n] / (uint32_t)block);
            if (a < b) parent[b] = a;
            else parent[a] = b;
        }
    for (uint32_t c = 0; c < contacts; c++) {
        const uint32_t first = root(parent, c);
        island[c] = first == c ? (uint32_t)count++ : island[first];
    }
    return count;
}

static int alloc_island(rp_island *x, size_t blocks)
{
    const size_t b = (size_t)x->block, rows = x->count * b;
    x->start = rp_memory_alloc(x->count + 1, sizeof *x->start);
    x->column = rp_memory_alloc(blocks, sizeof *x->column);
    x->value = rp_memory_alloc(blocks, b * b * sizeof *x->value);
    x->diagonal = rp_memory_alloc(x->count, sizeof *x->diagonal);
    double **array[] = {&x->scale, &x->q, &x->r, &x->u, &x->best};
    int good = x->start && x->column && x->value && x->diagonal;
    for (size_t n = 0; n < sizeof array / sizeof *array; n++) {
        *array[n] = rp_memory_alloc(rows, sizeof **array[n]);
        good = good && *array[n];
    }
    x->mu = rp_memory_alloc(x->count, sizeof *x->mu);
    x->mu_r = rp_memory_alloc(x->count, sizeof *x->mu_r);
    x->best_residual = INFINITY;
    return good && x->mu && x->mu_r;
}

/* Blocks of contact c's rows, in the order of columns; at[] has the block of a column, or none. Every contact has a
 * diagonal block, also where W has nothing. */
static size_t row_blocks(const rp_sparse *w, size_t contact, size_t block, uint32_t *columns, unsigned char *seen)
{
    size_t count = 0;
    columns[count++] = (uint32_t)contact;
    seen[contact] = 1;
    for (size_t i = contact * block; i < (contact + 1) * block; i++)
        for (size_t n = w->start[i]; n < w->start[i + 1]; n++) {
            const uint32_t c = w->column[n] / (uint32_t)block;
            if (!seen[c]) columns[count++] = c;
            seen[c] = 1;
        }
    for (size_t k = 0; k < count; k++) seen[columns[k]] = 0;
    return count;
}

typedef struct cutting {
    const rp_fclib *p;
    const rp_sparse *w;
    uint32_t *local, *columns; /* of a contact: its number in the island; columns of a row */
    size_t *slot;              /* of a contact: its block in the row at hand */
    unsigned char *seen;
} cutting;

static void fill_row(cutting *k, rp_island *x, size_t c, size_t *at)
{
    const size_t b = (size_t)x->block, contact = x->contact[c];
    const size_t count = row_blocks(k->w, contact, b, k->columns, k->seen);
    x->start[c] = *at;
    x->diagonal[c] = *at;
    for (size_t n = 0; n < count; n++) {
        k->slot[k->columns[n]] = *at;
        x->column[(*at)++] = k->local[k->columns[n]];
    }
    for (size_t i = 0; i < b; i++)
        for (size_t n = k->w->start[contact * b + i]; n < k->w->start[contact * b + i + 1]; n++) {
            const size_t j = k->w->column[n], slot = k->slot[j / b];
            x->value[slot * b * b + i * b + j % b] = k->w->value[n];
        }
}

static void scale_contact(rp_island *x, size_t c)
{
    const size_t b = (size_t)x->block;
    const double *own = x->value + x->diagonal[c] * b * b;
    double trace = 0, rolling = 0;
    for (size_t i = 0; i < b; i++) *(i < 3 ? &trace : &rolling) += fabs(own[i * b + i]);
    const double size = (double)(b == 5 ? 3 : b), d = trace > 0 ? sqrt(size / trace) : 1;
    const double d_r = rolling > 0 ? sqrt(2 / rolling) : d;
    for (size_t i = 0; i < b; i++) x->scale[c * b + i] = i < 3 ? d : d_r;
    if (b == 5) x->mu_r[c] *= d / d_r;
}

static void scale_all(rp_island *x)
{
    const size_t b = (size_t)x->block;
    for (size_t c = 0; c < x->count; c++) scale_contact(x, c);
    for (size_t c = 0; c < x->count; c++)
        for (size_t n = x->start[c]; n < x->start[c + 1]; n++)
            for (size_t i = 0; i < b; i++)
                for (size_t j = 0; j < b; j++)
                    x->value[n * b * b + i * b + j] *= x->scale[c * b + i] * x->scale[x->column[n] * b + j];
    for (size_t i = 0; i < x->count * b; i++) x->q[i] *= x->scale[i];
}

static rp_status fill_island(cutting *k, rp_island *x, rp_error *err)
{
    const size_t b = (size_t)x->block;
    size_t blocks = 0, at = 0;
    for (size_t c = 0; c < x->count; c++) blocks += row_blocks(k->w, x->contact[c], b, k->columns, k->seen);
    if (!alloc_island(x, blocks)) return rp_memory_error(err, blocks * b * b * sizeof(double), "an island of contacts");
    for (size_t c = 0; c < x->count; c++) {
        const size_t contact = x->contact[c];
        fill_row(k, x, c, &at);
        x->mu[c] = k->p->mu[contact];
        x->mu_r[c] = k->p->rolling ? k->p->mu_r[contact] : 0;
        memcpy(x->q + c * b, k->p->q + contact * b, b * sizeof *x->q);
    }
    x->start[x->count] = at;
    scale_all(x);
    return RP_OK;
}

static int members(rp_islands *s, const rp_fclib *p, const uint32_t *island, uint32_t *local)
{
    for (uint32_t c = 0; c < p->contacts; c++) s->item[island[c]].count++;
    for (size_t n = 0; n < s->count; n++) {
        s->item[n].block = p->block;
        s->item[n].contact = rp_memory_alloc(s->item[n].count, sizeof *s->item[n].contact);
        if (!s->item[n].contact) return 0;
        s->item[n].count = 0;
    }
    for (uint32_t c = 0; c < p->contacts; c++) {
        rp_island *x = &s->item[island[c]];
        local[c] = (uint32_t)x->count;
        x->contact[x->count++] = c;
    }
    return 1;
}

static rp_status cut(rp_islands *s, const rp_fclib *p, const rp_sparse *w, rp_error *err)
{
    const size_t contacts = p->contacts;
    uint32_t *island = rp_memory_alloc(contacts, sizeof *island);
    cutting k = {.p = p, .w = w};
    k.local = rp_memory_alloc(contacts, sizeof *k.local);
    k.columns = rp_memory_alloc(contacts, sizeof *k.columns);
    k.slot = rp_memory_alloc(contacts, sizeof *k.slot);
    k.seen = rp_memory_alloc(contacts, 1);
    int good = island && k.local && k.columns && k.slot && k.seen;
    if (good) s->count = label(w, contacts, (size_t)p->block, k.columns, island);
    s->item = good ? rp_memory_alloc(s->count, sizeof *s->item) : NULL;
    good = s->item && members(s, p, island, k.local);
    rp_status status = good ? RP_OK : rp_memory_error(err, contacts * 64, "islands of contacts");
    for (size_t n = 0; n < s->count && !status; n++) status = fill_island(&k, &s->item[n], err);
    rp_memory_free(island);
    rp_memory_free(k.local);
    rp_memory_free(k.columns);
    rp_memory_free(k.slot);
    rp_memory_free(k.seen);
    return status;
}

rp_status rp_islands_make(rp_islands *s, const rp_fclib *p, rp_error *err)
{
    rp_sparse w = {0};
    *s = (rp_islands){0};
    rp_status status = p->global ? delassus(p, &w, err) : RP_OK;
    if (!status) status = cut(s, p, p->global ? &w : &p->W, err);
    rp_sparse_free(&w);
    return status;
}

void rp_islands_free(rp_islands *s)
{
    for (size_t n = 0; n < s->count && s->item; n++) {
        rp_island *x = &s->item[n];
        void *blocks[] = {x->start, x->column, x->value, x->diagonal, x->contact, x->scale,
                          x->q,     x->mu,     x->mu_r,  x->r,        x->u,       x->best};
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) rp_memory_free(blocks[k]);
    }
    rp_memory_free(s->item);
    *s = (rp_islands){0};
}

/* ---- an island ---- */

void rp_island_velocity(const rp_island *x, const double *r, size_t c, double *u)
{
    const size_t b = (size_t)x->block;
    double sum[RP_ISLAND_BLOCK];
    for (size_t i = 0; i < b; i++) sum[i] = x->q[c * b + i];
    for (size_t n = x->start[c]; n < x->start[c + 1]; n++) {
        const double *w = x->value + n * b * b, *p = r + x->column[n] * b;
        if (b == 3) {
            for (size_t i = 0; i < 3; i++) sum[i] += w[3 * i] * p[0] + w[3 * i + 1] * p[1] + w[3 * i + 2] * p[2];
            continue;
        }
        for (size_t i = 0; i < b; i++)
            for (size_t j = 0; j < b; j++) sum[i] += w[i * b + j] * p[j];
    }
    for (size_t i = 0; i < b; i++) u[i] = sum[i];
}

int rp_island_measure(rp_island *x)
{
    const size_t b = (size_t)x->block;
    rp_cone_sums given = {0}, scaled = {0};
    for (size_t c = 0; c < x->count; c++) {
        const double *d = x->scale + c * b;
        double r[RP_ISLAND_BLOCK], u[RP_ISLAND_BLOCK], q[RP_ISLAND_BLOCK];
        rp_island_velocity(x, x->r, c, x->u + c * b);
        for (size_t i = 0; i < b; i++) {
            r[i] = x->r[c * b + i] * d[i];
            u[i] = x->u[c * b + i] / d[i];
            q[i] = x->q[c * b + i] / d[i];
        }
        rp_cone_add(&scaled, x->block, x->mu[c], x->mu_r[c], x->r + c * b, x->u + c * b, x->q + c * b);
        rp_cone_add(&given, x->block, x->mu[c], x->mu_r[c] * d[b - 1] / d[0], r, u, q);
    }
    x->residual[0] = rp_cone_residual(&given);
    x->residual[1] = rp_cone_residual(&scaled);
    x->converged = (x->residual[0] <= x->tolerance || sqrt(given.wrong) <= x->floor[0])
                   && (x->residual[1] <= x->tolerance || sqrt(scaled.wrong) <= x->floor[1]);
    x->wrong = sqrt(scaled.wrong);
    x->strained = scaled.r > 1e6 * scaled.q;
    /* over |q|, which stays: impulses that grow without end make any residual over |r| small */
    const double over_q = sqrt(fmax(given.wrong / given.q, scaled.wrong / scaled.q)), worst = x->converged ? 0 : over_q;
    if (worst < x->best_residual) {
        x->best_residual = worst;
        memcpy(x->best, x->r, x->count * b * sizeof *x->r);
    }
    return x->converged;
}

void rp_island_take_best(rp_island *x)
{
    memcpy(x->r, x->best, x->count * (size_t)x->block * sizeof *x->r);
    rp_island_measure(x);
}
