/* Counter-based random numbers: Philox4x32-10 (Salmon, Moraes, Dror & Shaw, SC'11).
 *
 * A number is a pure function of (seed, purpose, id, step, index): no state to save, the same for any thread count and
 * any order of calls.
 */
#ifndef RP_BASE_RANDOM_H
#define RP_BASE_RANDOM_H

#include <stdint.h>

typedef enum rp_purpose { /* never renumber: it would change every run */
                          RP_RANDOM_PLACE = 1,
                          RP_RANDOM_RADIUS = 2,
                          RP_RANDOM_VELOCITY = 3,
                          RP_RANDOM_ORDER = 4,
                          RP_RANDOM_RESTITUTION = 5,
                          RP_RANDOM_WALL = 6,
                          RP_RANDOM_TEST = 7, /* and what programs draw: repose/random.h */
                          RP_RANDOM_SHAPE = 16,
                          RP_RANDOM_SOURCE = 17,
                          RP_RANDOM_SOURCE_PLACE = 18,
                          RP_RANDOM_SOURCE_SHAPE = 19
} rp_purpose;

typedef struct rp_philox {
    uint32_t v[4];
} rp_philox;
rp_philox rp_philox_4x32(rp_philox counter, uint32_t key0, uint32_t key1); /* ten rounds */

/* A stream: seed and purpose are the key; id, step and a running index are the counter. */
typedef struct rp_random {
    uint64_t seed;
    uint32_t purpose;
    uint32_t index; /* draws so far */
    uint64_t id;
    uint64_t step;
} rp_random;

rp_random rp_random_stream(uint64_t seed, rp_purpose purpose, uint64_t id, uint64_t step);
uint64_t rp_random_bits(rp_random *r);
double rp_random_uniform(rp_random *r); /* [0, 1), 53 bits */
double rp_random_range(rp_random *r, double a, double b);
double rp_random_normal(rp_random *r);              /* mean 0, variance 1 */
uint64_t rp_random_below(rp_random *r, uint64_t n); /* unbiased integer in [0, n) */

#endif
