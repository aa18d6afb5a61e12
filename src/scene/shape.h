/* The shapes of an entry of `particles`. */
#ifndef RP_SCENE_SHAPE_H
#define RP_SCENE_SHAPE_H

#include "base/random.h"
#include "core/population.h"
#include "scene/place.h"

/* Gives each grain from `first` on its corners, scaled to its radius, and its angle. Cells of a tiling have theirs
 * already. */
rp_status rp_shape_cut(const rp_placing *p);

/* Appends corners to the grains'; g has this shape with them. They are centred. */
rp_status rp_shape_give(rp_grains *grains, rp_grain *g, const rp_shape *shape, const double *corner, int count,
                        rp_error *err);

/* Of a grain whose corners, if any, are known. */
rp_shape_def rp_shape_of(const rp_scene_spec *spec, const rp_grains *grains, const rp_grain *g);

/* The form of a particle that a source gives, whose radius is known: corners, drawn ones into `corner`, and how it
 * stands. */
void rp_shape_draw(const rp_entry_spec *e, int dimension, rp_random *stream, rp_particle_def *def,
                   double corner[RP_SHAPE_NUMBERS]);

#endif
