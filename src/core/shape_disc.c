/* A disc: the section of a cylinder along z. */
#include <math.h>
#include "core/shape.h"

static double radius(const rp_shape_def *d) { return d->radius; }

static double area(const rp_shape_def *d) { return M_PI * d->radius * d->radius; }

static void inertia(const rp_shape_def *d, double tensor[3][3])
{
    double r = d->radius;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) tensor[i][j] = 0;
    tensor[0][0] = tensor[1][1] = 0.25 * r * r;
    tensor[2][2] = 0.5 * r * r;
}

static rp_vec support(const rp_shape_def *d, rp_vec direction)
{
    double length = sqrt(direction.x * direction.x + direction.y * direction.y);
    if (!(length > 0)) return rp_vec_make(d->radius, 0, 0); /* along z all points are equally far */
    return rp_vec_make(d->radius / length * direction.x, d->radius / length * direction.y, 0);
}

const rp_shape rp_shape_disc = {
    .name = "disc",
    .plural = "discs",
    .summary = "A circle in the plane; matter is a cylinder of the world's thickness.",
    .dimension = 2,
    .flags = RP_SHAPE_ROUND,
    .radius = radius,
    .volume = area,
    .inertia = inertia,
    .support = support,
};
