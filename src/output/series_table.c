/* See series_table.h. */
#include "output/series_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/expression.h"
#include "base/locale.h"
#include "base/file.h"
#include "base/memory.h"

enum { NAME = RP_SERIES_NAME };

/* The next field of a line, trimmed, into `field`; returns what follows the comma, or NULL at the line's end. */
static const char *next_field(const char *at, char field[NAME])
{
    size_t length = strcspn(at, ",\r\n"), trimmed = length;
    const char *from = at;
    while (trimmed && (*from == ' ' || *from == '"' || *from == '#')) {
        from++;
        trimmed--;
    }

    while (trimmed && (from[trimmed - 1] == ' ' || from[trimmed - 1] == '"')) trimmed--;
    if (trimmed >= NAME) trimmed = NAME - 1;
    memcpy(field, from, trimmed);
    field[trimmed] = '\0';
    return at[length] == ',' ? at + length + 1 : NULL;
}

static int read_fields(const char *line, char fields[RP_SERIES_COLUMNS][NAME])
{
    int count = 0;
    while (line && count < RP_SERIES_COLUMNS) line = next_field(line, fields[count++]);
    return count;
}

static const char *line_after(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

static size_t count_lines(const char *text)
{
    size_t count = 0;
    while ((text = line_after(text))) count++;
    return count;
}

static void read_row(rp_series_table *t, const char *line, size_t row)
{
    char *end;
    for (int k = 0; k < t->columns; k++) {
        double v = rp_locale_number(line, &end);
        t->value[(size_t)k * t->rows + row] = end == line ? NAN : v;
        line = end + strcspn(end, ",\n");
        if (*line == ',') line++;
    }
}

static rp_status parse(rp_series_table *t, const char *text, const char *path, rp_error *err)
{
    const char *line = text;
    t->columns = read_fields(line, t->name);
    line = line_after(line);
    if (line && *line == '#') {
        read_fields(line, t->unit);
        line = line_after(line);
    }
    t->rows = line ? count_lines(line) : 0;
    if (t->columns < 2 || t->rows == 0)
        return rp_error_set(err, RP_INPUT, "'%s' has no rows of numbers to plot yet", path);
    t->value = rp_memory_alloc(t->rows * (size_t)t->columns, sizeof *t->value);
    if (!t->value) return rp_memory_error(err, t->rows * (size_t)t->columns * sizeof *t->value, "the series");
    for (size_t row = 0; row < t->rows; row++, line = line_after(line)) read_row(t, line, row);
    return RP_OK;
}

rp_status rp_series_table_load(const char *directory, rp_series_table **table, rp_error *err)
{
    return rp_series_table_read(directory, "series.csv", table, err);
}

rp_status rp_series_table_read(const char *directory, const char *file, rp_series_table **table, rp_error *err)
{
    char path[4096], *text = NULL;
    size_t size;
    rp_series_table *t = rp_memory_alloc(1, sizeof *t);
    *table = NULL;
    if (!t) return rp_memory_error(err, sizeof *t, "the series");
    snprintf(path, sizeof path, "%s/%s", directory, file);
    snprintf(t->file, sizeof t->file, "%s", file);
    rp_status status = rp_file_read(path, 0, &text, &size, err);
    if (status == RP_OK) status = parse(t, text, path, err);
    rp_memory_free(text);
    if (status == RP_OK) *table = t;
    else rp_series_table_destroy(t);
    return status;
}

void rp_series_table_destroy(rp_series_table *t)
{
    if (!t) return;
    rp_memory_free(t->value);
    rp_memory_free(t);
}

int rp_series_table_find(const rp_series_table *t, const char *name)
{
    for (int k = 0; k < t->columns; k++)
        if (strcmp(t->name[k], name) == 0) return k;
    return -1;
}

rp_status rp_series_table_need(const rp_series_table *t, const char *name, int *column, rp_error *err)
{
    const char *names[RP_SERIES_COLUMNS];
    *column = rp_series_table_find(t, name);
    if (*column >= 0) return RP_OK;
    for (int k = 0; k < t->columns; k++) names[k] = t->name[k];
    rp_status status = rp_error_set(err, RP_INPUT, "%s has no column '%s'", t->file, name);
    rp_error_nearest(err, name, names, t->columns);
    return status;
}

/* ---- columns that follow from others ---- */

static rp_status find_name(void *context, const char *name, int *variable, const char **unit, rp_error *err)
{
    const rp_series_table *t = context;
    rp_status status = rp_series_table_need(t, name, variable, err);
    if (!status) *unit = t->unit[*variable];
    return status;
}

/* A column behind the others, of this expression. */
static rp_status add_column(rp_series_table *t, const char *text, const rp_expression *e, rp_error *err)
{
    const size_t size = t->rows * (size_t)(t->columns + 1);
    if (t->columns == RP_SERIES_COLUMNS)
        return rp_error_set(err, RP_INPUT, "%s has no room for another column", t->file);
    double *value = rp_memory_resize(t->value, size, sizeof *value);
    if (!value) return rp_memory_error(err, size * sizeof *value, "the series");
    t->value = value;
    for (size_t row = 0; row < t->rows; row++)
        value[(size_t)t->columns * t->rows + row] = rp_expression_value(e, value + row, t->rows);
    snprintf(t->name[t->columns], NAME, "%s", text);
    snprintf(t->unit[t->columns], NAME, "%s", e->unit.text);
    t->columns++;
    return RP_OK;
}

rp_status rp_series_table_choose(rp_series_table *t, const char *text, int *column, rp_error *err)
{
    rp_expression e;
    const int formula = text[strcspn(text, "+-*/^()' ")] != '\0';
    if (!formula || rp_series_table_find(t, text) >= 0) return rp_series_table_need(t, text, column, err);
    rp_status status = rp_expression_read(text, &(rp_expression_names){t, find_name}, &e, err);
    if (!status) status = add_column(t, text, &e, err);
    *column = t->columns - 1;
    return status;
}

void rp_series_table_label(char *label, size_t room, const char *name, const char *unit)
{
    char text[2 * NAME + 8];
    rp_buffer b;
    rp_buffer_init(&b);
    snprintf(text, sizeof text, unit[0] && strcmp(unit, "1") != 0 ? "%s (%s)" : "%s", name, unit);
    for (const char *at = text; *at; at++) {
        int power = at[0] == '^' && (at[1] == '2' || at[1] == '3');
        if (power) rp_buffer_print(&b, "%s", *++at == '2' ? "²" : "³");
        else rp_buffer_print(&b, "%c", *at == '_' ? ' ' : *at);
    }
    snprintf(label, room, "%s", b.failed ? text : b.data);
    rp_buffer_free(&b);
}
