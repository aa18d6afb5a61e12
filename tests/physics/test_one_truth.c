/* One law, one truth: single impacts by contact dynamics and by events have the coefficients that the laws imply for
 * their own masses, speed and slip. Soft contacts: test_impacts.c. Thousands of random cases: test_one_truth_verify.c.
 */
#include "truth.h"
#include "truth_laws.h"
#include "truth_polygon.h"
#include "truth_rolling.h"

#include "core/shape.h"
#include "core/wall_shape.h"
#include "laws/fractional.h"

static const char *const hard[] = {"event-driven", "contact-dynamics"};

/* Rounding for rules that are given; laws by steps of 1/256 of the contact (contact dynamics) and by maps refined to
 * 1e-4 (events). */
#define GIVEN 1e-9
#define BY_STEPS 2e-3
#define BY_MAPS 2e-4

static void check(const bout *b, double small)
{
    verdict v = truth_hard(b);
    if (fabs(v.eps_n - v.exact.eps_n) <= small && fabs(v.eps_t - v.exact.eps_t) <= small) return;
    fail_msg("%s, %s, %s, ratio %g, speed %g, slip %g: eps_n %.6f, eps_t %.6f; exact %.6f, %.6f", b->method,
             b->wall ? b->wall->name : "", b->laws, b->ratio, b->speed, b->slip, v.eps_n, v.eps_t, v.exact.eps_n,
             v.exact.eps_t);
}

static void check_laws(const char *laws, double small_cd)
{
    const double ratios[] = {0, 1, 3}, slips[] = {0, 0.02, 0.5, 1, 3, 60};
    for (int m = 0; m < 2; m++)
        for (int r = 0; r < 3; r++)
            for (int s = 0; s < 6; s++) {
                bout b = {hard[m], laws, "", 3, 2e-3, ratios[r], 0.3, 0.3 * slips[s], .step = 0};
                check(&b, small_cd > 0 ? (m ? small_cd : BY_MAPS) : GIVEN);
            }
}

/* Coefficients that a scene gives. */
static void test_given(void **state)
{
    (void)state;
    check_laws("restitution: 0.7", 0);
    check_laws("restitution: 0.7, friction: 0.3", 0);
    check_laws("restitution: {normal: 0.7, tangential: -0.4}, friction: 0.3", 0);
    check_laws("restitution: {normal: 0.7, tangential: 0.4}", 0);
    check_laws("restitution: {table: [[0, 1], [0.2, 0.9], [1, 0.5]]}, friction: 0.3", 0);
}

static double slip_left(const char *method, const char *friction)
{
    char laws[120];
    snprintf(laws, sizeof laws, "restitution: {normal: 0.7, tangential: -0.4}%s", friction);
    bout b = {method, laws, "", 3, 2e-3, 1, 0.3, 0.3, .step = 0};
    return truth_hard(&b).eps_t;
}

/* eps_t is bounded by the friction that is given, down to none at all; only where none is given nothing bounds it. A
 * stage that brings friction 0 says as much as the scene itself. */
static void test_friction_of_zero(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        close_to(slip_left(hard[m], ""), -0.4, GIVEN);
        close_to(slip_left(hard[m], ", friction: 0"), 1, GIVEN);
        close_to(slip_left(hard[m], ", friction: {sliding: 0}"), 1, GIVEN);
        close_to(slip_left(hard[m], ", friction: {static: 0, sliding: 0}"), 1, GIVEN);
        close_to(slip_left(hard[m], ", friction: {table: [[0, 0]]}"), 1, GIVEN);
        close_to(slip_left(hard[m], ", friction: 1.0e-9"), 1, 1e-7); /* 1 - mu (1 + eps_n) 7/2 */
    }
}

/* A new contact that slides has the sliding coefficient. */
static void test_static_friction(void **state)
{
    (void)state;
    check_laws("restitution: 0.7, friction: {static: 0.6, sliding: 0.3}", 0);
}

/* Friction that depends on the speed of slip, against steps of du/dP_n = -mu(u) / (alpha m_eff). */
static double slid(const rp_interaction *x, double alpha, double push, double slip)
{
    const int steps = 200000;
    double u = slip, h = push / steps, lost = 0;
    for (int n = 0; n < steps; n++) {
        double mu = rp_curve_value(&x->friction_curve, u), middle = fmax(0, u - 0.5 * h * mu / alpha);
        mu = rp_curve_value(&x->friction_curve, middle);
        lost += mu * h;
        u = fmax(0, u - mu * h / alpha);
    }
    return lost / push;
}

