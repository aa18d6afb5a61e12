/* Forces that a program adds: they are external forces, taken at the positions where this step's geometry is and at the
 * middle of the step. */
#include "core/forces.h"
#include "methods/contact_dynamics/work.h"

#define COUNT_LEAST 4096 /* particles below which one thread is faster; changes no bit */

rp_status rp_cd_added_prepare(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    if (w->forces.count == 0 || m->added) return RP_OK;
    m->added = rp_memory_alloc(w->particles.count, sizeof *m->added);
    return m->added ? RP_OK : rp_memory_error(err, w->particles.count * sizeof *m->added, "added forces");
}

static void push_body(const rp_world *w, rp_cd_work *m, size_t i)
{
    const double *push = m->added[i], im = w->dt * w->particles.row[i].inv_mass,
                 ii = w->dt * w->particles.spin[i].inv_inertia / w->particles.row[i].r;
    const unsigned lock = w->group[w->particles.group[i]].lock;
    rp_cd_body *body = &m->problem.free[i];
    for (int axis = 0; axis < 3; axis++) {
        if (!(lock >> axis & 1)) body->v[axis] += im * push[axis];
        if (!(lock >> (axis + 3) & 1)) body->s[axis] += ii * push[axis + 3];
    }
}

static void push_block(const rp_world *w, rp_cd_work *m, size_t first)
{
    double force[RP_FORCES_MOST][3], torque[RP_FORCES_MOST][3];
    const size_t left = w->particles.count - first, count = left < RP_FORCES_MOST ? left : RP_FORCES_MOST;
    rp_forces_sum(w, w->time + 0.5 * w->dt, first, count, force, torque);
    for (size_t k = 0; k < count; k++) {
        for (int axis = 0; axis < 3; axis++) {
            m->added[first + k][axis] = force[k][axis];
            m->added[first + k][axis + 3] = torque[k][axis];
        }
        if (w->particles.row[first + k].inv_mass > 0 && !rp_bodies_of(&w->particles, first + k))
            push_body(w, m, first + k);
    }
}

void rp_cd_added_begin(rp_world *w)
{
    rp_cd_work *m = w->method_state;
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (w->particles.count > COUNT_LEAST)
    for (size_t first = 0; first < w->particles.count; first += RP_FORCES_MOST) push_block(w, m, first);
}
