/* Bouncing balls, fluctuating restitution, scaling. */
#include "laws.h"

#include "repose/bounce.h"
#include "repose/restitution.h"
#include "repose/scale.h"

typedef struct ball {
    const rp_interaction *laws;
    rp_impact_pair pair;
} ball;

static double restitution(void *context, double speed)
{
    const ball *b = context;
    rp_impact impact;
    assert_int_equal(rp_restitution_impact(b->laws, &b->pair, speed, 0, &impact, NULL), RP_OK);
    return impact.eps_n;
}

/* A ball that bounces by a law gives the law back: Eq. 56 is exact for free flight. */
static void test_bounce_returns_its_law(void **state)
{
    (void)state;
    pair_of_laws p;
    laws_init(&p);
    laws_choose(&p, RP_NORMAL, "viscoelastic");
    laws_set(&p, RP_NORMAL, "dissipation", 1e-7);
    laws_prepare(&p);
    ball b = {&p.x, rp_restitution_spheres(5e-3, 2500, INFINITY, 2500)};
    double time[60], speed[60], eps[60];
    size_t n = rp_bounce_times(2, 9.81, 0.05, restitution, &b, time, 60);
    assert_true(n > 10);
    assert_int_equal(rp_bounce_analyse(time, n, 9.81, speed, eps, NULL), RP_OK);
    for (size_t k = 0; k + 2 < n; k++) assert_near(eps[k], restitution(&b, speed[k]), 1e-10);
    assert_near(speed[0], 2 * restitution(&b, 2), 1e-12);
    assert_true(eps[n - 3] > eps[0]);
}

static void test_bounce_refusals(void **state)
{
    (void)state;
    double time[] = {0, 1, 0.5, 2}, speed[4], eps[4];
    rp_error err;
    assert_int_equal(rp_bounce_analyse(time, 2, 9.81, speed, eps, &err), RP_INPUT);
    assert_int_equal(rp_bounce_analyse(time, 4, 9.81, speed, eps, &err), RP_INPUT);
    assert_true(strstr(err.what, "time 3") != NULL);
}

/* Moments of the two exponentials: mean peak - below + above, variance below^2 + above^2, share below / (below + above)
 * under the peak; values above 1 occur; the fit returns the parameters. Tolerances: five standard errors of 200 000
 * draws. */
static void test_fluctuation(void **state)
{
    (void)state;
    enum { N = 200000 };
    static double value[N];
    const rp_fluctuation f = {0.98, 0.010, 0.004};
    double sum = 0, spread = sqrt(0.010 * 0.010 + 0.004 * 0.004);
    int under = 0, over = 0;
    for (int n = 0; n < N; n++) {
        value[n] = rp_fluctuation_draw(&f, 1, 2, (uint64_t)n);
        sum += value[n];
        under += value[n] < f.peak;
        over += value[n] > 1;
    }
    assert_within(sum / N, 0.98 + (0.004 * 0.004 - 0.010 * 0.010) / 0.014, 5 * spread / sqrt(N));
    assert_within((double)under / N, 10.0 / 14, 5 * sqrt(0.25 / N));
    assert_true(over > 0);
    assert_true(rp_fluctuation_draw(&f, 1, 2, 77) == value[77]); /* a function of its arguments */
    assert_true(rp_fluctuation_draw(&f, 2, 2, 77) != value[77]);
    rp_fluctuation g;
    assert_int_equal(rp_fluctuation_fit(value, N, &g, NULL), RP_OK);
    assert_within(g.peak, f.peak, 2e-4);
    assert_near(g.below, f.below, 0.02);
    assert_near(g.above, f.above, 0.03);
}

static void test_fluctuation_table(void **state)
{
    (void)state;
    const double edge[] = {0, 0.5, 1}, value[] = {0.9, 0.91, 0.8, 0.81};
    const rp_fluctuation_table t = {2, 2, edge, value};
    int first = 0;
    for (uint64_t n = 0; n < 1000; n++) {
        double slow = rp_fluctuation_table_draw(&t, 0.1, 1, 0, n), fast = rp_fluctuation_table_draw(&t, 7, 1, 0, n);
        assert_true((slow == 0.9 || slow == 0.91) && (fast == 0.8 || fast == 0.81));
        first += slow == 0.9;
    }
    assert_within(first, 500, 80); /* five standard deviations of 1000 tosses */
}

/* The paper's steel and Plexiglas: 2.92e7 m^2/s^2, a tenth of it at a tenth of the size, 31.6 s for 100 s; Plexiglas
 * has about that. */
static void test_scale_example(void **state)
{
    (void)state;
    assert_near(rp_scale_stiffness(20.6e10, 0.29, 7700), 2.92e7, 0.002);
    rp_scaled s = rp_scale_viscoelastic(20.6e10, 0.29, 7700, 1e-6, 0.1);
    assert_near(s.stiffness, 2.92e6, 0.002);
    assert_near(100 * s.time, 31.6, 0.001);
    assert_near(s.dissipation, 1e-6 * sqrt(0.1), 1e-14);
    assert_near(rp_scale_stiffness(0.32e10, 0.35, 1200), s.stiffness, 0.05);
}

/* Both systems simulated: an impact of the scaled one at scaled speed has the same restitution, and its time and
 * overlap scale [Eqs. 57-64]. */
static void test_scale_impact(void **state)
{
    (void)state;
    const double factor = 0.1, A = 3e-6;
    rp_scaled s = rp_scale_viscoelastic(20.6e10, 0.29, 7700, A, factor);
    rp_impact big, small;
    for (int n = 0; n < 2; n++) {
        pair_of_laws p;
        laws_init(&p);
        p.material[0].young = n ? s.young : 20.6e10;
        p.material[0].poisson = 0.29;
        laws_choose(&p, RP_NORMAL, "viscoelastic");
        laws_set(&p, RP_NORMAL, "dissipation", n ? s.dissipation : A);
        laws_prepare(&p);
        double size = n ? factor : 1;
        rp_impact_pair pair = rp_restitution_spheres(0.1 * size, 7700, 0.07 * size, 7700);
        assert_int_equal(rp_restitution_impact(&p.x, &pair, n ? s.speed : 1, 0, n ? &small : &big, NULL), RP_OK);
    }
    assert_near(small.eps_n, big.eps_n, 1e-10);
    assert_near(small.contact_time, big.contact_time * s.time, 1e-9);
    assert_near(small.max_overlap, big.max_overlap * s.length, 1e-9);
    assert_near(small.max_force, big.max_force * s.force, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounce_returns_its_law),
        cmocka_unit_test(test_bounce_refusals),
        cmocka_unit_test(test_fluctuation),
        cmocka_unit_test(test_fluctuation_table),
        cmocka_unit_test(test_scale_example),
        cmocka_unit_test(test_scale_impact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
