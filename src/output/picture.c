/* Pictures of frames: the page around what picture_flat.c and picture_solid.c draw. Several frames share one page, one
 * view and one scale of colours. */
#include "output/output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "output/frames.h"
#include "output/picture_page.h"
#include "output/picture_view.h"
#include "output/ticks.h"

enum { LONG_SIDE = 1600, LEAST_WIDTH = 760, LEAST_HEIGHT = 340, MOST = 20000 };

typedef struct page {
    int width, height;
    double left, right, top, bottom; /* margins */
    int columns, rows;               /* of frames */
    double gap, label;               /* between frames; above each, for its name */
} page;

void rp_picture_options_default(rp_picture_options *o)
{
    *o = (rp_picture_options){.azimuth = 30, .elevation = 20, .range = {NAN, NAN}};
}

double rp_picture_end(const rp_picture_options *o, int k) { return o->range[0] == o->range[1] ? NAN : o->range[k]; }

const char *rp_picture_color(const rp_picture_options *o)
{
    return o->color ? o->color : o->forces ? "plain" : "speed";
}

/* ---- page ---- */

static double names_width(rp_canvas *c, const rp_picture_model *m, double size)
{
    double widest = rp_canvas_text_width(c, size, m->label);
    const char *name = m->names;
    for (int n = 0; n < m->categories; n++, name += strlen(name) + 1)
        widest = fmax(widest, 1.6 * size + rp_canvas_text_width(c, 0.9 * size, name));
    return widest;
}

/* Rows and columns that come nearest to a page as wide as a slide. */
static void arrange(page *p, double aspect, int count, int wanted)
{
    const double slide = 16.0 / 9;
    double best = INFINITY;
    for (int columns = wanted > 0 ? wanted : 1; columns <= (wanted > 0 ? wanted : count); columns++) {
        int rows = (count + columns - 1) / columns;
        double off = fabs(log(columns * aspect / rows / slide));
        if (off < best) {
            best = off;
            p->columns = columns;
            p->rows = rows;
        }
    }
}

/* Films need even numbers of pixels. */
static int even(double pixels) { return 2 * (int)(pixels / 2); }

/* Margins need text widths, which need a canvas: any will do. */
static rp_status lay_out(page *p, rp_picture_view *v, const rp_picture_model *m, int count, const rp_picture_options *o,
                         rp_error *err)
{
    rp_canvas c;
    rp_status status = rp_canvas_open(&c, "measure.png", 8, 8, err);
    if (status != RP_OK) return status;
    int given = o->width > o->height ? o->width : o->height;
    double s = v->size = fmax(8, 0.0165 * (given > 0 ? given : LONG_SIDE));
    double aspect = (v->upper[0] - v->lower[0]) / (v->upper[1] - v->lower[1]);
    arrange(p, aspect, count, o->columns);
    p->gap = count > 1 ? 1.2 * s : 0;
    p->label = count > 1 ? 1.8 * s : 0;
    p->left = 1.2 * s;
    p->top = 2.6 * s;
    p->bottom = 3.0 * s;
    p->right = 1.2 * s;
    if (m->categories) p->right = 2.2 * s + names_width(&c, m, s);
    else if (m->label[0]) p->right = 2.2 * s + rp_colorbar_width(&c, &m->bar, 16 * s, s);
    rp_canvas_close(&c);
    double across = p->left + p->right + (p->columns - 1) * p->gap,
           down = p->top + p->bottom + (p->rows - 1) * p->gap + p->rows * p->label;
    aspect *= (double)p->columns / p->rows;
    double width = LONG_SIDE, height = (LONG_SIDE - across) / aspect + down;
    if (height > LONG_SIDE) {
        height = LONG_SIDE;
        width = (LONG_SIDE - down) * aspect + across;
    }

    if (o->width > 0 && o->height <= 0) {
        width = o->width;
        height = (width - across) / aspect + down;
    }

    if (o->height > 0 && o->width <= 0) {
        height = o->height;
        width = (height - down) * aspect + across;
    }

    p->width = o->width ? o->width : even(fmin(MOST, fmax(LEAST_WIDTH, width)));
    p->height = o->height ? o->height : even(fmin(MOST, fmax(LEAST_HEIGHT, height)));
    if (p->width < 1.5 * across || p->height < 1.5 * down || p->width > MOST || p->height > MOST) {
        status = rp_error_set(err, RP_INPUT, "a picture of %d x %d pixels is not possible", p->width, p->height);
        rp_error_expected(err, "at least %d x %d, at most %d x %d", (int)(1.5 * across) + 1, (int)(1.5 * down) + 1,
                          MOST, MOST);
    }
    return status;
}

