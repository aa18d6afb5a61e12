/* Contacts whose W is a full matrix: bodies that move in some directions only, or are not round. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_GENERAL_H
#define RP_METHODS_CONTACT_DYNAMICS_GENERAL_H

#include "methods/contact_dynamics/problem.h"

void rp_cd_general_frame(double frame[3][3]); /* t1 and t2 from e, which stands in its first row */
/* W and the frame from e and the bodies' inverse masses. 0: no impulse moves it along the normal, there is nothing to
 * solve. */
int rp_cd_general_ready(rp_cd_general *k);
void rp_cd_general_update(rp_cd_problem *q, rp_cd_general *k, int momentum, double beta, rp_cd_sums *sums);
void rp_cd_general_apply(rp_cd_problem *q, const rp_cd_general *k);
void rp_cd_general_measure(const rp_cd_problem *q, const rp_cd_general *k, rp_cd_sums *sums);

#endif