static void test_friction_by_speed(void **state)
{
    (void)state;
    const char *const laws[] = {"restitution: 0.7, friction: {at_rest: 0.5, at_speed: 0.1, speed: 0.3}",
                                "restitution: 0.7, friction: {at_rest: 0.1, at_speed: 0.5, speed: 0.3}",
                                "restitution: 0.7, friction: {at_rest: 0.5, at_speed: 0, speed: 0.3}",
                                "restitution: 0.7, friction: {table: [[0.05, 0.5], [0.4, 0.1], [2, 0.3], [3, 0.3]]}"};
    for (int n = 0; n < 4; n++) {
        check_laws(laws[n], 0);
        bout b = {"contact-dynamics", laws[n], "", 3, 2e-3, 1, 0.3, 1, .step = 0};
        lab l = truth_open(&b, 1e-3, 1e-3);
        for (double slip = 1e-3; slip < 20; slip *= 2.9)
            for (double push = 1e-3; push < 20; push *= 3.6) /* midpoint rule: second order but for the kinks */
                close_to(rp_collision_friction(&l.w->interaction[0], 2.0 / 7, push, slip),
                         slid(&l.w->interaction[0], 2.0 / 7, push, slip), 3e-5);
        lab_close(&l);
    }
    /* far above the speed at which friction has fallen, P_t / P_n is the coefficient there, not that at rest */
    bout b = {"contact-dynamics", laws[0], "", 3, 2e-3, 0, 0.03, 3, .step = 0};
    verdict v = truth_hard(&b);
    close_to((1 - v.eps_t) * 3 * (2.0 / 7) / (1.7 * 0.03), 0.1, 1e-3);
}

/* Every law, by itself and with the others. */
static void test_laws(void **state)
{
    (void)state;
    check_laws("normal: {law: linear, stiffness: 1.0e5, damping: 0.3}", BY_STEPS);
    check_laws("friction: 0.3, normal: {law: linear, stiffness: 1.0e5, damping: 0.3}, tangential: {law: coulomb}",
               BY_STEPS);
    check_laws("friction: 0.3, restitution: 0.8, normal: {law: linear, stiffness: 1.0e5}, tangential: {law: "
               "cundall-strack, stiffness_ratio: 0.3}",
               BY_STEPS);
    check_laws("friction: 0.5, restitution: {normal: 0.8, speed: 1}, normal: {law: viscoelastic}, tangential: {law: "
               "mindlin}",
               BY_STEPS);
    check_laws("friction: {static: 0.6, sliding: 0.4}, restitution: 0.8, normal: {law: hertz}, tangential: {law: "
               "cundall-strack, stiffness_ratio: 0.7, damping_ratio: 0.3}",
               BY_STEPS);
    check_laws("friction: 0.4, normal: {law: linear, stiffness: 1.0e5, damping: 0.1}, tangential: {law: haff-werner, "
               "damping: 0.5}",
               BY_STEPS);
    check_laws("friction: {at_rest: 0.5, at_speed: 0.1, speed: 0.3}, normal: {law: linear, stiffness: 1.0e5}, "
               "tangential: {law: cundall-strack}",
               BY_STEPS);
}

/* The fractional law: both hard methods integrate its impacts exactly; springs have no history beside it, so that its
 * tangential law is coulomb's or none. Soft contacts: test_fractional.c. */
static void test_fractional_law(void **state)
{
    (void)state;
    check_laws("normal: {law: fractional, order: 0.1, stiffness: 1.0e5, damping: 1}", BY_MAPS);
    check_laws("friction: 0.3, normal: {law: fractional, order: 0.2, stiffness: 1.0e5, damping: 1}, tangential: {law: "
               "coulomb}",
               BY_MAPS);
    /* friction is mu |fn|, also while the law pulls; soft contacts: 4 dt/t_c */
    bout b = {"soft",
              "friction: 0.3, normal: {law: fractional, order: 0.3, stiffness: 1.0e5, damping: 1}, tangential: "
              "{law: coulomb}",
              "",
              3,
              2e-3,
              1,
              0.3,
              0.6,
              .step = 0};
    verdict v = truth_soft(&b, 200);
    close_to(v.eps_t, v.exact.eps_t, 0.02);
}

