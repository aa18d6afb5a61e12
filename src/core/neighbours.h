/* Builds the contact table: sorts particles in space, finds pairs with a cell grid of several levels, carries history
 * over. */
#ifndef RP_CORE_NEIGHBOURS_H
#define RP_CORE_NEIGHBOURS_H

#include "core/world.h"

/* Wraps periodic positions, sorts, lists pairs with gap < skin + cutoff. Sets contacts.valid, clears travelled. */
rp_status rp_neighbours_build(rp_world *world, rp_error *err);

/* Before the bodies of a step move, or after they have: rebuilds the list if something could come further than the skin
 * allows, or renews the table of contacts from it; contacts.next_move and the walls say how far the step may carry. */
rp_status rp_neighbours_refresh(rp_world *world, int moved, int *rebuilt, rp_error *err);

/* Makes groups from chunks' slots and pairs: the last part of a build, and all that a restart needs. */
rp_status rp_neighbours_regroup(rp_world *world, rp_error *err);

/* Makes contacts.shift from the domain. */
void rp_neighbours_shifts(rp_world *world);

#endif
