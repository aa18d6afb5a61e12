/* How well kinds of particles are mixed: Lacey's index [Lacey1954], for any number of kinds.
 *
 * Kinds are the groups whose particles move freely. Cells are cubes (squares) of six mean radii from the origin on,
 * some thirty spheres where they are dense. With n_c particles in cell c, a share p_ck of which is of kind k,
 *
 *     s^2 = sum_c n_c sum_k (p_ck - p_k)^2 / N,   M = (s0^2 - s^2) / (s0^2 - sr^2)
 *
 * s0^2 = sum_k p_k (1 - p_k) is that of kinds which share no cell, sr^2 = s0^2 (C - 1)/(N - 1) the mean over all ways
 * to put the kinds on the places, C: cells with particles. So M is 0 for kinds apart and 1 on average for a random
 * mixture; a regular one has a little more. With one kind or one cell nothing is apart: M = 1. */
#ifndef RP_MEASURE_MIXING_H
#define RP_MEASURE_MIXING_H

#include "core/world.h"

double rp_mixing_lacey(const rp_world *world); /* NaN: not enough memory */

#endif
