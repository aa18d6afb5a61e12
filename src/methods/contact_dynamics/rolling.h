/* Rolling friction as complementarity between torque and relative spin: no rolling while |m| < bound, a torque at the bound against the rolling otherwise,
 * bound = (mu_r R_eff + length)(p_n + pull) as in the soft laws (laws/rolling.h). Turning about the normal is free.
 *
 * A sweep takes these after the contacts themselves, each with the newest normal impulse: block Gauss-Seidel, whose fixed point satisfies both laws.
 */
#ifndef RP_CONTACT_DYNAMICS_ROLLING_H
#define RP_CONTACT_DYNAMICS_ROLLING_H

#include "methods/contact_dynamics/problem.h"

void rp_rolling_update(rp_cd_problem *q, rp_cd_roll *k, int momentum, double beta, rp_cd_sums *sums);
void rp_rolling_apply(rp_cd_problem *q, const rp_cd_roll *k);
void rp_rolling_look(const rp_cd_problem *q, const rp_cd_roll *k, rp_cd_sums *sums);
/* Rolling part of omega_a - omega_b, rad/s. */
rp_vec rp_rolling_spin(const rp_cd_roll *k, const rp_cd_body *a, const rp_cd_body *b);

#endif
