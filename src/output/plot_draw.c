/* Draws a plot: layout, axes, series, legend.
 *
 * A frame is one panel while it is drawn: the rectangle of its axes on the page and the map from values to pixels. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/colorbar.h"
#include "output/plot_model.h"
#include "output/ticks.h"

enum { X, Y };

typedef struct frame {
    rp_canvas *c;
    const rp_plot_panel *panel;
    double size;            /* of the letters, pixels */
    double edge[2][2];      /* [axis][at the low value, at the high value], pixels */
    double low[2], high[2]; /* limits; of log10 where logarithmic */
    rp_ticks ticks[2];
    rp_colorbar bar;
    double bar_width; /* 0: none */
} frame;

/* ---- values to pixels ---- */

static double scaled(const frame *f, int axis, double v) { return f->panel->log[axis] ? (v > 0 ? log10(v) : NAN) : v; }

static double pixel(const frame *f, int axis, double v)
{
    double s = (scaled(f, axis, v) - f->low[axis]) / (f->high[axis] - f->low[axis]);
    return f->edge[axis][0] + s * (f->edge[axis][1] - f->edge[axis][0]);
}

static void include(const frame *f, int axis, double range[2], double v)
{
    double s = scaled(f, axis, v);
    if (isfinite(s)) {
        range[0] = fmin(range[0], s);
        range[1] = fmax(range[1], s);
    }
}

static void include_series(const frame *f, int axis, double range[2], const rp_plot_series *s)
{
    const double *value = axis == X ? s->x : s->y, *error = axis == X ? s->error_x : s->error_y;
    for (size_t n = 0; n < s->count; n++) {
        include(f, axis, range, value[n]);
        if (axis == Y && s->y2) include(f, axis, range, s->y2[n]);
        if (error) {
            include(f, axis, range, value[n] - error[n]);
            include(f, axis, range, value[n] + error[n]);
        }
    }
}

/* Limits as given, else what the data need and a little more; a heat map fills its panel. */
static void find_limits(frame *f, int axis)
{
    const rp_plot_panel *p = f->panel;
    double range[2] = {INFINITY, -INFINITY};
    if (p->heat) {
        include(f, axis, range, p->heat_at[axis][0]);
        include(f, axis, range, p->heat_at[axis][1]);
    }

    for (size_t n = 0; n < p->series_count; n++) include_series(f, axis, range, &p->series[n]);
    if (range[0] > range[1]) {
        range[0] = 0;
        range[1] = 1;
    }

    double spread = range[1] - range[0], pad = p->heat ? 0 : 0.04 * spread;
    if (spread <= 1e-12 * fabs(range[1])) pad = p->log[axis] ? 0.5 : fmax(0.1 * fabs(range[1]), 1e-12);
    f->low[axis] = range[0] - pad;
    f->high[axis] = range[1] + pad;
    double given[2] = {scaled(f, axis, p->limit[axis][0]), scaled(f, axis, p->limit[axis][1])};
    if (isfinite(given[0])) f->low[axis] = given[0];
    if (isfinite(given[1])) f->high[axis] = given[1];
    if (f->low[axis] == f->high[axis]) f->high[axis] += 1;
}

static void find_ticks(frame *f, int axis, double length)
{
    double low = fmin(f->low[axis], f->high[axis]), high = fmax(f->low[axis], f->high[axis]);
    int wanted = (int)fmax(2, length / ((axis == X ? 5.5 : 3.2) * f->size));
    if (wanted > 10) wanted = 10;
    if (f->panel->log[axis]) rp_ticks_log(&f->ticks[axis], pow(10, low), pow(10, high), wanted);
    else rp_ticks_linear(&f->ticks[axis], low, high, wanted);
}

/* ---- layout ---- */