/* ---- what stands around the picture ---- */

static void draw_head(rp_canvas *c, const page *p, const rp_picture_view *v, double time, size_t outside,
                      const char *title)
{
    char text[64];
    double s = v->size;
    rp_canvas_color(c, RP_COLOR_INK, 1);
    snprintf(text, sizeof text, "t = %.4g s", time);
    rp_canvas_text(c, p->left, 1.75 * s, 0, 0, s, text);
    if (title) rp_canvas_text(c, 0.5 * p->width, 1.75 * s, 0.5, 0, 1.2 * s, title);
    if (!outside) return;
    snprintf(text, sizeof text, "%zu grain%s outside the picture", outside, outside == 1 ? "" : "s");
    rp_canvas_text(c, 0.5 * p->width, p->height - 0.7 * s, 0.5, 0, 0.8 * s,
                   text); /* below, between the scale and the key of forces: above there may be a title */
}

/* A round length with its unit: "5 mm". */
static void quantity_text(char *text, int room, double value, const char *unit)
{
    static const struct {
        double factor;
        const char *prefix;
    } prefixes[] = {
        {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"},
    };
    for (size_t n = 0; n < sizeof prefixes / sizeof *prefixes; n++) {
        if (value < 0.9999 * prefixes[n].factor) continue;
        snprintf(text, (size_t)room, "%.4g %s%s", value / prefixes[n].factor, prefixes[n].prefix, unit);
        return;
    }
    snprintf(text, (size_t)room, "%.3g %s", value, unit);
}

static void draw_scale(rp_canvas *c, const page *p, const rp_picture_view *v)
{
    double length = rp_ticks_round_down(0.22 * v->width / v->scale), pixels = length * v->scale;
    double x = p->left, y = p->height - 1.1 * v->size, cap = 0.28 * v->size;
    char text[48];
    quantity_text(text, sizeof text, length, "m");
    rp_canvas_color(c, RP_COLOR_INK, 1);
    rp_cairo.set_line_width(c->cr, 0.1 * v->size);
    rp_canvas_segment(c, x, y, x + pixels, y);
    rp_canvas_segment(c, x, y - cap, x, y + cap);
    rp_canvas_segment(c, x + pixels, y - cap, x + pixels, y + cap);
    rp_canvas_text(c, x + 0.5 * pixels, y - 0.5 * v->size, 0.5, 0, 0.9 * v->size, text);
}

/* A line as thick as a round force, beside the scale. */
static void draw_force_key(rp_canvas *c, const page *p, const rp_picture_view *v, const rp_picture_model *m)
{
    if (!(m->mean_fn > 0)) return;
    double fn = rp_ticks_round_down(2 * m->mean_fn), length = 2.2 * v->size, y = p->height - 1.1 * v->size;
    char text[96], amount[48];
    quantity_text(amount, sizeof amount, fn, "N");
    snprintf(text, sizeof text, "normal force %s", amount);
    double x = p->width - p->right - rp_canvas_text_width(c, 0.9 * v->size, text);
    rp_canvas_color(c, RP_COLOR_INK, 1);
    rp_canvas_text(c, x, y, 0, 0.5, 0.9 * v->size, text);
    rp_canvas_color(c, rp_picture_view_force_color(m, fn), 1);
    rp_cairo.set_line_width(c->cr, fmax(0.5, v->scale * rp_picture_view_force_width(m, fn)));
    rp_canvas_segment(c, x - 0.9 * v->size - length, y, x - 0.9 * v->size, y);
}

static void draw_names(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, double x, double y)
{
    const char *name = m->names;
    double s = v->size, at = y + 1.1 * s;
    rp_canvas_color(c, RP_COLOR_INK, 1);
    rp_canvas_text(c, x, y + s, 0, 0.5, s, m->label);
    for (int n = 0; n < m->categories; n++, name += strlen(name) + 1) {
        if (!m->present[n]) continue;
        at += 1.5 * s;
        rp_cairo.new_path(c->cr);
        rp_cairo.arc(c->cr, x + 0.5 * s, at, 0.45 * s, 0, 2 * M_PI);
        rp_canvas_color(c, rp_color_mix(rp_color_palette(n), (rp_color){1, 1, 1}, m->pale), 1);
        rp_cairo.fill(c->cr);
        rp_canvas_color(c, RP_COLOR_INK, 1);
        rp_canvas_text(c, x + 1.5 * s, at, 0, 0.5, 0.9 * s, name);
    }
}

static void draw_key(rp_canvas *c, const page *p, const rp_picture_view *v, const rp_picture_model *m)
{
    double room = p->height - p->top - p->bottom, height = fmin(room - 1.5 * v->size, 22 * v->size);
    double x = p->width - p->right + 1.1 * v->size, y = p->top + 0.5 * (room - height);
    if (m->categories) draw_names(c, v, m, x, y);
    else if (m->label[0]) rp_colorbar_draw(c, &m->bar, x, y, height, v->size);
}

/* The name of one of several frames, and its time where it is not that of the first. */
static void draw_label(rp_canvas *c, const rp_picture_view *v, const char *label, double time, double first)
{
    char text[200];
    if (fabs(time - first) <= 1e-3 * fabs(first)) snprintf(text, sizeof text, "%.150s", label);
    else snprintf(text, sizeof text, "%.150s, t = %.4g s", label, time);
    rp_canvas_color(c, RP_COLOR_INK, 1);
    rp_canvas_text(c, v->left + 0.5 * v->width, v->top - 0.55 * v->size, 0.5, 0, 1.1 * v->size, text);
}

/* ---- the whole ---- */

static rp_status draw_frame(rp_canvas *c, const page *p, int n, rp_picture_view *v, const rp_picture_model *m,
                            int forces, rp_error *err)
{
    double width = (p->width - p->left - p->right - (p->columns - 1) * p->gap) / p->columns;
    double height = (p->height - p->top - p->bottom - (p->rows - 1) * p->gap) / p->rows;
    int column = n % p->columns, row = n / p->columns;
    rp_picture_view_fit(v, p->left + column * (width + p->gap), p->top + row * (height + p->gap) + p->label, width,
                        height - p->label);
    if (m->dimension == 3) return rp_picture_solid_draw(c, v, m, forces, err);
    rp_picture_flat_draw(c, v, m, forces);
    return RP_OK;
}

/* One page of `count` models. labels: NULL for a single one. */
static rp_status draw(rp_canvas *c, const page *p, rp_picture_view *v, const rp_picture_model *m,
                      const char *const *labels, int count, const rp_picture_options *o, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; status == RP_OK && n < count; n++) {
        status = draw_frame(c, p, n, &v[n], &m[n], o->forces, err);
        if (labels) draw_label(c, &v[n], labels[n], m[n].time, m[0].time);
    }
    size_t outside = 0;
    for (int n = 0; n < count; n++) outside += v[n].outside;
    draw_head(c, p, v, m->time, outside, o->title);
    draw_scale(c, p, v);
    if (o->forces) draw_force_key(c, p, v, m);
    draw_key(c, p, v, m);
    return status;
}

