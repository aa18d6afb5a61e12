/* Neighbour balls: neighbour lists for dense worlds.
 *
 * A particle may move within a ball of radius `radius` about its anchor. Two particles are in each other's list if they
 * could touch while both are within their balls. So as long as neither leaves its ball, a particle checks its own list
 * only. When it leaves its ball, its anchor moves to its position, and its list is made again from the cells. These
 * list particles by their anchors, and are so wide that neighbours are in adjacent cells. Positions wrap at these
 * moments only.
 *
 * Lists are symmetric and follow from the anchors alone, up to their order, on which nothing depends. An entry is a
 * slot with the number of the periodic image that is meant (core/contacts.h).
 */
#ifndef RP_METHODS_EVENT_BALL_H
#define RP_METHODS_EVENT_BALL_H

#include "methods/event/cells.h"
#include "methods/event/lanes.h"

typedef struct rp_event_ball {
    double radius;           /* m, the same for all; 0: no lists, particles cross cells instead */
    rp_event_anchor *anchor; /* owned, by slot */
    uint32_t *list;          /* owned; `room` numbers for each particle: the count of entries, then the entries */
    uint32_t room;
    size_t count;
    uint32_t *near; /* owned; scratch: neighbours of one particle */
    size_t near_count, near_capacity;
    rp_event_lanes_selecting *select;
} rp_event_ball;

/* A good radius of the balls for these particles, m; 0: cells are faster, or lists are not possible. always: lists also
 * in dilute gases. */
double rp_event_ball_choose(const rp_world *world, int always);
rp_status rp_event_ball_create(rp_event_ball *ball, const rp_event_cells *cells, size_t count, double radius,
                               rp_error *err);
void rp_event_ball_destroy(rp_event_ball *ball);

/* Makes every list; all anchors are set, and all particles are in their cells. 0: out of memory, as below. */
int rp_event_ball_list_all(rp_event_ball *ball, const rp_event_cells *cells);
/* Particle i is at x, wrapped into the period: renews its anchor, its cell and the lists. */
int rp_event_ball_renew(rp_event_ball *ball, rp_event_cells *cells, uint32_t i, rp_vec x);

static inline const uint32_t *rp_event_ball_list(const rp_event_ball *l, uint32_t i)
{
    return l->list + (size_t)i * l->room;
}

static inline void rp_event_ball_prefetch(const rp_event_ball *l, uint32_t i)
{
    const uint32_t *list = rp_event_ball_list(l, i);
    __builtin_prefetch(list);
    __builtin_prefetch(list + l->room - 1);
    __builtin_prefetch(&l->anchor[i]);
}

static inline void rp_event_ball_prefetch_flights(const rp_event_ball *l, uint32_t i, const rp_event_flight *flight)
{
    const uint32_t *list = rp_event_ball_list(l, i);
    for (uint32_t n = 1; n <= list[0]; n++) __builtin_prefetch(&flight[list[n] & RP_SLOT_MASK]);
}

#endif
