/* Tangential, rolling and adhesion laws: forces by hand and closed forms. */
#include "laws.h"

static rp_block b;
static laws_history h;

static void pair(pair_of_laws *p, const char *normal, const char *tangential)
{
    laws_init(p);
    laws_choose(p, RP_NORMAL, normal);
    if (strcmp(normal, "linear") == 0) laws_set(p, RP_NORMAL, "stiffness", 1e6);
    if (tangential) laws_choose(p, RP_TANGENTIAL, tangential);
    p->x.friction = 0.5;
}

/* 1e6 N/m and an overlap of 1e-6 m: N = 1 N, bound 0.5 N. */
static const double xi = 1e-6, m = 1e-3, R = 1e-3;

static void at(pair_of_laws *p, double gt) { laws_block(&b, h, &p->x, xi, 0, gt, m, R); }

static void test_coulomb(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", "coulomb");
    laws_prepare(&p);
    at(&p, 0.3);
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
    assert_near(b.fx[0], -0.5, 1e-15);
    assert_near(b.tangential_work[0], 0.5 * 0.3 * 1e-7, 1e-14);
    assert_true(b.sliding[0] == 1);
    at(&p, 1e-9); /* the full force would turn this round within the step */
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
    assert_near(b.fx[0], -m / 7 * 1e-9 / 1e-7, 1e-14);
    assert_true(b.sliding[0] == 0);
    at(&p, 0);
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 0);
    assert_true(b.fx[0] == 0);
}

static void test_haff_werner(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", "haff-werner");
    laws_set(&p, RP_TANGENTIAL, "damping", 4);
    laws_prepare(&p);
    at(&p, 0.1);
    laws_contact(&b, 1, xi, 0, -0.2, m, R);
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
    assert_near(b.fx[0], -0.4, 1e-15); /* below the bound: viscous */
    assert_near(b.fx[1], 0.5, 1e-15);  /* above: Coulomb, against the slip */
}

/* Slip of 2e-8 m in steps against a spring of 1e7 N/m: 0.2 N; slip on to the bound; back: it unloads at once,
 * elastically. Static friction 0.6 holds where sliding friction 0.5 would not, and after sliding the force is 0.5 N. */
static void test_cundall_strack(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", "cundall-strack");
    laws_set(&p, RP_TANGENTIAL, "stiffness", 1e7);
    p.x.friction_static = 0.6;
    laws_prepare(&p);
    assert_int_equal(p.x.history_width, 3);
    at(&p, 0.2);
    for (int n = 0; n < 100; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-9);
    assert_near(b.fx[0], -1e7 * 0.2 * 99.5e-9, 1e-12); /* the middle of the hundredth step */
    for (int n = 100; n < 275; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-9);
    assert_near(b.fx[0], -1e7 * 0.2 * 274.5e-9, 1e-12); /* 0.549 N, held by static friction */
    assert_true(b.sliding[0] == 0);
    for (int n = 275; n < 400; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-9);
    assert_near(b.fx[0], -0.5, 1e-12);
    assert_true(b.sliding[0] == 1);
    for (int c = 0; c < RP_BLOCK; c++) b.tx[c] = -0.2;
    for (int n = 0; n < 50; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-9);
    assert_near(b.fx[0], -0.5 + 1e7 * 0.2 * 49e-9, 1e-9); /* half a step after the turn, half a step of slip to undo */
}

/* A dashpot alone above the bound must not stretch the spring backwards. */
static void test_strong_dashpot(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", "cundall-strack");
    laws_set(&p, RP_TANGENTIAL, "stiffness", 1e7);
    laws_set(&p, RP_TANGENTIAL, "damping", 100);
    laws_prepare(&p);
    at(&p, 0.2);
    double lost = 0;
    for (int n = 0; n < 10; n++) {
        laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-9);
        lost += laws_lost(&b, 0);
    }

    assert_near(b.fx[0], -0.5, 1e-14);
    assert_near(h[p.x.history[RP_TANGENTIAL]][0], 0.2 * 0.5e-9,
                1e-9); /* the half step beyond t_n, and nothing from before */
    assert_near(lost, 0.5 * 0.2 * 10e-9 - 0.5 * 1e7 * pow(0.2 * 0.5e-9, 2), 1e-9);
}

