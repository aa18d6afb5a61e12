/* Logarithm, exponential and power in plain arithmetic: loops over them vectorise, and every instruction set and
 * machine gives the same bits (libm promises neither). For finite x > 0 in the normal range; a few ulp. */
#ifndef RP_LAWS_PLAIN_H
#define RP_LAWS_PLAIN_H

#include <stdint.h>
#include <string.h>

static inline uint64_t rp_plain_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double rp_plain_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#define RP_PLAIN_LN2_HIGH 0x1.62e42fefa38p-1 /* trailing zeros: n times it is exact */
#define RP_PLAIN_LN2_LOW 0x1.ef35793c7673p-45

/* x = 2^n m with m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh((m - 1) / (m + 1)). */
static inline double rp_plain_log(double x)
{
    uint64_t bits = rp_plain_bits(x) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
    double n = rp_plain_double((bits >> 52) | 0x4330000000000000u) - (4503599627370496.0 + 1023.0);
    double m = rp_plain_double((bits & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu);
    double s = (m - 1) / (m + 1), q = s * s;
    double p = 1.0 / 21;
    p = p * q + 1.0 / 19;
    p = p * q + 1.0 / 17;
    p = p * q + 1.0 / 15;
    p = p * q + 1.0 / 13;
    p = p * q + 1.0 / 11;
    p = p * q + 1.0 / 9;
    p = p * q + 1.0 / 7;
    p = p * q + 1.0 / 5;
    p = p * q + 1.0 / 3;
    return n * RP_PLAIN_LN2_HIGH + (2 * s + (2 * s * q * p + n * RP_PLAIN_LN2_LOW));
}

/* |y| < 700; y = n ln 2 + r, Taylor's series of e^r. */
static inline double rp_plain_exp(double y)
{
    double shifted = y * 1.4426950408889634 + 6755399441055744.0; /* rounds to an integer, kept in the low bits */
    double n = shifted - 6755399441055744.0;
    double r = (y - n * RP_PLAIN_LN2_HIGH) - n * RP_PLAIN_LN2_LOW;
    double p = 1.0 / 6227020800;
    p = p * r + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r * r + r;
    return (1 + p) * rp_plain_double((rp_plain_bits(shifted) + 1023) << 52);
}

static inline double rp_plain_pow(double x, double exponent) { return rp_plain_exp(exponent * rp_plain_log(x)); }

#endif
