/* Fractional derivatives, their exponentials, and the exact solution of an hereditary impact. */
#include "laws.h"

#include "base/memory.h"
#include "laws/fractional.h"

/* D^alpha t^p = Gamma(p + 1) / Gamma(p + 1 - alpha) t^(p - alpha), at t = 1 from n steps. */
static double power_error(double alpha, double p, rp_fractional_scheme scheme, double accuracy, int n)
{
    rp_fractional_memory *m = rp_fractional_memory_create(alpha, scheme, accuracy, 1.0 / n, p == 0, p == 1);
    for (int k = 1; k < n; k++) {
        double t = (double)k / n;
        assert_int_equal(rp_fractional_memory_add(m, pow(t, p), p * pow(t, p - 1), NULL), RP_OK);
    }
    double value = rp_fractional_memory_value(m, 1, p, 1.0 / n);
    rp_fractional_memory_destroy(m);
    return value - tgamma(p + 1) / tgamma(p + 1 - alpha);
}

/* Constant slopes: order 2 - alpha, exact for t. Linear slopes: order 2 (exact for t and t^2: errata 54). A constant
 * has the boundary term alone. */
static void test_powers(void **state)
{
    (void)state;
    for (double alpha = 0.1; alpha < 1; alpha += 0.2) {
        for (int scheme = 0; scheme < 2; scheme++) {
            assert_within(power_error(alpha, 0, scheme, 0, 50), 0, 1e-13);
            assert_within(power_error(alpha, 1, scheme, 0, 50), 0, 1e-13);
            double order = log2(power_error(alpha, 3, scheme, 0, 200) / power_error(alpha, 3, scheme, 0, 400));
            assert_within(order, scheme == RP_FRACTIONAL_LINEAR ? 2 : 2 - alpha,
                          0.12); /* at 0.1 the next term of the constant scheme, of order 2, is still near */
        }
        assert_within(power_error(alpha, 2, RP_FRACTIONAL_LINEAR, 0, 50), 0, 1e-12);
        assert_true(fabs(power_error(alpha, 2, RP_FRACTIONAL_CONSTANT, 0, 50)) > 1e-5);
    }
}

/* The sum of exponentials is the kernel to the stated accuracy, from half a step to 1e9 of them; so are derivatives
 * made of it. */
static void test_exponentials(void **state)
{
    (void)state;
    for (double alpha = 0.012; alpha < 1; alpha += 0.1085)
        for (double accuracy = 1e-4; accuracy > 0.9e-10; accuracy /= 100) {
            rp_fractional_kernel k;
            rp_fractional_kernel_make(&k, alpha, accuracy);
            assert_true(k.count <= RP_FRACTIONAL_NODES);
            for (double x = 0.5; x < 1e9; x *= 1.3) {
                double sum = 0;
                for (int j = 0; j < k.count; j++) sum += k.weight[j] * exp(-k.rate[j] * x);
                assert_near(sum, pow(x, -alpha) / tgamma(1 - alpha), accuracy);
            }
            for (int p = 0; p <= 3; p++)
                assert_within(power_error(alpha, p, RP_FRACTIONAL_LINEAR, accuracy, 300),
                              power_error(alpha, p, RP_FRACTIONAL_LINEAR, 0, 300), 6 * accuracy);
        }
}

/* One set of rates for all orders, to the same accuracy. */
static void test_common_exponentials(void **state)
{
    (void)state;
    for (double accuracy = 1e-2; accuracy > 0.9e-10; accuracy /= 100) {
        rp_fractional_common k;
        double weight[RP_FRACTIONAL_NODES];
        rp_fractional_common_make(&k, accuracy);
        assert_true(k.count <= RP_FRACTIONAL_NODES);
        for (double alpha = 0.002; alpha < 0.99; alpha += 0.0475) {
            rp_fractional_common_weights(alpha, k.count, k.spacing, k.top, k.share, weight);
            for (double x = 0.5; x < 1e9; x *= 1.3) {
                double sum = 0;
                for (int j = 0; j < k.count; j++) sum += weight[j] * exp(-k.rate[j] * x);
                assert_near(sum, pow(x, -alpha) / tgamma(1 - alpha), accuracy);
            }
        }
    }
}

/* Known cases: a = 2 is the oscillator, a = 1 the decay; series and asymptotics meet. */
static void test_mittag_leffler(void **state)
{
    (void)state;
    for (double x = 0.3; x < 12; x += 0.7) {
        assert_within(rp_fractional_mittag_leffler(2, 1, x), cos(x), 1e-13);
        assert_within(rp_fractional_mittag_leffler(2, 2, x), sin(x), 1e-13);
        assert_within(rp_fractional_mittag_leffler(2, 0, x), -sin(x), 1e-13);
        assert_within(rp_fractional_mittag_leffler(1 + 1e-9, 1, x), exp(-x), 1e-8);
    }
    for (double a = 1.1; a < 2; a += 0.2)
        for (int b = 0; b < 3; b++)
            assert_within(rp_fractional_mittag_leffler(a, b, 15 - 1e-9), rp_fractional_mittag_leffler(a, b, 15 + 1e-9),
                          1e-6);
}

