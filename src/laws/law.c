/* See law.h. */
#include "laws/law.h"
#include "laws/registry.h"

const rp_law *const *rp_law_list(int isa)
{
    static const rp_law *const *const lists[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_registry);
    return lists[isa];
}

int rp_law_index(const rp_law *law)
{
    const rp_law *const *list = rp_law_list(RP_ISA_BASE);
    for (int n = 0; list[n]; n++)
        if (list[n] == law) return n;
    return -1;
}

rp_law_eval *rp_law_evaluator(const rp_law *law, int isa)
{
    int n = rp_law_index(law);
    return n < 0 ? law->eval : rp_law_list(isa)[n]->eval;
}

const char *rp_slot_name(rp_slot slot)
{
    static const char *const names[RP_SLOT_COUNT] = {"normal", "adhesion", "tangential", "rolling"};
    return names[slot];
}
