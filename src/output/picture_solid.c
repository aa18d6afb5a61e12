/* Solid worlds: balls by depth buffer, walls behind them as pale surfaces, walls before them as outlines only, meshes
 * as glass; force chains as rods through small grains. On an SVG page the balls are an embedded image, all else stays
 * lines and text.
 */
#include "output/picture_view.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "output/raster.h"

enum { FINE = 2 }; /* raster pixels per page pixel, each way */

static const double GRAIN_UNDER_FORCES = 0.3; /* of its radius */

/* ---- walls ---- */

static int seen_from_inside(const rp_picture_view *v, const rp_picture_model *m, size_t cell)
{
    return rp_vec_dot(rp_picture_vec(m->wall_normal, cell), v->toward) > 0;
}

static void wall_path(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t first, size_t end)
{
    rp_cairo.new_path(c->cr);
    for (size_t i = first; i < end; i++) {
        double at[3];
        rp_picture_view_point(v, rp_picture_vec(m->wall_x, i), at);
        rp_cairo.line_to(c->cr, at[0], at[1]);
    }
    rp_cairo.close_path(c->cr);
}

static void edge(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t from, size_t to)
{
    double a[3], b[3];
    rp_picture_view_point(v, rp_picture_vec(m->wall_x, from), a);
    rp_picture_view_point(v, rp_picture_vec(m->wall_x, to), b);
    rp_canvas_segment(c, a[0], a[1], b[0], b[1]);
}

/* All edges of a flat face; of a curved wall's facet those on the rims, and the side where its outline turns away. */
static void outline(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, size_t cell, size_t first)
{
    size_t end = (size_t)m->wall_end[cell];
    if (!m->wall_shape[cell]->curved) {
        wall_path(c, v, m, first, end);
        rp_cairo.stroke(c->cr);
        return;
    }
    edge(c, v, m, first, first + 1);
    if (end - first == 4) edge(c, v, m, first + 2, first + 3);
    int next = cell + 1 < m->wall_cells && m->wall_shape[cell + 1]->curved
               && seen_from_inside(v, m, cell + 1) != seen_from_inside(v, m, cell);
    if (next) edge(c, v, m, first + 1, first + 2);
}

static void draw_walls(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, int behind)
{
    rp_cairo.set_line_width(c->cr, 0.07 * v->size);
    for (size_t n = 0, first = 0; n < m->wall_cells; first = (size_t)m->wall_end[n++]) {
        if (m->wall_shape[n]->triangles || seen_from_inside(v, m, n) != behind) continue;
        if (behind) {
            double face = fabs(rp_vec_dot(rp_picture_vec(m->wall_normal, n), v->toward));
            wall_path(c, v, m, first, (size_t)m->wall_end[n]);
            rp_canvas_color(c, (rp_color){0.80 + 0.1 * face, 0.81 + 0.1 * face, 0.83 + 0.1 * face}, 0.55);
            rp_cairo.fill(c->cr);
        }
        rp_canvas_color(c, RP_COLOR_INK, behind ? 0.35 : 0.6);
        outline(c, v, m, n, first);
    }
}

/* ---- balls ---- */

static rp_raster_ball ball_at(const rp_picture_view *v, rp_vec x, double radius, rp_color color)
{
    double at[3];
    rp_picture_view_point(v, x, at);
    rp_raster_ball b = {(float)(FINE * (at[0] - v->left) - 0.5),
                        (float)(FINE * (at[1] - v->top) - 0.5),
                        (float)(FINE * at[2]),
                        (float)(FINE * v->scale * radius),
                        (unsigned char)(255 * color.r + 0.5),
                        (unsigned char)(255 * color.g + 0.5),
                        (unsigned char)(255 * color.b + 0.5)};
    return b;
}

