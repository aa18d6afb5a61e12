/* Particles with prescribed motion, which no force moves: frozen, driven, glued to a wall. Shared by the methods that
 * take whole steps. */
#ifndef RP_CORE_PRESCRIBED_H
#define RP_CORE_PRESCRIBED_H

#include "core/world.h"

/* Sets 1/m and r^2/I of a particle by its group: 0 where nothing moves or turns it. */
void rp_prescribed_mobility(rp_world *world, size_t slot);

/* Velocity and spin of a particle whose motion its group prescribes, as they are now; those of a free one stay. */
void rp_prescribed_motion(rp_world *world, size_t slot);

/* From world->time to world->time + dt: position, and velocity and spin at the end. Walls have moved already; where
 * they stood before is in wall_offset and wall_angle. */
void rp_prescribed_move(rp_world *world, uint32_t slot, const rp_vec *wall_offset, const double *wall_angle);

#endif
