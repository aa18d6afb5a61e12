/* The choice of instruction set, threads and the clock. */
#include "testing.h"

#include <stdlib.h>

#include "base/threads.h"
#include "base/timer.h"
#include "base/wide.h"

static int best_with(const char *wish)
{
    if (wish) setenv("REPOSE_ISA", wish, 1);
    else unsetenv("REPOSE_ISA");
    int best = rp_isa_best();
    unsetenv("REPOSE_ISA");
    return best;
}

static void the_environment_chooses_among_what_there_is(void **state)
{
    (void)state;
    int best = best_with(NULL);
    assert_in_range(best, RP_ISA_BASE, RP_ISA_COUNT - 1);
    for (int isa = 0; isa < RP_ISA_COUNT; isa++)
        assert_int_equal(best_with(rp_isa_name(isa)), isa <= best ? isa : best);
    assert_int_equal(best_with(""), best);
    assert_int_equal(best_with("sse9"), best);
}

static void names_are_the_ones_people_type(void **state)
{
    (void)state;
    assert_string_equal(rp_isa_name(RP_ISA_BASE), "base");
    assert_string_equal(rp_isa_name(RP_ISA_AVX2), "avx2");
    assert_string_equal(rp_isa_name(RP_ISA_AVX512), "avx512");
    assert_string_equal(rp_phase_name(RP_PHASE_LIST), "list");
    assert_string_equal(rp_phase_name(RP_PHASE_OUTPUT), "output");
}

static void threads_are_clamped(void **state)
{
    (void)state;
    assert_true(rp_threads_available() >= 1);
    rp_threads_set(3);
    assert_int_equal(rp_threads_count(), 3);
    rp_threads_set(0);
    assert_int_equal(rp_threads_count(), 1);
    rp_threads_set(100000);
    assert_int_equal(rp_threads_count(), 256);
}

static void the_clock_goes_forward(void **state)
{
    (void)state;
    double start = rp_timer_clock(), now = start;
    while (now == start) now = rp_timer_clock();
    assert_true(now > start && now < start + 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_environment_chooses_among_what_there_is),
        cmocka_unit_test(names_are_the_ones_people_type),
        cmocka_unit_test(threads_are_clamped),
        cmocka_unit_test(the_clock_goes_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
