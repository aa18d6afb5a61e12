/* Coefficient of restitution of viscoelastic spheres: a function of B = beta v^(1/5) alone [Poschel2008, Eqs. 31-33,
 * 44], beta = (3/2) A (rho / m_eff)^(2/5),  rho = (4/3) E* sqrt(R_eff). In scaled variables x'' + B sqrt(x) x' +
 * x^(3/2) = 0, x(0) = 0, x'(0) = 1; the collision ends at zero force, or at x = 0 if tension is allowed.
 */
#ifndef REPOSE_VISCOUS_H
#define REPOSE_VISCOUS_H

#include "repose/export.h"

RP_BEGIN_DECLARATIONS

/* Duration of a collision without damping, in units of (m_eff / rho)^(2/5) v^(-1/5) [Poschel2008, Eq. 35]. */
#define RP_VISCOUS_DURATION 3.2180654597190431

/* eps in [0, 1], to 1e-12. tension: 1 if the force may pull while the spheres overlap. */
RP_API double rp_viscous_restitution(double B, int tension);
/* Its inverse: B; INFINITY for eps <= 0. */
RP_API double rp_viscous_ratio(double eps, int tension);

/* The highest power of B^(1/2) in the series. */
#define RP_VISCOUS_SERIES_ORDER 20
/* The series in powers of B^(1/2) without tension [Poschel2008, Eq. 44 from k = 1, errata 7], up to B^(order / 2);
 * order at most RP_VISCOUS_SERIES_ORDER. Order 5 is what is printed: to 1e-3 for B < 0.115; order 20: to 1e-3 for B <
 * 0.75. */
RP_API double rp_viscous_series(double B, int order);

RP_END_DECLARATIONS

#endif
