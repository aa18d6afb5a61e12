/* See flow_kinds.h. */
#include "core/flow_kinds.h"

int rp_flow_kinds_group(const rp_world *w, int k)
{
    for (int g = 0; g < w->group_count; g++)
        if (w->group[g].flows && k-- == 0) return g;
    return -1;
}

int rp_flow_kinds_count(const rp_world *w)
{
    int count = 0;
    for (int g = 0; g < w->group_count; g++) count += w->group[g].flows != 0;
    return count < RP_FLOW_KINDS ? count : RP_FLOW_KINDS;
}

void rp_flow_kinds_add(rp_flow_kinds *kinds, const rp_world *w, int group, int64_t count, double mass)
{
    int k = 0;
    for (int g = 0; g < group; g++) k += w->group[g].flows != 0;
    if (!w->group[group].flows || k >= RP_FLOW_KINDS) return;
    kinds->count[k] += (uint64_t)count;
    kinds->mass[k] += mass;
}
