/* The keys of `run: {contact-dynamics: {...}}`, as the method reads them. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_OPTIONS_H
#define RP_METHODS_CONTACT_DYNAMICS_OPTIONS_H

#include "core/field.h"
#include "core/world.h"
#include "laws/law.h"

typedef enum rp_cd_solver { RP_CD_ACCELERATED, RP_CD_GAUSS_SEIDEL } rp_cd_solver;
typedef enum rp_cd_order { RP_CD_COLOURED, RP_CD_RANDOM, RP_CD_FIXED } rp_cd_order;
typedef enum rp_cd_rule { RP_CD_POISSON, RP_CD_NEWTON } rp_cd_rule;
typedef enum rp_cd_stepping { RP_CD_GAP, RP_CD_MIDPOINT } rp_cd_stepping;
typedef enum rp_cd_criterion {
    RP_CD_COULOMB_RESIDUAL, /* natural map of Signorini and Coulomb, and the bed is carried */
    RP_CD_LOCAL_FORCE,      /* change of every force [UngerKertesz2003, Eq. 35] */
    RP_CD_MEAN_FORCE,       /* change of the mean force [UngerKertesz2003, Eq. 36] */
    RP_CD_RELATIVE_FORCE,   /* change of every force relative to the new one [RadjaiRichefeu2009, Eq. 41] */
    RP_CD_ITERATIONS        /* a fixed number [UngerKertesz2003, Eq. 37] */
} rp_cd_criterion;

/* When a step is solved, in terms of what the grains do; or by the criterion. */
typedef enum rp_cd_accuracy { RP_CD_BY_CRITERION, RP_CD_COARSE, RP_CD_NORMAL, RP_CD_FINE } rp_cd_accuracy;

/* The method's running totals (rp_world.method_total). */
enum {
    RP_CD_UNCONVERGED, /* steps */
    RP_CD_SWEEPS,      /* over all contacts */
    RP_CD_UPDATES,     /* of single contacts */
    RP_CD_WORST,       /* largest residual of a step */
    RP_CD_JAMMED,      /* steps in which an imposed velocity pressed a jammed packing */
    RP_CD_GAINED /* energy that contacts gave, acting on the velocities without contacts: the sum over the clusters of a
                    step that did not take any, J (errata 65) */
};

typedef struct rp_cd_options {
    rp_cd_solver solver;
    rp_cd_order order;
    rp_cd_criterion criterion;
    rp_cd_stepping stepping;
    rp_cd_rule restitution; /* where normal and tangential motion are coupled */
    rp_cd_accuracy accuracy;
    double tolerance; /* of the criterion, 1 */
    double cutoff;    /* delta of RP_CD_LOCAL_FORCE, N; NaN: a part of the mean force */
    int least, most;  /* iterations; RP_CD_ITERATIONS takes `most` */
} rp_cd_options;

enum {
    RP_CD_OPTION_SOLVER,
    RP_CD_OPTION_ORDER,
    RP_CD_OPTION_CRITERION,
    RP_CD_OPTION_STEPPING,
    RP_CD_OPTION_TOLERANCE,
    RP_CD_OPTION_LEAST,
    RP_CD_OPTION_MOST,
    RP_CD_OPTION_RESTITUTION,
    RP_CD_OPTION_CUTOFF,
    RP_CD_OPTION_ACCURACY,
    RP_CD_OPTIONS
};
extern const rp_param rp_cd_option_table[RP_CD_OPTIONS];
extern const rp_fields rp_cd_option_totals; /* names of the totals */

rp_cd_options rp_cd_options_of(const rp_world *world);
/* 1: the scene gives a criterion or a tolerance. */
int rp_cd_options_criterion(const rp_world *world);

/* Contacts: a unit with fewer is judged as if it had so many, a problem with fewer by the criterion, too. */
#define RP_CD_REGION 100
/* So few contacts are solved to RP_CD_EXACT of the impulses where RP_CD_FEW_SWEEPS reach it. */
#define RP_CD_FEW 16
#define RP_CD_EXACT 1e-10
#define RP_CD_FEW_SWEEPS 200

/* What accuracy allows a contact, from the residual velocity of a bed that is carried, m/s: a part of it at rest, and a
 * share of the motion around it (motion.c). */
void rp_cd_options_allow(const rp_cd_options *options, double carried, double *rest, double *share);

#endif
