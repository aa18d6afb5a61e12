/* Units, colours and places of contacts (problem.h). Greedy in the order of the list, so the same for any number of threads. In fixed and random
 * order nothing is coloured and every contact is serial. */
#include <string.h>
#include "base/memory.h"
#include "methods/contact_dynamics/work.h"

/* How many contacts a unit has of each colour, pairs and singles, and the lane where they begin. */
typedef struct rp_cd_plan { uint32_t count[RP_CD_COLOURS][2], first[RP_CD_COLOURS][2]; } rp_cd_plan;

/* ---- tiles and units ---- */

/* Tiles are whole chunks of the list: a particle reaches from its chunk into the next one, if it is not much larger than others. */
static void cut_tiles(const rp_world *w, rp_cd_work *m)
{
    uint32_t tile = 0, first = 0;
    for (size_t n = 0; n < w->contacts.chunk_count; n++) {
        const rp_chunk *k = &w->contacts.chunk[n];
        if (k->first - first >= RP_CD_TILE) tile++, first = k->first;
        for (uint32_t i = k->first; i < k->last; i++) m->tile[i] = tile;
    }
    m->tile_count = tile + 1;
}

/* Tiles come first, then even borders, odd ones and the periodic one, last the serial unit. */
static size_t even_borders(const rp_cd_work *m) { return m->tile_count / 2; }
static size_t odd_borders(const rp_cd_work *m) { return (m->tile_count - 1) / 2; }
static size_t serial_unit(const rp_cd_work *m) { return m->tile_count + even_borders(m) + odd_borders(m) + 1; }

static size_t unit_of(const rp_cd_work *m, uint32_t a, uint32_t b)
{
    size_t low = m->tile[a] < m->tile[b] ? m->tile[a] : m->tile[b], high = m->tile[a] + m->tile[b] - low, border = m->tile_count;
    if (low == high) return low;
    if (high == low + 1) return border + (low % 2 ? even_borders(m) : 0) + low / 2;
    if (low == 0 && high == m->tile_count - 1) return serial_unit(m) - 1;
    return serial_unit(m);
}

static void set_phases(rp_cd_work *m)
{
    size_t *phase = m->problem.phase;
    phase[0] = 0, phase[1] = m->tile_count, phase[2] = phase[1] + even_borders(m), phase[3] = phase[2] + odd_borders(m), phase[4] = phase[3] + 1;
    m->problem.unit_count = phase[4] + 1;
}

/* ---- colours ---- */

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

/* The serial unit is one run of pairs, in order: a contact of one moving body has `nothing` as its partner there. */
static void colour(rp_world *w, rp_cd_work *m)
{
    const size_t serial = serial_unit(m);
    const int coloured = m->setup.options.order == RP_CD_COLOURED;
    memset(m->used, 0, w->particles.count * sizeof *m->used);
    m->problem.special_count = 0;
    for (size_t n = 0; n < m->candidate_count; n++) {
        rp_cd_sort *x = &m->candidate[n];
        uint32_t a, b;
        if (x->kind == RP_CD_SPECIAL) {
            x->place = (uint32_t)m->problem.special_count++;
            continue;
        }
        bodies_of(w, x, &a, &b);
        size_t unit = coloured ? unit_of(m, a, b) : serial;
        int across = unit >= m->tile_count;
        uint64_t used = m->used[a][across] | m->used[b][across];
        if (used == ~(uint64_t)0) unit = serial;
        x->unit = (uint32_t)unit, x->colour = unit == serial ? 0 : (uint8_t)__builtin_ctzll(~used);
        if (unit != serial) m->used[a][across] |= (uint64_t)1 << x->colour, m->used[b][across] |= (uint64_t)1 << x->colour;
        x->place = m->plan[unit].count[x->colour][unit != serial && x->kind == RP_CD_SINGLE]++;
    }
}

/* ---- places ---- */

static size_t batches(size_t contacts) { return (contacts + RP_CD_LANES - 1) / RP_CD_LANES; }

/* Runs of all units one after another; returns the number of batches. */
static size_t place_runs(rp_cd_work *m)
{
    rp_cd_problem *q = &m->problem;
    size_t at = 0;
    q->run_count = 0;
    for (size_t u = 0; u < q->unit_count; u++) {
        if (u == serial_unit(m)) q->serial = at;
        q->unit[u] = (rp_cd_unit){.run = q->run_count, .spare = q->nothing + 1 + (uint32_t)u};
        for (int c = 0; c < RP_CD_COLOURS; c++)
            for (int single = 0; single < 2; single++) {
                size_t many = batches(m->plan[u].count[c][single]);
                m->plan[u].first[c][single] = (uint32_t)(at * RP_CD_LANES);
                if (many) q->run[q->run_count++] = (rp_cd_run){at, at + many, single};
                at += many;
            }
        q->unit[u].run_end = q->run_count;
    }
    return at;
}

