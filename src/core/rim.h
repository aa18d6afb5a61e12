/* Polyhedra at round walls: discs, cones and the outside of cylinders.
 *
 * Such a wall is a straight piece in the half-plane of (distance from the axis, height) that goes round: a sheet with
 * up to two rims. A rim of radius 0 is the tip of a cone. All points at which the two can touch are tried, feature by
 * feature and in closed form but for one root:
 *
 *   corner on sheet    by its distance from the sheet
 *   edge on sheet      where the edge is nearest to it; only where the sheet bulges to the edge
 *   corner at rim, edge at rim, face at rim    by the nearest points of the two
 *
 * A feature counts where the direction of the gap lies among the outward directions of both: of the polyhedron, whose
 * other corners must lie behind it, and of the rim, whose sheet must. Directions that are off by a little still count
 * (NEARLY), so that bodies that turn within a step meet at all the points that close, as faces of two polyhedra do.
 * Each such point has its own gap, so the least of them is the gap of the two.
 *
 * The wall has no thickness: what went through by more than a part of the inner radius counts as on the other side.
 */
#ifndef RP_CORE_RIM_H
#define RP_CORE_RIM_H

#include "core/narrow.h"

enum { RP_RIM_POINTS = 32 };

typedef struct rp_rim_sheet {
    rp_vec point, axis;  /* of the axis, from the centre of the body, m; unit */
    double rho[2], z[2]; /* m: both ends of the piece */
    int endless, rim[2]; /* a cylinder; 1: the end is a rim, or a tip */
} rp_rim_sheet;

/* form: corners and normals turned. Up to RP_RIM_POINTS points nearer than reach, in the order of features; of more the
 * nearest. */
int rp_rim_meet(const rp_rim_sheet *sheet, const rp_shape_def *form, double reach, rp_contact_point *point);
/* 1: the wall goes through the polyhedron. */
int rp_rim_pierces(const rp_rim_sheet *sheet, const rp_shape_def *form);

#endif
