/* See implied.h. */
#include "laws/implied.h"
#include <math.h>

#define ROWS RP_CURVE_MAX /* eight a decade where four are wanted: eps_n ~ 1 - C v^(1/5) bends by 1e-3 between them */

rp_status rp_implied_restitution(const rp_interaction *laws, const rp_impact_pair *pair, double slowest, double fastest,
                                 rp_curve *eps_n, rp_error *err)
{
    *eps_n = (rp_curve){.kind = RP_CURVE_TABLE, .count = ROWS};
    for (int n = 0; n < ROWS; n++) {
        rp_impact impact;
        double speed = slowest * pow(fastest / slowest, n / (ROWS - 1.0));
        rp_status status = rp_restitution_impact(laws, pair, speed, 0, &impact, err);
        if (status) return status;
        eps_n->at[n] = speed;
        eps_n->value[n] = impact.sticks ? 0 : impact.eps_n;
    }
    return RP_OK;
}

rp_status rp_implied_sticking(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double *eps_t,
                              rp_error *err)
{
    rp_impact impact;
    rp_status status = rp_restitution_impact(laws, pair, speed, 1e-3 * speed, &impact, err);
    if (!status) *eps_t = isnan(impact.eps_t) ? 0 : impact.eps_t;
    return status;
}