static void clear_lanes(rp_cd_problem *q)
{
    if (q->batch_count == 0) return; /* there may be no array yet */
    memset(q->batch, 0, q->batch_count * sizeof *q->batch);
    for (size_t n = 0; n < q->batch_count * RP_CD_LANES; n++) q->source[n] = (rp_cd_source){.index = RP_CD_NO_SOURCE};
    for (size_t u = 0; u < q->unit_count; u++)
        for (size_t k = q->unit[u].run; k < q->unit[u].run_end; k++)
            for (size_t n = q->run[k].first; n < q->run[k].last; n++)
                for (int lane = 0; lane < RP_CD_LANES; lane++) q->batch[n].a[lane] = q->batch[n].b[lane] = q->unit[u].spare;
}

static int rolls(const rp_world *w, const rp_cd_sort *x)
{
    uint32_t a = x->source.wall ? w->contacts.wall_pair[x->source.index].a : w->contacts.pair[x->source.index].a;
    int other = x->source.wall ? w->wall[w->contacts.wall_pair[x->source.index].wall].material : w->particles.material[rp_pair_slot(w->contacts.pair[x->source.index])];
    return w->interaction[w->interaction_of[w->particles.material[a] * w->material_count + other]].law[RP_ROLLING] >= 0;
}

static void count_rolls(const rp_world *w, rp_cd_work *m)
{
    m->problem.roll_count = 0;
    for (size_t n = 0; m->rolling && n < m->candidate_count; n++)
        if (rolls(w, &m->candidate[n])) m->candidate[n].roll = (uint32_t)++m->problem.roll_count;
}

static void give_places(rp_cd_work *m)
{
    rp_cd_problem *q = &m->problem;
    const size_t serial = serial_unit(m);
    q->order_count = 0, q->contact_count = m->candidate_count;
    for (size_t n = 0; n < m->candidate_count; n++) {
        rp_cd_sort *x = &m->candidate[n];
        if (x->kind == RP_CD_SPECIAL) {
            q->order[q->order_count++] = (uint32_t)(q->batch_count * RP_CD_LANES) + x->place;
            continue;
        }
        x->place += m->plan[x->unit].first[x->colour][x->unit != serial && x->kind == RP_CD_SINGLE];
        if (x->unit == serial) q->order[q->order_count++] = x->place;
    }
}

/* ---- memory ---- */

static rp_status reserve_units(rp_cd_work *m, rp_error *err)
{
    rp_cd_problem *q = &m->problem;
    size_t part = m->unit_capacity, units = q->unit_count;
    if (!rp_memory_reserve(&q->part, &part, units, sizeof *q->part) || !rp_memory_reserve(&q->unit, &m->unit_capacity, units, sizeof *q->unit)
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
    size_t last = m->batch_capacity, need = q->batch_count;
    int changes = o->solver == RP_CD_ACCELERATED || o->criterion != RP_CD_COULOMB_RESIDUAL;
    if (!rp_memory_reserve(&q->source, &m->source_capacity, need * RP_CD_LANES, sizeof *q->source)
        || (changes && !rp_memory_reserve(&q->last, &last, need, sizeof *q->last))
        || !rp_memory_reserve(&q->batch, &m->batch_capacity, need, sizeof *q->batch)
        || !rp_memory_reserve(&q->roll, &m->roll_capacity, q->roll_count, sizeof *q->roll)
        || !rp_memory_reserve(&q->special, &m->special_capacity, q->special_count, sizeof *q->special)
        || !rp_memory_reserve(&q->order, &m->order_capacity, m->candidate_count, sizeof *q->order))
        return rp_memory_error(err, need * sizeof *q->batch, "contacts");
    return RP_OK;
}

rp_status rp_colours_assign(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    cut_tiles(w, m);
    set_phases(m);
    rp_status status = reserve_units(m, err);
    if (status) return status;
    colour(w, m);
    count_rolls(w, m);
    m->problem.batch_count = place_runs(m);
    status = reserve_batches(m, err);
    if (status) return status;
    clear_lanes(&m->problem);
    give_places(m);
    return RP_OK;
}
