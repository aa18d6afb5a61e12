/* The event-driven state out of memory and into it again, and its hash. All that the events to come depend on is listed
 * here: each particle's flight with its own clock, its coat, its plan with stored times, its cell, and the wheel's
 * place in time. */
#include <math.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "methods/event/event.h"

enum { COAT_NUMBERS = 7, MARKS = 9, HEAD_NUMBERS = 4, HEAD_COUNTS = 4, PATH_NUMBERS = 4 };

/* ---- as rows of numbers ---- */

static void coat_out(const rp_coat *c, double *at)
{
    *at++ = c->sx;
    *at++ = c->sy;
    *at++ = c->sz;
    *at++ = c->inv_inertia;
    *at++ = c->inv_mass;
    *at++ = c->last;
    *at++ = c->turned;
}

static void coat_in(rp_coat *c, const double *at)
{
    c->sx = *at++;
    c->sy = *at++;
    c->sz = *at++;
    c->inv_inertia = *at++;
    c->inv_mass = *at++;
    c->last = *at++;
    c->turned = *at++;
}

static void marks_out(const rp_event *m, size_t i, uint32_t *at)
{
    const rp_plan *p = &m->plan[i];
    *at++ = p->partner;
    *at++ = p->partner_changes;
    *at++ = m->changes[i];
    *at++ = p->way;
    *at++ = m->coat[i].burst;
    *at++ = m->coat[i].asleep;
    for (int axis = 0; axis < 3; axis++) *at++ = (uint32_t)m->cells.place[i].c[axis];
}

static void marks_in(rp_event *m, size_t i, const uint32_t *at)
{
    rp_plan *p = &m->plan[i];
    p->partner = *at++;
    p->partner_changes = *at++;
    m->changes[i] = *at++;
    p->way = *at++;
    m->coat[i].burst = *at++;
    m->coat[i].asleep = (uint16_t)*at++;
    for (int axis = 0; axis < 3; axis++) m->cells.place[i].c[axis] = (int32_t)*at++;
}

static void head_out(const rp_event *m, double *number, uint64_t *count)
{
    number[0] = m->origin;
    number[1] = m->now;
    number[2] = m->queue.width;
    number[3] = m->pull;
    count[0] = m->queue.buckets;
    count[1] = m->events;
    count[2] = (uint64_t)m->warned_gaps;
    count[3] = (uint64_t)m->warned_collapse;
}

static void tally_out(const rp_tally *t, uint64_t *count, double *number)
{
    const uint64_t counts[RP_TALLY_COUNTS] = {
        t->collisions, t->wall_collisions, t->crossings, t->repeated, t->short_gaps,
        t->softened,   t->collapses,       t->asleep,    t->woken,    t->stuck};
    const double numbers[RP_TALLY_NUMBERS] = {t->virial[0],  t->virial[1], t->virial[2], t->virial[3],
                                              t->virial[4],  t->virial[5], t->path,      t->normal,
                                              t->tangential, t->walls,     t->overlap};
    memcpy(count, counts, sizeof counts);
    memcpy(number, numbers, sizeof numbers);
}

static void tally_in(rp_tally *t, const uint64_t *c, const double *x)
{
    t->collisions = c[0];
    t->wall_collisions = c[1];
    t->crossings = c[2];
    t->repeated = c[3];
    t->short_gaps = c[4];
    t->softened = c[5];
    t->collapses = c[6];
    t->asleep = c[7];
    t->woken = c[8];
    t->stuck = c[9];
    memcpy(t->virial, x, sizeof t->virial);
    t->path = x[6];
    t->normal = x[7];
    t->tangential = x[8];
    t->walls = x[9];
    t->overlap = x[10];
}

/* ---- saving ---- */

typedef struct chain {
    rp_archive *archive;
    rp_error *err;
    rp_status status;
} chain; /* stops at the first failure */

static void put_copy(chain *c, const char *name, rp_type type, size_t rows, size_t columns, const void *data)
{
    if (!c->status) c->status = rp_archive_put_copy(c->archive, name, type, rows, columns, data, c->err);
}

static void *rows(chain *c, size_t count, size_t size)
{
    void *block = c->status ? NULL : rp_memory_alloc(count, size);
    if (!c->status && !block) c->status = rp_memory_error(c->err, count * size, "the checkpoint");
    return block;
}

