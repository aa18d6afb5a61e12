/* What all contacts share on their way through the laws: pairs of round particles (pairs.c), round particles at walls
 * (wall_pairs.c), bodies of any shape (shaped_pairs.c). A kind of contact finds its geometry (normal, overlap,
 * velocities, effective mass) and puts its forces back; histories, the springs of contacts that begin, laws, losses and
 * the end of a contact stand here, once.
 *
 * Contacts either stand in the table in whole blocks, or are collected one by one from their places in a table. Then
 * their histories are gathered into rows and spread again; lanes beyond the last contact hold any geometry, no history,
 * and give no loss. For wide files. */
#ifndef RP_METHODS_SOFT_BLOCKS_H
#define RP_METHODS_SOFT_BLOCKS_H

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "methods/soft/kernel.h"

/* ---- laws ---- */

static inline void begin_block(const rp_soft_step *s, rp_block *b)
{
    b->want_energy = s->views != NULL;
    b->account = s->account;
    b->moment = &s->moment;
}

static inline void apply_slots(const rp_soft_step *s, const rp_interaction *x, rp_block *b, double (*history)[RP_BLOCK],
                               int from, int to)
{
    for (int slot = from; slot < to; slot++)
        if (x->eval[slot]) x->eval[slot](b, x->constant[slot], history + x->history[slot], s->law_dt);
}

static inline void begin_laws(const rp_interaction *x, rp_block *b)
{
    if (b->want_energy) memset(b->energy, 0, sizeof b->energy);
    rp_curve_friction(&x->friction_curve, b);
}

/* Arrays of a slot without law stay 0 from the start: a block belongs to one interaction. */
static inline void apply_laws(const rp_soft_step *s, const rp_interaction *x, rp_block *b, double (*history)[RP_BLOCK])
{
    begin_laws(x, b);
    apply_slots(s, x, b, history, 0, RP_SLOT_COUNT);
}

/* Contacts are those beyond this overlap: laws that end at touching get no pairs that only other laws' cutoff includes.
 */
static inline double least_overlap(const rp_soft_step *s, const rp_interaction *x)
{
    return x->ranged ? -s->cutoff : 0;
}

static inline void load_sliding(rp_block *b, const uint8_t *active)
{
    for (int c = 0; c < RP_BLOCK; c++) b->sliding[c] = (double)(active[c] >> 1 & 1);
}

/* ---- histories of contacts that are collected one by one ---- */

/* Numbers of a history stand `block` apart: that of the table. */
static inline double *history_of(const rp_history *h, int width, size_t n, const size_t block)
{
    return h->value + n / block * block * (size_t)width + n % block;
}

/* Out of their places in a table into rows; returns whether all are active. */
static inline int gather(const rp_history *h, int width, const size_t block, const size_t *at, int count,
                         double (*row)[RP_BLOCK], uint8_t active[RP_BLOCK])
{
    uint8_t all = RP_ACTIVE;
    for (int c = 0; c < count; c++) {
        const double *value = history_of(h, width, at[c], block);
        for (int k = 0; k < width; k++) row[k][c] = value[(size_t)k * block];
        active[c] = h->active[at[c]];
        all &= active[c];
    }
    for (int c = count; c < RP_BLOCK; c++) {
        for (int k = 0; k < width; k++) row[k][c] = 0;
        active[c] = 0;
    }
    return all;
}

static inline void spread(rp_history *h, int width, const size_t block, const size_t *at, int count,
                          double (*row)[RP_BLOCK], const uint8_t *active)
{
    for (int c = 0; c < count; c++) {
        double *value = history_of(h, width, at[c], block);
        for (int k = 0; k < width; k++) value[(size_t)k * block] = row[k][c];
        h->active[at[c]] = active[c];
    }
}

/* ---- losses ---- */

static inline void add_losses(double *lane, const double *loss)
{
    v4 low = load4(lane), high = load4(lane + 4);
    for (int c = 0; c < RP_BLOCK; c += RP_LANES) {
        low += load4(loss + c);
        high += load4(loss + c + 4);
    }

    store4(lane, low);
    store4(lane + 4, high);
}

static inline void count_losses(const rp_soft_step *s, const rp_block *b, rp_soft_sums *sums)
{
    add_losses(sums->normal, b->normal_loss);
    add_losses(sums->tangential, b->tangential_work);
    if (s->account) {
        add_losses(sums->released, b->released);
        add_losses(sums->held, b->held);
        add_losses(sums->ahead, b->ahead);
    }

    if (s->rolling) add_losses(sums->rolling, b->rolling_loss);
}

/* ---- contacts that are collected one by one ---- */

