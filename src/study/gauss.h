/* A Gaussian process: a smooth function of one to three variables from values with noise. Room-internal.
 *
 * The function is a constant plus a random function whose values at a and b have the correlation of Matern's class with
 * nu = 5/2 (twice differentiable), k(r) = (1 + s + s^2/3) exp(-s), s = sqrt(5) r, r^2 = sum ((a - b) / length)^2; a
 * value is the function plus independent noise [Rasmussen2006, Eqs. 2.23, 2.24, 4.17]. For given lengths and ratio of
 * noise to variance the constant and the variance are integrated out, in closed form: the function has a Student
 * distribution with n - 1 degrees of freedom, here its mean and its standard deviation.
 *
 * Lengths and ratio come from a table, and the few values of a search allow many of them: a rough function without
 * noise goes through eight points as well as a smooth one with much. So the model is not the most likely entry but the
 * mean over entries by their probability (likelihood times a weak prior for lengths near that of the span): a sample of
 * RP_GAUSS_MEMBERS of them. What the entries differ by is part of the error. */
#ifndef RP_STUDY_GAUSS_H
#define RP_STUDY_GAUSS_H

#include <stddef.h>
#include "repose/status.h"

enum { RP_GAUSS_KEYS = 3, RP_GAUSS_MEMBERS = 16 };

/* The process for one entry of the table. */
typedef struct rp_gauss_member {
    double share;                        /* of the probability */
    double length[RP_GAUSS_KEYS], ratio; /* ratio: variance of noise over that of the function */
    double mean, variance;               /* of the function */
    double *factor;                      /* lower triangle of the correlations, of one block with those below */
    double *weight, *ones;               /* A^-1 (y - mean), A^-1 1 */
    double ones_sum;
} rp_gauss_member;

typedef struct rp_gauss {
    int keys;
    size_t count;
    const double *x; /* not owned: keys numbers a point, each 0 to 1 */
    const double *y; /* not owned */
    double noise;    /* standard deviation of the values about the function: root of its mean square */
    int members;
    rp_gauss_member member[RP_GAUSS_MEMBERS];
    double *block; /* owned: the members' numbers */
} rp_gauss;

/* x and y must live as long as g; count is at least 4. */
rp_status rp_gauss_fit(rp_gauss *g, int keys, size_t count, const double *x, const double *y, rp_error *err);
void rp_gauss_free(rp_gauss *g);
/* The function at a point, and the standard deviation of that. room: count numbers. */
void rp_gauss_at(const rp_gauss *g, const double *x, double *room, double *value, double *error);

#endif
