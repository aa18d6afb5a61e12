/* What every law must do, for every choice in every slot: the same bits on every instruction set, forces that can be
 * read back, action and reaction, no energy from friction, nothing where nothing touches. */
#include "laws.h"

typedef struct choice {
    const char *name;
    struct {
        const char *key;
        double value;
    } set[3];
} choice;

static const choice choices[RP_SLOT_COUNT][8] = {
    [RP_NORMAL] = {{"linear", {{"stiffness", 1e6}, {"damping_per_mass", 100}}},
                   {"hertz", {{"damping_ratio", 0.1}}},
                   {"viscoelastic", {{"dissipation", 1e-6}}},
                   {"jkr", {{"adhesion", 0.5}, {"dissipation", 1e-7}}},
                   {"jkr", {{"adhesion", 0.5}, {"end", 1}}},
                   {"fractional", {{"order", 0.3}, {"stiffness", 1e6}, {"damping", 5}}}},
    [RP_ADHESION] = {{"dmt", {{"adhesion", 0.1}}}, {"constant", {{"force", 0.01}}}},
    [RP_TANGENTIAL] = {{"none", {{0}}},
                       {"coulomb", {{0}}},
                       {"haff-werner", {{"damping", 10}}},
                       {"cundall-strack", {{"stiffness_ratio", 0.3}, {"damping_ratio", 0.1}}},
                       {"mindlin", {{0}}},
                       {"walton-braun", {{"stiffness", 1e5}}}},
    [RP_ROLLING] = {{"constant-torque", {{"friction", 0.01}}},
                    {"spring-dashpot", {{"friction", 0.01}, {"damping_ratio", 0.2}}}},
};

static void choose(pair_of_laws *p, rp_slot slot, const choice *pick)
{
    laws_choose(p, slot, pick->name);
    for (int n = 0; n < 3 && pick->set[n].key; n++) laws_set(p, slot, pick->set[n].key, pick->set[n].value);
}

static int fits(const choice *normal, const choice *adhesion, const choice *tangential)
{
    int linear = strcmp(normal->name, "linear") == 0 || strcmp(normal->name, "fractional") == 0,
        jkr = strcmp(normal->name, "jkr") == 0;
    return !(linear && strcmp(tangential->name, "mindlin") == 0) && !(jkr && adhesion);
}

/* Calls body for every combination that fits. */
static void each(void (*body)(pair_of_laws *p))
{
    int tried = 0;
    for (int n = 0; choices[RP_NORMAL][n].name; n++)
        for (int a = -1; a < 2; a++)
            for (int t = 0; choices[RP_TANGENTIAL][t].name; t++)
                for (int r = 0; choices[RP_ROLLING][r].name; r++) {
                    const choice *adhesion = a < 0 ? NULL : &choices[RP_ADHESION][a];
                    if (!fits(&choices[RP_NORMAL][n], adhesion, &choices[RP_TANGENTIAL][t])) continue;
                    pair_of_laws p;
                    laws_init(&p);
                    p.x.friction = 0.3;
                    p.x.friction_static = 0.4;
                    choose(&p, RP_NORMAL, &choices[RP_NORMAL][n]);
                    if (adhesion) choose(&p, RP_ADHESION, adhesion);
                    choose(&p, RP_TANGENTIAL, &choices[RP_TANGENTIAL][t]);
                    choose(&p, RP_ROLLING, &choices[RP_ROLLING][r]);
                    laws_prepare(&p);
                    body(&p);
                    tried++;
                }
    assert_true(tried > 100);
}

static void new_velocities(rp_block *b, uint64_t seed)
{
    rp_random r = rp_random_stream(seed, RP_RANDOM_TEST, 1, 0);
    for (int c = 0; c < RP_BLOCK; c++) {
        double g[3], gn = 0, e[3] = {b->ex[c], b->ey[c], b->ez[c]};
        for (int n = 0; n < 3; n++) {
            g[n] = rp_random_normal(&r);
            gn += g[n] * e[n];
        }

        b->gn[c] = gn;
        b->tx[c] = g[0] - gn * e[0];
        b->ty[c] = g[1] - gn * e[1];
        b->tz[c] = g[2] - gn * e[2];
        b->wx[c] = 100 * rp_random_normal(&r);
        b->wy[c] = 100 * rp_random_normal(&r);
        b->wz[c] = 100 * rp_random_normal(&r);
        b->xi[c] *= rp_random_range(&r, 0.8, 1.2);
    }
}

