/* Counted memory: alignment, zeroing, the count, injected failures, growing arrays, the arena. */
#include "testing.h"

#include <string.h>

#include "base/memory.h"

static int is_zero(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return 0;
    return 1;
}

static void blocks_are_aligned_zeroed_and_counted(void **state)
{
    (void)state;
    int64_t before = rp_memory_bytes();
    for (size_t size = 0; size < 300; size += 7) {
        char *block = rp_memory_alloc(size, 1);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 64, 0);
        assert_true(is_zero(block, size));
        assert_true(rp_memory_bytes() >= before + (int64_t)size && rp_memory_bytes() > before);
        memset(block, 0xff, size);
        rp_memory_free(block);
        assert_int_equal(rp_memory_bytes(), before);
    }
}

static void a_held_block_stays_until_it_is_freed_once_more(void **state)
{
    (void)state;
    int64_t before = rp_memory_bytes();
    char *block = rp_memory_alloc(100, 1), *larger;
    block[7] = 5;
    rp_memory_hold(block);
    larger = rp_memory_resize(block, 200, 1);
    assert_int_equal(larger[7], 5);
    larger[7] = 6;
    assert_int_equal(block[7], 5);
    rp_memory_free(larger);
    assert_true(rp_memory_bytes() >= before + 100);
    rp_memory_free(block);
    assert_int_equal(rp_memory_bytes(), before);
}

