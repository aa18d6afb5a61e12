/* See bodies.h. */
#include "methods/soft/bodies.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"

enum { BLOCK = 128 }; /* bodies */

static size_t blocks_of(const rp_world *w) { return (w->bodies.count + BLOCK - 1) / BLOCK; }

rp_status rp_soft_bodies_fit(rp_soft_bodies *m, const rp_world *w, rp_error *err)
{
    if (!w->bodies.count) return RP_OK;
    if (rp_memory_fit(&m->force, &m->force_capacity, w->particles.count, sizeof *m->force)
        && rp_memory_reserve(&m->sums, &m->sums_capacity, blocks_of(w), sizeof *m->sums))
        return RP_OK;
    return rp_memory_error(err, w->particles.count * sizeof *m->force, "the forces on clumps");
}

void rp_soft_bodies_free(rp_soft_bodies *m)
{
    rp_memory_free(m->force);
    rp_memory_free(m->sums);
}

static const rp_group *group_of(const rp_world *w, size_t n)
{
    return &w->group[w->particles.group[rp_bodies_slots(&w->bodies, n)[0]]];
}

/* ---- drift ---- */

/* The way of the centre in the next step, and how far its rotation moves a member at most, but for dt^2. */
typedef struct outlook {
    rp_vec way, half; /* half: angular momentum halfway */
    double around;
} outlook;

static outlook outlook_of(const rp_soft_step *s, const rp_rigid *b, const rp_vec axis[3])
{
    const rp_world *w = s->world;
    const double half = 0.5 * s->dt, reach = rp_bodies_radius(&w->bodies, (size_t)(b - w->bodies.body));
    outlook o = {.way = rp_vec_scale(s->dt, rp_vec_add(b->v, rp_vec_scale(half, b->a))),
                 .half = rp_vec_add(b->momentum, rp_vec_scale(half, b->torque))};
    o.around = s->dt * reach * rp_vec_norm(rp_rigid_omega(b, w->dimension, axis, o.half));
    return o;
}

