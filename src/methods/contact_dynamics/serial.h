/* One ordinary contact after another: as in the paper, and the reference that the wide loops of sweep.c are tested
 * against. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_SERIAL_H
#define RP_METHODS_CONTACT_DYNAMICS_SERIAL_H

#include "methods/contact_dynamics/problem.h"

/* Contact n is lane n % RP_CD_LANES of batch n / RP_CD_LANES. As rp_cd_sweep_batches for one contact, to the same bits.
 */
void rp_cd_serial_update(rp_cd_problem *q, size_t n, int momentum, double beta, rp_cd_sums *sums);
void rp_cd_serial_apply(rp_cd_problem *q, size_t n);

#endif