/* Beads so close on a line that they appear as a rod; returns how many. */
static size_t rod(const rp_picture_view *v, rp_vec from, rp_vec to, double radius, rp_color color, rp_raster_ball *out)
{
    double length = rp_vec_norm(rp_vec_sub(to, from)), step = fmax(0.12 * radius, 0.5 / (FINE * v->scale));
    size_t count = (size_t)(length / step) + 2;
    for (size_t n = 0; out && n < count; n++)
        out[n] = ball_at(v, rp_vec_add(from, rp_vec_scale((double)n / (double)(count - 1), rp_vec_sub(to, from))),
                         radius, color);
    return count;
}

/* Rods of all contacts into out (NULL: only counted). */
static size_t rods(const rp_picture_view *v, const rp_picture_model *m, rp_raster_ball *out)
{
    size_t count = 0;
    for (size_t n = 0; n < m->contact_count; n++) {
        double width = rp_picture_view_force_width(m, m->fn[n]);
        if (!(width > 0)) continue;
        rp_vec a = rp_picture_vec(m->contact_x, 3 * n), b = rp_picture_vec(m->contact_x, 3 * n + 2);
        count += rod(v, a, b, 0.5 * width, rp_picture_view_force_color(m, m->fn[n]), out ? out + count : NULL);
    }
    return count;
}

/* ---- polyhedra ---- */

static int is_shaped(const rp_picture_model *m, size_t i) { return m->shape_of && m->shape_of[i]; }

/* A corner of a cell; shrunk about the particle's centre. */
static rp_vec shape_point(const rp_picture_model *m, size_t cell, size_t link, double size)
{
    const rp_vec x = rp_picture_vec(m->x, m->shape_row[cell]),
                 at = rp_picture_vec(m->corner, (size_t)m->shape_link[link]);
    return rp_vec_add(x, rp_vec_scale(size, rp_vec_sub(at, x)));
}

/* Edges as thin dark rods, each once: two faces have it in opposite directions. */
static size_t edges(const rp_picture_view *v, const rp_picture_model *m, double size, rp_raster_ball *out)
{
    size_t count = 0;
    for (size_t n = 0, first = 0; m->shape_of && n < m->shape_cells; first = (size_t)m->shape_end[n++])
        for (size_t k = first; k < (size_t)m->shape_end[n]; k++) {
            const size_t next = k + 1 < (size_t)m->shape_end[n] ? k + 1 : first;
            const rp_color own = m->color[m->shape_row[n]], dark = {0.35 * own.r, 0.35 * own.g, 0.35 * own.b};
            if (m->shape_link[k] > m->shape_link[next]) continue;
            count += rod(v, shape_point(m, n, k, size), shape_point(m, n, next, size),
                         0.018 * m->radius[m->shape_row[n]], dark, out ? out + count : NULL);
        }
    return count;
}

static rp_raster_ball *make_balls(const rp_picture_view *v, const rp_picture_model *m, int forces, size_t *count)
{
    const double size = forces ? GRAIN_UNDER_FORCES : 1;
    size_t extra = (forces ? rods(v, m, NULL) : 0) + edges(v, m, size, NULL);
    rp_raster_ball *ball = rp_memory_alloc(m->count + extra, sizeof *ball);
    if (!ball) return NULL;
    *count = 0;
    for (size_t i = 0; i < m->count; i++) {
        rp_raster_ball b = ball_at(v, rp_picture_vec(m->x, i), size * m->radius[i], m->color[i]);
        if (!is_shaped(m, i) && isfinite(b.x) && isfinite(b.y) && isfinite(b.z) && b.r > 0) ball[(*count)++] = b;
    }
    if (forces) *count += rods(v, m, ball + *count);
    *count += edges(v, m, size, ball + *count);
    return ball;
}

/* ---- meshes ---- */

static rp_raster_triangle triangle_at(const rp_picture_view *v, const rp_vec corner[3])
{
    rp_raster_triangle t = {0};
    for (int k = 0; k < 3; k++) {
        double at[3];
        rp_picture_view_point(v, corner[k], at);
        t.x[k] = (float)(FINE * (at[0] - v->left) - 0.5);
        t.y[k] = (float)(FINE * (at[1] - v->top) - 0.5);
        t.z[k] = (float)(FINE * at[2]);
    }
    return t;
}

