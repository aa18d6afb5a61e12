/* The convex hull of points in space: faces, edges, what it weighs.
 *
 * A hull has up to RP_CORNERS_MAX corners. It is found by trying: three points whose plane has all others on one side
 * span a face, and all points in that plane are its corners. So faces with many corners are found as such, the result
 * does not depend on rounding of one construction step after another, and it is the same on every machine. Faces are in
 * the order of their first three corners, each begins at its lowest one and runs counterclockwise seen from outside.
 *
 * Which corners make which faces does not change as a body is turned or scaled: one rp_hull serves all particles of a
 * shape, each with its own corners.
 */
#ifndef RP_CORE_HULL_H
#define RP_CORE_HULL_H

#include <stddef.h>
#include <stdint.h>
#include "base/vec.h"
#include "core/polygon.h"

/* Euler: with n corners at most 2 n - 4 faces and 3 n - 6 edges, two links each. */
#define RP_HULL_FACES_MAX (2 * RP_CORNERS_MAX - 4)
#define RP_HULL_EDGES_MAX (3 * RP_CORNERS_MAX - 6)
#define RP_HULL_LINKS_MAX (2 * RP_HULL_EDGES_MAX)

typedef struct rp_hull_edge {
    uint8_t from, to;    /* corners, from < to */
    uint8_t left, right; /* faces: left runs along it from `from` to `to`, right against it */
} rp_hull_edge;

typedef struct rp_hull {
    int corners, faces, edges;
    uint16_t start[RP_HULL_FACES_MAX + 1]; /* face k has corner[start[k]] to corner[start[k + 1] - 1] */
    uint8_t corner[RP_HULL_LINKS_MAX];
    rp_hull_edge edge[RP_HULL_EDGES_MAX];
    rp_vec normal[RP_HULL_FACES_MAX]; /* unit, outward, of the corners that it was found from */
} rp_hull;

typedef enum rp_hull_fault {
    RP_HULL_GOOD,
    RP_HULL_FLAT,   /* all points lie in one plane, or nearly */
    RP_HULL_INSIDE, /* a point is no corner: `which` */
    RP_HULL_SLIM    /* points that nearly meet, or faces so slim that they cannot be distinguished */
} rp_hull_fault;

/* Of 4 to RP_CORNERS_MAX points, rows of three numbers, of which every one must be a corner. */
rp_hull_fault rp_hull_make(const double *point, int count, rp_hull *hull, int *which);
/* Corners of the hull of any points: rows of three numbers, at most RP_CORNERS_MAX of them, in the order in which they
 * came. Points nearer than `merge` of the size to one another count as one. Returns their number; -1: more, 0: flat. */
int rp_hull_corners(const double *point, size_t count, double merge, double *corner);

/* Integrals over the solid whose corners these are, m^3 and so on. */
typedef struct rp_hull_moments {
    double volume;
    rp_vec centroid;
    double second[3][3]; /* of x_i x_j, about the centroid, m^5 */
} rp_hull_moments;
rp_hull_moments rp_hull_integrate(const rp_hull *hull, const double *corner);

/* Normal and distance from the origin of face k with these corners. */
rp_vec rp_hull_plane(const rp_hull *hull, const double *corner, int k, double *distance);

static inline int rp_hull_sides(const rp_hull *h, int k) { return h->start[k + 1] - h->start[k]; }
static inline rp_vec rp_hull_at(const double *corner, int k)
{
    return rp_vec_make(corner[3 * k], corner[3 * k + 1], corner[3 * k + 2]);
}

#endif
