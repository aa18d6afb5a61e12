/* Counted memory and the arena.
 *
 * In front of every block stands a header of one cache line with the block's size, so that freeing can count down and
 * the block itself stays aligned. The header is counted too: a leaked empty block shows. */
#include "base/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 64, HUGE_PAGE = 1 << 21 };

typedef struct header {
    size_t bytes;
    atomic_size_t holds; /* how often it may be freed and stays */
    char padding[ALIGNMENT - sizeof(size_t) - sizeof(atomic_size_t)];
} header;
_Static_assert(sizeof(header) == ALIGNMENT, "a header is one cache line");

static atomic_llong bytes_now, bytes_peak;
static atomic_long fail_countdown; /* 0: off; 1: the next allocation fails */
static void (*_Atomic watcher)(void);

int64_t rp_memory_bytes(void) { return atomic_load(&bytes_now); }
int64_t rp_memory_peak(void) { return atomic_load(&bytes_peak); }
void rp_memory_fail_at(long n) { atomic_store(&fail_countdown, n); }
void rp_memory_watch(void (*each)(void)) { atomic_store(&watcher, each); }

static int injected_failure(void)
{
    void (*each)(void) = atomic_load_explicit(&watcher, memory_order_relaxed);
    if (each) each();
    if (atomic_load_explicit(&fail_countdown, memory_order_relaxed) <= 0) return 0;
    return atomic_fetch_sub(&fail_countdown, 1) == 1;
}

static void count(long long bytes)
{
    long long now = atomic_fetch_add(&bytes_now, bytes) + bytes;
    long long peak = atomic_load(&bytes_peak);
    while (now > peak && !atomic_compare_exchange_weak(&bytes_peak, &peak, now)) {
    }
}

static size_t whole_lines(size_t bytes) { return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

/* Large arrays that are read in no order cost less in large pages: fewer translations of addresses miss. The pages at
 * both ends are shared with neighbours. Advice only: the system may ignore it, and pages that are only in part ours are
 * left alone. */
static void wish_for_huge_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    uintptr_t first = (uintptr_t)block & ~(uintptr_t)(HUGE_PAGE - 1),
              end = ((uintptr_t)block + bytes + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (bytes >= HUGE_PAGE / 4) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)block, (void)bytes;
#endif
}

/* Contents are not yet set. */
static void *take_block(size_t bytes)
{
    if (injected_failure() || bytes > PTRDIFF_MAX - 2 * ALIGNMENT) return NULL;
    header *h = aligned_alloc(ALIGNMENT, sizeof *h + whole_lines(bytes));
    if (!h) return NULL;
    wish_for_huge_pages(h, sizeof *h + bytes);
    h->bytes = bytes;
    atomic_init(&h->holds, 0);
    count((long long)(sizeof *h + bytes));
    return h + 1;
}

static size_t block_bytes(const void *block) { return ((const header *)block - 1)->bytes; }

void *rp_memory_alloc(size_t count_of, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count_of, size, &bytes)) return NULL;
    void *block = take_block(bytes);
    return block ? memset(block, 0, bytes) : NULL;
}

void *rp_memory_resize(void *block, size_t count_of, size_t size)
{
    size_t bytes;
    if (!block) return rp_memory_alloc(count_of, size);
    if (__builtin_mul_overflow(count_of, size, &bytes)) return NULL;
    char *larger = take_block(bytes);
    if (!larger) return NULL;
    size_t kept = block_bytes(block) < bytes ? block_bytes(block) : bytes;
    memcpy(larger, block, kept);
    memset(larger + kept, 0, bytes - kept);
    rp_memory_free(block);
    return larger;
}

void rp_memory_hold(void *block) { atomic_fetch_add(&((header *)block - 1)->holds, 1); }

void rp_memory_free(void *block)
{
    if (!block) return;
    header *h = (header *)block - 1;
    if (atomic_fetch_sub(&h->holds, 1) > 0) return;
    count(-(long long)(sizeof *h + h->bytes));
    free(h);
}

char *rp_memory_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = rp_memory_alloc(size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

rp_status rp_memory_error(rp_error *err, size_t bytes, const char *what)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double amount = (double)bytes;
    int unit = 0;
    while (amount >= 999.95 && unit < 6) {
        amount /= 1000;
        unit++;
    }

    return rp_error_set(err, RP_SYSTEM, "not enough memory for %s (%.*f %s)", what, unit ? 1 : 0, amount, units[unit]);
}

static int grow_to(void *pointer_to_array, size_t *capacity, size_t target, size_t size)
{
    void *array; /* any type of pointer: read and written as bytes */
    memcpy(&array, pointer_to_array, sizeof array);
    array = rp_memory_resize(array, target, size);
    if (!array) return 0;
    memcpy(pointer_to_array, &array, sizeof array);
    *capacity = target;
    return 1;
}

int rp_memory_reserve(void *pointer_to_array, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity && *capacity > 0) return 1;
    size_t target = *capacity > SIZE_MAX / 2 ? need : 2 * *capacity;
    if (target < need) target = need;
    return grow_to(pointer_to_array, capacity, target < 8 ? 8 : target, size);
}

int rp_memory_fit(void *pointer_to_array, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity && *capacity > 0) return 1;
    return grow_to(pointer_to_array, capacity, need > SIZE_MAX / 2 ? need : need + need / 16 + 1, size);
}

/* A line in front of each overflow block chains it to the next. */
struct rp_arena_extra {
    struct rp_arena_extra *next;
    char padding[ALIGNMENT - sizeof(void *)];
};

void rp_arena_init(rp_arena *arena, const char *name) { *arena = (rp_arena){.name = name}; }

static void *take_extra(rp_arena *arena, size_t bytes)
{
    struct rp_arena_extra *extra = rp_memory_alloc(1, sizeof *extra + bytes);
    if (!extra) return NULL;
    extra->next = arena->extra;
    arena->extra = extra;
    return extra + 1;
}

void *rp_arena_take(rp_arena *arena, size_t count_of, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count_of, size, &bytes) || bytes > PTRDIFF_MAX / 2) return NULL;
    bytes = whole_lines(bytes ? bytes : 1);
    void *taken = NULL;
    if (arena->used <= arena->size && bytes <= arena->size - arena->used)
        taken = memset(arena->block + arena->used, 0, bytes);
    else taken = take_extra(arena, bytes);
    if (!taken) return NULL;
    arena->used += bytes;
    if (arena->used > arena->high) arena->high = arena->used;
    return taken;
}

size_t rp_arena_mark(const rp_arena *arena) { return arena->used; }

void rp_arena_release(rp_arena *arena, size_t mark) { arena->used = mark; }

static void free_extras(rp_arena *arena)
{
    while (arena->extra) {
        struct rp_arena_extra *next = arena->extra->next;
        rp_memory_free(arena->extra);
        arena->extra = next;
    }
}

/* A block that cannot grow is no failure: the next round overflows into extras again. */
static void grow(rp_arena *arena)
{
    char *block = rp_memory_alloc(arena->high, 1);
    if (!block) return;
    rp_memory_free(arena->block);
    arena->block = block;
    arena->size = arena->high;
}

void rp_arena_reset(rp_arena *arena)
{
    arena->used = 0;
    if (!arena->extra) return;
    free_extras(arena);
    grow(arena);
}

void rp_arena_free(rp_arena *arena)
{
    free_extras(arena);
    rp_memory_free(arena->block);
    rp_arena_init(arena, arena->name);
}
