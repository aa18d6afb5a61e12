/* Constant rolling resistance: M = -(mu_r R_eff + length) N w / |w|, w: relative spin across the normal.
 *
 * As with sliding friction, a torque that would turn the rolling round within the step is bounded by what takes half of
 * it away.
 */
#include <math.h>
#include "laws/law.h"
#include "laws/rolling.h"

static const rp_param params[] = {RP_ROLLING_PARAMS};

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    const double friction = constant[RP_ROLLING_FRICTION], length = constant[RP_ROLLING_LENGTH];
    const double rate = dt != 0 ? 1 / (2 * fabs(dt)) : 1e200;
    double twist[RP_BLOCK];
    rp_rolling_project(b, twist);
    for (int c = 0; c < RP_BLOCK; c++) {
        double wx = b->wx[c], wy = b->wy[c], wz = b->wz[c];
        double size = sqrt(wx * wx + wy * wy + wz * wz);
        double limit = (friction * b->r_eff[c] + length) * b->bound[c];
        double soft = rate * rp_rolling_inertia(b->m_eff[c], b->r_eff[c]);
        int full = soft * size > limit;
        double scale = (full ? limit : soft) / (full ? size : 1.0);
        b->mx[c] = -scale * wx;
        b->my[c] = -scale * wy;
        b->mz[c] = -scale * wz;
        b->rolling_loss[c] = scale * size * size * fabs(dt);
    }
    rp_rolling_twist(b, twist, constant, dt);
}

const rp_law RP_WIDE(rp_rolling_constant_torque) = {
    .abi = RP_LAW_ABI,
    .name = "constant-torque",
    .slot = RP_ROLLING,
    .summary = "A torque of constant size against rolling, proportional to the normal force. Rolling that a step would "
               "turn round is halved instead.",
    .equation = "M = -(mu_r R_eff + length) N w/|w|, w: relative spin across the normal",
    .param = params,
    .param_count = RP_ROLLING_SHARED,
    .curvature = 1,
    .prepare = rp_rolling_prepare,
    .eval = eval,
};
