/* The fractional law's parameters, and from what the user gave to what its evaluator reads.
 *
 * k and c are given, or follow for every pair from contact time and restitution, k = m_eff (pi^2 + ln^2 eps) / t_c^2, c
 * = -2 m_eff ln eps / t_c: those are what the linear law with these constants would have. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "laws/damping.h"
#include "laws/fractional.h"
#include "laws/law.h"

enum {
    P_ORDER,
    P_STIFFNESS,
    P_DAMPING,
    P_CONTACT_TIME,
    P_TENSION,
    P_MEMORY,
    P_SCHEME,
    P_ACCURACY,
    P_CLUSTER_ORDER,
    P_CLUSTER_SIZE,
    P_COUNT
};
_Static_assert(P_COUNT == RP_FRACTIONAL_PARAMS, "as declared");
_Static_assert((int)RP_FRACTIONAL_CONSTANTS <= RP_CONSTANT_MAX, "they fit");

static const char *memories(int n) { return (const char *[]){"exponentials", "direct", NULL}[n]; }
static const char *schemes(int n) { return (const char *[]){"linear", "constant", NULL}[n]; }

const rp_param rp_fractional_params[P_COUNT] = {
    {"order", RP_PARAM_NUMBER, "1", 0, 1, NAN, NULL, "Order alpha of the derivative: 0 is a spring, 1 a dashpot."},
    {"stiffness", RP_PARAM_NUMBER, "N/m", DBL_MIN, INFINITY, NAN, NULL, "Spring constant k."},
    {"damping", RP_PARAM_NUMBER, "kg/s", DBL_MIN, INFINITY, NAN, NULL, "Damping coefficient c."},
    {"contact_time", RP_PARAM_NUMBER, "s", DBL_MIN, INFINITY, NAN, NULL,
     "With the interaction's restitution, in place of k and c: those of the linear law with this contact time."},
    {"tension", RP_PARAM_FLAG, "1", 0, 1, 1, NULL,
     "Whether the force may pull; the paper's law does, and has no rebound for order > 0.4009."},
    {"memory", RP_PARAM_CHOICE, "1", 0, 1, 0, memories,
     "How the past is kept: in exponentials, with a bounded number of doubles, or directly, at most 237 steps of a "
     "contact."},
    {"scheme", RP_PARAM_CHOICE, "1", 0, 1, 0, schemes,
     "Overlap rate within a step: linear (second order), or constant (order 2 - alpha)."},
    {"accuracy", RP_PARAM_NUMBER, "1", 1e-10, 1e-2, 1e-8, NULL,
     "Relative accuracy of the exponentials, over contacts of up to 1e9 steps."},
    {"cluster_order", RP_PARAM_NUMBER, "1", 0, 1, NAN, NULL,
     "Order common to all contacts of a cluster of cluster_size particles or more; from order, that of two, it goes "
     "linearly with their number."},
    {"cluster_size", RP_PARAM_NUMBER, "1", 3, INFINITY, NAN, NULL,
     "Number of particles from which a cluster has cluster_order."},
};

static rp_status needs(rp_error *err, const char *key, const char *expected)
{
    rp_status status = rp_error_set(err, RP_INPUT, "the fractional law needs %s", key);
    rp_error_key(err, key);
    rp_error_expected(err, "%s", expected);
    return status;
}

static rp_status strength(const rp_law_input *in, double alpha, double *constant, rp_error *err)
{
    const double *p = in->param;
    int timed = !isnan(p[P_CONTACT_TIME]);
    if (timed && (!isnan(p[P_STIFFNESS]) || !isnan(p[P_DAMPING]))) {
        rp_status status = rp_error_set(err, RP_INPUT, "stiffness and damping are given in more than one way");
        rp_error_key(err, "contact_time");
        rp_error_expected(err, "stiffness and damping, or contact_time and the interaction's restitution");
        return status;
    }
    if (timed && isnan(in->eps_n))
        return needs(err, "restitution.normal", "restitution: 0.9 beside contact_time, or stiffness and damping");
    rp_status status = rp_damping_check(in->eps_n, err);
    if (status) return status;
    double k = p[P_STIFFNESS], c = p[P_DAMPING];
    if (timed) {
        double l = log(in->eps_n), t = p[P_CONTACT_TIME];
        k = (M_PI * M_PI + l * l) / (t * t);
        c = -2 * l / t;
    } else if (!isnan(in->eps_n)) {
        return needs(err, "contact_time",
                     "contact_time beside the interaction's restitution, or no restitution with stiffness and damping");
    }
    if (alpha < 1 && isnan(k)) return needs(err, "stiffness", "stiffness: a number > 0 (N/m)");
    if (alpha > 0 && !(c > 0))
        return needs(err, "damping", "damping: a number > 0 (kg/s); a restitution of 1 leaves none");
    constant[RP_FRACTIONAL_RATIO] = k > 0 && c > 0 ? log(c / k) : 0;
    double K = alpha == 0 ? k : alpha == 1 ? c : pow(c, alpha) * pow(k, 1 - alpha);
    constant[RP_FRACTIONAL_K] = timed ? 0 : K;
    constant[RP_FRACTIONAL_PER_MASS] = timed ? K : 0;
    constant[RP_FRACTIONAL_STIFFNESS] = timed || isnan(k) ? 0 : k;
    constant[RP_FRACTIONAL_STIFFNESS_PER_MASS] = timed ? k : 0;
    return RP_OK;
}

static void choose_nodes(double alpha, double accuracy, double *constant)
{
    rp_fractional_kernel kernel = {0};
    rp_fractional_common common;
    if (constant[RP_FRACTIONAL_CLUSTER_SIZE] > 0) {
        rp_fractional_common_make(&common, accuracy);
        memcpy(constant + RP_FRACTIONAL_RATE, common.rate, sizeof common.rate);
        memcpy(constant + RP_FRACTIONAL_SHARE, common.share, sizeof common.share);
        constant[RP_FRACTIONAL_COUNT] = common.count;
        constant[RP_FRACTIONAL_SPACING] = common.spacing;
        constant[RP_FRACTIONAL_TOP] = common.top;
        rp_fractional_common_weights(alpha, common.count, common.spacing, common.top, common.share,
                                     constant + RP_FRACTIONAL_WEIGHT);
    } else {
        rp_fractional_kernel_make(&kernel, alpha, accuracy);
        memcpy(constant + RP_FRACTIONAL_RATE, kernel.rate, sizeof kernel.rate);
        memcpy(constant + RP_FRACTIONAL_WEIGHT, kernel.weight, sizeof kernel.weight);
        constant[RP_FRACTIONAL_COUNT] = kernel.count;
    }
}

static void tabulate(double *constant)
{
    for (int j = 0; j < (int)constant[RP_FRACTIONAL_COUNT]; j++) {
        double r = constant[RP_FRACTIONAL_RATE + j], gone = -expm1(-r);
        constant[RP_FRACTIONAL_DECAY + j] = 1 - gone;
        constant[RP_FRACTIONAL_ONE + j] = gone / r;
        constant[RP_FRACTIONAL_TWO + j] = r < 1e-3 ? 0.5 - r / 3 + r * r / 8 : (gone - r * exp(-r)) / (r * r);
    }
}

/* One order for a cluster: what the user gave of it. */
static rp_status cluster(const double *p, double *constant, rp_error *err)
{
    double order = p[P_CLUSTER_ORDER], size = p[P_CLUSTER_SIZE];
    constant[RP_FRACTIONAL_CLUSTER_SIZE] = 0;
    if (isnan(order) && isnan(size)) return RP_OK;
    if (isnan(order)) return needs(err, "cluster_order", "cluster_order beside cluster_size: a number between 0 and 1");
    if (isnan(size) || size != floor(size))
        return needs(err, "cluster_size", "cluster_size beside cluster_order: a whole number of particles, at least 3");
    if (!(p[P_ORDER] > 0 && p[P_ORDER] < 1 && order > 0 && order < 1)) {
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "order and cluster_order must lie between 0 and 1: the spring and the dashpot "
                                        "have no history that another order could continue");
        rp_error_key(err, order > 0 && order < 1 ? "order" : "cluster_order");
        rp_error_expected(err, "numbers > 0 and < 1, like 0.01");
        return status;
    }
    constant[RP_FRACTIONAL_CLUSTER_ORDER] = order;
    constant[RP_FRACTIONAL_CLUSTER_SIZE] = size;
    return RP_OK;
}

