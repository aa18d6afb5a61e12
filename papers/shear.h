/* Plane shear of discs between rough walls under a constant pressure, periodic along the flow, by either method that
 * takes steps.
 *
 * Units: mean diameter 1, a disc of diameter 1 has mass 1, the pressure is 1, so the inertial number is about the shear
 * rate, speed / 15. The floor moves, the lid is free to rise and sink. Radii are uniform between 0.4 and 0.6. Friction
 * 0.5, restitution 0.1 in the soft method. */
#ifndef RP_PAPERS_SHEAR_H
#define RP_PAPERS_SHEAR_H

#include "trial.h"

#define RP_SHEAR_DISCS 200
#define RP_SHEAR_WIDTH 14.4            /* 12 discs of the walls, 1.2 apart */
#define RP_SHEAR_STIFFNESS 1.0e4       /* soft: overlaps of about 1e-4 */
enum { RP_SHEAR_FLOOR, RP_SHEAR_LID }; /* walls */

#define RP_SHEAR_RESTITUTION 0.1

/* Contact dynamics with these options (the text of a mapping), step dt; the floor moves at `speed`. Opened and sheared
 * by half a strain: a steady flow. */
rp_status rp_shear_rigid(rp_sim **sim, double speed, double dt, double restitution, const char *options, unsigned seed,
                         rp_error *err);
rp_status rp_shear_soft(rp_sim **sim, double speed, unsigned seed, rp_error *err);
rp_status rp_shear_on(rp_sim *sim, double time, rp_error *err); /* whole steps of so much time */
int rp_shear_bulk(const rp_sim *sim, uint32_t id);              /* 1: a disc of the flow, not of a wall */
double rp_shear_gap(const rp_sim *sim);                         /* between the walls */

#endif
