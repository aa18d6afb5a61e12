/* What a force law implies for methods that know collisions only: restitution by speed of impact. */
#ifndef RP_LAWS_IMPLIED_H
#define RP_LAWS_IMPLIED_H

#include "laws/interaction.h"
#include "repose/restitution.h"

/* eps_n of head-on impacts of this pair as a table over speeds from slowest to fastest (m/s), logarithmically spaced.
 */
rp_status rp_implied_restitution(const rp_interaction *laws, const rp_impact_pair *pair, double slowest, double fastest,
                                 rp_curve *eps_n, rp_error *err);

/* eps_t of an impact at this speed that sticks: the slip is a thousandth of the speed. */
rp_status rp_implied_sticking(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double *eps_t,
                              rp_error *err);

#endif
