/* Saving, restoring and hashing the event-driven state. All that future events depend on is listed here: each
 * particle's flight with its own clock, its cold data, its plan with stored times, its cell, and the calendar's place
 * in time. */
#include <math.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "core/chain.h"
#include "core/field.h"
#include "methods/event/event.h"

/* A particle's fields up to its partner, which is hashed by its id; plan_fields are the fields after it. */
static const rp_field flight_fields[] = {
    {"position", "m", "at its own clock", RP_F64, 3, RP_FIELD_PART(rp_event, flight, x), RP_HASH_VALUE, NAN},
    {"radius", "m", "at its own clock", RP_F64, 1, RP_FIELD_PART(rp_event, flight, r), RP_HASH_VALUE, NAN},
    {"velocity", "m/s", "at its own clock", RP_F64, 3, RP_FIELD_PART(rp_event, flight, vx), RP_HASH_VALUE, NAN},
    {"clock", "s", "its own time, from the origin on", RP_F64, 1, RP_FIELD_PART(rp_event, flight, t), RP_HASH_VALUE,
     NAN},
    {"spin", "m/s", "radius times angular velocity", RP_F64, 3, RP_FIELD_PART(rp_event, cold, sx), RP_HASH_VALUE, NAN},
    {"inverse_inertia", "1/kg", "r^2/I; 0: no torque turns it", RP_F64, 1, RP_FIELD_PART(rp_event, cold, inv_inertia),
     RP_HASH_VALUE, NAN},
    {"inverse_mass", "1/kg", "1/m; 0: fixed or prescribed", RP_F64, 1, RP_FIELD_PART(rp_event, cold, inv_mass),
     RP_HASH_VALUE, NAN},
    {"last", "s", "its last collision, from the origin on", RP_F64, 1, RP_FIELD_PART(rp_event, cold, last),
     RP_HASH_VALUE, NAN},
    {"turned", "s", "time of its orientation, from the origin on", RP_F64, 1, RP_FIELD_PART(rp_event, cold, oriented),
     RP_HASH_VALUE, NAN},
    {"partner", "1", "of the planned collision: slot, or a face of a wall", RP_U32, 1,
     RP_FIELD_PART(rp_event, plan, partner), RP_HASH_NOT, NAN},
};
static const rp_field plan_fields[] = {
    {"partner_changes", "1", "changes of the partner when the collision was planned", RP_U32, 1,
     RP_FIELD_PART(rp_event, plan, partner_changes), RP_HASH_VALUE, NAN},
    {"changes", "1", "of its own flight so far", RP_U32, 1, RP_FIELD_ARRAY(rp_event, changes), RP_HASH_VALUE, NAN},
    {"way", "1", "of the planned crossing: 2 axis + (1: upward)", RP_U32, 1, RP_FIELD_PART(rp_event, plan, way),
     RP_HASH_VALUE, NAN},
    {"burst", "1", "collisions in a row that followed each other too closely", RP_U32, 1,
     RP_FIELD_PART(rp_event, cold, burst), RP_HASH_VALUE, NAN},
    {"asleep", "1", "1: at rest on another or on a wall", RP_U16, 1, RP_FIELD_PART(rp_event, cold, asleep),
     RP_HASH_VALUE, NAN},
    {"cell", "1", "its cell", RP_U32, 3, RP_FIELD_PART(rp_event, cells.place, c), RP_HASH_VALUE, NAN},
    {"hit", "s", "time of the planned collision", RP_F64, 1, RP_FIELD_PART(rp_event, plan, hit), RP_HASH_VALUE, NAN},
    {"next", "s", "time of the planned event", RP_F64, 1, RP_FIELD_PART(rp_event, plan, next), RP_HASH_VALUE, NAN},
    {"orientation", "1", "at the time turned", RP_F64, 4, RP_FIELD_ARRAY(rp_event, orientation), RP_HASH_VALUE, NAN},
    {"anchor", "m", "centre of its neighbour ball", RP_F64, 3, RP_FIELD_PART(rp_event, ball.anchor, x), RP_HASH_VALUE,
     NAN},
    {"anchor_radius", "m", "radius of the particle when the ball was made", RP_F64, 1,
     RP_FIELD_PART(rp_event, ball.anchor, r), RP_HASH_NOT, NAN},
};
static const rp_field method_fields[] = {
    {"origin", "s", "where times begin", RP_F64, 1, RP_FIELD_AT(rp_event, origin), RP_HASH_VALUE, NAN},
    {"now", "s", "time, from the origin on", RP_F64, 1, RP_FIELD_AT(rp_event, now), RP_HASH_VALUE, NAN},
    {"queue/width", "s", "of a bucket", RP_F64, 1, RP_FIELD_AT(rp_event, queue.width), RP_HASH_VALUE, NAN},
    {"pull", "J", "moment of the weight at the start, minus work since", RP_F64, 1, RP_FIELD_AT(rp_event, pull),
     RP_HASH_VALUE, NAN},
    {"queue/buckets", "1", "buckets", RP_U32, 1, RP_FIELD_AT(rp_event, queue.buckets), RP_HASH_VALUE, NAN},
    {"events", "1", "since the origin", RP_U64, 1, RP_FIELD_AT(rp_event, events), RP_HASH_VALUE, NAN},
    {"warned_gaps", "1", "1: has warned of short gaps", RP_I32, 1, RP_FIELD_AT(rp_event, warned_gaps), RP_HASH_VALUE,
     NAN},
    {"warned_collapse", "1", "1: has warned of a collapse", RP_I32, 1, RP_FIELD_AT(rp_event, warned_collapse),
     RP_HASH_VALUE, NAN},
    {"totals/virial", "J", "impulse times branch: xx yy zz xy xz yz", RP_F64, 6, RP_FIELD_AT(rp_event, totals.virial),
     RP_HASH_VALUE, NAN},
    {"totals/path", "m", "flights that ended in collisions", RP_F64, 1, RP_FIELD_AT(rp_event, totals.path),
     RP_HASH_VALUE, NAN},
    {"totals/normal", "J", "dissipated by normal impulses", RP_F64, 1, RP_FIELD_AT(rp_event, totals.normal),
     RP_HASH_VALUE, NAN},
    {"totals/tangential", "J", "dissipated by tangential impulses", RP_F64, 1, RP_FIELD_AT(rp_event, totals.tangential),
     RP_HASH_VALUE, NAN},
    {"totals/walls", "J", "work of walls", RP_F64, 1, RP_FIELD_AT(rp_event, totals.walls), RP_HASH_VALUE, NAN},
    {"totals/overlap", "1", "largest at a collision, of the radius", RP_F64, 1, RP_FIELD_AT(rp_event, totals.overlap),
     RP_HASH_VALUE, NAN},
    {"totals/collisions", "1", "between particles", RP_U64, 1, RP_FIELD_AT(rp_event, totals.collisions), RP_HASH_VALUE,
     NAN},
    {"totals/wall_collisions", "1", "with walls", RP_U64, 1, RP_FIELD_AT(rp_event, totals.wall_collisions),
     RP_HASH_VALUE, NAN},
    {"totals/crossings", "1", "cells left", RP_U64, 1, RP_FIELD_AT(rp_event, totals.crossings), RP_HASH_VALUE, NAN},
    {"totals/repeated", "1", "predictions made again", RP_U64, 1, RP_FIELD_AT(rp_event, totals.repeated), RP_HASH_VALUE,
     NAN},
    {"totals/short_gaps", "1", "collisions within a contact time of the one before", RP_U64, 1,
     RP_FIELD_AT(rp_event, totals.short_gaps), RP_HASH_VALUE, NAN},
    {"totals/softened", "1", "collisions with a rule changed by the collapse policy", RP_U64, 1,
     RP_FIELD_AT(rp_event, totals.softened), RP_HASH_VALUE, NAN},
    {"totals/collapses", "1", "found", RP_U64, 1, RP_FIELD_AT(rp_event, totals.collapses), RP_HASH_VALUE, NAN},
    {"totals/asleep", "1", "at rest now", RP_U64, 1, RP_FIELD_AT(rp_event, totals.asleep), RP_HASH_VALUE, NAN},
    {"totals/woken", "1", "so far", RP_U64, 1, RP_FIELD_AT(rp_event, totals.woken), RP_HASH_VALUE, NAN},
    {"totals/stuck", "1", "collisions that do not part", RP_U64, 1, RP_FIELD_AT(rp_event, totals.stuck), RP_HASH_VALUE,
     NAN},
    {"cell_size", "m", "width of the finest cells", RP_F64, 1, RP_FIELD_AT(rp_event, cells.fine), RP_HASH_NOT, NAN},
    {"ball", "m", "how far a particle moves before its list is made anew; 0: no lists", RP_F64, 1,
     RP_FIELD_AT(rp_event, ball.radius), RP_HASH_NOT, NAN},
    {"gap", "s", "time between collisions below which they count as a burst", RP_F64, 1, RP_FIELD_AT(rp_event, gap),
     RP_HASH_NOT, NAN},
};
static const rp_field interaction_fields[] = {
    {"contact_time", "s", "of an interaction; 0: not known", RP_F64, 1, RP_FIELD_ARRAY(rp_event, contact_times),
     RP_HASH_NOT, NAN},
};
static const rp_field wall_fields[] = {
    {"changed", "s", "since when its closed form holds", RP_F64, 1, RP_FIELD_PART(rp_event, walls.path, changed),
     RP_HASH_NOT, NAN},
    {"offset", "m", "translation then", RP_F64, 3, RP_FIELD_PART(rp_event, walls.path, offset), RP_HASH_NOT, NAN},
};

