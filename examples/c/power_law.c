/* A contact law of one's own: a power of the overlap with a damping that goes with it [Hunt and Crossley 1975].
 *
 *     fn = k xi^n (1 - a gn),   gn < 0 on approach
 *
 * As a part of a program, own_law.c adds it to a registry. As a shared object, a scene names it:
 *
 *     cc -shared -fPIC -O3 -ffp-contract=off -o power_law.so power_law.c
 *
 *     laws: [power_law.so]
 *     interactions:
 *       - between: [steel, steel]
 *         normal: {law: power, factor: 1.0e8, exponent: 1.5, damping: 0.3}
 *
 * It is not linked with librepose: the program that loads it has the few functions that it calls.
 */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include "repose/law.h"

static const double PI = 3.14159265358979323846; /* C11 has none */

enum { P_FACTOR, P_EXPONENT, P_DAMPING, P_COUNT };

static const rp_param params[P_COUNT] = {
    {"factor", RP_PARAM_NUMBER, "N/m^n", DBL_MIN, INFINITY, NAN, NULL, "Factor k of the elastic force k xi^n."},
    {"exponent", RP_PARAM_NUMBER, "1", 1, 4, 1.5, NULL, "Power n of the overlap."},
    {"damping", RP_PARAM_NUMBER, "s/m", 0, INFINITY, 0, NULL, "Damping a: the force grows by the part a |gn|."},
};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    if (isnan(in->param[P_FACTOR])) {
        rp_error_set(err, RP_INPUT, "the power law needs a factor");
        rp_error_key(err, "factor");
        rp_error_expected(err, "factor: a number > 0 (N/m^n)");
        return RP_INPUT;
    }
    for (int n = 0; n < P_COUNT; n++) constant[n] = in->param[n];
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double k = constant[P_FACTOR], n = constant[P_EXPONENT], a = constant[P_DAMPING];
    (void)history;
    for (int c = 0; c < RP_BLOCK; c++) {
        double xi = b->xi[c] > 0 ? b->xi[c] : 0, spring = k * pow(xi, n), total = spring * (1 - a * b->gn[c]);
        double fn = total > 0 ? total : 0;
        b->fn[c] = b->bound[c] = fn;
        b->kn[c] = n * k * pow(xi, n - 1);
        b->cn[c] = a * spring;
        b->normal_loss[c] = (spring - fn) * b->gn[c] * fabs(dt);
        if (b->want_energy) b->energy[c] += spring * xi / (n + 1);
    }
}

/* k xi^(n+1) / (n+1) = m v^2 / 2 */
static double max_overlap(const double *constant, double m_eff, double r_eff, double v)
{
    double n = constant[P_EXPONENT];
    (void)r_eff;
    return pow((n + 1) * m_eff * v * v / (2 * constant[P_FACTOR]), 1 / (n + 1));
}

/* Without damping, which shortens it a little at most: 2 xi_max / v times the integral of 1 / sqrt(1 - z^(n+1)) over
 * 0..1. */
static double contact_time(const double *constant, double m_eff, double r_eff, double v)
{
    double q = 1 / (constant[P_EXPONENT] + 1);
    return 2 * max_overlap(constant, m_eff, r_eff, v) / v * sqrt(PI) * tgamma(1 + q) / tgamma(0.5 + q);
}

static const rp_law power = {
    .abi = RP_LAW_ABI,
    .slot = RP_NORMAL,
    .name = "power",
    .summary =
        "A power of the overlap; the damping is proportional to the elastic force, so that contacts begin and end "
        "without a jump.",
    .equation = "fn = k xi^n (1 - a gn)",
    .param = params,
    .param_count = P_COUNT,
    .varies = 1,
    .prepare = prepare,
    .eval = eval,
    .contact_time = contact_time,
    .max_overlap = max_overlap,
};

const rp_law *const *rp_laws_export(void)
{
    static const rp_law *const laws[] = {&power, NULL};
    return laws;
}
