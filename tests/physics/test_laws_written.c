/* The laws of friction as docs/laws.md writes them, integrated here by small steps of their own beside the impacts of
 * the program: Mindlin's spring with its dashpot, and Walton and Braun's force. 100000 steps a contact leave some 1e-5.
 */
#include "laws.h"

#include "repose/restitution.h"

#define SMALL 2e-4

static const rp_impact_pair pair = {.m_eff = 7e-6, .r_eff = 1.3e-3, .alpha = 2.0 / 7};

typedef struct impact_of_law {
    double mu, speed, slip, damping, stiffness; /* 1, m/s, m/s, of the normal law, tangential (N/m) or G* (Pa) */
    double exponent;                            /* walton-braun */
} impact_of_law;

typedef struct motion {
    double xi, v, u, dt;
} motion;

static int go_on(motion *m, double fn, double ft)
{
    m->v -= fn / pair.m_eff * m->dt;
    m->u -= ft / (pair.alpha * pair.m_eff) * m->dt;
    m->xi += m->v * m->dt;
    return m->xi > 0 && (fn > 0 || m->v > 0);
}

/* ft = k zeta + d gt within mu fn. While k grows the force is kept, while k falls zeta is; while it slides zeta has the
 * length (mu fn - d gt.t)/k, at least 0. */
static void mindlin(const impact_of_law *i, double modulus, motion *m)
{
    const double rho = 4.0 / 3 * modulus * sqrt(pair.r_eff);
    double zeta = 0, before = 0, fn, ft;
    do {
        const double depth = fmax(m->xi, 0), kn = 1.5 * rho * sqrt(depth), c = 2 * i->damping * sqrt(kn * pair.m_eff),
                     k = 8 * i->stiffness * sqrt(pair.r_eff * depth), d = kn > 0 ? c * sqrt(k / kn) : 0;
        fn = fmax(0, rho * depth * sqrt(depth) + c * m->v);
        if (k > before && before > 0) zeta *= before / k;
        before = k;
        zeta += m->u * m->dt;
        ft = k * zeta + d * m->u;
        if (fabs(ft) > i->mu * fn) {
            const double t = ft > 0 ? 1 : -1;
            ft = t * i->mu * fn;
            zeta = k > 0 ? t * fmax(0, i->mu * fn - d * t * m->u) / k : 0;
        }
    } while (go_on(m, fn, ft));
}

/* dT = k ds, k = k0 min(1, (mu N -+ T)/(mu N -+ T*))^gamma; T* shrinks in proportion to mu N. */
static void walton_braun(const impact_of_law *i, double stiffness, motion *m)
{
    double T = 0, turn = 0, way = 1, before = 0, fn;
    do {
        fn = fmax(0, stiffness * fmax(m->xi, 0) + i->damping * m->v);
        const double bound = i->mu * fn, now = m->u < 0 ? -1 : 1;
        if (before > 0) turn *= fmin(1, bound / before);
        before = bound;
        if (now != way) turn = T;
        way = now;
        T = fmax(-bound, fmin(bound, T));
        const double room = bound - way * turn, part = room > 0 ? fmin(1, fmax(0, (bound - way * T) / room)) : 0;
        T += i->stiffness * pow(part, i->exponent) * m->u * m->dt;
        T = fmax(-bound, fmin(bound, T));
    } while (go_on(m, fn, T));
}

static void compare(pair_of_laws *p, const impact_of_law *i, const motion *m, const char *law)
{
    rp_impact exact;
    rp_error err;
    p->x.friction = p->x.friction_static = i->mu;
    laws_prepare(p);
    assert_int_equal(rp_restitution_impact(&p->x, &pair, i->speed, i->slip, &exact, &err), RP_OK);
    const double eps_n = -m->v / i->speed, eps_t = m->u / i->slip;
    if (fabs(eps_n - exact.eps_n) > SMALL || fabs(eps_t - exact.eps_t) > SMALL)
        fail_msg("%s, mu %g, slip %g: %.6f, %.6f as written, %.6f, %.6f by the program", law, i->mu, i->slip, eps_n,
                 eps_t, exact.eps_n, exact.eps_t);
}

/* The first is one whose spring drives the slip back while it slides: there d gt.t is negative. */
static void test_mindlin(void **state)
{
    (void)state;
    const double modulus = 5e7;
    const impact_of_law impacts[] = {{0.42, 0.6, 0.25, 0.0562, 3e7, 0},
                                     {0.3, 1.4, 1.9, 0.19, 2.2e7, 0},
                                     {0.7, 0.2, 0.5, 0.11, 4e7, 0},
                                     {0.15, 0.5, 0.3, 0.3, 3e7, 0}};
    for (int n = 0; n < 4; n++) {
        const impact_of_law *i = &impacts[n];
        pair_of_laws p;
        motion m = {.v = i->speed, .u = i->slip, .dt = 4e-10 * pow(i->speed, -0.2)};
        laws_init(&p);
        laws_choose(&p, RP_NORMAL, "hertz");
        laws_set(&p, RP_NORMAL, "effective_young", modulus);
        laws_set(&p, RP_NORMAL, "damping_ratio", i->damping);
        laws_choose(&p, RP_TANGENTIAL, "mindlin");
        laws_set(&p, RP_TANGENTIAL, "effective_shear", i->stiffness);
        mindlin(i, modulus, &m);
        compare(&p, i, &m, "mindlin");
    }
}

static void test_walton_braun(void **state)
{
    (void)state;
    const double stiffness = 7e4;
    const impact_of_law impacts[] = {{0.42, 0.6, 0.25, 0.085, 3e4, 1.0 / 3},
                                     {0.3, 1.4, 1.9, 0.27, 2e4, 1},
                                     {0.7, 0.2, 0.5, 0.16, 6e4, 0.6},
                                     {0.5, 0.3, 0.1, 0, 4e4, 0.3}};
    for (int n = 0; n < 4; n++) {
        const impact_of_law *i = &impacts[n];
        pair_of_laws p;
        motion m = {.v = i->speed, .u = i->slip, .dt = 3e-10};
        laws_init(&p);
        laws_choose(&p, RP_NORMAL, "linear");
        laws_set(&p, RP_NORMAL, "stiffness", stiffness);
        laws_set(&p, RP_NORMAL, "damping", i->damping);
        laws_choose(&p, RP_TANGENTIAL, "walton-braun");
        laws_set(&p, RP_TANGENTIAL, "stiffness", i->stiffness);
        laws_set(&p, RP_TANGENTIAL, "exponent", i->exponent);
        walton_braun(i, stiffness, &m);
        compare(&p, i, &m, "walton-braun");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mindlin), cmocka_unit_test(test_walton_braun)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
