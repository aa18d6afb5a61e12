/* The rule of an instantaneous collision, which both hard methods follow: what an interaction says of it.
 *
 *     eps_n   normal restitution: a constant, a curve by speed, or what the laws imply
 *     eps_t   tangential restitution of a collision whose friction suffices
 *     mu      bound on the tangential impulse: |P_t| <= mu P_n
 *
 * A scene's laws are the truth where it has them, so that the three methods follow one law: restitution implied by the
 * normal law (and adhesion) but for a given constant that the law itself gives back at all speeds (linear and hertz,
 * whose damping follows from it), eps_t implied by normal and tangential law where it is not given. Both then come from
 * the motion of the impact with its own masses, speed and slip (laws/impact.h exactly, laws/impact_steps.h for many).
 * The fractional law makes its k and c of the number given, and implies another restitution, by its order alone (errata
 * 55); a law of a program may not use the number at all.
 *
 * Without laws friction slides until the slip has changed by eps_t, and mu is its mean over the collision. With
 * friction that depends on the speed of slip u, P_n goes from 0 to (1 + eps_n) m_eff g_n while
 *     du/dP_n = -mu(u) / (alpha m_eff)                        [Poschel2008, Eq. 73 for any mu(u)]
 * which has a closed form for every curve. eps_t given without any friction has no bound (but for 1: smooth); with a
 * friction of 0 nothing rubs. Two that
 * stick by the laws keep to friction, as a contact that lasts does.
 */
#ifndef RP_LAWS_COLLISION_H
#define RP_LAWS_COLLISION_H

#include "laws/impact_steps.h"
#include "laws/interaction.h"
#include "repose/restitution.h"

#define RP_COLLISION_UNBOUNDED 1e9 /* mu of a collision that no friction bounds; finite, so that 0 times it is 0 */

typedef struct rp_collision_rule {
    double eps_n, eps_t, mu;
    int sticks; /* 1: by the laws the two do not part */
} rp_collision_rule;

/* What follows from the motion of the impact by the laws. (Of hereditary normal laws eps_t is known with coulomb
 * friction only; with another tangential law it is as given.) */
int rp_collision_normal_by_law(const rp_interaction *x);
int rp_collision_tangential_by_law(const rp_interaction *x);

/* eps_n as given, at this speed; 0 where nothing is given. */
double rp_collision_given_normal(const rp_interaction *x, double speed);

/* The rule with this eps_n and what is given of the tangential motion. */
rp_collision_rule rp_collision_given(const rp_interaction *x, double alpha, double eps_n, double speed, double slip);

/* The bound that leaves room for the tangential impulse of these coefficients, at least the coefficient of friction. */
double rp_collision_bound(const rp_interaction *x, double alpha, const rp_collision_rule *c, double speed, double slip);

/* 1: eps_t is given, is not 1, and no friction is given, not even 0: no bound holds. */
int rp_collision_rough(const rp_interaction *x);

/* 1: eps_t is given and has no effect, because friction is given as 0. */
int rp_collision_smooth(const rp_interaction *x);

/* One exact impact by the laws; where the exact way fails, by steps (laws/impact_steps.h). One that does not end
 * sticks. (With larger steps the integrator is not much faster and misses short spells of sticking or sliding.) */
rp_status rp_collision_impact(const rp_interaction *x, const rp_impact_pair *pair, double speed, double slip,
                              rp_impact *impact, rp_error *err);

/* Many impacts of one interaction by steps (laws/impact_steps.h, with its exponent). Where eps_t jumps with the slip,
 * as it may where static friction is larger than sliding friction or friction depends on the speed, an impact next to a
 * jump is taken exactly: within 1 % of the slip steps may fall on its other side. There it takes a thousandth of a
 * second, elsewhere three times as long as by steps alone. */
void rp_collision_many(const rp_interaction *x, int exponent, rp_impact_block *impacts);

/* The exact rule of one collision, by integration where it follows from the laws. */
rp_status rp_collision_exact(const rp_interaction *x, const rp_impact_pair *pair, double speed, double slip,
                             rp_collision_rule *c, rp_error *err);

/* Mean coefficient of friction of a collision that slides all the time from this slip on (m/s); push: P_n / m_eff,
 * m/s. After it has come to rest friction has its value at rest. */
double rp_collision_friction(const rp_interaction *x, double alpha, double push, double slip);

#endif
