/* From the arrays of a file to a checked problem; see problem.h. */
#include "fclib/problem.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"

enum { REFINEMENTS = 400 };
enum { ROWS_MOST = 100000000 }; /* keeps every product of sizes far from overflow */

/* ---- arrays ---- */

static rp_status find(const rp_archive *file, const char *group, const char *name, rp_type type, const rp_item **item,
                      rp_error *err)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", group, name);
    *item = rp_archive_find(file, path);
    if (!*item) return rp_error_set(err, RP_INPUT, "the problem has no array '%s'", path);
    if ((*item)->type == type && (*item)->columns == 1) return RP_OK;
    return rp_error_set(err, RP_INPUT, "the problem's '%s' is not an array of %s", path,
                        type == RP_F64 ? "double-precision numbers" : "32-bit integers");
}

static rp_status whole(const rp_archive *file, const char *group, const char *name, int32_t *value, rp_error *err)
{
    const rp_item *item;
    rp_status status = find(file, group, name, RP_I32, &item, err);
    if (status) return status;
    if (item->rows != 1) return rp_error_set(err, RP_INPUT, "the problem's '%s/%s' is not one number", group, name);
    *value = *(const int32_t *)item->data;
    return RP_OK;
}

/* A vector of `count` finite numbers, copied. */
static rp_status vector(const rp_archive *file, const char *group, const char *name, size_t count, double **to,
                        rp_error *err)
{
    const rp_item *item;
    rp_status status = find(file, group, name, RP_F64, &item, err);
    if (status) return status;
    if (item->rows != count)
        return rp_error_set(err, RP_INPUT, "the problem's '%s/%s' has %zu numbers, %zu are needed", group, name,
                            item->rows, count);
    *to = rp_memory_alloc(count, sizeof **to);
    if (!*to) return rp_memory_error(err, count * sizeof **to, "a vector of the problem");
    if (count) memcpy(*to, item->data, count * sizeof **to);
    for (size_t n = 0; n < count; n++)
        if (!isfinite((*to)[n]))
            return rp_error_set(err, RP_INPUT, "number %zu of the problem's '%s/%s' is %g", n, group, name, (*to)[n]);
    return RP_OK;
}

/* ---- matrices ---- */

typedef struct entries {
    int32_t m, n, nz;
    const rp_item *p, *i, *x;
    size_t count;
    uint32_t *row, *column; /* owned */
} entries;

static rp_status matrix_sizes(const rp_archive *file, const char *group, entries *e, rp_error *err)
{
    rp_status status = whole(file, group, "m", &e->m, err);
    if (!status) status = whole(file, group, "n", &e->n, err);
    if (!status) status = whole(file, group, "nz", &e->nz, err);
    if (!status) status = find(file, group, "p", RP_I32, &e->p, err);
    if (!status) status = find(file, group, "i", RP_I32, &e->i, err);
    if (!status) status = find(file, group, "x", RP_F64, &e->x, err);
    if (status) return status;
    if (e->m < 0 || e->n < 0 || e->m > ROWS_MOST || e->n > ROWS_MOST || e->nz < -2)
        return rp_error_set(err, RP_INPUT, "the problem's matrix '%s' has m %d, n %d, nz %d", group, (int)e->m,
                            (int)e->n, (int)e->nz);
    return RP_OK;
}

/* Rising starts of rows or columns, the last of which is the number of entries. */
static rp_status starts(const char *group, entries *e, size_t lines, rp_error *err)
{
    const int32_t *p = e->p->data;
    int good = e->p->rows == lines + 1 && p[0] == 0;
    for (size_t k = 0; k < lines && good; k++) good = p[k + 1] >= p[k];
    if (!good)
        return rp_error_set(err, RP_INPUT, "'p' of the problem's matrix '%s' is not %zu rising numbers from 0", group,
                            lines + 1);
    e->count = (size_t)p[lines];
    return RP_OK;
}

