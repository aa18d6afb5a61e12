/* A step of Runge and Kutta for other integrators to start with. */
#ifndef RP_METHODS_SOFT_RUNGE_KUTTA_H
#define RP_METHODS_SOFT_RUNGE_KUTTA_H

#include "methods/soft/scheme.h"

typedef struct rp_runge_kutta {              /* scratch of a step; owned */
    rp_accel *sum, *path;                    /* sums of the stages' accelerations for v and for x, */
    rp_accel *last, *before_last;            /* and those of the last two stages */
    rp_histories before, in, rate, sum_rate; /* histories at the step's start and before a slip pass; the slip pass's
                                                gain, and their sum */
} rp_runge_kutta;

int rp_runge_kutta_prepare(rp_runge_kutta *k, const rp_scheme *s, const rp_world *w); /* 0: out of memory */
void rp_runge_kutta_destroy(rp_runge_kutta *k);
rp_status rp_runge_kutta_step(rp_runge_kutta *k, rp_scheme *s, rp_world *w, rp_answer *answer, rp_error *err);

#endif
