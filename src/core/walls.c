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
    double spin = fmax(fabs(rp_wall_prescribed_spin(wall, w->time)),
                       fabs(rp_wall_prescribed_spin(wall, w->time + w->dt)));
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
                                  + w->particles.row[i].r + w->contacts.skin);
    }
    return span;
}
