/* Constrained particles, which do more than obey forces: frozen, driven, glued to a wall, locked along axes, pushed by
 * a given force. They stand at the end of their chunk, so that the ordinary ones pay nothing for them. */
#include <math.h>
#include "core/prescribed.h"
#include "methods/soft/bodies.h"

static rp_vec spin_of(const rp_particles *p, uint32_t i)
{
    return rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z);
}

static void move_by(rp_row *row, rp_vec d)
{
    row->x += d.x;
    row->y += d.y;
    row->z += d.z;
}

static rp_vec mean_of(rp_vec a, rp_vec b) { return rp_vec_scale(0.5, rp_vec_add(a, b)); }

/* The part of a displacement along axes that are not locked: along a locked one nothing works, because nothing
 * accelerates. */
static rp_vec unlocked(unsigned lock, rp_vec d)
{
    return rp_vec_make(lock & RP_LOCK_X ? 0 : d.x, lock & RP_LOCK_Y ? 0 : d.y, lock & RP_LOCK_Z ? 0 : d.z);
}

/* Work of the given force and torque is their mean over the step times the way and the angle, as gravity's is. */
double rp_soft_constrained_work(const rp_group *g, double now, double dt, rp_vec *way, rp_vec angle)
{
    *way = unlocked(g->lock, *way);
    angle = unlocked(g->lock / RP_LOCK_SPIN_X, angle);
    return rp_vec_dot(mean_of(rp_group_push(g, now), rp_group_push(g, now + dt)), *way)
           + rp_vec_dot(mean_of(rp_group_twist(g, now), rp_group_twist(g, now + dt)), angle);
}

static void drift_free(const rp_soft_step *s, const rp_group *g, uint32_t i, rp_soft_sums *sums)
{
    rp_particles *p = &s->world->particles;
    const rp_accel *a = &p->accel[i];
    rp_row *row = &p->row[i];
    const double dt = s->dt, half = 0.5 * dt, now = s->world->time, turn = dt / row->r;
    rp_vec d = {dt * (row->vx + half * a->x), dt * (row->vy + half * a->y), dt * (row->vz + half * a->z)};
    rp_vec angle = {turn * (p->spin[i].x + half * a->sx), turn * (p->spin[i].y + half * a->sy),
                    turn * (p->spin[i].z + half * a->sz)};
    move_by(row, d);
    sums->drives += rp_soft_constrained_work(g, now, dt, &d, angle);
    row->vx += dt * a->x;
    row->vy += dt * a->y;
    row->vz += dt * a->z;
    p->spin[i].x += dt * a->sx;
    p->spin[i].y += dt * a->sy;
    p->spin[i].z += dt * a->sz;
    sums->mass_moved = rp_vec_add(sums->mass_moved, rp_vec_scale(p->mass[i], d));
}

void rp_soft_constrained_drift(const rp_soft_step *s, uint32_t first, uint32_t last, rp_soft_sums *sums)
{
    rp_particles *p = &s->world->particles;
    for (uint32_t i = first; i < last; i++) {
        const rp_group *g = &s->world->group[p->group[i]];
        if (rp_soft_bodies_moves(s->world, i)) continue;
        if (p->orientation)
            rp_particle_rotate(p->orientation[i], s->world->dimension, s->dt, p->row[i].r, spin_of(p, i),
                               rp_vec_make(p->accel[i].sx, p->accel[i].sy, p->accel[i].sz));
        if (g->mode == RP_GROUP_FREE) drift_free(s, g, i, sums);
        else rp_prescribed_move(s->world, i, s->wall_offset, s->wall_angle);
    }
}

/* Particles with prescribed motion: the force on them is a reaction of the group (or of its wall), and the work against
 * it is the drive's work. */
static void finish_prescribed(const rp_soft_step *s, const rp_group *g, uint32_t i, rp_vec f, rp_vec q,
                              rp_soft_sums *sums)
{
    rp_particles *p = &s->world->particles;
    p->accel[i] = (rp_accel){0};
    double work = -(rp_vec_dot(f, rp_particle_velocity(p, i)) + rp_vec_dot(q, spin_of(p, i))) * s->work_dt;
    rp_soft_group_sum *sum = &sums->group[p->group[i]];
    sum->reaction = rp_vec_add(sum->reaction, f);
    if (g->mode != RP_GROUP_GLUED) {
        sum->work += work;
        return;
    }
    rp_soft_wall_sum *wall = &sums->wall[g->wall];
    rp_vec arm = rp_vec_sub(rp_particle_position(p, i), rp_wall_centre(&s->world->wall[g->wall]));
    wall->force = rp_vec_add(wall->force, f);
    wall->torque = rp_vec_add(wall->torque, rp_vec_add(rp_vec_cross(arm, f), rp_vec_scale(p->row[i].r, q)));
    wall->work += work;
}

