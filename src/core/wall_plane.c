/* A wall without an end: particles are on the side of its normal. `point`: on it. See wall_shape.h. */
#include <string.h>
#include "core/wall_shape.h"

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"point", RP_REQUIRED}, {"normal", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    w->normal = rp_read_direction(r, node, "normal");
}

static double distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    (void)face;
    *normal = w->normal;
    return rp_vec_dot(rp_vec_sub(x, w->point), w->normal);
}

static rp_plane flat(const rp_wall *w, int face)
{
    (void)face;
    return (rp_plane){w->point, w->normal};
}

static int turns_in_place(const rp_wall *w) { return fabs(rp_vec_dot(w->spin_axis, w->normal)) > 1 - 1e-12; }

/* ---- mesh: the part of it that lies in the box ---- */

enum { CORNERS = 16 }; /* of a plane cut by a box: at most 4 + 6 */

/* Keeps the part of a convex polygon (or segment, count 2) where sign * x[axis] <= sign * limit. */
static int clip(rp_vec *corner, int count, int axis, double limit, double sign, double tolerance)
{
    rp_vec kept[CORNERS];
    int n = 0;
    for (int k = 0; k < count; k++) {
        rp_vec s = corner[k], e = corner[(k + 1) % count];
        double out_s = sign * (rp_vec_component(s, axis) - limit), out_e = sign * (rp_vec_component(e, axis) - limit);
        int in_s = out_s <= tolerance, in_e = out_e <= tolerance;
        if (in_s) kept[n++] = s;
        if (in_s != in_e && (count > 2 || k == 0))
            kept[n++] = rp_vec_add(s, rp_vec_scale(out_s / (out_s - out_e), rp_vec_sub(e, s)));
    }
    memcpy(corner, kept, (size_t)n * sizeof *kept);
    return n;
}

static int clip_to_box(rp_vec *corner, int count, const rp_wall_mesh *m, double tolerance)
{
    for (int axis = 0; axis < m->dimension && count; axis++) {
        count = clip(corner, count, axis, rp_vec_component(m->lower, axis), -1.0, tolerance);
        if (count) count = clip(corner, count, axis, rp_vec_component(m->upper, axis), 1.0, tolerance);
    }
    return count;
}

/* A plane that misses the box is shown at its full size all the same. */
static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    static const double a[4] = {-1, 1, 1, -1}, c[4] = {-1, -1, 1, 1};
    rp_vec middle = rp_vec_scale(0.5, rp_vec_add(m->lower, m->upper)), u, v, corner[CORNERS], whole[4] = {{0}};
    const rp_plane plane = rp_wall_plane(w);
    double half = rp_vec_norm(rp_vec_sub(m->upper, m->lower));
    rp_vec foot = rp_vec_sub(middle, rp_vec_scale(rp_plane_distance(&plane, middle), plane.normal));
    rp_wall_mesh_across(plane.normal, m->dimension, &u, &v);
    int count = m->dimension == 2 ? 2 : 4;
    for (int n = 0; n < count; n++) whole[n] = rp_wall_mesh_at(foot, a[n] * half, u, count == 2 ? 0 : c[n] * half, v);
    memcpy(corner, whole, sizeof whole);
    int kept = clip_to_box(corner, count, m, 1e-9 * half);
    if (kept >= count || (kept > 2 && count == 4)) rp_wall_mesh_add(m, 0, plane.normal, corner, kept);
    else rp_wall_mesh_add(m, 0, plane.normal, whole, count);
}

static int hollow(const rp_wall *w)
{
    (void)w;
    return 1;
}

const rp_wall_shape rp_wall_plane_shape = {
    .name = "plane",
    .dimensions = RP_WALL_2D | RP_WALL_3D,
    .plane = 1,
    .read = read,
    .distance = distance,
    .hollow = hollow,
    .flat = flat,
    .turns_in_place = turns_in_place,
    .mesh = mesh,
};
