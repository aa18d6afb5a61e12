/* Neighbour lists for dense worlds: each particle on a leash.
 *
 * A particle may move within a ball of radius `length` about its anchor. Two particles are listed with each other if,
 * within their balls, they could touch. So as long as neither leaves its ball, a particle looks only at its own list;
 * when it leaves, its anchor comes to where it is and its list is made anew from the cells, which hold particles by
 * their anchors and are wide enough for neighbours to stand in adjacent ones. Positions wrap at these moments only.
 *
 * Lists are symmetric and follow from the anchors alone, up to their order, on which nothing depends. An entry is a
 * slot with the number of the periodic image that is meant (core/contacts.h).
 */
#ifndef RP_METHODS_EVENT_LEASH_H
#define RP_METHODS_EVENT_LEASH_H

#include "methods/event/cells.h"
#include "methods/event/lanes.h"

typedef struct rp_leash {
    double length;     /* m; 0: no lists, particles cross cells instead */
    rp_anchor *anchor; /* owned, by slot */
    uint32_t *list;    /* owned; `room` numbers a particle: how many entries, then the entries */
    uint32_t room;
    size_t count;
    uint32_t *near; /* owned; scratch: those in reach of one particle */
    size_t near_count, near_capacity;
    rp_lanes_reaching *reach;
} rp_leash;

/* How long the leash should be for these particles; 0: cells serve better, or lists are not possible. always: also in
 * thin gases. */
double rp_leash_choose(const rp_world *world, int always);
rp_status rp_leash_create(rp_leash *leash, const rp_cells *cells, size_t count, double length, rp_error *err);
void rp_leash_destroy(rp_leash *leash);

/* All anchors are set and all particles stand in their cells: makes every list. 0: no memory, as below. */
int rp_leash_list_all(rp_leash *leash, const rp_cells *cells);
/* Particle i is at x, a place wrapped into the period: anchor, cell and lists follow. */
int rp_leash_renew(rp_leash *leash, rp_cells *cells, uint32_t i, rp_vec x);

static inline const uint32_t *rp_leash_list(const rp_leash *l, uint32_t i) { return l->list + (size_t)i * l->room; }

static inline void rp_leash_prefetch(const rp_leash *l, uint32_t i)
{
    const uint32_t *list = rp_leash_list(l, i);
    __builtin_prefetch(list);
    __builtin_prefetch(list + l->room - 1);
    __builtin_prefetch(&l->anchor[i]);
}

static inline void rp_leash_prefetch_others(const rp_leash *l, uint32_t i, const rp_flight *flight)
{
    const uint32_t *list = rp_leash_list(l, i);
    for (uint32_t n = 1; n <= list[0]; n++) __builtin_prefetch(&flight[list[n] & RP_SLOT_MASK]);
}

#endif