static void peak_is_the_most(void **state)
{
    (void)state;
    int64_t before = rp_memory_peak();
    char *block = rp_memory_alloc((size_t)before + 100000, 1);
    rp_memory_free(block);
    assert_true(rp_memory_peak() >= before + 100000);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void impossible_sizes_are_refused(void **state)
{
    (void)state;
    assert_null(rp_memory_alloc(SIZE_MAX / 8 + 2, 8)); /* the product wraps round to 8 */
    assert_null(rp_memory_alloc(SIZE_MAX, 1));
    assert_null(rp_memory_alloc(SIZE_MAX / 2, 1));
    void *block = rp_memory_alloc(1, 1);
    assert_null(rp_memory_resize(block, SIZE_MAX / 8 + 2, 8));
    rp_memory_free(block);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* Leaves freed blocks full of ones for the next allocations to find. */
static void soil_the_heap(size_t size)
{
    void *blocks[20];
    for (int i = 0; i < 20; i++) memset(blocks[i] = rp_memory_alloc(size, 1), 0xff, size);
    for (int i = 0; i < 20; i++) rp_memory_free(blocks[i]);
}

static void resize_keeps_old_bytes_and_zeroes_new_ones(void **state)
{
    (void)state;
    char *block = rp_memory_resize(NULL, 10, 1);
    memset(block, 'x', 10);
    soil_the_heap(1000);
    block = rp_memory_resize(block, 1000, 1);
    assert_memory_equal(block, "xxxxxxxxxx", 10);
    assert_true(is_zero(block + 10, 990));
    block = rp_memory_resize(block, 4, 1);
    assert_memory_equal(block, "xxxx", 4);
    block = rp_memory_resize(block, 20, 1);
    assert_true(is_zero(block + 4, 16));
    rp_memory_free(block);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void the_nth_allocation_fails_once(void **state)
{
    (void)state;
    for (int n = 1; n <= 5; n++) {
        void *blocks[6];
        rp_memory_fail_at(n);
        for (int i = 0; i < 6; i++) blocks[i] = rp_memory_alloc(8, 1);
        for (int i = 0; i < 6; i++) {
            assert_int_equal(blocks[i] == NULL, i == n - 1);
            rp_memory_free(blocks[i]);
        }
    }
    rp_memory_fail_at(1);
    rp_memory_fail_at(0);
    char *copy = rp_memory_strdup("switched off");
    assert_string_equal(copy, "switched off");
    rp_memory_free(copy);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void a_failed_resize_leaves_the_old_block(void **state)
{
    (void)state;
    char *block = rp_memory_strdup("still here");
    rp_memory_fail_at(1);
    assert_null(rp_memory_resize(block, 1000, 1));
    assert_string_equal(block, "still here");
    rp_memory_free(block);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void reserve_at_least_doubles(void **state)
{
    (void)state;
    double *array = NULL;
    size_t capacity = 0;
    int grown = 0;
    for (size_t i = 0; i < 1000; i++) {
        size_t old = capacity;
        assert_true(rp_memory_reserve(&array, &capacity, i + 1, sizeof *array));
        if (capacity != old) grown++;
        assert_true(capacity > i);
        array[i] = (double)i;
    }
    assert_true(grown <= 8);
    for (size_t i = 0; i < 1000; i++) assert_true(array[i] == (double)i);
    rp_memory_fail_at(1);
    double *old_array = array;
    size_t old_capacity = capacity;
    assert_false(rp_memory_reserve(&array, &capacity, 100000, sizeof *array));
    assert_ptr_equal(array, old_array);
    assert_int_equal(capacity, old_capacity);
    rp_memory_free(array);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void an_error_says_what_and_how_much(void **state)
{
    (void)state;
    rp_error err;
    char text[256];
    assert_int_equal(rp_memory_error(&err, 12345678, "the neighbour list"), RP_SYSTEM);
    rp_error_text(&err, text, sizeof text);
    assert_string_equal(text, "not enough memory for the neighbour list (12.3 MB)");
    rp_memory_error(&err, 999, "a name");
    assert_string_equal(err.what, "not enough memory for a name (999 B)");
    assert_int_equal(rp_memory_error(NULL, 1, "nobody listens"), RP_SYSTEM);
}

/* One round of takes, as a step makes them. */
static void take_round(rp_arena *arena)
{
    for (size_t size = 1; size < 5000; size = size * 3 + 1) {
        char *bytes = rp_arena_take(arena, size, 1);
        assert_non_null(bytes);
        assert_int_equal((uintptr_t)bytes % 64, 0);
        assert_true(is_zero(bytes, size));
        memset(bytes, 0xff, size);
    }
}

static void a_warm_arena_allocates_nothing(void **state)
{
    (void)state;
    rp_arena arena;
    rp_arena_init(&arena, "test");
    take_round(&arena);
    rp_arena_reset(&arena);
    rp_memory_fail_at(1); /* any allocation from here on shows */
    for (int round = 0; round < 3; round++) {
        take_round(&arena);
        rp_arena_reset(&arena);
    }
    rp_memory_fail_at(0);
    assert_int_equal(arena.high, arena.size);
    rp_arena_free(&arena);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void takes_do_not_overlap(void **state)
{
    (void)state;
    rp_arena arena;
    rp_arena_init(&arena, "test");
    for (int round = 0; round < 2; round++) {
        char *blocks[50];
        for (int i = 0; i < 50; i++) {
            blocks[i] = rp_arena_take(&arena, 10 + (size_t)i, 1);
            memset(blocks[i], i + 1, 10 + (size_t)i);
        }
        for (int i = 0; i < 50; i++)
            for (int j = 0; j < 10 + i; j++) assert_int_equal(blocks[i][j], i + 1);
        rp_arena_reset(&arena);
    }
    rp_arena_free(&arena);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* What is released is taken again, and the warm block is as large as the most that was held at once. */
static void an_arena_takes_again_what_is_released(void **state)
{
    (void)state;
    rp_arena arena;
    rp_arena_init(&arena, "test");
    for (int round = 0; round < 2; round++) {
        char *kept = rp_arena_take(&arena, 1000, 1);
        memset(kept, 1, 1000);
        size_t mark = rp_arena_mark(&arena);
        for (int n = 0; n < 5; n++) {
            memset(rp_arena_take(&arena, 4096, 1), 2, 4096);
            rp_arena_release(&arena, mark);
        }
        for (int n = 0; n < 1000; n++) assert_int_equal(kept[n], 1);
        rp_arena_reset(&arena);
        assert_int_equal(arena.size, 1024 + 4096);
    }
    rp_arena_free(&arena);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void an_arena_survives_failed_allocations(void **state)
{
    (void)state;
    rp_arena arena;
    rp_arena_init(&arena, "test");
    rp_memory_fail_at(1);
    assert_null(rp_arena_take(&arena, 100, 8));
    assert_int_equal(arena.used, 0);
    assert_non_null(rp_arena_take(&arena, 100, 8));
    rp_memory_fail_at(1); /* the block that the reset would like */
    rp_arena_reset(&arena);
    assert_non_null(rp_arena_take(&arena, 100, 8));
    assert_null(rp_arena_take(&arena, SIZE_MAX, 8));
    rp_arena_free(&arena);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void threads_count_together(void **state)
{
    (void)state;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 20000; i++) rp_memory_free(rp_memory_alloc((size_t)i % 100, 1));
    assert_int_equal(rp_memory_bytes(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_zeroed_and_counted),
        cmocka_unit_test(a_held_block_stays_until_it_is_freed_once_more),
        cmocka_unit_test(peak_is_the_most),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(resize_keeps_old_bytes_and_zeroes_new_ones),
        cmocka_unit_test(the_nth_allocation_fails_once),
        cmocka_unit_test(a_failed_resize_leaves_the_old_block),
        cmocka_unit_test(reserve_at_least_doubles),
        cmocka_unit_test(an_error_says_what_and_how_much),
        cmocka_unit_test(a_warm_arena_allocates_nothing),
        cmocka_unit_test(takes_do_not_overlap),
        cmocka_unit_test(an_arena_takes_again_what_is_released),
        cmocka_unit_test(an_arena_survives_failed_allocations),
        cmocka_unit_test(threads_count_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
