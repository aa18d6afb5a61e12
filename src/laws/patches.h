/* A function of one or two variables that is costly to compute, interpolated.
 *
 * Space is cut into boxes of size 1. A box has RP_PATCHES_NODES values along each axis, and the polynomial through
 * them. It is halved along an axis where the polynomial through every second value misses the others by more than the
 * tolerance, at most RP_PATCHES_LEVELS times: a box that is still rough then (a kink, a jump) has no polynomial, and
 * the function itself is computed there. So the error is that of a polynomial of order 4 where one of order 2 has the
 * tolerance.
 *
 * Boxes and values are made when they are first needed and kept. What a box is depends on the function alone, so the
 * result does not depend on what was needed before. New values are computed by several threads; a set of patches is
 * used by one thread at a time.
 */
#ifndef RP_LAWS_PATCHES_H
#define RP_LAWS_PATCHES_H

#include "repose/status.h"

#define RP_PATCHES_NODES 5
#define RP_PATCHES_LEVELS 6

typedef struct rp_patches rp_patches;

typedef rp_status rp_patches_function(void *context, const double *x, double *value, rp_error *err);

rp_status rp_patches_create(int dimension, double tolerance, rp_patches_function *function, void *context,
                            rp_patches **patches, rp_error *err);
void rp_patches_destroy(rp_patches *patches); /* NULL is allowed */

rp_status rp_patches_value(rp_patches *patches, const double *x, double *value, rp_error *err);

#endif
