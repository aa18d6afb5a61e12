/* Plots of what is averaged over windows: profiles along an axis, distributions of forces. Rows of one window follow
 * each other and share `from`. */
#include "output/color.h"
#include "output/output.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "repose/plot.h"
#include "output/series_table.h"

enum { PANELS_MAX = 6, CURVES_MAX = RP_PALETTE, NAME = RP_SERIES_NAME };

typedef struct window {
    size_t first, rows;
    double from, to;
} window;
typedef struct windows {
    int count;
    window item[CURVES_MAX];
} windows;

/* ---- windows ---- */

/* Where window number n begins and ends. */
static window window_at(const rp_series_table *t, size_t number)
{
    const double *from = rp_series_table_column(t, 0), *to = rp_series_table_column(t, 1);
    window w = {0};
    for (size_t n = 0; w.first < t->rows; n++, w.first += w.rows) {
        for (w.rows = 0; w.first + w.rows < t->rows && from[w.first + w.rows] == from[w.first];) w.rows++;
        w.from = from[w.first];
        w.to = to[w.first];
        if (n == number) break;
    }
    return w;
}

static size_t count_windows(const rp_series_table *t)
{
    const double *from = rp_series_table_column(t, 0);
    size_t count = 0;
    for (size_t n = 0; n < t->rows; n++) count += n == 0 || from[n] != from[n - 1];
    return count;
}

/* All of them, or as many as there are colours, spread from the first to the last. */
static windows choose_windows(const rp_series_table *t)
{
    size_t all = count_windows(t);
    windows w = {.count = all < CURVES_MAX ? (int)all : CURVES_MAX};
    for (int n = 0; n < w.count; n++)
        w.item[n] = window_at(t, w.count == 1 ? 0 : (size_t)n * (all - 1) / (size_t)(w.count - 1));
    return w;
}

static void window_label(const window *w, char *label, size_t room)
{
    snprintf(label, room, "t = %.4g to %.4g s", w->from, w->to);
}

static rp_status read_table(const char *directory, const char *file, const char *fourth, rp_series_table **t,
                            rp_error *err)
{
    rp_status status = rp_series_table_read(directory, file, t, err);
    if (status) return status;
    if ((*t)->columns > 4 && strcmp((*t)->name[0], "from") == 0 && strcmp((*t)->name[1], "to") == 0
        && (!fourth || strcmp((*t)->name[3], fourth) == 0))
        return RP_OK;
    return rp_error_set(err, RP_INPUT, "'%s/%s' is not a table of windows", directory, file);
}

/* ---- which profile ---- */

static rp_status find_profile(const char *directory, char file[NAME + 16], rp_error *err)
{
    char names[200] = "";
    int count = 0;
    DIR *d = opendir(directory);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t length = strlen(e->d_name);
        if (strncmp(e->d_name, "profile-", 8) != 0 || length < 13 || length >= NAME + 16
            || strcmp(e->d_name + length - 4, ".csv") != 0)
            continue;
        memcpy(file, e->d_name, length + 1);
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%.*s", count++ ? ", " : "", (int)length - 12, e->d_name + 8);
    }
    if (d) closedir(d);
    if (count == 1) return RP_OK;
    rp_error_set(err, RP_INPUT, count ? "'%s' has %d profiles" : "'%s' has no profile", directory, count);
    if (count) rp_error_expected(err, "--name with one of %s", names);
    else rp_error_expected(err, "a run of a scene with output.profiles");
    return RP_INPUT;
}

/* ---- which columns ---- */

static double largest(const rp_series_table *t, int column)
{
    const double *v = rp_series_table_column(t, column);
    double most = 0;
    for (size_t n = 0; n < t->rows; n++)
        if (isfinite(v[n])) most = fmax(most, fabs(v[n]));
    return most;
}

typedef struct choice {
    int count, column[PANELS_MAX];
} choice;