static rp_status fill_entries(const char *group, entries *e, rp_error *err)
{
    const int32_t *p = e->p->data, *i = e->i->data;
    const size_t lines = e->nz >= 0 ? e->count : (size_t)(e->nz == -1 ? e->n : e->m);
    size_t at = 0;
    for (size_t k = 0; k < lines; k++)
        for (size_t end = e->nz >= 0 ? k + 1 : (size_t)p[k + 1]; at < end; at++) {
            const int64_t other = e->nz >= 0 ? p[k] : (int64_t)k;
            const int64_t row = e->nz == -2 ? other : i[at], column = e->nz == -2 ? i[at] : other;
            if (row < 0 || row >= e->m || column < 0 || column >= e->n)
                return rp_error_set(err, RP_INPUT,
                                    "entry %zu of the problem's matrix '%s' stands at %lld, %lld; it is %d x %d", at,
                                    group, (long long)row, (long long)column, (int)e->m, (int)e->n);
            if (!isfinite(((const double *)e->x->data)[at]))
                return rp_error_set(err, RP_INPUT, "entry %zu of the problem's matrix '%s' is %g", at, group,
                                    ((const double *)e->x->data)[at]);
            e->row[at] = (uint32_t)row;
            e->column[at] = (uint32_t)column;
        }
    return RP_OK;
}

static rp_status matrix_entries(const char *group, entries *e, rp_sparse *a, rp_error *err)
{
    rp_status status = RP_OK;
    if (e->nz >= 0) e->count = (size_t)e->nz;
    else status = starts(group, e, (size_t)(e->nz == -1 ? e->n : e->m), err);
    if (status) return status;
    if (e->i->rows < e->count || e->x->rows < e->count || (e->nz >= 0 && e->p->rows < e->count))
        return rp_error_set(err, RP_INPUT, "the problem's matrix '%s' has fewer than its %zu entries", group, e->count);
    e->row = rp_memory_alloc(e->count, sizeof *e->row);
    e->column = rp_memory_alloc(e->count, sizeof *e->column);
    if (!e->row || !e->column) return rp_memory_error(err, e->count * sizeof *e->row, "a matrix of the problem");
    status = fill_entries(group, e, err);
    if (!status) status = rp_sparse_make(a, (size_t)e->m, (size_t)e->n, e->count, e->row, e->column, e->x->data, err);
    return status;
}

/* Triplets (nz of them), by columns (nz -1) or by rows (nz -2). rows, columns: vectors as long as the matrix is high
 * and wide, which the file must hold before memory is taken for so many. */
static rp_status matrix(const rp_archive *file, const char *group, const char *name, const char *rows,
                        const char *columns, rp_sparse *a, rp_error *err)
{
    entries e = {0};
    char path[64];
    const rp_item *high, *wide;
    rp_status status = find(file, group, rows, RP_F64, &high, err);
    if (!status) status = find(file, group, columns, RP_F64, &wide, err);
    snprintf(path, sizeof path, "%s/%s", group, name);
    if (!status) status = matrix_sizes(file, path, &e, err);
    if (!status && ((size_t)e.m != high->rows || (size_t)e.n != wide->rows))
        status = rp_error_set(err, RP_INPUT, "the problem's matrix '%s' is %d x %d, its vectors need %zu x %zu", path,
                              (int)e.m, (int)e.n, high->rows, wide->rows);
    if (!status) status = matrix_entries(path, &e, a, err);
    rp_memory_free(e.row);
    rp_memory_free(e.column);
    return status;
}

static rp_status symmetric(const rp_sparse *a, double *asymmetry, rp_error *err)
{
    rp_sparse t;
    rp_status status = rp_sparse_transpose(a, &t, err);
    if (status) return status;
    *asymmetry = rp_sparse_asymmetry(a, &t);
    rp_sparse_free(&t);
    return RP_OK;
}

/* ---- forms ---- */

static rp_status shape(const rp_archive *file, const char *group, rp_fclib *p, rp_error *err)
{
    int32_t dimension = 0;
    rp_status status = whole(file, group, "spacedim", &dimension, err);
    if (status) return status;
    if (dimension != 3 && (dimension != 2 || p->rolling))
        return rp_error_set(err, RP_INPUT, "the problem's '%s/spacedim' is %d, not %s", group, (int)dimension,
                            p->rolling ? "3" : "2 or 3");
    p->dimension = dimension;
    p->block = p->rolling ? 5 : dimension;
    return RP_OK;
}

static rp_status contact_count(rp_fclib *p, size_t rows, rp_error *err)
{
    p->contacts = rows / (size_t)p->block;
    if (rows > 0 && rows % (size_t)p->block == 0) return RP_OK;
    return rp_error_set(err, RP_INPUT, "the problem has %zu rows, which is not a number of contacts with %d rows each",
                        rows, p->block);
}

