/* The two time-steppings.
 *
 *   gap       contacts and their geometry at t; gaps may close within the step;
 *             x(t + dt) = x + dt v(t + dt)            [UngerKertesz2003, Eqs. 20-34]
 *   midpoint  contacts that touch at x_m = x + dt/2 v(t), geometry and external forces there;
 *             x(t + dt) = x_m + dt/2 v(t + dt)        [RadjaiRichefeu2009, Eqs. 42-46]
 *
 * Velocities change by the same rule in both: v(t + dt) = v + dt F/m + impulses/m, external forces at the middle of the
 * step.
 *
 * Energy. Work of a force in this rule is F.(v + v')/2 dt, exactly. Where positions move by another velocity (gap: v'),
 * gravity, loads and given forces work along that displacement; the difference is the scheme's own loss and has its own
 * total.
 */
#include <math.h>
#include "core/prescribed.h"
#include "core/walls.h"
#include "methods/contact_dynamics/bodies.h"
#include "methods/contact_dynamics/cell.h"

#define COUNT_LEAST 4096 /* particles below which one thread is faster; changes no bit */

static int midpoint(const rp_cd_work *m) { return m->setup.options.stepping == RP_CD_MIDPOINT; }

/* Where contacts get their geometry, as a part of this step's displacement. */
static double part(const rp_cd_work *m) { return midpoint(m) ? 0.5 : 0; }

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

static void move_row(rp_row *row, double t, rp_vec v)
{
    row->x += t * v.x;
    row->y += t * v.y;
    row->z += t * v.z;
}

/* ---- walls ---- */