static void same_bits(pair_of_laws *p)
{
    static rp_block base, wide;
    static laws_history h_base, h_wide;
    for (int isa = RP_ISA_BASE + 1; isa <= rp_isa_best(); isa++) {
        laws_block_random(&base, h_base, &p->x, 7);
        laws_block_random(&wide, h_wide, &p->x, 7);
        for (int step = 0; step < 5; step++) {
            laws_eval(&base, h_base, &p->x, RP_ISA_BASE, 1e-6);
            laws_eval(&wide, h_wide, &p->x, isa, 1e-6);
            assert_memory_equal(&base, &wide, sizeof base);
            assert_memory_equal(h_base, h_wide, sizeof h_base);
            new_velocities(&base, (uint64_t)step);
            new_velocities(&wide, (uint64_t)step);
        }
        assert_true(base.fn[3] == base.fn[3]);
    }
}

static void test_same_bits(void **state)
{
    (void)state;
    each(same_bits);
}

/* Called with -dt after the step, the laws give again the forces of the step. The spring is subtracted from itself:
 * rounding. */
static void read_back(pair_of_laws *p)
{
    static rp_block b, again;
    static laws_history h, h_again;
    laws_block_random(&b, h, &p->x, 8);
    for (int step = 0; step < 4; step++) {
        new_velocities(&b, (uint64_t)step);
        memset(b.open, 0, sizeof b.open);
        laws_eval(&b, h, &p->x, RP_ISA_BASE, 1e-6);
        for (int k = 0; k < p->x.history_width; k++)
            for (int c = 0; c < RP_BLOCK; c++) h[k][c] = b.open[c] != 0 ? 0 : h[k][c]; /* as the kernel does */
        again = b;
        memcpy(h_again, h, sizeof h);
        laws_eval(&again, h_again, &p->x, RP_ISA_BASE, -1e-6);
        for (int c = 0; c < RP_BLOCK; c++) {
            if (b.open[c] != 0) continue; /* over: observers do not see it */
            double force = fabs(b.fn[c]) + 1e-12, torque = fabs(b.mx[c]) + fabs(b.my[c]) + fabs(b.mz[c]) + 1e-15;
            assert_within(again.fn[c], b.fn[c], 0);
            assert_within(again.fx[c], b.fx[c], 1e-12 * force);
            assert_within(again.fy[c], b.fy[c], 1e-12 * force);
            assert_within(again.fz[c], b.fz[c], 1e-12 * force);
            assert_within(again.mx[c], b.mx[c], 1e-9 * torque);
        }
    }
}

static void test_read_back(void **state)
{
    (void)state;
    each(read_back);
}

/* a and b exchanged: normal, velocities and antisymmetric history change sign; so do the forces, exactly. */
static void exchange(pair_of_laws *p)
{
    static rp_block one, other;
    static laws_history h_one, h_other;
    laws_block_random(&one, h_one, &p->x, 9);
    for (int step = 0; step < 4; step++) {
        new_velocities(&one, (uint64_t)step);
        other = one;
        memcpy(h_other, h_one, sizeof h_one);
        for (int c = 0; c < RP_BLOCK; c++) {
            other.ex[c] *= -1;
            other.ey[c] *= -1;
            other.ez[c] *= -1;
            other.tx[c] *= -1;
            other.ty[c] *= -1;
            other.tz[c] *= -1;
            other.wx[c] *= -1;
            other.wy[c] *= -1;
            other.wz[c] *= -1;
            for (int h = 0; h < p->x.history_width; h++)
                h_other[h][c] *= (h < 32 && p->x.antisymmetric >> h & 1) ? -1 : 1;
        }
        laws_eval(&one, h_one, &p->x, RP_ISA_BASE, 1e-6);
        laws_eval(&other, h_other, &p->x, RP_ISA_BASE, 1e-6);
        for (int c = 0; c < RP_BLOCK; c++) {
            assert_true(other.fn[c] == one.fn[c] && other.fx[c] == -one.fx[c] && other.fy[c] == -one.fy[c]
                        && other.fz[c] == -one.fz[c]);
            assert_true(other.mx[c] == -one.mx[c] && other.my[c] == -one.my[c] && other.mz[c] == -one.mz[c]);
            assert_true(other.normal_loss[c] == one.normal_loss[c] && other.tangential_work[c] == one.tangential_work[c]
                        && other.released[c] == one.released[c] && other.held[c] == one.held[c]
                        && other.rolling_loss[c] == one.rolling_loss[c]);
            for (int h = 0; h < p->x.history_width; h++)
                assert_true(h_other[h][c] == ((h < 32 && p->x.antisymmetric >> h & 1) ? -1 : 1) * h_one[h][c]);
        }
    }
}

static void test_exchange(void **state)
{
    (void)state;
    each(exchange);
}

/* Friction and its bound: |ft| <= mu_static N, across the normal; springs and viscous laws never give out energy,
 * provided that the slip of half a step is shorter than the spring at its bound (hence the short step). */