static rp_status friction(const rp_archive *file, const char *group, rp_fclib *p, rp_error *err)
{
    rp_status status = vector(file, group, "vectors/mu", p->contacts, &p->mu, err);
    if (!status && p->rolling) status = vector(file, group, "vectors/mu_r", p->contacts, &p->mu_r, err);
    for (size_t c = 0; c < p->contacts && !status; c++)
        if (p->mu[c] < 0 || (p->rolling && p->mu_r[c] < 0))
            status = rp_error_set(err, RP_INPUT, "the friction of contact %zu is negative", c);
    return status;
}

static rp_status make_local(const rp_archive *file, const char *group, rp_fclib *p, rp_error *err)
{
    rp_status status = matrix(file, group, "W", "vectors/q", "vectors/q", &p->W, err);
    if (!status) status = contact_count(p, p->W.rows, err);
    if (!status) status = vector(file, group, "vectors/q", p->W.rows, &p->q, err);
    if (!status) status = symmetric(&p->W, &p->asymmetry, err);
    return status;
}

static rp_status global_matrices(const rp_archive *file, const char *group, rp_fclib *p, rp_error *err)
{
    rp_status status = matrix(file, group, "M", "vectors/f", "vectors/f", &p->M, err);
    if (!status) status = matrix(file, group, "H", "vectors/f", "vectors/w", &p->H, err);
    if (!status) status = contact_count(p, p->H.columns, err);
    if (!status) status = rp_sparse_transpose(&p->H, &p->Ht, err);
    return status ? status : symmetric(&p->M, &p->asymmetry, err);
}

/* M is positive, and symmetric where it is a mass matrix. The factors are those of its symmetric part; velocities are
 * refined until they obey M itself. */
static rp_status global_factors(rp_fclib *p, rp_error *err)
{
    rp_sparse even = {0};
    rp_status status = rp_sparse_symmetric(&p->M, &even, err);
    if (!status) status = rp_ldl_analyse(&p->factors, &even, (size_t)1 << 28, err);
    if (!status && !rp_ldl_factor(&p->factors, &even, 0))
        status = rp_error_set(err, RP_INPUT, "the symmetric part of the problem's M is not positive definite");
    rp_sparse_free(&even);
    return status;
}

/* G (and b) in the global form, V, R and s in the local one are constraints of equality: none of the collection's
 * files seen has them. */
static rp_status only_contacts(const rp_archive *file, const char *group, rp_error *err)
{
    static const char *const name[] = {"G", "V", "R"};
    char path[96];
    for (size_t n = 0; n < sizeof name / sizeof *name; n++) {
        snprintf(path, sizeof path, "%s/%s/m", group, name[n]);
        if (rp_archive_find(file, path))
            return rp_error_set(err, RP_INPUT, "the problem has equality constraints ('%s/%s'), which are not read",
                                group, name[n]);
    }
    return RP_OK;
}

static rp_status make_global(const rp_archive *file, const char *group, rp_fclib *p, rp_error *err)
{
    rp_status status = global_matrices(file, group, p, err);
    if (!status) status = vector(file, group, "vectors/f", p->M.rows, &p->f, err);
    if (!status) status = vector(file, group, "vectors/w", p->H.columns, &p->w, err);
    if (!status) status = global_factors(p, err);
    return status;
}

static rp_status make_rest(const rp_archive *file, const char *group, rp_fclib *p, rp_error *err)
{
    const size_t rows = p->contacts * (size_t)p->block;
    rp_status status = friction(file, group, p, err);
    if (status) return status;
    p->r = rp_memory_alloc(rows, sizeof(double));
    p->u = rp_memory_alloc(rows, sizeof(double));
    if (p->global) {
        p->q = rp_memory_alloc(rows, sizeof(double));
        p->v = rp_memory_alloc(p->M.rows, sizeof(double));
        p->work = rp_memory_alloc(p->M.rows, 2 * sizeof(double));
    }
    if (!p->r || !p->u || (p->global && (!p->q || !p->v || !p->work)))
        return rp_memory_error(err, 3 * rows * sizeof(double), "the solution");
    if (p->global && rp_fclib_bodies(p, p->f, p->v, p->work) > 1e-9)
        return rp_error_set(err, RP_INPUT,
                            "the problem's M is too far from symmetric: no velocities were found for it");
    rp_fclib_velocities(p);
    if (p->global) memcpy(p->q, p->u, rows * sizeof(double)); /* r = 0 */
    return RP_OK;
}

