/* Plots of a run's series.csv.
 *
 * The file: names in the first line, units in the second ("# s,J,..."), then numbers. A last line without its end is still
 * being written and left out. Columns that share a unit share a panel; panels stand above each other. */
#include "output/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "output/plot.h"

enum { COLUMNS_MAX = 256, NAME = 64, PANELS_MAX = 6 };

typedef struct table {
    int columns;
    char name[COLUMNS_MAX][NAME], unit[COLUMNS_MAX][NAME];
    size_t rows;
    double *value; /* owned, column by column */
    char *text;    /* owned */
} table;

typedef struct choice { int x, count, y[COLUMNS_MAX]; } choice;

/* ---- reading ---- */

/* The next field of a line, trimmed, into `field`; returns what follows the comma, or NULL at the line's end. */
static const char *next_field(const char *at, char field[NAME])
{
    size_t length = strcspn(at, ",\r\n"), trimmed = length;
    const char *from = at;
    while (trimmed && (*from == ' ' || *from == '"' || *from == '#')) from++, trimmed--;
    while (trimmed && (from[trimmed - 1] == ' ' || from[trimmed - 1] == '"')) trimmed--;
    if (trimmed >= NAME) trimmed = NAME - 1;
    memcpy(field, from, trimmed);
    field[trimmed] = '\0';
    return at[length] == ',' ? at + length + 1 : NULL;
}

