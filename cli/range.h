/* Numbers as people give several of them: 1   1,2,5   0.01:10:log50   0:1:11 */
#ifndef RP_CLI_RANGE_H
#define RP_CLI_RANGE_H

#include "repose/status.h"

typedef struct rp_range {
    double *value;
    int count;
    int logarithmic;
} rp_range; /* value owned */

rp_status rp_range_read(rp_range *range, const char *option, const char *text, rp_error *err);
void rp_range_free(rp_range *range);

#endif
