/* Impacts by steps beside exact ones: every tangential law, with static friction and friction by speed; adhesion. */
#include "laws.h"

#include "laws/collision.h"
#include "laws/impact.h"
#include "laws/impact_steps.h"

static void fill(const rp_interaction *x, rp_impact_block *b, double speed)
{
    *b = (rp_impact_block){.count = RP_BLOCK};
    for (int c = 0; c < RP_BLOCK; c++) {
        b->pair[c] = rp_restitution_spheres(2e-3, 2500, 2e-3, 2500);
        b->speed[c] = speed;
        b->slip[c] = speed * pow(10, -2 + 4.0 * c / (RP_BLOCK - 1));
    }
    rp_impact_steps_solve(x, rp_impact_steps_exponent(x, &b->pair[0], speed), b);
}

static void check(const rp_interaction *x, const char *what, double small)
{
    rp_impact_block b;
    fill(x, &b, 0.3);
    for (int c = 0; c < RP_BLOCK; c++) {
        rp_impact impact;
        rp_error err;
        assert_int_equal(rp_restitution_impact(x, &b.pair[c], b.speed[c], b.slip[c], &impact, &err), RP_OK);
        assert_int_equal(b.sticks[c], 0);
        if (fabs(b.eps_n[c] - impact.eps_n) > 1e-4 || fabs(b.eps_t[c] - impact.eps_t) > small)
            fail_msg("%s, slip / speed %g: %.6f, %.6f; exact %.6f, %.6f", what, b.slip[c] / b.speed[c], b.eps_n[c],
                     b.eps_t[c], impact.eps_n, impact.eps_t);
    }
}

static void prepare(pair_of_laws *p, const char *normal, const char *tangential, double mu_static)
{
    laws_init(p);
    laws_choose(p, RP_NORMAL, normal);
    if (strcmp(normal, "linear") == 0) laws_set(p, RP_NORMAL, "stiffness", 1e6);
    if (strcmp(normal, "viscoelastic") == 0) laws_set(p, RP_NORMAL, "dissipation", 1e-6);
    else p->x.eps_n = 0.8;
    laws_choose(p, RP_TANGENTIAL, tangential);
    if (strcmp(tangential, "haff-werner") == 0) laws_set(p, RP_TANGENTIAL, "damping", 1);
    if (strcmp(tangential, "walton-braun") == 0) laws_set(p, RP_TANGENTIAL, "stiffness", 6e5);
    p->x.friction = 0.4;
    p->x.friction_static = mu_static;
    laws_prepare(p);
}

/* Second order in the step, 1/256 to 1/512 of the contact: 1e-4 to 2e-3 where the force has jumps: at the end of
 * static friction, and at the first touch of walton-braun. */
static void test_laws(void **state)
{
    (void)state;
    static const char *const normals[] = {"linear", "hertz", "viscoelastic"};
    static const char *const laws[] = {"none", "coulomb", "haff-werner", "cundall-strack", "mindlin", "walton-braun"};
    for (int n = 0; n < 3; n++)
        for (int t = 0; t < 6; t++)
            for (int s = 0; s < 2; s++) {
                char what[80];
                pair_of_laws p;
                if ((n == 0 && t == 4) || (n > 0 && t == 5)) continue; /* mindlin needs a Hertz-type law */
                prepare(&p, normals[n], laws[t], s ? 0.6 : 0.4);
                snprintf(what, sizeof what, "%s, %s%s", normals[n], laws[t], s ? ", static friction" : "");
                check(&p.x, what, s || t == 5 ? 4e-3 : 1e-3);
            }
}

static const rp_curve curves[] = {
    {.kind = RP_CURVE_EXPONENTIAL, .start = 0.5, .end = 0.1, .speed = 0.2},
    {.kind = RP_CURVE_TABLE, .count = 3, .at = {0, 0.1, 0.3}, .value = {0.6, 0.3, 0.2}},
    {.kind = RP_CURVE_EXPONENTIAL, .start = 0.2, .end = 0.5, .speed = 0.2},
};

