/* Haff and Werner's viscous friction with Coulomb's bound [Poschel2008, Eq. 68, errata 14]:
 *   ft = -min(gamma |gt|, mu |fn|) gt / |gt|.
 * It has no static friction: a heap creeps.
 */
#include <math.h>
#include "laws/law.h"
#include "laws/slip.h"

enum { P_DAMPING, P_DAMPING_PER_MASS, P_COUNT };
enum { C_DAMPING, C_PER_MASS };

static const rp_param params[P_COUNT] = {
    {"damping", RP_PARAM_NUMBER, "kg/s", 0, INFINITY, NAN, NULL, "Shear damping gamma, the same for every pair."},
    {"damping_per_mass", RP_PARAM_NUMBER, "1/s", 0, INFINITY, NAN, NULL,
     "Shear damping divided by the effective mass."},
};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    if (isnan(p[P_DAMPING]) == isnan(p[P_DAMPING_PER_MASS])) {
        rp_status status = rp_error_set(err, RP_INPUT, "the haff-werner law needs one of damping and damping_per_mass");
        rp_error_key(err, "damping");
        rp_error_expected(err, "damping: a number >= 0 (kg/s)");
        return status;
    }
    constant[C_DAMPING] = isnan(p[P_DAMPING]) ? 0 : p[P_DAMPING];
    constant[C_PER_MASS] = isnan(p[P_DAMPING_PER_MASS]) ? 0 : p[P_DAMPING_PER_MASS];
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    const double c0 = constant[C_DAMPING], c1 = constant[C_PER_MASS];
    for (int c = 0; c < RP_BLOCK; c++) rp_slip_contact(b, c, c0 + c1 * b->m_eff[c], dt);
}

const rp_law RP_WIDE(rp_tangential_haff_werner) = {
    .abi = RP_LAW_ABI,
    .name = "haff-werner",
    .slot = RP_TANGENTIAL,
    .summary = "Shear damping with Coulomb's bound. No history and no static friction: for systems whose particles "
               "collide rather than rest.",
    .equation = "ft = -min(gamma |gt|, mu |fn|) gt/|gt| [Poschel2008, Eq. 68]",
    .param = params,
    .param_count = P_COUNT,
    .prepare = prepare,
    .eval = eval,
};
