/* A study as one page. See repose/study.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/system.h"
#include "study/study.h"
#include "study/table.h"

static void text(rp_buffer *b, const char *at)
{
    for (; *at; at++) {
        if (*at == '<') rp_buffer_print(b, "&lt;");
        else if (*at == '&') rp_buffer_print(b, "&amp;");
        else if (*at == '>') rp_buffer_print(b, "&gt;");
        else rp_buffer_append(b, at, 1);
    }
}

static rp_status picture(rp_buffer *b, const char *path, const char *kind, rp_error *err)
{
    char *data;
    size_t size;
    rp_status status = rp_file_read(path, 0, &data, &size, err);
    if (status) return status;
    rp_buffer_print(b, "<img alt=\"\" src=\"data:image/%s;base64,", kind);
    rp_buffer_base64(b, data, size);
    rp_buffer_print(b, "\">\n");
    rp_memory_free(data);
    return RP_OK;
}

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
            if (!status) status = picture(b, path, "svg+xml", err);
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
    text(b, numbers);
    rp_buffer_print(b, "</pre>\n");
    rp_memory_free(numbers);
    snprintf(path, sizeof path, "%s/calibration.png", directory);
    return picture(b, path, "png", err);
}

static void rows(rp_buffer *b, const rp_study_table *t)
{
    rp_buffer_print(b, "<h2>Jobs</h2>\n<table>\n<tr>");
    for (int k = 0; k < t->columns; k++) {
        rp_buffer_print(b, "<th>");
        text(b, t->name[k]);
        rp_buffer_print(b, "</th>");
    }
    rp_buffer_print(b, "</tr>\n");
    for (size_t row = 0; row < t->rows; row++) {
        rp_buffer_print(b, "<tr>");
        for (int k = 0; k < t->columns; k++) {
            rp_buffer_print(b, "<td>");
            text(b, rp_study_table_cell(t, row, k));
            rp_buffer_print(b, "</td>");
        }
        rp_buffer_print(b, "</tr>\n");
    }
    rp_buffer_print(b, "</table>\n");
}

static void head(rp_buffer *b, const rp_study_table *t, const char *directory)
{
    size_t done = 0;
    for (size_t row = 0; row < t->rows; row++) done += strcmp(rp_study_table_cell(t, row, t->columns - 2), "done") == 0;
    rp_buffer_print(b, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Study</title><style>\n"
                       "body { font-family: sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }\n"
                       "img { width: 36em; max-width: 100%%; }\ntable { border-collapse: collapse; font-size: 85%%; }\n"
                       "td, th { border: 1px solid #ccc; padding: 0.2em 0.6em; text-align: left; }\n"
                       "</style></head><body>\n<h1>Study ");
    text(b, directory);
    rp_buffer_print(b, "</h1>\n<p>%zu of %zu jobs done.</p>\n", done, t->rows);
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
        rp_buffer_print(&b, "</body></html>\n");
        status = rp_file_write_buffer(path, &b, RP_FILE_DURABLE, err);
    }
    rp_buffer_free(&b);
    rp_study_table_free(&t);
    return status;
}
