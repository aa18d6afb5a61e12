/* The motion of one impact as an equation that laws/ode.c integrates. Private to restitution.c and impact.c.
 *
 * One source: the forces are those of the laws' block evaluators, called on a block whose lanes hold several
 * evaluations of one moment: the contact itself with an unbounded friction coefficient (what the law would do if it did
 * not slide), and the stiffness of its tangential spring. dt = 0 there, so that no history moves.
 *
 * Variables. Hertz-type forces have fractional powers of the overlap, which would spoil high order; with xi = xi_0 s^4
 * and dt = 4 s^3 t_0 dtau they are polynomials of s, and zero overlap is an ordinary point. Laws that act behind zero
 * overlap (jkr) keep xi and t themselves. Scales are those of the impact speed, or of the speed that adhesion gives by
 * itself where that is higher.
 *
 * Springs. A tangential spring in continuous time: T' = k u while the stiffness k rises (the force is kept), h' = u
 * with T = k h while it falls (the length is kept); at Coulomb's bound the spring has what the dashpot leaves, T = mu N
 * - d u or 0, until it would shorten faster than that. Where static friction is more, sliding begins with a drop to
 * that bound and may end in the same moment. Each change is an event, and so is each kink of a law along the motion:
 * of the friction's curve, and where Coulomb's N is cut at 0. Hysteretic friction: impact_hysteretic.c.
 */
#ifndef RP_LAWS_IMPACT_H
#define RP_LAWS_IMPACT_H

#include "laws/interaction.h"
#include "repose/restitution.h"

#define RP_IMPACT_TOLERANCE                                                                                            \
    1e-13 /* error of a step, relative to the impact's own scales: gives coefficients to 1e-10 and better */

/* Integrates one impact. */
rp_status rp_impact_solve(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double slip,
                          double tolerance, rp_impact *impact, rp_error *err);

#endif
