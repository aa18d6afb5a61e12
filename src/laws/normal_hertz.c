/* Hertz' elastic force [Poschel2008, Eq. 15] with a dashpot that gives one coefficient of restitution at every speed:
 *   fn = rho xi^(3/2) - c gn,  rho = (4/3) E* sqrt(R_eff),  c = 2 zeta sqrt(kn m_eff),  kn = dfn/dxi.
 * In the variables xi^(5/4) and dtau = xi^(1/4) dt this is the linear oscillator of damping ratio zeta_l with
 * zeta = sqrt(5/6) zeta_l, force and velocity vanish together, and so eps_n is that of the linear law, with and without
 * tension (Tsuji, Tanaka and Ishida, 1992, who found the constant by fitting).
 */
#include <float.h>
#include <math.h>
#include "laws/damping.h"
#include "laws/elastic.h"
#include "laws/hertz.h"
#include "laws/law.h"

enum { P_EFFECTIVE_YOUNG, P_DAMPING_RATIO, P_TENSION, P_COUNT };
enum { C_ZETA = RP_HERTZ_OTHER, C_TENSION };

static const rp_param params[P_COUNT] = {
    {"effective_young", RP_PARAM_NUMBER, "Pa", DBL_MIN, INFINITY, NAN, NULL,
     "Effective modulus E* of the pair, in place of the materials' young and poisson."},
    {"damping_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL,
     "Damping over critical damping, c / (2 sqrt(kn m_eff)); follows from the interaction's restitution if that is "
     "given."},
    {"tension", RP_PARAM_FLAG, "1", 0, 1, 0, NULL, "Whether the dashpot may pull while the particles still overlap."},
};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    if (!isnan(p[P_DAMPING_RATIO]) && !isnan(in->eps_n)) {
        rp_status status = rp_error_set(err, RP_INPUT, "damping is given in more than one way");
        rp_error_key(err, "damping_ratio");
        rp_error_expected(err, "damping_ratio or the interaction's restitution");
        return status;
    }
    rp_status status = rp_damping_check(in->eps_n, err);
    if (status) return status;
    constant[C_TENSION] = p[P_TENSION];
    constant[C_ZETA] = isnan(p[P_DAMPING_RATIO]) ? 0 : p[P_DAMPING_RATIO];
    if (!isnan(in->eps_n)) constant[C_ZETA] = sqrt(5.0 / 6.0) * rp_damping_ratio(in->eps_n, p[P_TENSION] != 0);
    return rp_elastic_modulus(in, p[P_EFFECTIVE_YOUNG], &constant[RP_HERTZ_MODULUS], err);
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    const double twice = 2 * constant[C_ZETA], floor_force = rp_hertz_floor(constant[C_TENSION] != 0), step = fabs(dt);
    rp_hertz_spring(b, constant[RP_HERTZ_MODULUS]);
    rp_hertz_energy(b);
    for (int c = 0; c < RP_BLOCK; c++) rp_hertz_dashpot(b, c, twice * sqrt(b->kn[c] * b->m_eff[c]), floor_force, step);
}

const rp_law RP_WIDE(rp_normal_hertz) = {
    .abi = RP_LAW_ABI,
    .name = "hertz",
    .slot = RP_NORMAL,
    .summary =
        "Elastic spheres by Hertz, with a dashpot whose strength follows the stiffness, so that the coefficient of "
        "restitution is the same at every speed and for every pair of sizes.",
    .equation = "fn = rho xi^(3/2) - c gn, rho = (4/3) E* sqrt(R_eff), c = 2 zeta sqrt(kn m_eff) [Poschel2008, Eq. 15]",
    .param = params,
    .param_count = P_COUNT,
    .gives_radius = 1,
    .varies = 1,
    .curvature = 1,
    .prepare = prepare,
    .eval = eval,
    .contact_time = rp_hertz_contact_time,
    .max_overlap = rp_hertz_max_overlap,
};
