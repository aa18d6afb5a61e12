/* Flat worlds: discs and polygons, walls with hatching behind them (segments, which have no behind, as thick lines),
 * periodic sides, force chains. */
#include "output/picture_view.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static const double WALL = 0.55; /* depth of the hatched band, in letter sizes */

/* ---- walls and domain ---- */

/* The strip behind a wall's segment as a path. */
static void band_path(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t cell, size_t first)
{
    double a[3], b[3], depth = WALL * v->size;
    rp_picture_view_point(v, rp_picture_vec(m->wall_x, first), a);
    rp_picture_view_point(v, rp_picture_vec(m->wall_x, first + 1), b);
    double nx = -depth * m->wall_normal[3 * cell], ny = depth * m->wall_normal[3 * cell + 1];
    rp_cairo.move_to(c->cr, a[0], a[1]);
    rp_cairo.line_to(c->cr, b[0], b[1]);
    rp_cairo.line_to(c->cr, b[0] + nx, b[1] + ny);
    rp_cairo.line_to(c->cr, a[0] + nx, a[1] + ny);
    rp_cairo.close_path(c->cr);
}

static void hatch(rp_canvas *c, const rp_picture_view *v)
{
    double step = 0.32 * v->size, end = v->width + v->height;
    rp_cairo.set_line_width(c->cr, 0.05 * v->size);
    rp_canvas_color(c, RP_COLOR_INK, 0.55);
    for (double d = -v->height; d < end; d += step) {
        rp_cairo.move_to(c->cr, v->left + d, v->top + v->height);
        rp_cairo.line_to(c->cr, v->left + d + v->height, v->top);
    }
    rp_cairo.stroke(c->cr);
}

static void draw_walls(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m)
{
    rp_cairo.save(c->cr);
    rp_cairo.new_path(c->cr);
    for (size_t n = 0; n < m->wall_cells; n++)
        if (!m->wall_shape[n]->ends) band_path(c, v, m, n, (size_t)m->wall_end[n] - 2);
    rp_canvas_color(c, RP_COLOR_FAINT, 1);
    rp_cairo.fill_preserve(c->cr);
    rp_cairo.clip(c->cr);
    hatch(c, v);
    rp_cairo.restore(c->cr);
    rp_canvas_color(c, RP_COLOR_INK, 1);
    for (size_t n = 0; n < m->wall_cells; n++) {
        double a[3], b[3];
        rp_cairo.set_line_width(c->cr, (m->wall_shape[n]->ends ? 0.22 : 0.13) * v->size);
        rp_picture_view_point(v, rp_picture_vec(m->wall_x, (size_t)m->wall_end[n] - 2), a);
        rp_picture_view_point(v, rp_picture_vec(m->wall_x, (size_t)m->wall_end[n] - 1), b);
        rp_canvas_segment(c, a[0], a[1], b[0], b[1]);
    }
}

/* Periodic sides as dashed lines. */
static void draw_domain(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m)
{
    double dash[2] = {0.5 * v->size, 0.35 * v->size}, corner[2][3];
    if (!m->domain) return;
    for (int k = 0; k < 2; k++) rp_picture_view_point(v, rp_picture_vec(m->domain, (size_t)k), corner[k]);
    rp_cairo.set_dash(c->cr, dash, 2, 0);
    rp_cairo.set_line_width(c->cr, 0.07 * v->size);
    rp_canvas_color(c, RP_COLOR_GREY, 1);
    for (int k = 0; k < 2; k++) {
        if (m->periodic[0]) rp_canvas_segment(c, corner[k][0], v->top, corner[k][0], v->top + v->height);
        if (m->periodic[1]) rp_canvas_segment(c, v->left, corner[k][1], v->left + v->width, corner[k][1]);
    }
    rp_cairo.set_dash(c->cr, NULL, 0, 0);
}

/* ---- grains ---- */

