/* A million random pairs of polygons and of polygon and disc against the slow computation. */
#include "overlaps.h"

static void a_million_pairs(void **state)
{
    (void)state;
    check_pairs(1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_million_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