static rp_status draw_models(const rp_picture_model *m, const char *const *labels, int count,
                             const rp_picture_options *o, const rp_picture_scale *scale, const char *path,
                             rp_error *err)
{
    rp_canvas c;
    page p = {0};
    rp_picture_view *v = rp_memory_alloc((size_t)count, sizeof *v);
    if (!v) return rp_memory_error(err, sizeof *v, "the picture");
    for (int n = 0; n < count; n++) {
        rp_picture_view_aim(&v[n], &m[n], o->azimuth, o->elevation);
        for (int k = 0; k < 2 && scale->view; k++) {
            v[n].lower[k] = scale->lower[k];
            v[n].upper[k] = scale->upper[k];
        }
    }
    rp_picture_view_share(v, m, count);
    rp_status status = lay_out(&p, v, m, count, o, err);
    for (int n = 1; n < count; n++) v[n].size = v->size;
    if (status == RP_OK) status = rp_canvas_open(&c, path, p.width, p.height, err);
    if (status == RP_OK) {
        status = draw(&c, &p, v, m, labels, count, o, err);
        if (status == RP_OK) status = rp_canvas_save(&c, path, err);
        rp_canvas_close(&c);
    }
    rp_memory_free(v);
    return status;
}

/* Forces of all frames by one measure: a line as thick is a force as large. */
static void share_forces(rp_picture_model *m, int count, double given)
{
    double sum = given;
    int pushing = given > 0;
    for (int n = 0; n < count && !(given > 0); n++)
        if (m[n].mean_fn > 0) {
            sum += m[n].mean_fn;
            pushing++;
        }

    for (int n = 0; n < count && pushing; n++) m[n].mean_fn = sum / pushing;
}

