/* A few particles much faster than all others: which ones, and how much further their pairs are listed (contacts.h). */
#ifndef RP_CORE_FAST_H
#define RP_CORE_FAST_H

#include "core/world.h"

/* At a rebuild, before particles are sorted: sets contacts.fast. Depends on positions, radii and velocities alone.
 * extent: of the grid, m; margin: skin + cutoff, m. */
void rp_fast_choose(rp_world *world, rp_vec extent, double margin);
int rp_fast_is(const rp_world *world, size_t i); /* 1: the choice sets particle i apart, if it is an ordinary one */
/* Flags by slot, from the chunks; in the world's scratch. NULL: no particle is fast. */
rp_status rp_fast_slots(rp_world *world, uint8_t **fast, rp_error *err);

#endif
