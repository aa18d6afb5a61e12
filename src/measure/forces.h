/* The distribution of contact forces: P(f) of f = f_n / <f_n>, and of f_t / <f_n>, over the contacts between particles
 * that push.
 *
 * <f_n> is the mean of the moment, so that P is that of a state whatever its load; over many moments P is the mean of
 * theirs. The integral of P over all f is 1: what lies beyond the last bin is counted and stated. */
#ifndef RP_MEASURE_FORCES_H
#define RP_MEASURE_FORCES_H

#include "methods/method.h"

typedef struct rp_forces_measure {
    int bins;
    double up_to;   /* upper end of the last bin, of the mean */
    double *number; /* owned: RP_FORCES_HEAD of the whole, then the normal and the tangential bins; what a checkpoint
                       keeps */
} rp_forces_measure;

enum {
    RP_FORCES_MOMENTS,
    RP_FORCES_CONTACTS,
    RP_FORCES_SUM /* of f_n, N */,
    RP_FORCES_BEYOND,
    RP_FORCES_TANGENTIAL_BEYOND,
    RP_FORCES_HEAD
};

rp_status rp_forces_create(rp_forces_measure *f, int bins, double up_to, rp_error *err);
void rp_forces_destroy(rp_forces_measure *f);
void rp_forces_clear(rp_forces_measure *f);
size_t rp_forces_numbers(const rp_forces_measure *f);
void rp_forces_take(rp_forces_measure *f, const rp_world *world, const rp_contact_list *contacts); /* one more moment */
/* Density of bin k, normal or tangential; 0 without contacts. */
double rp_forces_density(const rp_forces_measure *f, int tangential, int k);

#endif
