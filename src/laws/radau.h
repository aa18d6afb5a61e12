/* One step of an ordinary differential equation some of whose unknowns follow the others much faster than the solution
 * moves, for laws/ode.c: Radau's implicit Runge-Kutta rule (IIA) of 7 stages, order 13, and of 5 stages, whose
 * difference is the error. The stages are iterated; what damps an unknown (ode.h) is taken into account exactly, so
 * that it does not limit the step. */
#ifndef RP_LAWS_RADAU_H
#define RP_LAWS_RADAU_H

#include "laws/ode.h"

/* Returns the error in units of the tolerance, very large if the stages do not converge. */
double rp_radau_step(const rp_ode *ode, double t, const double *y, const double *rate, double h, double *end);

#endif
