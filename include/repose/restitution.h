/* From contact laws to coefficients of restitution, and back.
 *
 * An impact is the meeting of two bodies that touch at t = 0 with relative speed g_n along the normal and g_t across
 * it. Its normal direction is taken as fixed, as in [Poschel2008, Eqs. 7, 70]: the bodies are stiff and part before
 * they have turned. Then d(g_n)/dt = fn / m_eff,  d(g_t)/dt = ft / (alpha m_eff), and with ' for after the impact eps_n
 * = -g_n'/g_n, eps_t = g_t'/g_t [Poschel2008, Eqs. 6, 8].
 */
#ifndef REPOSE_RESTITUTION_H
#define REPOSE_RESTITUTION_H

#include "repose/export.h"
#include "repose/interaction.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

typedef struct rp_impact_pair {
    double m_eff; /* kg */
    double r_eff; /* m */
    double
        alpha; /* 1 / (1 + m_eff (r_a^2/I_a + r_b^2/I_b)) [Poschel2008, Eq. 70]: 2/7 for solid spheres, 1/3 for discs */
} rp_impact_pair;

/* Two solid spheres; b is a wall if r_b is INFINITY. */
RP_API rp_impact_pair rp_restitution_spheres(double r_a, double density_a, double r_b, double density_b);

/* Two bodies, solid or not, spheres or discs; b is a wall if its radius is INFINITY. */
RP_API rp_impact_pair rp_restitution_bodies(const rp_impact_body *a, const rp_impact_body *b);

typedef struct rp_impact {
    double speed, slip;  /* g_n > 0 and g_t >= 0 before the impact, m/s */
    double eps_n;        /* 0 if they stick */
    double eps_t;        /* NaN without slip, or if they stick */
    double contact_time; /* s; INFINITY if they stick */
    double max_overlap;  /* m */
    double max_force;    /* normal, N */
    int sticks;          /* 1: they do not part */
    int switches;        /* between sticking and sliding friction */
} rp_impact;

/* One impact, by integration to a relative accuracy of 1e-10. */
RP_API rp_status rp_restitution_impact(const rp_interaction *laws, const rp_impact_pair *pair, double speed,
                                       double slip, rp_impact *impact, rp_error *err);

/* The speed below which head-on impacts stick, m/s; 0 if none does, INFINITY if all up to 1e6 m/s do. */
RP_API rp_status rp_restitution_sticking_speed(const rp_interaction *laws, const rp_impact_pair *pair, double *speed,
                                               rp_error *err);

/* All combinations: impact[i + j * speeds] at speed[i], slip[j]. On several threads; the same numbers on any. */
RP_API rp_status rp_restitution_table(const rp_interaction *laws, const rp_impact_pair *pair, const double *speed,
                                      int speeds, const double *slip, int slips, rp_impact *impact, rp_error *err);

/* Friction that slides all the time [Poschel2008, Eq. 74, errata 19]. */
RP_API double rp_restitution_coulomb(double mu, double alpha, double eps_n, double speed, double slip);

/* Restitution from rolling friction at linear speed V: 1 - eps_n of two equal spheres at that speed [Poschel2008, Eq.
 * 55, errata 12]; rolling is the coefficient as a length, m. */
RP_API double rp_restitution_from_rolling(double rolling, double speed, double young, double poisson, double radius,
                                          double density);

/* The other way round: the coefficient of rolling friction at linear speed V, m, of spheres of which two have this
 * restitution at that speed. */
RP_API double rp_restitution_to_rolling(double eps, double speed, double young, double poisson, double radius,
                                        double density);

/* Which value of a parameter of the normal law ("damping", "dissipation", ...) gives eps_n = eps at this speed: the
 * others as in laws. RP_INPUT if there is none. */
RP_API rp_status rp_restitution_inverse(const rp_interaction *laws, const rp_impact_pair *pair, const char *parameter,
                                        double eps, double speed, double *value, rp_error *err);

RP_END_DECLARATIONS

#endif
