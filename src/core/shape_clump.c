/* A clump: a rigid union of balls in space, of discs in the plane. Members may overlap; matter fills the union once
 * (core/union.h). Rows are x, y, z and radius of the members. In space the axes of a definition are the principal ones.
 */
#include <math.h>
#include <string.h>
#include "base/angle.h"
#include "base/quaternion.h"
#include "core/shape.h"
#include "core/union.h"

enum { WIDTH = 4 };

/* ---- what follows from the members ---- */

static rp_union_moments moments(const rp_shape_def *d)
{
    return rp_union_integrate(d->corner, d->corners, d->shape->dimension);
}

static double volume(const rp_shape_def *d) { return moments(d).volume; }

static double radius(const rp_shape_def *d)
{
    double most = 0;
    for (int k = 0; k < d->corners; k++) {
        const double *m = d->corner + WIDTH * k;
        most = fmax(most, sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) + m[3]);
    }
    return most;
}

static void inertia(const rp_shape_def *d, double tensor[3][3])
{
    const rp_union_moments m = moments(d);
    const double x = m.x / m.volume, y = m.y / m.volume, z = m.z / m.volume;
    const double xx = m.xx / m.volume - x * x, yy = m.yy / m.volume - y * y, zz = m.zz / m.volume - z * z,
                 xy = m.xy / m.volume - x * y, xz = m.xz / m.volume - x * z, yz = m.yz / m.volume - y * z;
    const double value[3][3] = {{yy + zz, -xy, -xz}, {-xy, xx + zz, -yz}, {-xz, -yz, xx + yy}};
    memcpy(tensor, value, sizeof value);
}

static rp_vec support(const rp_shape_def *d, rp_vec direction)
{
    if (d->shape->dimension == 2) direction.z = 0;
    const double length = rp_vec_norm(direction);
    const rp_vec u = length > 0 ? rp_vec_scale(1 / length, direction) : rp_vec_make(1, 0, 0);
    rp_vec best = {0, 0, 0};
    for (int k = 0; k < d->corners; k++) {
        const double *m = d->corner + WIDTH * k;
        const rp_vec at = rp_vec_add(rp_vec_make(m[0], m[1], m[2]), rp_vec_scale(m[3], u));
        if (k == 0 || rp_vec_dot(at, u) > rp_vec_dot(best, u)) best = at;
    }
    return best;
}

/* ---- definition ---- */

static int valid(const double *member, int count)
{
    int good = count >= 1;
    for (int k = 0; k < count && good; k++) good = member[WIDTH * k + 3] > 0;
    return good;
}

static void centre_of(const rp_shape *shape, double *member, int count, double size)
{
    const rp_shape_def d = {.shape = shape, .corners = count, .corner = member};
    const rp_union_moments m = moments(&d);
    for (int k = 0; k < count; k++) {
        member[WIDTH * k] -= m.x / m.volume;
        member[WIDTH * k + 1] -= m.y / m.volume;
        member[WIDTH * k + 2] -= m.z / m.volume;
    }
    const double scale = size > 0 ? size / radius(&d) : 1;
    for (int k = 0; k < WIDTH * count; k++) member[k] *= scale;
}

static void centre(double *member, int count, double size) { centre_of(&rp_shape_clump, member, count, size); }

static void centre_flat(double *member, int count, double size)
{
    centre_of(&rp_shape_flat_clump, member, count, size);
}

static void turned(const rp_shape_def *d, const double orientation[4], double *member)
{
    double s = 0, c = 1;
    if (d->shape->dimension == 2) rp_angle_sincos(orientation[0], &s, &c);
    for (int k = 0; k < d->corners; k++) {
        const double *from = d->corner + WIDTH * k;
        rp_vec v = {from[0], from[1], from[2]};
        v = d->shape->dimension == 2 ? rp_vec_make(c * v.x - s * v.y, s * v.x + c * v.y, 0)
                                     : rp_quaternion_turn(orientation, v);
        const double row[WIDTH] = {v.x, v.y, v.z, from[3]};
        memcpy(member + WIDTH * k, row, sizeof row);
    }
}

/* ---- reading ---- */

void rp_shape_clump_settle(rp_read *r, const rp_node *node, const rp_shape *shape, rp_shape_corners *c)
{
    shape->centre(c->corner, c->count, 0);
    if (shape->dimension == 3) rp_shape_to_axes(shape, c->corner, c->count, c->turn);
    for (int k = 0; k < WIDTH * c->count && !r->status; k++)
        if (!isfinite(c->corner[k])) rp_read_fail(r, node, "the members' moments of inertia are no normal numbers");
}

static void read_member(rp_read *r, const rp_node *node, int dimension, double *row)
{
    const int columns = dimension + 1;
    const rp_node *n = node->child;
    if (rp_read_list(r, node, columns, columns,
                     dimension == 2 ? "numbers: x, y and radius" : "numbers: x, y, z and radius")
        != columns)
        return;
    for (int k = 0; k < dimension; k++, n = n->next) row[k] = rp_read_number_at(r, n, rp_bound_any("m"));
    if (dimension == 2) row[2] = 0;
    row[3] = rp_read_number_at(r, n, rp_bound_positive("m"));
}

static void read_members(rp_read *r, const rp_node *map, const rp_shape *shape, rp_shape_corners *c)
{
    const char *key = shape->key[0].name;
    const rp_node *node = rp_read_key(r, map, key);
    *c = (rp_shape_corners){.turn = {1}};
    if (!node) rp_read_missing(r, map, key);
    if (!node || !rp_read_list(r, node, 1, RP_CORNERS_MAX, "members")) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next)
        read_member(r, n, shape->dimension, c->corner + WIDTH * c->count++);
    if (!r->status) rp_shape_clump_settle(r, node, shape, c);
}

static void read(rp_read *r, const rp_node *map, rp_shape_corners *c) { read_members(r, map, &rp_shape_clump, c); }

static void read_flat(rp_read *r, const rp_node *map, rp_shape_corners *c)
{
    read_members(r, map, &rp_shape_flat_clump, c);
}

static const rp_key keys[] = {{"spheres", 0}}, flat_keys[] = {{"discs", 0}};

const rp_shape rp_shape_clump = {
    .name = "clump",
    .plural = "clumps",
    .summary = "A rigid union of balls, which may overlap.",
    .dimension = 3,
    .flags = RP_SHAPE_UNION,
    .width = WIDTH,
    .key = keys,
    .key_count = sizeof keys / sizeof *keys,
    .read = read,
    .centre = centre,
    .valid = valid,
    .turned = turned,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .support = support,
};

const rp_shape rp_shape_flat_clump = {
    .name = "clump",
    .plural = "clumps",
    .summary = "A rigid union of discs in the plane, which may overlap; matter is a prism of the world's thickness.",
    .dimension = 2,
    .flags = RP_SHAPE_UNION,
    .width = WIDTH,
    .key = flat_keys,
    .key_count = sizeof flat_keys / sizeof *flat_keys,
    .read = read_flat,
    .centre = centre_flat,
    .valid = valid,
    .turned = turned,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .support = support,
};
