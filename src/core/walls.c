/* See walls.h. */
#include "core/walls.h"
#include <math.h>
#include "base/log.h"
#include "core/wall_shape.h"

void rp_walls_drift(rp_wall *wall, double time, double dt)
{
    double rate = 2 * M_PI * wall->frequency, next = time + dt;
    rp_vec steady = rp_vec_scale(dt, wall->velocity);
    rp_vec table = rp_vec_scale(
        0.5 * dt, rp_vec_add(rp_table_vec(&wall->velocity_table, time), rp_table_vec(&wall->velocity_table, next)));
    rp_vec shake = rp_vec_scale(sin(rate * next + wall->phase) - sin(rate * time + wall->phase), wall->vibration);
    wall->offset = rp_vec_add(wall->offset, rp_vec_add(steady, rp_vec_add(table, shake)));
    wall->speed = rp_wall_prescribed_velocity(wall, next);
}

void rp_walls_turn(rp_wall *wall, double time, double dt)
{
    double spin = rp_wall_prescribed_spin(wall, time + dt);
    wall->angle += 0.5 * dt * (wall->angular_speed + spin);
    wall->angular_speed = spin;
}

void rp_walls_remove_expired(rp_world *w, double time)
{
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        if (!wall->active || time < wall->until) continue;
        wall->active = 0;
        wall->force = wall->torque = wall->speed = rp_vec_make(0, 0, 0);
        rp_log(&w->log, RP_LOG_INFO, "wall '%s' removed at t = %g s", wall->name, time);
    }
}

double rp_walls_load(const rp_world *w, int n, double time)
{
    const rp_wall *wall = &w->wall[n];
    double load = wall->load + rp_table_value(&wall->load_table, time, 0);
    return wall->load_kind == RP_LOAD_PRESSURE ? load * rp_world_wall_area(w, n) : load;
}

rp_vec rp_walls_let(const rp_wall *wall, rp_vec v)
{
    return rp_vec_make(wall->let & RP_LOCK_X ? v.x : 0, wall->let & RP_LOCK_Y ? v.y : 0,
                       wall->let & RP_LOCK_Z ? v.z : 0);
}

rp_walls_push rp_walls_push_of(const rp_world *w, int n, double time)
{
    const rp_wall *wall = &w->wall[n];
    const rp_vec weight = wall->weight ? rp_vec_scale(wall->mass, rp_world_gravity(w, time)) : rp_vec_make(0, 0, 0),
                 arm = rp_vec_sub(rp_wall_now(wall, wall->centre), rp_wall_centre(wall)),
                 push = rp_vec_add(wall->push, rp_table_vec(&wall->load_table, time));
    const double twist = wall->twist + rp_table_value(&wall->twist_table, time, 0);
    return (rp_walls_push){rp_walls_let(wall, rp_vec_add(push, weight)),
                           wall->inertia > 0 ? twist + rp_vec_dot(wall->spin_axis, rp_vec_cross(arm, weight)) : 0};
}

double rp_walls_pushed(const rp_world *w, int n, double time, double reach)
{
    const rp_wall *wall = &w->wall[n];
    if (!rp_walls_body(wall)) return fabs(rp_walls_load(w, n, time)) / wall->mass;
    const rp_walls_push push = rp_walls_push_of(w, n, time);
    return (wall->let ? rp_vec_norm(push.force) / wall->mass : 0)
           + (wall->inertia > 0 ? reach * fabs(push.torque) / wall->inertia : 0);
}

void rp_walls_fall(rp_wall *wall, rp_vec acceleration, double angular, double dt)
{
    wall->offset = rp_vec_add(wall->offset,
                              rp_vec_scale(dt, rp_vec_add(wall->speed, rp_vec_scale(0.5 * dt, acceleration))));
    wall->speed = rp_vec_add(wall->speed, rp_vec_scale(dt, acceleration));
    wall->angle += dt * (wall->angular_speed + 0.5 * dt * angular);
    wall->angular_speed += dt * angular;
}

static double spin_most(const rp_world *w, const rp_wall *wall)
{
    if (rp_walls_loaded(wall)) return fabs(wall->angular_speed) + w->dt * fabs(wall->angular_acceleration);
    return fmax(fabs(rp_wall_prescribed_spin(wall, w->time)), fabs(rp_wall_prescribed_spin(wall, w->time + w->dt)));
}

static double wall_move(const rp_world *w, const rp_wall *wall)
{
    if (!wall->active) return 0;
    rp_vec v = rp_walls_loaded(wall) ? wall->speed : rp_wall_prescribed_velocity(wall, w->time);
    double move = w->dt * (rp_vec_norm(v) + w->dt * rp_vec_norm(wall->acceleration));
    if (!rp_walls_loaded(wall)) { /* an oscillating or tabulated speed may rise within the step */
        double rate = 2 * M_PI * wall->frequency;
        move = w->dt * fmax(rp_vec_norm(v), rp_vec_norm(rp_wall_prescribed_velocity(wall, w->time + w->dt)))
               + 0.5 * w->dt * w->dt * rate * rate * rp_vec_norm(wall->vibration);
    }
    const double spin = spin_most(w, wall);
    return spin > 0 ? move + spin * w->dt * w->contacts.span : move;
}

double rp_walls_move(const rp_world *w)
{
    double move = 0;
    for (int n = 0; n < w->wall_count; n++) move = fmax(move, wall_move(w, &w->wall[n]));
    return move;
}

double rp_walls_span(const rp_world *w)
{
    double span = 0;
    for (int n = 0; n < w->wall_count; n++) {
        const rp_wall *wall = &w->wall[n];
        if (rp_vec_dot(wall->spin_axis, wall->spin_axis) == 0 || rp_wall_turns_in_place(wall)) continue;
        rp_vec centre = rp_wall_centre(wall);
        for (size_t i = 0; i < w->particles.count; i++)
            span = fmax(span, rp_vec_norm(rp_vec_sub(rp_particle_position(&w->particles, i), centre))
                                  + w->particles.row[i].r + w->contacts.skin + w->contacts.fast.gap);
    }
    return span;
}