static void save_particles(const rp_event *m, chain *c)
{
    double(*coat)[COAT_NUMBERS] = rows(c, m->count, sizeof *coat), (*time)[2] = rows(c, m->count, sizeof *time);
    uint32_t(*mark)[MARKS] = rows(c, m->count, sizeof *mark);
    for (size_t i = 0; i < m->count && !c->status; i++) {
        coat_out(&m->coat[i], coat[i]);
        marks_out(m, i, mark[i]);
        time[i][0] = m->plan[i].hit;
        time[i][1] = m->plan[i].next;
    }
    put_copy(c, "event/flight", RP_F64, m->count, 8, m->flight);
    put_copy(c, "event/coat", RP_F64, m->count, COAT_NUMBERS, coat);
    put_copy(c, "event/marks", RP_U32, m->count, MARKS, mark);
    put_copy(c, "event/times", RP_F64, m->count, 2, time);
    if (m->turn) put_copy(c, "event/turn", RP_F64, m->count, 4, m->turn);
    rp_memory_free(coat);
    rp_memory_free(time);
    rp_memory_free(mark);
}

rp_status rp_event_state_save(const rp_world *w, rp_archive *archive, rp_error *err)
{
    const rp_event *m = w->method_state;
    chain c = {archive, err, RP_OK};
    double head[HEAD_NUMBERS], sum[RP_TALLY_NUMBERS];
    uint64_t head_count[HEAD_COUNTS], sum_count[RP_TALLY_COUNTS];
    head_out(m, head, head_count);
    tally_out(&m->tally, sum_count, sum);
    put_copy(&c, "event/fine", RP_F64, 1, 1, &m->cells.fine);
    put_copy(&c, "event/leash", RP_F64, 1, 1, &m->leash.length);
    if (m->leash.length > 0) put_copy(&c, "event/anchors", RP_F64, m->count, 4, m->leash.anchor);
    put_copy(&c, "event/gap", RP_F64, 1, 1, &m->gap);
    put_copy(&c, "event/contact_times", RP_F64, (size_t)w->interaction_count, 1, m->contact_times);
    put_copy(&c, "event/head", RP_F64, 1, HEAD_NUMBERS, head);
    put_copy(&c, "event/head_counts", RP_U64, 1, HEAD_COUNTS, head_count);
    put_copy(&c, "event/tally", RP_F64, 1, RP_TALLY_NUMBERS, sum);
    put_copy(&c, "event/tally_counts", RP_U64, 1, RP_TALLY_COUNTS, sum_count);
    if (w->wall_count) put_copy(&c, "event/walls", RP_F64, (size_t)w->wall_count, PATH_NUMBERS, m->walls.path);
    save_particles(m, &c);
    return c.status;
}

/* ---- restoring ---- */

static void get(chain *c, const char *name, rp_type type, size_t count, size_t columns, void *data)
{
    if (!c->status) c->status = rp_archive_get(c->archive, name, type, count, columns, data, c->err);
}

/* What indexes other arrays is checked before it is used. */
static int sound(const rp_event *m, size_t i)
{
    const rp_plan *p = &m->plan[i];
    const rp_world *w = m->world;
    int good = p->way < 6 && isfinite(m->flight[i].t) && m->flight[i].r > 0;
    if (p->partner == UINT32_MAX) good &= p->hit == INFINITY;
    else if (p->partner & RP_PARTNER_WALL) {
        uint32_t wall = (p->partner & ~RP_PARTNER_WALL) >> 4;
        good &= wall < (uint32_t)w->wall_count && (int)(p->partner & 15) < rp_wall_faces(&w->wall[wall]);
    } else good &= p->partner < m->count;
    for (int axis = 0; axis < 3; axis++)
        good &= m->cells.count[axis] == 0
                || (m->cells.place[i].c[axis] >= 0 && m->cells.place[i].c[axis] < m->cells.count[axis]);
    return good;
}

static void load_particles(rp_event *m, chain *c)
{
    double(*coat)[COAT_NUMBERS] = rows(c, m->count, sizeof *coat), (*time)[2] = rows(c, m->count, sizeof *time);
    uint32_t(*mark)[MARKS] = rows(c, m->count, sizeof *mark);
    get(c, "event/flight", RP_F64, m->count, 8, m->flight);
    get(c, "event/coat", RP_F64, m->count, COAT_NUMBERS, coat);
    get(c, "event/marks", RP_U32, m->count, MARKS, mark);
    get(c, "event/times", RP_F64, m->count, 2, time);
    if (m->turn) get(c, "event/turn", RP_F64, m->count, 4, m->turn);
    for (size_t i = 0; i < m->count && !c->status; i++) {
        coat_in(&m->coat[i], coat[i]);
        marks_in(m, i, mark[i]);
        m->plan[i].hit = time[i][0];
        m->plan[i].next = time[i][1];
        m->coat[i].material = m->world->particles.material[i];
        m->held |= m->coat[i].inv_mass == 0;
        if (!sound(m, i))
            c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's events do not fit its particles (particle %u)",
                                     m->world->particles.id[i]);
    }
    rp_memory_free(coat);
    rp_memory_free(time);
    rp_memory_free(mark);
}

