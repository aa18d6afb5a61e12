/* The graph of potential colliders [Poschel2008, section 3.4.3]: for each particle the list of those that have it as
 * their next partner. When its flight changes they are predicted again at once, so that no plan is invalid.
 *
 * It is an option beside counters of changes (predict.c), which find an invalid plan when its time has come. The graph
 * follows from the plans: it is no state. The order of a list depends on the past; nothing else depends on it, since
 * those of a list are predicted in the order of their slots. */
#ifndef RP_METHODS_EVENT_GRAPH_H
#define RP_METHODS_EVENT_GRAPH_H

#include <stddef.h>
#include <stdint.h>
#include "repose/status.h"

#define RP_EVENT_GRAPH_NONE UINT32_MAX

typedef struct rp_event_graph_node { /* 16 bytes */
    uint32_t first;                  /* of those that have this particle as partner */
    uint32_t partner;                /* whose list this particle is in */
    uint32_t before, after;          /* in that list */
} rp_event_graph_node;               /* each a slot or RP_EVENT_GRAPH_NONE */

typedef struct rp_event_graph {
    rp_event_graph_node *node; /* owned, by slot; NULL: there is no graph */
    uint32_t *listed;          /* owned: a copy of one list, sorted */
    size_t capacity;
} rp_event_graph;

/* A graph without edges. */
rp_status rp_event_graph_create(rp_event_graph *g, size_t count, rp_error *err);
void rp_event_graph_destroy(rp_event_graph *g);
/* Particle i has this partner from now on; RP_EVENT_GRAPH_NONE: none. */
void rp_event_graph_point(rp_event_graph *g, uint32_t i, uint32_t partner);
/* Copies the list of particle i to g->listed, in the order of slots; returns how many. SIZE_MAX: not enough memory. */
size_t rp_event_graph_list(rp_event_graph *g, uint32_t i);

#endif
