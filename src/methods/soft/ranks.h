/* A step of the soft method on several ranks (core/share.h).
 *
 * Rank r evaluates the pairs of its own groups and moves its own particles. A pair belongs to its lower slot, so that
 * the partners of a rank's particles may lie in groups further on, or in the first ones through a periodic border:
 *
 *   rows   before the forces: of those partners, from the ranks that have moved them
 *   halo   after the forces: what the rank's pairs add to those partners, to the same ranks, which add halo rows of all
 *          groups in the order of groups, as a single process does
 *   sums   after the step: energies, wall forces, largest way of each group, to all ranks; they are added in the order
 *          of groups
 *
 * Walls, groups and totals follow from the sums on every rank alike.
 */
#ifndef RP_METHODS_SOFT_RANKS_H
#define RP_METHODS_SOFT_RANKS_H

#include "core/world.h"

struct rp_soft_state;

typedef struct rp_soft_pieces {
    rp_ranks_piece *piece; /* owned */
    size_t count, capacity;
} rp_soft_pieces;

typedef struct rp_soft_trade {
    rp_soft_pieces send, receive;
} rp_soft_trade;

typedef struct rp_soft_ranks {
    rp_soft_trade rows, halo;
    char *record; /* owned; sums of all groups, packed */
    size_t record_capacity;
} rp_soft_ranks;

/* What ranks cannot share is refused by name. */
rp_status rp_soft_ranks_check(const rp_world *world, const struct rp_soft_state *m, rp_error *err);
/* Plans what is exchanged while the list lasts. Buffers have been fitted to it. */
rp_status rp_soft_ranks_plan(rp_world *world, struct rp_soft_state *m, rp_error *err);
void rp_soft_ranks_free(rp_soft_ranks *ranks);

/* The groups that this process has: its own, or all. */
void rp_soft_ranks_groups(const rp_world *world, size_t *first, size_t *end);
/* Collective; each does nothing for a process that works alone. */
void rp_soft_ranks_rows(rp_world *world, struct rp_soft_state *m);
void rp_soft_ranks_halo(rp_world *world, struct rp_soft_state *m);
void rp_soft_ranks_sums(rp_world *world, struct rp_soft_state *m);

#endif