static void load_head(rp_event *m, chain *c, double *width, uint32_t *buckets)
{
    double head[HEAD_NUMBERS], sum[RP_TALLY_NUMBERS];
    uint64_t head_count[HEAD_COUNTS], sum_count[RP_TALLY_COUNTS];
    get(c, "event/gap", RP_F64, 1, 1, &m->gap);
    get(c, "event/contact_times", RP_F64, (size_t)m->world->interaction_count, 1, m->contact_times);
    get(c, "event/head", RP_F64, 1, HEAD_NUMBERS, head);
    get(c, "event/head_counts", RP_U64, 1, HEAD_COUNTS, head_count);
    get(c, "event/tally", RP_F64, 1, RP_TALLY_NUMBERS, sum);
    get(c, "event/tally_counts", RP_U64, 1, RP_TALLY_COUNTS, sum_count);
    if (m->world->wall_count) get(c, "event/walls", RP_F64, (size_t)m->world->wall_count, PATH_NUMBERS, m->walls.path);
    if (c->status) return;
    m->origin = head[0];
    m->now = head[1];
    *width = head[2];
    m->pull = head[3];
    *buckets = (uint32_t)head_count[0];
    m->events = head_count[1];
    m->warned_gaps = head_count[2] != 0;
    m->warned_collapse = head_count[3] != 0;
    tally_in(&m->tally, sum_count, sum);
    if (!(*width > 0) || head_count[0] == 0 || head_count[0] > UINT32_MAX / 2)
        c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's event queue is damaged");
}

rp_status rp_event_state_load(rp_world *w, const rp_archive *archive, rp_error *err)
{
    rp_event *m;
    double width = 0;
    uint32_t buckets = 0;
    double fine = 0, leash = 0;
    chain c = {(rp_archive *)archive, err, RP_OK};
    get(&c, "event/fine", RP_F64, 1, 1, &fine);
    get(&c, "event/leash", RP_F64, 1, 1, &leash);
    if (!c.status) c.status = rp_event_create(w, fine, leash, &m, err);
    if (c.status) return c.status;
    load_head(m, &c, &width, &buckets);
    load_particles(m, &c);
    if (leash > 0) get(&c, "event/anchors", RP_F64, m->count, 4, m->leash.anchor);
    if (c.status) return c.status;
    rp_event_definitions(m);
    rp_walls_origin(&m->walls, m->origin);
    for (size_t i = 0; i < m->count; i++) rp_cells_place(&m->cells, (uint32_t)i, m->flight[i].r);
    if (leash > 0 && !rp_leash_list_all(&m->leash, &m->cells)) return rp_memory_error(err, 0, "the neighbour lists");
    return rp_event_refill(m, width, buckets, err);
}

/* ---- hash ---- */

static void hash_particle(const rp_event *m, rp_hash *h, uint32_t i)
{
    double coat[COAT_NUMBERS];
    uint32_t mark[MARKS];
    coat_out(&m->coat[i], coat);
    marks_out(m, i, mark);
    if (mark[0] < RP_PARTNER_WALL) mark[0] = m->world->particles.id[mark[0]];
    for (int n = 0; n < 8; n++) rp_hash_double(h, (&m->flight[i].x)[n]);
    for (int n = 0; n < COAT_NUMBERS; n++) rp_hash_double(h, coat[n]);
    for (int n = 0; n < MARKS; n++) rp_hash_u64(h, mark[n]);
    rp_hash_double(h, m->plan[i].hit);
    rp_hash_double(h, m->plan[i].next);
    for (int n = 0; n < 4 && m->turn; n++) rp_hash_double(h, m->turn[i][n]);
    for (int n = 0; n < 3 && m->leash.length > 0; n++) rp_hash_double(h, (&m->leash.anchor[i].x)[n]);
}

void rp_event_state_hash(const rp_world *w, rp_hash *h)
{
    const rp_event *m = w->method_state;
    double head[HEAD_NUMBERS], sum[RP_TALLY_NUMBERS];
    uint64_t head_count[HEAD_COUNTS], sum_count[RP_TALLY_COUNTS];
    head_out(m, head, head_count);
    tally_out(&m->tally, sum_count, sum);
    for (int n = 0; n < HEAD_NUMBERS; n++) rp_hash_double(h, head[n]);
    for (int n = 0; n < HEAD_COUNTS; n++) rp_hash_u64(h, head_count[n]);
    for (int n = 0; n < RP_TALLY_NUMBERS; n++) rp_hash_double(h, sum[n]);
    for (int n = 0; n < RP_TALLY_COUNTS; n++) rp_hash_u64(h, sum_count[n]);
    for (size_t id = 0; id < m->count; id++) hash_particle(m, h, w->particles.slot_of[id]);
}
