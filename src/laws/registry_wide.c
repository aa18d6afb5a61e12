/* The list of laws of one instruction set: registry.h. */
#include "laws/registry.h"
#include <stddef.h>

#define DECLARE(name) extern const rp_law RP_WIDE(name);
#define ENTRY(name) &RP_WIDE(name),

RP_REGISTRY(DECLARE)

const rp_law *const RP_WIDE(rp_registry)[] = {RP_REGISTRY(ENTRY) NULL};
