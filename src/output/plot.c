/* Collects what a figure shows; plot_draw.c draws it. */
#include "repose/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "output/plot_model.h"

static void set_text(char *to, const char *text) { snprintf(to, RP_PLOT_TEXT, "%s", text ? text : ""); }

rp_plot *rp_plot_create(int rows, int columns, int width, int height)
{
    rp_plot *plot = rp_memory_alloc(1, sizeof *plot);
    rp_plot_panel *panel = rp_memory_alloc((size_t)rows * (size_t)columns, sizeof *panel);
    if (!plot || !panel) {
        rp_memory_free(plot);
        rp_memory_free(panel);
        return NULL;
    }
    *plot = (rp_plot){.rows = rows, .columns = columns, .width = width, .height = height, .panel = panel};
    for (int n = 0; n < rows * columns; n++)
        for (int k = 0; k < 2; k++) panel[n].limit[k][0] = panel[n].limit[k][1] = NAN;
    return plot;
}

static void series_free(rp_plot_series *s)
{
    rp_memory_free(s->x);
    rp_memory_free(s->y);
    rp_memory_free(s->y2);
    rp_memory_free(s->error_x);
    rp_memory_free(s->error_y);
}

void rp_plot_destroy(rp_plot *plot)
{
    if (!plot) return;
    for (int n = 0; n < plot->rows * plot->columns; n++) {
        rp_plot_panel *p = &plot->panel[n];
        for (size_t k = 0; k < p->series_count; k++) series_free(&p->series[k]);
        rp_memory_free(p->series);
        rp_memory_free(p->mark);
        rp_memory_free(p->heat);
    }
    rp_memory_free(plot->panel);
    rp_memory_free(plot->remark);
    rp_memory_free(plot);
}

/* NULL for a plot that was never made; a panel that is not there is the last one. */
static rp_plot_panel *panel_of(rp_plot *plot, int panel)
{
    if (!plot) return NULL;
    int last = plot->rows * plot->columns - 1;
    return &plot->panel[panel < 0 ? 0 : panel > last ? last : panel];
}

void rp_plot_title(rp_plot *plot, const char *title)
{
    if (plot) set_text(plot->title, title);
}

void rp_plot_remark(rp_plot *plot, const char *text)
{
    if (!plot) return;
    if (!rp_memory_reserve(&plot->remark, &plot->remark_capacity, plot->remark_count + 1, sizeof *plot->remark)) {
        plot->failed = 1;
        return;
    }
    rp_plot_remark_line *line = &plot->remark[plot->remark_count++];
    snprintf(line->text, sizeof line->text, "%s", text ? text : "");
}

void rp_plot_axes(rp_plot *plot, int panel, const char *title, const char *x, const char *y)
{
    rp_plot_panel *p = panel_of(plot, panel);
    if (!p) return;
    set_text(p->title, title);
    set_text(p->axis[0], x);
    set_text(p->axis[1], y);
}

void rp_plot_log(rp_plot *plot, int panel, int x, int y)
{
    rp_plot_panel *p = panel_of(plot, panel);
    if (p) {
        p->log[0] = x;
        p->log[1] = y;
    }
}

void rp_plot_limits(rp_plot *plot, int panel, double x0, double x1, double y0, double y1)
{
    rp_plot_panel *p = panel_of(plot, panel);
    if (!p) return;
    p->limit[0][0] = x0;
    p->limit[0][1] = x1;
    p->limit[1][0] = y0;
    p->limit[1][1] = y1;
}

static double *copy_of(rp_plot *plot, const double *values, size_t count)
{
    if (!values) return NULL;
    double *copy = rp_memory_alloc(count, sizeof *copy);
    if (!copy) plot->failed = 1;
    else if (count) memcpy(copy, values, count * sizeof *copy);
    return copy;
}

static rp_color color_of(rp_plot_panel *p, const rp_plot_style *style)
{
    if (style->color == RP_PLOT_INK) return RP_COLOR_INK;
    if (style->color == RP_PLOT_GREY) return RP_COLOR_GREY;
    return rp_color_palette(style->color > 0 ? style->color - 1 : p->next_color++);
}

