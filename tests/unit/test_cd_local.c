/* The one-contact problem against an independent judge: the definition itself, on random symmetric positive W. */
#include <math.h>
#include <string.h>
#include "base/random.h"
#include "methods/contact_dynamics/local.h"
#include "testing.h"

enum { CASES = 20000 };

static rp_random stream(uint64_t n) { return rp_random_stream(7, RP_RANDOM_TEST, n, 0); }

/* A symmetric positive W = A A^T + d 1 with coupling of the order of its diagonal. */
static void random_w(rp_random *r, int n, double w[3][3])
{
    double a[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a[i][j] = rp_random_normal(r);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            w[i][j] = i == j ? 0.05 : 0;
            for (int k = 0; k < n; k++) w[i][j] += a[i][k] * a[j][k];
        }
}

/* How far (p, u) is from Signorini and Coulomb, relative to the sizes of p and u: written from the definition, not from
 * the solver. */
static double violation(int n, double w[3][3], const double *b, double mu, double given, const double *p)
{
    double u[3] = {0}, size_u = 0, size_p = 0, scale = 0;
    for (int i = 0; i < n; i++) {
        u[i] = b[i];
        for (int j = 0; j < n; j++) {
            u[i] += w[i][j] * p[j];
            scale = fmax(scale, fabs(w[i][j] * p[j]));
        }

        scale = fmax(scale, fabs(b[i]));
        size_p = fmax(size_p, fabs(p[i]));
    }
    double slip = n == 2 ? fabs(u[1]) : hypot(u[1], u[2]), grip = n == 2 ? fabs(p[1]) : hypot(p[1], p[2]);
    size_u = scale;
    size_p = fmax(fmax(size_p, given), 1e-300);
    double worst = fmax(-u[0] / size_u, fmax(-p[0] / size_p, fabs(u[0]) / size_u * p[0] / size_p));
    worst = fmax(worst, (grip - mu * (p[0] + given)) / size_p);
    for (int i = 1; i < n; i++)
        worst = fmax(worst, fabs(p[i] * slip + mu * (p[0] + given) * u[i])
                                / (size_p * size_u)); /* opposite, and at the bound if it slips */
    return worst;
}

static void test_2d(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < CASES; n++) {
        rp_random r = stream(n);
        double w3[3][3], w[2][2], b[2] = {rp_random_normal(&r), rp_random_normal(&r)}, p[2],
                                  mu = rp_random_range(&r, 0, 2);
        random_w(&r, 2, w3);
        if (mu * fabs(w3[0][1]) >= w3[0][0]) continue; /* not unique */
        w[0][0] = w3[0][0];
        w[0][1] = w[1][0] = w3[0][1];
        w[1][1] = w3[1][1];
        double given = n % 2 ? rp_random_range(&r, 0, 1) : 0;
        rp_cd_local_solve_2d(w, b, mu, given, p);
        assert_true(violation(2, w3, b, mu, given, p) < 1e-12); /* rounding: a few operations of numbers of size 1 */
    }
}

static void test_3d(void **state)
{
    (void)state;
    int slides = 0, sticks = 0;
    for (uint64_t n = 0; n < CASES; n++) {
        rp_random r = stream(n);
        double w[3][3], b[3], p[3], mu = rp_random_range(&r, 0, 1.5);
        random_w(&r, 3, w);
        for (int i = 0; i < 3; i++) b[i] = rp_random_normal(&r);
        if (mu * hypot(w[0][1], w[0][2]) >= w[0][0]) continue;
        double given = n % 2 ? rp_random_range(&r, 0, 1) : 0;
        rp_cd_local_solve_3d(w, b, mu, given, p);
        assert_true(violation(3, w, b, mu, given, p)
                    < 1e-11); /* the angle of slip is found to about 1e-15 of a turn, times the condition of W */
        if (p[0] > 0) hypot(p[1], p[2]) < mu *(p[0] + given) * (1 - 1e-9) ? sticks++ : slides++;
    }
    assert_true(slides > 1000 && sticks > 300);
}

/* Brute force: fixed-point iteration of the natural map with De Saxce's term, small steps. It knows nothing of cases or
 * angles. */
static int brute_force(double w[3][3], const double *b, double mu, double *p)
{
    double rho = 0.3 / (w[0][0] + w[1][1] + w[2][2]);
    memset(p, 0, 3 * sizeof *p);
    for (int n = 0; n < 200000; n++) {
        double u[3], move = 0;
        for (int i = 0; i < 3; i++) u[i] = b[i] + w[i][0] * p[0] + w[i][1] * p[1] + w[i][2] * p[2];
        double x0 = fmax(0, p[0] - rho * u[0]), x1 = p[1] - rho * u[1], x2 = p[2] - rho * u[2], grip = hypot(x1, x2);
        if (grip > mu * x0) {
            x1 *= mu * x0 / grip;
            x2 *= mu * x0 / grip;
        }

        move = fmax(fabs(x0 - p[0]), fmax(fabs(x1 - p[1]), fabs(x2 - p[2])));
        p[0] = x0;
        p[1] = x1;
        p[2] = x2;
        if (move < 1e-14) return 1;
    }
    return 0;
}

static void test_3d_against_brute_force(void **state)
{
    (void)state;
    int compared = 0;
    for (uint64_t n = 0; n < 300; n++) {
        rp_random r = stream(n + CASES);
        double w[3][3], b[3], p[3], q[3], mu = rp_random_range(&r, 0, 1);
        random_w(&r, 3, w);
        for (int i = 0; i < 3; i++) b[i] = rp_random_normal(&r);
        if (mu * hypot(w[0][1], w[0][2]) >= 0.9 * w[0][0] || !brute_force(w, b, mu, q)) continue;
        rp_cd_local_solve_3d(w, b, mu, 0, p);
        /* the iteration stops when it moves by 1e-14 a step; its rate is at worst rho times the smallest eigenvalue,
         * about 1e-3 */
        for (int i = 0; i < 3; i++) assert_float_equal(p[i], q[i], 1e-9);
        compared++;
    }
    assert_true(compared > 150);
}

/* Where uniqueness is not given (strong coupling) something finite comes back, open contacts stay open. */
static void test_never_fails(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < CASES; n++) {
        rp_random r = stream(n + 2 * CASES);
        double w[3][3], b[3], p[3];
        random_w(&r, 1, w); /* nearly singular: coupling as strong as the diagonal */
        for (int i = 0; i < 3; i++) b[i] = rp_random_normal(&r);
        rp_cd_local_solve_3d(w, b, rp_random_range(&r, 0, 3), 0, p);
        assert_true(isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]) && p[0] >= 0);
        if (b[0] >= 0) assert_true(p[0] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_2d),
        cmocka_unit_test(test_3d),
        cmocka_unit_test(test_3d_against_brute_force),
        cmocka_unit_test(test_never_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
