/* Hereditary contacts [Leszczynski2003]: the fractional derivative of the overlap zeta since the contact began at t0,
 *   D^alpha zeta = zeta(t0) (t - t0)^-alpha / Gamma(1 - alpha) + int_t0^t zeta'(s) (t - s)^-alpha ds / Gamma(1 -
 * alpha),  0 < alpha < 1 [Leszczynski2003, Eqs. 6-7; errata 51, 64: n = 1], and what is known exactly of m zeta'' = -K
 * D^alpha zeta.
 *
 * Two ways to the integral. Directly, interval by interval: zeta' constant in each (Eqs. 8-9, errata 52; order 2 -
 * alpha) or linear (Eqs. 10-11, errata 53, 54; order 2); the cost of a step grows with the age of the contact. Or by a
 * sum of exponentials: with x = t / step x^-alpha / Gamma(1 - alpha) = sum of w_j exp(-r_j x), to a stated relative
 * accuracy for 1/2 <= x <= the longest memory, each of which goes on from step to step by itself; only the last
 * interval is integrated as it stands.
 */
#ifndef RP_LAWS_FRACTIONAL_H
#define RP_LAWS_FRACTIONAL_H

#include "laws/law.h"
#include "repose/status.h"

#define RP_FRACTIONAL_NODES 74
#define RP_FRACTIONAL_COMMON 9    /* slow ones of those that serve all orders */
#define RP_FRACTIONAL_LONGEST 1e9 /* steps of the past that the exponentials represent to their accuracy */

typedef struct rp_fractional_kernel {
    double alpha;
    int count;
    double rate[RP_FRACTIONAL_NODES], weight[RP_FRACTIONAL_NODES];
} rp_fractional_kernel;

/* 0 < alpha < 1, accuracy 1e-10 to 1e-2. */
void rp_fractional_kernel_make(rp_fractional_kernel *kernel, double alpha, double accuracy);

/* Rates that serve all orders to this accuracy: their sums stay, only the weights change with the order. */
typedef struct rp_fractional_common {
    int count;
    double spacing, top; /* of their logarithms */
    double rate[RP_FRACTIONAL_NODES];
    double share[RP_FRACTIONAL_COMMON * RP_FRACTIONAL_COMMON]; /* of each moment in the weights of the slow ones */
} rp_fractional_common;
void rp_fractional_common_make(rp_fractional_common *common, double accuracy);
void rp_fractional_common_weights(double alpha, int count, double spacing, double top, const double *share,
                                  double *weight);

/* x^(b-1) E_{a,b}(-x^a), E Mittag-Leffler's function, for 1 <= a <= 2, b = 0, 1 or 2; to 1e-12 below x = 15, to 1e-6
 * beyond. */
double rp_fractional_mittag_leffler(double a, int b, double x);

/* Impact of two bodies in units of T = (m_eff / K)^(1 / (2 - alpha)) and the speed g: contact time / T, overlap / (g
 * T), force T / (m_eff g). With tension it ends at zeta = 0, and has no end above RP_FRACTIONAL_REBOUND; without, where
 * the force vanishes. Returns 0 if they do not part. */
#define RP_FRACTIONAL_REBOUND 0.400885 /* errata 55: E_{2-alpha,2} has no zero for larger alpha */
typedef struct rp_fractional_impact {
    double eps, time, overlap, force;
} rp_fractional_impact;
int rp_fractional_impact_exact(double alpha, int tension, rp_fractional_impact *impact);

/* ---- the law in the normal slot: its parameters and constants ---- */

#define RP_FRACTIONAL_PARAMS 10
extern const rp_param rp_fractional_params[RP_FRACTIONAL_PARAMS];
rp_status rp_fractional_prepare(const rp_law_input *in, double *constant, rp_error *err);

