/* A million random pairs of convex polyhedra against the slow computation. */
#include "solids.h"

static void a_million_pairs(void **state)
{
    (void)state;
    const int overlaps = check_solids(1000000, 2);
    assert_in_range(overlaps, 250000, 950000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_million_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
