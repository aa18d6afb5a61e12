/* A rectangle in three dimensions, with its edges and corners. `point`: a corner; `side`: its edges from there, at
 * right angles. See wall_shape.h. */
#include "core/wall_shape.h"

static void check(rp_read *r, const rp_node *sides, rp_wall *w)
{
    double a = rp_vec_norm(w->side[0]), b = rp_vec_norm(w->side[1]);
    if (!(a > 0 && b > 0)) rp_read_fail(r, sides, "a rectangle with a side of length 0");
    else if (fabs(rp_vec_dot(w->side[0], w->side[1])) > 1e-9 * a * b)
        rp_read_fail(r, sides, "the sides of a rectangle stand at right angles");
    else w->normal = rp_vec_scale(1 / (a * b), rp_vec_cross(w->side[0], w->side[1]));
}

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"corner", RP_REQUIRED}, {"sides", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "corner", rp_bound_any("m"), (rp_vec){0});
    const rp_node *sides = rp_yaml_find(node, "sides"), *side = sides->child;
    rp_read_list(r, sides, 2, 2, "two vectors");
    for (int k = 0; k < 2 && !r->status; k++, side = side->next)
        w->side[k] = rp_read_vec_at(r, side, rp_bound_any("m"));
    if (!r->status) check(r, sides, w);
}

static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    rp_vec a = rp_vec_add(w->point, w->side[0]), b = rp_vec_add(w->point, w->side[1]);
    rp_vec corner[4] = {rp_wall_now(w, w->point), rp_wall_now(w, a), rp_wall_now(w, rp_vec_add(a, w->side[1])),
                        rp_wall_now(w, b)};
    rp_wall_mesh_add(m, 0, rp_wall_face_normal(w), corner, 4);
}

const rp_wall_shape rp_wall_rectangle_shape = {
    .name = "rectangle",
    .dimensions = RP_WALL_3D,
    .instead = "segment: {from: [x, y], to: [x, y]}",
    .ends = 1,
    .convex = 1,
    .finite = 1,
    .read = read,
    .distance = rp_wall_shape_patch,
    .mesh = mesh,
};
