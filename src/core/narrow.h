/* The narrow phase: where two particles meet, by their two shapes. A pair of shapes is one row of a table, with one
 * function for each question; narrow.c lists the rows.
 *
 *   manifold   rigid bodies: the points at which they touch or may soon touch, each with its normal and gap
 *   overlap    soft bodies: how much of them lies in one another (core/overlap.h)
 *
 * A body is a particle where it stands. Its corners are turned as it is, about its centre: they are turned once a step
 * and read by all its pairs. Results are seen from the centre of a, so that they keep their digits far from the origin.
 *
 * Two round bodies have no row. Their contact is the line of the centres, and the methods keep a fast path for it. In
 * two dimensions a sphere meets others as its section does, a disc.
 */
#ifndef RP_CORE_NARROW_H
#define RP_CORE_NARROW_H

#include "core/overlap.h"
#include "core/shapes.h"

#define RP_NARROW_MAX 4 /* points of one pair, of any row */

typedef struct rp_body {
    const rp_shape_def *form; /* its corners turned; not owned */
    rp_vec x;                 /* centre, m */
} rp_body;

typedef struct rp_contact_point {
    rp_vec at;     /* from the centre of a, m; halfway between the surfaces, or on the round one */
    rp_vec normal; /* unit, from b to a */
    double gap;    /* m; negative: they overlap by so much */
    int feature;   /* the same number as long as the contact lasts; different ones at the points of a pair */
} rp_contact_point;

typedef struct rp_meeting {
    int count;
    rp_contact_point point[RP_NARROW_MAX];
} rp_meeting;

/* A flat convex piece of a wall, without thickness, met from both sides. */
typedef struct rp_plate {
    rp_vec corner[4]; /* from the centre of the body that meets it, m; counterclockwise about the normal */
    rp_vec normal;    /* unit */
    int corners;
} rp_plate;

typedef struct rp_narrow {
    const rp_shape *a, *b;
    int points; /* at most so many, up to RP_NARROW_MAX */
    /* The number of points, at least 1. Their order does not depend on which body is a. */
    int (*manifold)(const rp_body *a, const rp_body *b, rp_contact_point *point);
    /* 1: they overlap; the centroid is seen from the centre of a. Bodies that only touch do not. NULL: none yet. */
    int (*overlap)(const rp_body *a, const rp_body *b, rp_overlap *o);
} rp_narrow;

const rp_narrow *rp_narrow_list(int *count);
const rp_narrow *rp_narrow_find(const rp_shape *a, const rp_shape *b); /* NULL: none */

/* The most points at which two particles of a world may meet, by the rows of its shapes and of its round particles; 1
 * if all are round. */
int rp_narrow_points(const rp_shapes *shapes, int dimension);

/* By the row of the two shapes, which must have one. */
int rp_narrow_manifold(const rp_body *a, const rp_body *b, rp_contact_point point[RP_NARROW_MAX]);
int rp_narrow_overlap(const rp_body *a, const rp_body *b, rp_overlap *o);

/* A polyhedron, its corners and normals turned, and a plate: as of a row. 0: they stand farther apart than reach. */
int rp_narrow_plate(const rp_shape_def *form, const rp_plate *plate, double reach, rp_contact_point *point);

/* Functions of the rows; narrow_polyhedron.c, narrow_polygon.c. */
int rp_narrow_polyhedra(const rp_body *a, const rp_body *b, rp_contact_point *point);
int rp_narrow_polyhedron_sphere(const rp_body *a, const rp_body *b, rp_contact_point *point);
int rp_narrow_sphere_polyhedron(const rp_body *a, const rp_body *b, rp_contact_point *point);
int rp_narrow_polygons(const rp_body *a, const rp_body *b, rp_contact_point *point);
int rp_narrow_polygon_disc(const rp_body *a, const rp_body *b, rp_contact_point *point);
int rp_narrow_disc_polygon(const rp_body *a, const rp_body *b, rp_contact_point *point);
int rp_narrow_overlap_polygons(const rp_body *a, const rp_body *b, rp_overlap *o);
int rp_narrow_overlap_polygon_disc(const rp_body *a, const rp_body *b, rp_overlap *o);
int rp_narrow_overlap_disc_polygon(const rp_body *a, const rp_body *b, rp_overlap *o);

#endif
