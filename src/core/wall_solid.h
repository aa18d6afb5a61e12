/* Where a polyhedron meets a wall that stands out: an edge or a face of the polyhedron may touch it, not corners alone
 * as at a plane, in a box or inside of a cylinder (`hollow` of core/wall_shape.h).
 *
 * Plates: a rectangle, and each triangle of a mesh, is met by the narrow phase of flat bodies (rp_narrow_plate). Of a
 * mesh the triangles know nothing of one another, so a point at an edge of a triangle may have a direction that the
 * surface does not have there, since it goes on beyond the edge: a box that slides over a floor would stumble. The
 * rule, from geometry alone:
 *
 *   - A point whose direction is that of its triangle's face is a contact.
 *   - Another is one if no triangle that its point on the wall lies on rises above it along its direction: so it is at
 *     a free edge, a convex edge or a corner.
 *   - Else it is one along the normal of its triangle, if the two directions are nearly the same; or none.
 *   - Of points that several triangles have in one place and direction one is left.
 *
 * Round walls: disc, cone and the outside of a cylinder (core/rim.h). They are met at more than one pair of four
 * points: each such pair has slots, as polygons have features at a wall.
 */
#ifndef RP_CORE_WALL_SOLID_H
#define RP_CORE_WALL_SOLID_H

#include "core/contacts.h"
#include "core/narrow.h"
#include "core/wall_shape.h"

/* 1: it stands out. */
static inline int rp_wall_solid_out(const rp_wall *w) { return !(w->shape->hollow && w->shape->hollow(w)); }
/* Pairs that a polyhedron and a wall that stands out are. */
int rp_wall_solid_slots(const rp_wall *w);

/* The points of all `count` pairs of one polyhedron with one wall: one a slot, or one a triangle. form: its corners and
 * normals turned, about the centre; points are seen from there. Points farther than `reach` may be left out. */
void rp_wall_solid_meet(const rp_wall *w, const rp_wall_pair *pair, size_t count, rp_vec centre,
                        const rp_shape_def *form, double reach, rp_meeting *to);
/* How deep the polyhedron stands in the wall, m; negative: they are so far apart, and -reach if farther. Not of meshes.
 */
double rp_wall_solid_depth(const rp_wall *w, rp_vec centre, const rp_shape_def *form, double reach);

#endif