static void put(double *to, rp_vec v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* A wall that is let in some axes, or about one. Its lever has the length 1 m: s is its angular velocity. */
static void begin_body(const rp_world *w, rp_cd_work *m, int n, rp_cd_body *body)
{
    const rp_wall *wall = &w->wall[n];
    rp_wall *seen = &m->wall[n];
    const double dt = w->dt;
    seen->offset = rp_vec_add(wall->offset, rp_vec_scale(part(m) * dt, wall->speed));
    seen->angle = wall->angle + part(m) * dt * wall->angular_speed;
    const rp_walls_push push = rp_walls_push_of(w, n, w->time + 0.5 * dt);
    m->wall_push[n] = push;
    put(body->v, wall->let ? rp_vec_add(wall->speed, rp_vec_scale(dt / wall->mass, push.force)) : wall->speed);
    if (wall->inertia > 0)
        put(body->s, rp_vec_scale(wall->angular_speed + dt / wall->inertia * push.torque, wall->spin_axis));
}

static void end_body(rp_world *w, const rp_cd_work *m, int n)
{
    rp_wall *wall = &w->wall[n];
    const rp_cd_body *body = &m->problem.body[w->particles.count + (size_t)n];
    const rp_walls_push push = m->wall_push[n];
    const rp_vec before = wall->speed, after = vec(body->v),
                 mean = rp_vec_scale(0.5 * w->dt, rp_vec_add(before, after)),
                 way = midpoint(m) ? mean : rp_vec_scale(w->dt, after);
    const double spin = rp_vec_dot(vec(body->s), wall->spin_axis),
                 mean_turn = 0.5 * w->dt * (wall->angular_speed + spin), turn = midpoint(m) ? mean_turn : w->dt * spin;
    wall->acceleration = rp_vec_scale(1 / w->dt, rp_vec_sub(after, before));
    wall->angular_acceleration = (spin - wall->angular_speed) / w->dt;
    wall->offset = rp_vec_add(wall->offset, way);
    wall->angle += turn;
    wall->speed = after;
    wall->angular_speed = spin;
    w->totals.loads += rp_vec_dot(push.force, way) + push.torque * turn;
    w->totals.scheme += rp_vec_dot(push.force, rp_vec_sub(way, mean)) + push.torque * (turn - mean_turn);
}

static void begin_wall(rp_world *w, rp_cd_work *m, int n)
{
    rp_wall *wall = &w->wall[n], *seen = &m->wall[n];
    rp_vec before = wall->offset;
    double dt = w->dt, angle = wall->angle;
    m->wall_offset[n] = before;
    m->wall_angle[n] = angle;
    rp_cd_body *body = &m->problem.free[w->particles.count + (size_t)n];
    *body = (rp_cd_body){0};
    *seen = *wall;
    if (!wall->active) return;
    if (rp_walls_body(wall)) {
        begin_body(w, m, n, body);
        return;
    }
    if (rp_walls_loaded(wall)) {
        rp_vec normal = rp_wall_face_normal(wall);
        double push = dt * rp_walls_load(w, n, w->time + 0.5 * dt) / wall->mass;
        rp_vec v = rp_vec_add(wall->speed, rp_vec_scale(push, normal));
        body->v[0] = v.x;
        body->v[1] = v.y;
        body->v[2] = v.z;
        seen->offset = rp_vec_add(before, rp_vec_scale(part(m) * dt, wall->speed));
        return;
    }
    rp_walls_drift(wall, w->time, dt);
    rp_walls_turn(wall, w->time, dt);
    rp_vec way = rp_vec_sub(wall->offset, before);
    seen->offset = rp_vec_add(before, rp_vec_scale(part(m), way));
    seen->angle = angle + part(m) * (wall->angle - angle);
    seen->speed = rp_vec_scale(1 / dt, way);
    seen->angular_speed = (wall->angle - angle) / dt;
}

static void end_wall(rp_world *w, rp_cd_work *m, int n)
{
    rp_wall *wall = &w->wall[n];
    if (!wall->active || !rp_walls_loaded(wall)) return;
    if (rp_walls_body(wall)) {
        end_body(w, m, n);
        return;
    }
    double dt = w->dt, load = rp_walls_load(w, n, w->time + 0.5 * dt);
    rp_vec before = wall->speed, after = vec(m->problem.body[w->particles.count + (size_t)n].v);
    rp_vec way = rp_vec_scale(dt, midpoint(m) ? rp_vec_scale(0.5, rp_vec_add(before, after)) : after);
    rp_vec mean = rp_vec_scale(0.5 * dt, rp_vec_add(before, after)),
           push = rp_vec_scale(load, rp_wall_face_normal(wall));
    wall->offset = rp_vec_add(wall->offset, way);
    wall->speed = after;
    wall->acceleration = rp_vec_scale(1 / dt, rp_vec_sub(after, before));
    w->totals.loads += rp_vec_dot(push, way);
    w->totals.scheme += rp_vec_dot(push, rp_vec_sub(way, mean));
}

/* ---- particles ---- */

static void locked(unsigned lock, double *value)
{
    for (int axis = 0; axis < 6; axis++)
        if (lock >> axis & 1) value[axis] = 0;
}

/* What external forces add to velocity and r omega in the step: m/s. */
static void push_of(const rp_world *w, size_t i, rp_vec gravity, double change[6])
{
    const rp_particles *p = &w->particles;
    const rp_group *g = &w->group[p->group[i]];
    const rp_cd_push *push = &((const rp_cd_work *)w->method_state)->push[p->group[i]];
    const rp_vec force = push->force, torque = push->torque;
    double dt = w->dt, im = p->row[i].inv_mass, ii = p->spin[i].inv_inertia / p->row[i].r;
    change[0] = dt * (gravity.x + im * force.x);
    change[1] = dt * (gravity.y + im * force.y);
    change[2] = dt * (gravity.z + im * force.z);
    change[3] = dt * ii * torque.x;
    change[4] = dt * ii * torque.y;
    change[5] = dt * ii * torque.z;
    locked(g->lock, change);
}

static void begin_free(rp_world *w, rp_cd_work *m, size_t i, rp_vec gravity)
{
    rp_row *row = &w->particles.row[i];
    const rp_spin *s = &w->particles.spin[i];
    double change[6];
    push_of(w, i, gravity, change);
    m->problem.free[i] = (rp_cd_body){{row->vx + change[0], row->vy + change[1], row->vz + change[2]},
                                      row->inv_mass,
                                      {s->x + change[3], s->y + change[4], s->z + change[5]},
                                      s->inv_inertia};
    move_row(row, part(m) * w->dt, rp_particle_velocity(&w->particles, i));
}

/* Particles with prescribed motion; contacts get their mean velocity. */
static void begin_held(rp_world *w, rp_cd_work *m, size_t i)
{
    rp_particles *p = &w->particles;
    rp_vec from = m->start[i];
    rp_prescribed_move(w, (uint32_t)i, m->wall_offset, m->wall_angle);
    rp_vec v = rp_vec_scale(1 / w->dt, rp_vec_sub(rp_particle_position(p, i), from));
    rp_row *row = &p->row[i];
    m->problem.free[i] = (rp_cd_body){{v.x, v.y, v.z}, 0, {p->spin[i].x, p->spin[i].y, p->spin[i].z}, 0};
    row->x = from.x;
    row->y = from.y;
    row->z = from.z;
    move_row(row, part(m) * w->dt, v);
}

static void end_held(rp_world *w, const rp_cd_work *m, size_t i)
{
    uint32_t body = rp_cd_touch_body(w, (uint32_t)i);
    rp_row *row = &w->particles.row[i];
    if (body >= w->particles.count) { /* glued to a wall under a load, whose velocity is known only now */
        const rp_wall *wall = &w->wall[body - w->particles.count];
        rp_vec way = rp_vec_sub(wall->offset, m->wall_offset[body - w->particles.count]);
        row->x = m->start[i].x + way.x;
        row->y = m->start[i].y + way.y;
        row->z = m->start[i].z + way.z;
        row->vx = wall->speed.x;
        row->vy = wall->speed.y;
        row->vz = wall->speed.z;
        return;
    }
    rp_vec v = vec(m->problem.free[i].v);
    if (w->particles.orientation)
        rp_particle_rotate(w->particles.orientation[i], w->dimension, w->dt, row->r, vec(m->problem.free[i].s),
                           rp_vec_make(0, 0, 0));
    row->x = m->start[i].x;
    row->y = m->start[i].y;
    row->z = m->start[i].z;
    move_row(row, w->dt, v);
}

/* Work of gravity, of the group's own force and torque and of added ones along the way, and what the scheme loses. */
static void count_work(const rp_world *w, const rp_cd_work *m, size_t i, rp_vec gravity, rp_vec way, rp_vec angle,
                       rp_vec mean, rp_vec mean_angle, rp_cd_works *sum)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    const rp_cd_push *push_of_group = &m->push[w->particles.group[i]];
    const rp_vec force = push_of_group->force, torque = push_of_group->torque;
    double weight[6] = {gravity.x, gravity.y, gravity.z, 0, 0, 0}, mass = w->particles.mass[i];
    double push[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (int n = 0; m->added && n < 6; n++) push[n] += m->added[i][n];
    locked(g->lock, weight);
    locked(g->lock, push);
    rp_vec lost = rp_vec_sub(way, mean), lost_angle = rp_vec_sub(angle, mean_angle);
    sum->gravity += mass * rp_vec_dot(vec(weight), way);
    sum->drives += rp_vec_dot(vec(push), way) + rp_vec_dot(vec(push + 3), angle);
    sum->scheme += mass * rp_vec_dot(vec(weight), lost) + rp_vec_dot(vec(push), lost)
                   + rp_vec_dot(vec(push + 3), lost_angle);
}

static void end_free(rp_world *w, const rp_cd_work *m, size_t i, rp_vec gravity, rp_cd_works *sum)
{
    rp_particles *p = &w->particles;
    rp_row *row = &p->row[i];
    rp_spin *s = &p->spin[i];
    const rp_cd_body *body = &m->problem.body[i];
    double dt = w->dt, inv = 1 / dt, q = dt / row->r;
    rp_vec before = rp_particle_velocity(p, i), after = vec(body->v), spin = {s->x, s->y, s->z}, turned = vec(body->s);
    rp_vec mean = rp_vec_scale(0.5, rp_vec_add(before, after)), mean_spin = rp_vec_scale(0.5, rp_vec_add(spin, turned));
    rp_vec way = midpoint(m) ? mean : after, roll = midpoint(m) ? mean_spin : turned;
    move_row(row, midpoint(m) ? 0.5 * dt : dt, after);
    row->vx = after.x;
    row->vy = after.y;
    row->vz = after.z;
    s->x = turned.x;
    s->y = turned.y;
    s->z = turned.z;
    p->accel[i] = (rp_accel){inv * (after.x - before.x), inv * (after.y - before.y), inv * (after.z - before.z),
                             inv * (turned.x - spin.x),  inv * (turned.y - spin.y),  inv * (turned.z - spin.z)};
    if (p->orientation) rp_particle_rotate(p->orientation[i], w->dimension, dt, row->r, roll, rp_vec_make(0, 0, 0));
    count_work(w, m, i, gravity, rp_vec_scale(dt, way), rp_vec_scale(q, roll), rp_vec_scale(dt, mean),
               rp_vec_scale(q, mean_spin), sum);
}

/* ---- a step ---- */

void rp_cd_stepping_begin(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    const double middle = w->time + 0.5 * w->dt;
    rp_vec gravity = rp_world_gravity(w, middle);
    for (int n = 0; n < w->group_count; n++)
        m->push[n] = (rp_cd_push){rp_group_push(&w->group[n], middle), rp_group_twist(&w->group[n], middle)};
    if (m->problem.cell) {
        rp_cd_cell_begin(w);
        if (m->added) rp_cd_added_begin(w);
        return;
    }
    for (int n = 0; n < w->wall_count; n++) begin_wall(w, m, n);
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (w->particles.count > COUNT_LEAST)
    for (size_t i = 0; i < w->particles.count; i++) {
        m->start[i] = rp_particle_position(&w->particles, i);
        if (rp_cd_bodies_moves(w, (uint32_t)i)) continue;
        if (w->group[w->particles.group[i]].mode == RP_GROUP_FREE) begin_free(w, m, i, gravity);
        else begin_held(w, m, i);
    }
    if (w->bodies.count) rp_cd_bodies_place(w, part(m) * w->dt);
    if (m->added) rp_cd_added_begin(w);
    if (w->bodies.count) rp_cd_bodies_begin(w, gravity);
    if (w->particles.shape) rp_corners_turn(&m->corners, w, 0, (uint32_t)w->particles.count, part(m) * w->dt);
}

static void end_block(rp_world *w, const rp_cd_work *m, size_t first, rp_vec gravity, rp_cd_works *sum)
{
    size_t last = first + RP_CD_BLOCK < w->particles.count ? first + RP_CD_BLOCK : w->particles.count;
    *sum = (rp_cd_works){0};
    for (size_t i = first; i < last; i++) {
        const int member = rp_cd_bodies_moves(w, (uint32_t)i); /* it stands where its body is */
        if (!member && w->group[w->particles.group[i]].mode == RP_GROUP_FREE) end_free(w, m, i, gravity, sum);
        else if (!member) end_held(w, m, i);
        rp_vec way = rp_vec_sub(rp_particle_position(&w->particles, i), m->start[i]);
        sum->farthest = fmax(sum->farthest, rp_vec_dot(way, way));
    }
}

void rp_cd_stepping_end(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    const size_t blocks = w->particles.count / RP_CD_BLOCK + 1;
    rp_vec gravity = rp_world_gravity(w, w->time + 0.5 * w->dt);
    double farthest = 0;
    if (m->problem.cell) {
        rp_cd_cell_end(w);
        return;
    }
    for (int n = 0; n < w->wall_count; n++) end_wall(w, m, n);
    if (w->bodies.count) rp_cd_bodies_end(w, gravity, midpoint(m));
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (w->particles.count > COUNT_LEAST)
    for (size_t n = 0; n < blocks; n++) end_block(w, m, n * RP_CD_BLOCK, gravity, &m->works[n]);
    for (size_t n = 0; n < blocks; n++) {
        const rp_cd_works *sum = &m->works[n];
        w->totals.gravity += sum->gravity;
        w->totals.drives += sum->drives;
        w->totals.scheme += sum->scheme;
        farthest = fmax(farthest, sum->farthest);
    }
    w->contacts.travelled += fmax(0, sqrt(farthest) - w->contacts.next_move); /* the list assumed next_move */
}
