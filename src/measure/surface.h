/* The angle of a free surface, as in a drum, on a chute or of a heap in a corner.
 *
 * Grains are the particles that forces move. Up is against gravity, whatever its direction. The surface is the highest
 * grain in columns two mean diameters wide, a row of them in two dimensions, a grid in three; the outermost columns are
 * left out, where walls disturb it. A straight line, or a plane, is fitted to the centres of these grains; its angle to
 * the horizontal is the answer. */
#ifndef RP_MEASURE_SURFACE_H
#define RP_MEASURE_SURFACE_H

#include "core/world.h"

/* Degrees. NaN: there is no gravity, or there are fewer than three columns (in space: three by three). */
double rp_surface_angle(const rp_world *world);

#endif