/* A restitution beside the fractional law sets its k and c; what comes back follows from the order alone (errata 55),
 * by all three methods. Soft contacts: second order in the step, test_fractional.c. */
static void test_restitution_beside_fractional(void **state)
{
    (void)state;
    for (double order = 0.1; order < 0.35; order += 0.1)
        for (double given = 0.5; given < 1; given += 0.4)
            for (int ratio = 0; ratio < 2; ratio++) {
                char laws[200];
                rp_fractional_impact e;
                assert_true(rp_fractional_impact_exact(order, 1, &e));
                snprintf(laws, sizeof laws,
                         "restitution: %g, normal: {law: fractional, order: %g, contact_time: 1.0e-4}", given, order);
                for (int m = 0; m < 2; m++)
                    close_to(truth_hard(&(bout){hard[m], laws, "", 3, 2e-3, ratio, 0.3, 0, .step = 0}).eps_n, e.eps,
                             m ? GIVEN : BY_MAPS);
                close_to(truth_soft(&(bout){"soft", laws, "", 3, 2e-3, ratio, 0.3, 0, .step = 0}, 200).eps_n, e.eps,
                         0.3 / (200 * 200));
            }
}

/* Impacts of all sizes by one map, where laws have one scale (laws/impact_map.h): small and large ones, slow and fast.
 */
static void test_sizes(void **state)
{
    (void)state;
    const char *const laws[] = {
        "friction: 0.5, restitution: {normal: 0.8, speed: 1}, normal: {law: viscoelastic}, tangential: {law: mindlin}",
        "friction: 0.5, restitution: 0.8, normal: {law: hertz}, tangential: {law: cundall-strack, stiffness: 1.0e6}",
        "friction: {at_rest: 0.5, at_speed: 0.1, speed: 0.3}, restitution: 0.8, normal: {law: linear, stiffness: "
        "1.0e5}",
        "friction: 0.3, normal: {law: linear, stiffness: 1.0e5, damping: 0.3}", /* none: masses and speeds count apart
                                                                                 */
    };
    for (int n = 0; n < 4; n++)
        for (int large = 0; large < 2; large++)
            for (int k = 0; k < 4; k++) {
                double speed = large ? 0.02 : 2, r = large ? 2e-2 : 2e-4;
                bout b = {"event-driven", laws[n], "", 3, r, k / 2 ? 3 : 0, speed, speed * (k % 2 ? 3 : 0.4),
                          .step = 0};
                check(&b, BY_MAPS);
            }
}

/* Walls of every kind are as hard and as rough as a plane: faces from both sides, edges, corners, rims and ends, by all
 * methods. Soft contacts: 500 steps a contact, and the direction turns by the order of the overlap. */
static void test_walls(void **state)
{
    (void)state;
    const char *given = "restitution: 0.7, friction: {static: 0.6, sliding: 0.3}",
               *laws = "friction: 0.3, restitution: 0.8, normal: {law: linear, stiffness: 1.0e6}, tangential: {law: "
                       "cundall-strack, stiffness_ratio: 0.3}";
    for (int kind = 0; kind < TRUTH_WALLS; kind++)
        for (int side = 0; side < 2; side++) {
            truth_wall w = truth_wall_make(kind, side ? -0.6 : 0.9);
            for (int m = 0; m < 2; m++)
                for (int k = 0; k < 2; k++) {
                    bout b = {hard[m], k ? laws : given, "", w.dimension, 2e-3, 0, 0.3, 0.4, .wall = &w};
                    check(&b, k ? (m ? BY_STEPS : BY_MAPS) : GIVEN);
                }
            bout b = {"soft", laws, "", w.dimension, 2e-3, 0, 0.3, 0.4, .wall = &w};
            verdict v = truth_soft(&b, 500);
            if (fabs(v.eps_n - v.exact.eps_n) > 8e-3 + 20 * v.overlap
                || fabs(v.eps_t - v.exact.eps_t) > 8e-3 + 20 * v.overlap)
                fail_msg("soft, %s: eps_n %.6f, eps_t %.6f; exact %.6f, %.6f", w.name, v.eps_n, v.eps_t, v.exact.eps_n,
                         v.exact.eps_t);
        }
}

