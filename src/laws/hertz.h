/* What the Hertz-type normal laws share: the elastic force and the end of the evaluation. For wide files. */
#ifndef RP_LAWS_HERTZ_H
#define RP_LAWS_HERTZ_H

#include <math.h>
#include "laws/law.h"
#include "repose/viscous.h"

enum { RP_HERTZ_MODULUS, RP_HERTZ_OTHER }; /* constants of these laws: E* first, then their own */

/* fn = rho xi^(3/2), rho = (4/3) E* sqrt(R_eff) [Poschel2008, Eq. 15], kn = dfn/dxi = 2 E* a, contact radius a. */
static inline void rp_hertz_spring(rp_block *b, double modulus)
{
    const double e = 4.0 / 3.0 * modulus;
    for (int c = 0; c < RP_BLOCK; c++) {
        double xi = b->xi[c] > 0 ? b->xi[c] : 0;
        double a = sqrt(b->r_eff[c] * xi);
        b->fn[c] = e * a * xi;
        b->kn[c] = 1.5 * e * a;
        b->radius[c] = a;
    }
}

/* Before the dashpot. */
static inline void rp_hertz_energy(rp_block *b)
{
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++) b->energy[c] += 0.4 * b->fn[c] * b->xi[c];
}

/* Without tension the force is cut at 0. */
static inline double rp_hertz_floor(int tension) { return tension ? -INFINITY : 0; }

/* Adds the dashpot to the elastic force in fn of contact c. */
static inline __attribute__((always_inline)) void rp_hertz_dashpot(rp_block *b, int c, double cn, double floor_force,
                                                                   double step)
{
    double spring = b->fn[c];
    double total = spring - cn * b->gn[c];
    double fn = total > floor_force ? total : floor_force;
    b->cn[c] = cn;
    b->fn[c] = fn;
    b->normal_loss[c] = (spring - fn) * b->gn[c] * step;
    b->bound[c] = fn > 0 ? fn : -fn;
}

/* kn / a of every law that gives a contact radius, N/m^2. */
static inline double rp_hertz_stiffness_per_radius(const double *constant) { return 2 * constant[RP_HERTZ_MODULUS]; }

static inline double rp_hertz_stiffness(double modulus, double r_eff) { return 4.0 / 3.0 * modulus * sqrt(r_eff); }

/* Undamped collision [Poschel2008, Eq. 35 and below Eq. 57]. */
static inline double rp_hertz_contact_time(const double *constant, double m_eff, double r_eff, double v)
{
    return RP_VISCOUS_DURATION * pow(m_eff / rp_hertz_stiffness(constant[RP_HERTZ_MODULUS], r_eff), 0.4) * pow(v, -0.2);
}

static inline double rp_hertz_max_overlap(const double *constant, double m_eff, double r_eff, double v)
{
    return pow(1.25 * m_eff / rp_hertz_stiffness(constant[RP_HERTZ_MODULUS], r_eff) * v * v, 0.4);
}

#endif
