/* A calibration in the making. Room-internal. docs/studies.md describes and defends the method.
 *
 * The first runs are a Latin hypercube. Then, again and again: a Gaussian process for each target from all runs so far;
 * the posterior of the keys on a grid; the next runs at points drawn from the posterior. So runs gather where the
 * answer may be, in proportion to how likely that is. Every run has a seed of its own: scatter over seeds is the noise
 * of the model. What is drawn depends on earlier runs alone, so that a search that was interrupted goes the same way.
 */
#ifndef RP_STUDY_CALIBRATE_H
#define RP_STUDY_CALIBRATE_H

#include "study/gauss.h"
#include "study/study.h"

typedef struct rp_search {
    rp_study_plan plan; /* its measures are the targets */
    const rp_study_options *options;
    rp_calibration *result;
    size_t runs;                     /* at most */
    size_t used;                     /* runs that succeeded */
    double *x;                       /* owned: shares of the spans, a point after the other */
    double *y[RP_CALIBRATE_TARGETS]; /* of the same block */
    double *room;
    rp_gauss model[RP_CALIBRATE_TARGETS];
    double from[RP_GAUSS_KEYS], to[RP_GAUSS_KEYS]; /* of the grid, shares of the spans */
    int side;                                      /* points of the grid along each key */
    size_t cells;                                  /* in all */
    double *weight;                                /* owned: the posterior on the grid; sums to 1 */
    size_t best;                                   /* where it is greatest */
    rp_error *err;
} rp_search;

void rp_search_point(const rp_search *s, size_t cell, double x[RP_GAUSS_KEYS]); /* shares of the spans */
/* answer.c */
void rp_search_answer(rp_search *s);
rp_status rp_search_write(const rp_search *s);

#endif
