/* Definitions of every shape of the list, for tests that walk it, and what turning means in two and three dimensions.
 */
#ifndef RP_TESTS_SHAPE_SAMPLES_H
#define RP_TESTS_SHAPE_SAMPLES_H

#include "testing.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "core/shape.h"

typedef struct sample {
    rp_shape_def def;
    double corner[RP_SHAPE_NUMBERS];
} sample;

/* Corners on an ellipse: 3 to 10 of them, at least 0.3 of the mean angle apart. */
static void draw_polygon(rp_random *z, sample *s)
{
    int n = 3 + (int)rp_random_below(z, 8);
    double squeeze = rp_random_range(z, 0.4, 1);
    for (int k = 0; k < n; k++) {
        double at = 2 * M_PI * (k + 0.7 * (rp_random_uniform(z) - 0.5)) / n;
        s->corner[2 * k] = cos(at);
        s->corner[2 * k + 1] = squeeze * sin(at);
    }
    s->def.corners = n;
}

/* Balls (discs) of which each overlaps the one before. */
static void draw_clump(rp_random *z, int dimension, sample *s)
{
    int n = 1 + (int)rp_random_below(z, 5);
    for (int k = 0; k < n; k++)
        for (int axis = 0; axis < 4; axis++)
            s->corner[4 * k + axis] = axis == 3          ? rp_random_range(z, 0.4, 0.6)
                                      : axis < dimension ? 0.4 * k + rp_random_range(z, -0.3, 0.3)
                                                         : 0;
    s->def.corners = n;
}

/* A box, or 4 to 16 corners on an ellipsoid, at least 0.3 of their mean distance apart. */
static void draw_polyhedron(rp_random *z, sample *s)
{
    int box = rp_random_below(z, 4) == 0, n = box ? 8 : 4 + (int)rp_random_below(z, 13);
    double size[3] = {1, rp_random_range(z, 0.4, 1), rp_random_range(z, 0.4, 1)}, apart = 0.3 * sqrt(4 * M_PI / n);
    do
        for (int k = 0; k < n;) {
            double up = rp_random_range(z, -1, 1), at = rp_random_range(z, 0, 2 * M_PI), flat = sqrt(1 - up * up),
                   *v = s->corner + 3 * k, least = INFINITY;
            v[0] = box ? (k & 1 ? 1 : -1) : flat * cos(at);
            v[1] = box ? (k & 2 ? 1 : -1) : flat * sin(at);
            v[2] = box ? (k & 4 ? 1 : -1) : up;
            for (int j = 0; j < k; j++)
                least = fmin(least, rp_vec_norm(rp_vec_sub(rp_hull_at(s->corner, j), rp_hull_at(v, 0))));
            k += least > apart;
        }
    while (!s->def.shape->valid(s->corner, n));
    for (int k = 0; k < 3 * n; k++) s->corner[k] *= size[k % 3];
    s->def.corners = n;
}

/* A random definition with a radius between 0.5 and 1.5. A new shape that is not round adds its own here. */
static void draw_sample(rp_random *z, const rp_shape *shape, sample *s)
{
    double radius = rp_random_range(z, 0.5, 1.5);
    s->def = (rp_shape_def){.shape = shape, .radius = shape->flags & RP_SHAPE_ROUND ? radius : 0, .corner = s->corner};
    if (shape->flags & RP_SHAPE_ROUND) return;
    if (shape == &rp_shape_polygon) draw_polygon(z, s);
    else if (shape == &rp_shape_polyhedron) draw_polyhedron(z, s);
    else if (shape->flags & RP_SHAPE_UNION) draw_clump(z, shape->dimension, s);
    else fail_msg("no sample of the shape '%s'", shape->name);
    shape->centre(s->corner, s->def.corners, radius);
}

static rp_vec draw_direction(rp_random *z, int dimension)
{
    double up = dimension == 2 ? 0 : rp_random_range(z, -1, 1), at = rp_random_range(z, 0, 2 * M_PI),
           flat = sqrt(1 - up * up);
    return rp_vec_make(flat * cos(at), flat * sin(at), up);
}

static void draw_turn(rp_random *z, int dimension, double turn[4])
{
    rp_vec axis = draw_direction(z, dimension);
    double angle = rp_random_range(z, -M_PI, M_PI), s = sin(0.5 * angle);
    turn[0] = dimension == 2 ? angle : cos(0.5 * angle);
    turn[1] = s * axis.x;
    turn[2] = s * axis.y;
    turn[3] = s * axis.z;
}

static inline rp_vec turned_vec(int dimension, const double turn[4], rp_vec v)
{
    double c = cos(turn[0]), s = sin(turn[0]);
    if (dimension == 2) return rp_vec_make(c * v.x - s * v.y, s * v.x + c * v.y, 0);
    rp_vec q = {turn[1], turn[2], turn[3]}, once = rp_vec_add(rp_vec_cross(q, v), rp_vec_scale(turn[0], v));
    return rp_vec_add(v, rp_vec_scale(2, rp_vec_cross(q, once)));
}

/* The same definition, turned. */
static void turn_sample(const sample *s, const double turn[4], sample *out)
{
    out->def = s->def;
    out->def.corner = out->corner;
    if (!(s->def.shape->flags & RP_SHAPE_ROUND)) s->def.shape->turned(&s->def, turn, out->corner);
}

/* Place of corner k of a shape that is not round. */
static inline rp_vec corner_at(const rp_shape_def *d, int k)
{
    const double *row = d->corner + (size_t)(k * d->shape->width);
    return rp_vec_make(row[0], row[1], d->shape->dimension == 3 ? row[2] : 0);
}

#endif
