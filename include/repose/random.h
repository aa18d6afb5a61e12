/* Random numbers that are the same everywhere: a number is a function of seed and position alone [Philox4x32-10:
 * Salmon, Moraes, Dror & Shaw, SC'11], so there is no state to keep. */
#ifndef REPOSE_RANDOM_H
#define REPOSE_RANDOM_H

#include <stdint.h>
#include "repose/export.h"

RP_BEGIN_DECLARATIONS

/* The n-th number of the sequence that belongs to this seed: uniform in [0, 1), with 53 random bits. No simulation
 * draws from these sequences. */
RP_API double rp_random_number(uint64_t seed, uint64_t n);

RP_END_DECLARATIONS

#endif
