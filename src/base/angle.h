/* Sine, cosine and the angle of a vector in plain arithmetic: the same bits on every machine, which libm does not
 * promise. Good to an ulp or two for |x| < 1e6; beyond, the reduction loses a bit with every further doubling. */
#ifndef RP_BASE_ANGLE_H
#define RP_BASE_ANGLE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* pi/2 in three parts; the first two have trailing zeros, so that up to 2^20 times them is exact. */
#define RP_ANGLE_HIGH 0x1.921fb544p+0
#define RP_ANGLE_MIDDLE 0x1.0b4611a6p-34
#define RP_ANGLE_LOW 0x1.3198a2e037073p-69

static inline void rp_angle_sincos(double x, double *sine, double *cosine)
{
    const double round = 6755399441055744.0;
    const double shifted = x * 0.63661977236758134308 + round, k = shifted - round;
    uint64_t quadrant; /* k modulo 4: the last bits of what it was added to; of a number that is not finite any */
    memcpy(&quadrant, &shifted, sizeof quadrant);
    double r = ((x - k * RP_ANGLE_HIGH) - k * RP_ANGLE_MIDDLE) - k * RP_ANGLE_LOW, q = r * r;
    double s = 1.0 / 355687428096000;
    s = s * q - 1.0 / 1307674368000;
    s = s * q + 1.0 / 6227020800;
    s = s * q - 1.0 / 39916800;
    s = s * q + 1.0 / 362880;
    s = s * q - 1.0 / 5040;
    s = s * q + 1.0 / 120;
    s = s * q - 1.0 / 6;
    s = r + r * q * s;
    double c = 1.0 / 20922789888000;
    c = c * q - 1.0 / 87178291200;
    c = c * q + 1.0 / 479001600;
    c = c * q - 1.0 / 3628800;
    c = c * q + 1.0 / 40320;
    c = c * q - 1.0 / 720;
    c = c * q + 1.0 / 24;
    c = (1 - 0.5 * q) + q * q * c;
    switch (quadrant & 3) {
    case 0:
        *sine = s;
        *cosine = c;
        break;
    case 1:
        *sine = c;
        *cosine = -s;
        break;
    case 2:
        *sine = -s;
        *cosine = -c;
        break;
    default: *sine = -c; *cosine = s;
    }
}

/* The angle of (x, y), -pi to pi: a rough guess, and one step of sin(true - guess), whose series leaves the seventh
 * power. */
static inline double rp_angle_of(double y, double x)
{
    double length = sqrt(x * x + y * y);
    if (!(length > 0)) return 0;
    double c = x / length, s = y / length, u = fabs(c), w = fabs(s), z = u > w ? w / u : u / w;
    double guess = z * (0.78539816339744831 + 0.273 * (1 - z)), sine, cosine;
    if (w > u) guess = 1.5707963267948966 - guess;
    if (c < 0) guess = 3.1415926535897931 - guess;
    if (s < 0) guess = -guess;
    rp_angle_sincos(guess, &sine, &cosine);
    double e = s * cosine - c * sine, q = e * e;
    return guess + e * (1 + q * (1.0 / 6 + q * 0.075));
}

#endif
