/* Mindlin's tangential spring without slip inside the contact area, for Hertz-type normal laws:
 *   ft = -(k zeta + d gt),  k = 8 G* a,  a: contact radius,  |ft| <= mu |fn|.
 * The spring is that of laws/spring.h with its stiffness following the contact radius: the force is kept while the
 * contact is loaded and falls with the radius while it is unloaded, so that changing the normal load does no work on
 * it.
 *
 * Damping: by default the same fraction of critical damping as the normal law has, d = cn sqrt(k / kn), where k / kn =
 * 4 G* / E*; or d = damping_ratio cn.
 */
#include <float.h>
#include <math.h>
#include "laws/elastic.h"
#include "laws/hertz.h"
#include "laws/law.h"
#include "laws/tangential_spring.h"

enum { P_EFFECTIVE_SHEAR, P_DAMPING_RATIO, P_COUNT };
enum { C_STIFFNESS, C_DAMPING_RATIO };

static const rp_param params[P_COUNT] = {
    {"effective_shear", RP_PARAM_NUMBER, "Pa", DBL_MIN, INFINITY, NAN, NULL,
     "Effective shear modulus G* of the pair, in place of the materials' young and poisson."},
    {"damping_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL,
     "Tangential over normal damping coefficient; the square root of the stiffnesses' ratio if not given."},
};

static const char *const history_names[RP_TANGENTIAL_ROWS] = {"spring_x", "spring_y", "spring_z", "stiffness"};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    if (!in->normal || !in->normal->gives_radius) {
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "the mindlin law needs the contact radius of a Hertz-type normal law");
        rp_error_expected(err, "normal law hertz, viscoelastic or jkr; or tangential law cundall-strack");
        return status;
    }
    double shear;
    rp_status status = rp_elastic_shear(in, in->param[P_EFFECTIVE_SHEAR], &shear, err);
    if (status) return status;
    constant[C_STIFFNESS] = 8 * shear;
    constant[C_DAMPING_RATIO] = isnan(in->param[P_DAMPING_RATIO])
                                    ? sqrt(constant[C_STIFFNESS] / rp_hertz_stiffness_per_radius(in->normal_constant))
                                    : in->param[P_DAMPING_RATIO];
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double stiffness = constant[C_STIFFNESS], ratio = constant[C_DAMPING_RATIO];
    double k[RP_BLOCK], d[RP_BLOCK];
    for (int c = 0; c < RP_BLOCK; c++) {
        k[c] = stiffness * b->radius[c];
        d[c] = ratio * b->cn[c];
    }

    rp_tangential_spring(b, history, k, d, dt, 1);
}

static double left(const double *constant, const double *history, double kn)
{
    (void)constant;
    (void)kn;
    return rp_spring_energy(history[RP_TANGENTIAL_STIFFNESS], history[0], history[1], history[2], 0, 0, 0, 0);
}

const rp_law RP_WIDE(rp_tangential_mindlin) = {
    .abi = RP_LAW_ABI,
    .name = "mindlin",
    .slot = RP_TANGENTIAL,
    .summary = "Tangential spring of two elastic spheres by Mindlin, its stiffness proportional to the contact radius, "
               "with Coulomb's "
               "bound and a dashpot. For Hertz-type normal laws.",
    .equation =
        "ft = -(k zeta + d gt), |ft| <= mu |fn|, k = 8 G* a, 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b (Mindlin, "
        "1949)\n    dzeta = gt dt; while k grows zeta falls as 1/k, so that the force is kept; while k falls zeta "
        "is kept, so that the force falls with k (Thornton, Cummins and Cleary, 2013); while it slides zeta has the "
        "length (mu |fn| - d gt.t)/k, at least 0, along t, the direction of k zeta + d gt\n    Other forms in the "
        "literature, not this law: the secant form ft = -8 G* a zeta with the whole slip zeta, and partial slip "
        "by Mindlin and Deresiewicz (1953)",
    .param = params,
    .param_count = P_COUNT,
    .history = RP_TANGENTIAL_ROWS,
    .history_name = history_names,
    .spring = 1,
    .rates = 1,
    .antisymmetric = 1u << RP_TANGENTIAL_X | 1u << RP_TANGENTIAL_Y | 1u << RP_TANGENTIAL_Z,
    .prepare = prepare,
    .eval = eval,
    .left = left,
};