/* Unless all of it is below `small`. */
static rp_status add_column(rp_series_table *t, const char *name, double small, choice *c, rp_error *err)
{
    int column;
    rp_status status = rp_series_table_choose(t, name, &column, err);
    if (status || largest(t, column) < small) return status;
    if (c->count == PANELS_MAX)
        return rp_error_set(err, RP_INPUT, "no more than %d columns fit one picture", PANELS_MAX);
    c->column[c->count++] = column;
    return RP_OK;
}

static rp_status add_name(rp_series_table *t, const char *name, choice *c, rp_error *err)
{
    static const struct {
        const char *name, *parts[6];
    } short_names[] = {
        {"velocity", {"vx", "vy", "vz"}},
        {"spin", {"wx", "wy", "wz"}},
        {"stress", {"stress_xx", "stress_yy", "stress_zz", "stress_xy", "stress_xz", "stress_yz"}},
        {"fabric", {"fabric_xx", "fabric_yy", "fabric_zz", "fabric_xy", "fabric_xz", "fabric_yz"}},
        {"temperature", {"granular_temperature"}},
    };
    rp_status status = RP_OK;
    for (size_t k = 0; k < sizeof short_names / sizeof *short_names; k++) {
        if (strcmp(name, short_names[k].name) != 0) continue;
        double most = 0; /* of its parts; those below 2 % of it are noise, or 0 in a flat world */
        int column;
        for (int n = 0; n < 6 && short_names[k].parts[n]; n++)
            if ((column = rp_series_table_find(t, short_names[k].parts[n])) >= 0) most = fmax(most, largest(t, column));
        for (int n = 0; n < 6 && short_names[k].parts[n] && !status; n++)
            status = add_column(t, short_names[k].parts[n], 0.02 * most, c, err);
        return status;
    }
    return add_column(t, name, 0, c, err);
}

/* ---- plots ---- */

/* Bins that are all but empty, with less than 1 % of the solid fraction elsewhere, say nothing but of what fills them.
 */
static double *without_empty(const rp_series_table *t, int column, rp_error *err)
{
    int solid = rp_series_table_find(t, "solid_fraction");
    double *value = rp_memory_alloc(t->rows, sizeof *value), least = solid >= 0 ? 0.01 * largest(t, solid) : 0;
    if (!value) rp_memory_error(err, t->rows * sizeof *value, "a profile");
    int all = solid < 0 || column == solid || strcmp(t->name[column], "density") == 0;
    for (size_t n = 0; value && n < t->rows; n++)
        value[n] = all || rp_series_table_column(t, solid)[n] > least ? rp_series_table_column(t, column)[n] : NAN;
    return value;
}

/* The place is up the page, as it is in the pictures, but for the first axis. */
static void draw_panel(rp_plot *plot, int panel, const rp_series_table *t, int column, const double *value,
                       const windows *w)
{
    int upright = strcmp(t->name[3], "x") != 0;
    char place[2 * NAME + 8], what[2 * NAME + 8];
    rp_series_table_label(place, sizeof place, t->name[3], t->unit[3]);
    rp_series_table_label(what, sizeof what, t->name[column], t->unit[column]);
    rp_plot_axes(plot, panel, NULL, upright ? what : place, upright ? place : what);
    for (int n = 0; n < w->count; n++) {
        const double *x = rp_series_table_column(t, 3) + w->item[n].first, *y = value + w->item[n].first;
        char label[80];
        window_label(&w->item[n], label, sizeof label);
        rp_plot_curve(plot, panel, upright ? y : x, upright ? x : y, w->item[n].rows,
                      &(rp_plot_style){.label = panel == 0 && w->count > 1 ? label : NULL,
                                       .line = RP_LINE_SOLID,
                                       .marker = RP_MARKER_DISC,
                                       .size = 0.8});
    }
}