/* axes_from: where the axes begin at the earliest, so that panels above each other line up. */
static void lay_out(frame *f, double left, double top, double width, double height, double axes_from)
{
    const rp_plot_panel *p = f->panel;
    double s = f->size, widest = 0;
    find_limits(f, X);
    find_limits(f, Y);
    double above = p->title[0] ? 2.0 * s : 0.8 * s, below = (p->axis[X][0] ? 3.3 : 2.0) * s;
    if (!p->log[Y]) above = fmax(above, 1.4 * s);
    find_ticks(f, Y, height - above - below);
    for (int n = 0; n < f->ticks[Y].count; n++)
        widest = fmax(widest, rp_canvas_text_width(f->c, 0.9 * s, f->ticks[Y].label[n]));
    f->edge[X][0] = fmax(axes_from, left + widest + (p->axis[Y][0] ? 2.6 : 1.1) * s);
    if (p->heat) {
        f->bar = (rp_colorbar){.map = p->map,
                               .low = p->heat_range[0],
                               .high = p->heat_range[1],
                               .label = p->heat_label,
                               .levels = p->levels};
        f->bar_width = 0.9 * s + rp_colorbar_width(f->c, &f->bar, height - above - below, s);
    }
    f->edge[X][1] = left + width - 1.2 * s - f->bar_width;
    f->edge[Y][0] = top + height - below;
    f->edge[Y][1] = top + above;
    find_ticks(f, X, f->edge[X][1] - f->edge[X][0]);
}

static void rectangle(const frame *f)
{
    rp_cairo.rectangle(f->c->cr, f->edge[X][0], f->edge[Y][1], f->edge[X][1] - f->edge[X][0],
                       f->edge[Y][0] - f->edge[Y][1]);
}

/* ---- axes ---- */

/* A segment across the panel (from the axis, or all over) at pixel `at` of an axis. */
static void tick_line(const frame *f, int axis, double at, double length)
{
    double from = f->edge[1 - axis][0], to = axis == X ? from - length : from + length;
    if (axis == X) rp_canvas_segment(f->c, at, from, at, to);
    else rp_canvas_segment(f->c, from, at, to, at);
}

static double extent(const frame *f, int axis) { return fabs(f->edge[axis][1] - f->edge[axis][0]); }

static void draw_grid(const frame *f)
{
    rp_canvas_color(f->c, RP_COLOR_FAINT, 1);
    rp_cairo.set_line_width(f->c->cr, 0.05 * f->size);
    for (int axis = X; axis <= Y; axis++)
        for (int n = 0; n < f->ticks[axis].count; n++)
            tick_line(f, axis, pixel(f, axis, f->ticks[axis].at[n]), extent(f, 1 - axis));
}

static void draw_ticks(const frame *f, int axis)
{
    const rp_ticks *t = &f->ticks[axis];
    double s = f->size;
    char power[32], text[48];
    for (int n = 0; n < t->count; n++) {
        double at = pixel(f, axis, t->at[n]);
        tick_line(f, axis, at, 0.35 * s);
        if (axis == X) rp_canvas_text(f->c, at, f->edge[Y][0] + 0.5 * s, 0.5, 1, 0.9 * s, t->label[n]);
        else rp_canvas_text(f->c, f->edge[X][0] - 0.45 * s, at, 1, 0.5, 0.9 * s, t->label[n]);
    }
    for (int n = 0; n < t->minor_count; n++) tick_line(f, axis, pixel(f, axis, t->minor[n]), 0.18 * s);
    if (!t->exponent) return;
    rp_ticks_power(power, sizeof power, t->exponent);
    snprintf(text, sizeof text, "×%s", power);
    if (axis == X) rp_canvas_text(f->c, f->edge[X][1], f->edge[Y][0] + 1.75 * s, 1, 1, 0.85 * s, text);
    else rp_canvas_text(f->c, f->edge[X][0], f->edge[Y][1] - 0.4 * s, 0, 0, 0.85 * s, text);
}

static void draw_axes(const frame *f)
{
    const rp_plot_panel *p = f->panel;
    double s = f->size, middle_x = 0.5 * (f->edge[X][0] + f->edge[X][1]),
           middle_y = 0.5 * (f->edge[Y][0] + f->edge[Y][1]), widest = 0;
    rp_canvas_color(f->c, RP_COLOR_INK, 1);
    rp_cairo.set_line_width(f->c->cr, 0.07 * s);
    draw_ticks(f, X);
    draw_ticks(f, Y);
    rp_cairo.set_line_join(f->c->cr, CAIRO_LINE_JOIN_MITER);
    rectangle(f);
    rp_cairo.stroke(f->c->cr);
    for (int n = 0; n < f->ticks[Y].count; n++)
        widest = fmax(widest, rp_canvas_text_width(f->c, 0.9 * s, f->ticks[Y].label[n]));
    rp_canvas_text(f->c, middle_x, f->edge[Y][0] + 2.0 * s, 0.5, 1, s, p->axis[X]);
    rp_canvas_text_upwards(f->c, f->edge[X][0] - widest - 1.1 * s, middle_y, 0.5, 0, s, p->axis[Y]);
    rp_canvas_text(f->c, middle_x, f->edge[Y][1] - 0.75 * s, 0.5, 0, 1.08 * s, p->title);
}

