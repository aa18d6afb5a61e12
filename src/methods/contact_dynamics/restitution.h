/* Restitution of impacts whose normal and tangential motion are coupled (W_nt != 0): corners of polygons, bodies with
 * locked axes.
 *
 * Newton's rule sets u_n+ = -e u_n-. Where the normal impulse also changes the slip, friction may work against it,
 * and the normal impulse that the rule then needs can bring more energy than the impact had (Kane and Levinson 1985;
 * Stronge 1990). Poisson's rule has two phases instead. Compression: impulses p1 that end the approach, u_n = 0, with
 * Coulomb friction. Restitution: each contact gives e p1_n back, with Coulomb friction of its own: |p2_t| <= mu p2_n.
 *
 *   compression   p1_n >= 0,       0 <= u_n,   their product 0;   u_t != 0 => p1_t = -mu p1_n u_t/|u_t|
 *   restitution   p2_n >= e p1_n,  0 <= u_n+,  (p2_n - e p1_n) u_n+ = 0;   the same Coulomb law for p2_t, u_t+
 *
 * No energy is gained, for any number of contacts that share one e, in two and three dimensions. With v the velocity
 * before, T the kinetic energy as a function of all impulses (convex, its gradient is the relative velocity u):
 *
 *   T((1 + e) p1) = T(0) + (1 + e) p1.u - (1 - e^2)/2 p1.W p1 <= T(0),  as p1.u <= 0 at the end of compression;
 *   T(p1 + p2) <= T((1 + e) p1) + u+.(p2 - e p1) <= T((1 + e) p1),
 *
 * since (p2_n - e p1_n) u_n+ = 0, and p2_t has of all impulses within its bound, e p1_t among them, the least product
 * with u_t+. For W_nt = 0 both rules agree: p_n = (1 + e) p1_n, and friction of two phases adds up to that of one.
 * Without friction a single contact has u_n+ = -e u_n- exactly. Contacts of different e can gain, as they can by
 * Newton's rule. What contacts gain is counted (RP_CD_GAINED). Friction is Coulomb's alone: a tangential
 * restitution, given or of the laws of round particles, would break the proof and is not used.
 *
 * Only contacts that are coupled, rub and strike have the two phases, and those of polygons also where W_nt happens to
 * be 0; others keep their bias in both. External forces
 * act half before the impact and half after it, as if it fell in the middle of the step: then e = 1 neither gains nor
 * loses height in the mean.
 *
 * Without restitution (e = 0), by both rules: a contact off the line of centres that strikes ends its approach at once,
 * as it does with e > 0, and not by the gap that is left. Otherwise friction and the turn of the body would act in two
 * steps, each with a part of the impulse, and depend on where in the step the corner falls. The gap that is left stays
 * open until something closes it. Bodies that stick close it at once instead, since adhesion acts between those that
 * touch: theirs is the one impact that depends on where in the step it falls. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_RESTITUTION_H
#define RP_METHODS_CONTACT_DYNAMICS_RESTITUTION_H

#include "methods/contact_dynamics/touch.h"

/* 1: where particles that are not round strike, this interaction has friction of Coulomb's law alone, no eps_t. */
int rp_cd_restitution_coulomb(const rp_world *world, const rp_interaction *x);

/* Gives a contact with a full W that strikes its two phases, if it needs them. c has Newton's bias. */
void rp_cd_restitution_plan(const rp_world *world, const rp_cd_touch *touch, rp_cd_general *contact);

/* rp_cd_solve, in two phases where some contact has them. */
void rp_cd_restitution_solve(rp_cd_problem *q, const rp_cd_solve_setup *setup, rp_cd_solve_report *report);

/* Says in the log which coefficients polygons do not use. */
void rp_cd_restitution_announce(const rp_world *world);

/* A word in the log when contacts gain energy, or a column of the budget turns negative. */
void rp_cd_restitution_warn(rp_world *world);

#endif
