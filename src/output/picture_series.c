/* Plots of runs' series.csv (series_table.h).
 *
 * One run: columns that share a unit share a panel; panels stand above each other. Several runs: a panel a column, a
 * colour a run. */
#include "output/color.h"
#include "output/output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "repose/plot.h"
#include "output/series_table.h"

enum { COLUMNS_MAX = RP_SERIES_COLUMNS, NAME = RP_SERIES_NAME, PANELS_MAX = 6 };

typedef rp_series_table table;
typedef struct choice {
    int x, count, y[COLUMNS_MAX];
} choice;

/* ---- choosing columns ---- */

/* Without a wish: the columns with the unit of the first one beside x, as many as there are colours. */
static void choose_usual(const table *t, choice *c)
{
    int first = c->x == 0 ? 1 : 0;
    for (int k = first; k < t->columns && c->count < RP_PALETTE; k++)
        if (k != c->x && strcmp(t->unit[k], t->unit[first]) == 0) c->y[c->count++] = k;
}

static rp_status choose(table *t, const char *x, const char *const *columns, int count, choice *c, rp_error *err)
{
    *c = (choice){0};
    rp_status status = rp_series_table_choose(t, x ? x : "time", &c->x, err);
    for (int n = 0; status == RP_OK && n < count && n < COLUMNS_MAX; n++)
        status = rp_series_table_choose(t, columns[n], &c->y[c->count++], err);
    if (status == RP_OK && count == 0) choose_usual(t, c);
    return status;
}

/* ---- plotting ---- */

/* Several columns on one axis: what their unit measures, where that is clear. */
static void common_label(char *label, size_t room, const char *unit)
{
    const char *what = strcmp(unit, "J") == 0     ? "energy "
                       : strcmp(unit, "N") == 0   ? "force "
                       : strcmp(unit, "m/s") == 0 ? "speed "
                                                  : "";
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
        if (k == panels) {
            unit[panels] = t->unit[c->y[n]];
            members[panels++] = 0;
        }

        panel[n] = k;
        members[k]++;
    }
    return panels;
}

