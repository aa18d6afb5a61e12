/* Looking ahead: memory is what limits large worlds. What the next events will touch is asked for in stages, each of
 * which needs what the one before has brought: the particles of events still some way off, then their partners, then
 * the neighbours of both. Changes nothing.
 *
 * Asking costs a tenth of an event; worlds of fewer than AHEAD_FROM particles (event.c) do without.
 *
 * A processor has room for some twenty requests and drops the rest. So the stages have their places within an event,
 * with work between them, and each asks for one event's share. */
#include "methods/event/event.h"

enum { TO_PARTICLES = 5, TO_PARTNERS = 3, TO_NEIGHBOURS = 2 }; /* entries ahead; measured */
enum { PARTICLES, PARTNERS, NEIGHBOURS, PARTNERS_NEIGHBOURS }; /* looks of the queue */

/* The next entry that this look has not seen and that is still valid. */
static inline const rp_queue_entry *next(rp_event *m, int look, size_t distance)
{
    if (!m->ahead) return NULL;
    const rp_queue_entry *e = rp_queue_ahead(&m->queue, look, distance);
    while (e && m->plan[e->i].next != e->t) e = rp_queue_ahead(&m->queue, look, distance);
    return e;
}

static inline void ask_particle(const rp_event *m, uint32_t i)
{
    __builtin_prefetch(&m->flight[i]);
    __builtin_prefetch(&m->coat[i]);
    if (m->leash.length > 0) rp_leash_prefetch(&m->leash, i);
    else __builtin_prefetch(&m->cells.place[i]);
}

/* Its partner in the collision to come; RP_PARTNER_WALL or more: none. */
static inline uint32_t partner_of(const rp_event *m, const rp_queue_entry *e)
{
    const rp_plan *p = &m->plan[e->i];
    return p->next < p->hit ? UINT32_MAX : p->partner;
}

void rp_ahead_particles(rp_event *m)
{
    const rp_queue_entry *e = next(m, PARTICLES, TO_PARTICLES);
    if (e) ask_particle(m, (uint32_t)e->i);
    uint32_t partner = (e = next(m, PARTNERS, TO_PARTNERS)) ? partner_of(m, e) : UINT32_MAX;
    if (partner & RP_PARTNER_WALL) return;
    __builtin_prefetch(&m->plan[partner]);
    __builtin_prefetch(&m->changes[partner]);
    ask_particle(m, partner);
}

void rp_ahead_neighbours(rp_event *m)
{
    const rp_queue_entry *e = m->leash.length > 0 ? next(m, NEIGHBOURS, TO_NEIGHBOURS) : NULL;
    if (e) rp_leash_prefetch_others(&m->leash, (uint32_t)e->i, m->flight);
}

void rp_ahead_partners_neighbours(rp_event *m)
{
    const rp_queue_entry *e = m->leash.length > 0 ? next(m, PARTNERS_NEIGHBOURS, TO_NEIGHBOURS) : NULL;
    uint32_t partner = e ? partner_of(m, e) : UINT32_MAX;
    if (!(partner & RP_PARTNER_WALL)) rp_leash_prefetch_others(&m->leash, partner, m->flight);
}
