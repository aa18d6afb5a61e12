/* Units, colours and places of contacts (problem.h). Greedy in the order of the list, so the same for any number of
 * threads. In fixed and random order nothing is coloured and every contact is serial. */
#include <string.h>
#include "base/memory.h"
#include "core/wall_parts.h"
#include "core/walls.h"
#include "methods/contact_dynamics/work.h"

#define GENERAL_WORK 3 /* batches that take as long as one general contact */

/* How many contacts a unit has: of each colour, pairs and singles, and the lane where they begin; general ones; those
 * with rolling friction. */
typedef struct rp_cd_plan {
    uint32_t count[RP_CD_COLOURS][2], first[RP_CD_COLOURS][2], general, roll;
} rp_cd_plan;

/* ---- tiles and units ---- */

/* Tiles are whole chunks of the list: a particle has contacts in its own chunk and the next one only, if it is not much
 * larger than others. */
static void cut_tiles(const rp_world *w, rp_cd_work *m)
{
    rp_cd_problem *q = &m->problem;
    uint32_t tile = 0, first = 0;
    q->tile[0] = (rp_cd_tile){0}; /* there may be no particles */
    for (size_t n = 0; n < w->contacts.chunk_count; n++) {
        const rp_chunk *k = &w->contacts.chunk[n];
        if (k->first - first >= RP_CD_TILE) {
            tile++;
            first = k->first;
        }

        q->tile[tile] = (rp_cd_tile){.first = first, .last = k->last};
        for (uint32_t i = k->first; i < k->last; i++) m->tile_of[i] = tile;
    }
    q->tile_count = tile + 1;
}

/* Tiles come first, then even borders, odd ones and the periodic one, last the serial unit. */
static size_t border_unit(const rp_cd_problem *q, size_t border)
{
    return q->tile_count + (border % 2 ? q->tile_count / 2 : 0) + border / 2;
}
static size_t serial_unit(const rp_cd_problem *q) { return 2 * q->tile_count; }
static size_t periodic_unit(const rp_cd_problem *q) { return serial_unit(q) - 1; }

static size_t unit_of(const rp_cd_work *m, uint32_t a, uint32_t b)
{
    const rp_cd_problem *q = &m->problem;
    size_t low = m->tile_of[a] < m->tile_of[b] ? m->tile_of[a] : m->tile_of[b],
           high = m->tile_of[a] + m->tile_of[b] - low;
    if (low == high) return low;
    if (high == low + 1) return border_unit(q, low);
    return low == 0 && high == q->tile_count - 1 ? periodic_unit(q) : serial_unit(q);
}

static void share_tiles(rp_cd_problem *q, rp_cd_unit *unit, size_t low, size_t high)
{
    unit->tile[0] = (uint32_t)low;
    unit->tile[1] = (uint32_t)high;
    unit->turn[0] = q->tile[low].turn++;
    unit->turn[1] = low == high ? unit->turn[0] : q->tile[high].turn++;
}

static void make_units(rp_cd_problem *q)
{
    const size_t tiles = q->tile_count;
    for (size_t u = 0; u < q->unit_count; u++) q->unit[u] = (rp_cd_unit){.spare = q->nothing + 1 + (uint32_t)u};
    for (size_t t = 0; t < tiles; t++) share_tiles(q, &q->unit[t], t, t);
    for (size_t odd = 0; odd < 2; odd++)
        for (size_t k = odd; k + 1 < tiles; k += 2) share_tiles(q, &q->unit[border_unit(q, k)], k, k + 1);
    share_tiles(q, &q->unit[periodic_unit(q)], 0, tiles - 1);
}

/* ---- colours ---- */

/* The particles that a contact's impulse moves, the same twice if it is one only. 0: it moves a wall, or a particle
 * that is glued to one. */
static int bodies_of(const rp_world *w, const rp_cd_sort *x, uint32_t *a, uint32_t *b)
{
    const rp_contacts *t = &w->contacts;
    if (x->source.wall) {
        rp_wall_pair pair = t->wall_pair[x->source.index];
        *a = *b = rp_cd_touch_body(w, pair.a);
        return !rp_walls_loaded(&w->wall[pair.wall]) && *a < w->particles.count;
    }
    *a = rp_pair_a(t->pair[x->source.index]);
    *b = rp_pair_b(t->pair[x->source.index]);
    if (x->source.flipped) *a = *b;
    if (x->source.kind == RP_CD_SINGLE) *b = *a;
    if (x->source.kind != RP_CD_GENERAL) return 1;
    *a = rp_cd_touch_body(w, *a);
    *b = rp_cd_touch_body(w, *b);
    return *a < w->particles.count && *b < w->particles.count;
}

