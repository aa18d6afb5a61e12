/* Kinds of particles that come or go: groups with `flows`, numbered in their order. */
#ifndef RP_CORE_FLOW_KINDS_H
#define RP_CORE_FLOW_KINDS_H

#include "core/world.h"

/* The group of kind k, with k below RP_FLOW_KINDS; -1: there are fewer. */
int rp_flow_kinds_group(const rp_world *world, int k);
int rp_flow_kinds_count(const rp_world *world); /* RP_FLOW_KINDS at most */
/* Adds so many particles of this group and their mass. */
void rp_flow_kinds_add(rp_flow_kinds *kinds, const rp_world *world, int group, int64_t count, double mass);

#endif
