/* Prefetching: memory limits the speed of large worlds. What the next events will use is loaded into the caches in
 * stages; each stage needs what the one before has loaded: the particles of the next few events, then their partners,
 * then the neighbours of both. This changes no result.
 *
 * Prefetching costs a tenth of an event; worlds of fewer than PREFETCH_FROM particles (event.c) do without it.
 *
 * A processor has room for some twenty requests to memory and drops the rest. So the stages are spread over an event,
 * with work between them, and each prefetches for one event. */
#include "methods/event/event.h"

enum { TO_PARTICLES = 5, TO_PARTNERS = 3, TO_NEIGHBOURS = 2 }; /* entries ahead; measured */
enum { PARTICLES, PARTNERS, NEIGHBOURS, PARTNERS_NEIGHBOURS }; /* readers of the queue */

/* The next entry that this reader has not read and that is still valid. */
static inline const rp_event_queue_entry *next(rp_event *m, int reader, size_t distance)
{
    if (!m->prefetch) return NULL;
    const rp_event_queue_entry *e = rp_event_queue_read_ahead(&m->queue, reader, distance);
    while (e && m->plan[e->i].next != e->t) e = rp_event_queue_read_ahead(&m->queue, reader, distance);
    return e;
}

static inline void prefetch_particle(const rp_event *m, uint32_t i)
{
    __builtin_prefetch(&m->flight[i]);
    __builtin_prefetch(&m->cold[i]);
    if (m->ball.radius > 0) rp_event_ball_prefetch(&m->ball, i);
    else __builtin_prefetch(&m->cells.place[i]);
}

/* Its partner in the collision to come; RP_EVENT_PARTNER_WALL or more: none. */
static inline uint32_t partner_of(const rp_event *m, const rp_event_queue_entry *e)
{
    const rp_event_plan *p = &m->plan[e->i];
    return p->next < p->hit ? UINT32_MAX : p->partner;
}

void rp_event_prefetch_particles(rp_event *m)
{
    const rp_event_queue_entry *e = next(m, PARTICLES, TO_PARTICLES);
    if (e) prefetch_particle(m, (uint32_t)e->i);
    uint32_t partner = (e = next(m, PARTNERS, TO_PARTNERS)) ? partner_of(m, e) : UINT32_MAX;
    if (partner & RP_EVENT_PARTNER_WALL) return;
    __builtin_prefetch(&m->plan[partner]);
    __builtin_prefetch(&m->changes[partner]);
    prefetch_particle(m, partner);
}

void rp_event_prefetch_neighbours(rp_event *m)
{
    const rp_event_queue_entry *e = m->ball.radius > 0 ? next(m, NEIGHBOURS, TO_NEIGHBOURS) : NULL;
    if (e) rp_event_ball_prefetch_flights(&m->ball, (uint32_t)e->i, m->flight);
}

void rp_event_prefetch_partners_neighbours(rp_event *m)
{
    const rp_event_queue_entry *e = m->ball.radius > 0 ? next(m, PARTNERS_NEIGHBOURS, TO_NEIGHBOURS) : NULL;
    uint32_t partner = e ? partner_of(m, e) : UINT32_MAX;
    if (!(partner & RP_EVENT_PARTNER_WALL)) rp_event_ball_prefetch_flights(&m->ball, partner, m->flight);
}
