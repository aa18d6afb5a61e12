/* Sources and sinks of a world: what of them is state. Their definitions are the scene's (scene/sources.h); sim/flow.c
 * lets them act between two steps.
 *
 * A source numbers the particles that it draws. The size of particle k depends on the seed, the source and k alone, so
 * that a particle which finds no room is the same when it is tried again, and a restart draws the same ones.
 */
#ifndef RP_CORE_FLOW_H
#define RP_CORE_FLOW_H

#include <stdint.h>
#include "core/exchange.h"
#include "repose/status.h"

#define RP_SOURCE_KINDS 16
#define RP_FLOW_KINDS 16 /* groups that come or go, whose numbers are kept apart; those behind them are not */

/* What came from a source or went by a sink, by kind (core/flow_kinds.h). */
typedef struct rp_flow_kinds {
    uint64_t count[RP_FLOW_KINDS]; /* of a sink that only counts: net, as a signed number */
    double mass[RP_FLOW_KINDS];    /* kg */
} rp_flow_kinds;

typedef struct rp_source {
    char name[RP_NAME];
    /* state */
    int active;                         /* 0: switched off */
    int done;                           /* 1: its amount has come */
    int told;                           /* 1: a message has said that it finds no room */
    uint64_t drawn;                     /* particles: came, or left out for want of room */
    double kind_drawn[RP_SOURCE_KINDS]; /* of each kind: particles, or kg where shares are by mass */
    double drawn_mass;                  /* kg */
    double since;                       /* s: its rate counts from then on */
    double before;                      /* what was due then: particles, or kg */
    double next;                        /* s: when it acts next; INFINITY: never */
    rp_exchange exchange;               /* what came */
    rp_flow_kinds kinds;
} rp_source;

typedef struct rp_sink {
    char name[RP_NAME];
    /* state */
    int active;           /* 0: switched off */
    rp_exchange exchange; /* what went */
    rp_flow_kinds kinds;
} rp_sink;

struct rp_fields;                              /* core/field.h */
const struct rp_fields *rp_flow_sources(void); /* of a row of rp_source */
const struct rp_fields *rp_flow_sinks(void);

#endif
