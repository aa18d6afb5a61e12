/* Rolling and torsional friction as complementarity between torque and relative spin. Across the normal: no rolling
 * while |m| < bound, a torque at the bound against the rolling otherwise, bound = (mu_r R_eff + length)(p_n + pull);
 * along the normal the same with mu_twist R_eff (p_n + pull), as in the soft laws (laws/rolling.h). Without mu_twist
 * turning about the normal is free. The moments of inertia of spheres and discs couple neither with the other.
 *
 * A sweep takes these after the contacts themselves, each with the newest normal impulse: block Gauss-Seidel, whose
 * fixed point satisfies both laws.
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_ROLLING_H
#define RP_METHODS_CONTACT_DYNAMICS_ROLLING_H

#include "methods/contact_dynamics/problem.h"

void rp_cd_rolling_update(rp_cd_problem *q, rp_cd_roll *k, int momentum, double beta, rp_cd_sums *sums);
void rp_cd_rolling_apply(rp_cd_problem *q, const rp_cd_roll *k);
void rp_cd_rolling_measure(const rp_cd_problem *q, const rp_cd_roll *k, rp_cd_sums *sums);
/* omega_a - omega_b as far as friction acts on it: without twisting friction its part across the normal, rad/s. */
rp_vec rp_cd_rolling_spin(const rp_cd_roll *k, const rp_cd_body *a, const rp_cd_body *b);

#endif
