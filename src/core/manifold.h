/* Where two rigid convex shapes meet, touching or nearly: one normal, one or two points with the gap at each.
 *
 * Polygons. Of all sides of both the one is taken from which the other polygon is farthest away (or least deep in). The
 * other's side that faces it, as far as it lies over it, gives the points: its two ends, each with its own gap. So a
 * face on a face is two points, and a corner on a face is one point and a second one with a larger gap, which may close
 * within a step, too. Where they stand apart past the ends of these sides there is one point, between the nearest two
 * of their boundaries. A straight line between two corners counts as a polygon, too, with two sides back to back.
 */
#ifndef RP_CORE_MANIFOLD_H
#define RP_CORE_MANIFOLD_H

#include "core/polygon.h"

typedef struct rp_manifold {
    int count;
    rp_point e;        /* unit normal, from b to a */
    rp_point point[2]; /* m; halfway between the surfaces; their order does not depend on which body is a */
    double gap[2];     /* m; negative: they overlap by so much */
    int feature[2];    /* whose corner it is: a's, or a's number of corners + b's; 0 for a disc */
} rp_manifold;

/* All corners in one frame. */
void rp_manifold_polygons(const rp_point *a, int a_count, const rp_point *b, int b_count, rp_manifold *m);
/* a is the polygon, b the disc; the point is on the disc. */
void rp_manifold_disc(const rp_point *a, int a_count, rp_point centre, double radius, rp_manifold *m);

#endif
