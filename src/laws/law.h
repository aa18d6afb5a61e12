/* A contact law: one constant table, one block evaluator.
 *
 * A contact model is a choice for each slot, never one type per combination. The table is the single source for reading
 * scenes, range checks, documentation and `repose laws`.
 *
 * Wide files. A law's file is compiled once per instruction set (base/wide.h); its table is named RP_WIDE(rp_<stem>)
 * and everything else in it is static, so there is one list of laws per instruction set, in the same order. The
 * arithmetic is plain IEEE without contraction: all give the same bits.
 */
#ifndef RP_LAWS_LAW_H
#define RP_LAWS_LAW_H

#include "base/wide.h"
#include "core/world.h"
#include "laws/block.h"
#include "repose/status.h"

typedef enum rp_slot { RP_NORMAL, RP_ADHESION, RP_TANGENTIAL, RP_ROLLING, RP_SLOT_COUNT } rp_slot;

#define RP_PARAM_MAX 16
#define RP_CHOICES_MAX 32 /* names of one RP_PARAM_CHOICE */
#define RP_CONSTANT_MAX 480

typedef enum rp_param_kind { RP_PARAM_NUMBER, RP_PARAM_FLAG, RP_PARAM_CHOICE } rp_param_kind;

typedef struct rp_param {
    const char *name;
    rp_param_kind kind;
    const char *unit;             /* "N/m", "1" for a pure number */
    double least, most;           /* closed range; use -INFINITY and INFINITY where open */
    double preset;                /* default; NaN: none (not given) */
    const char *(*choice)(int n); /* RP_PARAM_CHOICE: the names, NULL after the last; the value is the number n */
    const char *meaning;          /* one sentence */
} rp_param;

/* What a law's prepare may look at. */
typedef struct rp_law_input {
    const rp_material *a, *b;
    int dimension;
    int discs;                   /* 1: some particles of the two materials are discs (2D); Hertz-type laws refuse */
    double eps_n, eps_t;         /* restitution of the interaction, NaN: not given */
    double eps_speed;            /* speed at which eps_n holds, m/s; NaN: any */
    double friction;             /* NaN: not given */
    const double *param;         /* by index in the law's table; NaN: not given */
    const struct rp_law *normal; /* the interaction's normal law and its constants, for the other slots */
    const double *normal_constant;
} rp_law_input;

/* Forces of a block of contacts: laws/block.h. */
typedef void rp_law_eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt);

typedef struct rp_law {
    const char *name;
    rp_slot slot;
    const char *summary;  /* one paragraph */
    const char *equation; /* the equation in plain text, and its source: "[Poschel2008, Eq. 11]" */
    const rp_param *param;
    int param_count;
    int history;                                 /* doubles, at most */
    int (*history_used)(const double *constant); /* how many are used with these constants; NULL: all */
    const char *const *history_name;             /* may end early with NULL: the rest goes on like the last */
    int curvature;                               /* 1: eval reads r_eff */
    unsigned odd;                                /* bit h: changes sign when a and b are exchanged */
    int gives_radius;                            /* normal laws: 1 if eval sets the contact radius */
    int adhesive;                                /* normal laws: 1 if it has an adhesion of its own */
    int rates;  /* 1: its history has a rate (vectors: what eval adds in dt; the rest follows from the moment), or needs
                   none */
    int spring; /* tangential and rolling laws: 1 if the history begins with a spring as in laws/spring.h */
    int memory; /* normal laws: 1 if the force depends on the whole contact: laws/fractional.h */
    int hysteretic; /* tangential laws: 1 if it is that of laws/hysteretic.h */
    /* From what the user gave to what eval reads; errors name the missing parameter (err->key = parameter name). */
    rp_status (*prepare)(const rp_law_input *in, double *constant, rp_error *err);
    rp_law_eval *eval;
    /* Energy left in the spring of a contact that parts, J; kn: normal stiffness where that is constant. NULL: none. */
    double (*left)(const double *constant, const double *history, double kn);
    /* Normal laws: duration of a collision at relative speed v (s), for the time step; stiffest state for v = 0 laws.
     */
    double (*contact_time)(const double *constant, double m_eff, double r_eff, double v);
    /* Normal laws: largest overlap in a head-on collision at speed v without dissipation (m). */
    double (*max_overlap)(const double *constant, double m_eff, double r_eff, double v);
    /* What `check` says about the law for a pair of this size, one line without end; NULL: nothing. */
    void (*remark)(const double *constant, double r_eff, char *text, int size);
    /* How far beyond touching the law acts, m; NULL: 0. */
    double (*reach)(const double *constant, double r_eff);
    /* Row of the history in which the method tells the law, before every step, how many particles the contact's cluster
     * has, or would have if the pair touched; -1, NULL: the law does not ask. */
    int (*cluster_row)(const double *constant);
    /* Laws with memory: impulse of a contact that begins and ends within a step with xi = curve t (length - t), in a
     * cluster of n, N s. */
    double (*graze)(const double *constant, double m_eff, double n, double curve, double length);
    /* What of this history is at its end, so that the contact cannot go on with steps of dt; NULL: nothing. */
    const char *(*spent)(const double *constant, const double *history, double dt);
} rp_law;

/* The list of one instruction set, ended by NULL; the index of a law is the same in all. */
const rp_law *const *rp_law_list(int isa);
const rp_law *rp_law_find(rp_slot slot, const char *name); /* in the baseline list; NULL: none */
int rp_law_index(const rp_law *law);                       /* of a baseline law; -1: none of them */
/* The law's evaluator for an instruction set: the same bits by each. */
rp_law_eval *rp_law_evaluator(const rp_law *law, int isa);
const char *rp_slot_name(rp_slot slot);

#endif
