/* Spurious elasticity: an iteration that stops after N sweeps carries a push only so far, and rigid particles answer
 * like soft ones beyond.
 *
 * [UngerKertesz2003, Eqs. 43-47, 54-63, 67, 68] for a chain; in two and three dimensions the lengths hold up to factors
 * of order 1. q is 0.797 for a new random order in each sweep (Eq. 46), 1 for a fixed or coloured one (errata 27). With
 * momentum a push travels in proportion to N: our beds of 10 to 160 layers were carried after 3.3 to 4.3 sweeps a
 * layer, and the chain's formulas do not apply.
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_ELASTICITY_H
#define RP_METHODS_CONTACT_DYNAMICS_ELASTICITY_H

#include "methods/contact_dynamics/options.h"

typedef struct rp_cd_elasticity {
    double diffusion_length; /* l_diff, how far a push gets in a step, m (Eqs. 47, 63) */
    double sound;            /* c, m/s (Eq. 57) */
    double stiffness;        /* kappa of a contact, N/m (Eq. 67) */
    double damping;          /* gamma of a contact, kg/s (Eq. 68) */
    double wave_number;      /* k_c: waves with a larger one are overdamped, 1/m (Eq. 59) */
    double wave_length;      /* lambda_c, m (Eq. 62) */
    double sweeps;           /* that would carry a push through `length` */
} rp_cd_elasticity;

/* For so many sweeps a step, particles of this mass and diameter, and a cluster of contacts of this length; sound ...
 * wave_length are NaN with momentum. */
rp_cd_elasticity rp_cd_elasticity_of(const rp_cd_options *options, double sweeps, double dt, double mass,
                                     double diameter, double length);

/* Longest edge of the box around the largest cluster of particles that contacts hold together, m; of all particles
 * while there are no contacts. NaN: not enough memory. */
double rp_cd_elasticity_cluster(const rp_world *world);

/* Mean mass (kg) and diameter (m) of the particles that move. */
void rp_cd_elasticity_particle(const rp_world *world, double *mass, double *diameter);

#endif
