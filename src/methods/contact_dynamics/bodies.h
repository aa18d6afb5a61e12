/* Rigid bodies of several particles (core/bodies.h) in a step of contact dynamics.
 *
 * A body has the place of its first member among the bodies of the problem: v is that of its centre of mass, s is r
 * omega with the radius of that member, and arms of its contacts are over that radius. Members that are not the first
 * are no bodies of the problem. All contacts of members are general ones, with the whole inertia tensor.
 *
 * Rotation in a step: free rotation to where the geometry is (midpoint stepping: half a step, gap stepping: none),
 * there torques and impulses change the angular momentum, then free rotation over the rest of the step. What free
 * rotation changes of the energy, of order dt^3, is the scheme's own loss.
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_BODIES_H
#define RP_METHODS_CONTACT_DYNAMICS_BODIES_H

#include "methods/contact_dynamics/work.h"

/* The particle whose place the body of particle i has; i itself, unless it is a member of a body that moves. */
static inline uint32_t rp_cd_bodies_first(const rp_world *w, uint32_t i)
{
    const uint32_t body = rp_bodies_of(&w->particles, i);
    if (!body || w->group[w->particles.group[i]].mode != RP_GROUP_FREE) return i;
    return rp_bodies_slots(&w->bodies, body - 1)[0];
}
/* 1: it moves as a member of a body. */
static inline int rp_cd_bodies_moves(const rp_world *w, uint32_t i)
{
    return rp_bodies_of(&w->particles, i) && w->group[w->particles.group[i]].mode == RP_GROUP_FREE;
}

/* An arm from the centre of member i over its radius becomes one from the centre of its body. */
rp_vec rp_cd_bodies_arm(const rp_world *world, uint32_t i, rp_vec arm);
/* Inverse inertia, r^2/I, of the body that has the place i, 1/kg. */
void rp_cd_bodies_inverse(const rp_world *world, uint32_t i, double inverse[3][3]);
rp_cd_body rp_cd_bodies_before(const rp_world *world, uint32_t i); /* before the step, where the geometry is */

rp_status rp_cd_bodies_prepare(rp_world *world, rp_error *err);
void rp_cd_bodies_place(rp_world *world, double time);    /* to where the geometry is */
void rp_cd_bodies_begin(rp_world *world, rp_vec gravity); /* velocities without contacts */
void rp_cd_bodies_end(rp_world *world, rp_vec gravity, int midpoint);

#endif
