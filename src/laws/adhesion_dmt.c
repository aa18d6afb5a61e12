/* Adhesion of hard small spheres by Derjaguin, Muller and Toporov (1975): a pull of 2 pi gamma R_eff between touching
 * particles, gamma being the work of adhesion per area, twice the surface energy [Poschel2008, before Eq. 45].
 */
#include <float.h>
#include <math.h>
#include "laws/law.h"
#include "laws/pull.h"

enum { P_ADHESION, P_COUNT };

static const rp_param params[P_COUNT] = {
    {"adhesion", RP_PARAM_NUMBER, "J/m^2", 0, INFINITY, NAN, NULL, "Work of adhesion gamma, twice the surface energy."},
};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    if (isnan(in->param[P_ADHESION])) {
        rp_status status = rp_error_set(err, RP_INPUT, "the dmt law needs the work of adhesion");
        rp_error_key(err, "adhesion");
        rp_error_expected(err, "adhesion: a number >= 0 (J/m^2)");
        return status;
    }
    constant[0] = 2 * M_PI * in->param[P_ADHESION];
    return rp_pull_alone(in, err);
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    (void)dt;
    rp_pull_block(b, 0, constant[0]);
}

const rp_law RP_WIDE(rp_adhesion_dmt) = {
    .abi = RP_LAW_ABI,
    .name = "dmt",
    .slot = RP_ADHESION,
    .summary = "Adhesion of small hard spheres by Derjaguin, Muller and Toporov: a constant pull while they touch. For "
               "a Tabor parameter below 1.",
    .equation = "fn = fn - 2 pi gamma R_eff, |ft| <= mu (fn + 2 pi gamma R_eff)",
    .param = params,
    .param_count = P_COUNT,
    .curvature = 1,
    .prepare = prepare,
    .eval = eval,
};
