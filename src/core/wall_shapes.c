/* All shapes of walls. A new one is one file and two lines here. See wall_shape.h. */
#include <string.h>
#include "core/wall_shape.h"

extern const rp_wall_shape rp_wall_plane_shape, rp_wall_box_shape, rp_wall_cylinder_shape, rp_wall_segment_shape,
    rp_wall_rectangle_shape, rp_wall_disc_shape, rp_wall_cone_shape, rp_wall_triangles_shape;

const rp_wall_shape *const rp_wall_shape_list[] = {
    &rp_wall_plane_shape,   &rp_wall_box_shape,       &rp_wall_cylinder_shape,
    &rp_wall_segment_shape, &rp_wall_rectangle_shape, &rp_wall_disc_shape,
    &rp_wall_cone_shape,    &rp_wall_triangles_shape, NULL,
};

const rp_wall_shape *rp_wall_shape_find(const char *name)
{
    for (int n = 0; rp_wall_shape_list[n]; n++)
        if (strcmp(rp_wall_shape_list[n]->name, name) == 0) return rp_wall_shape_list[n];
    return NULL;
}

/* ---- what several shapes share ---- */

int rp_wall_shape_about_axis(const rp_wall *w, double size)
{
    rp_vec arm = rp_vec_sub(w->point, w->spin_point);
    return rp_vec_norm(rp_vec_cross(w->spin_axis, w->normal)) < 1e-12
           && rp_vec_norm(rp_vec_cross(arm, w->spin_axis)) < 1e-12 * size;
}

/* How far along an edge the point nearest to `arm` lies: from 0 to 1. */
static double share_along(rp_vec edge, rp_vec arm)
{
    double square = rp_vec_dot(edge, edge), along = rp_vec_dot(edge, arm);
    return along <= 0 || square == 0 ? 0 : along >= square ? 1 : along / square;
}

double rp_wall_shape_patch(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    (void)face;
    rp_vec out = rp_vec_sub(x, w->point), arm = out;
    for (int k = 0; k < 2; k++) out = rp_vec_sub(out, rp_vec_scale(share_along(w->side[k], arm), w->side[k]));
    double distance = rp_vec_norm(out);
    /* on it, either side is as good as the other */
    *normal = distance > 0 ? rp_vec_scale(1 / distance, out) : w->normal;
    return distance;
}