/* Rolling and torsional friction in impacts: soft contacts by every law, contact dynamics by those with a bound. The
 * hard rule is met to the solver's tolerance; soft contacts err by a step and turn by the order of the overlap. */
static void test_rolling(void **state)
{
    (void)state;
    int count = 0;
    for (uint64_t n = 0; n < 150; n++) {
        rp_random r = rp_random_stream(22, RP_RANDOM_TEST, n, 0);
        const double ratio = n % 3 ? pow(5, rp_random_uniform(&r)) : 0, speed = rp_random_range(&r, 0.1, 1);
        const int law = (int)(n % ROLL_LAWS), soft = n / ROLL_LAWS % 2 == 0 || law == ROLL_VISCOUS;
        roll_bout q = {.b = {soft ? "soft" : "contact-dynamics", "", "", n % 4 ? 3 : 2, 2e-3, ratio, speed,
                             speed * rp_random_range(&r, 0, 5), .step = 0}};
        double overlap;
        roll_draw(&q, &r, (roll_law)law);
        double off = roll_try(&q, soft ? 500 : 0, &overlap);
        if (off < 0) continue;
        count++;
        if (off > (soft ? 8e-3 + 20 * overlap : 1e-8))
            fail_msg("%s, %s, ratio %g: off by %g", q.b.method, q.laws, ratio, off);
    }
    assert_true(count > 90);
}

/* Polygons on walls and on each other. Contact dynamics: the turn of a face before the impact moves its point of touch
 * on a cylinder (test_one_truth_verify.c). Soft: a contact lasts some 1e-5 s, in which the polygon turns by up to 1e-3.
 */
static routh elastic(routh q) { return routh_impact(q, 1, 1); }

static void test_polygons(void **state)
{
    (void)state;
    int count = 0;
    for (int target = 0; target < POLYGON_TARGETS; target++)
        for (uint64_t n = 0; n < 6; n++) {
            rp_random r = rp_random_stream(21, RP_RANDOM_TEST, n, (uint64_t)target);
            polygon_bout b = polygon_draw(&r, target);
            double off = 0, path;
            b.method = "contact-dynamics";
            b.laws = "restitution: 0.7, friction: 0.4";
            if (!polygon_rigid(&b, 0.4, 0.7, &off, &path)) continue;
            count++;
            if (off > 5e-5) fail_msg("contact dynamics, polygon on %s: off by %g", polygon_target[target], off);
            /* tangential laws are those of round particles: corners rub by Coulomb's law alone */
            b.laws =
                "restitution: 0.7, friction: {static: 0.8, sliding: 0.4}, normal: {law: linear, stiffness: 1.0e7}, "
                "tangential: {law: cundall-strack}";
            if (polygon_rigid(&b, 0.4, 0.7, &off, &path) && off > 5e-5)
                fail_msg("contact dynamics, polygon on %s by laws: off by %g", polygon_target[target], off);
            b.method = "soft";
            b.laws = "friction: 0.4, normal: {law: linear, stiffness: 1.0e9}, tangential: {law: coulomb}";
            for (int damped = 0; target == POLYGON_PAIR && damped < 2; damped++) {
                double part = damped ? 0.4 : 0;
                if (polygon_soft_pair(b, damped ? 0 : 0.4, part, 500, &off) && off > 0.02)
                    fail_msg("soft, two polygons, damping %g: off by %g", part, off);
            }
            if (target != POLYGON_PAIR && polygon_soft(&b, 0.4, 1e9, 500, elastic, &off) && off > 0.02)
                fail_msg("soft, polygon on %s: off by %g", polygon_target[target], off);
        }
    assert_true(count > 20);
}

/* ---- nothing is left out ---- */

static int has_law(const char *const *laws, int count, const char *slot, const char *name)
{
    char key[80];
    int found = 0;
    snprintf(key, sizeof key, "%s: {law: %s", slot, name);
    for (int n = 0; n < count && !found; n++) {
        const char *at = strstr(laws[n], key);
        found = at && (at[strlen(key)] == ',' || at[strlen(key)] == '}');
    }
    return found;
}

