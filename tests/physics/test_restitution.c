/* From force law to coefficient: integration against closed forms, against other forms of the same equation, and
 * against steps. The integrator keeps 1e-13 a step over some 30 steps; 1e-10 is what it promises. */
#include "laws.h"

#include "laws/damping.h"
#include "steps.h"
#include "laws/ode.h"
#include "repose/viscous.h"
#include "repose/restitution.h"

static void normal(pair_of_laws *p, const char *name)
{
    laws_init(p);
    laws_choose(p, RP_NORMAL, name);
}

static rp_impact impact(const pair_of_laws *p, rp_impact_pair pair, double speed, double slip)
{
    rp_impact out;
    rp_error err;
    if (rp_restitution_impact(&p->x, &pair, speed, slip, &out, &err)) fail_msg("%s", err.what);
    return out;
}

/* [Poschel2008, Eq. 13] under-, critically and overdamped, cut at zero force or at zero overlap; the duration too. */
static void test_linear(void **state)
{
    (void)state;
    const rp_impact_pair pair = {.m_eff = 0.01, .r_eff = 1e-3, .alpha = 2.0 / 7};
    const double zeta[] = {0, 0.01, 0.3, 1 / sqrt(2), 0.9, 1, 1.1, 3, 20};
    for (int n = 0; n < 9; n++)
        for (int tension = 0; tension < 2 && (!tension || zeta[n] < 1); tension++) {
            pair_of_laws p;
            normal(&p, "linear");
            laws_set(&p, RP_NORMAL, "stiffness", 1e5);
            laws_set(&p, RP_NORMAL, "damping", 2 * zeta[n] * sqrt(1e5 * pair.m_eff));
            laws_set(&p, RP_NORMAL, "tension", tension);
            laws_prepare(&p);
            rp_impact out = impact(&p, pair, 1.3, 0);
            assert_near(out.eps_n, rp_damping_restitution(zeta[n], tension), 1e-10);
            if (!tension && zeta[n] > 0)
                assert_near(out.contact_time, -log(out.eps_n) / (zeta[n] * sqrt(1e5 / pair.m_eff)),
                            1e-9); /* eps = exp(-beta t_c) */
            if (zeta[n] == 0) assert_near(out.max_force, 1.3 * sqrt(1e5 * pair.m_eff), 1e-10);
        }
}

/* An overdamped dashpot that may pull creeps for ever: said, not waited for. */
static void test_never_ends(void **state)
{
    (void)state;
    pair_of_laws p;
    normal(&p, "linear");
    laws_set(&p, RP_NORMAL, "stiffness", 1e5);
    laws_set(&p, RP_NORMAL, "damping", 100);
    laws_set(&p, RP_NORMAL, "tension", 1);
    laws_prepare(&p);
    rp_impact out;
    rp_error err;
    rp_impact_pair pair = {0.01, 1e-3, 2.0 / 7};
    assert_int_equal(rp_restitution_impact(&p.x, &pair, 1.3, 0, &out, &err), RP_FAILED);
}

/* A strongly damped impact presses hardest at the first moment: c v. */
static void test_first_force(void **state)
{
    (void)state;
    pair_of_laws p;
    normal(&p, "linear");
    laws_set(&p, RP_NORMAL, "stiffness", 1e5);
    laws_set(&p, RP_NORMAL, "damping", 100);
    laws_prepare(&p);
    assert_near(impact(&p, (rp_impact_pair){0.01, 1e-3, 0.3}, 1.3, 0).max_force, 130, 1e-12);
}

/* A function of beta v^(1/5) alone: random constants over four decades each, against the scaled equation. */
static void test_viscoelastic(void **state)
{
    (void)state;
    rp_random r = rp_random_stream(1, RP_RANDOM_TEST, 2, 0);
    for (int n = 0; n < 60; n++) {
        double factor[6];
        for (int k = 0; k < 6; k++) factor[k] = pow(10, rp_random_range(&r, -2, 2));
        pair_of_laws p;
        normal(&p, "viscoelastic");
        p.material[0].young = 1e9 * factor[0];
        p.material[0].poisson = 0.3;
        double rho = 4.0 / 3 * p.material[0].young / (2 * (1 - 0.09)) * sqrt(1e-2 * factor[1]), m = 1e-3 * factor[2],
               v = 0.1 * factor[3];
        double B = 0.3 * sqrt(factor[4]), A = B / (1.5 * pow(rho / m, 0.4) * pow(v, 0.2));
        laws_set(&p, RP_NORMAL, "dissipation", A);
        laws_prepare(&p);
        rp_impact out = impact(&p, (rp_impact_pair){m, 1e-2 * factor[1], 2.0 / 7}, v, 0);
        assert_near(out.eps_n, rp_viscous_restitution(B, 0), 1e-9);
    }
}

