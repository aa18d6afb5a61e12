/* Walls as segments (2D) or polygons (3D) that a viewer can show, as they stand now.
 *
 * Endless walls are cut to a box. Corners of a facet that belongs to a curved wall go round: two on one rim, then two
 * on the other, or one where that rim is a point.
 */
#ifndef RP_CORE_WALL_MESH_H
#define RP_CORE_WALL_MESH_H

#include "core/boundary.h"

enum { RP_WALL_MESH_ROUND = 128 }; /* corners of a circle */

typedef struct rp_wall_facet {
    int wall, face;
    size_t end;    /* 1 + index of its last point */
    rp_vec normal; /* to the particles; of a wall that ends, of one side */
    rp_vec middle; /* mean of its corners, m */
} rp_wall_facet;

typedef struct rp_wall_mesh {
    int dimension;
    int wall;            /* index of the wall whose facets come next */
    rp_vec lower, upper; /* the box */
    size_t points, facets, point_capacity, facet_capacity;
    double *point;        /* owned, points x 3 */
    rp_wall_facet *facet; /* owned */
    int failed;           /* memory ran out */
} rp_wall_mesh;

void rp_wall_mesh_add(rp_wall_mesh *m, int face, rp_vec normal, const rp_vec *corner, int count);
void rp_wall_mesh_free(rp_wall_mesh *m);

/* Two unit vectors across n; in two dimensions the second is z. */
void rp_wall_mesh_across(rp_vec n, int dimension, rp_vec *u, rp_vec *v);
rp_vec rp_wall_mesh_at(rp_vec x, double a, rp_vec u, double b, rp_vec v); /* x + a u + b v */
/* Corner n of a circle; u and v: unit vectors in its plane. */
rp_vec rp_wall_mesh_circle(rp_vec centre, double radius, double n, rp_vec u, rp_vec v);
/* Facets around an axis between two circles about `centre[0]` and `centre[1]`; in 2D the first circle alone. `out`:
 * part of the normal along the radius and along the axis. */
void rp_wall_mesh_round(rp_wall_mesh *m, const rp_vec centre[2], rp_vec axis, const double radius[2],
                        const double out[2]);

#endif
