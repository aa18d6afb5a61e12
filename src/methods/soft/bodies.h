/* Rigid bodies of several particles (core/bodies.h) in the fused step of kernel.h.
 *
 * Members stand at the end of their chunks, as constrained particles do. Finishing a chunk leaves their force rows in
 * `force`, by slot; when all chunks are done, each body gathers those of its members, in the order of its shape, and
 * goes on by the same scheme as a particle: with L its angular momentum and T the torque on it
 *   drift   x += v dt + a dt^2/2; free rotation over dt with L + T dt/2; predictions v + a dt and L + T dt
 *   finish  v += (a' - a) dt/2, L += (T' - T) dt/2
 * Bodies are taken in blocks, whose sums are added in their order: the same bits on any number of threads. */
#ifndef RP_METHODS_SOFT_BODIES_H
#define RP_METHODS_SOFT_BODIES_H

#include "methods/soft/kernel.h"

typedef struct rp_soft_bodies_sums { /* of a block */
    rp_vec moved;                    /* sum of m dx, kg m */
    double drives;                   /* work of given forces and torques, J */
    double beyond;                   /* m: how far a member came beyond what the list assumed, at most */
    double move, least[3], most[3];  /* of the next drift, as in rp_soft_sums */
    long bad;
} rp_soft_bodies_sums;

typedef struct rp_soft_bodies {
    rp_soft_force_row *force;  /* owned; by slot, of members */
    rp_soft_bodies_sums *sums; /* owned; by block */
    size_t force_capacity, sums_capacity;
} rp_soft_bodies;

rp_status rp_soft_bodies_fit(rp_soft_bodies *m, const rp_world *world, rp_error *err);
void rp_soft_bodies_free(rp_soft_bodies *m);
/* 1: no force moves this particle by itself, but its body. */
static inline int rp_soft_bodies_moves(const rp_world *w, size_t i)
{
    return rp_bodies_of(&w->particles, i) && w->group[w->particles.group[i]].mode == RP_GROUP_FREE;
}
/* Work and ways go to the sums of group 0. */
void rp_soft_bodies_drift(const rp_soft_bodies *m, const rp_soft_step *s, int threads);
void rp_soft_bodies_finish(const rp_soft_bodies *m, const rp_soft_step *s, int threads);

#endif
