/* A constant pull between touching particles, on top of the normal force. Coulomb's bound keeps to the force without
 * it, that is, fn + pull. It has the energy -pull xi and is given back when the contact opens: no hysteresis. For wide
 * files. */
#ifndef RP_LAWS_PULL_H
#define RP_LAWS_PULL_H

#include "laws/law.h"

/* pull = force + per_radius R_eff */
static inline void rp_pull_block(rp_block *b, double force, double per_radius)
{
    for (int c = 0; c < RP_BLOCK; c++) b->fn[c] -= b->xi[c] > 0 ? force + per_radius * b->r_eff[c] : 0.0;
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++)
            b->energy[c] -= b->xi[c] > 0 ? (force + per_radius * b->r_eff[c]) * b->xi[c] : 0.0;
}

static inline rp_status rp_pull_alone(const rp_law_input *in, rp_error *err)
{
    if (!in->normal || !in->normal->adhesive) return RP_OK;
    return rp_error_set(err, RP_INPUT, "the normal law '%s' has its own adhesion", in->normal->name);
}

#endif
