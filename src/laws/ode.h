/* Ordinary differential equations with events: Gragg's midpoint rule extrapolated in h^2 (Gragg, Bulirsch and Stoer),
 * order 10, steps chosen from the difference to order 8. Where some unknowns follow others much faster than the
 * solution moves, the steps are those of laws/radau.h; `damping` says how fast.
 *
 * An event is a function of the state. It happens when its value, having been positive, becomes <= 0. Each step is
 * checked at its end and, by a cubic between its ends, at points inside; the time of an event is then found by
 * repeating the step with other lengths, so that it has the accuracy of the steps themselves and not of an
 * interpolation.
 */
#ifndef RP_LAWS_ODE_H
#define RP_LAWS_ODE_H

#include "repose/status.h"

#define RP_ODE_MAX 8 /* unknowns */
#define RP_ODE_EVENTS 10

typedef struct rp_ode {
    int count; /* unknowns */
    int events;
    void (*rate)(void *context, double t, const double *y, double *rate);
    void (*event)(void *context, double t, const double *y, double *value); /* NULL if there are none */
    void (*damping)(void *context, double t, const double *y,
                    double *diagonal); /* d rate_i / d y_i of such unknowns, <= 0; NULL: none is damped */
    void *context;
    double tolerance;         /* error of a step relative to scale + |y| */
    double scale[RP_ODE_MAX]; /* typical size of each unknown, > 0 */
    double step;              /* length of the first step; afterwards of the next one */
    long steps, max_steps;    /* taken so far; allowed (RP_FAILED beyond) */
} rp_ode;

/* From (*t, y) to t_end or to the first event, whose index goes to *which (-1: none). */
rp_status rp_ode_solve(rp_ode *ode, double *t, double *y, double t_end, int *which, rp_error *err);

#endif
