/* A step of Runge and Kutta for other integrators to start with. */
#ifndef RP_METHODS_SOFT_RUNGE_KUTTA_H
#define RP_METHODS_SOFT_RUNGE_KUTTA_H

#include "methods/soft/scheme.h"

typedef struct rp_soft_runge_kutta {              /* scratch of a step; owned */
    rp_accel *sum, *path;                         /* sums of the stages' accelerations for v and for x, */
    rp_accel *last, *before_last;                 /* and those of the last two stages */
    rp_soft_histories before, in, rate, sum_rate; /* histories at the step's start and before a slip pass; the slip
                                                pass's gain, and their sum */
} rp_soft_runge_kutta;

/* 0: out of memory. */
int rp_soft_runge_kutta_prepare(rp_soft_runge_kutta *k, const rp_soft_scheme *s, const rp_world *w);
void rp_soft_runge_kutta_destroy(rp_soft_runge_kutta *k);
rp_status rp_soft_runge_kutta_step(rp_soft_runge_kutta *k, rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer,
                                   rp_error *err);

#endif
