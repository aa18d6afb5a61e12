/* What tests of contact laws share: a pair of materials, an interaction by names, a block of contacts. */
#ifndef RP_TESTS_LAWS_H
#define RP_TESTS_LAWS_H

#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "laws/interaction.h"

/* Histories of a block's contacts. */
typedef double laws_history[RP_HISTORY_MAX][RP_BLOCK];

typedef struct pair_of_laws {
    rp_material material[2];
    rp_world world;
    rp_interaction x;
} pair_of_laws;

static inline void laws_init(pair_of_laws *p)
{
    memset(p, 0, sizeof *p);
    p->material[0] = (rp_material){.name = "glass", .density = 2500, .young = 7e10, .poisson = 0.24};
    p->material[1] = (rp_material){.name = "rubber", .density = 1100, .young = 5e6, .poisson = 0.45};
    p->world.dimension = 3;
    p->world.material_count = 2;
    p->world.material = p->material;
    rp_interaction_init(&p->x);
    p->x.a = 0;
    p->x.b = 0;
}

static inline void laws_choose(pair_of_laws *p, rp_slot slot, const char *name)
{
    const rp_law *law = rp_laws_find(NULL, slot, name);
    if (!law) fail_msg("no law %s", name);
    p->x.law[slot] = law;
}

static inline void laws_set(pair_of_laws *p, rp_slot slot, const char *name, double value)
{
    const rp_law *law = p->x.law[slot];
    for (int n = 0; n < law->param_count; n++)
        if (strcmp(law->param[n].name, name) == 0) {
            p->x.param[slot][n] = value;
            return;
        }
    fail_msg("%s has no parameter %s", law->name, name);
}

static inline void laws_prepare(pair_of_laws *p)
{
    rp_error err;
    if (rp_interaction_prepare_world(&p->x, &p->world, 0, &err)) fail_msg("%s", err.what);
}

/* A contact that presses along z: overlap xi, velocities gn and gt along x. */
static inline void laws_contact(rp_block *b, int c, double xi, double gn, double gt, double m_eff, double r_eff)
{
    b->ex[c] = 0;
    b->ey[c] = 0;
    b->ez[c] = 1;
    b->xi[c] = xi;
    b->gn[c] = gn;
    b->tx[c] = gt;
    b->ty[c] = 0;
    b->tz[c] = 0;
    b->m_eff[c] = m_eff;
    b->r_eff[c] = r_eff;
}

/* What the tangential law of contact c lost in the last step. */
static inline double laws_lost(const rp_block *b, int c) { return b->tangential_work[c] + b->released[c]; }

/* All lanes alike, and no history. */
static inline void laws_block(rp_block *b, laws_history h, const rp_interaction *x, double xi, double gn, double gt,
                              double m_eff, double r_eff)
{
    memset(b, 0, sizeof *b);
    memset(h, 0, sizeof(laws_history));
    b->count = RP_BLOCK;
    b->want_energy = b->account = 1;
    for (int c = 0; c < RP_BLOCK; c++) laws_contact(b, c, xi, gn, gt, m_eff, r_eff);
    rp_interaction_friction(x, b);
}

/* Random contacts: any direction, overlaps and velocities of either sign, sizes over two decades. */
static inline void laws_block_random(rp_block *b, laws_history h, const rp_interaction *x, uint64_t seed)
{
    laws_block(b, h, x, 0, 0, 0, 1, 1);
    rp_random r = rp_random_stream(seed, RP_RANDOM_TEST, 0, 0);
    for (int c = 0; c < RP_BLOCK; c++) {
        double e[3], g[3], w[3], size = 0;
        for (int n = 0; n < 3; n++) {
            e[n] = rp_random_normal(&r);
            g[n] = rp_random_normal(&r);
            w[n] = 100 * rp_random_normal(&r);
            size += e[n] * e[n];
        }

        for (int n = 0; n < 3; n++) e[n] /= sqrt(size);
        double gn = g[0] * e[0] + g[1] * e[1] + g[2] * e[2];
        double radius = 1e-3 * exp(rp_random_range(&r, 0, 4));
        b->ex[c] = e[0];
        b->ey[c] = e[1];
        b->ez[c] = e[2];
        b->gn[c] = gn;
        b->tx[c] = g[0] - gn * e[0];
        b->ty[c] = g[1] - gn * e[1];
        b->tz[c] = g[2] - gn * e[2];
        b->wx[c] = w[0];
        b->wy[c] = w[1];
        b->wz[c] = w[2];
        b->xi[c] = 1e-3 * radius * rp_random_uniform(&r);
        b->r_eff[c] = radius;
        b->m_eff[c] = 4 * 2500 * radius * radius * radius;
    }
}

/* Every slot's law in order, as the kernel calls them. */
static inline void laws_eval(rp_block *b, laws_history h, const rp_interaction *x, int isa, double dt)
{
    for (int s = 0; s < RP_SLOT_COUNT; s++)
        if (x->law[s]) rp_law_evaluator(x->law[s], isa)(b, x->constant[s], &h[x->history[s]], dt);
}

#define assert_near(value, expected, relative)                                                                         \
    do {                                                                                                               \
        double v_ = (value), e_ = (expected), r_ = (relative);                                                         \
        if (!(fabs(v_ - e_) <= r_ * fabs(e_))) fail_msg("%s = %.17g, expected %.17g within %g", #value, v_, e_, r_);   \
    } while (0)

#define assert_within(value, expected, absolute)                                                                       \
    do {                                                                                                               \
        double v_ = (value), e_ = (expected), a_ = (absolute);                                                         \
        if (!(fabs(v_ - e_) <= a_)) fail_msg("%s = %.17g, expected %.17g within %g", #value, v_, e_, a_);              \
    } while (0)

#endif
