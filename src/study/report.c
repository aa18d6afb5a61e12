/* A study as one page. See repose/study.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/system.h"
#include "output/html.h"
#include "study/study.h"
#include "study/table.h"

/* 1: some row has numbers in both columns. */
static int drawable(const rp_study_table *t, int measure, int key)
{
    for (size_t row = 0; row < t->rows; row++)
        if (isfinite(rp_study_table_number(t, row, measure)) && isfinite(rp_study_table_number(t, row, key))) return 1;
    return 0;
}

static int is_error(const char *name)
{
    const size_t length = strlen(name);
    return length > 6 && strcmp(name + length - 6, "_error") == 0;
}

/* Measures stand between the seed and the status. */
static rp_status plots(rp_buffer *b, const rp_study_table *t, const char *directory, rp_error *err)
{
    char path[1200];
    rp_status status = RP_OK;
    snprintf(path, sizeof path, "%s/report.svg", directory);
    for (int m = t->keys + 2; m < t->columns - 2; m++)
        for (int k = 1; k <= t->keys && !status; k++) {
            if (is_error(t->name[m]) || !drawable(t, m, k)) continue;
            status = rp_study_plot(directory, t->name[m], t->name[k], path, err);
            if (!status) status = rp_html_picture(b, path, err);
        }
    rp_system_unlink(path);
    return status;
}

static rp_status calibration(rp_buffer *b, const char *directory, rp_error *err)
{
    char path[1200], *numbers;
    size_t size;
    snprintf(path, sizeof path, "%s/calibration.json", directory);
    if (!rp_file_exists(path)) return RP_OK;
    rp_status status = rp_file_read(path, 0, &numbers, &size, err);
    if (status) return status;
    rp_buffer_print(b, "<h2>Calibration</h2>\n<pre>");
    rp_html_text(b, numbers);
    rp_buffer_print(b, "</pre>\n");
    rp_memory_free(numbers);
    snprintf(path, sizeof path, "%s/calibration.png", directory);
    return rp_html_picture(b, path, err);
}

typedef struct table_row {
    const rp_study_table *table;
    size_t row;
} table_row;

static const char *name_of(const void *context, int k) { return ((const table_row *)context)->table->name[k]; }

static const char *cell_of(const void *context, int k)
{
    const table_row *r = context;
    return rp_study_table_cell(r->table, r->row, k);
}

static void rows(rp_buffer *b, const rp_study_table *t)
{
    table_row at = {t, 0};
    rp_buffer_print(b, "<h2>Jobs</h2>\n<table>\n");
    rp_html_row(b, t->columns, name_of, &at, 1);
    for (; at.row < t->rows; at.row++) rp_html_row(b, t->columns, cell_of, &at, 0);
    rp_buffer_print(b, "</table>\n");
}

static void head(rp_buffer *b, const rp_study_table *t, const char *directory)
{
    size_t done = 0;
    char title[1200];
    for (size_t row = 0; row < t->rows; row++) done += strcmp(rp_study_table_cell(t, row, t->columns - 2), "done") == 0;
    snprintf(title, sizeof title, "Study %s", directory);
    rp_html_begin(b, title);
    rp_buffer_print(b, "<p>%zu of %zu jobs done.</p>\n", done, t->rows);
}

rp_status rp_study_report(const char *directory, const char *path, rp_error *err)
{
    rp_error own;
    rp_study_table t;
    rp_buffer b;
    if (!err) err = &own;
    rp_error_clear(err);
    rp_buffer_init(&b);
    rp_status status = rp_study_table_read(directory, &t, err);
    if (!status) {
        head(&b, &t, directory);
        status = calibration(&b, directory, err);
    }
    if (!status) status = plots(&b, &t, directory, err);
    if (!status) {
        rows(&b, &t);
        rp_html_end(&b);
        status = rp_file_write_buffer(path, &b, RP_FILE_DURABLE, err);
    }
    rp_buffer_free(&b);
    rp_study_table_free(&t);
    return status;
}
