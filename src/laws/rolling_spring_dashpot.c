/* Elastic-plastic rolling resistance: a spring of the rolling angle with a dashpot and a bound (laws/spring.h),
 *   M = -(k theta + d w),  |M| <= (mu_r R_eff + length) N.
 * The stiffness is given in N m, or follows from the normal stiffness: k = 2.25 kn L^2, L = mu_r R_eff + length
 * (Iwashita and Oda, 1998; Ai, Chen, Rotter and Ooi, 2011). The damping is a fraction of the critical one, d = 2 eta
 * sqrt(k I), I = (2/5) m_eff R_eff^2. Where the stiffness follows the overlap its last value is kept beside the spring,
 * so that its change does no work.
 */
#include <math.h>
#include "laws/law.h"
#include "laws/rolling.h"
#include "laws/spring.h"

enum { P_STIFFNESS = RP_ROLLING_SHARED, P_DAMPING_RATIO, P_COUNT };
enum { C_K = RP_ROLLING_SHARED, C_DAMPING_RATIO };
enum { H_X, H_Y, H_Z, H_STIFFNESS, H_COUNT };

static const rp_param params[P_COUNT] = {
    RP_ROLLING_PARAMS,
    {"stiffness", RP_PARAM_NUMBER, "N m", 0, INFINITY, NAN, NULL,
     "Rolling stiffness per radian; 2.25 kn L^2 if not given."},
    {"damping_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, 0, NULL, "Damping over critical damping."},
};

static const char *const history_names[H_COUNT] = {"angle_x", "angle_y", "angle_z", "stiffness"};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    constant[C_K] = isnan(in->param[P_STIFFNESS]) ? 0 : in->param[P_STIFFNESS];
    constant[C_DAMPING_RATIO] = in->param[P_DAMPING_RATIO];
    return rp_rolling_prepare(in, constant, err);
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double friction = constant[RP_ROLLING_FRICTION], length = constant[RP_ROLLING_LENGTH];
    const double given = constant[C_K], by_normal = given > 0 ? 0 : 2.25, eta = 2 * constant[C_DAMPING_RATIO];
    double twist[RP_BLOCK], k[RP_BLOCK], d[RP_BLOCK], limit[RP_BLOCK], slip[RP_BLOCK], soft[RP_BLOCK],
        released[RP_BLOCK], held[RP_BLOCK], ahead[RP_BLOCK];
    const rp_springs s = {.x = history[H_X],
                          .y = history[H_Y],
                          .z = history[H_Z],
                          .ux = b->wx,
                          .uy = b->wy,
                          .uz = b->wz,
                          .k = k,
                          .d = d,
                          .before = history[H_STIFFNESS],
                          .soft = soft,
                          .bound = limit,
                          .limit = limit,
                          .fx = b->mx,
                          .fy = b->my,
                          .fz = b->mz,
                          .work = b->rolling_loss,
                          .slip = slip,
                          .released = released,
                          .held = held,
                          .ahead = ahead};
    rp_rolling_project(b, twist);
    for (int c = 0; c < RP_BLOCK; c++) {
        double L = friction * b->r_eff[c] + length;
        k[c] = b->xi[c] != 0 ? given + by_normal * L * L * b->kn[c] : 0; /* none where nothing touches (repose/law.h) */
        d[c] = eta * sqrt(k[c] * rp_rolling_inertia(b->m_eff[c], b->r_eff[c]));
        limit[c] = L * b->bound[c];
        soft[c] = rp_spring_soft(k[c]);
    }
    rp_springs_before(&s, history[H_STIFFNESS], NULL);
    rp_springs_step(b, &s, NULL, dt, 1);
    for (int c = 0; c < RP_BLOCK; c++) b->rolling_loss[c] += released[c];
    rp_rolling_twist(b, twist, constant, dt);
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++)
            b->energy[c] += rp_spring_energy(history[H_STIFFNESS][c], history[H_X][c], history[H_Y][c], history[H_Z][c],
                                             b->wx[c], b->wy[c], b->wz[c], dt);
}

static double left(const double *constant, const double *history, double kn)
{
    (void)constant;
    (void)kn;
    return rp_spring_energy(history[H_STIFFNESS], history[H_X], history[H_Y], history[H_Z], 0, 0, 0, 0);
}

const rp_law RP_WIDE(rp_rolling_spring_dashpot) = {
    .abi = RP_LAW_ABI,
    .name = "spring-dashpot",
    .slot = RP_ROLLING,
    .summary = "Elastic-plastic rolling resistance: a spring of the rolling angle with a dashpot, bounded in "
               "proportion to the normal force. Lets heaps rest.",
    .equation = "M = -(k theta + d w), |M| <= L N, L = mu_r R_eff + length, k = 2.25 kn L^2 (Iwashita and Oda, 1998)",
    .param = params,
    .param_count = P_COUNT,
    .history = H_COUNT,
    .history_name = history_names,
    .antisymmetric = 1u << H_X | 1u << H_Y | 1u << H_Z,
    .curvature = 1,
    .prepare = prepare,
    .spring = 1,
    .rates = 1,
    .eval = eval,
    .left = left,
};
