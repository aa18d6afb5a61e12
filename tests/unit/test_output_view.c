/* What a picture shows: the grains, without a few far from all others, and none cut in two. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "output/picture_view.h"

enum { GRAINS = 200 };

/* Twenty by ten discs of radius 1, side by side from 0 to 40 and from 0 to 20, and one more. */
static rp_picture_view seen(double x, double y, double r)
{
    static double position[3 * (GRAINS + 1)], radius[GRAINS + 1];
    for (int i = 0; i < GRAINS; i++) {
        position[3 * i] = 1 + 2 * (i % 20);
        position[3 * i + 1] = 1 + 2 * (i / 20);
        radius[i] = 1;
    }
    position[3 * GRAINS] = x;
    position[3 * GRAINS + 1] = y;
    radius[GRAINS] = r;
    const rp_picture_model m = {.dimension = 2, .count = GRAINS + 1, .x = position, .radius = radius, .mean_radius = 1};
    rp_picture_view v = {0};
    rp_picture_view_aim(&v, &m, 30, 20);
    return v;
}

/* The middle 98 % and 15 % more end at 20 - 1 + 0.15 * 18 + 1 = 22.7, in the middle of this disc. */
static void test_large_grain_is_whole(void **state)
{
    (void)state;
    const rp_picture_view v = seen(20, 26, 6);
    assert_true(v.upper[1] >= 32);
    assert_int_equal(v.outside, 0);
}

static void test_stray_is_left_out(void **state)
{
    (void)state;
    const rp_picture_view v = seen(20, 500, 1);
    assert_true(v.upper[1] < 30 && v.lower[1] <= 0 && v.lower[0] <= 0 && v.upper[0] >= 40);
    assert_int_equal(v.outside, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_grain_is_whole),
        cmocka_unit_test(test_stray_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
