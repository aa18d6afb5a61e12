/* Normal laws: forces by hand, restitution of viscoelastic spheres, what prepare refuses. */
#include "laws.h"

#include "laws/damping.h"
#include "repose/viscous.h"

static void normal(pair_of_laws *p, const char *name)
{
    laws_init(p);
    laws_choose(p, RP_NORMAL, name);
}

/* Unequal materials and a wall: E* by hand, rho = (4/3) E* sqrt(R), force rho xi^1.5, stiffness its derivative. */
static void test_hertz_force(void **state)
{
    (void)state;
    pair_of_laws p;
    normal(&p, "hertz");
    p.x.b = 1;
    laws_prepare(&p);
    double modulus = 1 / ((1 - 0.24 * 0.24) / 7e10 + (1 - 0.45 * 0.45) / 5e6), R = 2e-3, xi = 3e-6;
    rp_block b;
    laws_history h;
    laws_block(&b, h, &p.x, xi, -0.1, 0, 1e-3, R);
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
    double rho = 4.0 / 3 * modulus * sqrt(R);
    assert_near(b.fn[5], rho * pow(xi, 1.5), 1e-14); /* no damping was given */
    assert_near(b.kn[5], 1.5 * rho * sqrt(xi), 1e-14);
    assert_near(b.energy[5], 0.4 * rho * pow(xi, 2.5), 1e-14);
    assert_near(b.radius[5], sqrt(R * xi), 1e-14);
    assert_true(b.normal_loss[5] == 0);
}

/* [Poschel2008, Eq. 30] on approach; on separation the sum is cut at 0 unless tension is allowed. */
static void test_viscoelastic_force(void **state)
{
    (void)state;
    double R = 1e-3, xi = 1e-7, A = 1e-5, rho = 4.0 / 3 * 7e10 / (2 * (1 - 0.24 * 0.24)) * sqrt(R);
    for (int tension = 0; tension < 2; tension++) {
        pair_of_laws p;
        normal(&p, "viscoelastic");
        laws_set(&p, RP_NORMAL, "dissipation", A);
        laws_set(&p, RP_NORMAL, "tension", tension);
        laws_prepare(&p);
        rp_block b;
        laws_history h;
        laws_block(&b, h, &p.x, xi, -0.3, 0, 1e-3, R);
        laws_contact(&b, 1, xi, +0.3, 0, 1e-3, R);
        laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-9);
        double spring = rho * pow(xi, 1.5), viscous = 1.5 * A * rho * sqrt(xi) * 0.3;
        assert_near(b.fn[0], spring + viscous, 1e-14);
        assert_near(b.normal_loss[0], viscous * 0.3 * 1e-9, 1e-12);
        assert_true(viscous > spring); /* so that the cut is at work */
        if (tension) assert_near(b.fn[1], spring - viscous, 1e-13);
        else assert_true(b.fn[1] == 0);
    }
}

/* The dissipation constant from viscosities [Poschel2008, Eq. 29], by hand for one material. */
static void test_viscosities(void **state)
{
    (void)state;
    pair_of_laws p;
    normal(&p, "viscoelastic");
    laws_set(&p, RP_NORMAL, "eta1", 2e4);
    laws_set(&p, RP_NORMAL, "eta2", 3e4);
    laws_prepare(&p);
    double nu = 0.24, Y = 7e10,
           A = 1.0 / 3 * pow(3 * 3e4 - 2e4, 2) / (3 * 3e4 + 2 * 2e4) * ((1 - nu * nu) * (1 - 2 * nu) / (Y * nu * nu));
    rp_block b;
    laws_history h;
    laws_block(&b, h, &p.x, 1e-6, -0.1, 0, 1e-3, 1e-3);
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
    assert_near(b.cn[0] / b.kn[0], A, 1e-13);
}

/* Universal function: 1 without damping. What a series leaves is the next power: halving B divides it by 2^((k + 1) /
 * 2) but for the powers after that, 0.7 of it at most for these B. A wrong coefficient of order k leaves its own power,
 * and the quotient of the orders from k on would be smaller by half a power or more. */
