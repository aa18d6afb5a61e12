/* What Walton and Braun's friction is made of, for the block evaluator (tangential_walton_braun.c) and for impacts in
 * continuous time (impact_hysteretic.c). For wide files. */
#ifndef RP_LAWS_HYSTERETIC_H
#define RP_LAWS_HYSTERETIC_H

#include <float.h>
#include "laws/plain.h"

enum { RP_HYSTERETIC_K, RP_HYSTERETIC_RATIO, RP_HYSTERETIC_EXPONENT }; /* constants */

/* The part of k0 that is left at force T when the slip goes the given way (1: along T, -1: against it) since it turned
 * round at T = turn. */
static inline __attribute__((always_inline)) double rp_hysteretic_part(double T, double turn, double bound, double way)
{
    double here = bound - way * T, there = bound - way * turn;
    return here > 0 ? here / (there > 0 ? there : 1.0) : 0.0;
}

static inline __attribute__((always_inline)) double rp_hysteretic_softening(double part, double exponent)
{
    return part < 1 ? rp_plain_pow(part > DBL_MIN ? part : DBL_MIN, exponent) : 1.0;
}

/* The part that is left after a slip of z = k0 s / room > 0, the bound kept: dp/dz = -p^exponent, -1 while p > 1.
 * Exact, so that the spring neither overshoots the bound nor stays behind it however long the step is. */
static inline __attribute__((always_inline)) double rp_hysteretic_slip(double part, double z, double exponent)
{
    double over = part > 1 ? part - 1 : 0.0, straight = z < over ? z : over;
    double from = part - straight, rest = z - straight, power = 1 - exponent;
    double safe = from > DBL_MIN ? from : DBL_MIN;
    double left = power > 0 ? rp_plain_pow(safe, power) - power * rest : 1.0;
    double to = power > 0 ? (left > DBL_MIN ? rp_plain_pow(left, 1 / power) : 0.0)
                          : from * rp_plain_exp(-(rest < 700 ? rest : 700));
    return rest > 0 ? to : from;
}

#endif
