/* Values of one quantity from several packings or seeds: their mean, and how well it is known. */
#ifndef RP_PAPERS_SAMPLE_H
#define RP_PAPERS_SAMPLE_H

#include <stddef.h>

typedef struct rp_sample {
    int count;
    double sum, square;
} rp_sample;

void rp_sample_add(rp_sample *s, double value);
/* The values whose places lie in [from, to). */
rp_sample rp_sample_between(const double *place, const double *value, size_t count, double from, double to);
double rp_sample_mean(const rp_sample *s);
double rp_sample_deviation(const rp_sample *s); /* of one value */
double rp_sample_error(const rp_sample *s);     /* of the mean: one standard error */

#endif
