/* See queue.h. */
#include "methods/event/queue.h"
#include <string.h>
#include "base/memory.h"

void rp_event_queue_destroy(rp_event_queue *q)
{
    rp_memory_free(q->bucket);
    rp_memory_free(q->chunk);
    rp_memory_free(q->sorted.entry);
    rp_memory_free(q->heap.entry);
    *q = (rp_event_queue){0};
}

/* A crowded bucket, as at the start of a dense gas, leaves room that later buckets do not need. */
static void release(rp_event_queue_list *list)
{
    rp_memory_free(list->entry);
    *list = (rp_event_queue_list){0};
}

rp_status rp_event_queue_reset(rp_event_queue *q, double width, uint32_t buckets, rp_error *err)
{
    if (buckets != q->buckets) {
        rp_memory_free(q->bucket);
        q->bucket = rp_memory_alloc(buckets, sizeof *q->bucket);
        if (!q->bucket) return rp_memory_error(err, buckets * sizeof *q->bucket, "the event queue");
    }
    memset(q->bucket, 0, buckets * sizeof *q->bucket);
    q->width = width;
    q->per_width = 1 / width;
    q->length = width * buckets;
    q->buckets = buckets;
    q->chunk_count = 0;
    q->free = 0;
    q->current = 0;
    q->at = 0;
    release(&q->sorted);
    release(&q->heap);
    memset(q->read, 0, sizeof q->read);
    return RP_OK;
}

static int before(rp_event_queue_entry a, rp_event_queue_entry b) { return a.t < b.t || (a.t == b.t && a.i < b.i); }

/* ---- the heap ---- */

static void heap_push(rp_event_queue *q, rp_event_queue_entry e)
{
    rp_event_queue_list *h = &q->heap;
    if (!rp_memory_reserve(&h->entry, &h->capacity, h->count + 1, sizeof *h->entry)) {
        q->failed = 1;
        return;
    }
    size_t n = h->count++;
    for (; n > 0 && before(e, h->entry[(n - 1) / 2]); n = (n - 1) / 2) h->entry[n] = h->entry[(n - 1) / 2];
    h->entry[n] = e;
}

static void heap_pop(rp_event_queue_list *h)
{
    rp_event_queue_entry last = h->entry[--h->count];
    size_t n = 0;
    for (size_t child; (child = 2 * n + 1) < h->count; n = child) {
        if (child + 1 < h->count && before(h->entry[child + 1], h->entry[child])) child++;
        if (!before(h->entry[child], last)) break;
        h->entry[n] = h->entry[child];
    }
    h->entry[n] = last;
}

/* ---- buckets ---- */

static uint32_t take_chunk(rp_event_queue *q)
{
    if (q->free) {
        uint32_t n = q->free - 1;
        q->free = q->chunk[n].next;
        return n;
    }
    if (!rp_memory_fit(&q->chunk, &q->chunk_capacity, q->chunk_count + 1, sizeof *q->chunk)) {
        q->failed = 1;
        return UINT32_MAX;
    }
    return (uint32_t)q->chunk_count++;
}

static void append(rp_event_queue *q, uint32_t bucket, uint32_t i)
{
    rp_event_queue_bucket *b = &q->bucket[bucket];
    if (!b->chunk || b->count == RP_EVENT_QUEUE_ROOM) {
        uint32_t n = take_chunk(q);
        if (n == UINT32_MAX) return;
        q->chunk[n].next = b->chunk;
        *b = (rp_event_queue_bucket){n + 1, 0};
    }
    q->chunk[b->chunk - 1].i[b->count++] = i;
}

void rp_event_queue_push(rp_event_queue *q, double t, uint32_t i)
{
    if (!(t < q->length)) return;
    double bucket = t * q->per_width;
    if (bucket < (double)(q->current + 1)) heap_push(q, (rp_event_queue_entry){t, i});
    else append(q, (uint32_t)bucket, i);
}

