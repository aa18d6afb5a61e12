/* Elastic constants of a pair of materials, for Hertz-type laws. */
#ifndef RP_LAWS_ELASTIC_H
#define RP_LAWS_ELASTIC_H

#include "laws/law.h"

/* 1/E* = (1 - nu_a^2)/Y_a + (1 - nu_b^2)/Y_b [Poschel2008, D of Eq. 15: 1/D = (4/3) E*]. `given` (NaN: not given) takes
 * its place. Refuses discs and missing constants by name. */
rp_status rp_elastic_modulus(const rp_law_input *in, double given, double *modulus, rp_error *err);

/* 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b, G = Y / (2 (1 + nu)) (Mindlin). */
rp_status rp_elastic_shear(const rp_law_input *in, double given, double *modulus, rp_error *err);

/* The dissipation constant A of a pair, s, from the two viscosities of the material [Poschel2008, Eq. 29]; the
 * constants of two unlike materials are weighted by their share of the deformation. */
rp_status rp_elastic_dissipation(const rp_law_input *in, double eta1, double eta2, double *A, rp_error *err);

#endif
