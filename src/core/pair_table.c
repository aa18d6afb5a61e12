/* See pair_table.h. A chunk's part of the table follows from its part of the list, so chunks are made independently, in
 * parallel: first every listed pair is tested and counted, then, if all fit into their segments, the segments are
 * written anew. */
#include "core/pair_table.h"
#include <math.h>
#include <string.h>
#include "base/threads.h"
#include "core/fast.h"

#define NEAR_LEAST 0.03 /* of the skin */
/* Paths of the fastest particle in a step, less the motion that all have in common: the table lasts half as many
 * steps. */
#define NEAR_STEPS 60

enum { FAR, APART, TOUCHING };

typedef struct cursor {
    uint32_t first, left, at, end;
} cursor; /* of active pairs [first, end) those below `at` are compared already; [first, left) remain of them */
typedef struct kept { /* a chunk's old part of the table, and what is wanted of its part of the list */
    rp_pair *pair;
    rp_history history;
    uint32_t *active; /* places of active pairs: by segment, first those that touched when the table was made; by order
                       in both halves */
    cursor (*at)[2];  /* by segment and half */
    uint32_t *wanted[TOUCHING + 1]; /* places in the chunk's part of the list, by how near they are */
} kept;

typedef struct maker {
    rp_world *world;
    size_t first, end; /* the chunks that are made */
    double margin;     /* m: gap up to which a pair is in the table, */
    double further;    /* and how much more for a pair with a fast particle */
    uint8_t *fast;     /* by slot; NULL: none is fast */
    uint8_t *near;     /* by place in the list: FAR is not for the table */
    uint32_t *count;   /* by segment */
    kept *kept;        /* per thread */
} maker;

static rp_status no_memory(rp_error *err) { return rp_memory_error(err, 0, "the table of contacts"); }

void rp_pair_table_shape(rp_contacts *c, int width, size_t block, int kinds)
{
    if (c->width != width) c->pairs.count = c->wall_pairs.count = c->pairs.capacity = c->wall_pairs.capacity = 0;
    if (c->width != width || c->pairs.block != block || c->kinds != kinds) c->valid = 0;
    c->width = width;
    c->block = block;
}

int rp_pair_table_kinds(const rp_world *w) { return (w->particles.shape ? 3 : 2) * w->interaction_count; }

int rp_pair_table_reset(rp_history *h, int width, size_t count)
{
    size_t block = h->block ? h->block : 1, doubles = (count + block - 1) / block * block * (size_t)(width ? width : 1);
    if (count > h->capacity || !h->active) {
        size_t active = h->capacity, value = 0;
        rp_memory_free(h->value);
        h->value = NULL;
        h->capacity = 0;
        if (!rp_memory_fit(&h->active, &active, count, 1)
            || !rp_memory_fit(&h->value, &value, (active + block) * (size_t)(width ? width : 1), sizeof(double)))
            return 0;
        h->capacity = active;
    }
    h->count = count;
    memset(h->active, 0, count);
    memset(h->value, 0, doubles * sizeof(double));
    return 1;
}

const rp_pair *rp_pair_table_list(const rp_contacts *c, size_t *count)
{
    *count = c->pairs.block > 1 ? c->list_count : c->pairs.count;
    return c->pairs.block > 1 ? c->list : c->pair;
}

static inline int kind_of(const rp_world *w, rp_pair pair)
{
    const int border = rp_pair_image(pair) != RP_IMAGE_NONE;
    if (w->contacts.kinds == 2) return border;
    const uint32_t *shape = w->particles.shape;
    int x = rp_world_interaction_index(w, w->particles.material[rp_pair_a(pair)],
                                       w->particles.material[rp_pair_b(pair)]);
    return shape && (shape[rp_pair_a(pair)] | shape[rp_pair_b(pair)]) ? 2 * w->interaction_count + x : 2 * x + border;
}

/* ---- which pairs ---- */

static void test_chunk(const maker *m, size_t n)
{
    const rp_contacts *c = &m->world->contacts;
    const rp_row *row = m->world->particles.row;
    uint32_t *count = m->count + n * (size_t)c->kinds;
    for (size_t k = c->chunk[n].listed; k < c->chunk[n].listed_end; k++) {
        const rp_pair pair = c->list[k];
        const rp_row *a = &row[rp_pair_a(pair)], *b = &row[rp_pair_b(pair)];
        const double *shift = c->shift[rp_pair_image(pair)], touch = a->r + b->r + c->cutoff,
                     further = m->fast && (m->fast[rp_pair_a(pair)] | m->fast[rp_pair_b(pair)]) ? m->further : 0,
                     cut = a->r + b->r + (m->margin + further);
        double dx = a->x - b->x - shift[0], dy = a->y - b->y - shift[1], dz = a->z - b->z - shift[2];
        double square = dx * dx + dy * dy + dz * dz;
        m->near[k] = (uint8_t)((square < cut * cut) + (square < touch * touch));
        count[kind_of(m->world, pair)] += m->near[k] != FAR;
    }
}