/* ---- series ---- */

/* Sends the pen through the points; thousands that fall on one column of pixels become their first, lowest, highest and
 * last, which gives the same picture. */
static void trace(const frame *f, const double *x, const double *y, size_t count)
{
    cairo_t *cr = f->c->cr;
    int pen = 0;
    for (size_t n = 0; n < count; n++) {
        double px = pixel(f, X, x[n]), py = pixel(f, Y, y[n]);
        if (!isfinite(px) || !isfinite(py)) {
            pen = 0;
            continue;
        }
        double low = py, high = py, last = py;
        for (; n + 1 < count && fabs(pixel(f, X, x[n + 1]) - px) < 0.25; n++) {
            double next = pixel(f, Y, y[n + 1]);
            if (!isfinite(next)) break;
            low = fmin(low, next);
            high = fmax(high, next);
            last = next;
        }
        if (pen) rp_cairo.line_to(cr, px, py);
        else rp_cairo.move_to(cr, px, py);
        if (low != high) {
            rp_cairo.line_to(cr, px, low);
            rp_cairo.line_to(cr, px, high);
            rp_cairo.line_to(cr, px, last);
        }

        pen = 1;
    }
}

static void set_pen(const frame *f, const rp_plot_series *s)
{
    double width = 0.11 * f->size * (s->style.width > 0 ? s->style.width : 1),
           dash[2] = {0.55 * f->size, 0.4 * f->size};
    if (s->style.line == RP_LINE_DOTTED) {
        dash[0] = 0.01;
        dash[1] = 0.3 * f->size;
    }

    rp_cairo.set_line_width(f->c->cr, width);
    rp_cairo.set_dash(f->c->cr, dash, s->style.line == RP_LINE_DASHED || s->style.line == RP_LINE_DOTTED ? 2 : 0, 0);
    rp_cairo.set_line_join(f->c->cr, CAIRO_LINE_JOIN_ROUND);
    rp_canvas_color(f->c, s->color, 1);
}

static void polygon(cairo_t *cr, double x, double y, double r, int corners, double turn)
{
    for (int n = 0; n < corners; n++) {
        double angle = turn + 2 * M_PI * n / corners;
        if (n) rp_cairo.line_to(cr, x + r * sin(angle), y - r * cos(angle));
        else rp_cairo.move_to(cr, x + r * sin(angle), y - r * cos(angle));
    }
    rp_cairo.close_path(cr);
}

static void draw_marker(const frame *f, const rp_plot_series *s, double x, double y)
{
    cairo_t *cr = f->c->cr;
    rp_marker m = s->style.marker;
    double r = 0.27 * f->size * (s->style.size > 0 ? s->style.size : 1);
    rp_cairo.set_line_width(cr, 0.1 * f->size);
    rp_cairo.set_dash(cr, NULL, 0, 0);
    rp_canvas_color(f->c, s->color, 1);
    rp_cairo.new_path(cr);
    if (m == RP_MARKER_CROSS) {
        rp_canvas_segment(f->c, x - r, y - r, x + r, y + r);
        rp_canvas_segment(f->c, x - r, y + r, x + r, y - r);
        return;
    }
    if (m == RP_MARKER_CIRCLE || m == RP_MARKER_DISC) rp_cairo.arc(cr, x, y, r, 0, 2 * M_PI);
    else if (m == RP_MARKER_TRIANGLE) polygon(cr, x, y, 1.2 * r, 3, 0);
    else if (m == RP_MARKER_DIAMOND) polygon(cr, x, y, 1.25 * r, 4, 0);
    else polygon(cr, x, y, 1.25 * r, 4, M_PI / 4);
    int open = m == RP_MARKER_CIRCLE || m == RP_MARKER_SQUARE || m == RP_MARKER_TRIANGLE || m == RP_MARKER_DIAMOND;
    if (open) rp_cairo.set_source_rgb(cr, 1, 1, 1);
    rp_cairo.fill_preserve(cr);
    rp_canvas_color(f->c, s->color, 1);
    rp_cairo.stroke(cr);
}

