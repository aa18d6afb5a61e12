/* See shape.h. */
#include "core/shape.h"
#include <math.h>
#include <string.h>
#include "base/quaternion.h"

static const rp_shape *const shapes[] = {&rp_shape_disc,  &rp_shape_sphere,     &rp_shape_polygon,
                                         &rp_shape_clump, &rp_shape_flat_clump, &rp_shape_polyhedron};

const rp_shape *const *rp_shape_list(int *count)
{
    *count = sizeof shapes / sizeof *shapes;
    return shapes;
}

const rp_shape *rp_shape_find(const char *name, int dimension)
{
    const rp_shape *found = NULL;
    for (size_t n = 0; n < sizeof shapes / sizeof *shapes; n++)
        if (strcmp(shapes[n]->name, name) == 0 && (!found || shapes[n]->dimension == dimension)) found = shapes[n];
    return found;
}

const rp_shape *rp_shape_round(int dimension) { return dimension == 2 ? &rp_shape_disc : &rp_shape_sphere; }

/* A sphere may move in a plane. */
int rp_shape_fits(const rp_shape *shape, int dimension)
{
    return shape->dimension == dimension || (dimension == 2 && shape->flags & RP_SHAPE_ROUND);
}

/* Of a union: within one of its members. */
static double inner_of_members(const rp_shape_def *def)
{
    double most = 0;
    for (int k = 0; k < def->corners; k++) {
        const double *m = def->corner + (size_t)(k * def->shape->width);
        most = fmax(most, m[3] - sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]));
    }
    return most;
}

double rp_shape_inner_radius(const rp_shape_def *def)
{
    rp_shape_def d = *def;
    rp_shape_face face;
    rp_hull hull;
    double least = INFINITY;
    int which;
    if (d.shape->flags & RP_SHAPE_ROUND) return d.radius;
    if (d.shape->flags & RP_SHAPE_UNION) return inner_of_members(def);
    if (d.shape->flags & RP_SHAPE_SOLID && !d.hull && rp_hull_make(d.corner, d.corners, &hull, &which) == RP_HULL_GOOD)
        d.hull = &hull;
    for (int k = 0; d.shape->face(&d, k, &face); k++) least = fmin(least, face.distance);
    return least;
}

/* ---- principal axes ---- */

/* One rotation of Jacobi's method in the plane of axes i and j, after which t[i][j] = 0; v gathers them. */
static void rotate(double t[3][3], double v[3][3], int i, int j)
{
    if (t[i][j] == 0) return;
    double q = (t[j][j] - t[i][i]) / (2 * t[i][j]), tangent = (q < 0 ? -1 : 1) / (fabs(q) + sqrt(q * q + 1)),
           c = 1 / sqrt(tangent * tangent + 1), s = tangent * c;
    for (int k = 0; k < 3; k++) { /* columns */
        double a = t[k][i], b = t[k][j], x = v[k][i], y = v[k][j];
        t[k][i] = c * a - s * b;
        t[k][j] = s * a + c * b;
        v[k][i] = c * x - s * y;
        v[k][j] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) { /* rows */
        double a = t[i][k], b = t[j][k];
        t[i][k] = c * a - s * b;
        t[j][k] = s * a + c * b;
    }
    t[i][j] = t[j][i] = 0;
}

static void sort_moments(double moment[3], rp_vec axis[3])
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < 2; k++) {
            if (moment[k] <= moment[k + 1]) continue;
            double m = moment[k];
            rp_vec a = axis[k];
            moment[k] = moment[k + 1];
            moment[k + 1] = m;
            axis[k] = axis[k + 1];
            axis[k + 1] = a;
        }
}

#define SWEEPS 12 /* Jacobi's method converges quadratically: six suffice for the digits of a double */

void rp_shape_principal(const double tensor[3][3], double moment[3], rp_vec axis[3])
{
    double t[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) t[i][j] = tensor[i][j];
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        rotate(t, v, 0, 1);
        rotate(t, v, 0, 2);
        rotate(t, v, 1, 2);
    }
    for (int k = 0; k < 3; k++) {
        moment[k] = t[k][k];
        axis[k] = rp_vec_make(v[0][k], v[1][k], v[2][k]);
    }
    sort_moments(moment, axis);
    axis[2] = rp_vec_cross(axis[0], axis[1]);
}

void rp_shape_to_axes(const rp_shape *shape, double *corner, int count, double turn[4])
{
    const rp_shape_def d = {.shape = shape, .corners = count, .corner = corner};
    double tensor[3][3], moment[3], turned[RP_SHAPE_NUMBERS];
    rp_vec axis[3];
    shape->inertia(&d, tensor);
    rp_shape_principal(tensor, moment, axis);
    rp_quaternion_of_axes(axis, turn);
    const double back[4] = {turn[0], -turn[1], -turn[2], -turn[3]};
    shape->turned(&d, back, turned);
    memcpy(corner, turned, (size_t)(shape->width * count) * sizeof *turned);
}

void rp_shape_weigh(const rp_shape_def *def, double thickness, double density, double *mass, double *inertia)
{
    double tensor[3][3], volume = def->shape->volume(def) * (def->shape->dimension == 2 ? thickness : 1);
    def->shape->inertia(def, tensor);
    if (isnan(*mass)) *mass = density * volume;
    *inertia = *mass * tensor[2][2];
}