/* The chord of the farthest point. */
static double turned_by(const rp_rigid *b, int dimension, const double before[4], double reach)
{
    const double back[4] = {before[0], -before[1], -before[2], -before[3]};
    double turn[4];
    if (dimension == 2) return reach * fabs(b->orientation[0] - before[0]);
    rp_quaternion_product(b->orientation, back, turn);
    return 2 * reach * sqrt(turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
}

static void drift_one(const rp_soft_step *s, size_t n, rp_soft_bodies_sums *sums)
{
    rp_world *w = s->world;
    rp_rigid *b = &w->bodies.body[n];
    const rp_group *g = group_of(w, n);
    const double dt = s->dt;
    const rp_vec omega = b->omega;
    double before[4];
    rp_vec axis[3];
    rp_rigid_axes(b, w->dimension, axis);
    const outlook o = outlook_of(s, b, axis);
    memcpy(before, b->orientation, sizeof before);
    b->x = rp_vec_add(b->x, o.way);
    rp_rigid_turn(b, w->dimension, dt, o.half);
    b->v = rp_vec_add(b->v, rp_vec_scale(dt, b->a));
    b->momentum = rp_vec_add(b->momentum, rp_vec_scale(dt, b->torque));
    rp_rigid_axes(b, w->dimension, axis);
    b->omega = rp_rigid_omega(b, w->dimension, axis, b->momentum);
    rp_rigid_set_rows(w, n, axis, 1);
    rp_vec way = o.way, angle = rp_vec_scale(0.5 * dt, rp_vec_add(omega, b->omega));
    if (rp_group_constrained(g)) sums->drives += rp_soft_constrained_work(g, w->time, dt, &way, angle);
    sums->moved = rp_vec_add(sums->moved, rp_vec_scale(b->mass, o.way));
    sums->beyond = fmax(sums->beyond, turned_by(b, w->dimension, before, rp_bodies_radius(&w->bodies, n)) - o.around);
}

/* Its members are moved as their group is. */
static void rest(rp_rigid *b)
{
    const rp_vec zero = {0, 0, 0};
    b->v = b->momentum = b->omega = b->a = b->torque = zero;
}

void rp_soft_bodies_drift(const rp_soft_bodies *m, const rp_soft_step *s, int threads)
{
    rp_world *w = s->world;
    const size_t blocks = blocks_of(w);
    double beyond = 0;
#pragma omp parallel for num_threads(threads) schedule(static) if (blocks > 4)
    for (size_t k = 0; k < blocks; k++) {
        m->sums[k] = (rp_soft_bodies_sums){0};
        for (size_t n = k * BLOCK; n < (k + 1) * BLOCK && n < w->bodies.count; n++) {
            if (group_of(w, n)->mode == RP_GROUP_FREE) drift_one(s, n, &m->sums[k]);
            else rest(&w->bodies.body[n]);
        }
    }
    for (size_t k = 0; k < blocks; k++) {
        s->sums[0].mass_moved = rp_vec_add(s->sums[0].mass_moved, m->sums[k].moved);
        s->sums[0].drives += m->sums[k].drives;
        beyond = fmax(beyond, m->sums[k].beyond);
    }
    rp_contacts_went_on(&w->contacts, beyond);
}

/* ---- finish ---- */

typedef struct wrench {
    rp_vec force, torque;
} wrench;

static wrench gather(const rp_soft_bodies *m, const rp_world *w, size_t n, const rp_vec axis[3])
{
    const uint32_t *slot = rp_bodies_slots(&w->bodies, n);
    wrench sum = {0};
    for (int k = 0; k < rp_bodies_members(&w->bodies, n); k++) {
        const rp_soft_force_row *row = &m->force[slot[k]];
        const rp_vec f = {row->fx, row->fy, row->fz}, q = {row->qx, row->qy, row->qz};
        sum.force = rp_vec_add(sum.force, f);
        sum.torque = rp_vec_add(sum.torque, rp_vec_add(rp_vec_cross(rp_rigid_arm(&w->bodies, n, k, axis), f),
                                                       rp_vec_scale(w->particles.row[slot[k]].r, q)));
    }
    return sum;
}

static void count_way(const rp_soft_step *s, const outlook *o, rp_soft_bodies_sums *sums)
{
    const double move = rp_vec_norm(o->way) + o->around, along[3] = {o->way.x, o->way.y, o->way.z};
    sums->move = fmax(sums->move, move * move);
    sums->bad += !(move * move <= s->move_limit);
    for (int axis = 0; axis < s->world->dimension; axis++) {
        sums->least[axis] = fmin(sums->least[axis], along[axis] - o->around);
        sums->most[axis] = fmax(sums->most[axis], along[axis] + o->around);
    }
}

static void finish_one(const rp_soft_bodies *m, const rp_soft_step *s, size_t n, rp_soft_bodies_sums *sums)
{
    rp_world *w = s->world;
    rp_rigid *b = &w->bodies.body[n];
    const rp_group *g = group_of(w, n);
    const double now = w->time + (s->prime ? 0 : s->dt), correct = s->prime ? 0 : 0.5 * s->dt;
    const uint32_t *slot = rp_bodies_slots(&w->bodies, n);
    rp_vec axis[3];
    rp_rigid_axes(b, w->dimension, axis);
    const wrench got = gather(m, w, n, axis);
    const rp_vec force = rp_vec_add(got.force, rp_group_push(g, now)),
                 torque = rp_vec_add(got.torque, rp_group_twist(g, now)),
                 a = rp_vec_add(rp_vec_scale(1 / b->mass, force), s->gravity);
    b->v = rp_vec_add(b->v, rp_vec_scale(correct, rp_vec_sub(a, b->a)));
    b->momentum = rp_vec_add(b->momentum, rp_vec_scale(correct, rp_vec_sub(torque, b->torque)));
    b->a = a;
    b->torque = torque;
    b->omega = rp_rigid_omega(b, w->dimension, axis, b->momentum);
    rp_rigid_set_rows(w, n, axis, 0);
    for (int k = 0; k < rp_bodies_members(&w->bodies, n); k++)
        w->particles.accel[slot[k]] = (rp_accel){a.x, a.y, a.z, 0, 0, 0};
    const outlook o = outlook_of(s, b, axis);
    count_way(s, &o, sums);
}

static void add_to_group(rp_soft_sums *to, const rp_soft_bodies_sums *from)
{
    to->ways.move = fmax(to->ways.move, from->move);
    to->bad += from->bad;
    for (int axis = 0; axis < 3; axis++) {
        to->ways.least[axis] = fmin(to->ways.least[axis], from->least[axis]);
        to->ways.most[axis] = fmax(to->ways.most[axis], from->most[axis]);
    }
}

void rp_soft_bodies_finish(const rp_soft_bodies *m, const rp_soft_step *s, int threads)
{
    const rp_world *w = s->world;
    const size_t blocks = blocks_of(w);
#pragma omp parallel for num_threads(threads) schedule(static) if (blocks > 4)
    for (size_t k = 0; k < blocks; k++) {
        m->sums[k] = (rp_soft_bodies_sums){0};
        for (size_t n = k * BLOCK; n < (k + 1) * BLOCK && n < w->bodies.count; n++)
            if (group_of(w, n)->mode == RP_GROUP_FREE) finish_one(m, s, n, &m->sums[k]);
    }
    for (size_t k = 0; k < blocks; k++) add_to_group(&s->sums[0], &m->sums[k]);
}
