/* What came and went with particles since the start: of the world, a group, a source, a sink. */
#ifndef RP_CORE_EXCHANGE_H
#define RP_CORE_EXCHANGE_H

#include <stdint.h>

typedef struct rp_exchange {
    double added_mass, removed_mass;     /* kg */
    double added_energy, removed_energy; /* J: kinetic, rotational, and what their contacts store */
    uint64_t added, removed;             /* particles */
} rp_exchange;

#endif
