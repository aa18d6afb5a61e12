/* What blocks of pairs and of wall contacts share. For wide files. */
#ifndef RP_METHODS_SOFT_BLOCKS_H
#define RP_METHODS_SOFT_BLOCKS_H

#include <string.h>
#include "base/vector.h"
#include "methods/soft/kernel.h"

/* Arrays of a slot without law stay 0 from the start: a block belongs to one interaction. */
static inline void apply_laws(const rp_step *s, const rp_interaction *x, rp_block *b, double (*history)[RP_BLOCK])
{
    if (b->want_energy) memset(b->energy, 0, sizeof b->energy);
    rp_curve_friction(&x->friction_curve, b);
    for (int slot = 0; slot < RP_SLOT_COUNT; slot++)
        if (x->eval[slot]) x->eval[slot](b, x->constant[slot], history + x->history[slot], s->law_dt);
}

/* Contacts are those beyond this overlap: laws that end at touching know nothing of pairs within the reach of other
 * laws. */
static inline double least_overlap(const rp_step *s, const rp_interaction *x) { return x->reaches ? -s->reach : 0; }

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
    return slot >= g->first ? slot - g->first : slot + (g->reach - g->first);
}

/* What an observer sees of contact c, but for its partner; arm: from the centre of a to the contact point, m. */
static inline rp_contact_view view_of(const rp_step *s, const rp_block *b, int c, uint32_t a, double arm)
{
    const rp_particles *p = &s->world->particles;
    rp_vec e = {b->ex[c], b->ey[c], b->ez[c]};
    return (rp_contact_view){.a = p->id[a],
                             .normal = e,
                             .force = contact_force(b, c),
                             .fn = b->fn[c],
                             .overlap = b->xi[c],
                             .energy = b->energy[c],
                             .sliding = b->sliding[c] != 0,
                             .point = rp_vec_sub(rp_particle_position(p, a), rp_vec_scale(arm, e))};
}

#endif