/* ---- room ---- */

static size_t whole_blocks(size_t count) { return (count + RP_PAIR_BLOCK - 1) / RP_PAIR_BLOCK * RP_PAIR_BLOCK; }

/* A sixteenth to spare, and a few. */
static rp_status plan_segments(const maker *m, rp_error *err)
{
    rp_contacts *c = &m->world->contacts;
    size_t first = 0, segments = c->chunk_count * (size_t)c->kinds;
    if (!rp_memory_reserve(&c->segment, &c->segment_capacity, segments, sizeof *c->segment)) return no_memory(err);
    for (size_t n = 0; n < segments; n++) {
        uint32_t capacity = m->count[n] ? (uint32_t)whole_blocks(m->count[n] + m->count[n] / 16 + 8) : 0;
        c->segment[n] = (rp_segment){.first = first, .capacity = capacity};
        first += capacity;
    }
    if (!rp_memory_fit(&c->pair, &c->pair_capacity, first, sizeof *c->pair)
        || !rp_pair_table_reset(&c->pairs, c->width, first))
        return no_memory(err);
    return RP_OK;
}

static int fits(const maker *m)
{
    const rp_contacts *c = &m->world->contacts;
    for (size_t n = m->first * (size_t)c->kinds; n < m->end * (size_t)c->kinds; n++)
        if (m->count[n] > c->segment[n].capacity) return 0;
    return 1;
}

static size_t chunk_room(const rp_contacts *c, size_t n)
{
    const rp_segment *first = &c->segment[n * (size_t)c->kinds], *last = first + c->kinds - 1;
    return last->first + last->capacity - first->first;
}

static rp_status take_kept(maker *m, rp_error *err)
{
    const rp_contacts *c = &m->world->contacts;
    rp_arena *arena = &m->world->scratch;
    size_t most = 1, listed = 1, width = (size_t)(c->width ? c->width : 1);
    for (size_t n = 0; n < c->chunk_count; n++) {
        const size_t room = chunk_room(c, n), pairs = c->chunk[n].listed_end - c->chunk[n].listed;
        most = room > most ? room : most;
        listed = pairs > listed ? pairs : listed;
    }
    m->kept = rp_arena_take(arena, (size_t)rp_threads_count(), sizeof *m->kept);
    for (int t = 0; m->kept && t < rp_threads_count(); t++) {
        kept *k = &m->kept[t];
        *k = (kept){rp_arena_take(arena, most, sizeof(rp_pair)),
                    {.block = RP_PAIR_BLOCK,
                     .active = rp_arena_take(arena, most, 1),
                     .value = rp_arena_take(arena, most * width, sizeof(double))},
                    rp_arena_take(arena, most, sizeof *k->active),
                    rp_arena_take(arena, (size_t)c->kinds, sizeof *k->at),
                    {[APART] = rp_arena_take(arena, listed, sizeof *k->active),
                     [TOUCHING] = rp_arena_take(arena, listed, sizeof *k->active)}};
        if (!k->pair || !k->history.active || !k->history.value || !k->active || !k->at || !k->wanted[APART]
            || !k->wanted[TOUCHING])
            return no_memory(err);
    }
    return m->kept ? RP_OK : no_memory(err);
}

/* ---- writing ---- */

/* Live pairs among [first, end). */
static cursor active_ones(const kept *old, uint32_t at, uint32_t first, uint32_t end)
{
    cursor k = {at, at, at, at};
    for (uint32_t n = first; n < end; n++) {
        old->active[k.end] = n;
        k.end += old->history.active[n] != 0;
    }

    return k;
}

static void set_aside(const maker *m, size_t n, kept *old)
{
    rp_contacts *c = &m->world->contacts;
    rp_segment *segment = &c->segment[n * (size_t)c->kinds];
    size_t first = segment->first, room = chunk_room(c, n), width = (size_t)c->width;
    uint32_t active = 0;
    memcpy(old->pair, c->pair + first, room * sizeof *c->pair);
    memcpy(old->history.active, c->pairs.active + first, room);
    memcpy(old->history.value, c->pairs.value + first * width, room * width * sizeof(double));
    memset(c->pairs.active + first, 0, room);
    memset(c->pairs.value + first * width, 0, room * width * sizeof(double));
    for (int k = 0; k < c->kinds; k++) {
        rp_segment *s = &segment[k];
        const uint32_t from = (uint32_t)(s->first - first);
        old->at[k][0] = active_ones(old, active, from, from + s->touching);
        old->at[k][1] = active_ones(old, old->at[k][0].end, from + s->touching, from + s->count);
        active = old->at[k][1].end;
        s->count = s->touching = 0;
    }
}

