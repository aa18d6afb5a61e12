/* Rolling friction of viscoelastic spheres: M = mu_roll N with the length mu_roll = A V, V = R_eff w the speed of
 * rolling [Poschel2008, Eq. 55 and below, errata 12], so M = -A R_eff N w.
 *
 * A is given, or follows from the interaction's restitution, which holds at its speed g. The same A makes both: to
 * first order 1 - eps = (3/2) 1.15345 A (rho/m_eff)^(2/5) g^(1/5), rho = (4/3) E* sqrt(R_eff); for two equal spheres
 * that is Eq. 55. Rolling that a step would turn round is halved instead, as in constant-torque. */
#include <float.h>
#include <math.h>
#include "laws/elastic.h"
#include "laws/law.h"
#include "laws/plain.h"
#include "laws/rolling.h"

enum { P_DISSIPATION, P_FROM, P_EFFECTIVE_YOUNG, P_COUNT };
enum { C_A, C_SCALED, C_RHO }; /* s; A (rho/m_eff)^(2/5); rho / sqrt(R_eff) */
enum { FROM_DISSIPATION, FROM_RESTITUTION };

static const char *sources(int n) { return (const char *[]){"dissipation", "restitution", NULL}[n]; }

static const rp_param params[P_COUNT] = {
    {"dissipation", RP_PARAM_NUMBER, "s", 0, INFINITY, NAN, NULL,
     "Dissipation constant A: the length mu_roll over the speed of rolling."},
    {"from", RP_PARAM_CHOICE, "1", 0, 1, FROM_DISSIPATION, sources,
     "Where A comes from: given as dissipation, or from the interaction's restitution and its speed by Eq. 55."},
    {"effective_young", RP_PARAM_NUMBER, "Pa", DBL_MIN, INFINITY, NAN, NULL,
     "Effective modulus E* of the pair for from: restitution, in place of the materials' young and poisson."},
};

static rp_status refuse(rp_error *err, const char *what, const char *key, const char *expected)
{
    rp_status status = rp_error_set(err, RP_INPUT, "%s", what);
    rp_error_key(err, key);
    rp_error_expected(err, "%s", expected);
    return status;
}

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    const int from = p[P_FROM] == FROM_RESTITUTION;
    constant[C_A] = constant[C_SCALED] = constant[C_RHO] = 0;
    if (isnan(p[P_DISSIPATION]) != from)
        return refuse(err, "rolling friction of viscoelastic spheres needs one source of its dissipation",
                      "dissipation", "dissipation: a number (s), or from: restitution");
    if (!from && !isnan(p[P_EFFECTIVE_YOUNG]))
        return refuse(err, "a dissipation that is given needs no modulus", "effective_young",
                      "from: restitution in place of dissipation, or no effective_young");
    if (!from) {
        constant[C_A] = p[P_DISSIPATION];
        return RP_OK;
    }
    if (isnan(in->eps_n) || isnan(in->eps_speed) || !(in->eps_speed > 0))
        return refuse(err, "rolling friction from restitution needs a restitution and its speed", "restitution.speed",
                      "restitution: {normal: 0.9, speed: 1.0}");
    rp_status status = rp_elastic_modulus(in, p[P_EFFECTIVE_YOUNG], &constant[C_RHO], err);
    constant[C_RHO] *= 4.0 / 3.0;
    constant[C_SCALED] = (1 - in->eps_n) / (1.5 * RP_ROLLING_LOSS) * pow(in->eps_speed, -0.2);
    return status;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    const double rate = dt != 0 ? 1 / (2 * fabs(dt)) : 1e200;
    double twist[RP_BLOCK];
    rp_rolling_project(b, twist);
    for (int c = 0; c < RP_BLOCK; c++) {
        double wx = b->wx[c], wy = b->wy[c], wz = b->wz[c], r = b->r_eff[c], A = constant[C_A];
        if (constant[C_SCALED] != 0)
            A = constant[C_SCALED] * rp_plain_pow(b->m_eff[c] / (constant[C_RHO] * sqrt(r)), 0.4);
        double viscous = A * r * b->bound[c], soft = rate * rp_rolling_inertia(b->m_eff[c], r);
        double scale = viscous < soft ? viscous : soft;
        b->mx[c] = -scale * wx;
        b->my[c] = -scale * wy;
        b->mz[c] = -scale * wz;
        b->rolling_loss[c] = scale * (wx * wx + wy * wy + wz * wz) * fabs(dt);
    }
}

const rp_law RP_WIDE(rp_rolling_viscoelastic) = {
    .abi = RP_LAW_ABI,
    .name = "viscoelastic",
    .slot = RP_ROLLING,
    .summary =
        "Rolling friction of viscoelastic spheres: a torque proportional to the speed of rolling. Its constant is "
        "that of the normal restitution, from which it can be taken.",
    .equation =
        "M = -A R_eff N w, w: relative spin across the normal; from restitution: 1 - eps = 1.73017 A (rho/m_eff)^(2/5) "
        "g^(1/5), rho = (4/3) E* sqrt(R_eff) [Poschel2008, Eq. 55, errata 12]",
    .param = params,
    .param_count = P_COUNT,
    .curvature = 1,
    .rates = 1,
    .prepare = prepare,
    .eval = eval,
};
