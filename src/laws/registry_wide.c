/* All laws, in the order in which they are listed and indexed. A new law is one file and two lines here. */
#include <stddef.h>
#include "laws/law.h"
#include "laws/registry.h"

extern const rp_law RP_WIDE(rp_normal_linear), RP_WIDE(rp_normal_hertz), RP_WIDE(rp_normal_viscoelastic);
extern const rp_law RP_WIDE(rp_tangential_cundall_strack);

const rp_law *const RP_WIDE(rp_registry)[] = {
    &RP_WIDE(rp_normal_linear),
    &RP_WIDE(rp_normal_hertz),
    &RP_WIDE(rp_normal_viscoelastic),
    &RP_WIDE(rp_tangential_cundall_strack),
    NULL,
};
