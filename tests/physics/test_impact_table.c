/* Tables of impacts beside exact ones, for laws without a scale of their own; laws with one have none. */
#include "laws.h"

#include "laws/impact.h"
#include "laws/impact_table.h"

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
}

static rp_impact_tables *tables_of(pair_of_laws *p)
{
    rp_impact_tables *tables;
    rp_error err;
    laws_prepare(p);
    p->world.interaction = &p->x;
    p->world.interaction_count = 1;
    assert_int_equal(rp_impact_tables_create(&p->world, &tables, &err), RP_OK);
    return tables;
}

static rp_impact_table_answer read(rp_impact_tables *tables, const rp_interaction *x, rp_impact_pair pair, double speed,
                                   double slip)
{
    rp_impact_table_answer answer;
    rp_error err;
    assert_int_equal(rp_impact_tables_read(tables, x, &pair, speed, slip, &answer, &err), RP_OK);
    return answer;
}

enum { IMPACTS = 40 };

/* Any size and speed, slips over six decades of them; discs and spheres. */
static void draw(rp_random *r, rp_impact_pair *pair, double *speed, double *slip)
{
    const double alpha = rp_random_uniform(r) < 0.5 ? RP_IMPACT_TABLE_DISCS : RP_IMPACT_TABLE_SPHERES;
    *pair = (rp_impact_pair){pow(10, -7 + 4 * rp_random_uniform(r)), pow(10, -4 + 2 * rp_random_uniform(r)), alpha};
    *speed = pow(10, -3 + 4 * rp_random_uniform(r));
    *slip = *speed * pow(10, -3 + 6 * rp_random_uniform(r));
}

/* Error of interpolation and error of steps together (test_impact_steps.c has the second). */
static void check(const rp_interaction *x, rp_impact_tables *tables, const char *what, double steps)
{
    rp_random r = rp_random_stream(3, 1, 4, 1);
    int known = 0;
    for (int n = 0; n < IMPACTS; n++) {
        rp_impact_pair pair;
        rp_impact impact;
        rp_error err;
        double speed, slip;
        draw(&r, &pair, &speed, &slip);
        const rp_impact_table_answer found = read(tables, x, pair, speed, slip);
        if (!found.known) continue;
        known++;
        assert_int_equal(rp_restitution_impact(x, &pair, speed, slip, &impact, &err), RP_OK);
        if (fabs(found.eps_n - impact.eps_n) > 1e-4 || fabs(found.eps_t - impact.eps_t) > RP_IMPACT_TABLE_ERROR + steps)
            fail_msg("%s, slip / speed %g: %.6f, %.6f; exact %.6f, %.6f", what, slip / speed, found.eps_n, found.eps_t,
                     impact.eps_n, impact.eps_t);
    }
    if (known < IMPACTS * 9 / 10) fail_msg("%s: the table knows %d of %d impacts", what, known, IMPACTS);
}

static void test_exact(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"linear", "coulomb"},
                                           {"linear", "cundall-strack"},
                                           {"linear", "walton-braun"},
                                           {"hertz", "coulomb"},
                                           {"hertz", "mindlin"}};
    for (int n = 0; n < 5; n++)
        for (int s = 0; s < 2; s++) {
            char what[80];
            pair_of_laws p;
            prepare(&p, pairs[n][0], pairs[n][1], s ? 0.6 : 0.4);
            snprintf(what, sizeof what, "%s, %s%s", pairs[n][0], pairs[n][1], s ? ", static friction" : "");
            rp_impact_tables *tables = tables_of(&p);
            check(&p.x, tables, what, s || n == 2 ? 4e-3 : 1e-3);
            rp_impact_tables_destroy(tables);
        }
}

/* A scale of mass, radius or speed: a dashpot, friction by speed, adhesion, a stiffness beside Hertz's law. Nor is
 * there a table for pairs that are neither solid discs nor solid spheres. */
