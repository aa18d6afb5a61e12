/* Cohesion as a constant pull between touching particles, the same for every pair. */
#include <math.h>
#include "laws/law.h"
#include "laws/pull.h"

enum { P_FORCE, P_COUNT };

static const rp_param params[P_COUNT] = {
    {"force", RP_PARAM_NUMBER, "N", 0, INFINITY, NAN, NULL, "The pull."},
};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    if (isnan(in->param[P_FORCE])) {
        rp_status status = rp_error_set(err, RP_INPUT, "constant adhesion needs a force");
        rp_error_key(err, "force");
        rp_error_expected(err, "force: a number >= 0 (N)");
        return status;
    }
    constant[0] = in->param[P_FORCE];
    return rp_pull_alone(in, err);
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    (void)dt;
    rp_pull_block(b, constant[0], 0);
}

const rp_law RP_WIDE(rp_adhesion_constant) = {
    .abi = RP_LAW_ABI,
    .name = "constant",
    .slot = RP_ADHESION,
    .summary = "Cohesion: a constant pull while the particles touch, the same for every pair.",
    .equation = "fn = fn - F, |ft| <= mu (fn + F)",
    .param = params,
    .param_count = P_COUNT,
    .prepare = prepare,
    .eval = eval,
};