/* Rebound only for alpha < 0.4009 if the contact ends at zero overlap, for all alpha < 1 if it ends at zero force
 * (errata 55). */
static void test_rebound(void **state)
{
    (void)state;
    rp_fractional_impact e;
    double low = 0.3, high = 0.5;
    assert_true(rp_fractional_impact_exact(0, 1, &e));
    assert_within(e.eps, 1, 1e-13);
    assert_within(e.time, M_PI, 1e-13);
    for (int n = 0; n < 40; n++) {
        double middle = 0.5 * (low + high);
        if (rp_fractional_impact_exact(middle, 1, &e)) low = middle;
        else high = middle;
    }
    assert_within(low, 0.4009, 0.00005);
    assert_within(low, RP_FRACTIONAL_REBOUND, 1e-6);
    for (double alpha = 0.05; alpha < 0.95; alpha += 0.1)
        assert_true(rp_fractional_impact_exact(alpha, 0, &e) && e.eps > 0);
    assert_false(rp_fractional_impact_exact(1, 0, &e));
}

static rp_fractional_run run_of(double alpha, double step)
{
    return (rp_fractional_run){.alpha = alpha,
                               .ratio = 1,
                               .speed = 1,
                               .step = step,
                               .before = 0.37 * step,
                               .scheme = RP_FRACTIONAL_LINEAR,
                               .tension = 1,
                               .max_steps = 100000};
}

/* Runge-Kutta for the mixed equation against the exact solution: contact time and eps converge with the order of the
 * derivative's scheme, 2 or 2 - alpha; begin and end are located to rounding; direct and exponentials agree to the
 * stated accuracy. */
static void test_runge_kutta(void **state)
{
    (void)state;
    int64_t bytes = rp_memory_bytes();
    for (double alpha = 0.1; alpha < 0.36; alpha += 0.125)
        for (int scheme = 0; scheme < 2; scheme++) {
            rp_fractional_impact e;
            double error[3];
            rp_fractional_impact_exact(alpha, 1, &e);
            for (int n = 0; n < 3; n++) {
                rp_fractional_run run = run_of(alpha, 0.02 / (1 << n));
                rp_fractional_result direct, fast;
                run.scheme = scheme;
                assert_int_equal(rp_fractional_collide(&run, &direct, NULL), RP_OK);
                run.accuracy = 1e-8;
                assert_int_equal(rp_fractional_collide(&run, &fast, NULL), RP_OK);
                error[n] = fabs(direct.end - direct.begin - e.time);
                assert_within(direct.begin, run.before, 1e-15);
                assert_within(direct.zeta_begin, 0, 1e-15);
                assert_within(direct.zeta_end, 0, 1e-14);
                assert_within(direct.eps, e.eps, 0.05 * run.step);
                assert_within(fast.eps, direct.eps, 1e-8);
                assert_within(fast.end, direct.end, 1e-7);
            }
            double order = log2(error[1] / error[2]), expected = scheme == RP_FRACTIONAL_LINEAR ? 2 : 2 - alpha;
            if (fabs(order - expected) > 0.2) fail_msg("alpha %g scheme %d: order %g", alpha, scheme, order);
        }
    assert_int_equal(rp_memory_bytes(), bytes);
}

/* A step longer than the whole impact: begin and end fall into it, and the impact is the right one all the same. */
static void test_one_step(void **state)
{
    (void)state;
    for (double step = 5; step < 100; step *= 3) {
        rp_fractional_run run = run_of(0.2, step);
        rp_fractional_result out;
        rp_fractional_impact e;
        rp_fractional_impact_exact(0.2, 1, &e);
        assert_int_equal(rp_fractional_collide(&run, &out, NULL), RP_OK);
        assert_true(out.begin < step && out.end < 2 * step);
        assert_within(out.end - out.begin, e.time, 0.01);
        assert_within(out.eps, e.eps, 0.01);
    }
}

/* No tension; and an order at which the contact never ends. */
static void test_ends(void **state)
{
    (void)state;
    rp_fractional_impact e;
    rp_fractional_result out;
    rp_fractional_run run = run_of(0.6, 0.002);
    run.max_steps = 3000;
    assert_int_equal(rp_fractional_collide(&run, &out, NULL), RP_OK);
    assert_true(isnan(out.end));
    run.tension = 0;
    assert_int_equal(rp_fractional_collide(&run, &out, NULL), RP_OK);
    rp_fractional_impact_exact(0.6, 0, &e);
    assert_within(out.eps, e.eps, 1e-4);
    assert_within(out.end - out.begin, e.time, 1e-3);
    assert_within(out.overlap, e.overlap, 1e-4);
}

/* -zeta(1/2) is tabulated (Abramowitz and Stegun, table 23.3: 1.46035 45088 09587); zeta(0) = -1/2. */
static void test_first(void **state)
{
    (void)state;
    assert_within(rp_fractional_first(0.5), 1.4603545088095868, 1e-14);
    assert_within(rp_fractional_first(1e-12), 0.5, 1e-11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_exponentials),
        cmocka_unit_test(test_common_exponentials),
        cmocka_unit_test(test_mittag_leffler),
        cmocka_unit_test(test_rebound),
        cmocka_unit_test(test_runge_kutta),
        cmocka_unit_test(test_one_step),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