static const rp_fields flights = RP_FIELDS("event/particles/", RP_PER_PARTICLE, flight_fields),
                       plans = RP_FIELDS("event/particles/", RP_PER_PARTICLE, plan_fields),
                       method = RP_FIELDS("event/", RP_PER_METHOD, method_fields),
                       interactions = RP_FIELDS("event/interactions/", RP_PER_METHOD, interaction_fields),
                       walls = RP_FIELDS("event/walls/", RP_PER_WALL, wall_fields);

rp_status rp_event_state_save(const rp_world *w, rp_archive *archive, rp_error *err)
{
    const rp_event *m = w->method_state;
    rp_chain c = {archive, err, RP_OK};
    rp_chain_save(&c, &method, m, 1);
    rp_chain_save(&c, &interactions, m, (size_t)w->interaction_count);
    if (w->wall_count) rp_chain_save(&c, &walls, m, (size_t)w->wall_count);
    rp_chain_save(&c, &flights, m, m->count);
    rp_chain_save(&c, &plans, m, m->count);
    return c.status;
}

/* ---- restoring ---- */

/* Numbers that index other arrays are checked before use. */
static int sound(const rp_event *m, size_t i)
{
    const rp_event_plan *p = &m->plan[i];
    const rp_world *w = m->world;
    int good = p->way < 6 && isfinite(m->flight[i].t) && m->flight[i].r > 0;
    if (p->partner == UINT32_MAX) good &= p->hit == INFINITY;
    else if (p->partner & RP_EVENT_PARTNER_WALL) {
        uint32_t wall = (p->partner & ~RP_EVENT_PARTNER_WALL) >> 4;
        good &= wall < (uint32_t)w->wall_count && (int)(p->partner & 15) < rp_wall_faces(&w->wall[wall]);
    } else good &= p->partner < m->count;
    for (int axis = 0; axis < 3; axis++)
        good &= m->cells.count[axis] == 0
                || (m->cells.place[i].c[axis] >= 0 && m->cells.place[i].c[axis] < m->cells.count[axis]);
    return good;
}