/* Friction that falls with the slip, from static friction on, or rises. Where the spring exceeds static friction the
 * force drops at a whole step, and it sticks again at one; friction that rises has a kink at rest. So eps_t errs by the
 * part of the contact that a step is, at most 1 / RP_IMPACT_STEPS. */
static void test_friction_by_speed(void **state)
{
    (void)state;
    static const char *const names[] = {"friction falls with speed", "friction by a table",
                                        "friction rises with speed"};
    for (int n = 0; n < 2; n++)
        for (int k = 0; k < 3; k++) {
            pair_of_laws p;
            prepare(&p, n ? "viscoelastic" : "linear", "cundall-strack", NAN);
            p.x.friction_curve = curves[k];
            p.x.friction_static = NAN;
            laws_prepare(&p);
            check(&p.x, names[k], 1.0 / RP_IMPACT_STEPS);
        }
}

/* Walton and Braun's friction by speed: the exact impact ends, also slow ones, and steps go to it in first order: 4e-3
 * at a step, an eighth of it at an eighth of the step. */
static void test_walton_braun_by_speed(void **state)
{
    (void)state;
    const double speeds[] = {0.05, 0.5, 3}, ratios[] = {0.3, 3.7, 20};
    rp_impact_pair pair = rp_restitution_spheres(2e-3, 2500, 2e-3, 2500);
    for (int n = 0; n < 2; n++)
        for (int k = 0; k < 3; k++) {
            pair_of_laws p;
            prepare(&p, n ? "viscoelastic" : "linear", "walton-braun", NAN);
            p.x.friction_curve = curves[k];
            p.x.friction_static = NAN;
            laws_prepare(&p);
            for (int c = 0; c < 9; c++) {
                double v = speeds[c / 3], slip = v * ratios[c % 3];
                rp_impact impact;
                rp_impact_block b = {.count = 1, .pair = {pair}, .speed = {v}, .slip = {slip}};
                assert_int_equal(rp_impact_solve(&p.x, &pair, v, slip, RP_IMPACT_TOLERANCE, &impact, NULL), RP_OK);
                rp_impact_steps_solve(&p.x, rp_impact_steps_exponent(&p.x, &pair, v) - 3, &b);
                assert_within(b.eps_t[0], impact.eps_t, 4e-3 / 8);
            }
        }
}

/* Kinks of the curves, also at rest, lie between steps of the exact integration: other steps give the same eps_t, to
 * the 1e-10 of repose/restitution.h. */
static void test_kinks(void **state)
{
    (void)state;
    rp_impact_pair pair = rp_restitution_spheres(2e-3, 2500, 2e-3, 2500);
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < RP_BLOCK; c++) {
            pair_of_laws p;
            rp_impact fine, coarse;
            double slip = 2 * pow(10, -2 + 4.0 * c / (RP_BLOCK - 1));
            prepare(&p, "viscoelastic", "cundall-strack", NAN);
            p.x.friction_curve = curves[k];
            p.x.friction_static = NAN;
            laws_prepare(&p);
            assert_int_equal(rp_impact_solve(&p.x, &pair, 2, slip, 1e-13, &fine, NULL), RP_OK);
            assert_int_equal(rp_impact_solve(&p.x, &pair, 2, slip, 3e-12, &coarse, NULL), RP_OK);
            assert_within(coarse.eps_t, fine.eps_t, 1e-10);
        }
}

/* An impact has the same bits alone and beside others. */
static void test_alone(void **state)
{
    (void)state;
    pair_of_laws p;
    rp_impact_block all, one = {.count = 1};
    prepare(&p, "hertz", "mindlin", 0.6);
    fill(&p.x, &all, 0.3);
    for (int c = 0; c < RP_BLOCK; c++) {
        one.pair[0] = all.pair[c];
        one.speed[0] = all.speed[c];
        one.slip[0] = all.slip[c];
        rp_impact_steps_solve(&p.x, rp_impact_steps_exponent(&p.x, &one.pair[0], one.speed[0]), &one);
        assert_memory_equal(&one.eps_n[0], &all.eps_n[c], sizeof(double));
        assert_memory_equal(&one.eps_t[0], &all.eps_t[c], sizeof(double));
    }
}

