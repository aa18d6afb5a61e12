/* Impacts by steps beside exact ones: every tangential law, with and without static friction. */
#include "laws.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_laws), cmocka_unit_test(test_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
