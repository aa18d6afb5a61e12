/* Pure sliding friction [Poschel2008, Eq. 65]: ft = -mu |fn| gt / |gt|.
 *
 * In a step of length dt a force that turns the slip round is too large. It is bounded by what takes half of the slip
 * away, from the smallest tangential mass that solid spheres and discs have, (2/7) m_eff [Poschel2008, Eq. 70]; in the
 * limit dt -> 0 this is Coulomb's law.
 */
#include <math.h>
#include <stddef.h>
#include "laws/law.h"
#include "laws/slip.h"

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
    const double rate = dt != 0 ? 1 / (7 * fabs(dt)) : 1e200;
    for (int c = 0; c < RP_BLOCK; c++) rp_slip_contact(b, c, rate * b->m_eff[c], dt);
}

const rp_law RP_WIDE(rp_tangential_coulomb) = {
    .abi = RP_LAW_ABI,
    .name = "coulomb",
    .slot = RP_TANGENTIAL,
    .summary = "Pure sliding friction: the full Coulomb force against the slip. Slip that a step would turn round is "
               "halved instead.",
    .equation = "ft = -mu |fn| gt/|gt| [Poschel2008, Eq. 65]",
    .param = NULL,
    .param_count = 0,
    .prepare = prepare,
    .eval = eval,
};