/* Which of two impacts stick, a hundredth below and above the speed at which exact ones begin to part. */
static void check_sticking(const pair_of_laws *p, double radius)
{
    rp_error err;
    double speed;
    rp_impact_block b = {.count = 1};
    b.pair[0] = rp_restitution_spheres(radius, 2500, radius, 2500);
    if (rp_restitution_sticking_speed(&p->x, &b.pair[0], &speed, &err)) fail_msg("%s", err.what);
    assert_true(speed > 1e-6 && speed < 10);
    for (int n = 0; n < 2; n++) {
        b.speed[0] = (n ? 1.01 : 0.99) * speed;
        rp_impact_steps_solve(&p->x, rp_impact_steps_exponent(&p->x, &b.pair[0], b.speed[0]), &b);
        if (b.sticks[0] != !n) fail_msg("%g m/s: %s", b.speed[0], n ? "sticks" : "does not stick");
    }
}

/* Adhesion: a neck with little and with much damping, and a pull beside a contact that slow impacts only creep into.
 * The speed is no less than what the pull alone gives, so that a hundredth of it is 2e-2 of the energy, of which steps
 * have some 1e-3. */
static void test_sticking(void **state)
{
    (void)state;
    for (int n = 0; n < 3; n++) {
        pair_of_laws p;
        laws_init(&p);
        laws_choose(&p, RP_NORMAL, n < 2 ? "jkr" : "viscoelastic");
        laws_set(&p, RP_NORMAL, "dissipation", (const double[]){1e-9, 1e-7, 1e-6}[n]);
        if (n == 2) laws_choose(&p, RP_ADHESION, "dmt");
        laws_set(&p, n < 2 ? RP_NORMAL : RP_ADHESION, "adhesion", n < 2 ? 2 : 0.1);
        laws_prepare(&p);
        check_sticking(&p, 1e-4);
    }
}

/* A pull beside a contact, near the speed below which it sticks. It acts from the first touch on: steps are of second
 * order there, too, so that eps_n^2, the energy that is left, errs by less than 1e-3 of what the impact and the pull
 * have. */
static void prepare_pull(pair_of_laws *p, const char *normal, const char *adhesion, double eps_n)
{
    laws_init(p);
    laws_choose(p, RP_NORMAL, normal);
    if (strcmp(normal, "linear") == 0) laws_set(p, RP_NORMAL, "stiffness", 2e4);
    if (strcmp(normal, "viscoelastic") == 0) laws_set(p, RP_NORMAL, "dissipation", 1e-6);
    else p->x.eps_n = eps_n;
    laws_choose(p, RP_ADHESION, adhesion);
    laws_set(p, RP_ADHESION, strcmp(adhesion, "dmt") == 0 ? "adhesion" : "force", strcmp(adhesion, "dmt") ? 2e-3 : 0.3);
    laws_prepare(p);
}

static void test_pull(void **state)
{
    (void)state;
    static const char *const normals[] = {"linear", "hertz", "viscoelastic"}, *const pulls[] = {"constant", "dmt"};
    const double parts[] = {1.03, 1.2, 2, 5};
    for (int n = 0; n < 6; n++)
        for (int k = 0; k < 4; k++) {
            pair_of_laws p;
            double speed;
            rp_impact exact;
            rp_impact_block b = {.count = 1, .pair = {rp_restitution_spheres(1.1e-3, 1900, 1.1e-3, 1900)}};
            prepare_pull(&p, normals[n / 2], pulls[n % 2], 0.9);
            assert_int_equal(rp_restitution_sticking_speed(&p.x, &b.pair[0], &speed, NULL), RP_OK);
            b.speed[0] = parts[k] * speed;
            assert_int_equal(rp_restitution_impact(&p.x, &b.pair[0], b.speed[0], 0, &exact, NULL), RP_OK);
            rp_impact_steps_solve(&p.x, rp_impact_steps_exponent(&p.x, &b.pair[0], b.speed[0]), &b);
            if (fabs(b.eps_n[0] * b.eps_n[0] - exact.eps_n * exact.eps_n) > 1e-3)
                fail_msg("%s, %s, %g of the sticking speed: %.5f, exact %.5f", normals[n / 2], pulls[n % 2], parts[k],
                         b.eps_n[0], exact.eps_n);
        }
}

