/* The pair correlation g(r) of the particles' centres in a domain that is periodic along all axes.
 *
 * g(r) = (pairs with distances in the shell) / (those of as many particles without any order), whose number is
 * N (N - 1) / (2 V) times the volume of the shell; in two dimensions areas take the place of volumes. Over many moments
 * both are summed. Distances are those of nearest images, so that they are counted up to half the shortest period at
 * most. */
#ifndef RP_MEASURE_PAIRS_H
#define RP_MEASURE_PAIRS_H

#include "core/world.h"

typedef struct rp_pairs_measure {
    int bins;
    double up_to; /* m */
    double
        *number; /* owned: sums of N (N - 1) / 2V (1/m^3, 1/m^2), then of pairs in each bin; what a checkpoint keeps */
} rp_pairs_measure;

rp_status rp_pairs_create(rp_pairs_measure *p, int bins, double up_to, rp_error *err);
void rp_pairs_destroy(rp_pairs_measure *p);
size_t rp_pairs_numbers(const rp_pairs_measure *p);
/* One more moment. RP_FAILED: up_to is more than half a period by now. */
rp_status rp_pairs_take(rp_pairs_measure *p, rp_world const *world, rp_error *err);
double rp_pairs_correlation(const rp_pairs_measure *p, int dimension, int k); /* of bin k; 0 without pairs */

#endif
