/* See viscous.h. With s = sqrt(x) and dt = 2 s dtau the equation has no fractional powers:
 *   s' = v,  v' = -2 s^2 (B v + s^2). */
#include "repose/viscous.h"
#include <math.h>
#include <stddef.h>
#include "laws/ode.h"
#include "laws/root.h"

typedef struct problem {
    double B;
    int tension;
    double eps;
} problem;

static void rate(void *context, double t, const double *y, double *out)
{
    (void)t;
    const problem *p = context;
    double q = y[0] * y[0];
    out[0] = y[1];
    out[1] = -2 * q * (p->B * y[1] + q);
}

static void event(void *context, double t, const double *y, double *value)
{
    (void)t;
    const problem *p = context;
    value[0] = y[0];
    value[1] = p->tension ? 1 : p->B * y[1] + y[0] * y[0];
}

double rp_viscous_restitution(double B, int tension)
{
    problem p = {.B = B, .tension = tension};
    rp_ode ode = {
        .count = 2,
        .events = 2,
        .rate = rate,
        .event = event,
        .context = &p,
        .tolerance = 1e-14,
        .scale = {1, 1},
        .step = 0.05 / (1 + B),
        .max_steps = 1000000,
    };
    double t = 0, y[2] = {0, 1};
    int which;
    rp_status status = rp_ode_solve(&ode, &t, y, 1e9, &which, NULL);
    return status || which < 0 ? 0 : -y[1]; /* never ends: overdamped with tension */
}

static double excess(void *context, double B)
{
    const problem *p = context;
    return rp_viscous_restitution(B, p->tension) - p->eps;
}

double rp_viscous_ratio(double eps, int tension)
{
    if (eps >= 1) return 0;
    if (eps <= 0) return INFINITY;
    problem p = {.tension = tension, .eps = eps};
    double low = 0, f_low = 1 - eps, high = 0.5, f_high = excess(&p, high);
    while (f_high > 0) {
        low = high;
        f_low = f_high;
        high *= 2;
        f_high = excess(&p, high);
    }

    return rp_root_find(excess, &p, low, f_low, high, f_high, 1e-15 * high);
}

/* Coefficients of B^(k/2) from k = 1. eps is analytic in b = B^(1/2), which appears through the end of the contact, s =
 * b sqrt(-v): so they are Cauchy's integrals over |b| = 1/2 of the solution for complex b, taken with Taylor steps of
 * the equation above in 33 digits. Known exactly are 0, 0, 4/15 and h_7 = 2/5 h_2. */
static const double coefficient[RP_VISCOUS_SERIES_ORDER] = {0,
                                                            -1.1534488580952889,
                                                            0,
                                                            0.79826656094479542,
                                                            0.26666666666666666,
                                                            -0.52288256808841493,
                                                            -0.46137954323811553,
                                                            0.34874267526038505,
                                                            0.45235105120205071,
                                                            -0.14643146535257773,
                                                            -0.36772830083814517,
                                                            -0.043248983015276306,
                                                            0.28180423421853529,
                                                            0.1478525877319106,
                                                            -0.179442060169308,
                                                            -0.17846603342860487,
                                                            0.065933589474841264,
                                                            0.17135861854697104,
                                                            0.025249822049520528,
                                                            -0.13792349937651729};

double rp_viscous_series(double B, int order)
{
    double sum = 0, b = sqrt(B);
    for (int k = order < RP_VISCOUS_SERIES_ORDER ? order : RP_VISCOUS_SERIES_ORDER; k > 0; k--)
        sum = b * (coefficient[k - 1] + sum);
    return 1 + sum;
}