/* Far below the speed that the pull gives by itself: they stick, down to speeds that are rounding of a rest; without
 * dissipation they part as fast as they came, to rounding of that speed, and never faster. */
static void test_slow_pull(void **state)
{
    (void)state;
    static const char *const normals[] = {"linear", "hertz", "viscoelastic"}, *const pulls[] = {"constant", "dmt"};
    for (int n = 0; n < 6; n++)
        for (double speed = 1e-20; speed < 1e-4; speed *= 10) {
            pair_of_laws p;
            rp_impact impact;
            rp_impact_block b = {.count = 1, .pair = {rp_restitution_spheres(1.1e-3, 1900, 1.1e-3, 1900)}};
            b.speed[0] = speed;
            prepare_pull(&p, normals[n / 2], pulls[n % 2], 0.6);
            rp_impact_steps_solve(&p.x, rp_impact_steps_exponent(&p.x, &b.pair[0], speed), &b);
            if (!b.sticks[0])
                fail_msg("%s, %s, %g m/s: %g instead of sticking", normals[n / 2], pulls[n % 2], speed, b.eps_n[0]);
            if (n == 4 || n == 5) continue;
            prepare_pull(&p, normals[n / 2], pulls[n % 2], 1);
            rp_impact_steps_solve(&p.x, rp_impact_steps_exponent(&p.x, &b.pair[0], speed), &b);
            assert_int_equal(rp_collision_impact(&p.x, &b.pair[0], speed, 0, &impact, NULL), RP_OK);
            assert_true(b.eps_n[0] <= 1 && impact.eps_n <= 1);
        }
}

/* A neck that is damped so much that every impact sticks, from 1e-9 m/s on, where the pull alone moves the spheres. */
static void test_all_stick(void **state)
{
    (void)state;
    pair_of_laws p;
    rp_error err;
    double speed;
    rp_impact_block b = {.count = 1, .speed = {1e-9}};
    laws_init(&p);
    laws_choose(&p, RP_NORMAL, "jkr");
    laws_set(&p, RP_NORMAL, "adhesion", 2);
    laws_set(&p, RP_NORMAL, "dissipation", 1e-6);
    laws_prepare(&p);
    b.pair[0] = rp_restitution_spheres(1e-4, 2500, 1e-4, 2500);
    if (rp_restitution_sticking_speed(&p.x, &b.pair[0], &speed, &err)) fail_msg("%s", err.what);
    assert_true(isinf(speed));
    for (; b.speed[0] < 100; b.speed[0] *= 10) {
        rp_impact_steps_solve(&p.x, rp_impact_steps_exponent(&p.x, &b.pair[0], b.speed[0]), &b);
        assert_int_equal(b.sticks[0], 1);
    }
}

/* An impact that the exact way once did not follow to its end. Friction cannot act on the normal motion, so that eps_n
 * is exp(-beta pi / omega) of the dashpot [Poschel2008, Eq. 18]; 1e-10: repose/restitution.h. */
static void test_slow_walton_braun(void **state)
{
    (void)state;
    pair_of_laws p;
    rp_impact impact;
    rp_error err;
    laws_init(&p);
    laws_choose(&p, RP_NORMAL, "linear");
    laws_set(&p, RP_NORMAL, "stiffness", 1e6);
    laws_set(&p, RP_NORMAL, "damping", 1);
    laws_set(&p, RP_NORMAL, "tension", 1);
    laws_choose(&p, RP_TANGENTIAL, "walton-braun");
    laws_set(&p, RP_TANGENTIAL, "stiffness", 3e5);
    p.x.friction_curve = (rp_curve){.kind = RP_CURVE_EXPONENTIAL, .start = 0.5, .end = 0.2, .speed = 0.3};
    p.x.friction = p.x.friction_static = 0.5;
    laws_prepare(&p);
    const double m = 2e-3, beta = 1 / (2 * m), omega = sqrt(1e6 / m - beta * beta);
    const rp_impact_pair pair = {.m_eff = m, .r_eff = 5e-3, .alpha = 1.0 / 3};
    assert_int_equal(rp_collision_impact(&p.x, &pair, 0.05, 0.185267, &impact, &err), RP_OK);
    assert_int_equal(impact.sticks, 0);
    assert_within(impact.eps_n, exp(-beta * M_PI / omega), 1e-10);
}

