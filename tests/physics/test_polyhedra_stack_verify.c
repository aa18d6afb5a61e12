/* Twenty boxes stand on one another for 100000 steps. */
#include "stack.h"

static void stack_stands_long(void **state)
{
    (void)state;
    lab l = stack(20, "tolerance: 1.0e-10, iterations: {max: 20000}");
    for (int n = 1; n <= 100; n++) {
        lab_steps(&l, 1000);
        if (n % 10 == 0) print_message("drift in %d steps: %.2g of an edge\n", 1000 * n, drift(&l));
    }
    assert_true(drift(&l) < 1e-6);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stack_stands_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