/* Each law of the registry stands before the court: in its lists, in those of rolling, or in the test of its own. */
static void test_all_laws(void **state)
{
    (void)state;
    roll_bout roll[ROLL_LAWS] = {0};
    const char *rolling[ROLL_LAWS];
    static const char *const own[] = {"normal: {law: fractional,"};
    for (int law = 0; law < ROLL_LAWS; law++) {
        rp_random r = rp_random_stream(23, RP_RANDOM_TEST, (uint64_t)law, 0);
        roll[law].b = (bout){"soft", "", "", 3, 2e-3, 1, 0.3, 0.3, .step = 0};
        roll_draw(&roll[law], &r, (roll_law)law);
        rolling[law] = roll[law].laws;
    }
    assert_true(rp_laws_count(NULL) > 12);
    for (int n = 0; n < rp_laws_count(NULL); n++) {
        const rp_law *law = rp_laws_get(NULL, n);
        const char *slot = rp_slot_name(law->slot);
        if (!has_law(court_normals, NORMALS, slot, law->name)
            && !has_law(court_tangentials, TANGENTIALS, slot, law->name)
            && !has_law(rolling, ROLL_LAWS, slot, law->name) && !has_law(own, 1, slot, law->name))
            fail_msg("the court has no %s law %s", slot, law->name);
    }
}

/* Friction in every form that the scene knows, and restitution in those that say one number for an impact. */
static void test_all_forms(void **state)
{
    (void)state;
    static const char *const friction[] = {"friction: 0", "friction: 0.", "static:", "sliding:", "at_rest:", "table:"},
                             *const restitution[] = {"restitution: 0", "normal:", "tangential:", "table:", "speed:"};
    for (int k = 0; k < 6; k++) {
        int found = 0;
        for (int n = 0; n < FRICTIONS; n++)
            found |= k == 0 ? strcmp(court_frictions[n], friction[0]) == 0
                            : strstr(court_frictions[n], friction[k]) != NULL;
        if (!found) fail_msg("the court has no friction of the form '%s'", friction[k]);
    }
    for (int k = 0; k < 5; k++) {
        int found = 0;
        for (int n = 0; n < COURT_GIVEN; n++) found |= strstr(court_given[n], restitution[k]) != NULL;
        for (int n = 0; n < NORMALS; n++)
            found |= k == 4 && strstr(court_normals[n], "restitution: {normal: 0.8, speed:");
        if (!found) fail_msg("the court has no restitution of the form '%s'", restitution[k]);
    }
}

/* Walls of every shape. Particles of every shape have a court: polygons here, clumps in test_clumps.c, polyhedra in
 * test_polyhedra.c (polyhedra_impacts.h). */
static void test_all_shapes(void **state)
{
    (void)state;
    static const char *const judged[] = {"disc", "sphere", "polygon", "clump", "polyhedron"};
    int count;
    for (int n = 0; rp_wall_shape_list[n]; n++) {
        const size_t length = strlen(rp_wall_shape_list[n]->name);
        int found = 0;
        for (int kind = 0; kind < TRUTH_WALLS && !found; kind++) {
            const truth_wall w = truth_wall_make(kind, 0.3);
            found = strncmp(w.shape, rp_wall_shape_list[n]->name, length) == 0 && w.shape[length] == ':';
        }
        if (!found) fail_msg("the court has no wall of the shape %s", rp_wall_shape_list[n]->name);
    }
    const rp_shape *const *shapes = rp_shape_list(&count);
    for (int n = 0; n < count; n++) {
        int found = 0;
        for (int k = 0; k < 5; k++) found |= strcmp(judged[k], shapes[n]->name) == 0;
        if (!found) fail_msg("the court has no particle of the shape %s", shapes[n]->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_given),
                                       cmocka_unit_test(test_friction_of_zero),
                                       cmocka_unit_test(test_static_friction),
                                       cmocka_unit_test(test_friction_by_speed),
                                       cmocka_unit_test(test_laws),
                                       cmocka_unit_test(test_fractional_law),
                                       cmocka_unit_test(test_restitution_beside_fractional),
                                       cmocka_unit_test(test_sizes),
                                       cmocka_unit_test(test_walls),
                                       cmocka_unit_test(test_rolling),
                                       cmocka_unit_test(test_polygons),
                                       cmocka_unit_test(test_all_laws),
                                       cmocka_unit_test(test_all_forms),
                                       cmocka_unit_test(test_all_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
