/* The search of a calibration, without its runs: from values that runs have given to the next points. Room-internal.
 * docs/studies.md describes and defends the method.
 *
 * Points are shares of the spans of the keys, 0 to 1. A Gaussian process for each target is the model of the runs so
 * far; with what was measured it gives the posterior of the keys, on a grid. The next runs are at points drawn from
 * that: so runs gather where the answer may be, in proportion to how likely that is. Each point has two runs with seeds
 * of their own: what they differ by is noise, whatever the function is. */
#ifndef RP_STUDY_SEARCH_H
#define RP_STUDY_SEARCH_H

#include "repose/study.h"
#include "study/gauss.h"

enum { RP_SEARCH_REPEATS = 2, RP_SEARCH_DRAWN = 2 }; /* runs a point; points drawn at a time */

typedef struct rp_search {
    int keys, targets;
    double measured[RP_CALIBRATE_TARGETS], error[RP_CALIBRATE_TARGETS];
    size_t room_for, used;           /* runs */
    double *x;                       /* owned: points, one after the other */
    double *y[RP_CALIBRATE_TARGETS]; /* of the same block */
    double *room;
    rp_gauss model[RP_CALIBRATE_TARGETS];
    double from[RP_GAUSS_KEYS], to[RP_GAUSS_KEYS]; /* of the grid */
    int side;                                      /* points of the grid along each key */
    size_t cells;                                  /* in all */
    double *weight;                                /* owned: the posterior on the grid; sums to 1 */
    size_t best;                                   /* where it is greatest: the answer */
} rp_search;

/* The caller sets measured and error after it. runs: at most. */
rp_status rp_search_init(rp_search *s, int keys, int targets, size_t runs, rp_error *err);
void rp_search_free(rp_search *s);
/* How many points the first runs have. */
size_t rp_search_first(int keys);
/* One more run. */
void rp_search_use(rp_search *s, const double *x, const double *y);
/* Models and posterior from the runs so far. */
rp_status rp_search_fit(rp_search *s, rp_error *err);
void rp_search_point(const rp_search *s, size_t cell, double x[RP_GAUSS_KEYS]);
/* A point from the posterior; left: 0 to 1, uniform. */
void rp_search_draw(const rp_search *s, double left, double x[RP_GAUSS_KEYS]);
/* What runs at the answer give, and how well that is known. */
void rp_search_model(const rp_search *s, int target, double *value, double *error);
/* Every model is known to half the error of what was measured, from more than the first runs. */
int rp_search_converged(const rp_search *s);
/* Below which a part of the posterior of a key lies. */
double rp_search_quantile(const rp_search *s, int key, double part);

#endif
