/* The keys of `run: {event-driven: {...}}`, as indices of the table in options.c. */
#ifndef RP_METHODS_EVENT_OPTIONS_H
#define RP_METHODS_EVENT_OPTIONS_H

#include "core/world.h"
#include "laws/law.h"

enum {
    RP_EVENT_COLLAPSE,
    RP_EVENT_CONTACT_TIME,
    RP_EVENT_STILL,
    RP_EVENT_GAP,
    RP_EVENT_BURST,
    RP_EVENT_SEARCH,
    RP_EVENT_BELOW,
    RP_EVENT_ABOVE,
    RP_EVENT_ERROR,
    RP_EVENT_CLUSTER_GAP,
    RP_EVENT_STALE,
    RP_EVENT_OPTIONS
};
enum { RP_EVENT_STALE_COUNTERS, RP_EVENT_STALE_GRAPH };
enum { RP_EVENT_SEARCH_AUTO, RP_EVENT_SEARCH_CELLS, RP_EVENT_SEARCH_LISTS };
extern const rp_param rp_event_options[RP_EVENT_OPTIONS];

/* Time in which a typical particle moves by its own radius, flying or falling, s; INFINITY: nothing moves. */
double rp_event_scale(const rp_world *world);

#endif
