/* Words for a run that cannot go on: which particle, what it touches, and what the cause may be. */
#ifndef RP_METHODS_SOFT_TROUBLE_H
#define RP_METHODS_SOFT_TROUBLE_H

#include "core/world.h"

rp_status rp_trouble_with(rp_world *world, size_t i, int left,
                          rp_error *err);                      /* particle i runs away, or has left the domain */
rp_status rp_trouble_diverged(rp_world *world, rp_error *err); /* some particle's next way is not sensible */

#endif
