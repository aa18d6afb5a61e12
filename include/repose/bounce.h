/* Restitution from the sound of a bouncing ball, and restitution that fluctuates [Poschel2008, sections 2.3.4
 * and 2.3.5]. */
#ifndef REPOSE_BOUNCE_H
#define REPOSE_BOUNCE_H

#include <stddef.h>
#include <stdint.h>
#include "repose/export.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* Times of successive impacts on a plane, s, to speeds and coefficients: g_i = (G/2)(t_i - t_{i-1}),
 * eps_i = (t_{i+1} - t_i)/(t_i - t_{i-1}) [Poschel2008, Eq. 56 with the sign of errata 11]. count times give count - 2
 * impacts; times must rise. */
RP_API rp_status rp_bounce_analyse(const double *time, size_t count, double gravity, double *speed, double *eps,
                                   rp_error *err);

/* Times of a ball that meets the plane first at t = 0 with speed v: eps(context, speed) is called at each impact. Stops
 * after count times or below the speed `least`; returns how many were written. */
RP_API size_t rp_bounce_times(double v, double gravity, double least, double (*eps)(void *context, double speed),
                              void *context, double *time, size_t count);

/* Two exponentials that meet at a peak [Poschel2008, Fig. 3c]: density ~ exp(-(peak - eps)/below) and exp(-(eps -
 * peak)/above). Values above 1 occur, as measured; negative ones are drawn anew. */
typedef struct rp_fluctuation {
    double peak;
    double below, above; /* decay lengths, > 0 */
} rp_fluctuation;

/* A measured table: for each of `bins` ranges of speed, [edge[n], edge[n + 1]), `samples` values. Speeds outside take
 * the nearest bin. */
typedef struct rp_fluctuation_table {
    int bins, samples;
    const double *edge;  /* bins + 1, m/s, rising; not owned */
    const double *value; /* bins x samples; not owned */
} rp_fluctuation_table;

/* Such a table from measured impacts: ranges of speed with equally many of them, and the values at equally spaced
 * quantiles of each. edge: bins + 1 numbers, value: bins x samples. RP_INPUT: too few impacts. */
RP_API rp_status rp_fluctuation_table_make(const double *speed, const double *eps, size_t count, int bins, int samples,
                                           double *edge, double *value, rp_error *err);

/* The same numbers for the same seed, collision and particles, whatever the order of asking. */
RP_API double rp_fluctuation_draw(const rp_fluctuation *f, uint64_t seed, uint64_t id, uint64_t step);
RP_API double rp_fluctuation_table_draw(const rp_fluctuation_table *t, double speed, uint64_t seed, uint64_t id,
                                        uint64_t step);

/* Fits the two exponentials to values by greatest likelihood: for a given peak the decay lengths are means, the peak is
 * searched. */
RP_API rp_status rp_fluctuation_fit(const double *value, size_t count, rp_fluctuation *f, rp_error *err);

RP_END_DECLARATIONS

#endif