rp_status rp_fractional_prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param, alpha = p[P_ORDER];
    if (isnan(alpha)) return needs(err, "order", "order: a number from 0 (spring) to 1 (dashpot)");
    rp_status status = strength(in, alpha, constant, err);
    if (!status) status = cluster(p, constant, err);
    if (status) return status;
    constant[RP_FRACTIONAL_ALPHA] = alpha;
    constant[RP_FRACTIONAL_TENSION] = p[P_TENSION];
    constant[RP_FRACTIONAL_SCHEME] = p[P_SCHEME] == 0 ? RP_FRACTIONAL_LINEAR : RP_FRACTIONAL_CONSTANT;
    constant[RP_FRACTIONAL_KIND] = alpha == 0         ? RP_FRACTIONAL_SPRING
                                   : alpha == 1       ? RP_FRACTIONAL_DASHPOT
                                   : p[P_MEMORY] == 0 ? RP_FRACTIONAL_FAST
                                                      : RP_FRACTIONAL_DIRECT;
    constant[RP_FRACTIONAL_GAMMA1] = alpha < 1 ? 1 / tgamma(1 - alpha) : 0;
    constant[RP_FRACTIONAL_GAMMA3] = 1 / tgamma(3 - alpha);
    constant[RP_FRACTIONAL_FIRST] = alpha > 0 && alpha < 1 ? rp_fractional_first(alpha) / tgamma(1 - alpha) : 0;
    constant[RP_FRACTIONAL_COUNT] = 0;
    if (constant[RP_FRACTIONAL_KIND] == RP_FRACTIONAL_FAST) choose_nodes(alpha, p[P_ACCURACY], constant);
    tabulate(constant);
    return RP_OK;
}
