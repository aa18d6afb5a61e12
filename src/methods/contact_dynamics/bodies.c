/* See bodies.h. */
#include "methods/contact_dynamics/bodies.h"
#include <math.h>
#include "base/memory.h"
#include "methods/method.h"

#define COUNT_LEAST 512 /* bodies below which one thread is faster; changes no bit */

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

static const rp_rigid *rigid_of(const rp_world *w, uint32_t i)
{
    return &w->bodies.body[w->particles.member[i].body - 1];
}

static int is_free(const rp_world *w, size_t n)
{
    return w->group[w->particles.group[rp_bodies_slots(&w->bodies, n)[0]]].mode == RP_GROUP_FREE;
}

/* ---- contacts ---- */

rp_vec rp_cd_bodies_arm(const rp_world *w, uint32_t i, rp_vec arm)
{
    const rp_member of = w->particles.member[i];
    const rp_vec from = rp_bodies_branch(w, of.body - 1, (int)of.place);
    const double r = w->particles.row[rp_bodies_slots(&w->bodies, of.body - 1)[0]].r;
    return rp_vec_scale(1 / r, rp_vec_add(from, rp_vec_scale(w->particles.row[i].r, arm)));
}

void rp_cd_bodies_inverse(const rp_world *w, uint32_t i, double inverse[3][3])
{
    const rp_rigid *b = rigid_of(w, i);
    const double r = w->particles.row[i].r;
    rp_vec axis[3];
    rp_rigid_axes(b, w->dimension, axis);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            inverse[row][column] = 0;
            for (int k = w->dimension == 2 ? 2 : 0; k < 3; k++)
                inverse[row][column] += rp_vec_component(axis[k], row) * rp_vec_component(axis[k], column)
                                        * (r * r / b->moment[k]);
        }
}

rp_cd_body rp_cd_bodies_before(const rp_world *w, uint32_t i)
{
    const rp_rigid *b = rigid_of(w, i);
    const double r = w->particles.row[i].r;
    return (rp_cd_body){.v = {b->v.x, b->v.y, b->v.z}, .s = {r * b->omega.x, r * b->omega.y, r * b->omega.z}};
}

/* ---- before the contacts ---- */

rp_status rp_cd_bodies_prepare(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    if (!rp_method_has_bodies(w)) return RP_OK;
    for (int n = 0; n < w->interaction_count; n++) {
        if (!w->interaction[n].law[RP_ROLLING]) continue;
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "contact dynamics has no rolling friction of clumps and polyhedra");
        rp_method_error_rule(err, w, &w->interaction[n], "rolling");
        rp_error_expected(err, "an interaction without rolling, or method: soft");
        return status;
    }
    m->turned = rp_memory_alloc(w->bodies.count, sizeof *m->turned);
    if (!m->turned) return rp_memory_error(err, w->bodies.count * sizeof *m->turned, "clumps");
    return rp_method_check_bodies(w, err);
}

static void place_one(rp_world *w, rp_cd_work *m, size_t n, double time)
{
    rp_rigid *b = &w->bodies.body[n];
    const double energy = rp_rigid_rotational_energy(b);
    rp_vec axis[3];
    m->turned[n] = 0;
    if (time == 0) return;
    b->x = rp_vec_add(b->x, rp_vec_scale(time, b->v));
    rp_rigid_turn(b, w->dimension, time, b->momentum);
    rp_rigid_axes(b, w->dimension, axis);
    b->omega = rp_rigid_omega(b, w->dimension, axis, b->momentum);
    rp_rigid_set_rows(w, n, axis, 1);
    m->turned[n] = energy - rp_rigid_rotational_energy(b);
}

void rp_cd_bodies_place(rp_world *w, double time)
{
    rp_cd_work *m = w->method_state;
    const rp_vec zero = {0, 0, 0};
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (w->bodies.count > COUNT_LEAST)
    for (size_t n = 0; n < w->bodies.count; n++) {
        rp_rigid *b = &w->bodies.body[n];
        if (is_free(w, n)) place_one(w, m, n, time);
        else b->v = b->momentum = b->omega = b->a = b->torque = zero; /* its members are moved as their group is */
    }
}

/* Of the group on each clump, and of a program on its members: N, N m. */
static void push_of(const rp_world *w, const rp_cd_work *m, size_t n, rp_vec *force, rp_vec *torque)
{
    const uint32_t *slot = rp_bodies_slots(&w->bodies, n);
    const rp_group *g = &w->group[w->particles.group[slot[0]]];
    const double middle = w->time + 0.5 * w->dt;
    *force = rp_group_push(g, middle);
    *torque = rp_group_twist(g, middle);
    for (int k = 0; m->added && k < rp_bodies_members(&w->bodies, n); k++) {
        const rp_vec f = vec(m->added[slot[k]]);
        *force = rp_vec_add(*force, f);
        *torque = rp_vec_add(*torque,
                             rp_vec_add(vec(m->added[slot[k]] + 3), rp_vec_cross(rp_bodies_branch(w, n, k), f)));
    }
}

/* Members that are not the first: what candidates are found by. */
static void set_members(const rp_world *w, rp_cd_work *m, size_t n)
{
    const uint32_t *slot = rp_bodies_slots(&w->bodies, n);
    for (int k = 1; k < rp_bodies_members(&w->bodies, n); k++) m->problem.free[slot[k]] = (rp_cd_body){0};
}

