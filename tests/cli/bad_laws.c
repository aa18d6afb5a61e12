/* A shared object whose second law is of another version of repose/law.h. For own_laws.sh. */
#include <stddef.h>
#include "repose/law.h"

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    (void)in;
    (void)err;
    constant[0] = 0;
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)constant;
    (void)history;
    (void)dt;
    for (int c = 0; c < RP_BLOCK; c++) b->fx[c] = b->fy[c] = b->fz[c] = b->tangential_work[c] = 0;
}

static const rp_law fine = {.abi = RP_LAW_ABI,
                            .slot = RP_TANGENTIAL,
                            .name = "smooth",
                            .summary = "No friction.",
                            .equation = "ft = 0",
                            .prepare = prepare,
                            .eval = eval};
static const rp_law later = {.abi = RP_LAW_ABI + 1, .slot = RP_TANGENTIAL, .name = "later"};

const rp_law *const *rp_laws_export(void)
{
    static const rp_law *const laws[] = {&fine, &later, NULL};
    return laws;
}
