/* Pairs of which one at least is not round: points by the narrow phase, core/narrow.h. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_SHAPED_H
#define RP_METHODS_CONTACT_DYNAMICS_SHAPED_H

#include "core/corners.h"
#include "methods/method.h"

/* Where the two meet, seen from a's centre: at most RP_NARROW_MAX points, and their number; *d: x_a - x_b. */
int rp_cd_shaped_meet(const rp_world *world, const rp_corners *corners, rp_pair pair, rp_contact_point *point,
                      rp_vec *d);

/* 1: a wall pair whose points the narrow phase finds, up to RP_NARROW_MAX: a polyhedron at a wall that stands out. */
int rp_cd_shaped_at_wall(const rp_world *world, rp_wall_pair pair);
/* The points of wall pairs [first, end), all of one polyhedron with one wall, which may stand elsewhere than the
 * world's. */
void rp_cd_shaped_meet_wall(const rp_world *world, const rp_corners *corners, const rp_wall *wall, size_t first,
                            size_t end, double reach, rp_meeting *to);

/* What observers get of point number `point` of a pair, or of a corner at a wall: all but force and flags. */
void rp_cd_shaped_view_pair(const rp_world *world, const rp_corners *corners, size_t index, int point,
                            rp_contact_view *view);
rp_status rp_cd_shaped_view_wall(const rp_world *world, const rp_corners *corners, size_t index, int point,
                                 rp_contact_view *view, rp_error *err);

#endif
