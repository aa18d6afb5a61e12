/* Velocity Verlet. The fused step of kernel.h is it for springs that follow velocities; with geometric springs it is
 * the sequence below: a slip pass half way between the old and the new positions, with the mean velocities of the step;
 * a force pass at the new positions and predicted velocities. See scheme.h. */
#include "core/walls.h"
#include "methods/soft/scheme.h"

typedef struct way {
    rp_vec d, angle;
} way; /* of a particle and of r theta over the step, m */

static way way_of(const rp_soft_scheme *s, const rp_world *w, size_t i)
{
    const rp_soft_start *from = &s->start[i];
    const rp_accel *a = &from->a;
    const double dt = w->dt, half = 0.5 * dt;
    return (way){rp_vec_scale(dt, rp_vec_add(from->v, rp_vec_scale(half, rp_vec_make(a->x, a->y, a->z)))),
                 rp_vec_scale(dt, rp_vec_add(from->s, rp_vec_scale(half, rp_vec_make(a->sx, a->sy, a->sz))))};
}

/* v + a c dt and spin likewise, at x + the way. */
static void predict(rp_soft_scheme *s, rp_world *w)
{
#pragma omp parallel for schedule(static) if (w->particles.count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < w->particles.count; i++) {
        const rp_soft_start *from = &s->start[i];
        if (rp_soft_scheme_prescribed(w, i)) continue;
        rp_vec a = {from->a.x, from->a.y, from->a.z}, turn = {from->a.sx, from->a.sy, from->a.sz};
        rp_soft_scheme_place(w, i, rp_vec_add(from->x, way_of(s, w, i).d), rp_vec_add(from->v, rp_vec_scale(w->dt, a)),
                             rp_vec_add(from->s, rp_vec_scale(w->dt, turn)));
        rp_soft_scheme_face(s, w, i, way_of(s, w, i).angle.z / w->particles.row[i].r);
    }
}

static void middle(rp_soft_scheme *s, rp_world *w)
{
    const rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_soft_start *from = &s->start[i];
        rp_vec d = rp_vec_sub(rp_particle_position(p, i), from->x),
               spin = rp_vec_scale(1 / w->dt, way_of(s, w, i).angle);
        if (rp_soft_scheme_prescribed(w, i)) spin = rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z);
        rp_soft_scheme_place(w, i, rp_vec_add(from->x, rp_vec_scale(0.5, d)), rp_vec_scale(1 / w->dt, d), spin);
        rp_soft_scheme_face(s, w, i, 0.5 * w->dt * spin.z / p->row[i].r);
    }
}

static void finish(rp_soft_scheme *s, rp_world *w)
{
    rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_soft_start *from = &s->start[i];
        const rp_accel *a = &p->accel[i], *b = &from->a;
        const double half = 0.5 * w->dt;
        if (!rp_soft_scheme_prescribed(w, i)) {
            rp_vec mean = {a->x + b->x, a->y + b->y, a->z + b->z}, turn = {a->sx + b->sx, a->sy + b->sy, a->sz + b->sz};
            rp_soft_scheme_place(w, i, rp_particle_position(p, i), rp_vec_add(from->v, rp_vec_scale(half, mean)),
                                 rp_vec_add(from->s, rp_vec_scale(half, turn)));
        }
        rp_soft_scheme_rotate(s, w, i, rp_vec_scale(1 / p->row[i].r, way_of(s, w, i).angle), from->s,
                              rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z));
    }
}

static rp_status step(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer, rp_error *err)
{
    (void)err;
    const double dt = w->dt;
    rp_soft_answer slid;
    predict(s, w);
    rp_soft_scheme_bounds(s, w, 1);
    rp_walls_remove_expired(w, w->time);
    middle(s, w);
    rp_soft_scheme_walls_middle(s, w);
    rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = dt, .touch_dt = 0.5 * dt, .touch_back = 0.5 * dt}, &slid);
    predict(s, w);
    rp_soft_scheme_bounds(s, w, 1);
    rp_soft_evaluate(w, &(rp_soft_pass){.touch_dt = dt, .last = 1}, answer);
    finish(s, w);
    rp_soft_scheme_finish_walls(s, w);
    rp_soft_scheme_count(s, w, &slid, answer);
    return RP_OK;
}

extern const rp_soft_integrator rp_verlet;
const rp_soft_integrator rp_verlet = {
    .name = "verlet",
    .summary = "Velocity Verlet with synchronised velocities; by far the fastest.",
    .order = 2,
    .spring_order = 2,
    .half_springs = 1,
    .first_share = 0.5,
    .fused = 1,
    .geometric = 1,
    .step = step,
};
