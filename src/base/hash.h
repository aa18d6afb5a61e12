/* 128-bit hash of numbers (two lanes of 64-bit mixing), for the state hash and file checksums. Not cryptographic. */
#ifndef RP_BASE_HASH_H
#define RP_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct rp_hash {
    uint64_t a, b;
    uint64_t length;
} rp_hash;

void rp_hash_init(rp_hash *h);
void rp_hash_u64(rp_hash *h, uint64_t v);
void rp_hash_double(rp_hash *h, double v); /* by bits; -0 counts as +0, every NaN as one */
void rp_hash_bytes(rp_hash *h, const void *data, size_t size);
void rp_hash_text(const rp_hash *h, char text[33]); /* 32 hexadecimal digits */

#endif