typedef struct collected { /* where the contacts of a block stand */
    rp_history *table;
    size_t block;        /* of the table */
    const size_t *at;    /* by place in the block */
    const double *depth; /* m: how far they came since touching, for contacts that begin */
} collected;

/* Histories out of the table; springs of contacts that are new begin with the slip since touching. */
static inline void collected_begin(const rp_soft_job *j, const rp_interaction *x, rp_block *b, const collected *k)
{
    uint8_t active[RP_BLOCK];
    const int all = gather(k->table, j->s->world->contacts.width, k->block, k->at, b->count, j->worker->history,
                           active);
    load_sliding(b, active);
    if (!all && j->s->touch_dt > 0) rp_soft_touch_begin(j->s, x, active, j->worker->history, b, k->depth, j->sums);
}

/* A contact that is over: what its springs hold is lost. */
static inline void collected_end(const rp_soft_job *j, const rp_interaction *x, rp_history *table, size_t n)
{
    const int width = j->s->world->contacts.width;
    if (j->s->views || !table->active[n]) return;
    rp_soft_touch_end(x, table, width, n, j->sums);
    rp_history_forget(table, width, n);
}

/* Histories back into the table, and losses. What the law itself declared over ends, and holds nothing. */
static inline void collected_keep(const rp_soft_job *j, const rp_interaction *x, rp_block *b, const collected *k)
{
    double *const loss[] = {b->normal_loss, b->tangential_work, b->released, b->held, b->ahead, b->rolling_loss};
    uint8_t active[RP_BLOCK];
    for (int c = 0; c < b->count; c++) active[c] = (uint8_t)(RP_ACTIVE + RP_SLIDING * (b->sliding[c] != 0));
    spread(k->table, j->s->world->contacts.width, k->block, k->at, b->count, j->worker->history, active);
    for (int c = 0; c < b->count; c++) {
        if (b->open[c] == 0) continue;
        collected_end(j, x, k->table, k->at[c]);
        b->held[c] = 0;
    }
    for (size_t n = 0; n < sizeof loss / sizeof *loss; n++)
        for (int c = b->count; c < RP_BLOCK; c++) loss[n][c] = 0;
    count_losses(j->s, b, j->sums);
}

/* ---- forces and views ---- */

static inline rp_vec contact_force(const rp_block *b, int c)
{
    return rp_vec_make(b->fx[c] + b->fn[c] * b->ex[c], b->fy[c] + b->fn[c] * b->ey[c], b->fz[c] + b->fn[c] * b->ez[c]);
}

/* Forces on a and torques / r on both of four contacts, as columns. */
static inline void force4(const rp_block *b, const double *lever, v4 f[4], v4 q[4], int c)
{
    v4 ex = load4(b->ex + c), ey = load4(b->ey + c), ez = load4(b->ez + c), fn = load4(b->fn + c),
       arm = load4(lever + c);
    v4 fx = load4(b->fx + c), fy = load4(b->fy + c), fz = load4(b->fz + c);
    f[0] = fx + fn * ex;
    f[1] = fy + fn * ey;
    f[2] = fz + fn * ez;
    f[3] = all4(0);
    q[0] = arm * (ez * fy - ey * fz);
    q[1] = arm * (ex * fz - ez * fx);
    q[2] = arm * (ey * fx - ex * fy);
    q[3] = f[3];
}

static inline uint32_t force_index(const rp_slots *g, uint32_t slot)
{
    return slot >= g->first ? slot - g->first : slot + (g->halo_end - g->first);
}

static inline int views_fit(const rp_soft_step *s, const rp_block *b)
{
    rp_contact_list *list = s->views;
    return rp_memory_reserve(&list->view, &list->capacity, list->count + (size_t)b->count, sizeof *list->view);
}

/* What an observer gets of contact c, but for its partner. */
static inline rp_contact_view *add_view(const rp_soft_step *s, const rp_block *b, int c, uint32_t a, rp_vec point)
{
    rp_contact_view *v = &s->views->view[s->views->count++];
    *v = (rp_contact_view){.a = s->world->particles.id[a],
                           .normal = {b->ex[c], b->ey[c], b->ez[c]},
                           .force = contact_force(b, c),
                           .fn = b->fn[c],
                           .overlap = b->xi[c],
                           .energy = b->energy[c],
                           .sliding = b->sliding[c] != 0,
                           .point = point};
    return v;
}

/* The same of a round one; arm: from the centre of a to the contact point, m. */
static inline rp_contact_view *add_round_view(const rp_soft_step *s, const rp_block *b, int c, uint32_t a, double arm)
{
    const rp_vec e = {b->ex[c], b->ey[c], b->ez[c]};
    return add_view(s, b, c, a, rp_vec_sub(rp_particle_position(&s->world->particles, a), rp_vec_scale(arm, e)));
}

#endif
