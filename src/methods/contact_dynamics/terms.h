/* What a contact brings to this step's problem beside its masses: friction, adhesion, bias, and the impulse to start
 * from. terms.c says how they are found. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_TERMS_H
#define RP_METHODS_CONTACT_DYNAMICS_TERMS_H

#include "methods/contact_dynamics/touch.h"

typedef struct rp_cd_terms {
    double mu;
    double pull;   /* adhesion, N s */
    rp_vec c;      /* bias, m/s */
    rp_vec p;      /* impulse to start from, N s */
    int impact;    /* 1: restitution acts */
    int waits;     /* 1: its coefficients follow from the laws and are not known yet; the terms are not whole */
    double motion; /* square of the relative velocity of the two centres before the step, m^2/s^2 */
} rp_cd_terms;

/* Finds the coefficients of candidates that wait for them: the list of impacts. */
rp_status rp_cd_terms_impacts(rp_world *world, rp_error *err);

rp_cd_terms rp_cd_terms_of(const rp_world *world, const rp_cd_sort *candidate, const rp_cd_touch *touch);

const rp_interaction *rp_cd_terms_interaction(const rp_world *world, const rp_cd_touch *touch);
/* 1: contacts that touch may pull. */
int rp_cd_terms_sticky(const rp_interaction *interaction);
/* Effective radius, m. */
double rp_cd_terms_radius(const rp_world *world, const rp_cd_touch *touch);

#endif
