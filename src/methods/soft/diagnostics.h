/* Messages for a run that cannot go on: which particle, what it touches, and what the cause may be. */
#ifndef RP_METHODS_SOFT_DIAGNOSTICS_H
#define RP_METHODS_SOFT_DIAGNOSTICS_H

#include "core/world.h"

/* Particle i runs away, or has left the domain. */
rp_status rp_soft_diagnostics_particle(rp_world *world, size_t i, int left, rp_error *err);
/* Some particle's next displacement is not sensible. */
rp_status rp_soft_diagnostics_diverged(rp_world *world, rp_error *err);

#endif
