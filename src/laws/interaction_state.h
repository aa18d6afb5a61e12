/* What a checkpoint has of interactions: names of laws, since histories are carried over only between equal laws, and
 * friction that a program has set. */
#ifndef RP_LAWS_INTERACTION_STATE_H
#define RP_LAWS_INTERACTION_STATE_H

#include "core/world.h"

struct rp_hash;
struct rp_interaction;

/* Item "materials/laws": for each pair of materials (in the order of "materials/name") and each slot the law's name,
 * empty: none. Where a program has set friction, also "interactions/friction" and, by the numbers of materials,
 * "interactions/between". */
rp_status rp_interaction_state_save(const rp_world *world, rp_archive *archive, rp_error *err);
/* 1: for all materials that the archive and the world have in common the laws are the same. */
int rp_interaction_state_same(const rp_world *world, const rp_archive *archive);
/* Friction that a program had set, in place of that of the scene and its stages. */
rp_status rp_interaction_state_load(rp_world *world, const rp_archive *archive, rp_error *err);
/* Into the state hash, where a program has set it. */
void rp_interaction_state_hash(const rp_world *world, struct rp_hash *hash);

/* Friction of the scene, once the interaction is prepared, is kept; and holds again. */
void rp_interaction_state_keep(struct rp_interaction *x);
rp_status rp_interaction_state_reset(rp_world *world, rp_error *err);
/* From now on friction is this number, at rest and sliding. */
rp_status rp_interaction_state_friction(struct rp_interaction *x, const rp_world *world, double friction,
                                        rp_error *err);

#endif