/* The serial unit is one run of pairs, in order: a contact of one moving body has `nothing` as its partner there. */
static void colour_one(rp_cd_work *m, rp_cd_sort *x, uint32_t a, uint32_t b)
{
    const size_t serial = serial_unit(&m->problem);
    int across = x->unit >= m->problem.tile_count;
    uint64_t used = m->scratch[a].used[across] | m->scratch[b].used[across];
    if (used == ~(uint64_t)0) x->unit = (uint32_t)serial & RP_CD_UNITS;
    x->colour = x->unit == serial ? 0 : (unsigned)__builtin_ctzll(~used) & (RP_CD_COLOURS - 1);
    if (x->unit != serial) {
        m->scratch[a].used[across] |= (uint64_t)1 << x->colour;
        m->scratch[b].used[across] |= (uint64_t)1 << x->colour;
    }

    x->place = m->plan[x->unit].count[x->colour][x->unit != serial && x->source.kind == RP_CD_SINGLE]++;
}

static int rolls(const rp_world *w, const rp_cd_sort *x)
{
    uint32_t a = x->source.wall ? w->contacts.wall_pair[x->source.index].a
                                : rp_pair_a(w->contacts.pair[x->source.index]);
    const rp_wall_pair pair = x->source.wall ? w->contacts.wall_pair[x->source.index] : (rp_wall_pair){0};
    int other = x->source.wall ? rp_wall_parts_material(&w->wall[pair.wall], pair.triangle)
                               : w->particles.material[rp_pair_b(w->contacts.pair[x->source.index])];
    return rp_interaction_between(w, w->particles.material[a], other)->law[RP_ROLLING] != NULL;
}

/* Units, colours, and numbers within them. */
static void colour(rp_world *w, rp_cd_work *m)
{
    const size_t serial = serial_unit(&m->problem);
    const int coloured = m->setup.options.order == RP_CD_COLOURED;
    memset(m->scratch, 0, w->particles.count * sizeof *m->scratch);
    for (size_t n = 0; n < m->candidate_count; n++) {
        rp_cd_sort *x = &m->candidate[n];
        uint32_t a, b;
        int fits = bodies_of(w, x, &a, &b);
        x->unit = (uint32_t)(coloured && fits ? unit_of(m, a, b) : serial) & RP_CD_UNITS;
        if (x->source.kind == RP_CD_GENERAL) x->place = m->plan[x->unit].general++;
        else colour_one(m, x, a, b);
        if (m->rolling && rolls(w, x)) x->roll = ++m->plan[x->unit].roll & RP_CD_ROLLS;
    }
    m->serial_count = m->plan[serial].count[0][0] + m->plan[serial].general;
}

/* ---- places ---- */

static size_t batches(size_t contacts) { return (contacts + RP_CD_LANES - 1) / RP_CD_LANES; }

/* Runs of a unit from batch `at` on; returns where they end. */
static size_t place_runs(rp_cd_problem *q, rp_cd_unit *unit, rp_cd_plan *plan, size_t at)
{
    unit->run = q->run_count;
    for (int c = 0; c < RP_CD_COLOURS; c++)
        for (int single = 0; single < 2; single++) {
            size_t many = batches(plan->count[c][single]);
            plan->first[c][single] = (uint32_t)(at * RP_CD_LANES);
            if (many) q->run[q->run_count++] = (rp_cd_run){at, at + many, single};
            at += many;
        }
    unit->run_end = q->run_count;
    return at;
}

/* All units one after another. */
static void place_units(rp_cd_work *m)
{
    rp_cd_problem *q = &m->problem;
    q->run_count = q->batch_count = q->general_count = q->roll_count = 0;
    for (size_t u = 0; u < q->unit_count; u++) {
        rp_cd_unit *unit = &q->unit[u];
        rp_cd_plan *plan = &m->plan[u];
        if (u == serial_unit(q)) q->serial = q->batch_count;
        unit->middle = q->batch_count;
        q->batch_count = place_runs(q, unit, plan, q->batch_count);
        unit->general = q->general_count;
        unit->roll = q->roll_count;
        unit->general_end = q->general_count += plan->general;
        unit->roll_end = q->roll_count += plan->roll;
        unit->middle = q->batch_count - unit->middle + GENERAL_WORK * plan->general
                       + plan->roll; /* its work; see deal_out */
    }
}