/* Restitution as given, for every size and speed (hertz), or at the stated speed for every size (viscoelastic). */
static void test_given_restitution(void **state)
{
    (void)state;
    for (double R = 1e-4; R < 0.2; R *= 10)
        for (int tension = 0; tension < 2; tension++) {
            pair_of_laws p;
            normal(&p, "hertz");
            p.x.eps_n = 0.6;
            laws_set(&p, RP_NORMAL, "tension", tension);
            laws_prepare(&p);
            for (double v = 1e-3; v < 20; v *= 10)
                assert_near(impact(&p, rp_restitution_spheres(R, 2500, 3 * R, 2500), v, 0).eps_n, 0.6, 1e-10);
            normal(&p, "viscoelastic");
            p.x.eps_n = 0.6;
            p.x.eps_speed = 0.7;
            laws_set(&p, RP_NORMAL, "tension", tension);
            laws_prepare(&p);
            assert_near(impact(&p, rp_restitution_spheres(R, 2500, INFINITY, 2500), 0.7, 0).eps_n, 0.6, 1e-10);
            assert_true(impact(&p, rp_restitution_spheres(R, 2500, INFINITY, 2500), 7, 0).eps_n < 0.59);
        }
}

/* ---- JKR: ice of [Poschel2008, Fig. 2], constants of errata 23 ---- */

static const double young = 7e9, poisson = 0.25, gam = 0.74, density = 1000;

static rp_impact_pair ice(pair_of_laws *p, double A, int end)
{
    normal(p, "jkr");
    p->material[0].young = young;
    p->material[0].poisson = poisson;
    laws_set(p, RP_NORMAL, "adhesion", gam);
    laws_set(p, RP_NORMAL, "dissipation", A);
    laws_set(p, RP_NORMAL, "end", end);
    laws_prepare(p);
    return rp_restitution_spheres(0.02, density, 0.02, density);
}

/* Without viscosity the energy barrier decides: g_cr = sqrt(2 W / m_eff), W with q = 0.629651 or 1.274941 (errata 10),
 * and above it eps^2 = 1 - (g_cr/g)^2. */
static void test_jkr_sticking(void **state)
{
    (void)state;
    const double q[] = {0.62965137740414738, 1.27494102910140268};
    for (int end = 0; end < 2; end++) {
        pair_of_laws p;
        rp_impact_pair pair = ice(&p, 0, end);
        double D = 1.5 * (1 - poisson * poisson) / young,
               W = q[end] * cbrt(pow(M_PI * gam, 5) * pow(pair.r_eff, 4) * D * D);
        double expected = sqrt(2 * W / pair.m_eff), speed;
        assert_int_equal(rp_restitution_sticking_speed(&p.x, &pair, &speed, NULL), RP_OK);
        assert_near(speed, expected, 1e-9);
        assert_int_equal(impact(&p, pair, 0.999 * expected, 0).sticks, 1);
        assert_near(impact(&p, pair, 2 * expected, 0).eps_n, sqrt(0.75), 1e-9);
    }
    pair_of_laws p;
    normal(&p, "hertz");
    laws_prepare(&p);
    double speed;
    rp_impact_pair pair = {1, 1, 0.3};
    assert_int_equal(rp_restitution_sticking_speed(&p.x, &pair, &speed, NULL), RP_OK);
    assert_true(speed == 0);
}

typedef struct neck {
    double A, m, R, D;
    int second_order;
} neck;

/* Eq. 47 and its derivatives, as printed. */
static double neck_rate(const neck *n, double a) { return 2 * a / n->R - 0.5 * sqrt(8 * M_PI * gam * n->D / (3 * a)); }
static double neck_rate_slope(const neck *n, double a)
{
    return 2 / n->R + 0.25 * sqrt(8 * M_PI * gam * n->D / 3) * pow(a, -1.5);
}
static double neck_force(const neck *n, double a)
{
    return a * a * a / (n->D * n->R) - sqrt(6 * M_PI * gam / n->D) * pow(a, 1.5);
}
static double neck_force_slope(const neck *n, double a)
{
    return 3 * a * a / (n->D * n->R) - 1.5 * sqrt(6 * M_PI * gam / n->D * a);
}

