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
 * Polyhedra have a volume V in common (core/solid.h), with N = dV/dx of a and the contact curve. l is the edge of the
 * cube of equal volume, a_c = ((l_a + l_b) / 2)^2, at walls l_a^2. The laws get xi = V / a_c, and the force is (|N| /
 * a_c) f(xi) along -N at the axis of N's screw, with its torque: the gradient of U(V / a_c) by the positions and
 * attitudes of both. Two equal cubes, face on face, have the force that the law has at their depth. The normal dashpot
 * is spread over the area of the contact, so that faces come to rest on one another. At flat walls the partner is
 * the half-space behind the face, at a rectangle and at the triangles of a mesh the prism behind each of them, whose
 * volumes are added: a floor is the same however it is cut. In a cylinder every corner is a contact of its own, as a
 * polygon's is. A ball meets
 * a polyhedron by its depth, as it meets a wall: also a gradient, since the normal is that of the distance.
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

/* Of the disc of equal area, or the ball of equal volume, m. */
double rp_soft_shaped_radius(const rp_world *world, uint32_t slot);
#define RP_SOFT_BALL_SIDE 1.6119919540164696 /* (4 pi / 3)^(1/3): of the cube with the volume of a ball of radius 1 */
/* Edge of the cube of equal volume, m. */
double rp_soft_shaped_side(const rp_world *world, uint32_t slot);

rp_soft_shaped_find rp_soft_shaped_pair; /* at least one of the two is not round */
rp_soft_shaped_find rp_soft_shaped_wall; /* a corner, or other feature, at a wall */
/* The same of polyhedra; shaped_solid.c. */
rp_soft_shaped_find rp_soft_shaped_solid;
rp_soft_shaped_find rp_soft_shaped_solid_wall;
/* With a mesh, whose triangles near it are wall pairs [first, end). They are one contact; *most is the pair of that
 * triangle which has the largest share. */
int rp_soft_shaped_solid_mesh(const rp_soft_step *s, size_t first, size_t end, rp_soft_shaped_contact *contact,
                              size_t *most);
/* Refuses what polyhedra cannot meet. */
rp_status rp_soft_shaped_solid_check(const rp_world *world, rp_error *err);

#endif