static rp_raster_triangle wall_triangle(const rp_picture_view *v, const rp_picture_model *m, size_t first)
{
    const rp_vec corner[3] = {rp_picture_vec(m->wall_x, first), rp_picture_vec(m->wall_x, first + 1),
                              rp_picture_vec(m->wall_x, first + 2)};
    return triangle_at(v, corner);
}

/* Faces of polyhedra, each cut into a fan; out NULL: only counted. */
static size_t faces(const rp_picture_view *v, const rp_picture_model *m, double size, rp_raster_triangle *out)
{
    size_t count = 0;
    for (size_t n = 0, first = 0; m->shape_of && n < m->shape_cells; first = (size_t)m->shape_end[n++])
        for (size_t k = first + 1; k + 1 < (size_t)m->shape_end[n]; k++, count++) {
            const rp_vec corner[3] = {shape_point(m, n, first, size), shape_point(m, n, k, size),
                                      shape_point(m, n, k + 1, size)};
            const rp_color color = m->color[m->shape_row[n]];
            if (!out) continue;
            out[count] = triangle_at(v, corner);
            out[count].solid = 1;
            out[count].red = (unsigned char)(255 * color.r + 0.5);
            out[count].green = (unsigned char)(255 * color.g + 0.5);
            out[count].blue = (unsigned char)(255 * color.b + 0.5);
        }
    return count;
}

static rp_raster_triangle *make_triangles(const rp_picture_view *v, const rp_picture_model *m, int forces,
                                          size_t *count)
{
    const double size = forces ? GRAIN_UNDER_FORCES : 1;
    rp_raster_triangle *t = rp_memory_alloc(m->wall_cells + faces(v, m, size, NULL), sizeof *t);
    *count = t ? faces(v, m, size, t) : 0;
    for (size_t n = 0, first = 0; t && n < m->wall_cells; first = (size_t)m->wall_end[n++])
        if (m->wall_shape[n]->triangles && (size_t)m->wall_end[n] == first + 3)
            t[(*count)++] = wall_triangle(v, m, first);
    return t;
}

static rp_status draw_balls(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, int forces,
                            rp_error *err)
{
    size_t count, triangles;
    cairo_surface_t *image = NULL;
    rp_raster_ball *ball = make_balls(v, m, forces, &count);
    rp_raster_triangle *triangle = ball ? make_triangles(v, m, forces, &triangles) : NULL;
    if (!triangle) rp_memory_free(ball);
    if (!triangle) return rp_memory_error(err, m->count * sizeof *ball, "the picture");
    double range = FINE * v->scale * m->mean_radius * (forces ? 0.6 : 1);
    rp_status status = rp_raster_balls(ball, count, triangle, triangles, (int)(FINE * v->width),
                                       (int)(FINE * v->height), range, &image, err);
    rp_memory_free(ball);
    rp_memory_free(triangle);
    if (status != RP_OK) return status;
    rp_cairo.save(c->cr);
    rp_cairo.translate(c->cr, v->left, v->top);
    rp_cairo.scale(c->cr, 1.0 / FINE, 1.0 / FINE);
    rp_cairo.set_source_surface(c->cr, image, 0, 0);
    rp_cairo.paint(c->cr);
    rp_cairo.restore(c->cr);
    rp_cairo.surface_destroy(image);
    return RP_OK;
}

rp_status rp_picture_solid_draw(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, int forces,
                                rp_error *err)
{
    rp_cairo.save(c->cr);
    rp_cairo.rectangle(c->cr, v->left, v->top, v->width, v->height);
    rp_cairo.clip(c->cr);
    draw_walls(c, v, m, 1);
    rp_status status = draw_balls(c, v, m, forces, err);
    draw_walls(c, v, m, 0);
    rp_cairo.restore(c->cr);
    return status;
}
