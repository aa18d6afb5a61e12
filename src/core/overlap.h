/* Where two convex shapes overlap: area, centroid, and the contact line [Pena2009, Sec. 2, Fig. 1].
 *
 * The overlap of convex shapes is convex. Its boundary is in part a's, in part b's, and the points where it changes
 * from one to the other are the intersection points of the two boundaries. Summed over a's part, outward normal times
 * length gives N = dA/dx_a, the change of the area when a moves. With two intersection points N stands at right angles
 * to the line through them and is as long as their distance: the paper's contact line. The same N is taken where there
 * are more of them (a corner that comes out on the other side). Only a shape that lies within the other as a whole has
 * N = 0; the normal is then the direction of the centres.
 *
 * When a turns about a point, the area changes by M, the moment of those normals about it. N at any point of the line
 * where its moment is M says both: with two intersection points P and Q the line through the middle of the contact
 * line, since a side from p to q adds (|p|^2 - |q|^2)/2 to M, which leaves (|P|^2 - |Q|^2)/2 of the sum. The point of
 * that line nearest to the centroid is `push`. So a force along the normal in `push` is the gradient of a function of
 * A.
 *
 * Shapes that only touch do not overlap.
 */
#ifndef RP_CORE_OVERLAP_H
#define RP_CORE_OVERLAP_H

#include "base/vec.h"
#include "core/polygon.h"

typedef struct rp_overlap {
    double area;     /* m^2 */
    rp_vec centroid; /* of the overlap: the contact point, m */
    rp_vec push;     /* where N acts, m; the centroid where there is no N */
    rp_vec normal;   /* unit, from b to a */
    double line;     /* length of the contact line, |N|, m; 0: one lies within the other */
    double depth;  /* extent of the overlap along the normal, m; of a disc's: that of a shallow segment of this area and
                      line */
    int crossings; /* intersection points of the boundaries */
} rp_overlap;

/* 1: they overlap. All corners in one frame. */
int rp_overlap_polygons(const rp_point *a, int a_count, const rp_point *b, int b_count, rp_overlap *o);
/* a is the polygon, b the disc. */
int rp_overlap_disc(const rp_point *a, int a_count, rp_point centre, double radius, rp_overlap *o);

#endif