static void draw_error(const frame *f, const rp_plot_series *s, int axis, size_t n)
{
    const double *value = axis == X ? s->x : s->y, *error = axis == X ? s->error_x : s->error_y;
    if (!error || !(error[n] > 0)) return;
    double at = axis == X ? pixel(f, Y, s->y[n]) : pixel(f, X, s->x[n]), cap = 0.18 * f->size;
    double end[2] = {pixel(f, axis, value[n] - error[n]), pixel(f, axis, value[n] + error[n])};
    if (isnan(end[0])) end[0] = f->edge[axis][0]; /* below 0 on a logarithmic axis */
    if (!isfinite(at) || !isfinite(end[1])) return;
    if (axis == X) rp_canvas_segment(f->c, end[0], at, end[1], at);
    else rp_canvas_segment(f->c, at, end[0], at, end[1]);
    for (int k = 0; k < 2; k++) {
        if (axis == X) rp_canvas_segment(f->c, end[k], at - cap, end[k], at + cap);
        else rp_canvas_segment(f->c, at - cap, end[k], at + cap, end[k]);
    }
}

static void draw_band(const frame *f, const rp_plot_series *s)
{
    cairo_t *cr = f->c->cr;
    rp_cairo.new_path(cr);
    for (size_t n = 0; n < 2 * s->count; n++) {
        size_t k = n < s->count ? n : 2 * s->count - 1 - n;
        double x = pixel(f, X, s->x[k]), y = pixel(f, Y, n < s->count ? s->y[k] : s->y2[k]);
        if (isfinite(x) && isfinite(y)) rp_cairo.line_to(cr, x, y);
    }
    rp_cairo.close_path(cr);
    rp_canvas_color(f->c, s->color, 0.22);
    rp_cairo.fill(cr);
}

static void draw_series(const frame *f, const rp_plot_series *s)
{
    if (s->y2) {
        draw_band(f, s);
        return;
    }
    if (s->style.line != RP_LINE_NONE) {
        set_pen(f, s);
        trace(f, s->x, s->y, s->count);
        rp_cairo.stroke(f->c->cr);
    }
    rp_cairo.set_dash(f->c->cr, NULL, 0, 0);
    rp_cairo.set_line_width(f->c->cr, 0.08 * f->size);
    rp_canvas_color(f->c, s->color, 1);
    for (size_t n = 0; n < s->count; n++) {
        draw_error(f, s, X, n);
        draw_error(f, s, Y, n);
    }

    for (size_t n = 0; n < s->count && s->style.marker != RP_MARKER_NONE; n++) {
        double x = pixel(f, X, s->x[n]), y = pixel(f, Y, s->y[n]);
        if (isfinite(x) && isfinite(y)) draw_marker(f, s, x, y);
    }
}

/* ---- heat maps, rules, notes ---- */

