/* The shear cell of [Pena2009, Sect. 3, Fig. 2]: 256 polygons between two layers that move against each other at a
 * fixed height, periodic along x. k_n = 400 N/m, eps_n = 0.9875, k_t/k_n = nu_t/nu_n = 1/3; the contact time is that of
 * errata 32, 0.0984 s.
 *
 * The paper does not give its sample. Here it is a Voronoi tiling of 16 x 18 cells of mean size 1 m and density 1, the
 * top and bottom rows driven. The cells touch without force until the layers move or the sample is pressed. */
#ifndef RP_PAPERS_STONES_H
#define RP_PAPERS_STONES_H

#include "trial.h"

#define RP_STONES_CONTACT_TIME 0.0984                          /* s */
#define RP_STONES_COARSE (13.0 / 500 * RP_STONES_CONTACT_TIME) /* the paper's longer step, s; the other is a fifth */
#define RP_STONES_SPEED 1e-4                                   /* of each layer: 1.25e-5 1/s over 16 m */

/* Without friction; mu = 0.5 and springs by velocity (Eq. 7); mu = 0.5 and springs by displacements (Eqs. 14, 15). */
typedef enum rp_stones_kind { RP_STONES_SMOOTH, RP_STONES_ROUGH, RP_STONES_GEOMETRIC, RP_STONES_KINDS } rp_stones_kind;

rp_status rp_stones_open(rp_stones_kind kind, unsigned seed, double dt, rp_sim **sim, rp_error *err); /* at rest */
rp_status rp_stones_shear(rp_sim *sim, double speed, rp_error *err); /* from now on; the start is impulsive */
/* Presses the upper layer down by this part of the height and takes the motion away. */
rp_status rp_stones_press(rp_sim *sim, double strain, rp_error *err);
/* Gives every free polygon a velocity of its own, each component within +- speed. */
rp_status rp_stones_shake(rp_sim *sim, double speed, unsigned seed, rp_error *err);
/* Eq. 11, and what the tangential springs hold (the normal force by area has no potential); J. */
rp_status rp_stones_energy(rp_sim *sim, double *kinetic, double *stored, rp_error *err);

#endif
