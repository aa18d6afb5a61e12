/* Functions interpolated on boxes: within the tolerance where smooth, exact at kinks and jumps, and the same bits in
 * whatever order values are taken. */
#include "testing.h"

#include <math.h>
#include <string.h>
#include "base/map.h"
#include "base/memory.h"
#include "base/random.h"
#include "laws/patches.h"

static rp_status smooth(void *context, const double *x, double *value, rp_error *err)
{
    (void)err;
#pragma omp atomic
    ++*(int *)context;
    *value = sin(2 * x[0]) * exp(-0.3 * x[1]);
    return RP_OK;
}

static rp_status stepped(void *context, const double *x, double *value, rp_error *err)
{
    (void)context;
    (void)err;
    *value = x[0] < 0.3 ? -1 : sqrt(x[0] - 0.3);
    return RP_OK;
}

static rp_status failing(void *context, const double *x, double *value, rp_error *err)
{
    (void)context;
    (void)x;
    *value = 0;
    return rp_error_set(err, RP_FAILED, "no value");
}

static void draw(rp_random *r, double *x)
{
    x[0] = rp_random_range(r, -3, 3);
    x[1] = rp_random_range(r, -3, 3);
}

static void test_smooth(void **state)
{
    (void)state;
    rp_error err;
    rp_patches *p;
    int calls = 0;
    rp_random r = rp_random_stream(1, RP_RANDOM_TEST, 0, 0);
    assert_int_equal(rp_patches_create(2, 1e-4, smooth, &calls, &p, &err), RP_OK);
    for (int n = 0; n < 100000; n++) {
        double x[2], value, exact;
        draw(&r, x);
        assert_int_equal(rp_patches_value(p, x, &value, &err), RP_OK);
        exact = sin(2 * x[0]) * exp(-0.3 * x[1]);
        if (fabs(value - exact) > 1e-4) fail_msg("off by %g at %g, %g", value - exact, x[0], x[1]);
    }
    assert_in_range(calls, 100, 20000);
    rp_patches_destroy(p);
}

static void test_jump(void **state)
{
    (void)state;
    rp_error err;
    rp_patches *p;
    assert_int_equal(rp_patches_create(1, 1e-4, stepped, NULL, &p, &err), RP_OK);
    for (double x = -1; x < 2; x += 1e-4) {
        double value, exact;
        assert_int_equal(rp_patches_value(p, &x, &value, &err), RP_OK);
        stepped(NULL, &x, &exact, &err);
        if (fabs(value - exact) > 1e-4) fail_msg("off by %g at %g", value - exact, x);
    }
    rp_patches_destroy(p);
}

static void test_order(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    static double x[COUNT][2], value[2][COUNT];
    rp_error err;
    int calls = 0;
    rp_random r = rp_random_stream(2, RP_RANDOM_TEST, 0, 0);
    for (int n = 0; n < COUNT; n++) draw(&r, x[n]);
    for (int way = 0; way < 2; way++) {
        rp_patches *p;
        assert_int_equal(rp_patches_create(2, 1e-6, smooth, &calls, &p, &err), RP_OK);
        for (int n = 0; n < COUNT; n++) {
            int k = way ? COUNT - 1 - n : n;
            assert_int_equal(rp_patches_value(p, x[k], &value[way][k], &err), RP_OK);
        }
        rp_patches_destroy(p);
    }
    assert_memory_equal(value[0], value[1], sizeof value[0]);
}

/* A function that fails, and memory that ends: an error, and nothing is lost. */
static void test_failures(void **state)
{
    (void)state;
    rp_error err;
    rp_patches *p;
    double x[2] = {0.3, 0.4}, value;
    int calls = 0;
    assert_int_equal(rp_patches_create(2, 1e-4, failing, NULL, &p, &err), RP_OK);
    assert_int_equal(rp_patches_value(p, x, &value, &err), RP_FAILED);
    assert_string_equal(err.what, "no value");
    rp_patches_destroy(p);
    for (long n = 1; n < 12; n++) {
        assert_int_equal(rp_patches_create(2, 1e-4, smooth, &calls, &p, &err), RP_OK);
        rp_memory_fail_at(n);
        rp_status status = rp_patches_value(p, x, &value, &err);
        rp_memory_fail_at(0);
        assert_true(status == RP_OK || status == RP_SYSTEM);
        assert_int_equal(rp_patches_value(p, x, &value, &err), RP_OK);
        assert_true(fabs(value - sin(2 * x[0]) * exp(-0.3 * x[1])) < 1e-4);
        rp_patches_destroy(p);
    }
}

static void test_map(void **state)
{
    (void)state;
    rp_map map = {0};
    assert_int_equal(rp_map_find(&map, 7), RP_MAP_NONE);
    for (uint32_t n = 0; n < 10000; n++) assert_true(rp_map_put(&map, (uint64_t)n << 32, n));
    for (uint32_t n = 0; n < 10000; n++) assert_int_equal(rp_map_find(&map, (uint64_t)n << 32), n);
    assert_int_equal(rp_map_find(&map, 1), RP_MAP_NONE);
    rp_map_free(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_smooth), cmocka_unit_test(test_jump),
                                       cmocka_unit_test(test_order), cmocka_unit_test(test_failures),
                                       cmocka_unit_test(test_map)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
