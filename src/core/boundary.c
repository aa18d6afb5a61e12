/* See boundary.h. */
#include "core/boundary.h"

int rp_wall_faces(const rp_wall *w) { return w->shape == RP_WALL_BOX ? 2 * w->dimension : 1; }

static rp_vec rotated(rp_vec v, rp_vec k, double angle)
{
    if (angle == 0) return v;
    double c = cos(angle), s = sin(angle);
    rp_vec along = rp_vec_scale((1 - c) * rp_vec_dot(k, v), k);
    return rp_vec_add(rp_vec_add(rp_vec_scale(c, v), rp_vec_scale(s, rp_vec_cross(k, v))), along);
}

/* Rotates v about the wall's axis by its current angle. */
static rp_vec turned(const rp_wall *w, rp_vec v) { return rotated(v, w->spin_axis, w->angle); }

rp_vec rp_wall_now(const rp_wall *w, rp_vec x)
{
    rp_vec arm = rp_vec_sub(x, w->spin_point);
    return rp_vec_add(rp_vec_add(w->spin_point, turned(w, arm)), w->offset);
}

rp_vec rp_wall_face_normal(const rp_wall *w) { return turned(w, w->normal); }

rp_plane rp_wall_plane(const rp_wall *w) { return (rp_plane){rp_wall_now(w, w->point), rp_wall_face_normal(w)}; }

rp_vec rp_wall_centre(const rp_wall *w)
{
    int spins = rp_vec_dot(w->spin_axis, w->spin_axis) > 0;
    return rp_vec_add(spins ? w->spin_point : w->point, w->offset);
}

static double box_distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    int axis = face / 2, upper = face % 2;
    double lower = rp_vec_component(w->point, axis) + rp_vec_component(w->offset, axis);
    double along = rp_vec_component(x, axis) - lower;
    double sign = upper ? -1 : 1;
    *normal = rp_vec_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
    return upper ? rp_vec_component(w->size, axis) - along : along;
}

static double cylinder_distance(const rp_wall *w, rp_vec x, rp_vec *normal)
{
    rp_vec axis = rp_wall_face_normal(w), arm = rp_vec_sub(x, rp_wall_now(w, w->point));
    rp_vec out = rp_vec_sub(arm, rp_vec_scale(rp_vec_dot(arm, axis), axis));
    double rho = rp_vec_norm(out);
    /* on the axis every direction is as good as another: take none, the wall is a radius away */
    rp_vec radial = rho > 0 ? rp_vec_scale(1 / rho, out) : rp_vec_make(0, 0, 0);
    int inside = w->shape == RP_WALL_CYLINDER_INSIDE;
    *normal = rp_vec_scale(inside ? -1 : 1, radial);
    return inside ? w->radius - rho : rho - w->radius;
}

/* How far along an edge the point nearest to `arm` lies: from 0 to 1. */
static double share_along(rp_vec edge, rp_vec arm)
{
    double square = rp_vec_dot(edge, edge), along = rp_vec_dot(edge, arm);
    return along <= 0 || square == 0 ? 0 : along >= square ? 1 : along / square;
}

double rp_wall_patch_distance(const rp_wall *w, rp_vec x, rp_vec *normal)
{
    rp_vec out = rp_vec_sub(x, w->point), arm = out;
    for (int k = 0; k < 2; k++) out = rp_vec_sub(out, rp_vec_scale(share_along(w->side[k], arm), w->side[k]));
    double distance = rp_vec_norm(out);
    *normal = distance > 0 ? rp_vec_scale(1 / distance, out)
                           : w->normal; /* on it, either side is as good as the other */
    return distance;
}

/* In the frame of the wall, and back. */
static double patch_distance(const rp_wall *w, rp_vec x, rp_vec *normal)
{
    rp_vec arm = rp_vec_sub(rp_vec_sub(x, w->offset), w->spin_point);
    double distance = rp_wall_patch_distance(w, rp_vec_add(w->spin_point, rotated(arm, w->spin_axis, -w->angle)),
                                             normal);
    *normal = turned(w, *normal);
    return distance;
}

double rp_wall_distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    if (rp_wall_ends(w)) return patch_distance(w, x, normal);
    if (w->shape == RP_WALL_BOX) return box_distance(w, face, x, normal);
    if (w->shape != RP_WALL_PLANE) return cylinder_distance(w, x, normal);
    const rp_plane plane = rp_wall_plane(w);
    *normal = plane.normal;
    return rp_plane_distance(&plane, x);
}

rp_vec rp_wall_prescribed_velocity(const rp_wall *w, double time)
{
    double rate = 2 * M_PI * w->frequency;
    rp_vec shake = rp_vec_scale(rate * cos(rate * time + w->phase), w->vibration);
    return rp_vec_add(rp_vec_add(w->velocity, rp_table_vec(&w->velocity_table, time)), shake);
}

double rp_wall_prescribed_spin(const rp_wall *w, double time)
{
    return w->spin + rp_table_value(&w->spin_table, time, 0);
}

int rp_group_special(const rp_group *g)
{
    return g->mode != RP_GROUP_FREE || g->lock || rp_vec_dot(g->force, g->force) > 0
           || rp_vec_dot(g->torque, g->torque) > 0 || g->force_table.count || g->torque_table.count;
}

rp_vec rp_group_velocity(const rp_group *g, double time)
{
    return rp_vec_add(g->velocity, rp_table_vec(&g->velocity_table, time));
}
rp_vec rp_group_push(const rp_group *g, double time)
{
    return rp_vec_add(g->force, rp_table_vec(&g->force_table, time));
}
rp_vec rp_group_twist(const rp_group *g, double time)
{
    return rp_vec_add(g->torque, rp_table_vec(&g->torque_table, time));
}
