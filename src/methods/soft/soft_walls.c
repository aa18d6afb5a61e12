/* Walls in a step of the soft method: they move with the particles, and sum up what these do to them. */
#include "core/walls.h"
#include "methods/soft/state.h"

void rp_soft_drift_walls(rp_world *w, rp_soft_state *m)
{
    double dt = w->dt;
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        m->wall_offset[n] = wall->offset;
        m->wall_angle[n] = wall->angle;
        if (!wall->active) continue;
        if (rp_walls_loaded(wall)) {
            rp_walls_fall(wall, wall->acceleration, wall->angular_acceleration, dt);
        } else {
            rp_walls_drift(wall, w->time, dt);
            rp_walls_turn(wall, w->time, dt);
        }
    }
}

/* A plane: along its normal. Returns the power of the load. */
static double accelerate_plane(const rp_world *w, const rp_soft_state *m, int n, double time)
{
    rp_wall *wall = &w->wall[n];
    rp_vec normal = rp_wall_face_normal(wall);
    double load = rp_walls_load(w, n, time), push = rp_vec_dot(wall->force, normal), drag;
    drag = rp_soft_servo_drag(w, n, m->wall_stiffness[n], m->diameter, load, push, rp_vec_dot(normal, wall->speed));
    wall->acceleration = rp_vec_scale((push + load - drag) / wall->mass, normal);
    return load - drag;
}

/* Any other shape: in the axes that it is let, and about its axis. */
static rp_walls_push accelerate_body(const rp_world *w, int n, double time)
{
    rp_wall *wall = &w->wall[n];
    rp_walls_push push = rp_walls_push_of(w, n, time);
    push.force = rp_vec_sub(push.force, rp_vec_scale(wall->damping, rp_walls_let(wall, wall->speed)));
    if (wall->let)
        wall->acceleration = rp_vec_scale(1 / wall->mass, rp_vec_add(push.force, rp_walls_let(wall, wall->force)));
    if (wall->inertia > 0)
        wall->angular_acceleration = (push.torque + rp_vec_dot(wall->torque, wall->spin_axis)) / wall->inertia;
    return push;
}

/* Accelerations by all forces, velocities corrected to them, work of the load. */
static void finish_loaded(const rp_world *w, const rp_soft_state *m, int n, double time, int correct, rp_totals *work)
{
    rp_wall *wall = &w->wall[n];
    const double dt = w->dt, before = wall->angular_acceleration;
    const rp_vec a = wall->acceleration;
    rp_walls_push push = {0};
    double load = 0;
    if (rp_walls_body(wall)) push = accelerate_body(w, n, time);
    else load = accelerate_plane(w, m, n, time);
    if (correct) {
        wall->speed = rp_vec_add(wall->speed, rp_vec_scale(0.5 * dt, rp_vec_sub(wall->acceleration, a)));
        wall->angular_speed += 0.5 * dt * (wall->angular_acceleration - before);
    }
    if (rp_walls_body(wall))
        work->loads += (rp_vec_dot(push.force, wall->speed) + push.torque * wall->angular_speed) * dt;
    else work->loads += load * rp_vec_dot(rp_wall_face_normal(wall), wall->speed) * dt;
}

void rp_soft_finish_walls(rp_world *w, rp_soft_state *m, double time, int correct, int last, rp_totals *work)
{
    double dt = w->dt;
    for (int n = 0; n < w->wall_count; n++) {
        rp_wall *wall = &w->wall[n];
        rp_soft_wall_sum sum = {0};
        if (!wall->active) continue;
        for (size_t g = 0; g < w->contacts.group_count; g++) {
            const rp_soft_wall_sum *part = &m->sums[g].wall[n];
            sum.force = rp_vec_add(sum.force, part->force);
            sum.torque = rp_vec_add(sum.torque, part->torque);
            sum.work += part->work;
        }
        wall->force = sum.force;
        wall->torque = sum.torque;
        if (rp_walls_loaded(wall)) {
            finish_loaded(w, m, n, time, correct, work);
        } else {
            if (last) wall->work += sum.work;
            work->walls += sum.work;
        }
        if (last) wall->impulse = rp_vec_add(wall->impulse, rp_vec_scale(dt, sum.force));
    }
}
