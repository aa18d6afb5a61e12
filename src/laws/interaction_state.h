/* Names of laws in a checkpoint: histories are carried over only between equal laws. */
#ifndef RP_LAWS_INTERACTION_STATE_H
#define RP_LAWS_INTERACTION_STATE_H

#include "core/world.h"

/* Item "materials/laws": for each pair of materials (in the order of "materials/name") and each slot the law's name,
 * empty: none. */
rp_status rp_interaction_state_save(const rp_world *world, rp_archive *archive, rp_error *err);
/* 1: for all materials that the archive and the world have in common the laws are the same. */
int rp_interaction_state_same(const rp_world *world, const rp_archive *archive);

#endif
