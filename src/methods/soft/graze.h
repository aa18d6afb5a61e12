/* Contacts that begin and end within one step [Leszczynski2003, Definitions 1-3, Algorithm 1], for hereditary laws
 * under any integrator.
 *
 * Forces are evaluated at the ends of steps, where such a pair is apart. But its path is known before the step:
 * positions go by x + v t + a t^2 / 2, so that the overlap is, up to third order, the parabola of its value and slope
 * at the start and its value at the end. Where that is below 0 at both ends and above between them, begin and end are
 * its zeros, and what remains of it, q (t - begin) (end - t), is short and shallow: the force hardly changes it, and
 * the law gives the impulse in closed form. Both bodies get it at once at the middle of the contact, along the normal
 * there: velocities change, and positions as if they had changed then. What the kinetic energy loses is dissipated by
 * the normal force. Friction is that of the tangential law in short steps along the passage, under the normal force of
 * the parabola; what its spring holds at the end is lost. Rolling torques of such a contact are left out.
 *
 * Other integrators take other paths, which differ from this one by the third order in a step; where velocities stand
 * half a step before positions, half a step of acceleration is added.
 */
#ifndef RP_METHODS_SOFT_GRAZE_H
#define RP_METHODS_SOFT_GRAZE_H

#include "core/world.h"

typedef struct rp_soft_graze {
    int wanted;   /* some law is hereditary */
    int lags;     /* velocities stand half a step before positions */
    uint8_t *hit; /* owned; by pair of the table */
    size_t capacity;
} rp_soft_graze;

void rp_soft_graze_prepare(rp_soft_graze *g, const rp_world *world, int lags);
void rp_soft_graze_free(rp_soft_graze *g);

/* Before a step; the list must be fresh. */
rp_status rp_soft_graze_step(rp_soft_graze *g, rp_world *world, rp_error *err);

#endif
