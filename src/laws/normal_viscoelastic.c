/* Viscoelastic spheres [Poschel2008, Eqs. 28-30]:
 *   fn = rho xi^(3/2) + (3/2) A rho sqrt(xi) dxi/dt,  rho = (4/3) E* sqrt(R_eff),
 * that is, the dashpot is A kn with kn the stiffness of the moment. It is cut at 0 unless tension is allowed.
 *
 * The dissipation constant A (s) is given, or follows from the viscosities of the material (Eq. 29), or from a
 * coefficient of restitution at a stated speed v. eps_n is a function of B = (3/2) A (rho / m_eff)^(2/5) v^(1/5) alone
 * (repose/viscous.h): the B that belongs to eps_n is one number, and A follows from it for every pair of sizes, so that
 * every pair, and a wall, has that eps_n at v.
 */
#include <float.h>
#include <math.h>
#include "laws/damping.h"
#include "laws/elastic.h"
#include "laws/hertz.h"
#include "laws/law.h"
#include "laws/plain.h"
#include "repose/viscous.h"

enum { P_EFFECTIVE_YOUNG, P_DISSIPATION, P_ETA1, P_ETA2, P_TENSION, P_COUNT };
enum { C_A = RP_HERTZ_OTHER, C_A_SCALED, C_TENSION };

static const rp_param params[P_COUNT] = {
    {"effective_young", RP_PARAM_NUMBER, "Pa", DBL_MIN, INFINITY, NAN, NULL,
     "Effective modulus E* of the pair, in place of the materials' young and poisson."},
    {"dissipation", RP_PARAM_NUMBER, "s", 0, INFINITY, NAN, NULL,
     "Dissipation constant A; 0 if neither it nor viscosities nor a restitution are given."},
    {"eta1", RP_PARAM_NUMBER, "Pa s", 0, INFINITY, NAN, NULL,
     "Viscosity for shear of the material; with eta2 it gives A by Eq. 29."},
    {"eta2", RP_PARAM_NUMBER, "Pa s", 0, INFINITY, NAN, NULL, "Viscosity for compression of the material."},
    {"tension", RP_PARAM_FLAG, "1", 0, 1, 0, NULL, "Whether the dashpot may pull while the particles still overlap."},
};

static rp_status one_way(const rp_law_input *in, rp_error *err)
{
    const double *p = in->param;
    int etas = !isnan(p[P_ETA1]) + !isnan(p[P_ETA2]);
    if (etas == 1) {
        rp_status status = rp_error_set(err, RP_INPUT, "eta1 and eta2 are needed together");
        rp_error_key(err, isnan(p[P_ETA1]) ? "eta1" : "eta2");
        return status;
    }
    if (!isnan(p[P_DISSIPATION]) + (etas == 2) + !isnan(in->eps_n) > 1) {
        rp_status status = rp_error_set(err, RP_INPUT, "damping is given in more than one way");
        rp_error_key(err, "dissipation");
        rp_error_expected(err, "one of dissipation, eta1 with eta2, or the interaction's restitution");
        return status;
    }
    if (!isnan(in->eps_n) && isnan(in->eps_speed)) {
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "the restitution of viscoelastic spheres depends on the speed of impact");
        rp_error_key(err, "restitution.speed");
        rp_error_expected(
            err,
            "restitution: {normal: 0.9, speed: 1.0}, or the hertz law, whose restitution is the same at every speed");
        return status;
    }
    return rp_damping_check(in->eps_n, err);
}

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    rp_status status = one_way(in, err);
    if (!status) status = rp_elastic_modulus(in, p[P_EFFECTIVE_YOUNG], &constant[RP_HERTZ_MODULUS], err);
    if (status) return status;
    constant[C_TENSION] = p[P_TENSION];
    constant[C_A] = isnan(p[P_DISSIPATION]) ? 0 : p[P_DISSIPATION];
    constant[C_A_SCALED] = 0;
    if (!isnan(in->eps_n))
        constant[C_A_SCALED] = rp_viscous_ratio(in->eps_n, p[P_TENSION] != 0) / 1.5 * pow(in->eps_speed, -0.2);
    if (!isnan(p[P_ETA1])) status = rp_elastic_dissipation(in, p[P_ETA1], p[P_ETA2], &constant[C_A], err);
    return status;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    const double A = constant[C_A], scaled = constant[C_A_SCALED], e = 4.0 / 3.0 * constant[RP_HERTZ_MODULUS];
    const double floor_force = rp_hertz_floor(constant[C_TENSION] != 0), step = fabs(dt);
    rp_hertz_spring(b, constant[RP_HERTZ_MODULUS]);
    rp_hertz_energy(b);
    if (scaled > 0)
        for (int c = 0; c < RP_BLOCK; c++)
            rp_hertz_dashpot(b, c, scaled * rp_plain_pow(b->m_eff[c] / (e * sqrt(b->r_eff[c])), 0.4) * b->kn[c],
                             floor_force, step);
    else
        for (int c = 0; c < RP_BLOCK; c++) rp_hertz_dashpot(b, c, A * b->kn[c], floor_force, step);
}

const rp_law RP_WIDE(rp_normal_viscoelastic) = {
    .abi = RP_LAW_ABI,
    .name = "viscoelastic",
    .slot = RP_NORMAL,
    .summary = "Viscoelastic spheres: Hertz' force and the dissipation of a material with viscosity. Faster impacts "
               "lose more.",
    .equation = "fn = rho xi^(3/2) - (3/2) A rho sqrt(xi) gn, rho = (4/3) E* sqrt(R_eff) [Poschel2008, Eqs. 28-30]",
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