static rp_status paint_models(rp_picture_model *m, int count, const rp_picture_options *o,
                              const rp_picture_scale *scale, rp_error *err)
{
    for (int n = 0; n < count; n++) {
        if (m[n].dimension != m->dimension)
            return rp_error_set(err, RP_INPUT, "frames of two and of three dimensions do not go into one picture");
        if (o->forces && !m[n].fn)
            return rp_error_set(err, RP_INPUT,
                                "the frame at t = %g s has no contacts, which force chains are made of "
                                "(output: {frames: {contacts: true}})",
                                m[n].time);
    }
    share_forces(m, count, scale->mean_fn);
    double pale = m->dimension == 2 ? (o->forces ? 0.62 : 0)
                                    : (o->forces ? 0.35 : 0.12); /* under lines; shade darkens balls */
    return rp_picture_model_paint(m, count, rp_picture_color(o), scale->range, pale, err);
}

rp_status rp_picture_draw(rp_picture_model *m, const char *const *labels, int count, const rp_picture_options *o,
                          const rp_picture_scale *scale, const char *path, rp_error *err)
{
    rp_status status = paint_models(m, count, o, scale, err);
    return status ? status : draw_models(m, labels, count, o, scale, path, err);
}

rp_status rp_picture_at(const char *const *directories, const char *const *labels, int count, double time,
                        const rp_picture_options *o, const rp_picture_scale *scale, const char *path, rp_error *err)
{
    rp_picture_model *m = rp_memory_alloc((size_t)count, sizeof *m);
    rp_status status = m ? RP_OK : rp_memory_error(err, sizeof *m, "the picture");
    int loaded = 0;
    for (; status == RP_OK && loaded < count; loaded += status == RP_OK) {
        size_t frame;
        double found;
        status = rp_frames_find(directories[loaded], time, &frame, &found, err);
        if (status == RP_OK) status = rp_picture_model_load(&m[loaded], directories[loaded], frame, err);
    }
    if (status == RP_OK) status = rp_picture_draw(m, labels, count, o, scale, path, err);
    for (int n = 0; n < loaded; n++) rp_picture_model_free(&m[n]);
    rp_memory_free(m);
    return status;
}

rp_status rp_picture_frames(const char *const *directories, const char *const *labels, int count, double time,
                            const rp_picture_options *o, const char *path, rp_error *err)
{
    rp_picture_options usual;
    rp_picture_options_default(&usual);
    if (!o) o = &usual;
    const rp_picture_scale scale = {.range = {rp_picture_end(o, 0), rp_picture_end(o, 1)}};
    return rp_picture_at(directories, labels, count, time, o, &scale, path, err);
}
