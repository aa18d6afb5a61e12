/* Extrapolated midpoint steps: accuracy, events, failure. */
#include "laws.h"

#include "laws/ode.h"
#include "laws/plain.h"
#include "laws/root.h"

static void oscillator(void *context, double t, const double *y, double *rate)
{
    (void)context;
    (void)t;
    rate[0] = y[1];
    rate[1] = -y[0];
}

static void sine(void *context, double t, const double *y, double *value)
{
    (void)context;
    (void)t;
    value[0] = y[0];
    value[1] = y[0] + 0.999; /* below 0 for a fortieth of the period */
}

static rp_ode problem(int events)
{
    return (rp_ode){.count = 2,
                    .events = events,
                    .rate = oscillator,
                    .event = sine,
                    .tolerance = 1e-13,
                    .scale = {1, 1},
                    .step = 0.1,
                    .max_steps = 10000};
}

/* A hundred periods of the oscillator; the error of a step is 1e-13 at most and grows no faster than their number. */
static void test_accuracy(void **state)
{
    (void)state;
    rp_ode ode = problem(0);
    double t = 0, y[2] = {0, 1};
    int which;
    assert_int_equal(rp_ode_solve(&ode, &t, y, 200 * M_PI, &which, NULL), RP_OK);
    assert_int_equal(which, -1);
    assert_true(t == 200 * M_PI);
    assert_within(y[0], 0, 1e-13 * (double)ode.steps);
    assert_within(y[1], 1, 1e-13 * (double)ode.steps);
    assert_true(ode.steps < 3500);
}

/* The first zero of sin t is at pi: it starts at 0 and must not count there. */
static void test_event(void **state)
{
    (void)state;
    rp_ode ode = problem(1);
    double t = 0, y[2] = {0, 1};
    int which;
    assert_int_equal(rp_ode_solve(&ode, &t, y, 100, &which, NULL), RP_OK);
    assert_int_equal(which, 0);
    assert_within(t, M_PI, 1e-12);
    assert_true(y[0] <= 0 && y[0] > -1e-14);
}

/* An event that begins and ends inside one step is seen by the look between its ends. */
static void test_short_event(void **state)
{
    (void)state;
    rp_ode ode = problem(2);
    double t = 0, y[2] = {-0.5, -sqrt(0.75)};
    int which;
    assert_int_equal(rp_ode_solve(&ode, &t, y, 100, &which, NULL), RP_OK);
    assert_int_equal(which, 1);
    assert_within(y[0], -0.999, 1e-13);
    assert_true(y[1] < 0);
}

static void sine_thrice(void *context, double t, const double *y, double *value)
{
    sine(context, t, y, value);
    value[1] = y[0];
    value[2] = y[0] - 0.01;
}

/* Two events at the very same time do not hide a third that comes before them in the same step, wherever steps end. */
static void test_events_together(void **state)
{
    (void)state;
    for (double begin = 0.3; begin < 1.3; begin += 0.01) {
        rp_ode ode = problem(3);
        ode.event = sine_thrice;
        double t = begin, y[2] = {sin(begin), cos(begin)};
        int which;
        assert_int_equal(rp_ode_solve(&ode, &t, y, 100, &which, NULL), RP_OK);
        assert_int_equal(which, 2);
        assert_within(t, M_PI - asin(0.01), 1e-12);
    }
}

static void test_too_many_steps(void **state)
{
    (void)state;
    rp_ode ode = problem(0);
    ode.max_steps = 3;
    double t = 0, y[2] = {0, 1};
    int which;
    rp_error err;
    assert_int_equal(rp_ode_solve(&ode, &t, y, 1000, &which, &err), RP_FAILED);
    assert_true(strstr(err.what, "more than 3 steps") != NULL);
}

static double cubic(void *context, double x)
{
    (void)context;
    return x * x * x - 2;
}

static void test_root(void **state)
{
    (void)state;
    double x = rp_root_find(cubic, NULL, 0, -2, 5, 123, 0);
    assert_true(cubic(NULL, x) >= 0 && cubic(NULL, nextafter(x, 0)) <= 0);
    x = rp_root_find(cubic, NULL, 5, 123, 0, -2, 0); /* the other way round */
    assert_true(cubic(NULL, x) <= 0 && cubic(NULL, nextafter(x, 5)) >= 0);
}

/* Against libm, which is right to below one ulp; the power's error is that of exponent * log. */
static void test_plain(void **state)
{
    (void)state;
    rp_random r = rp_random_stream(1, RP_RANDOM_TEST, 0, 0);
    for (int n = 0; n < 100000; n++) {
        double x = exp(rp_random_range(&r, -600, 600)), y = rp_random_range(&r, -600, 600);
        assert_near(rp_plain_log(x), log(x), 4e-16);
        assert_near(rp_plain_exp(y), exp(y), 1e-15 + 1e-16 * fabs(y));
        double z = rp_random_uniform(&r) + 1e-12;
        assert_near(rp_plain_pow(z, 1.0 / 3), cbrt(z), 4e-15);
    }
    assert_true(rp_plain_log(1) == 0);
    assert_true(rp_plain_exp(0) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accuracy),       cmocka_unit_test(test_event),
        cmocka_unit_test(test_short_event),    cmocka_unit_test(test_events_together),
        cmocka_unit_test(test_too_many_steps), cmocka_unit_test(test_root),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
