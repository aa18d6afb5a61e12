/* The queue of events: a wheel of time buckets with a small heap for the bucket at hand [Poschel2008, section 3.4.2].
 *
 *     0        width      2 width                        length = buckets x width
 *     |---------|----------|----------| ...               |
 *       worked     current    entries in chunks, unsorted   beyond: not held here at all
 *
 * Times count from the wheel's beginning. An entry (t, i) is valid while particle i's plan says that its next event is
 * at exactly t; plans that change leave their old entries behind, to be dropped when their bucket becomes current. A
 * bucket is sorted once, when it becomes current, which it does some events before its time, so that there is always a
 * row of events to look ahead at; what falls into it later goes through the heap. Equal times are taken by slot. What
 * lies beyond the wheel is pushed again by whoever turns it (rp_queue_reset, then every plan).
 */
#ifndef RP_METHODS_EVENT_QUEUE_H
#define RP_METHODS_EVENT_QUEUE_H

#include <stddef.h>
#include <stdint.h>
#include "repose/status.h"

enum { RP_QUEUE_LOOKS = 4 };
#define RP_QUEUE_ROOM 5 /* entries of a chunk: 64 bytes, one cache line */

typedef struct rp_plan { /* what a particle does next; 32 bytes */
    double hit;          /* time of its next collision as far as it knows, s on the wheel; INFINITY: none */
    double next;         /* time of its scheduled event: hit, or an earlier cell crossing */
    uint32_t partner;    /* of the collision: slot, or a wall's face (RP_PARTNER_WALL) */
    uint32_t
        partner_changes; /* the partner's when the collision was foreseen; another number now: it will not happen */
    uint32_t way;        /* of the crossing: 2 axis + (1: upward) */
} rp_plan;

typedef struct rp_queue_entry {
    double t;
    uint64_t i;
} rp_queue_entry;
typedef struct rp_queue_chunk {
    double t[RP_QUEUE_ROOM];
    uint32_t i[RP_QUEUE_ROOM], next;
} rp_queue_chunk; /* all but the newest of a bucket are full */
typedef struct rp_queue_bucket {
    uint32_t chunk, count;
} rp_queue_bucket; /* its newest chunk + 1, 0: none; and the entries in that one */
typedef struct rp_queue_list {
    rp_queue_entry *entry;
    size_t count, capacity;
} rp_queue_list; /* entry owned */

typedef struct rp_queue {
    double width, per_width, length; /* s, 1/s, s; powers of two */
    uint32_t buckets;                /* a power of two */
    uint32_t current;                /* the last bucket that was sorted */
    rp_queue_bucket *bucket;         /* owned */
    rp_queue_chunk *chunk;           /* owned */
    size_t chunk_count, chunk_capacity;
    uint32_t free;               /* first chunk to be used again + 1; 0: none */
    rp_queue_list sorted;        /* of buckets up to the current one */
    size_t at;                   /* entries of it that are done */
    size_t seen[RP_QUEUE_LOOKS]; /* entries of it that have been looked at in advance, by each look */
    rp_queue_list heap;          /* what fell into these buckets since */
    int failed;                  /* 1: memory ran out; entries are missing */
} rp_queue;

void rp_queue_destroy(rp_queue *q);
/* Empties the wheel. width: a power of two, s. */
rp_status rp_queue_reset(rp_queue *q, double width, uint32_t buckets, rp_error *err);
void rp_queue_push(rp_queue *q, double t, uint32_t i);
/* The earliest valid entry, which stays; NULL: none on this wheel. */
const rp_queue_entry *rp_queue_first(rp_queue *q, const rp_plan *plan);

/* Looking ahead: the next sorted entry, valid or not, that this look has not been given yet and that is less than
 * `distance` entries away; NULL: none. */
static inline const rp_queue_entry *rp_queue_ahead(rp_queue *q, int look, size_t distance)
{
    size_t *n = &q->seen[look];
    if (*n < q->at) *n = q->at;
    return *n < q->at + distance && *n < q->sorted.count ? &q->sorted.entry[(*n)++] : NULL;
}

#endif
