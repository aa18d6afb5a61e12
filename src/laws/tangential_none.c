/* No tangential force: smooth particles. */
#include <stddef.h>
#include "laws/law.h"

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    (void)in;
    (void)constant;
    (void)err;
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)constant;
    (void)history;
    (void)dt;
    for (int c = 0; c < RP_BLOCK; c++) {
        b->fx[c] = 0;
        b->fy[c] = 0;
        b->fz[c] = 0;
        b->tangential_work[c] = 0;
        b->sliding[c] = 0;
    }
}

const rp_law RP_WIDE(rp_tangential_none) = {
    .abi = RP_LAW_ABI,
    .name = "none",
    .slot = RP_TANGENTIAL,
    .summary = "No tangential force: perfectly smooth particles, whatever the friction coefficient.",
    .equation = "ft = 0",
    .param = NULL,
    .param_count = 0,
    .prepare = prepare,
    .eval = eval,
};
