/* Two spheres, one above the other, fall on a floor [Poschel2008, section 3.3, Fig. 8], for figures 9a and 9b. */
#ifndef RP_PAPERS_FALL_H
#define RP_PAPERS_FALL_H

#include "figure.h"

typedef struct rp_fall {
    double ratio; /* R1/R2; the lower sphere is the large one, R1 */
    double eps;   /* specified for both contacts */
    double gap;   /* dh, m */
    /* found */
    double speed;   /* of the upper sphere after its last contact with the lower one, m/s */
    int contacts;   /* between the spheres */
    double eps_eff; /* what restitution would give that speed, were all collisions instantaneous; NaN: none does */
} rp_fall;

/* What is not given in the paper: R2, density, stiffness, height of fall. */
#define RP_FALL_R2 0.01
#define RP_FALL_DENSITY 2500.0
#define RP_FALL_STIFFNESS 1e8
#define RP_FALL_HEIGHT 0.1
#define RP_FALL_GRAVITY 9.81

double rp_fall_contact_time(double ratio);          /* of the lower sphere with the floor, s */
double rp_fall_impact(void);                        /* |v10|, m/s */
double rp_fall_event(const rp_fall *f, double eps); /* speed of the upper sphere by Eq. 82, with errata 22 */
rp_status rp_fall_soft(rp_fall *f, rp_error *err);  /* by the soft method, linear spring-dashpot */
void rp_fall_integrate(rp_fall *f, int steps); /* contacts by Eq. 83, Runge and Kutta's steps, so many a contact of two
                                                  small spheres */
rp_status rp_fall_driven(const rp_fall *f, double *speed, rp_error *err); /* by the event-driven method */

#endif
