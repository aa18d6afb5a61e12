/* Symplectic Euler: v += a dt, x += v dt. One pass a step with springs at half steps, as in the fused step. */
#include "core/walls.h"
#include "methods/soft/scheme.h"

static rp_status step(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer, rp_error *err)
{
    (void)err;
    rp_particles *p = &w->particles;
    const double dt = w->dt;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_soft_start *from = &s->start[i];
        const rp_accel *a = &from->a;
        if (rp_soft_scheme_prescribed(w, i)) continue;
        rp_vec v = rp_vec_add(from->v, rp_vec_scale(dt, rp_vec_make(a->x, a->y, a->z))),
               spin = rp_vec_add(from->s, rp_vec_scale(dt, rp_vec_make(a->sx, a->sy, a->sz)));
        rp_soft_scheme_place(w, i, rp_vec_add(from->x, rp_vec_scale(dt, v)), v, spin);
        rp_soft_scheme_rotate(s, w, i, rp_vec_scale(dt / p->row[i].r, spin), from->s, spin);
    }
    rp_soft_scheme_bounds(s, w, 1);
    rp_walls_remove_expired(w, w->time);
    rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = dt, .touch_dt = dt, .touch_back = 0.5 * dt, .last = 1}, answer);
    rp_soft_scheme_finish_walls(s, w);
    rp_soft_answer none = {.work = answer->work};
    answer->work.normal = answer->work.tangential = answer->work.rolling = 0;
    rp_soft_scheme_count(s, w, &none, answer);
    return RP_OK;
}

extern const rp_soft_integrator rp_symplectic_euler;
const rp_soft_integrator rp_symplectic_euler = {
    .name = "symplectic-euler",
    .summary = "First the velocity, then the position by the new velocity.",
    .order = 1,
    .spring_order = 1,
    .half_springs = 1,
    .lags = 1,
    .first_share = 1,
    .step = step,
};
