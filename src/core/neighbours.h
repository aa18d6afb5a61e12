/* Builds the contact table: sorts particles in space, finds pairs with a cell grid of several levels, carries history over. */
#ifndef RP_CORE_NEIGHBOURS_H
#define RP_CORE_NEIGHBOURS_H

#include "core/world.h"

/* Wraps periodic positions, sorts, lists pairs with gap < skin + reach. Sets contacts.valid, clears travelled. */
rp_status rp_neighbours_build(rp_world *world, rp_error *err);

#endif
