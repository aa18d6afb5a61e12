/* See kernel.h: moving, and the order of work in a group. Wide: everything exported is named by RP_WIDE; plain IEEE
 * arithmetic, the same bits for every width. */
#include "methods/soft/kernel.h"
#include <string.h>
#include "base/memory.h"
#include "base/vector.h"

/* ---- moving ---- */

/* Rows hold three components and a constant: what is added to the constant is always a zero, because time[3] is. */
static inline v4 three4(double x) { return (v4){x, x, x, 0}; }
static inline v4 spin_rate(const rp_accel *a)
{
    const v4 row = load4(&a->z);
    return __builtin_shufflevector(row, row, 1, 2, 3, 0);
}

static void turn_range(const rp_soft_step *s, uint32_t first, uint32_t last)
{
    rp_particles *p = &s->world->particles;
    for (uint32_t i = first; i < last; i++)
        rp_particle_rotate(p->orientation[i], s->world->dimension, s->dt, p->row[i].r,
                           rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z),
                           rp_vec_make(p->accel[i].sx, p->accel[i].sy, p->accel[i].sz));
}

static void add_moved(rp_vec *sum, v4 moved) { *sum = rp_vec_add(*sum, rp_vec_make(moved[0], moved[1], moved[2])); }

/* Deferred chunks may be finished in their turn or after all others: their ways are summed apart. */
static rp_vec *moved_of(const rp_chunk *k, rp_soft_sums *sums)
{
    return k->deferred ? &sums->mass_moved_late : &sums->mass_moved;
}

static void drift_range(const rp_soft_step *s, uint32_t first, uint32_t last, rp_vec *sum)
{
    rp_particles *p = &s->world->particles;
    const v4 time = three4(s->dt), half = all4(0.5 * s->dt);
    v4 moved = all4(0);
    if (p->orientation) turn_range(s, first, last);
    for (uint32_t i = first; i < last; i++) {
        rp_row *row = &p->row[i];
        rp_spin *spin = &p->spin[i];
        v4 v = load4(&row->vx), a = load4(&p->accel[i].x), way = time * (v + half * a);
        add4(&row->x, way);
        store4(&row->vx, v + time * a);
        add4(&spin->x, time * spin_rate(&p->accel[i]));
        moved += all4(p->mass[i]) * way;
    }
    add_moved(sum, moved);
}

/* New acceleration and corrected velocity, or, if it moves on, the next prediction; returns the way of the next drift.
 * The force row is 0 again. */
static inline __attribute__((always_inline)) v4 finish_one(const rp_particles *p, uint32_t i, rp_soft_force_row *f,
                                                           v4 gravity, v4 correct, v4 time, v4 half, v4 *moved,
                                                           const int on)
{
    rp_row *row = &p->row[i];
    rp_spin *spin = &p->spin[i];
    rp_accel *a = &p->accel[i];
    v4 line = load4(&f->fx) * all4(row->inv_mass) + gravity, turn = load4(&f->qx) * all4(spin->inv_inertia);
    v4 v = load4(&row->vx) + correct * (line - load4(&a->x)), w = load4(&spin->x) + correct * (turn - spin_rate(a)),
       way = time * (v + half * line);
    store4(&f->fx, all4(0));
    store4(&f->qx, all4(0));
    if (on) {
        add4(&row->x, way);
        *moved += all4(p->mass[i]) * way;
    }

    store4(&row->vx, on ? v + time * line : v);
    store4(&spin->x, on ? w + time * turn : w);
    store4(&a->x, line);
    store4(&a->z, __builtin_shufflevector(line, turn, 2, 4, 5, 6));
    return way;
}

typedef struct ways {
    v4 most, low, high, limit;
    i4 bad;
} ways; /* of the next drift: largest square, least and largest components, those that are not sensible */

static inline void count_ways(ways *w, v4 a, v4 b, v4 c, v4 d)
{
    w->low = min4(min4(a, b), min4(min4(c, d), w->low));
    w->high = max4(max4(a, b), max4(max4(c, d), w->high));
    transpose4(&a, &b, &c, &d);
    v4 square = a * a + b * b + c * c;
    w->most = max4(square, w->most);
    w->bad += ~(square <= w->limit) & 1;
}

#define FINISH_LEAD 48 /* particles; their accelerations were last used in the step before */

