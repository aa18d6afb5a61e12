/* Neighbour lists for dense worlds: each particle on a leash.
 *
 * A particle may move within a cube of half-width `length` about its anchor. Two particles are listed with each other if, within
 * their cubes, they could touch. So as long as neither leaves its cube, a particle looks only at its own list; when it leaves, its
 * anchor comes to where it is and its list is made anew from the cells, which hold particles by their anchors and are wide enough for
 * neighbours to stand in adjacent ones. Positions wrap at these moments only.
 *
 * Lists are symmetric and follow from the anchors alone, up to their order, on which nothing depends. An entry is a slot with the
 * number of the periodic image that is meant (core/contacts.h).
 */
#ifndef RP_METHODS_EVENT_LEASH_H
#define RP_METHODS_EVENT_LEASH_H

#include "core/contacts.h"
#include "methods/event/cells.h"

typedef struct rp_leash {
    double length;          /* m; 0: no lists, particles cross cells instead */
    rp_vec *anchor;         /* owned, by slot */
    uint32_t *list;         /* owned; `room` entries a particle */
    uint16_t *size;         /* owned */
    uint32_t room;
    size_t count;
    double shift[27][3];    /* m, by image */
} rp_leash;

/* How long the leash should be for these particles; 0: cells serve better, or lists are not possible. always: also in thin gases. */
double rp_leash_choose(const rp_world *world, int always);
rp_status rp_leash_create(rp_leash *leash, const rp_cells *cells, size_t count, double length, rp_error *err);
void rp_leash_destroy(rp_leash *leash);

/* All anchors are set and all particles stand in their cells: makes every list. radius, stride: of the particles, and how many doubles apart. */
int rp_leash_list_all(rp_leash *leash, const rp_cells *cells, const double *radius, size_t stride);
/* Particle i is at x, a place wrapped into the period: anchor, cell and lists follow. 0: no memory. */
int rp_leash_renew(rp_leash *leash, rp_cells *cells, uint32_t i, rp_vec x, const double *radius, size_t stride);

static inline void rp_leash_prefetch(const rp_leash *l, uint32_t i)
{
    const uint32_t *list = l->list + (size_t)i * l->room;
    __builtin_prefetch(list);
    __builtin_prefetch(list + 16);
    __builtin_prefetch(&l->anchor[i]);
}

static inline void rp_leash_prefetch_others(const rp_leash *l, uint32_t i, const void *row, size_t size)
{
    const uint32_t *list = l->list + (size_t)i * l->room;
    for (uint32_t n = 0, count = l->size[i]; n < count; n++) __builtin_prefetch((const char *)row + (list[n] & RP_SLOT_MASK) * size);
}

#endif