static rp_plot *make_plot(const table *t, const choice *c, int panels, const int *panel, const int *members, int log_x,
                          int log_y)
{
    char x_label[2 * NAME + 8], y_label[2 * NAME + 8];
    rp_plot *plot = rp_plot_create(panels, 1, 1400, panels == 1 ? 850 : 250 + 420 * panels);
    rp_series_table_label(x_label, sizeof x_label, t->name[c->x], t->unit[c->x]);
    for (int n = 0; n < c->count; n++) {
        int y = c->y[n], alone = members[panel[n]] == 1;
        char name[NAME];
        rp_series_table_label(name, sizeof name, t->name[y], "");
        if (alone) rp_series_table_label(y_label, sizeof y_label, t->name[y], t->unit[y]);
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

rp_status rp_picture_series(const char *directory, const char *x, const char *const *columns, int count, int log_x,
                            int log_y, const char *path, rp_error *err)
{
    choice c;
    table *t;
    rp_status status = rp_series_table_load(directory, &t, err);
    if (status == RP_OK) status = choose(t, x, columns, count, &c, err);
    if (status == RP_OK) status = plot_table(t, &c, log_x, log_y, path, err);
    rp_series_table_destroy(t);
    return status;
}

/* ---- several runs ---- */

enum { RUNS_MAX = RP_PALETTE };

/* Rows and columns of panels, on a page as wide as a slide. */
static rp_plot *grid(int panels)
{
    static const int rows[PANELS_MAX + 1] = {0, 1, 1, 1, 2, 2, 2}, columns[PANELS_MAX + 1] = {0, 1, 2, 3, 2, 3, 3};
    return rp_plot_create(rows[panels], columns[panels], panels == 1 ? 1200 : 1800,
                          rows[panels] == 1 ? (panels == 1 ? 750 : 700) : 1050);
}

/* Runs that agree lie on top of each other: a broad line below, a dashed and a dotted one above, so that all are seen.
 */
static rp_plot_style run_style(int run, const char *label)
{
    return (rp_plot_style){.label = label,
                           .color = run + 1,
                           .width = run == 0 ? 2.2 : 1.5,
                           .line = run == 0  ? RP_LINE_SOLID
                                   : run % 2 ? RP_LINE_DASHED
                                             : RP_LINE_DOTTED};
}

/* Runs with their columns: -1 where a run lacks one. */
typedef struct several {
    int count, columns;
    table *run[RUNS_MAX]; /* owned */
    int x[RUNS_MAX], y[RUNS_MAX][PANELS_MAX];
} several;

/* The column in every run that has it. Units must agree; the first error stands if no run has it. */
static rp_status choose_of(several *s, int k, const char *column, rp_error *err)
{
    rp_status first = RP_OK;
    rp_error unused;
    const char *unit = NULL;
    for (int n = 0; n < s->count; n++) {
        rp_status status = rp_series_table_choose(s->run[n], column, &s->y[n][k], first ? &unused : err);
        if (status && status != RP_INPUT) return status;
        if (status) s->y[n][k] = -1;
        if (status && !first) first = status;
        const char *own = status ? unit : s->run[n]->unit[s->y[n][k]];
        if (unit && strcmp(own, unit) != 0)
            return rp_error_set(err, RP_INPUT, "'%s' is in %s in one run and in %s in another", column, unit, own);
        unit = own;
    }
    return unit ? RP_OK : first;
}

static rp_status choose_all(several *s, const char *x, const char *const *columns, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < s->count && !status; n++)
        status = rp_series_table_choose(s->run[n], x ? x : "time", &s->x[n], err);
    for (int k = 0; k < s->columns && !status; k++) status = choose_of(s, k, columns[k], err);
    return status;
}

/* A run's label stands in the first panel that it is in. */
static const char *label_of(const several *s, int run, int panel, const char *const *labels)
{
    for (int k = 0; k < panel; k++)
        if (s->y[run][k] >= 0) return NULL;
    return labels[run];
}

static void draw_column(rp_plot *plot, int panel, const several *s, const char *const *labels,
                        const rp_series_axes *axes)
{
    char x_label[2 * NAME + 8], label[2 * NAME + 8] = "";
    rp_series_table_label(x_label, sizeof x_label, s->run[0]->name[s->x[0]], s->run[0]->unit[s->x[0]]);
    for (int n = 0; n < s->count; n++) {
        const table *t = s->run[n];
        const int y = s->y[n][panel];
        if (y < 0) continue;
        if (!label[0]) rp_series_table_label(label, sizeof label, t->name[y], t->unit[y]);
        rp_plot_style style = run_style(n, label_of(s, n, panel, labels));
        rp_plot_curve(plot, panel, rp_series_table_column(t, s->x[n]), rp_series_table_column(t, y), t->rows, &style);
    }
    rp_plot_axes(plot, panel, NULL, x_label, label);
    rp_plot_log(plot, panel, axes->log_x, axes->log_y);
}

static rp_status draw_several(const several *s, const char *const *labels, const rp_series_axes *axes, const char *path,
                              rp_error *err)
{
    rp_plot *plot = grid(s->columns);
    if (axes->title) rp_plot_title(plot, axes->title);
    for (int k = 0; k < s->columns; k++) draw_column(plot, k, s, labels, axes);
    rp_status status = rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

rp_status rp_picture_series_of(const char *const *directories, const char *const *labels, int count,
                               const char *const *columns, int column_count, const rp_series_axes *axes,
                               const char *path, rp_error *err)
{
    const rp_series_axes usual = {0};
    several s = {.count = count, .columns = column_count};
    rp_status status = RP_OK;
    if (!axes) axes = &usual;
    if (count < 1 || count > RUNS_MAX || column_count < 1 || column_count > PANELS_MAX)
        return rp_error_set(err, RP_INPUT, "%d runs and %d columns do not fit one picture: at most %d and %d", count,
                            column_count, RUNS_MAX, PANELS_MAX);
    for (int n = 0; status == RP_OK && n < count; n++) status = rp_series_table_load(directories[n], &s.run[n], err);
    if (status == RP_OK) status = choose_all(&s, axes->x, columns, err);
    if (status == RP_OK) status = draw_several(&s, labels, axes, path, err);
    for (int n = 0; n < count; n++) rp_series_table_destroy(s.run[n]);
    return status;
}