static void friction(pair_of_laws *p)
{
    static rp_block b;
    static laws_history h;
    const char *name = p->x.law[RP_TANGENTIAL]->name;
    laws_block_random(&b, h, &p->x, 10);
    for (int step = 0; step < 6; step++) {
        new_velocities(&b, (uint64_t)step);
        laws_eval(&b, h, &p->x, RP_ISA_BASE, 1e-12);
        for (int c = 0; c < RP_BLOCK; c++) {
            double size = sqrt(b.fx[c] * b.fx[c] + b.fy[c] * b.fy[c] + b.fz[c] * b.fz[c]),
                   scale = fabs(b.bound[c]) + 1e-9;
            assert_true(b.bound[c] >= 0);
            assert_true(size <= 0.4 * b.bound[c] * (1 + 1e-12));
            assert_within(b.fx[c] * b.ex[c] + b.fy[c] * b.ey[c] + b.fz[c] * b.ez[c], 0, 1e-13 * scale);
            if (b.bound[c] == 0) continue; /* no room for any spring */
            if (strcmp(name, "walton-braun") != 0 && laws_lost(&b, c) < -1e-18 * scale)
                fail_msg("%s gives out %g J", name, -laws_lost(&b, c));
            if (b.rolling_loss[c] < -1e-18 * scale) fail_msg("rolling gives out %g J", -b.rolling_loss[c]);
        }
    }
}

static void test_friction(void **state)
{
    (void)state;
    each(friction);
}

/* Pairs that do not touch stand in blocks with those that do (repose/law.h). */
static void apart(pair_of_laws *p)
{
    static rp_block b;
    static laws_history h;
    if (p->x.ranged) return; /* the method's own care */
    laws_block_random(&b, h, &p->x, 11);
    for (int step = 0; step < 3; step++) {
        new_velocities(&b, (uint64_t)step);
        for (int c = 1; c < RP_BLOCK; c += 2) {
            double *const zero[] = {b.xi, b.gn, b.tx, b.ty, b.tz, b.wx, b.wy, b.wz};
            for (size_t n = 0; n < sizeof zero / sizeof *zero; n++) zero[n][c] = 0;
            for (int k = 0; k < p->x.history_width; k++) h[k][c] = step ? h[k][c] : 0;
        }
        laws_eval(&b, h, &p->x, RP_ISA_BASE, 1e-6);
        for (int c = 1; c < RP_BLOCK; c += 2) {
            const double given[] = {b.fn[c],           b.fx[c],          b.fy[c],
                                    b.fz[c],           b.mx[c],          b.my[c],
                                    b.mz[c],           b.normal_loss[c], b.tangential_work[c],
                                    b.released[c],     b.held[c],        b.ahead[c],
                                    b.rolling_loss[c], b.sliding[c]};
            for (size_t n = 0; n < sizeof given / sizeof *given; n++) assert_true(given[n] == 0);
            for (int k = 0; k < p->x.history_width; k++) assert_true(h[k][c] == 0);
        }
    }
}

/* Accounts change nothing else; and in sum they are the work that springs do not hold. */
static void accounts(pair_of_laws *p)
{
    static rp_block with, without;
    static laws_history h_with, h_without;
    double lost = 0, work = 0, most = 0;
    laws_block_random(&with, h_with, &p->x, 12);
    without = with;
    memset(h_without, 0, sizeof h_without);
    without.account = 0;
    for (int step = 0; step < 6; step++) {
        new_velocities(&with, (uint64_t)step);
        new_velocities(&without, (uint64_t)step);
        laws_eval(&with, h_with, &p->x, RP_ISA_BASE, 1e-6);
        laws_eval(&without, h_without, &p->x, RP_ISA_BASE, 1e-6);
        for (int c = 0; c < RP_BLOCK; c++) {
            assert_true(with.fx[c] == without.fx[c] && with.fy[c] == without.fy[c] && with.fz[c] == without.fz[c]
                        && with.tangential_work[c] == without.tangential_work[c]
                        && with.rolling_loss[c] == without.rolling_loss[c]);
            for (int h = 0; h < p->x.history_width; h++) assert_true(h_with[h][c] == h_without[h][c]);
            lost += laws_lost(&with, c);
            work += with.tangential_work[c];
            most = fmax(most, fabs(with.tangential_work[c]) + with.held[c]);
        }
    }
    for (int c = 0; c < RP_BLOCK; c++) work -= with.held[c];
    assert_within(lost, work, 6 * RP_BLOCK * 1e-15 * most); /* rounding of each */
}

static void test_accounts(void **state)
{
    (void)state;
    each(accounts);
}

static void test_apart(void **state)
{
    (void)state;
    each(apart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits), cmocka_unit_test(test_read_back), cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_friction),  cmocka_unit_test(test_apart),     cmocka_unit_test(test_accounts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