static void test_viscous_series(void **state)
{
    (void)state;
    static const struct {
        int order;
        double B;
    } row[] = {{1, 1e-4}, {3, 1e-3}, {5, 4e-4}, {8, 0.02}, {10, 0.04}, {13, 0.1}, {15, 0.15}};
    assert_within(rp_viscous_restitution(0, 0), 1, 1e-12);
    for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
        int k = row[n].order;
        double B = row[n].B, whole = rp_viscous_restitution(B, 0) - rp_viscous_series(B, k),
               half = rp_viscous_restitution(B / 2, 0) - rp_viscous_series(B / 2, k);
        assert_within(log2(whole / half), 0.5 * (k + 1), 0.4);
    }
    for (double B = 0.15; B < 0.31; B += 0.05) /* the next coefficient is 0.08 */
        assert_within(rp_viscous_series(B, RP_VISCOUS_SERIES_ORDER), rp_viscous_restitution(B, 0), 0.1 * pow(B, 10.5));
    for (double B = 0.005; B < 0.75; B += 0.005) { /* the ranges that the header states */
        double exact = rp_viscous_restitution(B, 0);
        if (B < 0.115) assert_within(rp_viscous_series(B, 5), exact, 1e-3);
        assert_within(rp_viscous_series(B, RP_VISCOUS_SERIES_ORDER), exact, 1e-3);
    }
    assert_true(rp_viscous_series(0.3, 99) == rp_viscous_series(0.3, RP_VISCOUS_SERIES_ORDER));
    assert_true(rp_viscous_series(0.3, 0) == 1);
}

/* There and back; with tension the collision loses more. */
static void test_viscous_inverse(void **state)
{
    (void)state;
    for (double eps = 0.05; eps < 1; eps += 0.1)
        for (int tension = 0; tension < 2; tension++)
            assert_near(rp_viscous_restitution(rp_viscous_ratio(eps, tension), tension), eps, 1e-12);
    assert_true(rp_viscous_restitution(0.3, 1) < rp_viscous_restitution(0.3, 0));
    assert_true(rp_viscous_ratio(1, 0) == 0);
}

/* Restitution at a stated speed: A of a pair of other size follows from B = (3/2) A (rho/m)^(2/5) v^(1/5). */
static void test_viscoelastic_restitution(void **state)
{
    (void)state;
    pair_of_laws p;
    normal(&p, "viscoelastic");
    p.x.eps_n = 0.8;
    p.x.eps_speed = 0.5;
    laws_prepare(&p);
    double B = rp_viscous_ratio(0.8, 0);
    for (double R = 1e-5; R < 1; R *= 10) {
        double m = 4000 * R * R * R, rho = 4.0 / 3 * 7e10 / (2 * (1 - 0.24 * 0.24)) * sqrt(R);
        rp_block b;
        laws_history h;
        laws_block(&b, h, &p.x, 1e-3 * R, -0.1, 0, m, R);
        laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-9);
        double A = b.cn[0] / b.kn[0];
        assert_near(1.5 * A * pow(rho / m, 0.4) * pow(0.5, 0.2), B, 1e-13);
    }
}

static void refuse(pair_of_laws *p, int discs, const char *key, const char *what)
{
    rp_error err;
    assert_int_equal(rp_interaction_prepare_world(&p->x, &p->world, discs, &err), RP_INPUT);
    if (key) assert_string_equal(err.key, key);
    if (!strstr(err.what, what)) fail_msg("'%s' does not say '%s'", err.what, what);
}

static void test_refusals(void **state)
{
    (void)state;
    pair_of_laws p;
    normal(&p, "hertz");
    refuse(&p, 1, NULL, "spheres");
    p.material[0].poisson = NAN;
    refuse(&p, 0, "materials.glass.poisson", "has no poisson");
    normal(&p, "hertz");
    laws_set(&p, RP_NORMAL, "damping_ratio", 0.1);
    p.x.eps_n = 0.5;
    refuse(&p, 0, "damping_ratio", "more than one way");
    normal(&p, "hertz");
    p.x.eps_n = 0;
    refuse(&p, 0, "restitution.normal", "no damping");
    normal(&p, "viscoelastic");
    p.x.eps_n = 0.5;
    refuse(&p, 0, "restitution.speed", "depends on the speed");
    normal(&p, "viscoelastic");
    laws_set(&p, RP_NORMAL, "eta1", 1);
    refuse(&p, 0, "eta2", "together");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hertz_force),     cmocka_unit_test(test_viscoelastic_force),
        cmocka_unit_test(test_viscosities),     cmocka_unit_test(test_viscous_series),
        cmocka_unit_test(test_viscous_inverse), cmocka_unit_test(test_viscoelastic_restitution),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