/* k = 8 G* a. Loading keeps the force, unloading lowers it with the contact radius. */
static void test_mindlin(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "hertz", "mindlin");
    p.x.friction = 10;
    laws_prepare(&p);
    double G = 7e10 / (2 * 1.24), shear = G / (2 * (2 - 0.24)), k = 8 * shear * sqrt(R * xi);
    at(&p, 0.1);
    for (int n = 0; n < 100; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-10);
    assert_near(b.fx[0], -k * 0.1 * 99.5e-10, 1e-12);
    double force = b.fx[0] - k * 0.1 * 0.5e-10;
    for (int c = 0; c < RP_BLOCK; c++) {
        b.tx[c] = 0;
        b.xi[c] = 4 * xi;
    }

    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-10);
    assert_near(b.fx[0], force, 1e-12);
    double gone = laws_lost(&b, 0);
    assert_near(gone, 0.5 * force * force / k * (1 - 0.5), 1e-9); /* stored: f^2 / 2k, and k has doubled */
    for (int c = 0; c < RP_BLOCK; c++) b.xi[c] = xi;
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-10);
    assert_near(b.fx[0], 0.5 * force, 1e-12);
}

/* Constant N, slip one way: T = B (1 - (1 - (2/3) k0 s / B)^(3/2)), B = mu N; then back:
 * (B + T)^(2/3) = (B + T*)^(2/3) - (2/3) k0 s (B + T*)^(-1/3). Exact for steps of any length. */
static double walton_braun_error(int steps, int back)
{
    pair_of_laws p;
    pair(&p, "linear", "walton-braun");
    laws_set(&p, RP_TANGENTIAL, "stiffness", 1e6);
    laws_prepare(&p);
    double B = 0.5, k0 = 1e6, length = 4e-7, dt = 1e-6, v = length / dt;
    at(&p, v);
    for (int n = 0; n < steps; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, dt / steps);
    double T = B * (1 - pow(1 - 2.0 / 3 * k0 * length / B, 1.5));
    if (back) {
        for (int c = 0; c < RP_BLOCK; c++) b.tx[c] = -v;
        for (int n = 0; n < 2 * steps; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, dt / steps);
        T = pow(pow(B + T, 2.0 / 3) - 2.0 / 3 * k0 * 2 * length * pow(B + T, -1.0 / 3), 1.5) - B;
        assert_true(T < 0);
    }
    return fabs(h[p.x.history[RP_TANGENTIAL]][0] / T - 1);
}

static void test_walton_braun(void **state)
{
    (void)state;
    for (int back = 0; back < 2; back++)
        for (int steps = 1; steps <= 100; steps *= 10) assert_true(walton_braun_error(steps, back) < 1e-12);
}

/* A slip in one step that is much longer than what reaches the bound: the force of its middle is at the bound and so is
 * the spring. */
static void test_walton_braun_long_step(void **state)
{
    (void)state;
    for (double exponent = 0; exponent <= 1; exponent += 0.25) {
        pair_of_laws p;
        pair(&p, "linear", "walton-braun");
        laws_set(&p, RP_TANGENTIAL, "stiffness", 1e6);
        laws_set(&p, RP_TANGENTIAL, "exponent", exponent);
        laws_prepare(&p);
        at(&p, 1);
        laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-4);
        assert_near(b.fx[0], -0.5, 1e-15);
        assert_near(h[p.x.history[RP_TANGENTIAL]][0], 0.5, 1e-15);
        laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-4);
        assert_near(b.fx[0], -0.5, 1e-15);
    }
}

/* Turning about the normal is free; rolling meets mu_r R N, or length N. */
static void test_constant_torque(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", NULL);
    laws_choose(&p, RP_ROLLING, "constant-torque");
    laws_set(&p, RP_ROLLING, "friction", 0.1);
    laws_prepare(&p);
    at(&p, 0);
    for (int c = 0; c < RP_BLOCK; c++) {
        b.wy[c] = 30;
        b.wz[c] = 70;
    }

    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
    assert_near(b.my[0], -0.1 * R * 1, 1e-14);
    assert_true(b.mx[0] == 0 && b.mz[0] == 0);
    assert_near(b.rolling_loss[0], 0.1 * R * 30 * 1e-7, 1e-13);
    p.x.param[RP_ROLLING][0] = NAN;
    laws_set(&p, RP_ROLLING, "length", 2e-5);
    laws_prepare(&p);
    laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
    assert_near(b.my[0], -2e-5, 1e-14);
}

