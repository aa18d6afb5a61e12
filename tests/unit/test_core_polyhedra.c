/* The narrow phase of polyhedra against a slow reference, over 24000 random pairs of four kinds. */
#include "polyhedra.h"

static void pairs_of_any_kind(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        tally sum = {0};
        check_pairs(6000, kind, &sum);
        assert_true(sum.points[1] > 0 && sum.points[2] > 0 && sum.points[3] > 0 && sum.points[4] > 0);
        assert_true(sum.deep > 0);
        if (kind != DEEP) assert_true(sum.apart > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_of_any_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
