/* What the rolling laws share: the rolling part of the relative spin, and the bound of the torque. For wide files.
 *
 * The torque acts against the components of omega_a - omega_b across the contact normal; turning about the normal (twisting) is
 * free. Its bound is (mu_r R_eff + length) N, N being the force that Coulomb's bound is taken of: mu_r is the pure number of DEM codes,
 * length is the coefficient of rolling friction as it is measured, M = mu_roll F^n [Poschel2008, below Eq. 55].
 */
#ifndef RP_LAWS_ROLLING_H
#define RP_LAWS_ROLLING_H

#include "laws/law.h"

enum { RP_ROLLING_FRICTION, RP_ROLLING_LENGTH, RP_ROLLING_SHARED }; /* parameters and constants that every rolling law begins with */

#define RP_ROLLING_PARAMS \
    {"friction", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL, "Coefficient of rolling friction relative to the effective radius."}, \
    {"length", RP_PARAM_NUMBER, "m", 0, INFINITY, NAN, NULL, "Coefficient of rolling friction as a length."}

static inline rp_status rp_rolling_prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    if (isnan(p[RP_ROLLING_FRICTION]) == isnan(p[RP_ROLLING_LENGTH])) {
        rp_status status = rp_error_set(err, RP_INPUT, "a rolling law needs one of friction and length");
        rp_error_key(err, "friction");
        rp_error_expected(err, "friction: a number >= 0");
        return status;
    }
    constant[RP_ROLLING_FRICTION] = isnan(p[RP_ROLLING_FRICTION]) ? 0 : p[RP_ROLLING_FRICTION];
    constant[RP_ROLLING_LENGTH] = isnan(p[RP_ROLLING_LENGTH]) ? 0 : p[RP_ROLLING_LENGTH];
    return RP_OK;
}

/* Replaces w by its part across the normal. */
static inline void rp_rolling_project(rp_block *b)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        double twist = b->wx[c] * b->ex[c] + b->wy[c] * b->ey[c] + b->wz[c] * b->ez[c];
        b->wx[c] -= twist * b->ex[c], b->wy[c] -= twist * b->ey[c], b->wz[c] -= twist * b->ez[c];
    }
}

/* The smallest moment of inertia that two solid bodies of these effective values can have against rolling. */
static inline double rp_rolling_inertia(double m_eff, double r_eff) { return 0.4 * m_eff * r_eff * r_eff; }

#endif
