/* A Gaussian process: a smooth function of one to three variables from values with noise. Room-internal.
 *
 * The function is a constant plus a random function whose values at a and b have the correlation of Matern's class with
 * nu = 5/2 (twice differentiable), k(r) = (1 + s + s^2/3) exp(-s), s = sqrt(5) r, r^2 = sum ((a - b) / length)^2; a
 * value is the function plus independent noise [Rasmussen2006, Eqs. 2.23, 2.24, 4.17]. The constant and the variance
 * are those of greatest likelihood for given lengths and noise, in closed form; lengths and the ratio of noise to
 * variance come from a table, by the likelihood and a weak prior for lengths near that of the span, since few points
 * alone do not tell a smooth function from a rough one. */
#ifndef RP_STUDY_GAUSS_H
#define RP_STUDY_GAUSS_H

#include <stddef.h>
#include "repose/status.h"

enum { RP_GAUSS_KEYS = 3 };

typedef struct rp_gauss {
    int keys;
    size_t count;
    const double *x;                     /* not owned: keys numbers a point, each 0 to 1 */
    const double *y;                     /* not owned */
    double length[RP_GAUSS_KEYS], ratio; /* ratio: variance of noise over that of the function */
    double mean, variance;               /* of the function */
    double noise;                        /* standard deviation of the values about the function */
    double *factor; /* owned: lower triangle of the correlations, then A^-1 (y - mean), A^-1 1, room */
    double *weight, *ones;
    double ones_sum;
} rp_gauss;

/* x and y must live as long as g. */
rp_status rp_gauss_fit(rp_gauss *g, int keys, size_t count, const double *x, const double *y, rp_error *err);
void rp_gauss_free(rp_gauss *g);
/* The function at a point, and the standard deviation of that. room: count numbers. */
void rp_gauss_at(const rp_gauss *g, const double *x, double *room, double *value, double *error);

#endif
