/* What a shape of wall is: one constant table, in a file of its own (core/wall_plane.c, core/wall_box.c, ...), named in
 * one list (core/wall_shapes.c).
 *
 * A shape reads its keys, says how far a point is from it, and draws itself. That is enough for all methods: soft
 * contacts and contact dynamics take `distance`, event-driven flights are followed by it (core/first.h). What else a
 * table holds is faster, exact, or about polygons.
 *
 * A wall that ends (segment, rectangle, disc, cone) is met from both sides, and beyond its edges by the nearest point
 * of it. Its distance is that from the nearest point, which makes face, edge and corner one case, with a normal that
 * turns smoothly as a particle rolls over.
 *
 * `distance`, `flat` and `meet` work in the frame of the wall, where it stands as it did at the start.
 */
#ifndef RP_CORE_WALL_SHAPE_H
#define RP_CORE_WALL_SHAPE_H

#include "core/boundary.h"
#include "core/first.h"
#include "core/manifold.h"
#include "core/wall_mesh.h"
#include "input/read.h"

enum { RP_WALL_2D = 1, RP_WALL_3D = 2 };

struct rp_wall_shape {
    const char *name;    /* its key in a scene */
    int dimensions;      /* RP_WALL_2D, RP_WALL_3D or both: scenes that may have it */
    const char *instead; /* what a scene of the other dimension has in its place */

    int plane;       /* one endless flat face: may carry a load, has a displacement; rp_wall_plane says where it is */
    int ends;        /* met from both sides and at its edges */
    int convex;      /* a convex set, met from outside */
    int round;       /* `normal` is an axis of symmetry, and it turns about it unless a scene says otherwise */
    int finite;      /* its mesh does not depend on the box that cuts endless walls */
    int curved;      /* facets of its mesh go round: two corners on one rim, then one or two on the other */
    int no_rotation; /* 1: it cannot rotate */
    int triangles;   /* 1: it has a mesh from a file, rp_wall.mesh */

    void (*read)(rp_read *r, const rp_node *node, rp_wall *w);
    const char *(*label)(const rp_wall *w); /* NULL: the name */
    int (*faces)(const rp_wall *w);         /* NULL: 1 */
    /* Of x from the face, negative behind it, and the unit normal from the wall to x. */
    double (*distance)(const rp_wall *w, int face, rp_vec x, rp_vec *normal);
    /* A face that is a plane. NULL: none is. */
    rp_plane (*flat)(const rp_wall *w, int face);
    /* When a particle of radius r on this flight touches first, before `end`: in closed form. NULL: by its distance. */
    double (*meet)(const rp_wall *w, const rp_first_flight *flight, double r, double end);
    /* Its rotation moves no point of the surface out of it. NULL: never. */
    int (*turns_in_place)(const rp_wall *w);
    void (*mesh)(const rp_wall *w, rp_wall_mesh *mesh); /* as it stands now */
    /* Polygons (core/wall_touch.h): how many features may touch, and where. NULL, or 0 of `touch`: each corner by
     * itself. Corners are about `centre`. */
    int (*features)(const rp_wall *w, int corners);
    int (*touch)(const rp_wall *w, rp_vec centre, const rp_point *corner, int corners, rp_manifold *m);
    /* 1: what is left free by it is convex, so that a polyhedron meets it with corners alone. NULL: it is not. */
    int (*hollow)(const rp_wall *w);
};

extern const rp_wall_shape *const rp_wall_shape_list[];    /* ends with NULL */
const rp_wall_shape *rp_wall_shape_find(const char *name); /* NULL: there is none */

static inline int rp_wall_turns_in_place(const rp_wall *w)
{
    return w->shape->turns_in_place && w->shape->turns_in_place(w);
}
/* For round shapes: it turns about its own axis. `size`: m, what a distance of the axes is compared with. */
int rp_wall_shape_about_axis(const rp_wall *w, double size);

/* Distance from a segment or rectangle: from `point` along its sides. */
double rp_wall_shape_patch(const rp_wall *w, int face, rp_vec x, rp_vec *normal);

#endif