/* on: drifts into the next step, too. */
static inline __attribute__((always_inline)) void finish_range(const rp_soft_step *s, uint32_t first, uint32_t last,
                                                               rp_soft_force_row *force, rp_soft_ways *all, long *bad,
                                                               rp_vec *sum, const int on)
{
    const rp_particles *p = &s->world->particles;
    const v4 time = three4(s->dt), half = all4(0.5 * s->dt), correct = three4(s->prime ? 0 : 0.5 * s->dt),
             none = all4(0);
    const v4 gravity = {s->gravity.x, s->gravity.y, s->gravity.z, 0};
    ways w = {none, load4(all->least), load4(all->most), all4(s->move_limit), {0, 0, 0, 0}};
    v4 moved = none;
    uint32_t i = first;
    for (; last - i >= 4; i += 4) {
        rp_soft_force_row *f = &force[i - first];
        const uint32_t soon = last - i > FINISH_LEAD ? i + FINISH_LEAD : i;
        rp_memory_prefetch(&p->accel[soon], 4 * sizeof *p->accel);
        rp_memory_prefetch(&p->mass[soon], sizeof *p->mass);
        v4 a = finish_one(p, i, f, gravity, correct, time, half, &moved, on),
           b = finish_one(p, i + 1, f + 1, gravity, correct, time, half, &moved, on);
        v4 c = finish_one(p, i + 2, f + 2, gravity, correct, time, half, &moved, on),
           d = finish_one(p, i + 3, f + 3, gravity, correct, time, half, &moved, on);
        count_ways(&w, a, b, c, d);
    }
    for (; i < last; i++)
        count_ways(&w, finish_one(p, i, &force[i - first], gravity, correct, time, half, &moved, on), none, none, none);
    store4(all->least, w.low);
    store4(all->most, w.high);
    for (int n = 0; n < 4; n++) {
        all->move = w.most[n] > all->move ? w.most[n] : all->move;
        *bad += (long)w.bad[n];
    }

    if (on) add_moved(sum, moved);
}

/* Slots [first, last) of a chunk. */
static void finish_part(const rp_soft_step *s, const rp_chunk *k, uint32_t first, uint32_t last,
                        rp_soft_force_row *force, rp_soft_ways *all, rp_soft_sums *sums)
{
    if (s->on && !s->world->particles.orientation) {
        finish_range(s, first, last, force, all, &sums->bad, moved_of(k, sums), 1);
    } else {
        finish_range(s, first, last, force, all, &sums->bad, NULL, 0);
        if (s->on) drift_range(s, first, last, moved_of(k, sums));
    }
}

static void finish_chunk(const rp_soft_step *s, const rp_chunk *k, rp_soft_force_row *force, rp_soft_sums *sums)
{
    const uint32_t ordinary = k->middle - k->first, constrained = k->last - k->middle;
    if (s->world->forces.count) rp_soft_added_forces(s, k->first, k->last, force, &sums->added[k->deferred != 0]);
    finish_part(s, k, k->first, k->fast, force, &sums->ways, sums);
    if (k->fast < k->middle) finish_part(s, k, k->fast, k->middle, force + (k->fast - k->first), &sums->fast, sums);
    if (constrained == 0) return;
    rp_soft_constrained_finish(s, k->middle, k->last, force + ordinary, sums);
    memset(force + ordinary, 0, constrained * sizeof *force);
}

void RP_WIDE(rp_soft_kernel_drift)(const rp_soft_step *s, rp_soft_worker *worker, size_t group)
{
    (void)worker;
    const rp_contacts *c = &s->world->contacts;
    const rp_slots *g = &c->group[group];
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) {
        const rp_chunk *k = &c->chunk[n];
        drift_range(s, k->first, k->fast, moved_of(k, &s->sums[group]));
        if (k->fast < k->middle) drift_range(s, k->fast, k->middle, moved_of(k, &s->sums[group]));
    }
}

/* ---- a group ---- */

static void collect(rp_soft_job *j, size_t chunk)
{
    RP_WIDE(rp_soft_kernel_pairs)(j, chunk);
    RP_WIDE(rp_soft_kernel_walls)(j, &j->s->world->contacts.chunk[chunk]);
    if (j->s->corners) RP_WIDE(rp_soft_kernel_shaped)(j, chunk);
}

#define LEAD 64             /* particles: two columns of a slab or so */
#define PREFETCH_FROM 20000 /* particles: of fewer the caches hold all rows */

/* Rows of a chunk are first touched by the pairs of the one before it, one after the other: they are prefetched a
 * little before, in shares over the blocks of pairs (pairs.c). */
