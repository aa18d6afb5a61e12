/* The polygons of an entry of `particles`. */
#ifndef RP_SCENE_SHAPE_H
#define RP_SCENE_SHAPE_H

#include "scene/place.h"

/* Gives each grain from `first` on its polygon, scaled to its radius, and its angle. Cells of a tiling have theirs
 * already. */
rp_status rp_shape_cut(const rp_placing *p);

/* Appends corners to the grains'; g becomes a polygon with them. They are centred. */
rp_status rp_shape_give(rp_grains *grains, rp_grain *g, const rp_point *corner, int count, rp_error *err);

#endif
