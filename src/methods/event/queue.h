/* The event queue: a calendar queue of time buckets, with a small heap for the current bucket [Poschel2008, section
 * 3.4.2].
 *
 *     0        width      2 width                        length = buckets x width
 *     |---------|----------|----------| ...               |
 *       done       current    slots in chunks, unsorted     beyond: not in the queue
 *
 * Times count from the calendar's beginning. A bucket has slots only: the time of a particle's event is in its plan. A
 * plan that changes leaves its old slot behind; this is dropped when its bucket becomes current and the plan's time is
 * in another one. A bucket is sorted once, when it becomes current. This is some events before its time, so that there
 * are always sorted events to read ahead. From then on an entry (t, i) is valid while the plan of particle i has its
 * next event at exactly t; a particle that came into the bucket twice has two equal entries, and the second is no
 * longer valid when the first is done. Entries that come into the bucket later go through the heap. Equal times are
 * taken in the order of slots. Events beyond the calendar are in the plans only; when the next calendar begins, event.c
 * empties the queue and pushes every plan again.
 */
#ifndef RP_METHODS_EVENT_QUEUE_H
#define RP_METHODS_EVENT_QUEUE_H

#include <stddef.h>
#include <stdint.h>
#include "repose/status.h"

enum { RP_EVENT_QUEUE_READERS = 4 };
#define RP_EVENT_QUEUE_ROOM 7 /* slots of a chunk: 32 bytes, half a cache line */

typedef struct rp_event_plan { /* what a particle does next; 32 bytes */
    double hit;                /* s, calendar time of its next collision as it was predicted; INFINITY: none */
    double next;               /* s, calendar time of its next event: hit, or an earlier crossing */
    uint32_t partner;          /* of the collision: slot, or a wall's face (RP_EVENT_PARTNER_WALL) */
    uint32_t partner_changes;  /* the partner's changes at the prediction; if they differ now, the collision will not
                                  happen */
    uint32_t way;              /* of the crossing: 2 axis + (1: upward) */
} rp_event_plan;

typedef struct rp_event_queue_entry {
    double t;
    uint64_t i;
} rp_event_queue_entry;
typedef struct rp_event_queue_chunk {
    uint32_t i[RP_EVENT_QUEUE_ROOM], next;
} rp_event_queue_chunk; /* all but the newest of a bucket are full */
typedef struct rp_event_queue_bucket {
    uint32_t chunk, count;
} rp_event_queue_bucket; /* its newest chunk + 1, 0: none; and the entries in that one */
typedef struct rp_event_queue_list {
    rp_event_queue_entry *entry;
    size_t count, capacity;
} rp_event_queue_list; /* entry owned */

typedef struct rp_event_queue {
    double width, per_width, length; /* s, 1/s, s; powers of two */
    uint32_t buckets;                /* a power of two */
    uint32_t current;                /* the last bucket that was sorted */
    rp_event_queue_bucket *bucket;   /* owned */
    rp_event_queue_chunk *chunk;     /* owned */
    size_t chunk_count, chunk_capacity;
    uint32_t free;                       /* first chunk to be used again + 1; 0: none */
    rp_event_queue_list sorted;          /* of buckets up to the current one */
    size_t at;                           /* entries of `sorted` that are done */
    size_t read[RP_EVENT_QUEUE_READERS]; /* entries of `sorted` that each reader has read ahead */
    rp_event_queue_list heap;            /* entries that came into these buckets later */
    int failed;                          /* 1: out of memory; entries are missing */
} rp_event_queue;

void rp_event_queue_destroy(rp_event_queue *q);
/* Empties the queue: a new calendar. width: a power of two, s. */
rp_status rp_event_queue_reset(rp_event_queue *q, double width, uint32_t buckets, rp_error *err);
void rp_event_queue_push(rp_event_queue *q, double t, uint32_t i);
/* The earliest valid entry, which stays in the queue; NULL: none in this calendar. */
const rp_event_queue_entry *rp_event_queue_first(rp_event_queue *q, const rp_event_plan *plan);

/* The next sorted entry, valid or not, that this reader has not read yet and that is less than `distance` entries
 * ahead; NULL: none. */
static inline const rp_event_queue_entry *rp_event_queue_read_ahead(rp_event_queue *q, int reader, size_t distance)
{
    size_t *n = &q->read[reader];
    if (*n < q->at) *n = q->at;
    return *n < q->at + distance && *n < q->sorted.count ? &q->sorted.entry[(*n)++] : NULL;
}

#endif