/* Brings walls into the order of this world. */
static void rename_walls(rp_event *m, rp_chain *c)
{
    size_t count;
    int *map = rp_world_state_wall_map(m->world, &count, c);
    rp_event_wall_path *path = c->status ? NULL : rp_memory_alloc(count, sizeof *path);
    if (!path && !c->status) c->status = rp_memory_error(c->err, count * sizeof *path, "the checkpoint");
    for (size_t n = 0; n < count && !c->status; n++) path[n] = m->walls.path[n];
    for (size_t n = 0; n < count && !c->status; n++) m->walls.path[map[n]] = path[n];
    for (size_t i = 0; i < m->count && !c->status; i++) {
        uint32_t *partner = &m->plan[i].partner, wall = (*partner & ~RP_EVENT_PARTNER_WALL) >> 4;
        if (*partner == UINT32_MAX || !(*partner & RP_EVENT_PARTNER_WALL) || wall >= count) continue;
        *partner = RP_EVENT_PARTNER_WALL | (uint32_t)map[wall] << 4 | (*partner & 15);
    }
    rp_memory_free(map);
    rp_memory_free(path);
}

static void check_particles(rp_event *m, rp_chain *c)
{
    for (size_t i = 0; i < m->count && !c->status; i++) {
        m->cold[i].material = m->world->particles.material[i];
        m->fixed |= m->cold[i].inv_mass == 0;
        if (!sound(m, i))
            c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's events do not fit its particles (particle %u)",
                                     m->world->particles.id[i]);
    }
}