static void begin_one(const rp_world *w, rp_cd_work *m, size_t n, rp_vec gravity)
{
    const rp_rigid *b = &w->bodies.body[n];
    const uint32_t first = rp_bodies_slots(&w->bodies, n)[0];
    const double dt = w->dt, r = w->particles.row[first].r, im = 1 / b->mass;
    rp_vec force, torque, axis[3];
    rp_rigid_axes(b, w->dimension, axis);
    push_of(w, m, n, &force, &torque);
    const rp_vec v = rp_vec_add(b->v, rp_vec_scale(dt, rp_vec_add(gravity, rp_vec_scale(im, force)))),
                 s = rp_vec_scale(
                     r, rp_rigid_omega(b, w->dimension, axis, rp_vec_add(b->momentum, rp_vec_scale(dt, torque))));
    m->problem.free[first] = (rp_cd_body){{v.x, v.y, v.z}, im, {s.x, s.y, s.z}, r * r / b->moment[2]};
    set_members(w, m, n);
}

void rp_cd_bodies_begin(rp_world *w, rp_vec gravity)
{
    rp_cd_work *m = w->method_state;
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (w->bodies.count > COUNT_LEAST)
    for (size_t n = 0; n < w->bodies.count; n++)
        if (is_free(w, n)) begin_one(w, m, n, gravity);
}

/* ---- after them ---- */

static void count_work(const rp_rigid *b, rp_vec gravity, rp_vec force, rp_vec torque, rp_vec way, rp_vec angle,
                       rp_vec mean, rp_vec mean_angle, rp_cd_works *sum)
{
    const rp_vec weight = rp_vec_scale(b->mass, gravity), lost = rp_vec_sub(way, mean);
    sum->gravity += rp_vec_dot(weight, way);
    sum->drives += rp_vec_dot(force, way) + rp_vec_dot(torque, angle);
    sum->scheme += rp_vec_dot(rp_vec_add(weight, force), lost) + rp_vec_dot(torque, rp_vec_sub(angle, mean_angle));
}

static void end_one(rp_world *w, rp_cd_work *m, size_t n, rp_vec gravity, int midpoint, rp_cd_works *sum)
{
    rp_rigid *b = &w->bodies.body[n];
    const uint32_t *slot = rp_bodies_slots(&w->bodies, n);
    const rp_cd_body *body = &m->problem.body[slot[0]];
    const double dt = w->dt, left = midpoint ? 0.5 * dt : dt, r = w->particles.row[slot[0]].r;
    const rp_vec before = b->v, after = vec(body->v), turning = b->omega, omega = rp_vec_scale(1 / r, vec(body->s));
    const rp_vec mean = rp_vec_scale(0.5 * dt, rp_vec_add(before, after)),
                 mean_angle = rp_vec_scale(0.5 * dt, rp_vec_add(turning, omega));
    rp_vec force, torque, axis[3];
    rp_rigid_axes(b, w->dimension, axis);
    push_of(w, m, n, &force, &torque);
    count_work(b, gravity, force, torque, midpoint ? mean : rp_vec_scale(dt, after),
               midpoint ? mean_angle : rp_vec_scale(dt, omega), mean, mean_angle, sum);
    const rp_vec momentum = rp_rigid_momentum(b, w->dimension, axis, omega);
    b->a = rp_vec_scale(1 / dt, rp_vec_sub(after, before));
    b->torque = rp_vec_scale(1 / dt, rp_vec_sub(momentum, b->momentum));
    b->v = after;
    b->x = rp_vec_add(b->x, rp_vec_scale(left, after));
    b->momentum = momentum;
    b->omega = omega;
    const double energy = rp_rigid_rotational_energy(b);
    rp_rigid_turn(b, w->dimension, left, momentum);
    rp_rigid_axes(b, w->dimension, axis);
    b->omega = rp_rigid_omega(b, w->dimension, axis, momentum);
    sum->scheme += m->turned[n] + energy - rp_rigid_rotational_energy(b);
    rp_rigid_set_rows(w, n, axis, 1);
    for (int k = 0; k < rp_bodies_members(&w->bodies, n); k++)
        w->particles.accel[slot[k]] = (rp_accel){b->a.x, b->a.y, b->a.z, 0, 0, 0};
}

void rp_cd_bodies_end(rp_world *w, rp_vec gravity, int midpoint)
{
    rp_cd_work *m = w->method_state;
    const size_t count = w->bodies.count, blocks = (count + RP_CD_BLOCK - 1) / RP_CD_BLOCK;
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (count > COUNT_LEAST)
    for (size_t k = 0; k < blocks; k++) {
        m->works[k] = (rp_cd_works){0};
        for (size_t n = k * RP_CD_BLOCK; n < (k + 1) * RP_CD_BLOCK && n < count; n++)
            if (is_free(w, n)) end_one(w, m, n, gravity, midpoint, &m->works[k]);
    }
    for (size_t k = 0; k < blocks; k++) {
        w->totals.gravity += m->works[k].gravity;
        w->totals.drives += m->works[k].drives;
        w->totals.scheme += m->works[k].scheme;
    }
}
