/* Every allocation of the library goes through here and is counted.
 *
 * Blocks are zeroed and aligned to 64 bytes. Failure returns NULL (and so can be injected by tests: the n-th allocation
 * after rp_memory_fail_at(n) fails once). Callers report NULL as RP_SYSTEM with rp_memory_error.
 */
#ifndef RP_BASE_MEMORY_H
#define RP_BASE_MEMORY_H

#include <stddef.h>
#include "repose/status.h"

void *rp_memory_alloc(size_t count, size_t size); /* NULL on overflow or exhaustion; count 0 gives a valid block */
void *rp_memory_resize(
    void *block, size_t count,
    size_t size); /* keeps contents, zeroes what is new; block may be NULL; on NULL the old block stays */
void rp_memory_free(void *block); /* NULL is allowed */
void rp_memory_hold(void *block); /* it stays until rp_memory_free was called once more; of any thread */
char *rp_memory_strdup(const char *text);

rp_status rp_memory_error(rp_error *err, size_t bytes, const char *what); /* "not enough memory for <what> (12.3 MB)" */

void rp_memory_fail_at(long n);           /* tests: 0 switches it off */
void rp_memory_watch(void (*each)(void)); /* tests: called at every allocation that could fail; NULL: none */

/* Grow-only array helper: ensures capacity for `need` elements (and an array that is not NULL) by at least doubling.
 * Returns 0 on failure, array untouched. */
int rp_memory_reserve(void *pointer_to_array, size_t *capacity, size_t need, size_t size);
/* The same with a sixteenth to spare instead: for large arrays whose size is known and changes little. */
int rp_memory_fit(void *pointer_to_array, size_t *capacity, size_t need, size_t size);

/* Named scratch memory that lives until reset: no allocation inside a step once warm. */
typedef struct rp_arena {
    char *block; /* owned */
    size_t size; /* bytes */
    size_t used; /* bytes */
    size_t high; /* largest `used` ever wanted, bytes */
    const char *name;
    struct rp_arena_extra *extra; /* owned; blocks beyond `size`, folded into one at the next reset */
} rp_arena;

void rp_arena_init(rp_arena *arena, const char *name);
void *rp_arena_take(rp_arena *arena, size_t count, size_t size); /* 64-byte aligned, zeroed; NULL on exhaustion */
size_t rp_arena_mark(const rp_arena *arena);                     /* what is taken after it */
void rp_arena_release(rp_arena *arena, size_t mark); /* may be taken again; blocks beyond `size` only after a reset */
void rp_arena_reset(rp_arena *arena);
void rp_arena_free(rp_arena *arena);

/* Prefetches memory that is used soon. Changes no value. */
static inline __attribute__((always_inline)) void rp_memory_prefetch(const void *from, size_t bytes)
{
#pragma GCC unroll 4
    for (size_t n = 0; n < bytes; n += 64) __builtin_prefetch((const char *)from + n, 1, 2);
}

#endif