static void test_no_table(void **state)
{
    (void)state;
    const rp_impact_pair ball = {1e-5, 1e-3, RP_IMPACT_TABLE_SPHERES}, hollow = {1e-5, 1e-3, 0.375};
    for (int n = 0; n < 5; n++) {
        pair_of_laws p;
        prepare(&p,
                n == 0   ? "viscoelastic"
                : n == 3 ? "hertz"
                         : "linear",
                n == 1 ? "haff-werner" : "cundall-strack", 0.4);
        if (n == 2)
            p.x.friction_curve = (rp_curve){.kind = RP_CURVE_EXPONENTIAL, .start = 0.5, .end = 0.1, .speed = 0.2};
        if (n == 3) laws_set(&p, RP_TANGENTIAL, "stiffness", 1e5);
        if (n == 4) laws_choose(&p, RP_ADHESION, "constant");
        if (n == 4) laws_set(&p, RP_ADHESION, "force", 1e-4);
        rp_impact_tables *tables = tables_of(&p);
        for (int k = 0; k < 3; k++) assert_int_equal(read(tables, &p.x, ball, 0.3, 0.3 * pow(10, k - 1)).known, 0);
        rp_impact_tables_destroy(tables);
    }
    pair_of_laws p;
    prepare(&p, "linear", "cundall-strack", 0.4);
    rp_impact_tables *tables = tables_of(&p);
    assert_int_equal(read(tables, &p.x, ball, 0.3, 3).known, 1);
    assert_int_equal(read(tables, &p.x, hollow, 0.3, 3).known, 0);
    rp_impact_tables_destroy(tables);
}

/* After a restart tables are empty: an answer depends on the impact alone, to the last bit. */
static void test_order(void **state)
{
    (void)state;
    pair_of_laws p;
    rp_impact_pair pair[IMPACTS];
    double speed[IMPACTS], slip[IMPACTS];
    rp_impact_table_answer first[IMPACTS];
    rp_random r = rp_random_stream(5, 9, 2, 6);
    prepare(&p, "linear", "cundall-strack", 0.6);
    rp_impact_tables *tables = tables_of(&p);
    for (int n = 0; n < IMPACTS; n++) {
        draw(&r, &pair[n], &speed[n], &slip[n]);
        first[n] = read(tables, &p.x, pair[n], speed[n], slip[n]);
    }
    rp_impact_tables_destroy(tables);
    tables = tables_of(&p);
    for (int n = IMPACTS - 1; n >= 0; n--) {
        const rp_impact_table_answer again = read(tables, &p.x, pair[n], speed[n], slip[n]);
        assert_int_equal(again.known, first[n].known);
        assert_true(again.eps_n == first[n].eps_n && again.eps_t == first[n].eps_t);
    }
    rp_impact_tables_destroy(tables);
}

static void test_hold(void **state)
{
    (void)state;
    pair_of_laws p;
    prepare(&p, "linear", "cundall-strack", 0.4);
    rp_impact_tables *tables = tables_of(&p);
    assert_int_equal(rp_impact_tables_hold(tables), 1);
    p.x.friction = 0.41;
    assert_int_equal(rp_impact_tables_hold(tables), 0);
    rp_impact_tables_destroy(tables);
}

/* Without slip, and far beyond the ends of the table. */
static void test_ends(void **state)
{
    (void)state;
    pair_of_laws p;
    prepare(&p, "linear", "cundall-strack", 0.4);
    rp_impact_tables *tables = tables_of(&p);
    const rp_impact_pair ball = {1e-5, 1e-3, RP_IMPACT_TABLE_SPHERES};
    const rp_impact_table_answer none = read(tables, &p.x, ball, 0.3, 0), small = read(tables, &p.x, ball, 0.3, 1e-9),
                                 large = read(tables, &p.x, ball, 1e-3, 1e4);
    assert_int_equal(none.known && small.known && large.known, 1);
    assert_within(none.eps_t, small.eps_t, 1e-8);
    /* it slides all the time: P_t = mu P_n. Beyond the table the slip hardly changes */
    assert_within((1 - large.eps_t) * ball.alpha * 1e7 / 1.8, 0.4, 1e-3);
    rp_impact_tables_destroy(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact), cmocka_unit_test(test_no_table),
                                       cmocka_unit_test(test_order), cmocka_unit_test(test_hold),
                                       cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
