/* Elastic impacts of polyhedra at random attitudes: the energy comes back to 1e-10 with a small step, by order 2. */
#include "polyhedra_impacts.h"

enum { SEEDS = 12, STEPS = 4 };

static double median(double *v, int n)
{
    for (int k = 1; k < n; k++)
        for (int j = k; j > 0 && v[j] < v[j - 1]; j--) {
            const double swap = v[j];
            v[j] = v[j - 1];
            v[j - 1] = swap;
        }
    return v[n / 2];
}

static void order_of_the_energy(void **state)
{
    (void)state;
    double off[STEPS][SEEDS], middle[STEPS];
    for (int k = 0; k < STEPS; k++) {
        for (int seed = 0; seed < SEEDS; seed++) {
            rp_vec lost, turned;
            int rotated;
            off[k][seed] = fabs(impact(seed % 3 ? "{random: 12}" : "{box: [1, 1, 1]}",
                                       seed % 2 ? "{solid: tetrahedron}" : "{random: 8}", seed + 20,
                                       1e-5 / (1 << (4 * k / 3)), &lost, &turned, &rotated));
        }
        middle[k] = median(off[k], SEEDS);
        print_message("step %.3g s: energy off by %.2g in the middle, %.2g at most\n", 1e-5 / (1 << (4 * k / 3)),
                      middle[k], off[k][SEEDS - 1]);
    }
    assert_true(middle[STEPS - 1] < 1e-10);
    /* 1/16 of the step: 1/256 of the error, with room for the few impacts whose corners cross edges */
    assert_true(middle[STEPS - 1] < middle[0] / 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(order_of_the_energy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
