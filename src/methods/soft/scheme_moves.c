/* What all schemes share: the start of a step, walls and prescribed particles at a part of it, its end. See scheme.h.
 */
#include <math.h>
#include "core/prescribed.h"
#include "core/walls.h"
#include "methods/soft/kernel.h"
#include "methods/soft/scheme.h"

int rp_soft_scheme_prescribed(const rp_world *w, size_t i)
{
    return w->group[w->particles.group[i]].mode != RP_GROUP_FREE;
}

void rp_soft_scheme_place(rp_world *w, size_t i, rp_vec x, rp_vec v, rp_vec spin)
{
    rp_row *row = &w->particles.row[i];
    row->x = x.x;
    row->y = x.y;
    row->z = x.z;
    row->vx = v.x;
    row->vy = v.y;
    row->vz = v.z;
    w->particles.spin[i].x = spin.x;
    w->particles.spin[i].y = spin.y;
    w->particles.spin[i].z = spin.z;
}

void rp_soft_scheme_begin(rp_soft_scheme *s, rp_world *w)
{
    const rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++)
        s->start[i] = (rp_soft_start){rp_particle_position(p, i),
                                      rp_particle_velocity(p, i),
                                      {p->spin[i].x, p->spin[i].y, p->spin[i].z},
                                      p->accel[i],
                                      p->orientation && w->dimension == 2 ? p->orientation[i][0] : 0};
    for (int n = 0; n < w->wall_count; n++) {
        const rp_wall *wall = &w->wall[n];
        s->wall[n] = (rp_soft_wall_start){wall->offset, wall->speed,         wall->acceleration,
                                          wall->angle,  wall->angular_speed, wall->angular_acceleration};
        s->wall_offset[n] = wall->offset;
        s->wall_angle[n] = wall->angle;
    }
}

static void place_wall(rp_wall *wall, const rp_soft_wall_start *start, double time, double dt)
{
    wall->offset = start->offset;
    wall->speed = start->speed;
    wall->angle = start->angle;
    wall->angular_speed = start->spin;
    if (rp_walls_loaded(wall)) {
        rp_walls_fall(wall, start->acceleration, start->angular_acceleration, dt);
    } else {
        rp_walls_drift(wall, time, dt);
        rp_walls_turn(wall, time, dt);
    }
}

static void place_prescribed(rp_soft_scheme *s, rp_world *w)
{
    for (size_t n = 0; n < w->contacts.chunk_count; n++)
        for (uint32_t i = w->contacts.chunk[n].middle; i < w->contacts.chunk[n].last; i++) {
            if (!rp_soft_scheme_prescribed(w, i)) continue;
            rp_row *row = &w->particles.row[i];
            row->x = s->start[i].x.x;
            row->y = s->start[i].x.y;
            row->z = s->start[i].x.z;
            rp_prescribed_move(w, i, s->wall_offset, s->wall_angle);
            rp_soft_scheme_face(s, w, i, 0.5 * w->dt * (s->start[i].s.z + w->particles.spin[i].z) / row->r);
        }
}

static double start_time(const rp_world *w) { return w->time_base + (double)(w->step - w->step_base) * w->dt; }

void rp_soft_scheme_bounds(rp_soft_scheme *s, rp_world *w, double c)
{
    const double dt = w->dt, start = start_time(w);
    for (int n = 0; n < w->wall_count; n++)
        if (w->wall[n].active) place_wall(&w->wall[n], &s->wall[n], start, c * dt);
    w->time = start;
    w->dt = c * dt; /* prescribed particles move from `time` by `dt` */
    place_prescribed(s, w);
    w->dt = dt;
    w->time = start + c * dt;
}

void rp_soft_scheme_walls_middle(const rp_soft_scheme *s, rp_world *w)
{
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        rp_vec end = wall->offset;
        double angle = wall->angle;
        wall->offset = rp_vec_scale(0.5, rp_vec_add(s->wall[n].offset, end));
        wall->angle = 0.5 * (s->wall[n].angle + angle);
        wall->speed = rp_vec_scale(1 / w->dt, rp_vec_sub(end, s->wall[n].offset));
        wall->angular_speed = (angle - s->wall[n].angle) / w->dt;
    }
}

/* By the exponential of the rotation: the angle integrates omega, and the cross term is what rotations about a turning
 * axis lack to commute, exact for an omega linear in time. */
static void turn_quaternion(double turn[4], rp_vec angle, rp_vec cross)
{
    rp_vec half = rp_vec_scale(0.5, rp_vec_add(angle, cross));
    double size = rp_vec_norm(half), w = cos(size), scale = size > 0 ? sin(size) / size : 1;
    rp_vec a = rp_vec_scale(scale, half), b = {turn[1], turn[2], turn[3]};
    rp_vec v = rp_vec_add(rp_vec_add(rp_vec_scale(w, b), rp_vec_scale(turn[0], a)), rp_vec_cross(a, b));
    double real = w * turn[0] - rp_vec_dot(a, b), norm = 1 / sqrt(real * real + rp_vec_dot(v, v));
    turn[0] = norm * real;
    turn[1] = norm * v.x;
    turn[2] = norm * v.y;
    turn[3] = norm * v.z;
}

