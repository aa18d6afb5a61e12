/* How two materials interact: a law for each slot with its constants, friction and restitution. */
#ifndef RP_LAWS_INTERACTION_H
#define RP_LAWS_INTERACTION_H

#include "laws/curve.h"
#include "laws/law.h"
#include "repose/interaction.h"

/* A measured distribution of restitution for each range of speeds (repose/bounce.h). */
#define RP_MEASURED_BINS 16
#define RP_MEASURED_SAMPLES 33
typedef struct rp_measured {
    int bins, samples; /* bins 0: none */
    double edge[RP_MEASURED_BINS + 1];
    double value[RP_MEASURED_BINS * RP_MEASURED_SAMPLES];
} rp_measured;

/* Friction as the scene gives it: programs and stages put one number in its place. */
typedef struct rp_friction_given {
    double sliding, at_rest;
    rp_curve_kind curve;
    int unbounded;
} rp_friction_given;

struct rp_interaction {
    rp_laws *laws;           /* retained by one that rp_interaction_create made; NULL in a world, which retains them */
    int a, b;                /* materials; equal to the pair it was made for */
    rp_material material[2]; /* what it was last prepared with */
    int dimension, discs;
    const rp_law *law[RP_SLOT_COUNT];                /* NULL: none in this slot */
    rp_law_eval *eval[RP_SLOT_COUNT];                /* the law's, for this processor; NULL: none in this slot */
    double param[RP_SLOT_COUNT][RP_PARAM_MAX];       /* as given, SI; NaN: not given */
    double constant[RP_SLOT_COUNT][RP_CONSTANT_MAX]; /* what eval reads */
    int history[RP_SLOT_COUNT];                      /* first row of history of each slot */
    int history_width;
    unsigned antisymmetric;  /* of all slots together */
    double stiffness;        /* of the normal law where it is constant, N/m; else 0 */
    int ranged;              /* 1: some law acts beyond touching */
    double friction;         /* sliding; 0 if not given */
    double friction_static;  /* equal to friction if not given */
    int unbounded;           /* 1: no friction is given, not even 0: nothing bounds an eps_t that is given */
    double friction_set;     /* by a program, while it goes on; -1: friction is that of the scene and its stages */
    rp_friction_given given; /* what the scene says, without its stages */
    double eps_n, eps_t;     /* restitution as given; NaN: not given */
    double eps_speed;        /* m/s; NaN: any */
    rp_curve friction_curve; /* sliding friction by speed of slip; kind none: constant */
    rp_curve eps_n_curve;    /* restitution by speed of impact, hard methods; kind none: constant */
    rp_measured measured;    /* restitution as measured, event-driven; its curve has the medians */
    double below, above;     /* scales of the random part of eps_n, event-driven; NaN: those of the run */
};

void rp_interaction_init(rp_interaction *x); /* no laws, nothing given */

/* Runs each law's prepare in slot order and lays out the history. */
rp_status rp_interaction_prepare_pair(rp_interaction *x, const rp_material *a, const rp_material *b, int dimension,
                                      int discs, rp_error *err);
rp_status rp_interaction_prepare_world(rp_interaction *x, const rp_world *world, int discs, rp_error *err);

/* 1: the same laws, parameters and coefficients are given, if for other materials. */
int rp_interaction_same_rule(const rp_interaction *x, const rp_interaction *y);

double rp_interaction_cutoff(const rp_interaction *x, double r_eff);

/* How two materials of a world interact; NULL: no rule says it. */
static inline const rp_interaction *rp_interaction_between(const rp_world *world, int a, int b)
{
    int n = rp_world_interaction_index(world, a, b);
    return n < 0 ? NULL : &world->interaction[n];
}

/* What a block of contacts of this interaction has to know of friction. */
static inline void rp_interaction_friction(const rp_interaction *x, rp_block *b)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        b->mu[c] = x->friction;
        b->mu_static[c] = x->friction_static;
    }

    b->one_friction = x->friction == x->friction_static && x->friction_curve.kind == RP_CURVE_NONE;
}

#endif
