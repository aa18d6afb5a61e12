/* Colours of contacts: no two of a colour share a moving body. Greedy in the order of the list, so the same for any number of threads.
 * In fixed and random order nothing is coloured and every contact is serial. */
#include <string.h>
#include "base/memory.h"
#include "methods/contact_dynamics/work.h"

typedef struct plan { size_t count[RP_CD_COLOURS + 1][2]; size_t first[RP_CD_COLOURS + 1][2]; size_t special; } plan; /* by colour, and pairs or singles */

static void bodies_of(const rp_world *w, const rp_cd_sort *x, uint32_t *a, uint32_t *b)
{
    const rp_contacts *t = &w->contacts;
    if (x->source.wall) {
        *a = *b = t->wall_pair[x->source.index].a;
        return;
    }
    *a = t->pair[x->source.index].a, *b = rp_pair_slot(t->pair[x->source.index]);
    if (x->source.flipped) *a = *b;
    if (x->kind == RP_CD_SINGLE) *b = *a;
}

static void colour(rp_world *w, plan *p)
{
    rp_cd_work *m = w->method_state;
    int coloured = m->setup.options.order == RP_CD_COLOURED;
    memset(m->used, 0, w->particles.count * sizeof *m->used);
    for (size_t n = 0; n < m->candidate_count; n++) {
        rp_cd_sort *x = &m->candidate[n];
        uint32_t a, b;
        if (x->kind == RP_CD_SPECIAL) {
            x->place = (uint32_t)p->special++;
            continue;
        }
        bodies_of(w, x, &a, &b);
        uint64_t used = coloured ? m->used[a] | m->used[b] : ~(uint64_t)0;
        x->colour = used == ~(uint64_t)0 ? RP_CD_COLOURS : (uint8_t)__builtin_ctzll(~used);
        if (x->colour < RP_CD_COLOURS) m->used[a] |= (uint64_t)1 << x->colour, m->used[b] |= (uint64_t)1 << x->colour;
        int single = x->kind == RP_CD_SINGLE && x->colour < RP_CD_COLOURS;
        x->place = (uint32_t)p->count[x->colour][single]++;
    }
}

static size_t batches(size_t contacts) { return (contacts + RP_CD_LANES - 1) / RP_CD_LANES; }

static void add_chunks(rp_cd_problem *q, size_t first, size_t last, int single)
{
    for (; first < last; first += RP_CD_CHUNK)
        q->chunk[q->chunk_count++] = (rp_cd_chunk){first, first + RP_CD_CHUNK < last ? first + RP_CD_CHUNK : last, single};
}

static void place_colours(rp_cd_problem *q, plan *p)
{
    size_t at = 0;
    q->colour_count = 0, q->chunk_count = 0;
    for (int c = 0; c <= RP_CD_COLOURS; c++) {
        if (c == RP_CD_COLOURS) q->serial = at, q->colour[q->colour_count] = q->chunk_count;
        else if (p->count[c][0] + p->count[c][1] > 0) q->colour[q->colour_count++] = q->chunk_count;
        for (int single = 0; single < 2; single++) {
            p->first[c][single] = at * RP_CD_LANES;
            add_chunks(q, at, at + batches(p->count[c][single]), single);
            at += batches(p->count[c][single]);
        }
    }
    q->batch_count = at;
}

static rp_status reserve(rp_world *w, const plan *p, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    rp_cd_problem *q = &m->problem;
    size_t need = 0, last = m->batch_capacity, chunks, order = p->count[RP_CD_COLOURS][0] + p->special;
    for (int c = 0; c <= RP_CD_COLOURS; c++) need += batches(p->count[c][0]) + batches(p->count[c][1]);
    chunks = need / RP_CD_CHUNK + 2 * (RP_CD_COLOURS + 1);
    size_t parts = m->chunk_capacity;
    int changes = m->setup.options.solver == RP_CD_ACCELERATED || m->setup.options.criterion != RP_CD_COULOMB_RESIDUAL;
    if (!rp_memory_reserve(&q->source, &m->source_capacity, need * RP_CD_LANES, sizeof *q->source)
        || (changes && !rp_memory_reserve(&q->last, &last, need, sizeof *q->last))
        || !rp_memory_reserve(&q->batch, &m->batch_capacity, need, sizeof *q->batch)
        || !rp_memory_reserve(&q->special, &m->special_capacity, p->special, sizeof *q->special)
        || !rp_memory_reserve(&q->order, &m->order_capacity, order, sizeof *q->order)
        || !rp_memory_reserve(&q->part, &parts, chunks, sizeof *q->part)
        || !rp_memory_reserve(&q->chunk, &m->chunk_capacity, chunks, sizeof *q->chunk))
        return rp_memory_error(err, need * sizeof *q->batch, "contacts");
    return RP_OK;
}

/* Lanes that no contact takes: two bodies that never move, one for pairs and one for singles, so that threads do not meet there. */
static void clear_lanes(rp_cd_problem *q)
{
    memset(q->batch, 0, q->batch_count * sizeof *q->batch);
    for (size_t n = 0; n < q->batch_count * RP_CD_LANES; n++) q->source[n] = (rp_cd_source){.index = RP_CD_NO_SOURCE};
    for (size_t c = 0; c < q->chunk_count; c++)
        for (size_t n = q->chunk[c].first; n < q->chunk[c].last; n++)
            for (int k = 0; k < RP_CD_LANES; k++) q->batch[n].a[k] = q->nothing + 1 + (uint32_t)q->chunk[c].single, q->batch[n].b[k] = q->chunk[c].single ? q->nothing : q->nothing + 1;
}

rp_status rp_colours_assign(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    rp_cd_problem *q = &m->problem;
    plan p = {0};
    colour(w, &p);
    rp_status status = reserve(w, &p, err);
    if (status) return status;
    place_colours(q, &p);
    clear_lanes(q);
    q->special_count = p.special, q->order_count = 0, q->contact_count = m->candidate_count;
    for (size_t n = 0; n < m->candidate_count; n++) {
        rp_cd_sort *x = &m->candidate[n];
        if (x->kind == RP_CD_SPECIAL) {
            q->order[q->order_count++] = (uint32_t)(q->batch_count * RP_CD_LANES) + x->place;
            continue;
        }
        x->place += (uint32_t)p.first[x->colour][x->kind == RP_CD_SINGLE && x->colour < RP_CD_COLOURS];
        if (x->colour == RP_CD_COLOURS) q->order[q->order_count++] = x->place;
    }
    return RP_OK;
}
