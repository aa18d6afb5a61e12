/* Convex polyhedra as bodies that overlap: volume, centroid, and the contact curve.
 *
 * What a convex polyhedron a shares with another one, with the half-space behind a wall or with the prism behind a
 * triangle is convex: a, cut by one plane after the other. Its surface is in part a's, in part b's. The curve where
 * they meet, once around a's part, is the contact curve. Two integrals along it say how the volume V changes
 * (x from any fixed point, n the outward normal of a, dx along the curve, a's part on its left):
 *
 *   N = integral of n dA over a's part = dV/dx_a = 1/2 closed integral of x cross dx
 *   M = integral of x cross n dA = dV by a rotation of a = - closed integral of |x|^2/2 dx
 *
 * both by Stokes' theorem, in closed form for straight pieces. A force -U'(V) N on a with the torque -U'(V) M, and the
 * opposite ones on b, are therefore the exact gradient of the energy U(V) by all positions and attitudes. The contact
 * curve of a face is flat, and N at one point says both. In general it is not, and there is a torque along N besides:
 * `push` is the point of the axis of this screw that is nearest to the centroid, and `twist` the torque along the
 * normal over the force.
 *
 * A polyhedron is a list of edges, each with the two faces that it separates. A cut keeps, shortens or drops each edge
 * by where its two ends lie, which is decided once a corner; the faces that lose edges are closed by new ones, and
 * these are the edges of the new face. So the surface stays closed whatever rounding does: thin, parallel or common
 * faces need no decision. There is no allocation.
 *
 * Bodies that only touch do not overlap. A body within another as a whole has no contact curve, and a rod that
 * goes right through a slab has N = 0 by its two curves: the normal is then the direction of the centres, the area 0.
 */
#ifndef RP_CORE_SOLID_H
#define RP_CORE_SOLID_H

#include "core/hull.h"

typedef struct rp_solid_plane {
    rp_vec normal;   /* unit, outward */
    double distance; /* the body is where normal . x <= distance, m */
} rp_solid_plane;

/* A body where it stands, about its centre; nothing is owned. */
typedef struct rp_solid {
    const rp_hull *hull;
    const rp_vec *corner; /* m */
    const rp_vec *normal; /* of its faces: unit, outward */
    double radius;        /* of a sphere about the centre that encloses it, m */
} rp_solid;

typedef struct rp_solid_overlap {
    double volume;    /* m^3 */
    rp_vec centroid;  /* of the overlap, from the centre of a, m */
    rp_vec push;      /* where N acts, from the centre of a, m; the centroid where there is no N */
    rp_vec normal;    /* unit, from b to a: against N */
    double area;      /* |N|, m^2; 0: one lies within the other */
    double twist;     /* torque on a along the normal over the force, m */
    double depth;     /* extent of the overlap along the normal, at planes along `way`, m */
    rp_vec seen;      /* unit: the direction that the next three are seen along */
    double flat;      /* area within the contact curve, m^2; */
    rp_vec middle;    /* its centroid, from the centre of a, m; */
    rp_vec spread[3]; /* mean of r_i r_j over it, r from there: m^2, by rows */
} rp_solid_overlap;

/* branch: x_a - x_b. 1: they overlap. With a and b exchanged the normal has the other sign, and all else the same bits
 * (points: but for the rounding of the branch). */
int rp_solid_overlap_pair(const rp_solid *a, const rp_solid *b, rp_vec branch, rp_solid_overlap *o);
/* b: where all planes have x behind them, planes seen from the centre of a; at most RP_HULL_FACES_MAX of them. `way`:
 * the direction that `flat` is seen along, and the normal where there is no contact curve. */
int rp_solid_overlap_planes(const rp_solid *a, const rp_solid_plane *plane, int planes, rp_vec way,
                            rp_solid_overlap *o);
/* Two overlaps of the same body, with partners that have no point in common, become one. */
void rp_solid_overlap_join(rp_solid_overlap *sum, const rp_solid_overlap *o);

#endif