static void neck_motion(void *context, double t, const double *y, double *rate)
{
    (void)t;
    const neck *n = context;
    double a = y[0], slope = neck_rate(n, a);
    double da = n->second_order ? y[1] : y[1] / slope; /* Eq. 51, or the overlap's velocity as second unknown */
    double F = neck_force(n, a) + n->A * da * neck_force_slope(n, a);
    rate[0] = da;
    rate[1] = n->second_order ? -neck_rate_slope(n, a) / slope * da * da - F / (n->m * slope) : -F / n->m;
}

static void neck_end(void *context, double t, const double *y, double *value)
{
    (void)t;
    const neck *n = context;
    value[0] = y[0] - cbrt(1.5 * M_PI * gam * n->D * n->R * n->R);
}

static double neck_restitution(const rp_impact_pair *pair, double A, double speed, int second_order)
{
    neck n = {A, pair->m_eff, pair->r_eff, 1.5 * (1 - poisson * poisson) / young, second_order};
    double a = cbrt(8.0 / 3 * M_PI * gam * n.D * n.R * n.R), t = 0,
           y[2] = {a, second_order ? speed / neck_rate(&n, a) : speed};
    rp_ode ode = {.count = 2,
                  .events = 1,
                  .rate = neck_motion,
                  .event = neck_end,
                  .context = &n,
                  .tolerance = 1e-13,
                  .scale = {a, y[1]},
                  .step = 1e-6,
                  .max_steps = 100000};
    int which;
    assert_int_equal(rp_ode_solve(&ode, &t, y, 1, &which, NULL), RP_OK);
    assert_int_equal(which, 0);
    return -(second_order ? y[1] * neck_rate(&n, y[0]) : y[1]) / speed;
}

/* Three forms of the equation of motion: in the overlap (the law itself), in the contact radius (Eq. 51), and mixed. */
static void test_jkr_forms(void **state)
{
    (void)state;
    pair_of_laws p;
    rp_impact_pair pair = ice(&p, 1e-4, 0);
    for (double v = 2.3e-3; v < 1; v *= 2) {
        double eps = impact(&p, pair, v, 0).eps_n;
        assert_near(neck_restitution(&pair, 1e-4, v, 0), eps, 1e-9);
        assert_near(neck_restitution(&pair, 1e-4, v, 1), eps, 1e-9);
    }
    double speed;
    assert_int_equal(rp_restitution_sticking_speed(&p.x, &pair, &speed, NULL), RP_OK);
    assert_near(speed, 2.1645e-3, 3e-5); /* errata 23, corrected: five digits */
}

/* ---- friction ---- */

static void oblique(pair_of_laws *p, const char *normal_law, const char *tangential, double mu)
{
    normal(p, normal_law);
    if (strcmp(normal_law, "linear") == 0) {
        laws_set(p, RP_NORMAL, "stiffness", 1e6);
        laws_set(p, RP_NORMAL, "damping", 3);
    }

    if (strcmp(normal_law, "hertz") == 0) laws_set(p, RP_NORMAL, "damping_ratio", 0.1);
    if (strcmp(normal_law, "viscoelastic") == 0) laws_set(p, RP_NORMAL, "dissipation", 1e-6);
    if (strcmp(normal_law, "jkr") == 0) laws_set(p, RP_NORMAL, "adhesion", 0.1);
    laws_choose(p, RP_TANGENTIAL, tangential);
    if (strcmp(tangential, "haff-werner") == 0) laws_set(p, RP_TANGENTIAL, "damping", 5);
    if (strcmp(tangential, "walton-braun") == 0)
        laws_set(p, RP_TANGENTIAL, "stiffness", strcmp(normal_law, "linear") ? 1e8 : 3e5);
    p->x.friction = mu;
}

/* Friction that never sticks takes mu (1 + eps_n) g_n / alpha off the slip, but not more than all of it, whatever the
 * laws [Poschel2008, Eq. 74]. */
