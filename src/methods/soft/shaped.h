/* Geometry of contacts of bodies of which at least one is not round. They have a segment of their own beside the pairs
 * of round particles, which pay nothing for it. core/narrow.h finds the overlap for every pair of shapes.
 *
 * Two such bodies touch once (their overlap is convex). With overlap area A, contact point at its centroid, normal e
 * across the contact line of length L (core/overlap.h) and l_c = r_a + r_b, r the radius of the disc of equal area, the
 * laws get xi = A / l_c. The force is
 *
 *   energy   (L / l_c) f(xi) along e, in the middle of the contact line. With f = dU/dxi it is the gradient of U(A /
 * l_c) by the positions and angles of both bodies: an elastic contact gives back what it took, to the order of the
 *            integrator. The linear law is F_n = k_n A L / l_c^2, of the paper's stiffness where L = l_c. Dashpots are
 *            scaled alike: a face has the restitution that the law has, a corner nearly.
 *   area     f(xi) along e, in the centroid: the linear law is F_n = k_n A / l_c - c g_n [Pena2009, Eqs. 2, 5; errata
 *            30, 31].
 *
 * and cundall-strack the spring of Eqs. 6 and 7. The velocity g is that of the contact point on a minus that on b
 * [Pena2009, Eq. 3].
 *
 * At a wall every corner, or other feature, behind it is a contact of its own [Pena2009, Eq. 1], with its depth for xi.
 *
 * Energy. The area force has no potential: its work depends on the path (a spring of area also turns bodies). The
 * budget therefore lists all work of that normal force between such bodies under dissipated_normal, what is given back
 * included, and stores none of it. Corners at a wall have the spring's energy, as discs have: their force is a gradient
 * under both names. A body that lies within another as a whole has no contact line; by its energy nothing pushes it. */
#ifndef RP_METHODS_SOFT_SHAPED_H
#define RP_METHODS_SOFT_SHAPED_H

#include "core/corners.h"
#include "methods/soft/shaped_pairs.h"

/* Normal of pair n where it overlaps now; 0: it does not, or both are round. */
int rp_soft_shaped_normal(const rp_world *world, const rp_corners *corners, size_t n, rp_vec *e);

rp_soft_shaped_find rp_soft_shaped_pair; /* at least one of the two is not round */
rp_soft_shaped_find rp_soft_shaped_wall; /* a corner, or other feature, at a wall */

#endif
