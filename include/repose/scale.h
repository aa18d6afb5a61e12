/* The dynamically equivalent laboratory system of viscoelastic particles under the same gravity [Poschel2008,
 * section 2.3.6, Eqs. 57-64]: lengths shrink by a factor, times by its root, and the material must have Y/(phi (1 -
 * nu^2)) times the factor and A times its root. */
#ifndef REPOSE_SCALE_H
#define REPOSE_SCALE_H

#include "repose/export.h"

RP_BEGIN_DECLARATIONS

typedef struct rp_scaled {
    double length, time, speed, force; /* factors; force for the same density */
    double stiffness;                  /* Y / (phi (1 - nu^2)) that the scaled material needs, m^2/s^2 */
    double young;                      /* Y of it for the original's density and Poisson ratio, Pa */
    double dissipation;                /* A of it, s */
} rp_scaled;

RP_API rp_scaled rp_scale_viscoelastic(double young, double poisson, double density, double dissipation, double factor);

/* Y / (phi (1 - nu^2)) of a material, m^2/s^2. */
RP_API double rp_scale_stiffness(double young, double poisson, double density);

RP_END_DECLARATIONS

#endif
