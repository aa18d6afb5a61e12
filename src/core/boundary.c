/* See boundary.h. */
#include "core/boundary.h"
#include "core/wall_shape.h"

/* Position inside [lower, upper), and how many periods away it was. */
static double wrap(double x, double lower, double upper, double *periods)
{
    *periods = floor((x - lower) / (upper - lower));
    double inside = x - (upper - lower) * *periods;
    return inside >= lower && inside < upper ? inside : lower;
}

rp_vec rp_domain_wrap(const rp_domain *d, rp_vec x, double periods[3])
{
    double unwanted[3], *n = periods ? periods : unwanted;
    n[0] = n[1] = n[2] = 0;
    if (d->periodic[1]) x.y = wrap(x.y, d->lower.y, d->upper.y, &n[1]);
    if (n[1] != 0) x.x -= d->offset * n[1];
    if (d->periodic[0]) x.x = wrap(x.x, d->lower.x, d->upper.x, &n[0]);
    if (d->periodic[2]) x.z = wrap(x.z, d->lower.z, d->upper.z, &n[2]);
    return x;
}

int rp_wall_faces(const rp_wall *w) { return w->shape->faces ? w->shape->faces(w) : 1; }

static rp_vec rotated(rp_vec v, rp_vec k, double angle)
{
    if (angle == 0) return v;
    return rp_wall_pose_turn(v, k, cos(angle), sin(angle));
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

/* The wall stands as it did at the start, but for its offset: it has not rotated, or its shape is the same at any
 * angle. */
static int upright(const rp_wall *w) { return w->angle == 0 || rp_wall_turns_in_place(w); }

rp_wall_pose rp_wall_pose_of(const rp_wall *w)
{
    const int stands = upright(w);
    return (rp_wall_pose){w->offset, w->spin_point, w->spin_axis, stands ? 1 : cos(w->angle),
                          stands ? 0 : sin(w->angle)};
}

/* A plane is turned to where it stands; for other shapes the point is taken into the frame of the wall, and the normal
 * back. */
double rp_wall_distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    if (w->shape->plane) {
        const rp_plane plane = rp_wall_plane(w);
        *normal = plane.normal;
        return rp_plane_distance(&plane, x);
    }
    const rp_wall_pose pose = rp_wall_pose_of(w);
    double distance = w->shape->distance(w, face, rp_wall_pose_in(&pose, x), normal);
    *normal = rp_wall_pose_out(&pose, *normal);
    return distance;
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

int rp_group_constrained(const rp_group *g)
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
