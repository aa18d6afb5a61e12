/* The chain of rigid discs of [UngerKertesz2003, "Numerical confirmation"] rings as predicted, with 10 and with 40
 * sweeps a step: an octave. Four seeds; reproduce ungerkertesz2003-fig7, in the second tier, has sixteen and 20 and 80
 * sweeps. */
#include "testing.h"

#include <math.h>
#include "chain.h"

enum { SEEDS = 4, STEPS = 1000 };

static rp_ringing measure(int sweeps)
{
    static double x[STEPS];
    const int period = (int)(2 * M_PI / rp_chain_predicted(sweeps).omega);
    const int from = 60 + 8 * period, to = from + 4 * period; /* it bounces off the wall, and faster modes die out */
    rp_ringing mean = {0};
    assert_true(to <= STEPS);
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        rp_error err;
        rp_ringing mode = rp_chain_predicted(sweeps);
        assert_int_equal(rp_chain_run(sweeps, 1, 1, seed, x, to, &err), RP_OK);
        rp_ringing_fit_all(x, from, to, &mode);
        mean.omega += mode.omega / SEEDS;
        mean.tau += mode.tau / SEEDS;
    }
    return mean;
}

/* Frequency: the lattice's corrections are 0.7 % at most. Damping time: 16 seeds give the mean to about one per cent, 4
 * to two; within twice that. */
static void rings_as_predicted(void **state)
{
    (void)state;
    for (int sweeps = 10; sweeps <= 40; sweeps += 30) {
        const rp_ringing found = measure(sweeps), expected = rp_chain_predicted(sweeps);
        print_message("N_I = %d: omega %.6f (%.6f), tau %.2f (%.2f)\n", sweeps, found.omega, expected.omega, found.tau,
                      expected.tau);
        assert_true(fabs(found.omega - expected.omega) < 0.007 * expected.omega);
        assert_true(fabs(found.tau - expected.tau) < 0.04 * expected.tau);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rings_as_predicted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
