/* A measure of a study against a key, with error bars. See repose/study.h. */
#include "repose/plot.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "output/series_table.h"
#include "repose/study.h"
#include "study/study.h"
#include "study/table.h"

enum { CURVES = 8, WIDTH = 1200, HEIGHT = 800 };

typedef struct figure {
    rp_study_table table;
    int x, y, error;          /* columns; error -1: none */
    double *at, *mean, *half; /* owned: points of a curve */
    rp_plot *plot;
} figure;

/* 1: the rows have the same values of all keys but x. */
static int same_others(const figure *f, size_t a, size_t b)
{
    for (int k = 1; k <= f->table.keys; k++)
        if (k != f->x && strcmp(rp_study_table_cell(&f->table, a, k), rp_study_table_cell(&f->table, b, k)) != 0)
            return 0;
    return 1;
}

static int shown(const figure *f, size_t row)
{
    return isfinite(rp_study_table_number(&f->table, row, f->x))
           && isfinite(rp_study_table_number(&f->table, row, f->y));
}

/* The first row with the same values of the other keys; of all rows, if curves are not told apart. */
static size_t curve_of(const figure *f, size_t row, int together)
{
    for (size_t n = 0; n < row; n++)
        if (shown(f, n) && (together || same_others(f, n, row))) return n;
    return row;
}

static int curve_count(const figure *f)
{
    int count = 0;
    for (size_t n = 0; n < f->table.rows && count <= CURVES; n++) count += shown(f, n) && curve_of(f, n, 0) == n;
    return count;
}

static void label_of(const figure *f, size_t row, char *label, size_t room)
{
    size_t used = 0;
    label[0] = 0;
    for (int k = 1; k <= f->table.keys && used < room; k++)
        if (k != f->x)
            used += (size_t)snprintf(label + used, room - used, "%s%s = %s", used ? ", " : "", f->table.name[k],
                                     rp_study_table_cell(&f->table, row, k));
}

/* The mean at one x, over the rows of a curve; the error of one row alone is that of its window. */
static void point(const figure *f, size_t curve, double x, int together, double *mean, double *half)
{
    double sum = 0, squares = 0, own = NAN;
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t n = curve; n < f->table.rows; n++) {
            if (!shown(f, n) || rp_study_table_number(&f->table, n, f->x) != x || curve_of(f, n, together) != curve)
                continue;
            const double y = rp_study_table_number(&f->table, n, f->y);
            if (pass) squares += (y - sum / (double)count) * (y - sum / (double)count);
            else sum += y;
            count += !pass;
            if (f->error >= 0) own = rp_study_table_number(&f->table, n, f->error);
        }
    *mean = sum / (double)count;
    *half = count > 1 ? sqrt(squares / (double)(count * (count - 1))) : isfinite(own) ? own : 0;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void draw_curve(figure *f, size_t curve, int together)
{
    char label[400];
    size_t count = 0, kept = 0;
    for (size_t n = curve; n < f->table.rows; n++)
        if (shown(f, n) && curve_of(f, n, together) == curve)
            f->at[count++] = rp_study_table_number(&f->table, n, f->x);
    qsort(f->at, count, sizeof *f->at, compare);
    for (size_t n = 0; n < count; n++)
        if (n == 0 || f->at[n] != f->at[kept - 1]) f->at[kept++] = f->at[n];
    for (size_t n = 0; n < kept; n++) point(f, curve, f->at[n], together, &f->mean[n], &f->half[n]);
    label_of(f, curve, label, sizeof label);
    const rp_plot_style style = {.label = together || !label[0] ? NULL : label,
                                 .marker = RP_MARKER_DISC,
                                 .line = together ? RP_LINE_NONE : RP_LINE_SOLID,
                                 .error_y = f->half};
    rp_plot_curve(f->plot, 0, f->at, f->mean, kept, &style);
}

static rp_status draw(figure *f, const char *path, rp_error *err)
{
    char x[200], y[200];
    const size_t rows = f->table.rows;
    const int together = curve_count(f) > CURVES;
    if (curve_count(f) == 0)
        return rp_error_set(err, RP_INPUT, "no row of study.csv has numbers in both columns '%s' and '%s'",
                            f->table.name[f->x], f->table.name[f->y]);
    f->at = rp_memory_alloc(3 * rows, sizeof *f->at);
    f->plot = rp_plot_create(1, 1, WIDTH, HEIGHT);
    if (!f->at || !f->plot) return rp_memory_error(err, 3 * rows * sizeof *f->at, "the points of a plot");
    f->mean = f->at + rows;
    f->half = f->mean + rows;
    rp_series_table_label(x, sizeof x, f->table.name[f->x], f->table.unit[f->x]);
    rp_series_table_label(y, sizeof y, f->table.name[f->y], f->table.unit[f->y]);
    rp_plot_axes(f->plot, 0, NULL, x, y);
    for (size_t n = 0; n < rows; n++)
        if (shown(f, n) && curve_of(f, n, together) == n) draw_curve(f, n, together);
    return rp_plot_save(f->plot, path, err);
}

static rp_status read_columns(figure *f, const char *directory, const char *measure, const char *key, rp_error *err)
{
    char error[RP_STUDY_NAME + 8];
    rp_error none;
    rp_status status = rp_study_table_read(directory, &f->table, err);
    if (!status) status = rp_study_table_find(&f->table, measure, &f->y, err);
    if (!status) status = rp_study_table_find(&f->table, key, &f->x, err);
    if (status) return status;
    snprintf(error, sizeof error, "%s", f->table.name[f->y]);
    char *mean = strstr(error, "_mean");
    if (mean) strcpy(mean, "_error");
    if (!mean || rp_study_table_find(&f->table, error, &f->error, &none)) f->error = -1;
    return RP_OK;
}

rp_status rp_study_plot(const char *directory, const char *measure, const char *key, const char *path, rp_error *err)
{
    rp_error own;
    figure f = {.error = -1};
    if (!err) err = &own;
    if (!directory || !measure || !key || !path)
        return rp_error_set(err, RP_INPUT, "a plot of a study needs a directory, a measure, a key and a file");
    rp_status status = read_columns(&f, directory, measure, key, err);
    if (!status) status = draw(&f, path, err);
    rp_plot_destroy(f.plot);
    rp_memory_free(f.at);
    rp_study_table_free(&f.table);
    return status;
}
