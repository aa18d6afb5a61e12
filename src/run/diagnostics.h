/* Diagnostics of the contacts at every moment that is observed: the deepest overlap and the greatest dt / t_c, and
 * whose they are. */
#ifndef RP_RUN_DIAGNOSTICS_H
#define RP_RUN_DIAGNOSTICS_H

#include "base/file.h"
#include "methods/method.h"

typedef struct rp_worst {
    double value; /* overlap over the smaller radius, or dt over contact time; 0: none seen */
    uint32_t a;   /* id */
    int64_t b;    /* id, or -1 - wall */
    double time;  /* s */
    double other; /* overlap in m, or contact time in s */
} rp_worst;

typedef struct rp_diagnostics {
    rp_worst overlap, step; /* since the run (or its resumption) began */
    int warned_overlap, warned_step;
} rp_diagnostics;

#define RP_DIAGNOSTICS_STEP 0.1 /* dt / t_c above which the run warns */

/* With laws (soft method) the contact time of each contact is that of its pair, for a law that hardens at the speed
 * that its overlap stands for. */
void rp_diagnostics_take(rp_diagnostics *d, const rp_world *world, const rp_contact_list *list, int laws);
/* A warning, once each; NULL: nothing new to say. most: the scene's max_overlap. */
const char *rp_diagnostics_warning(rp_diagnostics *d, const rp_world *world, double most, char *text, int size);
void rp_diagnostics_summary(const rp_diagnostics *d, const rp_world *world, rp_buffer *b); /* lines of summary.json */

#endif
