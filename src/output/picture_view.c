/* Directions, extent and scale of a picture; see picture_view.h. */
#include "output/picture_view.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static rp_vec unit(rp_vec v) { return rp_vec_scale(1 / rp_vec_norm(v), v); }

static void directions(rp_picture_view *v, const rp_picture_model *m, double azimuth, double elevation)
{
    if (m->dimension == 2) {
        v->right = (rp_vec){1, 0, 0};
        v->up = (rp_vec){0, 1, 0};
        v->toward = (rp_vec){0, 0, 1};
        return;
    }
    rp_vec sky = rp_vec_norm(m->gravity) > 0 ? unit(rp_vec_scale(-1, m->gravity)) : (rp_vec){0, 0, 1};
    rp_vec front = fabs(sky.y) < 0.9 ? (rp_vec){0, -1, 0}
                                     : (rp_vec){0, 0, 1}; /* azimuth 0 shows the face towards -y, x to the right */
    front = unit(rp_vec_sub(front, rp_vec_scale(rp_vec_dot(front, sky), sky)));
    rp_vec side = rp_vec_cross(sky, front);
    double a = azimuth * M_PI / 180, e = elevation * M_PI / 180;
    rp_vec level = rp_vec_add(rp_vec_scale(cos(a), front), rp_vec_scale(sin(a), side));
    v->toward = rp_vec_add(rp_vec_scale(cos(e), level), rp_vec_scale(sin(e), sky));
    v->right = unit(rp_vec_cross(sky, level));
    v->up = rp_vec_cross(v->toward, v->right);
}