static void draw_disc(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t i, rp_vec x, int pale)
{
    double at[3], r = v->scale * m->radius[i], pen = fmin(0.05 * v->size, 0.14 * r);
    rp_color fill = m->color[i], line = rp_color_mix(fill, RP_COLOR_INK, pale ? 0.3 : 0.6);
    rp_picture_view_point(v, x, at);
    rp_cairo.new_path(c->cr);
    rp_cairo.arc(c->cr, at[0], at[1], fmax(r - 0.5 * pen, 0.3), 0, 2 * M_PI);
    rp_canvas_color(c, fill, 1);
    if (r < 1.5) {
        rp_cairo.fill(c->cr);
        return;
    }
    rp_cairo.fill_preserve(c->cr);
    rp_canvas_color(c, line, 1);
    rp_cairo.set_line_width(c->cr, pen);
    rp_cairo.stroke(c->cr);
    if (!m->angle || pale || r < 3) return;
    double dx = r * cos(m->angle[i]), dy = -r * sin(m->angle[i]);
    rp_cairo.set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    rp_cairo.set_line_width(c->cr, fmax(pen, 0.1 * r));
    rp_canvas_segment(c, at[0] + 0.35 * dx, at[1] + 0.35 * dy, at[0] + 0.92 * dx, at[1] + 0.92 * dy);
    rp_cairo.set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
}

/* x: where its centre is drawn; its corners stand about where it is. */
static void draw_polygon(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t i, rp_vec x,
                         int pale)
{
    uint32_t n = m->shape_of[i] - 1;
    size_t first = n ? (size_t)m->shape_end[n - 1] : 0, last = (size_t)m->shape_end[n];
    rp_vec shift = rp_vec_sub(x, rp_picture_vec(m->x, i)), mark = rp_vec_add(rp_picture_vec(m->corner, first), shift);
    double at[3], tip[3], r = v->scale * m->radius[i], pen = fmin(0.05 * v->size, 0.12 * r);
    rp_color fill = m->color[i], line = rp_color_mix(fill, RP_COLOR_INK, pale ? 0.3 : 0.6);
    rp_cairo.new_path(c->cr);
    for (size_t k = first; k < last; k++) {
        rp_picture_view_point(v, rp_vec_add(rp_picture_vec(m->corner, k), shift), at);
        rp_cairo.line_to(c->cr, at[0], at[1]);
    }
    rp_cairo.close_path(c->cr);
    rp_canvas_color(c, fill, 1);
    if (r < 1.5) {
        rp_cairo.fill(c->cr);
        return;
    }
    rp_cairo.fill_preserve(c->cr);
    rp_cairo.save(c->cr);
    rp_cairo.clip_preserve(c->cr); /* the outline stays inside, so that neighbours do not seem to overlap */
    rp_canvas_color(c, line, 1);
    rp_cairo.set_line_width(c->cr, 2 * pen);
    rp_cairo.stroke(c->cr);
    rp_cairo.restore(c->cr);
    if (pale || r < 5) return;
    rp_picture_view_point(v, x, at);
    rp_picture_view_point(v, mark, tip);
    double dx = tip[0] - at[0], dy = tip[1] - at[1];
    rp_canvas_color(c, line, 1);
    rp_cairo.set_line_width(c->cr, fmax(pen, 0.07 * r));
    rp_canvas_segment(c, at[0] + 0.55 * dx, at[1] + 0.55 * dy, at[0] + 0.8 * dx, at[1] + 0.8 * dy);
}

static void draw_grain(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t i, rp_vec x, int pale)
{
    if (m->shape_of && m->shape_of[i]) draw_polygon(c, v, m, i, x, pale);
    else draw_disc(c, v, m, i, x, pale);
}

