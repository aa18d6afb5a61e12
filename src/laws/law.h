/* The built-in laws, and what only they have.
 *
 * Wide files. A law's file is compiled once per instruction set (base/wide.h); its table is named RP_WIDE(rp_<stem>)
 * and everything else in it is static, so there is one list of laws per instruction set, in the same order. The
 * arithmetic is plain IEEE without contraction: all give the same bits. A law that a program adds has one evaluator for
 * all instruction sets.
 */
#ifndef RP_LAWS_LAW_H
#define RP_LAWS_LAW_H

#include "base/wide.h"
#include "core/world.h"
#include "repose/law.h"

_Static_assert(RP_BLOCK == RP_PAIR_BLOCK, "blocks of the table of contacts are evaluated where they stand");

/* Where in a step an evaluation is, for hereditary laws. A run by one evaluation a step needs `step` and `first` alone:
 * there the history goes on by the dt of the evaluation, and stays as it is with dt <= 0. */
typedef enum rp_law_stage {
    RP_LAW_STEP,
    RP_LAW_TRIAL,  /* the force `since` after the moment of the history, which stays as it is; dt is for losses alone */
    RP_LAW_COMMIT, /* the same at the end of the step; the history goes on to it */
} rp_law_stage;
typedef struct rp_law_moment {
    rp_law_stage stage;
    double step, since; /* s */
    double first;    /* STEP: part of a step that the force of this moment acts for; less than 1 before a run's first */
    int runge_kutta; /* 1: forces count 1/6 at both ends of the step and 2/3 half way; else each for a whole step */
} rp_law_moment;

/* A law whose force depends on the whole contact: laws/fractional.h. */
typedef struct rp_law_hereditary {
    /* Row of the history in which the method writes, before every step, how many particles the contact's cluster
     * has, or would have if the pair touched; -1: the law does not need it. */
    int (*cluster_row)(const double *constant);
    /* Impulse of a contact that begins and ends within a step with xi = curve t (length - t), in a cluster of n, N s.
     */
    double (*graze)(const double *constant, double m_eff, double n, double curve, double length);
    /* The force within it, a time t after its begin, N. */
    double (*graze_force)(const double *constant, double m_eff, double n, double curve, double length, double t);
    /* 1: it takes d xi/dt at the ends of steps from the velocities, which must belong to the same moment. */
    int (*needs_rate)(const double *constant);
    /* What of this history is at its end, so that the contact cannot go on with steps of dt; NULL: nothing. */
    const char *(*spent)(const double *constant, const double *history, double dt);
} rp_law_hereditary;

/* The built-in laws of one instruction set, ended by NULL; the index of a law is the same in all. */
const rp_law *const *rp_law_list(int isa);
int rp_law_index(const rp_law *law); /* of a built-in law; -1: none of them */

/* The law's evaluator for an instruction set: the same bits by each. */
rp_law_eval *rp_law_evaluator(const rp_law *law, int isa);

/* The same registry once more: rp_laws_destroy is called once for each. NULL stays NULL. */
rp_laws *rp_laws_hold(rp_laws *laws);

/* A registry that begins with all laws of another one. */
rp_status rp_laws_extend(rp_laws *base, rp_laws **laws, rp_error *err);

#endif
