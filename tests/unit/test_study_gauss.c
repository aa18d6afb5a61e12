/* The model of a calibration: values with noise, of functions that are known. */
#include <math.h>
#include "testing.h"
#include "base/random.h"
#include "study/gauss.h"

enum { POINTS = 40, TRIALS = 60 };

/* A rise that levels off, as the angle of repose does with friction. */
static double rise(double x) { return 10 + 8 * (1 - exp(-4 * x)); }
static double hill(const double *x) { return 2 + sin(2 * x[0]) + x[0] * x[1]; }

/* How far the model is from the truth, in standard deviations that it gives itself: over many draws of the noise the
 * mean square is about 1. Hyperparameters are those of greatest likelihood, not known, so that errors are somewhat too
 * small: up to 2 is accepted, and from 0.3 on (they must not be too large either). The noise of 40 values is known to
 * 1 / sqrt(80) = 11 %; the mean of 60 of them to 2 %, and the prior may shift it by some more: 10 %. */
static void test_noise(void **state)
{
    double x[POINTS], y[POINTS], room[POINTS], square = 0, noise = 0;
    rp_error err;
    rp_gauss g;
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        rp_random r = rp_random_stream(17, RP_RANDOM_TEST, (uint64_t)trial, 0);
        for (int n = 0; n < POINTS; n++) {
            x[n] = rp_random_uniform(&r);
            y[n] = rise(x[n]) + 0.8 * rp_random_normal(&r);
        }
        assert_int_equal(rp_gauss_fit(&g, 1, POINTS, x, y, &err), RP_OK);
        for (int k = 1; k < 10; k++) {
            const double at = 0.1 * k;
            double value, error;
            rp_gauss_at(&g, &at, room, &value, &error);
            square += pow((value - rise(at)) / error, 2) / (9 * TRIALS);
        }
        noise += g.noise / TRIALS;
        rp_gauss_free(&g);
    }
    print_message("mean square of errors %.3f, noise %.3f\n", square, noise);
    assert_true(square > 0.3 && square < 2);
    assert_true(fabs(noise - 0.8) < 0.08);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* Without noise the model goes through the points, and between them a smooth function of two variables is found to a
 * small part of its range of 2. */
static void test_smooth(void **state)
{
    double x[2 * POINTS], y[POINTS], room[POINTS], value, error;
    rp_error err;
    rp_gauss g;
    (void)state;
    for (int n = 0; n < POINTS; n++) {
        x[2 * n] = (n + 0.5) / POINTS;
        x[2 * n + 1] = fmod(n * 0.6180339887498949, 1); /* an even spread over the square */
        y[n] = hill(x + 2 * n);
    }
    assert_int_equal(rp_gauss_fit(&g, 2, POINTS, x, y, &err), RP_OK);
    for (int n = 0; n < POINTS; n++) {
        rp_gauss_at(&g, x + 2 * n, room, &value, &error);
        assert_true(fabs(value - y[n]) < 1e-3);
    }
    for (int n = 0; n < 16; n++) {
        const double at[2] = {0.2 + 0.2 * (n % 4), 0.2 + 0.2 * (n / 4)};
        rp_gauss_at(&g, at, room, &value, &error);
        assert_true(fabs(value - hill(at)) < 0.01);
    }
    rp_gauss_free(&g);
}

/* Values that are all the same: a constant, and nothing that is not a number. */
static void test_constant(void **state)
{
    const double x[6] = {0, 0.2, 0.4, 0.6, 0.8, 1}, y[6] = {3, 3, 3, 3, 3, 3}, at = 0.5;
    double room[6], value, error;
    rp_error err;
    rp_gauss g;
    (void)state;
    assert_int_equal(rp_gauss_fit(&g, 1, 6, x, y, &err), RP_OK);
    rp_gauss_at(&g, &at, room, &value, &error);
    assert_true(fabs(value - 3) < 1e-9 && error >= 0 && error < 1e-6);
    rp_gauss_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_smooth),
        cmocka_unit_test(test_constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
