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
            wall->offset = rp_vec_add(
                wall->offset, rp_vec_scale(dt, rp_vec_add(wall->speed, rp_vec_scale(0.5 * dt, wall->acceleration))));
            wall->speed = rp_vec_add(wall->speed, rp_vec_scale(dt, wall->acceleration));
        } else {
            rp_walls_drift(wall, w->time, dt);
        }
        rp_walls_turn(wall, w->time, dt);
    }
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
            rp_vec normal = rp_wall_face_normal(wall);
            double load = rp_walls_load(w, n, time);
            double push = rp_vec_dot(sum.force, normal);
            double drag = rp_soft_servo_drag(w, n, m->wall_stiffness[n], m->diameter, load, push,
                                             rp_vec_dot(normal, wall->speed));
            rp_vec a = rp_vec_scale((push + load - drag) / wall->mass, normal);
            if (correct)
                wall->speed = rp_vec_add(wall->speed, rp_vec_scale(0.5 * dt, rp_vec_sub(a, wall->acceleration)));
            wall->acceleration = a;
            work->loads += (load - drag) * rp_vec_dot(normal, wall->speed) * dt;
        } else {
            if (last) wall->work += sum.work;
            work->walls += sum.work;
        }
        if (last) wall->impulse = rp_vec_add(wall->impulse, rp_vec_scale(dt, sum.force));
    }
}