/* What a lock holds against the contact forces while the particle keeps moving along it: that too is a drive's work. */
static double lock_work(const rp_soft_step *s, const rp_group *g, uint32_t i, rp_vec f, rp_vec q)
{
    const rp_particles *p = &s->world->particles;
    rp_vec v = rp_particle_velocity(p, i), spin = spin_of(p, i);
    rp_vec way = rp_vec_sub(v, unlocked(g->lock, v)), turn = rp_vec_sub(spin, unlocked(g->lock / RP_LOCK_SPIN_X, spin));
    return -(rp_vec_dot(f, way) + rp_vec_dot(q, turn)) * s->work_dt;
}

static void finish_free(const rp_soft_step *s, const rp_group *g, uint32_t i, rp_vec f, rp_vec q, rp_soft_sums *sums)
{
    rp_particles *p = &s->world->particles;
    rp_row *row = &p->row[i];
    rp_spin *spin = &p->spin[i];
    rp_accel *a = &p->accel[i];
    const double now = s->world->time + (s->prime ? 0 : s->dt), correct = s->prime ? 0 : 0.5 * s->dt;
    rp_vec all = rp_vec_add(f, rp_group_push(g, now)),
           turn = rp_vec_add(q, rp_vec_scale(1 / row->r, rp_group_twist(g, now)));
    rp_accel b = {all.x * row->inv_mass + s->gravity.x, all.y * row->inv_mass + s->gravity.y,
                  all.z * row->inv_mass + s->gravity.z, turn.x * spin->inv_inertia,
                  turn.y * spin->inv_inertia,           turn.z * spin->inv_inertia};
    double *value = &b.x;
    if (g->lock) sums->group[p->group[i]].work += lock_work(s, g, i, f, q);
    for (int axis = 0; axis < 6; axis++)
        if (g->lock >> axis & 1) value[axis] = 0;
    row->vx += correct * (b.x - a->x);
    row->vy += correct * (b.y - a->y);
    row->vz += correct * (b.z - a->z);
    spin->x += correct * (b.sx - a->sx);
    spin->y += correct * (b.sy - a->sy);
    spin->z += correct * (b.sz - a->sz);
    *a = b;
}

/* The way of the next step. A glued particle's is that of its wall, which the list follows itself, but for the wall's
 * speed now. */
static rp_vec next_way(const rp_soft_step *s, const rp_group *g, uint32_t i)
{
    const rp_particles *p = &s->world->particles;
    rp_vec a = {p->accel[i].x, p->accel[i].y, p->accel[i].z}, v = rp_particle_velocity(p, i);
    double now = s->world->time + (s->prime ? 0 : s->dt);
    if (g->mode == RP_GROUP_DRIVEN)
        v = rp_vec_scale(0.5, rp_vec_add(rp_group_velocity(g, now), rp_group_velocity(g, now + s->dt)));
    return rp_vec_scale(s->dt, rp_vec_add(v, rp_vec_scale(0.5 * s->dt, a)));
}

static void count_way(const rp_soft_step *s, rp_vec way, rp_soft_sums *sums)
{
    const double square = rp_vec_dot(way, way), along[3] = {way.x, way.y, way.z};
    sums->ways.move = square > sums->ways.move ? square : sums->ways.move;
    sums->bad += !(square <= s->move_limit);
    for (int axis = 0; axis < 3; axis++) {
        sums->ways.least[axis] = fmin(sums->ways.least[axis], along[axis]);
        sums->ways.most[axis] = fmax(sums->ways.most[axis], along[axis]);
    }
}

void rp_soft_constrained_finish(const rp_soft_step *s, uint32_t first, uint32_t last, const rp_soft_force_row *force,
                                rp_soft_sums *sums)
{
    const rp_particles *p = &s->world->particles;
    for (uint32_t i = first; i < last; i++) {
        const rp_group *g = &s->world->group[p->group[i]];
        const rp_soft_force_row *row = &force[i - first];
        if (rp_soft_bodies_moves(s->world, i)) {
            s->member_force[i] = *row;
            continue;
        }
        rp_vec f = {row->fx, row->fy, row->fz}, q = {row->qx, row->qy, row->qz};
        if (g->mode == RP_GROUP_FREE) finish_free(s, g, i, f, q, sums);
        else finish_prescribed(s, g, i, f, q, sums);
        count_way(s, next_way(s, g, i), sums);
    }
}
