/* All laws, in the order in which they are listed and indexed. A new law is one file and two lines here. */
#include <stddef.h>
#include "laws/law.h"
#include "laws/registry.h"

extern const rp_law RP_WIDE(rp_normal_linear), RP_WIDE(rp_normal_hertz), RP_WIDE(rp_normal_viscoelastic),
    RP_WIDE(rp_normal_jkr), RP_WIDE(rp_normal_fractional);
extern const rp_law RP_WIDE(rp_adhesion_dmt), RP_WIDE(rp_adhesion_constant);
extern const rp_law RP_WIDE(rp_tangential_none), RP_WIDE(rp_tangential_coulomb), RP_WIDE(rp_tangential_haff_werner);
extern const rp_law RP_WIDE(rp_tangential_cundall_strack), RP_WIDE(rp_tangential_mindlin),
    RP_WIDE(rp_tangential_walton_braun);
extern const rp_law RP_WIDE(rp_rolling_constant_torque), RP_WIDE(rp_rolling_spring_dashpot);

const rp_law *const RP_WIDE(rp_registry)[] = {
    &RP_WIDE(rp_normal_linear),
    &RP_WIDE(rp_normal_hertz),
    &RP_WIDE(rp_normal_viscoelastic),
    &RP_WIDE(rp_normal_jkr),
    &RP_WIDE(rp_normal_fractional),
    &RP_WIDE(rp_adhesion_dmt),
    &RP_WIDE(rp_adhesion_constant),
    &RP_WIDE(rp_tangential_none),
    &RP_WIDE(rp_tangential_coulomb),
    &RP_WIDE(rp_tangential_haff_werner),
    &RP_WIDE(rp_tangential_cundall_strack),
    &RP_WIDE(rp_tangential_mindlin),
    &RP_WIDE(rp_tangential_walton_braun),
    &RP_WIDE(rp_rolling_constant_torque),
    &RP_WIDE(rp_rolling_spring_dashpot),
    NULL,
};
