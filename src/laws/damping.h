/* Damping ratio zeta = c / (2 sqrt(k m_eff)) of the linear spring-dashpot and its coefficient of restitution.
 *
 * With tension the contact ends at xi = 0: eps = exp(-pi zeta / sqrt(1 - zeta^2)) [Pena2009, Eq. 8].
 * Without, it ends at zero force: eps = exp(-beta t_c) [Poschel2008, Eq. 13, corrected by errata 3], valid in all three
 * regimes: omega t_c = atan2(2 beta omega, beta^2 - omega^2), 2 omega / beta, or ln((beta + omega)/(beta - omega)).
 */
#ifndef RP_LAWS_DAMPING_H
#define RP_LAWS_DAMPING_H

#include "repose/status.h"

double rp_damping_restitution(double zeta, int tension); /* eps in [0, 1] */
double rp_damping_ratio(double eps, int tension);        /* its inverse, to rounding; INFINITY for eps = 0 */

/* A dashpot reaches every restitution in (0, 1]; anything else (NaN: not given, is fine) is refused. */
rp_status rp_damping_check(double eps, rp_error *err);

#endif