static int read_fields(const char *line, char fields[COLUMNS_MAX][NAME])
{
    int count = 0;
    while (line && count < COLUMNS_MAX) line = next_field(line, fields[count++]);
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

static void read_row(table *t, const char *line, size_t row)
{
    char *end;
    for (int k = 0; k < t->columns; k++) {
        double v = strtod(line, &end);
        t->value[(size_t)k * t->rows + row] = end == line ? NAN : v;
        line = end + strcspn(end, ",\n");
        if (*line == ',') line++;
    }
}

static rp_status parse(table *t, const char *path, rp_error *err)
{
    const char *line = t->text;
    t->columns = read_fields(line, t->name);
    line = line_after(line);
    if (line && *line == '#') {
        read_fields(line, t->unit);
        line = line_after(line);
    }
    t->rows = line ? count_lines(line) : 0;
    if (t->columns < 2 || t->rows == 0) return rp_error_set(err, RP_INPUT, "'%s' has no rows of numbers to plot yet", path);
    t->value = rp_memory_alloc(t->rows * (size_t)t->columns, sizeof *t->value);
    if (!t->value) return rp_memory_error(err, t->rows * (size_t)t->columns * sizeof *t->value, "the series");
    for (size_t row = 0; row < t->rows; row++, line = line_after(line)) read_row(t, line, row);
    return RP_OK;
}

/* ---- choosing columns ---- */

static int find_column(const table *t, const char *name)
{
    for (int k = 0; k < t->columns; k++)
        if (strcmp(t->name[k], name) == 0) return k;
    return -1;
}

static rp_status need_column(const table *t, const char *name, int *column, rp_error *err)
{
    const char *names[COLUMNS_MAX];
    *column = find_column(t, name);
    if (*column >= 0) return RP_OK;
    for (int k = 0; k < t->columns; k++) names[k] = t->name[k];
    rp_status status = rp_error_set(err, RP_INPUT, "series.csv has no column '%s'", name);
    rp_error_nearest(err, name, names, t->columns);
    return status;
}

/* Without a wish: the columns with the unit of the first one beside x, as many as there are colours. */
static void choose_usual(const table *t, choice *c)
{
    int first = c->x == 0 ? 1 : 0;
    for (int k = first; k < t->columns && c->count < RP_PALETTE; k++)
        if (k != c->x && strcmp(t->unit[k], t->unit[first]) == 0) c->y[c->count++] = k;
}

static rp_status choose(const table *t, const char *x, const char *const *columns, int count, choice *c, rp_error *err)
{
    *c = (choice){0};
    rp_status status = need_column(t, x ? x : "time", &c->x, err);
    for (int n = 0; status == RP_OK && n < count && n < COLUMNS_MAX; n++) status = need_column(t, columns[n], &c->y[c->count++], err);
    if (status == RP_OK && count == 0) choose_usual(t, c);
    return status;
}

/* ---- plotting ---- */

static void axis_label(char *label, size_t room, const char *name, const char *unit)
{
    snprintf(label, room, unit[0] ? "%s (%s)" : "%s", name, unit);
    for (char *at = label; *at; at++)
        if (*at == '_') *at = ' ';
}

/* Several columns on one axis: what their unit measures, where that is clear. */
static void common_label(char *label, size_t room, const char *unit)
{
    const char *what = strcmp(unit, "J") == 0 ? "energy " : strcmp(unit, "N") == 0 ? "force " : strcmp(unit, "m/s") == 0 ? "speed " : "";
    snprintf(label, room, unit[0] ? "%s(%s)" : "%s%s", what, unit);
}

/* Panel of each chosen column: one a unit, in the order they come. Returns their number, 0 if there are too many. */
static int assign_panels(const table *t, const choice *c, int panel[COLUMNS_MAX], int members[PANELS_MAX])
{
    const char *unit[PANELS_MAX];
    int panels = 0;
    for (int n = 0; n < c->count; n++) {
        int k = 0;
        while (k < panels && strcmp(unit[k], t->unit[c->y[n]]) != 0) k++;
        if (k == PANELS_MAX) return 0;
        if (k == panels) unit[panels] = t->unit[c->y[n]], members[panels++] = 0;
        panel[n] = k;
        members[k]++;
    }
    return panels;
}

static rp_plot *make_plot(const table *t, const choice *c, int panels, const int *panel, const int *members, int log_x, int log_y)
{
    char x_label[2 * NAME + 8], y_label[2 * NAME + 8];
    rp_plot *plot = rp_plot_create(panels, 1, 1400, panels == 1 ? 850 : 250 + 420 * panels);
    axis_label(x_label, sizeof x_label, t->name[c->x], t->unit[c->x]);
    for (int n = 0; n < c->count; n++) {
        int y = c->y[n], alone = members[panel[n]] == 1;
        char name[NAME];
        axis_label(name, sizeof name, t->name[y], "");
        if (alone) axis_label(y_label, sizeof y_label, t->name[y], t->unit[y]);
        else common_label(y_label, sizeof y_label, t->unit[y]);
        rp_plot_axes(plot, panel[n], NULL, panel[n] == panels - 1 ? x_label : NULL, y_label);
        rp_plot_log(plot, panel[n], log_x, log_y);
        rp_plot_curve(plot, panel[n], t->value + (size_t)c->x * t->rows, t->value + (size_t)y * t->rows, t->rows,
                      &(rp_plot_style){.label = alone ? NULL : name});
    }
    return plot;
}

static rp_status plot_table(const table *t, const choice *c, int log_x, int log_y, const char *path, rp_error *err)
{
    int panel[COLUMNS_MAX], members[PANELS_MAX], panels = assign_panels(t, c, panel, members);
    if (panels == 0) return rp_error_set(err, RP_INPUT, "no more than %d units fit one picture", PANELS_MAX);
    rp_plot *plot = make_plot(t, c, panels, panel, members, log_x, log_y);
    rp_status status = rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

rp_status rp_picture_series(const char *directory, const char *x, const char *const *columns, int count, int log_x, int log_y,
                            const char *path, rp_error *err)
{
    char file[4096];
    size_t size;
    choice c;
    table *t = rp_memory_alloc(1, sizeof *t);
    if (!t) return rp_memory_error(err, sizeof *t, "the series");
    snprintf(file, sizeof file, "%s/series.csv", directory);
    rp_status status = rp_file_read(file, 0, &t->text, &size, err);
    if (status == RP_OK) status = parse(t, file, err);
    if (status == RP_OK) status = choose(t, x, columns, count, &c, err);
    if (status == RP_OK) status = plot_table(t, &c, log_x, log_y, path, err);
    rp_memory_free(t->value);
    rp_memory_free(t->text);
    rp_memory_free(t);
    return status;
}