/* The place of an active pair, which is taken off the list; UINT32_MAX: it was not active. Calls come in the order of
 * pairs. */
static inline uint32_t take_active(const kept *old, cursor *k, uint64_t order)
{
    for (; k->at < k->end; k->at++) {
        const uint32_t place = old->active[k->at];
        const uint64_t here = rp_pair_order(old->pair[place]);
        if (here > order) break;
        if (here == order) return k->at++, place;
        old->active[k->left++] = place;
    }
    return UINT32_MAX;
}

/* To ask once more for those that are left. */
static void rewind_cursor(const kept *old, cursor *k)
{
    for (; k->at < k->end; k->at++) old->active[k->left++] = old->active[k->at];
    k->at = k->first;
    k->end = k->left;
    k->left = k->first;
}

/* What the old table knows of the pair that stands at `to` now. */
static inline void carry(rp_contacts *c, const kept *old, cursor half[2], size_t to)
{
    const uint64_t order = rp_pair_order(c->pair[to]);
    uint32_t from = take_active(old, &half[0], order);
    if (from == UINT32_MAX) from = take_active(old, &half[1], order);
    if (from == UINT32_MAX) return;
    c->pairs.active[to] = old->history.active[from];
    double *value = rp_history_in_block(&c->pairs, c->width, to);
    const double *was = rp_history_in_block(&old->history, c->width, from);
    for (int h = 0; h < c->width; h++) value[h * RP_PAIR_BLOCK] = was[h * RP_PAIR_BLOCK];
}

/* All that is left of the segment: the table is part of checkpoints, to the last byte. */
static void fill_up(rp_contacts *c, const rp_segment *s)
{
    const rp_pair last = s->count ? c->pair[s->first + s->count - 1] : (rp_pair){0};
    for (size_t n = s->first + s->count; n < s->first + s->capacity; n++) c->pair[n] = last;
}

/* Without branches that the processor cannot predict. */
static void sort_out(const maker *m, size_t n, const kept *old, uint32_t count[TOUCHING + 1])
{
    const rp_chunk *chunk = &m->world->contacts.chunk[n];
    const uint8_t *near = m->near + chunk->listed;
    uint32_t apart = 0, touching = 0;
    for (uint32_t k = 0; k < chunk->listed_end - chunk->listed; k++) {
        old->wanted[APART][apart] = old->wanted[TOUCHING][touching] = k;
        apart += near[k] == APART;
        touching += near[k] == TOUCHING;
    }
    count[APART] = apart;
    count[TOUCHING] = touching;
}

/* Pairs of the chunk that are `near` like this, behind those that are there already. */
static void write_half(const maker *m, size_t n, const kept *old, int near, uint32_t count)
{
    rp_contacts *c = &m->world->contacts;
    rp_segment *segment = &c->segment[n * (size_t)c->kinds];
    const rp_pair *list = c->list + c->chunk[n].listed;
    for (uint32_t k = 0; k < count; k++) {
        const rp_pair pair = list[old->wanted[near][k]];
        const int kind = kind_of(m->world, pair);
        rp_segment *s = &segment[kind];
        const size_t to = s->first + s->count++;
        s->touching += near == TOUCHING;
        c->pair[to] = pair;
        carry(c, old, old->at[kind], to);
    }
}

static void write_chunk(const maker *m, size_t n, kept *old)
{
    rp_contacts *c = &m->world->contacts;
    rp_segment *segment = &c->segment[n * (size_t)c->kinds];
    uint32_t count[TOUCHING + 1];
    set_aside(m, n, old);
    sort_out(m, n, old, count);
    write_half(m, n, old, TOUCHING, count[TOUCHING]);
    for (int k = 0; k < c->kinds; k++) {
        rewind_cursor(old, &old->at[k][0]);
        rewind_cursor(old, &old->at[k][1]);
    }

    write_half(m, n, old, APART, count[APART]);
    for (int k = 0; k < c->kinds; k++) fill_up(c, &segment[k]);
}

/* ---- all chunks ---- */

