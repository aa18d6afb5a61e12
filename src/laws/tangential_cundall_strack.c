/* Cundall and Strack's tangential spring with Coulomb's bound [Poschel2008, Eqs. 66-67; errata 14, 15: the spring is
 * clipped while sliding] and a dashpot beside it:
 *   ft = -(k zeta + c gt),  |ft| <= mu |fn|.
 * The spring is that of laws/spring.h. With elongation: geometric the method gives eval the mean slip of displacements
 * and angles over the step instead of a velocity [Pena2009, Eqs. 14, 15; errata 35, 36]; the law is the same. Its
 * stiffness is given, or a fraction of the normal stiffness; where that depends on the overlap (Hertz-type laws) the
 * last stiffness is kept too, so that its change does no work.
 */
#include <float.h>
#include <math.h>
#include "laws/law.h"
#include "laws/tangential_spring.h"

enum { P_STIFFNESS, P_STIFFNESS_RATIO, P_DAMPING, P_DAMPING_RATIO, P_ELONGATION, P_COUNT };
enum { C_K, C_RATIO, C_DAMPING, C_DAMPING_RATIO, C_VARYING, C_ALIKE };

static const char *elongations(int n) { return (const char *[]){"velocity", "geometric", NULL}[n]; }

static const rp_param params[P_COUNT] = {
    {"stiffness", RP_PARAM_NUMBER, "N/m", 0, INFINITY, NAN, NULL, "Tangential spring constant."},
    {"stiffness_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL,
     "Tangential over normal stiffness, where stiffness is not given (2/7 if neither is)."},
    {"damping", RP_PARAM_NUMBER, "kg/s", 0, INFINITY, NAN, NULL, "Tangential damping coefficient."},
    {"damping_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL,
     "Tangential over normal damping coefficient, where damping is not given (0 if neither is)."},
    {"elongation", RP_PARAM_CHOICE, "1", 0, 1, 0, elongations,
     "What stretches the spring in a run: slip velocity times dt, or displacements and turns of the two particles."},
};

static const char *const history_names[RP_TANGENTIAL_ROWS] = {"spring_x", "spring_y", "spring_z", "stiffness"};

static rp_status given_twice(rp_error *err, const char *key, const char *one, const char *other)
{
    rp_status status = rp_error_set(err, RP_INPUT, "%s and %s exclude each other", one, other);
    rp_error_key(err, key);
    return status;
}

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    if (!isnan(p[P_STIFFNESS]) && !isnan(p[P_STIFFNESS_RATIO]))
        return given_twice(err, "stiffness_ratio", "stiffness", "stiffness_ratio");
    if (!isnan(p[P_DAMPING]) && !isnan(p[P_DAMPING_RATIO]))
        return given_twice(err, "damping_ratio", "damping", "damping_ratio");
    constant[C_K] = isnan(p[P_STIFFNESS]) ? 0 : p[P_STIFFNESS];
    constant[C_RATIO] = !isnan(p[P_STIFFNESS]) ? 0 : isnan(p[P_STIFFNESS_RATIO]) ? 2.0 / 7.0 : p[P_STIFFNESS_RATIO];
    constant[C_DAMPING] = isnan(p[P_DAMPING]) ? 0 : p[P_DAMPING];
    constant[C_DAMPING_RATIO] = isnan(p[P_DAMPING_RATIO]) ? 0 : p[P_DAMPING_RATIO];
    constant[C_VARYING] = constant[C_RATIO] > 0 && in->normal && in->normal->varies;
    constant[C_ALIKE] = constant[C_RATIO] == 0 || (in->normal && !in->normal->varies && !in->normal->hereditary);
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double k0 = constant[C_K], ratio = constant[C_RATIO], c0 = constant[C_DAMPING],
                 c_ratio = constant[C_DAMPING_RATIO];
    double k[RP_BLOCK], d[RP_BLOCK];
    if (constant[C_ALIKE] != 0 && b->one_friction) {
        const double same = k0 + ratio * b->kn[0], soft = rp_spring_soft(same);
        if (b->mass_known)
            rp_tangential_spring_alike(b, history, (rp_alike){same, soft, c0 + c_ratio * b->cn[0], 0, NULL}, dt);
        else rp_tangential_spring_alike(b, history, (rp_alike){same, soft, c0, c_ratio, b->cn}, dt);
        return;
    }
    for (int c = 0; c < RP_BLOCK; c++) {
        k[c] = k0 + ratio * b->kn[c];
        d[c] = c0 + c_ratio * b->cn[c];
    }

    if (constant[C_VARYING] != 0) rp_tangential_spring(b, history, k, d, dt, 1);
    else rp_tangential_spring(b, history, k, d, dt, 0);
}

static double left(const double *constant, const double *history, double kn)
{
    double k = constant[C_VARYING] != 0 ? history[RP_TANGENTIAL_STIFFNESS] : constant[C_K] + constant[C_RATIO] * kn;
    return rp_spring_energy(k, history[0], history[1], history[2], 0, 0, 0, 0);
}

static int history_used(const double *constant)
{
    return constant[C_VARYING] != 0 ? RP_TANGENTIAL_ROWS : RP_TANGENTIAL_STIFFNESS;
}

const rp_law RP_WIDE(rp_tangential_cundall_strack) = {
    .abi = RP_LAW_ABI,
    .name = "cundall-strack",
    .slot = RP_TANGENTIAL,
    .summary = "Tangential spring of the sliding distance with Coulomb's bound, and a dashpot: static friction that "
               "depends on the history of the contact.",
    .equation =
        "ft = -(k zeta + c gt), |ft| <= mu |fn| [Poschel2008, Eqs. 66-67, errata 15]\n    While it slides zeta has the "
        "length (mu |fn| - c gt.t)/k, at least 0, along t, the direction of k zeta + c gt",
    .param = params,
    .param_count = P_COUNT,
    .history = RP_TANGENTIAL_ROWS,
    .history_used = history_used,
    .history_name = history_names,
    .spring = 1,
    .rates = 1,
    .antisymmetric = 1u << RP_TANGENTIAL_X | 1u << RP_TANGENTIAL_Y | 1u << RP_TANGENTIAL_Z,
    .prepare = prepare,
    .eval = eval,
    .left = left,
};
