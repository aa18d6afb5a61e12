/* A sphere; in two dimensions one that moves in the plane. */
#include <math.h>
#include "core/shape.h"

static double radius(const rp_shape_def *d) { return d->radius; }

static double volume(const rp_shape_def *d) { return 4.0 / 3.0 * M_PI * d->radius * d->radius * d->radius; }

static void inertia(const rp_shape_def *d, double tensor[3][3])
{
    double r = d->radius;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) tensor[i][j] = i == j ? 0.4 * r * r : 0;
}

static rp_vec support(const rp_shape_def *d, rp_vec direction)
{
    return rp_vec_scale(d->radius / rp_vec_norm(direction), direction);
}

const rp_shape rp_shape_sphere = {
    .name = "sphere",
    .plural = "spheres",
    .summary = "A ball; in two dimensions one that moves in the plane.",
    .dimension = 3,
    .flags = RP_SHAPE_ROUND,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .support = support,
};