static void test_coulomb(void **state)
{
    (void)state;
    const char *laws[] = {"linear", "hertz", "viscoelastic"};
    const rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, 2e-3, 2500);
    pair_of_laws p;
    for (double slip = 0.5; slip < 100; slip *= 3) {
        for (int n = 0; n < 3; n++) {
            oblique(&p, laws[n], "coulomb", 0.3);
            laws_prepare(&p);
            rp_impact out = impact(&p, pair, 1, slip);
            assert_within(out.eps_t, rp_restitution_coulomb(0.3, pair.alpha, out.eps_n, 1, slip), 1e-10);
        }
        /* a stiff spring slides from the first moment if the normal force rises from 0 without dashpot, and all the
         * time if the slip outlasts the impact */
        oblique(&p, "hertz", "cundall-strack", 0.3);
        laws_set(&p, RP_NORMAL, "damping_ratio", 0);
        laws_set(&p, RP_TANGENTIAL, "stiffness", 1e9);
        laws_prepare(&p);
        if (slip > 1.1 * 0.3 / pair.alpha * 2)
            assert_within(impact(&p, pair, 1, slip).eps_t, rp_restitution_coulomb(0.3, pair.alpha, 1, 1, slip), 1e-10);
    }
}

/* The scaled problem of [Poschel2008, Eq. 77] with the clipped spring of errata 15: kappa = 10, g_t/g_n = 1, mu/alpha
 * = 1.4 gives +0.231; only those three numbers matter. */
static void test_scaled_problem(void **state)
{
    (void)state;
    double first = NAN;
    for (int n = 0; n < 6; n++) {
        double young_n = 1e6 * pow(10, n), m = 0.1 * pow(3, n), R = 1e-3 * pow(2, n), v = 0.3 * (1 + n),
               alpha = n % 2 ? 1.0 / 3 : 2.0 / 7;
        double beta = 4.0 / 3 * young_n * sqrt(R) / m, kappa = 10;
        pair_of_laws p;
        normal(&p, "hertz");
        laws_set(&p, RP_NORMAL, "effective_young", young_n);
        laws_choose(&p, RP_TANGENTIAL, "cundall-strack");
        laws_set(&p, RP_TANGENTIAL, "stiffness", kappa * alpha * m * pow(beta, 0.8) * pow(v, 0.4));
        p.x.friction = 1.4 * alpha;
        laws_prepare(&p);
        rp_impact out = impact(&p, (rp_impact_pair){m, R, alpha}, v, v);
        if (n == 0) first = out.eps_t;
        assert_within(out.eps_t, 0.231, 0.0005);
        assert_near(out.eps_t, first, 1e-9);
        assert_int_equal(out.switches % 2, 0); /* it begins and ends sliding: errata 18 */
    }
}

/* Integration and steps of the same laws, over slips that stick, slide and turn round. Steps: 8000 and 16000 an impact,
 * second order but for the switches, of which walton-braun with a spring 40 times stiffer than the normal force has
 * many. */
static void test_steps_agree(void **state)
{
    (void)state;
    const char *laws[] = {"linear", "hertz", "viscoelastic", "jkr"},
               *tangential[] = {"coulomb", "haff-werner", "cundall-strack", "mindlin", "walton-braun"};
    for (int n = 0; n < 4; n++)
        for (int t = 0; t < 5; t++)
            for (int way = 0; way < 2; way++)
                for (double slip = 0.05; slip < 3; slip *= 5) {
                    if (n == 0 && t == 3) continue;
                    pair_of_laws p;
                    oblique(&p, laws[n], tangential[t], 0.4);
                    if (way) p.x.friction_static = 0.5;
                    if (way && t == 2) laws_set(&p, RP_TANGENTIAL, "damping_ratio", 0.5);
                    laws_prepare(&p);
                    rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, 3e-3, 2500);
                    rp_impact out = impact(&p, pair, 1, slip);
                    double stepped = stepped_eps_t(&p.x, &pair, 1, slip, out.contact_time);
                    if (fabs(out.eps_t - stepped) > (t == 4 ? 2e-4 : 3e-5))
                        fail_msg("%s %s slip %g: %.8f, by steps %.8f", laws[n], tangential[t], slip, out.eps_t,
                                 stepped);
                }
}