static void draw_heat(const frame *f)
{
    const rp_plot_panel *p = f->panel;
    cairo_t *cr = f->c->cr;
    double span = p->heat_range[1] - p->heat_range[0];
    rp_cairo.set_antialias(cr, CAIRO_ANTIALIAS_NONE); /* cells meet without seams, on whole pixels */
    for (int row = 0; row < p->heat_rows; row++) {
        for (int column = 0; column < p->heat_columns; column++) {
            double v = p->heat[column + row * p->heat_columns], corner[2][2];
            if (!isfinite(v)) continue;
            for (int k = 0; k < 2; k++) {
                double x = (column + k) / (double)p->heat_columns, y = (row + k) / (double)p->heat_rows;
                corner[X][k] = round(pixel(f, X, p->heat_at[X][0] + (p->heat_at[X][1] - p->heat_at[X][0]) * x));
                corner[Y][k] = round(pixel(f, Y, p->heat_at[Y][0] + (p->heat_at[Y][1] - p->heat_at[Y][0]) * y));
            }
            rp_canvas_color(f->c, rp_color_map_at(p->map, rp_color_level((v - p->heat_range[0]) / span, p->levels)), 1);
            rp_cairo.rectangle(cr, corner[X][0], corner[Y][1], corner[X][1] - corner[X][0],
                               corner[Y][0] - corner[Y][1]);
            rp_cairo.fill(cr);
        }
    }
    rp_cairo.set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* On a heat map with a white edge, so that it can be read on every colour, and about its point. */
static void draw_note(const frame *f, const rp_plot_mark *m)
{
    const double s = f->size, x = pixel(f, X, m->x), y = pixel(f, Y, m->y), aside = f->panel->heat ? 0.5 : 0;
    rp_canvas_color(f->c, (rp_color){1, 1, 1}, 1);
    for (int n = 0; n < 12 && f->panel->heat; n++)
        rp_canvas_text(f->c, x + 0.09 * s * cos(n * M_PI / 6), y + 0.09 * s * sin(n * M_PI / 6), aside, 0.5, 0.9 * s,
                       m->text);
    rp_canvas_color(f->c, RP_COLOR_INK, 1);
    rp_canvas_text(f->c, x, y, aside, 0.5, 0.9 * s, m->text);
}

static void draw_mark(const frame *f, const rp_plot_mark *m)
{
    double s = f->size, dash[2] = {0.35 * s, 0.25 * s};
    rp_canvas_color(f->c, RP_COLOR_INK, m->kind ? 0.6 : 1);
    if (m->kind == 0) {
        draw_note(f, m);
        return;
    }
    rp_cairo.set_line_width(f->c->cr, 0.07 * s);
    rp_cairo.set_dash(f->c->cr, dash, 2, 0);
    double x = pixel(f, X, m->x), y = pixel(f, Y, m->y);
    if (m->kind == 1) rp_canvas_segment(f->c, x, f->edge[Y][0], x, f->edge[Y][1]);
    else rp_canvas_segment(f->c, f->edge[X][0], y, f->edge[X][1], y);
    rp_cairo.set_dash(f->c->cr, NULL, 0, 0);
    if (m->kind == 1) rp_canvas_text_upwards(f->c, x - 0.3 * s, f->edge[Y][1] + 0.4 * s, 1, 0, 0.8 * s, m->text);
    else rp_canvas_text(f->c, f->edge[X][1] - 0.4 * s, y - 0.3 * s, 1, 0, 0.8 * s, m->text);
}

/* ---- legend ---- */

typedef struct box {
    double x, y, width, height;
} box;

static int labelled(const rp_plot_panel *p)
{
    int count = 0;
    for (size_t n = 0; n < p->series_count; n++) count += p->series[n].label[0] != '\0';
    return count;
}

static int inside(box b, double x, double y) { return x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height; }

/* How many points of the data, and of the lines between them, a legend there would hide. */
static size_t hidden(const frame *f, box b)
{
    enum { BETWEEN = 20 };
    size_t count = 0;
    for (size_t k = 0; k < f->panel->series_count; k++) {
        const rp_plot_series *s = &f->panel->series[k];
        const size_t stride = s->count / 2000 + 1;
        const int parts = s->style.line == RP_LINE_NONE || s->count > 100 ? 1 : BETWEEN;
        for (size_t n = 0; n < s->count; n += stride) {
            const size_t next = n + 1 < s->count ? n + 1 : n;
            const double x = pixel(f, X, s->x[n]), y = pixel(f, Y, s->y[n]), dx = pixel(f, X, s->x[next]) - x,
                         dy = pixel(f, Y, s->y[next]) - y;
            for (int p = 0; p < parts; p++) count += inside(b, x + dx * p / parts, y + dy * p / parts) ? 1 : 0;
        }
    }
    return count;
}

/* The corner, or middle of a side, where least is hidden; upper right if all are alike. */
static box legend_place(const frame *f, double width, double height)
{
    static const double places[][2] = {{1, 0}, {0, 0}, {1, 1}, {0, 1}, {0.5, 0}, {0.5, 1}, {1, 0.5}, {0, 0.5}};
    box best = {0};
    size_t least = (size_t)-1;
    double gap = 0.7 * f->size;
    for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
        box b = {f->edge[X][0] + gap + places[n][0] * (extent(f, X) - 2 * gap - width),
                 f->edge[Y][1] + gap + places[n][1] * (extent(f, Y) - 2 * gap - height), width, height};
        size_t count = hidden(f, (box){b.x - 0.5 * gap, b.y - 0.5 * gap, width + gap, height + gap});
        if (count < least) {
            least = count;
            best = b;
        }
    }
    return best;
}

static void legend_key(const frame *f, const rp_plot_series *s, double x, double y, double length)
{
    if (s->y2) {
        rp_canvas_color(f->c, s->color, 0.22);
        rp_cairo.rectangle(f->c->cr, x, y - 0.35 * f->size, length, 0.7 * f->size);
        rp_cairo.fill(f->c->cr);
        return;
    }
    set_pen(f, s);
    if (s->style.line != RP_LINE_NONE) rp_canvas_segment(f->c, x, y, x + length, y);
    rp_cairo.set_dash(f->c->cr, NULL, 0, 0);
    if (s->style.marker != RP_MARKER_NONE) draw_marker(f, s, x + 0.5 * length, y);
}

