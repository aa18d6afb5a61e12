/* See kernel.h: moving, and the order of work in a group. Wide: everything exported is named by RP_WIDE; plain IEEE arithmetic, the same
 * bits for every width. */
#include "methods/soft/kernel.h"
#include <string.h>
#include "methods/soft/vector.h"

/* ---- moving ---- */

static void drift_range(const rp_step *s, uint32_t first, uint32_t last, rp_sums *sums)
{
    rp_particles *p = &s->world->particles;
    const double dt = s->dt, half = 0.5 * dt;
    double mx = 0, my = 0, mz = 0;
    if (p->turn)
        for (uint32_t i = first; i < last; i++)
            rp_particle_turn(p->turn[i], s->world->dimension, dt, p->row[i].r, rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z), rp_vec_make(p->accel[i].sx, p->accel[i].sy, p->accel[i].sz));
    for (uint32_t i = first; i < last; i++) {
        rp_row *row = &p->row[i];
        rp_spin *spin = &p->spin[i];
        const rp_accel *a = &p->accel[i];
        double dx = dt * (row->vx + half * a->x), dy = dt * (row->vy + half * a->y), dz = dt * (row->vz + half * a->z);
        row->x += dx, row->y += dy, row->z += dz;
        row->vx += dt * a->x, row->vy += dt * a->y, row->vz += dt * a->z;
        spin->x += dt * a->sx, spin->y += dt * a->sy, spin->z += dt * a->sz;
        mx += p->mass[i] * dx, my += p->mass[i] * dy, mz += p->mass[i] * dz;
    }
    sums->mass_moved = rp_vec_add(sums->mass_moved, rp_vec_make(mx, my, mz));
}

void RP_WIDE(rp_kernel_drift)(const rp_step *s, uint32_t chunk, rp_sums *sums)
{
    const rp_chunk *k = &s->world->contacts.chunk[chunk];
    drift_range(s, k->first, k->middle, sums);
    if (k->last > k->middle) rp_special_drift(s, k->middle, k->last, sums);
}

static void finish_range(const rp_step *s, uint32_t first, uint32_t last, const rp_force_row *force, rp_sums *sums)
{
    rp_particles *p = &s->world->particles;
    const double dt = s->dt, half = 0.5 * dt, limit = s->move_limit, correct = s->prime ? 0 : half;
    double move = 0;
    long bad = 0;
    for (uint32_t i = first; i < last; i++) {
        const rp_force_row *f = &force[i - first];
        rp_row *row = &p->row[i];
        rp_spin *spin = &p->spin[i];
        rp_accel *a = &p->accel[i];
        double m = row->inv_mass, q = spin->inv_inertia;
        double ax = f->fx * m + s->gravity.x, ay = f->fy * m + s->gravity.y, az = f->fz * m + s->gravity.z;
        double sx = f->qx * q, sy = f->qy * q, sz = f->qz * q;
        row->vx += correct * (ax - a->x), row->vy += correct * (ay - a->y), row->vz += correct * (az - a->z);
        spin->x += correct * (sx - a->sx), spin->y += correct * (sy - a->sy), spin->z += correct * (sz - a->sz);
        a->x = ax, a->y = ay, a->z = az, a->sx = sx, a->sy = sy, a->sz = sz;
        double dx = dt * (row->vx + half * ax), dy = dt * (row->vy + half * ay), dz = dt * (row->vz + half * az);
        double square = dx * dx + dy * dy + dz * dz;
        move = square > move ? square : move;
        bad += !(square <= limit);
    }
    sums->move = move > sums->move ? move : sums->move;
    sums->bad += bad;
}

static void finish_chunk(const rp_step *s, const rp_chunk *k, const rp_force_row *force, rp_sums *sums)
{
    finish_range(s, k->first, k->middle, force, sums);
    if (k->last > k->middle) rp_special_finish(s, k->middle, k->last, force + (k->middle - k->first), sums);
}

/* ---- a group ---- */

void RP_WIDE(rp_kernel_group)(const rp_step *s, rp_lane *lane, size_t group)
{
    const rp_contacts *c = &s->world->contacts;
    const rp_slots *g = &c->group[group];
    rp_job j = {.s = s, .g = g, .lane = lane, .sums = &s->sums[group]};
    uint32_t cleared = g->first; /* rows of slots before this one are in use */
    memset(lane->force + (g->reach - g->first), 0, g->wrap * sizeof *lane->force);
    uint32_t drifted = g->chunk; /* chunks before this one have moved */
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) {
        const rp_chunk *k = &c->chunk[n];
        for (; !s->prime && drifted < g->chunk_end && c->chunk[drifted].first < k->reach; drifted++)
            if (!c->chunk[drifted].deferred) RP_WIDE(rp_kernel_drift)(s, drifted, j.sums);
        if (k->reach > cleared) {
            memset(lane->force + (cleared - g->first), 0, (k->reach - cleared) * sizeof *lane->force);
            cleared = k->reach;
        }
        RP_WIDE(rp_kernel_pairs)(&j, n);
        RP_WIDE(rp_kernel_walls)(&j, k);
        if (!k->deferred) finish_chunk(s, k, lane->force + (k->first - g->first), j.sums);
    }
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) { /* only now: pairs that wrap may reach back within the group */
        const rp_chunk *k = &c->chunk[n];
        if (k->deferred) memcpy(s->pending + s->pending_at[n], lane->force + (k->first - g->first), (k->last - k->first) * sizeof *lane->force);
    }
    memcpy(s->halo + g->halo, lane->force + (g->last - g->first), (g->reach - g->last + g->wrap) * sizeof *lane->force);
}

/* Adds the rows for slots [first, first + count) to the chunk's, as far as they overlap. */
static void add_rows(const rp_chunk *k, rp_force_row *pending, const rp_force_row *from, uint32_t first, uint32_t count)
{
    uint32_t low = first > k->first ? first : k->first, high = first + count < k->last ? first + count : k->last;
    for (uint32_t i = low; i < high; i++) {
        rp_force_row *to = &pending[i - k->first];
        add4(&to->fx, load4(&from[i - first].fx));
        add4(&to->qx, load4(&from[i - first].qx));
    }
}

void RP_WIDE(rp_kernel_deferred)(const rp_step *s, rp_lane *lane, size_t group)
{
    (void)lane;
    const rp_contacts *c = &s->world->contacts;
    const rp_slots *g = &c->group[group];
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) {
        const rp_chunk *k = &c->chunk[n];
        if (!k->deferred) continue;
        rp_force_row *pending = s->pending + s->pending_at[n];
        for (size_t h = 0; h < c->group_count; h++) {
            const rp_slots *from = &c->group[h];
            add_rows(k, pending, s->halo + from->halo, from->last, from->reach - from->last);
            add_rows(k, pending, s->halo + from->halo + (from->reach - from->last), 0, from->wrap);
        }
        finish_chunk(s, k, pending, &s->sums[group]);
    }
}

int RP_WIDE(rp_kernel_observe)(const rp_step *s, rp_lane *lane)
{
    const rp_contacts *c = &s->world->contacts;
    rp_job j = {.s = s, .lane = lane};
    for (size_t n = 0; n < c->chunk_count; n++) {
        RP_WIDE(rp_kernel_pairs)(&j, n);
        RP_WIDE(rp_kernel_walls)(&j, &c->chunk[n]);
    }
    return !j.failed;
}