/* No impact gains energy: (m/2)(g_n^2 + alpha g_t^2) falls. Speeds and slips over decades, laws at random. */
static void test_energy(void **state)
{
    (void)state;
    const char *laws[] = {"linear", "hertz", "viscoelastic", "jkr"};
    const char *tangential[] = {"coulomb", "haff-werner", "cundall-strack", "mindlin", "walton-braun"};
    rp_random r = rp_random_stream(2, RP_RANDOM_TEST, 3, 0);
    for (int n = 0; n < 400; n++) {
        int a = (int)rp_random_below(&r, 4), t = (int)rp_random_below(&r, n % 4 ? 4 : 5);
        if (a == 0 && t == 3) continue;
        double v = pow(10, rp_random_range(&r, -2, 1)), slip = v * pow(10, rp_random_range(&r, -2, 2));
        pair_of_laws p;
        oblique(&p, laws[a], tangential[t], rp_random_range(&r, 0.05, 1.5));
        p.x.friction_static = p.x.friction * rp_random_range(&r, 1, 1.5);
        if (t == 2) {
            laws_set(&p, RP_TANGENTIAL, "damping_ratio", rp_random_range(&r, 0, 2));
            laws_set(&p, RP_TANGENTIAL, "stiffness_ratio", pow(10, rp_random_range(&r, -2, 1)));
        }

        laws_prepare(&p);
        rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, 1e-3 * pow(10, rp_random_range(&r, 0, 2)), 2500);
        rp_impact out = impact(&p, pair, v, slip);
        if (out.sticks) continue;
        double before = v * v + pair.alpha * slip * slip;
        double after = out.eps_n * out.eps_n * v * v + pair.alpha * out.eps_t * out.eps_t * slip * slip;
        if (after > before * (1 + 1e-9))
            fail_msg("%s %s v %g slip %g: gains %g of its energy (eps_n %g, eps_t %.10g)", laws[a], tangential[t], v,
                     slip, after / before - 1, out.eps_n, out.eps_t);
    }
}

/* ---- mindlin as docs/laws.md writes it ---- */

/* The rule in steps of its own: the force changes by -8 G* a u dt, and while a falls also in proportion to it; secant:
 * it is -8 G* a times the whole slip. Elastic spheres; at the bound the spring is what the bound holds. */
static double mindlin_by_hand(const rp_impact_pair *pair, double modulus, double shear, double mu, double slip,
                              int secant)
{
    const double dt = 5e-10, c = 4.0 / 3.0 * modulus * sqrt(pair->r_eff);
    double xi = 0, v = 1, u = slip, zeta = 0, k = 0;
    do {
        v -= 0.5 * dt * c * xi * sqrt(xi) / pair->m_eff;
        xi += dt * v;
        if (xi <= 0) break;
        double fn = c * xi * sqrt(xi), now = 8 * shear * sqrt(pair->r_eff * xi);
        if (!secant && k > 0 && now > k) zeta *= k / now;
        k = now;
        zeta += dt * u;
        zeta = fmax(-mu * fn / k, fmin(mu * fn / k, zeta));
        u -= dt * k * zeta / (pair->alpha * pair->m_eff);
        v -= 0.5 * dt * fn / pair->m_eff;
    } while (xi > 0);
    return u / slip;
}

static void test_mindlin_rule(void **state)
{
    (void)state;
    const rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, 1e-3, 2500);
    double apart = 0;
    for (double slip = 0.1; slip < 4; slip *= 1.5) {
        pair_of_laws p;
        normal(&p, "hertz");
        laws_choose(&p, RP_TANGENTIAL, "mindlin");
        laws_set(&p, RP_NORMAL, "effective_young", 1e9);
        laws_set(&p, RP_TANGENTIAL, "effective_shear", 2e8);
        laws_set(&p, RP_TANGENTIAL, "damping_ratio", 0);
        p.x.friction = p.x.friction_static = 0.4;
        laws_prepare(&p);
        double eps_t = impact(&p, pair, 1, slip).eps_t;
        assert_within(mindlin_by_hand(&pair, 1e9, 2e8, 0.4, slip, 0), eps_t, 1e-4); /* first order, 2e4 steps */
        apart = fmax(apart, fabs(mindlin_by_hand(&pair, 1e9, 2e8, 0.4, slip, 1) - eps_t));
    }
    assert_true(apart > 0.02); /* the secant form is another law */
}

/* ---- the other way round ---- */

static void test_inverse(void **state)
{
    (void)state;
    const char *laws[] = {"linear", "hertz", "viscoelastic"},
               *parameter[] = {"damping", "damping_ratio", "dissipation"};
    rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, INFINITY, 2500);
    for (int n = 0; n < 3; n++) {
        pair_of_laws p;
        normal(&p, laws[n]);
        if (n == 0) laws_set(&p, RP_NORMAL, "stiffness", 1e6);
        laws_prepare(&p);
        double value;
        assert_int_equal(rp_restitution_inverse(&p.x, &pair, parameter[n], 0.7, 0.4, &value, NULL), RP_OK);
        laws_set(&p, RP_NORMAL, parameter[n], value);
        laws_prepare(&p);
        assert_near(impact(&p, pair, 0.4, 0).eps_n, 0.7, 1e-10);
        if (n == 0) assert_near(value, 2 * rp_damping_ratio(0.7, 0) * sqrt(1e6 * pair.m_eff), 1e-9);
        rp_error err;
        assert_int_equal(rp_restitution_inverse(&p.x, &pair, parameter[n], 1.2, 0.4, &value, &err), RP_INPUT);
        assert_int_equal(rp_restitution_inverse(&p.x, &pair, "dampling", 0.5, 0.4, &value, &err), RP_INPUT);
    }
}

