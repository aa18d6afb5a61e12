/* The table of contacts (core/contacts.h): made from the list of neighbours, renewed between rebuilds, carried through
 * them. */
#ifndef RP_CORE_PAIR_TABLE_H
#define RP_CORE_PAIR_TABLE_H

#include "core/world.h"

/* What a method wants: doubles of history, pairs a block, segments a chunk. If the table (from a checkpoint, maybe of
 * another method) has another shape, it is due to be rebuilt; histories of another width are forgotten. */
void rp_pair_table_shape(rp_contacts *contacts, int width, size_t block, int kinds);

int rp_pair_table_kinds(const rp_world *world); /* of a table in blocks */

/* At a rebuild: the table of the new list, without histories, and segments with some room. A block of 1: the list
 * becomes the table. */
rp_status rp_pair_table_make(rp_world *world, rp_error *err);

/* Between rebuilds: the same list, the gaps of now; histories stay. *full: a segment has no room, nothing was changed.
 * Where ranks share the world, each does its own chunks. */
rp_status rp_pair_table_renew(rp_world *world, int *full, rp_error *err);

/* The list that chunks and groups are cut from. */
const rp_pair *rp_pair_table_list(const rp_contacts *contacts, size_t *count);

/* Where the pair stands; SIZE_MAX: it is not in the table. */
size_t rp_pair_table_find(const rp_world *world, rp_pair pair);

/* Room for count pairs, all without contact. */
int rp_pair_table_reset(rp_history *history, int width, size_t count); /* 0: out of memory */

#endif