static void share_out(rp_soft_job *j, size_t chunk)
{
    const rp_contacts *c = &j->s->world->contacts;
    const rp_chunk *k = &c->chunk[chunk], *next = chunk + 1 < c->chunk_count ? k + 1 : k;
    const uint32_t count = (uint32_t)j->s->world->particles.count;
    uint32_t blocks = 1;
    for (int n = 0; n < c->kinds; n++)
        blocks += c->segment[chunk * (size_t)c->kinds + (size_t)n].touching / RP_PAIR_BLOCK;
    j->prefetch = k->last + LEAD < count ? k->last + LEAD : count;
    j->prefetch_end = next->last + LEAD < count ? next->last + LEAD : count;
    j->prefetch_share = (j->prefetch_end - j->prefetch) / blocks + 1;
}

/* Rows that others finish. A worker's own are all 0 between groups. */
static void hand_over(rp_soft_force_row *to, rp_soft_force_row *from, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        v4 f = load4(&from[n].fx), q = load4(&from[n].qx);
        store4(&from[n].fx, all4(0));
        store4(&from[n].qx, all4(0));
        store4(&to[n].fx, f);
        store4(&to[n].qx, q);
    }
}

/* Adds rows for slots [first, first + count) to the chunk's, as far as they overlap. */
static void add_rows(const rp_chunk *k, rp_soft_force_row *force, const rp_soft_force_row *from, uint32_t first,
                     uint32_t count)
{
    uint32_t low = first > k->first ? first : k->first, high = first + count < k->last ? first + count : k->last;
    for (uint32_t i = low; i < high; i++) {
        rp_soft_force_row *to = &force[i - k->first];
        add4(&to->fx, load4(&from[i - first].fx));
        add4(&to->qx, load4(&from[i - first].qx));
    }
}

static void add_halo(const rp_soft_step *s, const rp_chunk *k, rp_soft_force_row *force, const rp_slots *from)
{
    add_rows(k, force, s->halo + from->halo, from->last, from->halo_end - from->last);
    add_rows(k, force, s->halo + from->halo + (from->halo_end - from->last), 0, from->wrap);
}

static int waits(const rp_chunk *k, const rp_soft_sums *sums)
{
    return k->deferred && !(k->deferred == RP_AFTER_ONE && sums->follows);
}

void RP_WIDE(rp_soft_kernel_group)(const rp_soft_step *s, rp_soft_worker *worker, size_t group)
{
    const rp_contacts *c = &s->world->contacts;
    const rp_slots *g = &c->group[group];
    rp_soft_job j = {.s = s,
                     .g = g,
                     .worker = worker,
                     .sums = &s->sums[group],
                     .prefetches = s->world->particles.count >= PREFETCH_FROM};
    j.sums->follows = group > 0 && worker->next == group;
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) {
        const rp_chunk *k = &c->chunk[n];
        rp_soft_force_row *force = worker->force + (k->first - g->first);
        if (j.prefetches) share_out(&j, n);
        collect(&j, n);
        if (waits(k, j.sums)) continue;
        if (k->deferred) add_halo(s, k, force, g - 1);
        finish_chunk(s, k, force, j.sums);
    }
    for (uint32_t n = g->chunk; n < g->chunk_end;
         n++) { /* only now: pairs that wrap may add to earlier chunks of the group */
        const rp_chunk *k = &c->chunk[n];
        if (waits(k, j.sums))
            hand_over(s->pending + s->pending_at[n], worker->force + (k->first - g->first), k->last - k->first);
    }
    hand_over(s->halo + g->halo, worker->force + (g->last - g->first), g->halo_end - g->last + g->wrap);
    worker->next = group + 1;
}

void RP_WIDE(rp_soft_kernel_deferred)(const rp_soft_step *s, rp_soft_worker *worker, size_t group)
{
    (void)worker;
    const rp_contacts *c = &s->world->contacts;
    const rp_slots *g = &c->group[group];
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) {
        const rp_chunk *k = &c->chunk[n];
        rp_soft_force_row *pending = s->pending + s->pending_at[n];
        if (!waits(k, &s->sums[group])) continue;
        for (size_t h = 0; h < c->group_count; h++) add_halo(s, k, pending, &c->group[h]);
        finish_chunk(s, k, pending, &s->sums[group]);
    }
}

int RP_WIDE(rp_soft_kernel_observe)(const rp_soft_step *s, rp_soft_worker *worker)
{
    const rp_contacts *c = &s->world->contacts;
    rp_soft_job j = {.s = s, .worker = worker};
    for (size_t n = 0; n < c->chunk_count; n++) collect(&j, n);
    return !j.failed;
}
