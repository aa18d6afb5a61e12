/* The error of a mean over a window, for series whose correlation is known. */
#include <math.h>
#include "testing.h"
#include "base/random.h"
#include "study/study.h"

enum { ROWS = 200, TRIALS = 2000 };
#define TWO_SIDED 2.26 /* 95 % of Student's distribution with nine degrees of freedom: ten blocks */

/* An autoregressive process of first order: variance 1, correlation rho^|k| of values k rows apart. */
static void make(double *y, double rho, rp_random *r)
{
    y[0] = rp_random_normal(r);
    for (int n = 1; n < ROWS; n++) y[n] = rho * y[n - 1] + sqrt(1 - rho * rho) * rp_random_normal(r);
}

/* Variance of the mean of ROWS values of it, which is 0. */
static double variance_of_mean(double rho)
{
    double sum = 1;
    for (int k = 1; k < ROWS; k++) sum += 2 * (1 - (double)k / ROWS) * pow(rho, k);
    return sum / ROWS;
}

/* From independent rows to blocks of one correlation time. Blocks alone gave 0.94 of the error at a tenth of a block,
 * 0.78 at half a block and 0.59 at one: the true mean lay within the 95 % in 92, 86 and 74 of 100 cases.
 * Bounds: errors from ten values scatter by a quarter, and the correlation is found from the same ten, so that 95 % are
 * not reached; what is asked for is 90 % up to half a block and 85 % at one (2000 cases: a scatter of 0.8 %), with
 * errors that are neither a tenth too small nor half too large in the mean square. */
static void test_correlated_rows(void **state)
{
    static const double times[] = {0.01, 2, 4, 10, 20}; /* correlation time in rows; a block has 20 */
    static const double least[] = {0.9, 0.9, 0.9, 0.9, 0.85};
    double y[ROWS];
    (void)state;
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
        const double rho = exp(-1 / times[t]), variance = variance_of_mean(rho);
        double square = 0, mean_square = 0;
        int within = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            rp_random r = rp_random_stream(31, RP_RANDOM_TEST, (uint64_t)trial, t);
            double mean = 0;
            make(y, rho, &r);
            for (int n = 0; n < ROWS; n++) mean += y[n] / ROWS;
            const double error = rp_study_mean_error(y, ROWS);
            square += error * error / (variance * TRIALS);
            mean_square += mean * mean / (variance * TRIALS);
            within += fabs(mean) <= TWO_SIDED * error;
        }
        print_message("correlation time %g rows: error %.2f of the true one, true mean within 95 %% in %.1f %%\n",
                      times[t], sqrt(square), 100.0 * within / TRIALS);
        assert_true(fabs(mean_square - 1) < 0.12); /* the process is what it should be: 4 sqrt(2 / TRIALS) */
        assert_true(sqrt(square) > 0.9 && sqrt(square) < 1.5);
        assert_true(within >= least[t] * TRIALS);
    }
}

static void test_few_rows(void **state)
{
    const double y[4] = {1, 1, 3, 3}, same[12] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    (void)state;
    assert_true(isnan(rp_study_mean_error(y, 0)) && isnan(rp_study_mean_error(y, 1)));
    assert_true(rp_study_mean_error(same, 12) == 0);
    assert_true(rp_study_mean_error(y + 1, 2) == 1); /* 1 and 3: standard deviation sqrt 2, of two */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_correlated_rows),
        cmocka_unit_test(test_few_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