/* near follows the speed of the moment, so that a flowing bed does not make its table every other step. */
static rp_status test_all(maker *m, rp_error *err)
{
    rp_contacts *c = &m->world->contacts;
    const rp_fast *f = &c->fast;
    const double slow = f->gap > 0 ? f->speed * m->world->dt : INFINITY;
    double near = fmax(NEAR_LEAST * c->skin, NEAR_STEPS * fmin(slow, c->next_move - c->next_shared));
    double of_fast = f->gap > 0 ? fmax(near, NEAR_STEPS * (f->next_move - f->next_shared)) : 0;
    m->margin = near + c->cutoff;
    m->further = of_fast - near;
    rp_status status = rp_fast_slots(m->world, &m->fast, err);
    if (status) return status;
    m->near = rp_arena_take(&m->world->scratch, c->list_count, 1);
    m->count = rp_arena_take(&m->world->scratch, c->chunk_count * (size_t)c->kinds, sizeof *m->count);
    if (!m->near || !m->count) return no_memory(err);
#pragma omp parallel for schedule(static) num_threads(rp_threads_count()) if (c->chunk_count > 4)
    for (size_t n = m->first; n < m->end; n++) test_chunk(m, n);
    c->near = near;
    c->near_travelled = 0;
    c->fast.near = of_fast;
    c->fast.near_travelled = 0;
    return RP_OK;
}

static rp_status write_all(maker *m, rp_error *err)
{
    const rp_contacts *c = &m->world->contacts;
    rp_status status = take_kept(m, err);
    if (status) return status;
#pragma omp parallel for schedule(static) num_threads(rp_threads_count()) if (c->chunk_count > 4)
    for (size_t n = m->first; n < m->end; n++) write_chunk(m, n, &m->kept[rp_threads_index()]);
    return RP_OK;
}

static rp_status adopt_list(rp_contacts *c, rp_error *err)
{
    rp_pair *spare = c->pair;
    size_t capacity = c->pair_capacity, count = c->list_count;
    c->pair = c->list;
    c->pair_capacity = c->list_capacity;
    c->list = spare;
    c->list_capacity = capacity;
    c->list_count = 0;
    c->near = INFINITY;
    c->near_travelled = 0;
    return rp_pair_table_reset(&c->pairs, c->width, count) ? RP_OK : no_memory(err);
}

rp_status rp_pair_table_make(rp_world *w, rp_error *err)
{
    rp_contacts *c = &w->contacts;
    maker m = {.world = w, .end = c->chunk_count};
    size_t block = c->block > 1 && w->interaction_count > 0 ? c->block : 1;
    if (c->pairs.block != block) c->pairs.capacity = 0; /* another shape */
    c->pairs.block = block;
    c->kinds = block > 1 ? rp_pair_table_kinds(w) : 0;
    if (c->kinds == 0) return adopt_list(c, err);
    rp_status status = test_all(&m, err);
    if (!status) status = plan_segments(&m, err);
    return status ? status : write_all(&m, err);
}

rp_status rp_pair_table_renew(rp_world *w, int *full, rp_error *err)
{
    maker m = {.world = w};
    rp_share_chunks(w, &m.first, &m.end);
    rp_arena_reset(&w->scratch);
    rp_status status = test_all(&m, err);
    *full = !status && !fits(&m);
    if (!status && !*full) status = write_all(&m, err);
    rp_arena_reset(&w->scratch);
    return status;
}

/* ---- finding ---- */

static size_t find_in(const rp_pair *pair, size_t first, size_t last, rp_pair want)
{
    const size_t end = last;
    while (first < last) {
        size_t middle = (first + last) / 2;
        if (rp_pair_order(pair[middle]) < rp_pair_order(want)) first = middle + 1;
        else last = middle;
    }
    return first < end && rp_pair_order(pair[first]) == rp_pair_order(want) ? first : SIZE_MAX;
}

static size_t chunk_of(const rp_contacts *c, uint32_t slot)
{
    size_t low = 0, high = c->chunk_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (c->chunk[middle].first <= slot) low = middle;
        else high = middle;
    }
    return low;
}

size_t rp_pair_table_find(const rp_world *w, rp_pair pair)
{
    const rp_contacts *c = &w->contacts;
    if (c->kinds == 0) return find_in(c->pair, 0, c->pairs.count, pair);
    const rp_segment *s = &c->segment[chunk_of(c, rp_pair_a(pair)) * (size_t)c->kinds + (size_t)kind_of(w, pair)];
    size_t place = find_in(c->pair, s->first, s->first + s->touching, pair);
    return place != SIZE_MAX ? place : find_in(c->pair, s->first + s->touching, s->first + s->count, pair);
}