static double exact_eps_t(const rp_interaction *x, const rp_impact_pair *pair, double slip)
{
    rp_impact impact;
    assert_int_equal(rp_restitution_impact(x, pair, 0.3, slip, &impact, NULL), RP_OK);
    return impact.eps_t;
}

/* Static friction above sliding friction: a contact lets loose before it ends, or does not, and eps_t jumps with the
 * slip. The jump is there in exact impacts: it does not shrink with the interval. Steps have it, too, at a slip that is
 * off by their order: there, within 1 % of the slip, they have the value of its other side, and nowhere any other.
 * Where contact dynamics takes them (rp_collision_many) those next to a jump are exact. */
static void test_jump(void **state)
{
    (void)state;
    pair_of_laws p;
    const rp_impact_pair pair = rp_restitution_spheres(2e-3, 2500, 2e-3, 2500);
    prepare(&p, "hertz", "cundall-strack", 0.6);
    p.x.eps_n = 0.7;
    laws_set(&p, RP_TANGENTIAL, "stiffness_ratio", 0.3);
    laws_prepare(&p);
    double slip[2] = {0.44, 0.46}, side[2] = {exact_eps_t(&p.x, &pair, slip[0]), exact_eps_t(&p.x, &pair, slip[1])};
    for (int n = 0; n < 30; n++) {
        double middle = 0.5 * (slip[0] + slip[1]), eps = exact_eps_t(&p.x, &pair, middle);
        int right = fabs(eps - side[1]) < fabs(eps - side[0]);
        slip[right] = middle;
        side[right] = eps;
    }
    assert_true(slip[1] - slip[0] < 1e-10 && fabs(side[1] - side[0]) > 0.1);
    rp_impact_block b = {.count = RP_BLOCK};
    for (int c = 0; c < RP_BLOCK; c++) {
        b.pair[c] = pair;
        b.speed[c] = 0.3;
        b.slip[c] = slip[0] * (1 + 2e-4 * (2.0 * c / (RP_BLOCK - 1) - 1));
    }
    rp_impact_block many = b;
    rp_impact_steps_solve(&p.x, rp_impact_steps_exponent(&p.x, &pair, 0.3), &b);
    rp_collision_many(&p.x, rp_impact_steps_exponent(&p.x, &pair, 0.3), &many);
    for (int c = 0; c < RP_BLOCK; c++) {
        double exact = exact_eps_t(&p.x, &pair, b.slip[c]), other = side[b.slip[c] < slip[1]];
        if (fabs(many.eps_t[c] - exact) > 4e-3)
            fail_msg("slip %.6f of the jump: %.5f, exact %.5f", b.slip[c] / slip[0], many.eps_t[c], exact);
        int near = fabs(b.slip[c] / slip[0] - 1) < 0.01;
        /* the other side, as far as it goes on: eps_t changes by less than 0.03 within 1 % of the slip */
        assert_true(fabs(b.eps_t[c] - exact) < 4e-3 || (near && fabs(b.eps_t[c] - other) < 0.03));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_laws),
                                       cmocka_unit_test(test_friction_by_speed),
                                       cmocka_unit_test(test_walton_braun_by_speed),
                                       cmocka_unit_test(test_kinks),
                                       cmocka_unit_test(test_alone),
                                       cmocka_unit_test(test_sticking),
                                       cmocka_unit_test(test_pull),
                                       cmocka_unit_test(test_slow_pull),
                                       cmocka_unit_test(test_all_stick),
                                       cmocka_unit_test(test_slow_walton_braun),
                                       cmocka_unit_test(test_jump)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
