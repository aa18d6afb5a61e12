/* When something first closes: times of first contact along known flights.
 *
 * All functions take a gap h(s) > 0 that may shrink to 0 and give the first s >= 0 at which it does so while shrinking;
 * INFINITY if it does not. A gap that is not positive now and shrinks closes now. A gap that is a hair below 0 and
 * grows (as after a collision, by rounding) does not count.
 */
#ifndef RP_CORE_FIRST_H
#define RP_CORE_FIRST_H

#include "base/vec.h"

typedef struct rp_first_flight {
    rp_vec x, v, a; /* m, m/s, m/s^2 */
} rp_first_flight;

/* h(s) = h + u s + a s^2 / 2. */
double rp_first_parabola(double h, double u, double a);

/* A point at p, moving with velocity v and acceleration a, reaches distance d from the origin, coming from outside
 * (side 1) or inside (side -1), before `end`. */
double rp_first_distance(rp_vec p, rp_vec v, rp_vec a, double d, int side, double end);

/* Any gap whose second derivative stays above -bend: value(context, s, &slope). Steps that cannot miss a root, until
 * `end`. A search of very many steps stops where it is, so the gap may be open there: then search again from there. */
typedef double rp_first_gap(const void *context, double s, double *slope);
double rp_first_bounded(rp_first_gap *gap, const void *context, double bend, double scale, double end);

/* A ball of radius r and any set at all, of which only the distance is known: x and v of the ball relative to the set,
 * the gap between them, and its rate of change. The relative acceleration stays below `bend`. Contacts deeper than
 * 1e-12 r are never missed. Stops as rp_first_bounded does. */
typedef struct rp_first_state {
    rp_vec x, v;
    double gap, slope;
} rp_first_state;
typedef rp_first_state rp_first_motion(const void *context, double s);
double rp_first_ball(rp_first_motion *motion, const void *context, double r, double bend, double end);

#endif