rp_status rp_fclib_make(const rp_archive *file, rp_fclib **problem, rp_error *err)
{
    static const char *const groups[] = {"fclib_local", "fclib_global", "fclib_global_rolling", "fclib_local_rolling"};
    const char *group = NULL;
    int form = 0;
    for (int n = 0; n < 4 && !group; n++) {
        char path[64];
        snprintf(path, sizeof path, "%s/spacedim", groups[n]);
        if (rp_archive_find(file, path)) group = groups[form = n];
    }
    *problem = NULL;
    if (!group) {
        rp_status none = rp_error_set(err, RP_INPUT, "the file has no frictional contact problem");
        rp_error_expected(err, "one of the groups fclib_local, fclib_global, fclib_global_rolling");
        return none;
    }
    rp_fclib *p = rp_memory_alloc(1, sizeof *p);
    if (!p) return rp_memory_error(err, sizeof *p, "a problem");
    p->global = form == 1 || form == 2;
    p->rolling = form >= 2;
    rp_status status = shape(file, group, p, err);
    if (!status) status = only_contacts(file, group, err);
    if (!status) status = p->global ? make_global(file, group, p, err) : make_local(file, group, p, err);
    if (!status) status = make_rest(file, group, p, err);
    if (status) rp_fclib_destroy(p);
    else *problem = p;
    return status;
}

/* ---- what a problem can do ---- */

double rp_fclib_bodies(const rp_fclib *p, const double *b, double *v, double *rest)
{
    const size_t rows = p->M.rows;
    double left = 0, size = 0;
    rp_ldl f = p->factors;
    for (size_t i = 0; i < rows; i++) size = fmax(size, fabs(b[i]));
    memset(v, 0, rows * sizeof *v);
    memcpy(rest, b, rows * sizeof *rest);
    for (int n = 0; n < REFINEMENTS; n++) {
        const double before = left;
        rp_ldl_solve(&f, rest, rest);
        for (size_t i = 0; i < rows; i++) v[i] += rest[i];
        rp_sparse_times(&p->M, v, rest);
        left = 0;
        for (size_t i = 0; i < rows; i++) {
            rest[i] = b[i] - rest[i];
            left = fmax(left, fabs(rest[i]));
        }
        if (left <= 1e-15 * size || (n > 0 && left > 0.99 * before)) break;
    }
    return size > 0 ? left / size : 0;
}

void rp_fclib_velocities(rp_fclib *p)
{
    if (!p->global) {
        rp_sparse_times(&p->W, p->r, p->u);
        for (size_t n = 0; n < p->W.rows; n++) p->u[n] += p->q[n];
        return;
    }
    double *b = p->work, *rest = p->work + p->M.rows;
    rp_sparse_times(&p->H, p->r, b);
    for (size_t n = 0; n < p->M.rows; n++) b[n] += p->f[n];
    rp_fclib_bodies(p, b, p->v, rest);
    rp_sparse_times(&p->Ht, p->v, p->u);
    for (size_t n = 0; n < p->H.columns; n++) p->u[n] += p->w[n];
}

rp_fclib_facts rp_fclib_facts_of(const rp_fclib *p)
{
    return (rp_fclib_facts){.form = p->rolling  ? "rolling"
                                    : p->global ? "global"
                                                : "local",
                            .title = p->title,
                            .dimension = p->dimension,
                            .rows = p->block,
                            .contacts = p->contacts,
                            .freedoms = p->M.rows,
                            .asymmetry = p->asymmetry};
}

const double *rp_fclib_impulses(const rp_fclib *p) { return p->r; }
const double *rp_fclib_velocities_of(const rp_fclib *p) { return p->u; }

rp_status rp_fclib_read(const char *path, rp_fclib **problem, rp_error *err)
{
    rp_archive file;
    char title[128] = "";
    *problem = NULL;
    rp_archive_init(&file);
    rp_status status = rp_fclib_file_read(path, &file, title, sizeof title, err);
    if (!status) status = rp_fclib_make(&file, problem, err);
    if (!status) memcpy((*problem)->title, title, sizeof title);
    rp_archive_free(&file);
    return status;
}

void rp_fclib_destroy(rp_fclib *p)
{
    if (!p) return;
    rp_sparse_free(&p->W);
    rp_sparse_free(&p->M);
    rp_sparse_free(&p->H);
    rp_sparse_free(&p->Ht);
    rp_ldl_free(&p->factors);
    double *blocks[] = {p->q, p->f, p->w, p->mu, p->mu_r, p->r, p->u, p->v, p->work};
    for (size_t n = 0; n < sizeof blocks / sizeof *blocks; n++) rp_memory_free(blocks[n]);
    rp_memory_free(p);
}