/* With tension eps = exp(-pi zeta / sqrt(1 - zeta^2)) for every zeta below 1: each eps has its damping, however near to
 * critical, and wherever the search has its brackets. */
static void test_inverse_with_tension(void **state)
{
    (void)state;
    const rp_impact_pair pair = {.m_eff = 0.01, .r_eff = 1e-3, .alpha = 2.0 / 7};
    for (double k = 1e3; k < 2e6; k *= 3)
        for (double eps = 0.8; eps > 1e-3; eps *= 0.5) {
            pair_of_laws p;
            double value, l = log(eps), zeta = -l / sqrt(M_PI * M_PI + l * l);
            rp_error err;
            normal(&p, "linear");
            laws_set(&p, RP_NORMAL, "stiffness", k);
            laws_set(&p, RP_NORMAL, "tension", 1);
            laws_prepare(&p);
            if (rp_restitution_inverse(&p.x, &pair, "damping", eps, 1, &value, &err)) fail_msg("%s", err.what);
            assert_near(value, 2 * zeta * sqrt(k * pair.m_eff), 1e-8); /* 1e-10 of eps, over a slope of 0.01 or more */
        }
}

/* JKR spheres without adhesion are viscoelastic ones: the same equation, the same cut at zero force. */
static void test_jkr_without_adhesion(void **state)
{
    (void)state;
    const rp_impact_pair pair = rp_restitution_spheres(1e-3, 2500, 1e-3, 2500);
    for (double speed = 1e-3; speed < 20; speed *= 5)
        for (int tension = 0; tension < 2; tension++) {
            pair_of_laws a, b;
            normal(&a, "viscoelastic");
            normal(&b, "jkr");
            laws_set(&b, RP_NORMAL, "adhesion", 0);
            laws_set(&a, RP_NORMAL, "dissipation", 1e-6);
            laws_set(&b, RP_NORMAL, "dissipation", 1e-6);
            laws_set(&a, RP_NORMAL, "tension", tension);
            laws_set(&b, RP_NORMAL, "tension", tension);
            laws_prepare(&a);
            laws_prepare(&b);
            rp_impact one = impact(&a, pair, speed, 0), other = impact(&b, pair, speed, 0);
            assert_near(other.eps_n, one.eps_n, 1e-10);
            assert_near(other.contact_time, one.contact_time, 1e-10);
        }
}

/* Eq. 55: to first order in the damping, so at a restitution of 0.99 to some 1e-4 [Eq. 44's next term: 0.6 (1 -
 * eps)^2]. Rolling friction of a viscoelastic sphere: mu_roll = A V. */
static void test_rolling(void **state)
{
    (void)state;
    pair_of_laws p;
    normal(&p, "viscoelastic");
    double A = 2e-8, V = 0.1, R = 5e-3;
    laws_set(&p, RP_NORMAL, "dissipation", A);
    laws_prepare(&p);
    double eps = impact(&p, rp_restitution_spheres(R, 2500, R, 2500), V, 0).eps_n;
    assert_true(eps > 0.98 && eps < 0.9999);
    assert_within(rp_restitution_from_rolling(A * V, V, 7e10, 0.24, R, 2500), eps, 0.7 * (1 - eps) * (1 - eps));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_never_ends),
        cmocka_unit_test(test_first_force),
        cmocka_unit_test(test_viscoelastic),
        cmocka_unit_test(test_given_restitution),
        cmocka_unit_test(test_jkr_sticking),
        cmocka_unit_test(test_jkr_forms),
        cmocka_unit_test(test_coulomb),
        cmocka_unit_test(test_scaled_problem),
        cmocka_unit_test(test_steps_agree),
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_mindlin_rule),
        cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_inverse_with_tension),
        cmocka_unit_test(test_jkr_without_adhesion),
        cmocka_unit_test(test_rolling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
