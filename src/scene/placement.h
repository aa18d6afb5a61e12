/* All particles of a scene, placed and sorted into their groups, on their way into the world. */
#ifndef RP_SCENE_PLACEMENT_H
#define RP_SCENE_PLACEMENT_H

#include "scene/place.h"

/* grains: empty; freed by the caller also after an error. Refuses what overlaps by more than max_overlap of the smaller
 * radius at the start, particles behind walls and outside of the domain. */
rp_status rp_placement_all(const rp_scene_spec *spec, double max_overlap, rp_grains *grains, rp_error *err);

/* Says where a particle was described. */
void rp_placement_error_at(const rp_scene_spec *spec, const rp_grain *g, rp_error *err);

#endif
