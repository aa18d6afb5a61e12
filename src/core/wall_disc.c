/* A round plate in three dimensions, with its rim. `point`: its centre; `normal`: of one side. See wall_shape.h. */
#include "core/wall_shape.h"

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"point", RP_REQUIRED}, {"normal", RP_REQUIRED}, {"radius", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    w->normal = rp_read_direction(r, node, "normal");
    w->radius = rp_read_number(r, node, "radius", rp_bound_positive("m"), NAN);
}

/* Of the arm from the centre, the part across the normal counts only in so far as it goes beyond the rim. */
static double distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    (void)face;
    rp_vec arm = rp_vec_sub(x, w->point), along = rp_vec_scale(rp_vec_dot(arm, w->normal), w->normal);
    rp_vec across = rp_vec_sub(arm, along);
    double rho = rp_vec_norm(across), beyond = rho > w->radius ? 1 - w->radius / rho : 0;
    rp_vec out = rp_vec_add(along, rp_vec_scale(beyond, across));
    double distance = rp_vec_norm(out);
    /* on it, either side is as good as the other */
    *normal = distance > 0 ? rp_vec_scale(1 / distance, out) : w->normal;
    return distance;
}

static int turns_in_place(const rp_wall *w) { return rp_wall_shape_about_axis(w, w->radius); }

static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    rp_vec u, v, corner[RP_WALL_MESH_ROUND], centre = rp_wall_now(w, w->point), normal = rp_wall_face_normal(w);
    rp_wall_mesh_across(normal, 3, &u, &v);
    for (int n = 0; n < RP_WALL_MESH_ROUND; n++) corner[n] = rp_wall_mesh_circle(centre, w->radius, n, u, v);
    rp_wall_mesh_add(m, 0, normal, corner, RP_WALL_MESH_ROUND);
}

const rp_wall_shape rp_wall_disc_shape = {
    .name = "disc",
    .dimensions = RP_WALL_3D,
    .instead = "segment: {from: [x, y], to: [x, y]}",
    .ends = 1,
    .convex = 1,
    .round = 1,
    .finite = 1,
    .read = read,
    .distance = distance,
    .turns_in_place = turns_in_place,
    .mesh = mesh,
};
