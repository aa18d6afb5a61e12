/* See surface.h. */
#include "measure/surface.h"

#include <math.h>
#include "base/angle.h"

enum { COLUMNS = 4096 };        /* along an axis, at most */
#define TURN 6.2831853071795865 /* 2 pi */

typedef struct surface {
    const rp_world *world;
    rp_vec up, across[2];
    double low[2], width; /* of the first column, m */
    int count[2];         /* columns */
    uint32_t *top;        /* owned; by column: 1 + slot of its highest grain; 0: none */
} surface;

static int is_grain(const rp_particles *p, size_t i) { return p->row[i].inv_mass > 0; }

/* In the plane the second direction is z, along which all stand at 0. */
static int find_directions(surface *s)
{
    const rp_vec g = rp_world_gravity(s->world, s->world->time);
    const double size = rp_vec_norm(g);
    if (!(size > 0)) return 0;
    s->up = rp_vec_scale(-1 / size, g);
    const rp_vec x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1},
                 other = s->world->dimension == 2 ? z
                         : fabs(s->up.x) < 0.9    ? x
                                                  : y;
    rp_vec first = rp_vec_cross(other, s->up);
    s->across[0] = rp_vec_scale(1 / rp_vec_norm(first), first);
    s->across[1] = rp_vec_cross(s->up, s->across[0]);
    return 1;
}

static int find_columns(surface *s)
{
    const rp_particles *p = &s->world->particles;
    double high[2] = {-INFINITY, -INFINITY}, radius = 0;
    size_t grains = 0;
    s->low[0] = s->low[1] = INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        if (!is_grain(p, i)) continue;
        for (int k = 0; k < 2; k++) {
            const double at = rp_vec_dot(rp_particle_position(p, i), s->across[k]);
            s->low[k] = fmin(s->low[k], at);
            high[k] = fmax(high[k], at);
        }
        radius += p->row[i].r;
        grains++;
    }
    if (grains == 0) return 0;
    s->width = 4 * radius / (double)grains;
    for (int k = 0; k < 2; k++) {
        const double columns = (high[k] - s->low[k]) / s->width + 1;
        s->count[k] = columns < COLUMNS ? (int)columns : COLUMNS;
    }
    return 1;
}

static size_t column_of(const surface *s, rp_vec x)
{
    int at[2];
    for (int k = 0; k < 2; k++) {
        at[k] = (int)((rp_vec_dot(x, s->across[k]) - s->low[k]) / s->width);
        if (at[k] >= s->count[k]) at[k] = s->count[k] - 1;
    }
    return (size_t)at[0] * (size_t)s->count[1] + (size_t)at[1];
}

static void find_tops(surface *s)
{
    const rp_particles *p = &s->world->particles;
    for (size_t n = 0; n < p->count; n++) { /* by id: the same one of two that are equally high, however sorted */
        const uint32_t i = p->by_id[n];
        if (!is_grain(p, i)) continue;
        const rp_vec x = rp_particle_position(p, i);
        uint32_t *top = &s->top[column_of(s, x)];
        if (!*top || rp_vec_dot(x, s->up) > rp_vec_dot(rp_particle_position(p, *top - 1), s->up)) *top = i + 1;
    }
}

static int is_inner(int k, int count) { return count == 1 || (k > 0 && k < count - 1); }

/* Sums of a least squares fit of the height by the two other coordinates, about their means. */
static double fit(const surface *s)
{
    rp_vec mean = {0, 0, 0};
    double n = 0, aa = 0, ab = 0, bb = 0, ah = 0, bh = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < (size_t)s->count[0] * (size_t)s->count[1]; k++) {
            const int first = (int)(k / (size_t)s->count[1]), second = (int)(k % (size_t)s->count[1]);
            if (!s->top[k] || !is_inner(first, s->count[0]) || !is_inner(second, s->count[1])) continue;
            const rp_vec x = rp_particle_position(&s->world->particles, s->top[k] - 1), d = rp_vec_sub(x, mean);
            const double a = rp_vec_dot(d, s->across[0]), b = rp_vec_dot(d, s->across[1]), h = rp_vec_dot(d, s->up);
            if (pass == 0) {
                mean = rp_vec_add(rp_vec_scale(n / (n + 1), mean), rp_vec_scale(1 / (n + 1), x));
                n++;
                continue;
            }
            aa += a * a;
            ab += a * b;
            bb += b * b;
            ah += a * h;
            bh += b * h;
        }
    const double flat = s->world->dimension == 2 ? 1 : 0, det = flat > 0 ? aa : aa * bb - ab * ab;
    if (n < 3 || !(det > 0)) return NAN;
    const double one = flat > 0 ? ah / aa : (bb * ah - ab * bh) / det, other = flat > 0 ? 0 : (aa * bh - ab * ah) / det;
    return sqrt(one * one + other * other);
}

double rp_surface_angle(const rp_world *world)
{
    surface s = {.world = world};
    if (!find_directions(&s) || !find_columns(&s)) return NAN;
    s.top = rp_memory_alloc((size_t)s.count[0] * (size_t)s.count[1], sizeof *s.top);
    if (!s.top) return NAN;
    find_tops(&s);
    const double slope = fit(&s);
    rp_memory_free(s.top);
    return rp_angle_of(slope, 1) * 360 / TURN;
}