static void include(rp_picture_view *v, rp_vec x, double margin)
{
    double at[2] = {rp_vec_dot(x, v->right), rp_vec_dot(x, v->up)};
    for (int k = 0; k < 2; k++) {
        v->lower[k] = fmin(v->lower[k], at[k] - margin);
        v->upper[k] = fmax(v->upper[k], at[k] + margin);
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A grain of which a part would be seen is seen whole. */
static void include_cut(rp_picture_view *v, const rp_picture_model *m)
{
    const double lower[2] = {v->lower[0], v->lower[1]}, upper[2] = {v->upper[0], v->upper[1]};
    for (size_t i = 0; i < m->count; i++) {
        const rp_vec x = rp_picture_vec(m->x, i);
        const double at[2] = {rp_vec_dot(x, v->right), rp_vec_dot(x, v->up)}, r = m->radius[i];
        if (at[0] + r > lower[0] && at[0] - r < upper[0] && at[1] + r > lower[1] && at[1] - r < upper[1])
            include(v, x, r);
    }
}

/* A few grains far from all others would shrink the picture to a dot: along each axis it shows the middle 98 % and 15 %
 * more on both sides. */
static void leave_out_strays(rp_picture_view *v, const rp_picture_model *m)
{
    double *at = rp_memory_alloc(m->count + 1, sizeof *at);
    for (int k = 0; at && m->count > 100 && k < 2; k++) {
        for (size_t i = 0; i < m->count; i++) at[i] = rp_vec_dot(rp_picture_vec(m->x, i), k == 0 ? v->right : v->up);
        qsort(at, m->count, sizeof *at, ascending);
        double low = at[m->count / 100], high = at[m->count - 1 - m->count / 100],
               more = 0.15 * (high - low) + m->mean_radius;
        v->lower[k] = fmax(v->lower[k], low - more);
        v->upper[k] = fmin(v->upper[k], high + more);
    }
    rp_memory_free(at);
    if (m->count > 100) include_cut(v, m);
}

static void count_strays(rp_picture_view *v, const rp_picture_model *m)
{
    v->outside = 0;
    for (size_t i = 0; i < m->count; i++) {
        double at[2] = {rp_vec_dot(rp_picture_vec(m->x, i), v->right), rp_vec_dot(rp_picture_vec(m->x, i), v->up)};
        int inside = at[0] >= v->lower[0] && at[0] <= v->upper[0] && at[1] >= v->lower[1] && at[1] <= v->upper[1];
        v->outside += !inside; /* also those that are not numbers */
    }
}

/* Periodic sides belong to the picture of a flat world, whole. */
static void include_domain(rp_picture_view *v, const rp_picture_model *m)
{
    for (int k = 0; k < 2 && m->dimension == 2; k++)
        if (m->periodic[k]) {
            v->lower[k] = fmin(v->lower[k], m->domain[k]);
            v->upper[k] = fmax(v->upper[k], m->domain[3 + k]);
        }
}

/* Finite walls, and in a flat world the point of a plane that is nearest to what is shown; nothing farther from the
 * grains than their own extent. */
static void include_walls(rp_picture_view *v, const rp_picture_model *m)
{
    double longest = fmax(v->upper[0] - v->lower[0], v->upper[1] - v->lower[1]);
    double least[2] = {v->lower[0] - longest, v->lower[1] - longest},
           most[2] = {v->upper[0] + longest, v->upper[1] + longest};
    rp_vec middle = rp_vec_make(0.5 * (v->lower[0] + v->upper[0]), 0.5 * (v->lower[1] + v->upper[1]), 0);
    for (size_t n = 0, i = 0; n < m->wall_cells; n++) {
        rp_vec corner = rp_picture_vec(m->wall_x, i), normal = rp_picture_vec(m->wall_normal, n);
        double distance = rp_vec_dot(rp_vec_sub(middle, corner), normal);
        if (m->wall_shape[n]->plane && m->dimension == 2 && fabs(distance) < 2 * longest)
            include(v, rp_vec_sub(middle, rp_vec_scale(distance, normal)), 0);
        for (; i < (size_t)m->wall_end[n]; i++)
            if (!m->wall_shape[n]->plane) include(v, rp_picture_vec(m->wall_x, i), 0);
    }
    for (int k = 0; k < 2; k++) {
        v->lower[k] = fmax(v->lower[k], least[k]);
        v->upper[k] = fmin(v->upper[k], most[k]);
    }
}

void rp_picture_view_aim(rp_picture_view *v, const rp_picture_model *m, double azimuth, double elevation)
{
    directions(v, m, azimuth, elevation);
    for (int k = 0; k < 2; k++) {
        v->lower[k] = DBL_MAX;
        v->upper[k] = -DBL_MAX;
    }

    for (size_t i = 0; i < m->count; i++)
        if (isfinite(m->x[3 * i] + m->x[3 * i + 1] + m->x[3 * i + 2]))
            include(v, rp_picture_vec(m->x, i), m->radius[i]);
    leave_out_strays(v, m);
    include_domain(v, m);
    if (v->lower[0] > v->upper[0] && m->domain) {
        include(v, rp_picture_vec(m->domain, 0), 0);
        include(v, rp_picture_vec(m->domain, 1), 0);
    }

    if (v->lower[0] > v->upper[0]) include(v, (rp_vec){0}, 1);
    include_walls(v, m);
    double margin = 0.03 * fmax(v->upper[0] - v->lower[0], v->upper[1] - v->lower[1]);
    for (int k = 0; k < 2; k++) {
        v->lower[k] -= margin;
        v->upper[k] += margin;
    }

    count_strays(v, m);
}

void rp_picture_view_share(rp_picture_view *v, const rp_picture_model *m, int count)
{
    for (int n = 1; n < count; n++)
        for (int k = 0; k < 2; k++) {
            v[0].lower[k] = fmin(v[0].lower[k], v[n].lower[k]);
            v[0].upper[k] = fmax(v[0].upper[k], v[n].upper[k]);
        }

    for (int n = 0; n < count; n++) {
        for (int k = 0; k < 2; k++) {
            v[n].lower[k] = v[0].lower[k];
            v[n].upper[k] = v[0].upper[k];
        }

        count_strays(&v[n], &m[n]);
    }
}

void rp_picture_view_fit(rp_picture_view *v, double left, double top, double width, double height)
{
    v->left = left;
    v->top = top;
    v->width = width;
    v->height = height;
    v->scale = fmin(width / (v->upper[0] - v->lower[0]), height / (v->upper[1] - v->lower[1]));
}

double rp_picture_view_force_width(const rp_picture_model *m, double fn)
{
    double ratio = fn / m->mean_fn;
    return ratio < 0.05 ? 0 : (m->dimension == 2 ? 1 : 0.55) * m->mean_radius * fmin(0.26 * ratio, 1.5);
}

rp_color rp_picture_view_force_color(const rp_picture_model *m, double fn)
{
    return rp_color_mix((rp_color){0.78, 0.33, 0.22}, (rp_color){0.33, 0.02, 0.06}, fmin(1, fn / (3 * m->mean_fn)));
}