static void series_add(rp_plot *plot, int panel, const double *x, const double *y, const double *y2, size_t count,
                       const rp_plot_style *style)
{
    static const rp_plot_style usual;
    rp_plot_panel *p = panel_of(plot, panel);
    if (!p) return;
    if (!style) style = &usual;
    if (!rp_memory_reserve(&p->series, &p->series_capacity, p->series_count + 1, sizeof *p->series)) {
        plot->failed = 1;
        return;
    }
    rp_plot_series *s = &p->series[p->series_count++];
    *s = (rp_plot_series){.count = count,
                          .x = copy_of(plot, x, count),
                          .y = copy_of(plot, y, count),
                          .y2 = copy_of(plot, y2, count),
                          .error_x = copy_of(plot, style->error_x, count),
                          .error_y = copy_of(plot, style->error_y, count),
                          .style = *style,
                          .color = color_of(p, style)};
    set_text(s->label, style->label);
    if (s->style.line == RP_LINE_AUTO) s->style.line = style->marker == RP_MARKER_NONE ? RP_LINE_SOLID : RP_LINE_NONE;
}

void rp_plot_curve(rp_plot *plot, int panel, const double *x, const double *y, size_t count, const rp_plot_style *style)
{
    series_add(plot, panel, x, y, NULL, count, style);
}

void rp_plot_band(rp_plot *plot, int panel, const double *x, const double *low, const double *high, size_t count,
                  const rp_plot_style *style)
{
    series_add(plot, panel, x, low, high, count, style);
}

static void range_of(const double *value, size_t count, double range[2])
{
    double low = INFINITY, high = -INFINITY;
    for (size_t n = 0; n < count; n++)
        if (isfinite(value[n])) {
            low = fmin(low, value[n]);
            high = fmax(high, value[n]);
        }

    if (isnan(range[0])) range[0] = low <= high ? low : 0;
    if (isnan(range[1])) range[1] = low <= high ? high : 1;
    if (!(range[1] > range[0])) range[1] = range[0] + fmax(fabs(range[0]), 1e-300);
}

void rp_plot_heat(rp_plot *plot, int panel, const double *value, int columns, int rows, double x0, double x1, double y0,
                  double y1, double low, double high, rp_color_map map, const char *label)
{
    rp_plot_panel *p = panel_of(plot, panel);
    if (!p) return;
    size_t count = (size_t)columns * (size_t)rows;
    rp_memory_free(p->heat);
    p->heat = copy_of(plot, value, count);
    p->heat_columns = columns;
    p->heat_rows = rows;
    p->heat_at[0][0] = x0;
    p->heat_at[0][1] = x1;
    p->heat_at[1][0] = y0;
    p->heat_at[1][1] = y1;
    p->heat_range[0] = low;
    p->heat_range[1] = high;
    range_of(value, count, p->heat_range);
    p->map = map;
    set_text(p->heat_label, label);
}

void rp_plot_levels(rp_plot *plot, int panel, int count)
{
    rp_plot_panel *p = panel_of(plot, panel);
    if (p) p->levels = count;
}

static void mark_add(rp_plot *plot, int panel, int kind, double x, double y, const char *text)
{
    rp_plot_panel *p = panel_of(plot, panel);
    if (!p) return;
    if (!rp_memory_reserve(&p->mark, &p->mark_capacity, p->mark_count + 1, sizeof *p->mark)) {
        plot->failed = 1;
        return;
    }
    rp_plot_mark *m = &p->mark[p->mark_count++];
    *m = (rp_plot_mark){.kind = kind, .x = x, .y = y};
    set_text(m->text, text);
}

void rp_plot_rule(rp_plot *plot, int panel, int vertical, double at, const char *label)
{
    mark_add(plot, panel, vertical ? 1 : 2, at, at, label);
}

void rp_plot_note(rp_plot *plot, int panel, double x, double y, const char *text)
{
    mark_add(plot, panel, 0, x, y, text);
}

rp_status rp_plot_save(rp_plot *plot, const char *path, rp_error *err)
{
    rp_canvas canvas;
    if (!plot || plot->failed) return rp_memory_error(err, sizeof *plot, "the figure");
    rp_status status = rp_canvas_open(&canvas, path, plot->width, plot->height, err);
    if (status != RP_OK) return status;
    rp_plot_draw(&canvas, plot);
    status = rp_canvas_save(&canvas, path, err);
    rp_canvas_close(&canvas);
    return status;
}