static void draw_legend(const frame *f)
{
    const rp_plot_panel *p = f->panel;
    double s = f->size, widest = 0, key = 1.9 * s, line = 1.45 * s;
    int count = labelled(p);
    if (!count) return;
    for (size_t n = 0; n < p->series_count; n++)
        widest = fmax(widest, rp_canvas_text_width(f->c, 0.9 * s, p->series[n].label));
    box b = legend_place(f, key + widest + 1.6 * s, count * line + 0.5 * s);
    rp_cairo.set_source_rgba(f->c->cr, 1, 1, 1, 0.85);
    rp_cairo.rectangle(f->c->cr, b.x, b.y, b.width, b.height);
    rp_cairo.fill_preserve(f->c->cr);
    rp_canvas_color(f->c, RP_COLOR_FAINT, 1);
    rp_cairo.set_line_width(f->c->cr, 0.05 * s);
    rp_cairo.stroke(f->c->cr);
    double y = b.y + 0.25 * s + 0.5 * line;
    for (size_t n = 0; n < p->series_count; n++) {
        if (!p->series[n].label[0]) continue;
        legend_key(f, &p->series[n], b.x + 0.5 * s, y, key);
        rp_canvas_color(f->c, RP_COLOR_INK, 1);
        rp_canvas_text(f->c, b.x + key + 1.1 * s, y, 0, 0.5, 0.9 * s, p->series[n].label);
        y += line;
    }
}

/* ---- the whole ---- */

static void draw_panel(frame *f)
{
    const rp_plot_panel *p = f->panel;
    if (!p->heat) draw_grid(f);
    rp_cairo.save(f->c->cr);
    rectangle(f);
    rp_cairo.clip(f->c->cr);
    if (p->heat) draw_heat(f);
    for (size_t n = 0; n < p->series_count; n++) draw_series(f, &p->series[n]);
    for (size_t n = 0; n < p->mark_count; n++) draw_mark(f, &p->mark[n]);
    draw_legend(f);
    rp_cairo.restore(f->c->cr);
    draw_axes(f);
    if (p->heat) rp_colorbar_draw(f->c, &f->bar, f->edge[X][1] + 0.9 * f->size, f->edge[Y][1], extent(f, Y), f->size);
}

static double remarks_height(const rp_plot *plot, double size)
{
    return plot->remark_count ? (1.4 * (double)plot->remark_count + 0.9) * size : 0;
}

/* Letters shrink where a line is too long. */
static void draw_remarks(rp_canvas *c, const rp_plot *plot, double size)
{
    double y = plot->height - remarks_height(plot, size) + 0.9 * size, room = plot->width - 2 * size;
    for (size_t n = 0; n < plot->remark_count; n++, y += 1.4 * size) {
        const char *text = plot->remark[n].text;
        double fitting = fmin(0.9, 0.9 * room / fmax(1, rp_canvas_text_width(c, 0.9 * size, text)));
        rp_canvas_text(c, size, y, 0, 0.5, fitting * size, text);
    }
}

static frame frame_make(rp_canvas *c, const rp_plot *plot, int n, double size, double axes_from)
{
    double top = plot->title[0] ? 2.6 * size : 0.4 * size, margin = 0.6 * size;
    double bottom = fmax(margin, remarks_height(plot, size));
    double width = (plot->width - 2 * margin) / plot->columns, height = (plot->height - top - bottom) / plot->rows;
    frame f = {.c = c, .panel = &plot->panel[n], .size = size};
    lay_out(&f, margin + n % plot->columns * width, top + n / plot->columns * height, width, height, axes_from);
    return f;
}

void rp_plot_draw(rp_canvas *c, const rp_plot *plot)
{
    double size = fmax(9, 0.025 * sqrt((double)plot->width * plot->height / (plot->rows * plot->columns)));
    rp_canvas_text(c, 0.5 * plot->width, 1.7 * size, 0.5, 0, 1.25 * size, plot->title);
    draw_remarks(c, plot, size);
    for (int column = 0; column < plot->columns; column++) {
        double axes_from = 0;
        for (int row = 0; row < plot->rows; row++)
            axes_from = fmax(axes_from, frame_make(c, plot, row * plot->columns + column, size, 0).edge[X][0]);
        for (int row = 0; row < plot->rows; row++) {
            frame f = frame_make(c, plot, row * plot->columns + column, size, axes_from);
            draw_panel(&f);
        }
    }
}