static void sort(rp_event_queue_entry *e, size_t count)
{
    for (size_t n = 1; n < count; n++) {
        rp_event_queue_entry moved = e[n];
        size_t k = n;
        for (; k > 0 && before(moved, e[k - 1]); k--) e[k] = e[k - 1];
        e[k] = moved;
    }
}

/* Insertion sort suits the few entries of a bucket of good width; a crowded bucket goes through the heap instead. */
enum { CROWDED = 64, AHEAD = 32 }; /* AHEAD: sorted entries that there should be to read ahead */

static void forget_done(rp_event_queue *q)
{
    q->sorted.count -= q->at;
    memmove(q->sorted.entry, q->sorted.entry + q->at, q->sorted.count * sizeof *q->sorted.entry);
    for (int n = 0; n < RP_EVENT_QUEUE_READERS; n++) q->read[n] -= q->read[n] < q->at ? q->read[n] : q->at;
    q->at = 0;
}

static void open_next(rp_event_queue *q, const rp_event_plan *plan)
{
    rp_event_queue_bucket b = q->bucket[++q->current];
    if (q->at) forget_done(q);
    const double begin = q->current * q->width, end = begin + q->width;
    size_t first = q->sorted.count;
    for (uint32_t next; b.chunk; b = (rp_event_queue_bucket){next, RP_EVENT_QUEUE_ROOM}) {
        rp_event_queue_chunk *c = &q->chunk[b.chunk - 1];
        if (!rp_memory_reserve(&q->sorted.entry, &q->sorted.capacity, q->sorted.count + b.count,
                               sizeof *q->sorted.entry)) {
            q->failed = 1;
            return;
        }
        for (uint32_t n = 0; n < b.count; n++) { /* whether an entry is stale is unpredictable: without a branch */
            const double t = plan[c->i[n]].next;
            q->sorted.entry[q->sorted.count] = (rp_event_queue_entry){t, c->i[n]};
            q->sorted.count += (t >= begin) & (t < end);
        }
        next = c->next;
        c->next = q->free;
        q->free = b.chunk;
    }
    q->bucket[q->current] = (rp_event_queue_bucket){0};
    const size_t fresh = q->sorted.count - first;
    if (fresh <= 1) return; /* perhaps there is no array yet */
    if (fresh <= CROWDED) {
        sort(q->sorted.entry + first, fresh);
        return;
    }
    for (size_t n = first; n < q->sorted.count; n++) heap_push(q, q->sorted.entry[n]);
    q->sorted.count = first;
}

/* Prefetches what the next bucket needs when it is opened. */
static void prefetch_next(const rp_event_queue *q, const rp_event_plan *plan)
{
    rp_event_queue_bucket b = q->current + 1 < q->buckets ? q->bucket[q->current + 1] : (rp_event_queue_bucket){0};
    for (; b.chunk; b = (rp_event_queue_bucket){q->chunk[b.chunk - 1].next, RP_EVENT_QUEUE_ROOM})
        for (uint32_t n = 0; n < b.count; n++) __builtin_prefetch(&plan[q->chunk[b.chunk - 1].i[n]]);
    if (q->current + 2 < q->buckets && q->bucket[q->current + 2].chunk)
        __builtin_prefetch(&q->chunk[q->bucket[q->current + 2].chunk - 1]);
}

static int stale(const rp_event_queue_entry *e, const rp_event_plan *plan) { return plan[e->i].next != e->t; }

const rp_event_queue_entry *rp_event_queue_first(rp_event_queue *q, const rp_event_plan *plan)
{
    while (q->at < q->sorted.count && stale(&q->sorted.entry[q->at], plan)) q->at++;
    while (q->sorted.count - q->at < AHEAD && q->current + 1 < q->buckets && !q->failed) {
        open_next(q, plan);
        prefetch_next(q, plan);
    }
    while (q->heap.count && stale(&q->heap.entry[0], plan)) heap_pop(&q->heap);
    const rp_event_queue_entry *a = q->at < q->sorted.count ? &q->sorted.entry[q->at] : NULL,
                               *b = q->heap.count ? &q->heap.entry[0] : NULL;
    if (a && b) return before(*b, *a) ? b : a;
    return a ? a : b;
}
