/* Four doubles at a time, for wide files: plain arithmetic, the same bits for every instruction set. */
#ifndef RP_BASE_VECTOR_H
#define RP_BASE_VECTOR_H

#include <math.h>
#ifdef __FMA__
#include <immintrin.h>
#endif

typedef double v4 __attribute__((vector_size(32)));
typedef double v4u __attribute__((vector_size(32), aligned(8)));
typedef long long i4 __attribute__((vector_size(32)));

static inline v4 load4(const void *p) { return *(const v4u *)p; }
static inline void store4(void *p, v4 v) { *(v4u *)p = v; }
static inline void add4(void *p, v4 v) { store4(p, load4(p) + v); }
/* x - s y for s of 1 and -1 alone, where a fused operation rounds like two. */
static inline v4 less_signed4(v4 x, v4 s, v4 y)
{
#ifdef __FMA__
    return (v4)_mm256_fnmadd_pd((__m256d)s, (__m256d)y, (__m256d)x);
#else
    return x - s * y;
#endif
}

static inline v4 all4(double x) { return (v4){x, x, x, x}; }
static inline v4 select4(i4 mask, v4 yes, v4 no) { return (v4)((mask & (i4)yes) | (~mask & (i4)no)); }
static inline v4 where4(i4 mask, v4 v) { return (v4)((i4)v & mask); } /* 0 elsewhere, whatever stands there */

#ifndef __AVX__
/* Where vectors are half as wide compilers take a shuffle, a choice or a root of four apart into single numbers,
 * through memory: so these go by halves. */
typedef double v2 __attribute__((vector_size(16)));
typedef long long i2 __attribute__((vector_size(16)));

typedef union halves4 {
    v4 all;
    v2 half[2];
} halves4;

static inline v2 low2(v4 v) { return (halves4){.all = v}.half[0]; }
static inline v2 high2(v4 v) { return (halves4){.all = v}.half[1]; }
static inline v4 join4(v2 low, v2 high) { return (halves4){.half = {low, high}}.all; }
static inline v2 choose2(i2 mask, v2 yes, v2 no) { return (v2)((mask & (i2)yes) | (~mask & (i2)no)); }
static inline v2 firsts2(v2 a, v2 b) { return __builtin_shufflevector(a, b, 0, 2); }
static inline v2 seconds2(v2 a, v2 b) { return __builtin_shufflevector(a, b, 1, 3); }

static inline v2 sqrt2(v2 x)
{
#ifdef __SSE2__
    return __builtin_ia32_sqrtpd(x);
#else
    return (v2){sqrt(x[0]), sqrt(x[1])};
#endif
}
#endif

/* Bit k is set where lane k of a mask is. */
static inline unsigned bits4(i4 m)
{
#ifdef __AVX__
    return (unsigned)__builtin_ia32_movmskpd256((v4)m);
#elif defined(__SSE2__)
    return (unsigned)(__builtin_ia32_movmskpd(low2((v4)m)) | __builtin_ia32_movmskpd(high2((v4)m)) << 2);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

static inline v4 max4(v4 a, v4 b)
{
#ifdef __AVX__
    return __builtin_ia32_maxpd256(a, b);
#else
    return join4(choose2(low2(a) > low2(b), low2(a), low2(b)), choose2(high2(a) > high2(b), high2(a), high2(b)));
#endif
}

static inline v4 min4(v4 a, v4 b)
{
#ifdef __AVX__
    return __builtin_ia32_minpd256(a, b);
#else
    return join4(choose2(low2(a) < low2(b), low2(a), low2(b)), choose2(high2(a) < high2(b), high2(a), high2(b)));
#endif
}

static inline v4 sqrt4(v4 x)
{
#ifdef __AVX__
    return __builtin_ia32_sqrtpd256(x);
#else
    return join4(sqrt2(low2(x)), sqrt2(high2(x)));
#endif
}

/* Rows a, b, c, d become columns. */
static inline void transpose4(v4 *a, v4 *b, v4 *c, v4 *d)
{
#ifdef __AVX__
    v4 ab_low = __builtin_shufflevector(*a, *b, 0, 4, 2, 6), ab_high = __builtin_shufflevector(*a, *b, 1, 5, 3, 7);
    v4 cd_low = __builtin_shufflevector(*c, *d, 0, 4, 2, 6), cd_high = __builtin_shufflevector(*c, *d, 1, 5, 3, 7);
    *a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    *b = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    *c = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    *d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
#else
    const v2 a0 = low2(*a), a1 = high2(*a), b0 = low2(*b), b1 = high2(*b), c0 = low2(*c), c1 = high2(*c), d0 = low2(*d),
             d1 = high2(*d);
    *a = join4(firsts2(a0, b0), firsts2(c0, d0));
    *b = join4(seconds2(a0, b0), seconds2(c0, d0));
    *c = join4(firsts2(a1, b1), firsts2(c1, d1));
    *d = join4(seconds2(a1, b1), seconds2(c1, d1));
#endif
}

/* Every second one of a and of b in turn: (a0, b0, a2, b2) and (a1, b1, a3, b3). Twice is nothing. */
static inline void mix4(v4 *a, v4 *b)
{
#ifdef __AVX__
    const v4 even = __builtin_shufflevector(*a, *b, 0, 4, 2, 6);
    *b = __builtin_shufflevector(*a, *b, 1, 5, 3, 7);
    *a = even;
#else
    const v2 a0 = low2(*a), a1 = high2(*a), b0 = low2(*b), b1 = high2(*b);
    *a = join4(firsts2(a0, b0), firsts2(a1, b1));
    *b = join4(seconds2(a0, b0), seconds2(a1, b1));
#endif
}

#endif