enum { RP_FRACTIONAL_SPRING, RP_FRACTIONAL_DASHPOT, RP_FRACTIONAL_FAST, RP_FRACTIONAL_DIRECT }; /* kinds */
enum {
    RP_FRACTIONAL_ALPHA,
    RP_FRACTIONAL_K,
    RP_FRACTIONAL_PER_MASS, /* K = c^alpha k^(1-alpha), the same for every pair or per m_eff */
    RP_FRACTIONAL_GAMMA1,
    RP_FRACTIONAL_GAMMA3, /* 1 / Gamma(n - alpha) */
    RP_FRACTIONAL_FIRST,  /* -zeta(alpha) / Gamma(1 - alpha), zeta that of Riemann */
    RP_FRACTIONAL_HEAD,
    RP_FRACTIONAL_STIFFNESS = RP_FRACTIONAL_HEAD,
    RP_FRACTIONAL_STIFFNESS_PER_MASS,
    RP_FRACTIONAL_TENSION,
    RP_FRACTIONAL_KIND,
    RP_FRACTIONAL_SCHEME,
    RP_FRACTIONAL_RATIO, /* ln(c / k) */
    RP_FRACTIONAL_CLUSTER_ORDER,
    RP_FRACTIONAL_CLUSTER_SIZE, /* size 0: one order for all */
    RP_FRACTIONAL_SPACING,
    RP_FRACTIONAL_TOP,
    RP_FRACTIONAL_COUNT, /* of nodes; arrays of them: */
    RP_FRACTIONAL_RATE,
    RP_FRACTIONAL_WEIGHT = RP_FRACTIONAL_RATE + RP_FRACTIONAL_NODES,
    RP_FRACTIONAL_DECAY = RP_FRACTIONAL_WEIGHT + RP_FRACTIONAL_NODES, /* over a step */
    RP_FRACTIONAL_ONE = RP_FRACTIONAL_DECAY
                        + RP_FRACTIONAL_NODES, /* integrals of exp(-r x) and x exp(-r x) over a step */
    RP_FRACTIONAL_TWO = RP_FRACTIONAL_ONE + RP_FRACTIONAL_NODES,
    RP_FRACTIONAL_SHARE = RP_FRACTIONAL_TWO + RP_FRACTIONAL_NODES,
    RP_FRACTIONAL_CONSTANTS = RP_FRACTIONAL_SHARE + RP_FRACTIONAL_COMMON * RP_FRACTIONAL_COMMON
};
double rp_fractional_strength(const double *constant, double m_eff); /* K, N s^alpha / m */
double rp_fractional_time(const double *constant, double m_eff);     /* T, s */
/* Sum of h (k h)^-alpha over k = 1, 2, ... lacks h^(1-alpha) times this of the integral over t^-alpha, 0 < alpha < 1:
 * what a sample at t = 0, where the integrand is infinite, must add. -zeta(alpha) by Euler and Maclaurin, to rounding.
 */
double rp_fractional_first(double alpha);

/* The order of all contacts of a cluster of n particles: that of the law up to two of them, that of clusters from
 * `cluster_size` on, linear between. */
double rp_fractional_cluster_order(const double *constant, double n);
/* Constants that change with the order: those up to RP_FRACTIONAL_HEAD, and the weights of the nodes. */
typedef struct rp_fractional_own {
    double order, head[RP_FRACTIONAL_HEAD], weight[RP_FRACTIONAL_NODES];
} rp_fractional_own;
void rp_fractional_own_make(const double *constant, double alpha, rp_fractional_own *own);

/* ---- the equation of motion by steps ---- */

typedef enum rp_fractional_scheme { RP_FRACTIONAL_CONSTANT, RP_FRACTIONAL_LINEAR } rp_fractional_scheme;

typedef struct rp_fractional_memory rp_fractional_memory; /* of one function f since t0 */

/* accuracy 0: direct. f0, v0: f and f' at t0. NULL: out of memory. */
rp_fractional_memory *rp_fractional_memory_create(double alpha, rp_fractional_scheme scheme, double accuracy,
                                                  double step, double f0, double v0);
void rp_fractional_memory_destroy(rp_fractional_memory *m);
double rp_fractional_memory_value(const rp_fractional_memory *m, double f, double v,
                                  double h); /* D^alpha f at h in [step/2, step] after the last point */
rp_status rp_fractional_memory_add(rp_fractional_memory *m, double f, double v, rp_error *err); /* one step on */

/* An impact by Runge-Kutta steps of fourth order for zeta'' = -(K/m) D^alpha zeta, the derivative by the scheme;
 * `before` s before the bodies touch. Begin and end are located within their steps [Leszczynski2003, Definitions 1-3,
 * Algorithm 1; errata 50]; where the impact would begin and end within a few steps, or in one, the step is halved until
 * there are some 30. */
typedef struct rp_fractional_run {
    double alpha, ratio;        /* K / m_eff, s^(alpha-2) */
    double speed, step, before; /* m/s, s, s */
    double accuracy;            /* of the exponentials; 0: direct */
    rp_fractional_scheme scheme;
    int tension;
    long max_steps;
} rp_fractional_run;
typedef struct rp_fractional_result {
    double eps, begin, end;      /* s; NaN: it does not end within max_steps */
    double zeta_begin, zeta_end; /* overlap at the located times, m */
    double overlap;              /* largest, m */
} rp_fractional_result;
rp_status rp_fractional_collide(const rp_fractional_run *run, rp_fractional_result *result, rp_error *err);

#endif
