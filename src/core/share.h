/* Which rank works on which part of the world (base/ranks.h).
 *
 * Rank r has the groups of chunks [group[r], group[r + 1]) (core/contacts.h), and so their chunks, slots, pairs and
 * wall pairs: all of them are runs that follow each other. Groups follow from the state alone, ranks share them by the
 * number of particles and pairs, and sums go over groups in their order: so the number of ranks changes no bit.
 *
 * Every rank has room for the whole world. Between two steps of an advance a rank knows of the present what its own
 * groups need: their slots, those that their pairs reach, and their own histories. The world is *apart* then. What
 * reads more than that comes after rp_share_whole: rebuilds, observers, changes between two advances. They are the same
 * work with the same result on every rank.
 */
#ifndef RP_CORE_SHARE_H
#define RP_CORE_SHARE_H

#include <stddef.h>
#include "base/ranks.h"
#include "repose/status.h"

struct rp_world;

typedef struct rp_share {
    int apart;                    /* 1: rows and histories of other ranks' groups are of the past */
    int stop;                     /* some rank was to stop when all exchanged their sums last */
    size_t *group, *chunk, *slot; /* owned; by rank, count + 1: where its part begins */
    size_t *at;                   /* owned; scratch of the same size */
} rp_share;

/* Deals the groups of a list that was just made. Nothing to do for one rank. */
rp_status rp_share_deal(struct rp_world *world, rp_error *err);
/* Collective. Brings rows, spins, accelerations, orientations and histories of all groups to all ranks, unless the
 * world is whole. */
void rp_share_whole(struct rp_world *world);
/* The chunks that this process works on while a list lasts: its own, or all. */
void rp_share_chunks(const struct rp_world *world, size_t *first, size_t *end);
void rp_share_free(rp_share *share);

#endif
