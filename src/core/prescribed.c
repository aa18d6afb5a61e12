/* See prescribed.h. */
#include "core/prescribed.h"
#include <math.h>

void rp_prescribed_mobility(rp_world *w, size_t i)
{
    rp_particles *p = &w->particles;
    const rp_group *g = &w->group[p->group[i]];
    unsigned all = w->dimension == 2 ? RP_LOCK_SPIN_Z : RP_LOCK_SPIN;
    int prescribed = g->mode != RP_GROUP_FREE, locked = (g->lock & all) == all;
    const uint32_t body = rp_bodies_of(p, i);
    p->row[i].inv_mass = prescribed ? 0 : 1 / (body ? w->bodies.body[body - 1].mass : p->mass[i]);
    p->spin[i].inv_inertia = prescribed || locked ? 0 : p->row[i].r * p->row[i].r / p->inertia[i];
}

static void velocity_set(rp_particles *p, size_t i, rp_vec v, rp_vec omega)
{
    rp_row *row = &p->row[i];
    row->vx = v.x;
    row->vy = v.y;
    row->vz = v.z;
    p->spin[i].x = row->r * omega.x;
    p->spin[i].y = row->r * omega.y;
    p->spin[i].z = row->r * omega.z;
}

void rp_prescribed_motion(rp_world *w, size_t i)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    const rp_wall *wall = g->mode == RP_GROUP_GLUED ? &w->wall[g->wall] : NULL;
    rp_vec v = {0, 0, 0}, omega = {0, 0, 0};
    if (g->mode == RP_GROUP_FREE) return;
    if (g->mode == RP_GROUP_DRIVEN) {
        v = rp_group_velocity(g, w->time);
        omega = g->omega;
    }
    if (wall) {
        v = rp_wall_velocity_at(wall, rp_particle_position(&w->particles, i));
        omega = rp_vec_scale(wall->angular_speed, wall->spin_axis);
    }
    velocity_set(&w->particles, i, v, omega);
}

static void move_by(rp_row *row, rp_vec d)
{
    row->x += d.x;
    row->y += d.y;
    row->z += d.z;
}

/* v turned about unit axis k by an angle. */
static rp_vec rotated(rp_vec k, double angle, rp_vec v)
{
    double c = cos(angle), s = sin(angle);
    return rp_vec_add(rp_vec_add(rp_vec_scale(c, v), rp_vec_scale(s, rp_vec_cross(k, v))),
                      rp_vec_scale((1 - c) * rp_vec_dot(k, v), k));
}

static void move_driven(rp_world *w, const rp_group *g, uint32_t i)
{
    rp_vec before = rp_group_velocity(g, w->time), after = rp_group_velocity(g, w->time + w->dt);
    move_by(&w->particles.row[i], rp_vec_scale(0.5 * w->dt, rp_vec_add(before, after)));
    velocity_set(&w->particles, i, after, g->omega);
}

/* Rigidly with the wall. */
static void move_glued(rp_world *w, const rp_group *g, uint32_t i, const rp_vec *wall_offset, const double *wall_angle)
{
    const rp_wall *wall = &w->wall[g->wall];
    rp_vec from = rp_vec_add(wall->spin_point, wall_offset[g->wall]), to = rp_vec_add(wall->spin_point, wall->offset);
    rp_vec x = rp_particle_position(&w->particles, i), arm = rp_vec_sub(x, from);
    double angle = wall->angle - wall_angle[g->wall];
    if (angle != 0) arm = rotated(wall->spin_axis, angle, arm);
    rp_vec now = rp_vec_add(to, arm);
    move_by(&w->particles.row[i], rp_vec_sub(now, x));
    velocity_set(&w->particles, i, rp_wall_velocity_at(wall, now), rp_vec_scale(wall->angular_speed, wall->spin_axis));
}

void rp_prescribed_move(rp_world *w, uint32_t i, const rp_vec *wall_offset, const double *wall_angle)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    if (g->mode == RP_GROUP_DRIVEN) move_driven(w, g, i);
    else if (g->mode == RP_GROUP_GLUED) move_glued(w, g, i, wall_offset, wall_angle);
    else velocity_set(&w->particles, i, rp_vec_make(0, 0, 0), rp_vec_make(0, 0, 0));
}