static void deal_out_next(rp_cd_problem *q, size_t unit)
{
    size_t work = q->unit[unit].middle;
    q->unit[unit].middle = q->work + work / 2;
    q->work += work;
}

/* From the work of each unit to the middle of its work, along the row of tiles. */
static void deal_out(rp_cd_problem *q)
{
    q->work = 0;
    for (size_t t = 0; t < q->tile_count; t++) {
        deal_out_next(q, t);
        if (t + 1 < q->tile_count) deal_out_next(q, border_unit(q, t));
    }
    deal_out_next(q, periodic_unit(q));
}

/* The last batch of each run may have lanes without a contact; all others are filled. */
static void clear_lanes(rp_cd_problem *q)
{
    for (size_t u = 0; u < q->unit_count; u++)
        for (size_t k = q->unit[u].run; k < q->unit[u].run_end; k++) {
            rp_cd_batch *batch = &q->batch[q->run[k].last - 1];
            *batch = (rp_cd_batch){0};
            for (int lane = 0; lane < RP_CD_LANES; lane++) batch->a[lane] = batch->b[lane] = q->unit[u].spare;
        }
}

static void give_places(rp_cd_work *m)
{
    rp_cd_problem *q = &m->problem;
    const size_t serial = serial_unit(q);
    q->order_count = 0;
    q->contact_count = m->candidate_count;
    for (size_t n = 0; n < m->candidate_count; n++) {
        rp_cd_sort *x = &m->candidate[n];
        int general = x->source.kind == RP_CD_GENERAL;
        if (x->roll) x->roll = (x->roll + (uint32_t)q->unit[x->unit].roll) & RP_CD_ROLLS;
        x->place += general ? (uint32_t)q->unit[x->unit].general
                            : m->plan[x->unit].first[x->colour][x->unit != serial && x->source.kind == RP_CD_SINGLE];
        if (x->unit == serial)
            q->order[q->order_count++] = general ? (uint32_t)(q->batch_count * RP_CD_LANES) + x->place : x->place;
    }
}

/* ---- memory ---- */

static rp_status reserve_units(rp_cd_work *m, rp_error *err)
{
    rp_cd_problem *q = &m->problem;
    size_t part = m->unit_capacity, units = q->unit_count;
    if (!rp_memory_reserve(&q->part, &part, units, sizeof *q->part)
        || !rp_memory_reserve(&q->unit, &m->unit_capacity, units, sizeof *q->unit)
        || !rp_memory_reserve(&m->plan, &m->plan_capacity, units, sizeof *m->plan)
        || !rp_memory_reserve(&q->run, &m->run_capacity, 2 * RP_CD_COLOURS * units, sizeof *q->run))
        return rp_memory_error(err, units * sizeof *m->plan, "colours of contacts");
    memset(m->plan, 0, units * sizeof *m->plan);
    return RP_OK;
}

static rp_status reserve_batches(rp_cd_work *m, rp_error *err)
{
    rp_cd_problem *q = &m->problem;
    const rp_cd_options *o = &m->setup.options;
    size_t last = m->batch_capacity, allowed = m->batch_capacity, need = q->batch_count;
    int changes = o->solver == RP_CD_ACCELERATED || o->criterion != RP_CD_COULOMB_RESIDUAL;
    if ((changes && !rp_memory_fit(&q->last, &last, need, sizeof *q->last))
        || !rp_memory_fit(&q->allowed, &allowed, need, sizeof *q->allowed)
        || !rp_memory_fit(&q->batch, &m->batch_capacity, need, sizeof *q->batch)
        || !rp_memory_reserve(&q->roll, &m->roll_capacity, q->roll_count, sizeof *q->roll)
        || !rp_memory_reserve(&q->general, &m->general_capacity, q->general_count, sizeof *q->general)
        || !rp_memory_fit(&q->order, &m->order_capacity, m->serial_count, sizeof *q->order))
        return rp_memory_error(err, need * sizeof *q->batch, "contacts");
    return RP_OK;
}

rp_status rp_cd_colours_assign(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    rp_cd_problem *q = &m->problem;
    if (!rp_memory_reserve(&q->tile, &m->tile_capacity, w->contacts.chunk_count + 1, sizeof *q->tile))
        return rp_memory_error(err, 0, "tiles of contacts");
    cut_tiles(w, m);
    q->unit_count = serial_unit(q) + 1;
    rp_status status = reserve_units(m, err);
    if (status) return status;
    make_units(q);
    colour(w, m);
    place_units(m);
    deal_out(q);
    status = reserve_batches(m, err);
    if (status) return status;
    clear_lanes(q);
    give_places(m);
    return RP_OK;
}