/* How far to shift a grain that sticks out of a periodic side to where its other part shows; 0: it does not. */
static double ghost_shift(const rp_picture_model *m, size_t i, int axis)
{
    if (!m->periodic[axis]) return 0;
    double x = m->x[3 * i + (size_t)axis], low = m->domain[axis], high = m->domain[3 + axis];
    return x - m->radius[i] < low ? high - low : x + m->radius[i] > high ? low - high : 0;
}

/* Where it is across the upper or lower side of y: with an offset somewhere else along x. */
static rp_vec across(const rp_picture_model *m, rp_vec x, double dy)
{
    const double period = m->domain[3] - m->domain[0];
    rp_vec at = {x.x + (dy > 0 ? m->offset : -m->offset), x.y + dy, 0};
    if (m->offset != 0) at.x -= period * floor((at.x - m->domain[0]) / period);
    return at;
}

static void draw_grains(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, int pale)
{
    for (size_t i = 0; i < m->count; i++) {
        rp_vec x = rp_picture_vec(m->x, i);
        double dx = ghost_shift(m, i, 0), dy = ghost_shift(m, i, 1);
        draw_grain(c, v, m, i, x, pale);
        if (dx != 0) draw_grain(c, v, m, i, (rp_vec){x.x + dx, x.y, 0}, pale);
        if (dy != 0) draw_grain(c, v, m, i, across(m, x, dy), pale);
        if (dx != 0 && dy != 0 && m->offset == 0) draw_grain(c, v, m, i, (rp_vec){x.x + dx, x.y + dy, 0}, pale);
    }
}

/* ---- force chains ---- */

static void draw_line(rp_canvas *c, const rp_picture_view *v, rp_vec from, rp_vec to)
{
    double a[3], b[3];
    rp_picture_view_point(v, from, a);
    rp_picture_view_point(v, to, b);
    rp_canvas_segment(c, a[0], a[1], b[0], b[1]);
}

/* From centre to centre; where b is meant by its periodic image, the two halves stand at the two sides. */
static void draw_force(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t n)
{
    rp_vec a = rp_picture_vec(m->contact_x, 3 * n), point = rp_picture_vec(m->contact_x, 3 * n + 1),
           b = rp_picture_vec(m->contact_x, 3 * n + 2);
    double width = rp_picture_view_force_width(m, m->fn[n]);
    if (!(width > 0)) return;
    rp_cairo.set_line_width(c->cr, fmax(0.5, v->scale * width));
    rp_canvas_color(c, rp_picture_view_force_color(m, m->fn[n]), 1);
    draw_line(c, v, a, point);
    if (m->b[n] < 0) return;
    rp_vec shift = rp_vec_sub(rp_picture_vec(m->x, (size_t)m->b[n]), b);
    if (rp_vec_norm(shift) < m->mean_radius) shift = (rp_vec){0};
    draw_line(c, v, rp_vec_add(point, shift), rp_vec_add(b, shift));
}

typedef struct ranked {
    double fn;
    size_t contact;
} ranked;

static int weaker_first(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->fn != y->fn ? (x->fn > y->fn) - (x->fn < y->fn) : (x->contact > y->contact) - (x->contact < y->contact);
}

static void draw_forces(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m)
{
    ranked *order = rp_memory_alloc(m->contact_count, sizeof *order);
    for (size_t n = 0; order && n < m->contact_count; n++) order[n] = (ranked){m->fn[n], n};
    if (order) qsort(order, m->contact_count, sizeof *order, weaker_first);
    for (size_t n = 0; n < m->contact_count; n++) draw_force(c, v, m, order ? order[n].contact : n);
    rp_memory_free(order);
}

void rp_picture_flat_draw(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, int forces)
{
    rp_cairo.save(c->cr);
    rp_cairo.rectangle(c->cr, v->left, v->top, v->width, v->height);
    rp_cairo.clip(c->cr);
    draw_walls(c, v, m);
    draw_grains(c, v, m, forces);
    if (forces) draw_forces(c, v, m);
    draw_domain(c, v, m);
    rp_cairo.restore(c->cr);
}
