/* Philox4x32-10 [Salmon, Moraes, Dror & Shaw, SC'11, section 3.3] and the numbers drawn from it.
 *
 * The counter holds the index of the draw, the id and the lower half of the step; seed, purpose and the upper half of
 * the step are mixed into the key. So the streams of one seed, purpose and 2^32 steps never overlap. */
#include "base/random.h"
#include "repose/random.h"

#include <assert.h>
#include <math.h>

static const uint32_t MULTIPLIER_0 = 0xD2511F53, MULTIPLIER_1 = 0xCD9E8D57;
static const uint32_t WEYL_0 = 0x9E3779B9, WEYL_1 = 0xBB67AE85;

rp_philox rp_philox_4x32(rp_philox counter, uint32_t key0, uint32_t key1)
{
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)MULTIPLIER_0 * counter.v[0];
        uint64_t p1 = (uint64_t)MULTIPLIER_1 * counter.v[2];
        counter = (rp_philox){{(uint32_t)(p1 >> 32) ^ counter.v[1] ^ key0, (uint32_t)p1,
                               (uint32_t)(p0 >> 32) ^ counter.v[3] ^ key1, (uint32_t)p0}};
        key0 += WEYL_0;
        key1 += WEYL_1;
    }
    return counter;
}

/* A bijection of 64 bits that keeps 0 (the finaliser of MurmurHash3). */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDu;
    x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53u;
    return x ^ (x >> 33);
}

rp_random rp_random_stream(uint64_t seed, rp_purpose purpose, uint64_t id, uint64_t step)
{
    return (rp_random){.seed = seed, .purpose = (uint32_t)purpose, .index = 0, .id = id, .step = step};
}

uint64_t rp_random_bits(rp_random *r)
{
    uint64_t key = mixed(mixed(r->seed) ^ r->purpose) ^ mixed(r->step >> 32);
    rp_philox counter = {{r->index++, (uint32_t)r->id, (uint32_t)(r->id >> 32), (uint32_t)r->step}};
    rp_philox out = rp_philox_4x32(counter, (uint32_t)key, (uint32_t)(key >> 32));
    return (uint64_t)out.v[1] << 32 | out.v[0];
}

double rp_random_uniform(rp_random *r) { return (double)(rp_random_bits(r) >> 11) * 0x1p-53; }

double rp_random_range(rp_random *r, double a, double b) { return a + (b - a) * rp_random_uniform(r); }

/* Box and Muller's transform; the second number is not kept, so that a stream has no state but its index. */
double rp_random_normal(rp_random *r)
{
    const double two_pi = 6.283185307179586476925;
    double u = 1.0 - rp_random_uniform(r); /* (0, 1] */
    double v = rp_random_uniform(r);
    return sqrt(-2.0 * log(u)) * cos(two_pi * v);
}

/* Multiply and shift, drawing again where the product's low half would favour some numbers (Lemire 2019). */
uint64_t rp_random_below(rp_random *r, uint64_t n)
{
    assert(n > 0);
    __extension__ typedef unsigned __int128 wide;
    uint64_t unfair = -n % n;
    wide product;
    do {
        product = (wide)rp_random_bits(r) * n;
    } while ((uint64_t)product < unfair);
    return (uint64_t)(product >> 64);
}

double rp_random_number(uint64_t seed, uint64_t n)
{
    rp_random r = rp_random_stream(seed, RP_RANDOM_TEST, n >> 32, 0);
    r.index = (uint32_t)n;
    return rp_random_uniform(&r);
}
