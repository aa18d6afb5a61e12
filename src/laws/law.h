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

/* A law whose force depends on the whole contact: laws/fractional.h. */
typedef struct rp_law_hereditary {
    /* Row of the history in which the method writes, before every step, how many particles the contact's cluster
     * has, or would have if the pair touched; -1: the law does not need it. */
    int (*cluster_row)(const double *constant);
    /* Impulse of a contact that begins and ends within a step with xi = curve t (length - t), in a cluster of n, N s.
     */
    double (*graze)(const double *constant, double m_eff, double n, double curve, double length);
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
