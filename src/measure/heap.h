/* The angle of repose of a heap: the slope of its flanks.
 *
 * Grains are the particles that forces move. The surface is the highest grain in columns two mean diameters wide: on
 * either side of the highest grain in two dimensions, in eight sectors about the axis through the centre of mass in
 * three. Between 15 % and 85 % of the heap's height a straight line is fitted to each side; the angle is the mean of
 * theirs. The ends are left out: the foot has single grains that rolled away, the top is round. */
#ifndef RP_MEASURE_HEAP_H
#define RP_MEASURE_HEAP_H

#include "core/world.h"

/* Degrees. NaN: gravity is 0 or not along an axis, or no flank has three columns. */
double rp_heap_angle(const rp_world *world);

#endif