static void test_rolling_spring(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", NULL);
    laws_choose(&p, RP_ROLLING, "spring-dashpot");
    laws_set(&p, RP_ROLLING, "friction", 0.1);
    laws_prepare(&p);
    double k = 2.25 * 1e6 * pow(0.1 * R, 2);
    at(&p, 0);
    for (int c = 0; c < RP_BLOCK; c++) b.wx[c] = 10;
    for (int n = 0; n < 10; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-6);
    assert_near(b.mx[0], -k * 10 * 9.5e-6, 1e-12);
    for (int n = 0; n < 10000; n++) laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-6);
    assert_near(b.mx[0], -0.1 * R, 1e-12);
}

/* The pull lowers fn and leaves Coulomb's bound where it was. */
static void test_adhesion(void **state)
{
    (void)state;
    const char *names[] = {"dmt", "constant"};
    for (int n = 0; n < 2; n++) {
        pair_of_laws p;
        pair(&p, "linear", "coulomb");
        laws_choose(&p, RP_ADHESION, names[n]);
        laws_set(&p, RP_ADHESION, n ? "force" : "adhesion", n ? 0.3 : 0.05);
        laws_prepare(&p);
        double pull = n ? 0.3 : 2 * M_PI * 0.05 * R;
        at(&p, 0.3);
        laws_eval(&b, h, &p.x, RP_ISA_BASE, 1e-7);
        assert_near(b.fn[0], 1 - pull, 1e-14);
        assert_near(b.fx[0], -0.5, 1e-14);
        assert_near(b.energy[0], 0.5e6 * xi * xi - pull * xi, 1e-12);
    }
}

/* mu(v) by formula and by table. */
static void test_curves(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", "coulomb");
    p.x.friction_curve = (rp_curve){.kind = RP_CURVE_EXPONENTIAL, .start = 0.5, .end = 0.2, .speed = 0.1};
    laws_prepare(&p);
    assert_true(p.x.friction == 0.5 && p.x.friction_static == 0.5);
    at(&p, -0.3);
    rp_curve_friction(&p.x.friction_curve, &b);
    assert_near(b.mu[0], 0.2 + 0.3 * exp(-3), 1e-14);
    rp_curve table = {.kind = RP_CURVE_TABLE, .count = 3, .at = {0.1, 0.2, 0.4}, .value = {0.5, 0.3, 0.4}};
    assert_near(rp_curve_value(&table, 0), 0.5, 1e-15);
    assert_near(rp_curve_value(&table, 0.15), 0.4, 1e-14);
    assert_near(rp_curve_value(&table, 0.3), 0.35, 1e-14);
    assert_near(rp_curve_value(&table, 9), 0.4, 1e-14);
}

static void refuse(pair_of_laws *p, const char *what)
{
    rp_error err;
    assert_int_equal(rp_interaction_prepare_world(&p->x, &p->world, 0, &err), RP_INPUT);
    if (!strstr(err.what, what)) fail_msg("'%s' does not say '%s'", err.what, what);
}

static void test_refusals(void **state)
{
    (void)state;
    pair_of_laws p;
    pair(&p, "linear", "mindlin");
    refuse(&p, "Hertz-type");
    pair(&p, "hertz", "walton-braun");
    refuse(&p, "needs a stiffness");
    pair(&p, "linear", "haff-werner");
    refuse(&p, "needs one of damping");
    pair(&p, "linear", NULL);
    laws_choose(&p, RP_ROLLING, "spring-dashpot");
    refuse(&p, "needs one of friction");
    pair(&p, "jkr", NULL);
    laws_set(&p, RP_NORMAL, "adhesion", 0.1);
    laws_choose(&p, RP_ADHESION, "dmt");
    laws_set(&p, RP_ADHESION, "adhesion", 0.1);
    refuse(&p, "its own adhesion");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coulomb),
        cmocka_unit_test(test_haff_werner),
        cmocka_unit_test(test_cundall_strack),
        cmocka_unit_test(test_strong_dashpot),
        cmocka_unit_test(test_mindlin),
        cmocka_unit_test(test_walton_braun),
        cmocka_unit_test(test_walton_braun_long_step),
        cmocka_unit_test(test_constant_torque),
        cmocka_unit_test(test_rolling_spring),
        cmocka_unit_test(test_adhesion),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