/* The queue itself is not stored: it follows from the plans. */
static void load_method(rp_event *m, rp_chain *c, double *width, uint32_t *buckets)
{
    rp_chain_load(c, &method, m, 1);
    *width = m->queue.width;
    *buckets = m->queue.buckets;
    m->queue = (rp_event_queue){0};
    if (!c->status && (!(*width > 0) || *buckets == 0 || (*buckets > RP_EVENT_BUCKETS_LEAST && *buckets > m->count)))
        c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's event queue is damaged");
    rp_chain_load(c, &interactions, m, (size_t)m->world->interaction_count);
    if (m->world->wall_count) rp_chain_load(c, &walls, m, (size_t)m->world->wall_count);
}

static rp_status load_all(rp_world *w, const rp_archive *archive, rp_error *err)
{
    rp_event *m;
    double width = 0, fine = 0, ball = 0;
    uint32_t buckets = 0;
    rp_chain c = {(rp_archive *)archive, err, RP_OK};
    rp_chain_get(&c, "event/cell_size", RP_F64, 1, 1, &fine);
    rp_chain_get(&c, "event/ball", RP_F64, 1, 1, &ball);
    if (!c.status) c.status = rp_event_create(w, fine, ball, NULL, &m, err);
    if (c.status) return c.status;
    load_method(m, &c, &width, &buckets);
    rp_chain_load(&c, &flights, m, m->count);
    rp_chain_load(&c, &plans, m, m->count);
    rename_walls(m, &c);
    check_particles(m, &c);
    if (c.status) return c.status;
    rp_event_definitions(m);
    rp_event_collapse_longest(m);
    rp_event_walls_origin(&m->walls, m->origin);
    for (size_t i = 0; i < m->count; i++) rp_event_cells_place(&m->cells, (uint32_t)i, m->flight[i].r);
    if (ball > 0 && !rp_event_ball_list_all(&m->ball, &m->cells)) return rp_memory_error(err, 0, "the neighbour lists");
    for (size_t i = 0; m->graph.node && i < m->count; i++)
        if (m->plan[i].partner < RP_EVENT_PARTNER_WALL)
            rp_event_graph_point(&m->graph, (uint32_t)i, m->plan[i].partner);
    return rp_event_refill(m, width, buckets, err);
}

rp_status rp_event_state_load(rp_world *w, const rp_archive *archive, rp_error *err)
{
    rp_status status = load_all(w, archive, err);
    if (status) rp_event_driven.destroy(w);
    return status;
}

/* ---- hash ---- */

static void hash_particle(const rp_event *m, rp_hash *h, uint32_t i)
{
    uint32_t partner = m->plan[i].partner;
    rp_fields_hash(&flights, m, i, h);
    rp_hash_u64(h, partner < RP_EVENT_PARTNER_WALL ? m->world->particles.id[partner] : partner);
    rp_fields_hash(&plans, m, i, h);
}

void rp_event_state_hash(const rp_world *w, rp_hash *h)
{
    const rp_event *m = w->method_state;
    rp_fields_hash(&method, m, 0, h);
    for (size_t n = 0; n < m->count; n++) hash_particle(m, h, w->particles.by_id[n]);
}
