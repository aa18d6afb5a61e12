/* The lists of laws that registry_wide.c makes, one per instruction set. */
#ifndef RP_LAWS_REGISTRY_H
#define RP_LAWS_REGISTRY_H

#include "laws/law.h"

extern const rp_law *const rp_registry_base[];
#if RP_ISA_BUILT == 3
extern const rp_law *const rp_registry_avx2[];
extern const rp_law *const rp_registry_avx512[];
#endif

#endif