static rp_status draw_profile(const rp_series_table *t, const choice *c, const char *path, rp_error *err)
{
    windows w = choose_windows(t);
    int upright = strcmp(t->name[3], "x") != 0;
    char title[160];
    rp_plot *plot = upright ? rp_plot_create(1, c->count, 300 + 550 * c->count, 850)
                            : rp_plot_create(c->count, 1, 1400, c->count == 1 ? 850 : 250 + 420 * c->count);
    if (w.count == 1) {
        snprintf(title, sizeof title, "mean over t = %.4g to %.4g s", w.item[0].from, w.item[0].to);
        rp_plot_title(plot, title);
    }
    rp_status status = RP_OK;
    for (int n = 0; n < c->count && !status; n++) {
        double *value = without_empty(t, c->column[n], err);
        if (value) draw_panel(plot, n, t, c->column[n], value, &w);
        else status = RP_SYSTEM;
        rp_memory_free(value);
    }
    if (!status) status = rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

rp_status rp_picture_profile(const char *directory, const char *name, const char *const *columns, int count,
                             const char *path, rp_error *err)
{
    static const char *const usual[] = {"velocity", "solid_fraction", "granular_temperature"};
    char file[NAME + 16];
    rp_series_table *t = NULL;
    choice c = {0};
    rp_status status = RP_OK;
    if (name) snprintf(file, sizeof file, "profile-%.*s.csv", NAME, name);
    else status = find_profile(directory, file, err);
    if (!status) status = read_table(directory, file, NULL, &t, err);
    if (count == 0) {
        columns = usual;
        count = 3;
    }

    for (int n = 0; n < count && !status; n++) status = add_name(t, columns[n], &c, err);
    if (!status) status = draw_profile(t, &c, path, err);
    rp_series_table_destroy(t);
    return status;
}

/* ---- forces ---- */

enum { F = 7, NORMAL, TANGENTIAL }; /* columns of forces.csv */

static void draw_distribution(rp_plot *plot, const rp_series_table *t, const window *w, int column, const char *label,
                              rp_marker marker)
{
    rp_plot_curve(plot, 0, rp_series_table_column(t, F) + w->first, rp_series_table_column(t, column) + w->first,
                  w->rows, &(rp_plot_style){.label = label, .line = RP_LINE_SOLID, .marker = marker});
}

static rp_status draw_forces(const rp_series_table *t, const char *path, rp_error *err)
{
    windows w = choose_windows(t);
    char title[160], label[80];
    rp_plot *plot = rp_plot_create(1, 1, 1200, 850);
    const window *last = &w.item[w.count - 1];
    snprintf(title, sizeof title, "%.4g contacts, mean normal force %.4g N, t = %.4g to %.4g s",
             rp_series_table_column(t, 3)[last->first], rp_series_table_column(t, 4)[last->first], last->from,
             last->to);
    rp_plot_axes(plot, 0, w.count == 1 ? title : NULL, "f / ⟨fₙ⟩", "P(f / ⟨fₙ⟩)");
    rp_plot_log(plot, 0, 0, 1);
    for (int n = 0; n < w.count && w.count > 1; n++) {
        window_label(&w.item[n], label, sizeof label);
        draw_distribution(plot, t, &w.item[n], NORMAL, label, RP_MARKER_DISC);
    }
    if (w.count == 1) {
        draw_distribution(plot, t, last, NORMAL, "normal", RP_MARKER_DISC);
        draw_distribution(plot, t, last, TANGENTIAL, "tangential", RP_MARKER_SQUARE);
    }

    double x[2] = {1, 6}, y[2] = {exp(-1), exp(-6)};
    rp_plot_curve(plot, 0, x, y, 2,
                  &(rp_plot_style){.label = "exp(−f)", .line = RP_LINE_DASHED, .color = RP_PLOT_GREY});
    rp_status status = rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

rp_status rp_picture_forces(const char *directory, const char *path, rp_error *err)
{
    rp_series_table *t = NULL;
    rp_status status = read_table(directory, "forces.csv", "contacts", &t, err);
    if (!status && t->columns <= TANGENTIAL)
        status = rp_error_set(err, RP_INPUT, "'%s/forces.csv' lacks columns", directory);
    if (!status) status = draw_forces(t, path, err);
    rp_series_table_destroy(t);
    return status;
}
