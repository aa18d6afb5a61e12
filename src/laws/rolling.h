/* What the rolling laws share: the rolling part of the relative spin, and the bound of the torque. For wide files.
 *
 * The torque acts against the components of omega_a - omega_b across the contact normal. Turning about the normal
 * (twisting) has its own torque of constant size, bound mu_twist R_eff N, and is free where mu_twist = 0. The bound of
 * rolling is (mu_r R_eff + length) N, N being the force that Coulomb's bound is taken of: mu_r is the pure number of
 * DEM codes, length is the coefficient of rolling friction as it is measured, M = mu_roll F^n [Poschel2008, below Eq.
 * 55].
 */
#ifndef RP_LAWS_ROLLING_H
#define RP_LAWS_ROLLING_H

#include <math.h>
#include <string.h>
#include "laws/law.h"

enum {
    RP_ROLLING_FRICTION,
    RP_ROLLING_LENGTH,
    RP_ROLLING_TWISTING,
    RP_ROLLING_SHARED
}; /* parameters and constants that every rolling law begins with */

/* First-order loss of viscoelastic impacts, 1 - eps = this times (3/2) A (rho/m_eff)^(2/5) g^(1/5) [Poschel2008, Eq.
 * 36]. */
#define RP_ROLLING_LOSS 1.1534488580952888

/* Whether the law bounds the torque by the shared constants, as the laws of rigid rolling do. */
static inline int rp_rolling_bounded(const rp_law *law)
{
    return law->param_count >= RP_ROLLING_SHARED && strcmp(law->param[RP_ROLLING_FRICTION].name, "friction") == 0
           && strcmp(law->param[RP_ROLLING_LENGTH].name, "length") == 0;
}

#define RP_ROLLING_PARAMS                                                                                              \
    {"friction", RP_PARAM_NUMBER,                                                                                      \
     "1",        0,                                                                                                    \
     INFINITY,   NAN,                                                                                                  \
     NULL,       "Coefficient of rolling friction relative to the effective radius."},                                 \
        {"length", RP_PARAM_NUMBER, "m", 0, INFINITY, NAN, NULL, "Coefficient of rolling friction as a length."},      \
    {                                                                                                                  \
        "twisting", RP_PARAM_NUMBER, "1", 0, INFINITY, 0, NULL,                                                        \
            "Coefficient of torsional friction, against turning about the normal, relative to the effective radius."   \
    }

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
    constant[RP_ROLLING_TWISTING] = p[RP_ROLLING_TWISTING];
    return RP_OK;
}

/* Replaces w by its part across the normal; twist gets the part along it. */
static inline void rp_rolling_project(rp_block *b, double *twist)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        twist[c] = b->wx[c] * b->ex[c] + b->wy[c] * b->ey[c] + b->wz[c] * b->ez[c];
        b->wx[c] -= twist[c] * b->ex[c];
        b->wy[c] -= twist[c] * b->ey[c];
        b->wz[c] -= twist[c] * b->ez[c];
    }
}

/* The smallest moment of inertia that two solid bodies of these effective values can have against rolling. */
static inline double rp_rolling_inertia(double m_eff, double r_eff) { return 0.4 * m_eff * r_eff * r_eff; }

/* Adds the torque against twisting to what the law made. Twisting that a step would turn round is halved instead, as in
 * constant-torque. */
static inline void rp_rolling_twist(rp_block *b, const double *twist, const double *constant, double dt)
{
    const double friction = constant[RP_ROLLING_TWISTING], rate = dt != 0 ? 1 / (2 * fabs(dt)) : 1e200;
    if (friction == 0) return;
    for (int c = 0; c < RP_BLOCK; c++) {
        double size = fabs(twist[c]), limit = friction * b->r_eff[c] * b->bound[c],
               soft = rate * rp_rolling_inertia(b->m_eff[c], b->r_eff[c]);
        int full = soft * size > limit;
        double scale = (full ? limit : soft) / (full ? size : 1.0), torque = -scale * twist[c];
        b->mx[c] += torque * b->ex[c];
        b->my[c] += torque * b->ey[c];
        b->mz[c] += torque * b->ez[c];
        b->rolling_loss[c] += scale * size * size * fabs(dt);
    }
}

#endif
