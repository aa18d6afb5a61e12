/* Two lanes, each a chain of 64-bit bijections with its own constants; a word enters both. Text crosses the lanes once.
 */
#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Finaliser of MurmurHash3. */
static uint64_t mix_a(uint64_t x)
{
    x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDu;
    x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53u;
    return x ^ (x >> 33);
}

/* Finaliser of SplitMix64 (Stafford's variant 13). */
static uint64_t mix_b(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

void rp_hash_init(rp_hash *h) { *h = (rp_hash){0x243F6A8885A308D3u, 0x13198A2E03707344u, 0}; }

void rp_hash_u64(rp_hash *h, uint64_t v)
{
    h->a = mix_a(h->a ^ v) + 0x9E3779B97F4A7C15u;
    h->b = mix_b(h->b + v) ^ 0xA4093822299F31D0u;
    h->length++;
}

void rp_hash_double(rp_hash *h, double v)
{
    uint64_t bits = 0;
    if (isnan(v)) bits = 0x7FF8000000000000u;
    else if (v != 0.0) memcpy(&bits, &v, sizeof bits);
    rp_hash_u64(h, bits);
}

/* The bytes as little-endian words, then their number: "ab" + "c" differs from "abc", and a zero byte at the end
 * counts. */
void rp_hash_bytes(rp_hash *h, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t start = 0; start < size; start += 8) {
        uint64_t word = 0;
        size_t end = size - start < 8 ? size - start : 8;
        for (size_t i = 0; i < end; i++) word |= (uint64_t)bytes[start + i] << (8 * i);
        rp_hash_u64(h, word);
    }
    rp_hash_u64(h, size);
}

void rp_hash_text(const rp_hash *h, char text[33])
{
    uint64_t a = mix_a(h->a + h->length), b = mix_b(h->b ^ h->length);
    a += b;
    b += mix_a(a);
    snprintf(text, 33, "%016llx%016llx", (unsigned long long)a, (unsigned long long)b);
}
