/* The stress-controlled test of two discs [Pena2009, Sect. 3, Fig. 4], as a scene: disc i is held, disc j touches it at
 * 45 degrees and is pressed by a constant force along x; it relaxes by the dashpots. The model behind the paper's
 * numbers (errata 38): j moves along x only, with or without rotation, or turns only; m_r = m/2 in eps_n and t_c
 * although i is held; nu_t/nu_n = k_t/k_n unless eps_t says otherwise; the dashpot may pull (errata 60). Discs of
 * diameter 1 m and density 1 (errata 32). */
#ifndef RP_PAPERS_RELAX_H
#define RP_PAPERS_RELAX_H

#include "repose/status.h"

typedef enum rp_relax_freedom { RP_RELAX_BOTH, RP_RELAX_TRANSLATION, RP_RELAX_ROTATION } rp_relax_freedom;

typedef struct rp_relax {
    double stiffness;       /* k_n, N/m */
    double friction;        /* mu */
    double stiffness_ratio; /* k_t / k_n */
    double eps_t;           /* 0: nu_t / nu_n = k_t / k_n */
    rp_relax_freedom freedom;
    const char *integrator, *elongation;
    double step; /* dt / t_c */
} rp_relax;

#define RP_RELAX_EPS_N 0.9875
rp_relax rp_relax_default(void); /* k_n = 4e8, mu = 500, k_t/k_n = 1/3, both, gear-5, velocity, 1e-3 */

double rp_relax_contact_time(const rp_relax *r);                    /* Eq. 10, s */
double rp_relax_damping(const rp_relax *r, double *tangential);     /* nu_n and nu_t, kg/s */
double rp_relax_dashpot(double stiffness, double mass, double eps); /* nu of Eq. 8 with m_r = mass / 2, kg/s */
double rp_relax_exact(const rp_relax *r); /* t_R / t_c of the linear model that sticks, of its slowest mode */
/* The same of springs by velocity in steps of r->step: the spring acts as a dashpot of k_t dt / 2 more (errata 38). */
double rp_relax_stepped(const rp_relax *r);

/* t_R / t_c from the velocities between `from` and `until` (in t_c): two steps of the recurrence of a damped
 * oscillation, by least squares. */
rp_status rp_relax_time(const rp_relax *r, double from, double until, double *relaxation, rp_error *err);

/* The same of a scene as text whose second particle moves along x. */
rp_status rp_relax_scene_time(const char *text, double step, double from, double until, double *relaxation,
                              rp_error *err);

/* Kinetic energy at its peaks, in units of the first; returns their number in *count. */
rp_status rp_relax_peaks(const rp_relax *r, double until, double *time, double *energy, int room, int *count,
                         rp_error *err);

#endif
