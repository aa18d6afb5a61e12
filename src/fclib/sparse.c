/* See sparse.h. */
#include "fclib/sparse.h"
#include <math.h>

#include "base/memory.h"

static rp_status reserve(rp_sparse *a, size_t rows, size_t columns, size_t count, rp_error *err)
{
    *a = (rp_sparse){.rows = rows, .columns = columns};
    a->start = rp_memory_alloc(rows + 1, sizeof *a->start);
    a->column = rp_memory_alloc(count, sizeof *a->column);
    a->value = rp_memory_alloc(count, sizeof *a->value);
    if (a->start && a->column && a->value) return RP_OK;
    rp_sparse_free(a);
    return rp_memory_error(err, count * (sizeof *a->column + sizeof *a->value), "a sparse matrix");
}

/* Entries into rows, in the order they come. */
static void distribute(rp_sparse *a, size_t count, const uint32_t *row, const uint32_t *column, const double *value)
{
    for (size_t n = 0; n < count; n++) a->start[row[n] + 1]++;
    for (size_t i = 0; i < a->rows; i++) a->start[i + 1] += a->start[i];
    for (size_t n = 0; n < count; n++) {
        size_t at = a->start[row[n]]++;
        a->column[at] = column[n];
        a->value[at] = value[n];
    }
    for (size_t i = a->rows; i > 0; i--) a->start[i] = a->start[i - 1];
    a->start[0] = 0;
}

/* Entries of a row that stand at one place become one. */
static void merge(rp_sparse *a)
{
    size_t to = 0, from = 0;
    for (size_t i = 0; i < a->rows; i++) {
        const size_t first = to, end = a->start[i + 1];
        for (; from < end; from++) {
            if (to > first && a->column[to - 1] == a->column[from]) {
                a->value[to - 1] += a->value[from];
                continue;
            }
            a->column[to] = a->column[from];
            a->value[to++] = a->value[from];
        }
        a->start[i + 1] = to;
    }
}

rp_status rp_sparse_transpose(const rp_sparse *a, rp_sparse *t, rp_error *err)
{
    const size_t count = a->start[a->rows];
    rp_status status = reserve(t, a->columns, a->rows, count, err);
    if (status) return status;
    for (size_t n = 0; n < count; n++) t->start[a->column[n] + 1]++;
    for (size_t i = 0; i < t->rows; i++) t->start[i + 1] += t->start[i];
    for (size_t i = 0; i < a->rows; i++)
        for (size_t n = a->start[i]; n < a->start[i + 1]; n++) {
            size_t at = t->start[a->column[n]]++;
            t->column[at] = (uint32_t)i;
            t->value[at] = a->value[n];
        }
    for (size_t i = t->rows; i > 0; i--) t->start[i] = t->start[i - 1];
    t->start[0] = 0;
    return RP_OK;
}

/* Two passes by columns and rows leave the columns of each row rising. */
rp_status rp_sparse_make(rp_sparse *a, size_t rows, size_t columns, size_t count, const uint32_t *row,
                         const uint32_t *column, const double *value, rp_error *err)
{
    rp_sparse by_column;
    rp_status status = reserve(&by_column, columns, rows, count, err);
    if (status) return status;
    distribute(&by_column, count, column, row, value);
    status = rp_sparse_transpose(&by_column, a, err);
    rp_sparse_free(&by_column);
    if (!status) merge(a);
    return status;
}

void rp_sparse_times(const rp_sparse *a, const double *x, double *y)
{
    for (size_t i = 0; i < a->rows; i++) {
        double sum = 0;
        for (size_t n = a->start[i]; n < a->start[i + 1]; n++) sum += a->value[n] * x[a->column[n]];
        y[i] = sum;
    }
}

static double diagonal(const rp_sparse *a, size_t i)
{
    for (size_t n = a->start[i]; n < a->start[i + 1]; n++)
        if (a->column[n] == i) return fabs(a->value[n]);
    return 0;
}

double rp_sparse_asymmetry(const rp_sparse *a, const rp_sparse *t)
{
    double worst = 0;
    for (size_t i = 0; i < a->rows; i++) {
        size_t n = a->start[i], m = t->start[i];
        while (n < a->start[i + 1] || m < t->start[i + 1]) {
            const uint32_t left = n < a->start[i + 1] ? a->column[n] : UINT32_MAX;
            const uint32_t right = m < t->start[i + 1] ? t->column[m] : UINT32_MAX;
            const double x = left <= right ? a->value[n++] : 0, y = right <= left ? t->value[m++] : 0;
            const double size = sqrt(diagonal(a, i) * diagonal(a, left < right ? left : right));
            if (x != y) worst = fmax(worst, size > 0 ? fabs(x - y) / size : 1);
        }
    }
    return worst;
}

rp_status rp_sparse_symmetric(const rp_sparse *a, rp_sparse *s, rp_error *err)
{
    const size_t count = a->start[a->rows];
    uint32_t *row = rp_memory_alloc(2 * count, sizeof *row), *column = rp_memory_alloc(2 * count, sizeof *column);
    double *value = rp_memory_alloc(2 * count, sizeof *value);
    size_t at = 0;
    for (uint32_t i = 0; i < a->rows && row && column && value; i++)
        for (size_t n = a->start[i]; n < a->start[i + 1]; n++, at += 2) {
            row[at] = column[at + 1] = i;
            column[at] = row[at + 1] = a->column[n];
            value[at] = value[at + 1] = 0.5 * a->value[n];
        }
    rp_status status = at == 2 * count ? rp_sparse_make(s, a->rows, a->rows, at, row, column, value, err)
                                       : rp_memory_error(err, 2 * count * sizeof *value, "a sparse matrix");
    rp_memory_free(row);
    rp_memory_free(column);
    rp_memory_free(value);
    return status;
}

void rp_sparse_free(rp_sparse *a)
{
    rp_memory_free(a->start);
    rp_memory_free(a->column);
    rp_memory_free(a->value);
    *a = (rp_sparse){0};
}