void rp_soft_scheme_face(const rp_soft_scheme *s, rp_world *w, size_t i, double angle)
{
    if (w->particles.shape) w->particles.orientation[i][0] = s->start[i].angle + angle;
}

void rp_soft_scheme_rotate(const rp_soft_scheme *s, rp_world *w, size_t i, rp_vec angle, rp_vec before, rp_vec after)
{
    double scale = w->dt / w->particles.row[i].r;
    if (!w->particles.orientation) return;
    if (w->dimension == 2) w->particles.orientation[i][0] = s->start[i].angle + angle.z;
    else
        turn_quaternion(w->particles.orientation[i], angle,
                        rp_vec_scale(scale * scale / 12, rp_vec_cross(after, before)));
}

void rp_soft_scheme_finish_walls(rp_soft_scheme *s, rp_world *w)
{
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        const rp_soft_wall_start *start = &s->wall[n];
        if (!wall->active || !rp_walls_loaded(wall)) continue;
        wall->speed = rp_vec_add(wall->speed,
                                 rp_vec_scale(0.5 * w->dt, rp_vec_sub(wall->acceleration, start->acceleration)));
        wall->angular_speed += 0.5 * w->dt * (wall->angular_acceleration - start->angular_acceleration);
    }
}

void rp_soft_scheme_add(rp_totals *to, double weight, const rp_totals *from)
{
    to->walls += weight * from->walls;
    to->loads += weight * from->loads;
    to->drives += weight * from->drives;
    to->normal += weight * from->normal;
    to->tangential += weight * from->tangential;
    to->rolling += weight * from->rolling;
}

/* Works by the trapezoid. Losses of a slip pass half way are those of the step; at its end they are powers, and the
 * trapezoid's. What the force pass clips is lost at once. */
void rp_soft_scheme_count(const rp_soft_scheme *s, rp_world *w, const rp_soft_answer *slid, rp_soft_answer *answer)
{
    const rp_totals *a = &answer->work, *b = &slid->work;
    rp_totals now = {.walls = a->walls / w->dt, .loads = a->loads / w->dt, .drives = a->drives / w->dt};
    rp_totals lost = {.normal = b->normal, .tangential = b->tangential, .rolling = b->rolling};
    if (s->geometric) rp_soft_scheme_add(&w->totals, 1, &lost);
    else rp_soft_scheme_add(&now, 1 / w->dt, &lost);
    rp_soft_scheme_add(&w->totals, 1,
                       &(rp_totals){.normal = a->normal, .tangential = a->tangential, .rolling = a->rolling});
    answer->freed += slid->freed;
    answer->freed_rolling += slid->freed_rolling;
    if (s->geometric) w->power.normal = w->power.tangential = w->power.rolling = 0;
    rp_soft_scheme_add(&w->totals, 0.5 * w->dt, &w->power);
    rp_soft_scheme_add(&w->totals, 0.5 * w->dt, &now);
    w->power = now;
}

static rp_vec mean_gravity(const rp_world *w, double start, double end)
{
    return rp_vec_scale(0.5, rp_vec_add(rp_world_gravity(w, start), rp_world_gravity(w, end)));
}

void rp_soft_scheme_account(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer)
{
    const rp_particles *p = &w->particles;
    double start = start_time(w), move = 0, drives = 0;
    rp_vec moved = {0, 0, 0};
    for (size_t i = 0; i < p->count; i++) {
        const rp_group *g = &w->group[p->group[i]];
        rp_vec d = rp_vec_sub(rp_particle_position(p, i), s->start[i].x);
        move = fmax(move, rp_vec_dot(d, d));
        if (g->mode != RP_GROUP_FREE) continue;
        if (rp_group_constrained(g)) {
            rp_vec spin = rp_vec_add(s->start[i].s, rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z));
            drives += rp_soft_constrained_work(g, start, w->dt, &d, rp_vec_scale(0.5 * w->dt / p->row[i].r, spin));
        }
        moved = rp_vec_add(moved, rp_vec_scale(p->mass[i], d));
    }
    w->totals.drives += drives;
    w->totals.gravity += rp_vec_dot(mean_gravity(w, start, start + w->dt), moved);
    w->totals.tangential += answer->freed;
    w->totals.rolling += answer->freed_rolling;
    const double beyond = fmax(0, sqrt(move) - w->contacts.next_move); /* list and table assumed next_move */
    rp_contacts_went_on(&w->contacts, beyond);
    w->contacts.next_move = answer->move;
    w->step++;
    w->time = start_time(w);
}
