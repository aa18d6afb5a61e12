/* One law, one truth: thousands of random impacts by the three methods beside the exact rule: every normal and
 * tangential law, friction and restitution in every form, spheres and discs, pairs of sizes from 1 to 1/5 in any
 * direction, walls of every kind (faces, edges, rims, ends), angles from 0 to 89 degrees, speeds over two decades;
 * rolling and torsional friction beside their closed forms; and polygons beside exact impacts of rigid bodies. Prints
 * the table of deviations. */
#include "truth.h"
#include "truth_laws.h"
#include "truth_polygon.h"
#include "truth_rolling.h"

#include "base/random.h"

typedef struct deviation {
    double worst_n, worst_t, square_n, square_t;
    int count;
} deviation;

static void add(deviation *d, const verdict *v)
{
    double n = fabs(v->eps_n - v->exact.eps_n), t = fabs(v->eps_t - v->exact.eps_t);
    d->worst_n = fmax(d->worst_n, n);
    d->worst_t = fmax(d->worst_t, t);
    d->square_n += n * n;
    d->square_t += t * t;
    d->count++;
}

/* The table of the page docs/verification.md; reason: of the tolerance. */
static void begin_table(const char *what)
{
    printf("| %s | method | cases | eps_n: largest | rms | eps_t: largest | rms | tolerance | reason |\n", what);
    printf("|---|---|---|---|---|---|---|---|---|\n");
}

static void print(const char *what, const char *method, const deviation *d, const char *tolerance, const char *reason)
{
    if (d->count == 0) return;
    printf("| %s | %s | %d | %.1e | %.1e | %.1e | %.1e | %s | %s |\n", what, method, d->count, d->worst_n,
           sqrt(d->square_n / d->count), d->worst_t, sqrt(d->square_t / d->count), tolerance, reason);
}

/* A pair in any direction, or a wall of any kind. */
static bout draw(rp_random *r, const char *method, const char *laws, int dimension, truth_wall *wall)
{
    double speed = pow(10, rp_random_range(r, -1.5, 0.5)), angle = rp_random_range(r, 0, 89) * M_PI / 180;
    double ratio = rp_random_below(r, 3) ? pow(5, rp_random_uniform(r)) : 0, turn = rp_random_range(r, -1.4, 1.4);
    int kind = (int)rp_random_below(r, dimension == 2 ? TRUTH_WALLS_2D : TRUTH_WALLS - TRUTH_WALLS_2D);
    bout b = {method, laws, "", dimension, 2e-3, ratio, speed, speed * tan(angle), .step = 0};
    rp_vec x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, e = truth_between(x, y, 2 * turn);
    *wall = truth_wall_make(kind + (dimension == 3 ? TRUTH_WALLS_2D : 0), turn);
    if (ratio == 0) b.wall = wall;
    else b.normal = dimension == 2 ? e : truth_between(e, z, turn);
    return b;
}

typedef struct drawn {
    int normal, tangential, friction;
} drawn;

/* Discs follow linear laws only; mindlin needs a law of Hertz's kind. quick: laws whose maps are made fast. */
static int draw_laws(rp_random *r, int quick, char *text, size_t size, drawn *what)
{
    int n = (int)rp_random_below(r, quick ? QUICK_NORMALS : NORMALS),
        t = (int)rp_random_below(r, quick ? QUICK_TANGENTIALS : TANGENTIALS),
        f = (int)rp_random_below(r, quick ? QUICK_FRICTIONS : FRICTIONS), linear = n < 2 || n == 6,
        flat = linear && rp_random_below(r, 3) == 0;
    if (linear && t == MINDLIN) t = 3;
    snprintf(text, size, "%s, %s, %s", court_frictions[f], court_normals[n], court_tangentials[t]);
    *what = (drawn){n, t, f};
    return flat ? 2 : 3;
}

static void judge(const bout *b, const verdict *v, double small)
{
    if (fabs(v->eps_n - v->exact.eps_n) <= small && fabs(v->eps_t - v->exact.eps_t) <= small) return;
    fail_msg("%s, %dD, %s, %s, ratio %g, speed %g, slip %g: eps_n %.6f, eps_t %.6f; exact %.6f, %.6f", b->method,
             b->dimension, b->wall ? b->wall->name : "pair", b->laws, b->ratio, b->speed, b->slip, v->eps_n, v->eps_t,
             v->exact.eps_n, v->exact.eps_t);
}

static void test_given(void **state)
{
    (void)state;
    static const char *const methods[] = {"event-driven", "contact-dynamics"};
    for (int m = 0; m < 2; m++) {
        rp_random r = rp_random_stream(11, RP_RANDOM_TEST, 0, 0);
        deviation d = {0};
        for (int n = 0; n < 2000; n++) {
            truth_wall wall;
            bout b = draw(&r, methods[m], court_given[rp_random_below(&r, COURT_GIVEN)],
                          2 + (int)rp_random_below(&r, 2), &wall);
            verdict v = truth_hard(&b);
            judge(&b, &v, 1e-9); /* rounding: the rule itself */
            add(&d, &v);
        }
        if (m == 0) begin_table("coefficients");
        print("given: constants, tables, friction by speed", methods[m], &d, "1e-9", "rounding: the rule itself");
    }
}

/* By law of the normal force and by tangential law; how many are off by more than this. */
typedef struct court {
    deviation normal[NORMALS], tangential[TANGENTIALS], all;
    int off;
} court;

static void try_laws(court *c, rp_random *r, const char *method, int quick, double small)
{
    char laws[300];
    drawn what;
    truth_wall wall;
    int dimension = draw_laws(r, quick, laws, sizeof laws, &what);
    bout b = draw(r, method, laws, dimension, &wall);
    verdict v = truth_hard(&b);
    c->off += fabs(v.eps_n - v.exact.eps_n) > small || fabs(v.eps_t - v.exact.eps_t) > small;
    add(&c->normal[what.normal], &v);
    add(&c->tangential[what.tangential], &v);
    add(&c->all, &v);
}

static void print_court(const court *c, const char *method, const char *tolerance, const char *reason)
{
    begin_table("law");
    for (int n = 0; n < NORMALS; n++) print(court_normal_name[n], method, &c->normal[n], tolerance, reason);
    for (int n = 0; n < TANGENTIALS; n++) print(court_tangential_name[n], method, &c->tangential[n], tolerance, reason);
    print("all", method, &c->all, tolerance, reason);
}

static void test_events_by_laws(void **state)
{
    (void)state;
    court c = {0};
    rp_random r = rp_random_stream(12, RP_RANDOM_TEST, 0, 0);
    for (int n = 0; n < 300; n++) try_laws(&c, &r, "event-driven", 1, 1e-4);
    for (int n = 0; n < 100; n++) try_laws(&c, &r, "event-driven", 0, 1e-4);
    print_court(&c, "event-driven", "1e-4", "maps are refined to `coefficient_error`");
    assert_int_equal(c.off, 0);
}

/* Steps of 1/256 of the contact. Where static friction is larger than sliding friction, eps_t as a function of the slip
 * jumps: a contact that lets loose just before it ends, or does not. Next to such a jump steps may fall on its other
 * side, in less than 1 % of all impacts. So it is with the speed below which adhesive impacts stick. */
static void test_contact_dynamics_by_laws(void **state)
{
    (void)state;
    court c = {0};
    rp_random r = rp_random_stream(16, RP_RANDOM_TEST, 0, 0);
    for (int n = 0; n < 2000; n++) try_laws(&c, &r, "contact-dynamics", 0, 5e-3);
    print_court(&c, "contact-dynamics", "5e-3, but for 1 % of the cases",
                "steps of 1/256 of the contact; next to a jump of eps_t they may fall on its other side");
    printf("contact-dynamics: %d of %d are off by more than 5e-3\n", c.off, c.all.count);
    assert_true(c.off < 20);
}

/* Soft contacts at two steps. The direction of the contact turns by the order of the overlap; the first touch falls
 * anywhere in a step. */
static void test_soft(void **state)
{
    (void)state;
    const double steps[] = {200, 2000};
    for (int k = 0; k < 2; k++) {
        rp_random r = rp_random_stream(13, RP_RANDOM_TEST, 0, 0);
        deviation d = {0};
        char laws[300], what[64];
        drawn drawn_laws;
        for (int n = 0; n < 300; n++) {
            int dimension = draw_laws(&r, 0, laws, sizeof laws, &drawn_laws);
            truth_wall wall;
            bout b = draw(&r, "soft", laws, dimension, &wall);
            verdict v = truth_soft(&b, steps[k]);
            judge(&b, &v, 4 / steps[k] + 20 * v.overlap);
            add(&d, &v);
        }
        snprintf(what, sizeof what, "soft, %g steps a contact", steps[k]);
        if (k == 0) begin_table("laws");
        print("all", what, &d, k ? "2e-3 + 20 xi/r" : "2e-2 + 20 xi/r",
              "the first touch falls anywhere in a step (4 dt/t_c); the normal turns by the order of the overlap xi");
    }
}

/* The fractional law, by k and c or by contact time and restitution, without friction or with coulomb's. Both hard
 * methods integrate its impacts exactly. */
static void try_fractional(const char *method, int steps, int cases, double small, const char *tolerance,
                           const char *reason)
{
    rp_random r = rp_random_stream(19, RP_RANDOM_TEST, 0, 0);
    deviation d = {0};
    char laws[300], what[64];
    for (int n = 0; n < cases; n++) {
        truth_wall wall;
        snprintf(laws, sizeof laws, "%s%s, order: %.3g}, tangential: {law: %s}",
                 n % 2 ? "friction: 0.3, restitution: 0.5, " : "friction: 0.3, ",
                 n % 2 ? "normal: {law: fractional, contact_time: 3.0e-6"
                       : "normal: {law: fractional, stiffness: 1.0e6, damping: 1",
                 rp_random_range(&r, 0.01, 0.35), n % 3 ? "coulomb" : "none");
        bout b = draw(&r, method, laws, 3, &wall);
        if (steps && b.wall && strncmp(wall.name, "mesh", 4) == 0) b.wall = NULL; /* refused: a plane instead */
        verdict v = steps ? truth_soft(&b, steps) : truth_hard(&b);
        judge(&b, &v, steps ? 4.0 / steps + 20 * v.overlap : small);
        add(&d, &v);
    }
    snprintf(what, sizeof what, "%s", method);
    if (steps) snprintf(what, sizeof what, "soft, %d steps a contact", steps);
    print("fractional", what, &d, tolerance, reason);
}

static void test_fractional(void **state)
{
    (void)state;
    begin_table("law");
    try_fractional("event-driven", 0, 60, 1e-4, "1e-4", "maps are refined to `coefficient_error`");
    try_fractional("contact-dynamics", 0, 300, 1e-9, "1e-9", "exact impacts; rounding");
    try_fractional("soft", 200, 60, 0, "2e-2 + 20 xi/r", "4 dt/t_c; the normal turns by the order of the overlap xi");
}

/* ---- one number a case ---- */

static void add_off(deviation *d, double off)
{
    d->worst_n = fmax(d->worst_n, off);
    d->square_n += off * off;
    d->count++;
}

static void print_off(const char *what, const char *method, const deviation *d, const char *tolerance,
                      const char *reason)
{
    printf("| %s | %s | %d | %.1e | %.1e | %s | %s |\n", what, method, d->count, d->worst_n,
           sqrt(d->square_n / d->count), tolerance, reason);
}

static void begin_off(const char *what, const char *velocity)
{
    printf("| %s | method | cases | %s: largest | rms | tolerance | reason |\n|---|---|---|---|---|---|---|\n", what,
           velocity);
}

/* ---- rolling and torsional friction ---- */

static const char *const roll_name[ROLL_LAWS] = {"constant-torque, twisting", "viscoelastic rolling",
                                                 "spring-dashpot, twisting"};

/* Bodies and walls as above; steps 0: contact dynamics. */
static void try_rolling(roll_law law, double steps, const char *method, const char *tolerance, const char *reason)
{
    deviation d = {0};
    for (uint64_t n = 0; n < (steps > 0 ? 300 : 1000); n++) {
        rp_random r = rp_random_stream(17, RP_RANDOM_TEST, n, (uint64_t)law);
        truth_wall wall;
        roll_bout q = {.b = draw(&r, steps > 0 ? "soft" : "contact-dynamics", "", 2 + (int)(n % 3 > 0), &wall)};
        double overlap;
        roll_draw(&q, &r, law);
        double off = roll_try(&q, steps, &overlap);
        if (off < 0) continue;
        if (off > (steps > 0 ? 4 / steps + 20 * overlap : 1e-8))
            fail_msg("%s, %s, %s, ratio %g, speed %g, slip %g: off by %g", method, wall.name, q.laws, q.b.ratio,
                     q.b.speed, q.b.slip, off);
        add_off(&d, off);
    }
    print_off(roll_name[law], method, &d, tolerance, reason);
    assert_true(d.count > (steps > 0 ? 150 : 500));
}

/* Contact dynamics takes the bound of a law as rigid friction, and refuses the law without one; events refuse all. */
static void test_rolling(void **state)
{
    (void)state;
    const char *by_step = "4 dt/t_c, and the normal turns by the order of the overlap xi";
    begin_off("rolling", "velocities and r omega after the impact, of those before");
    for (int law = 0; law < ROLL_LAWS; law++) {
        try_rolling((roll_law)law, 200, "soft, 200 steps a contact", "2e-2 + 20 xi/r", by_step);
        try_rolling((roll_law)law, 2000, "soft, 2000 steps a contact", "2e-3 + 20 xi/r", by_step);
        if (law != ROLL_VISCOUS)
            try_rolling((roll_law)law, 0, "contact-dynamics", "1e-8", "the solver's tolerance, 1e-10 of the impulses");
    }
}

/* ---- polygons ---- */

static double mu_now, e_now;
static routh elastic(routh q) { return routh_impact(q, 1, 1); } /* Stronge: all of the normal work comes back */

/* Without friction the normal motion is that of the mass 1 / W_nn on spring and dashpot; the slip follows. */
static routh damped(routh q)
{
    double un = q.un;
    q.un = -e_now * un;
    q.ut += q.wnt / q.wnn * (q.un - un);
    return q;
}

/* The rule of two phases to the solver's tolerance and the motion before the impact: at 40 rad/s a face turns by 1e-6
 * in 2.5 steps of 1e-8 s, which moves its point of touch on the cylinder of 0.05 m by 5e-8 m, 2e-5 of an arm of 3 mm.
 * Routh's construction where the slip neither ends nor turns within a phase (test_polygons_impacts.c). */
static void test_polygons_rigid(void **state)
{
    (void)state;
    deviation rule = {0}, path = {0};
    for (uint64_t n = 0; n < 3000; n++) {
        rp_random r = rp_random_stream(14, RP_RANDOM_TEST, n, 0);
        polygon_bout b = polygon_draw(&r, (int)rp_random_below(&r, POLYGON_TARGETS));
        double off, from_routh;
        char laws[100];
        mu_now = rp_random_below(&r, 4) ? rp_random_range(&r, 0, 1.2) : 0;
        e_now = rp_random_range(&r, 0.05, 1);
        snprintf(laws, sizeof laws, "friction: %.17g, restitution: %.17g", mu_now, e_now);
        b.method = "contact-dynamics";
        b.laws = laws;
        if (!polygon_rigid(&b, mu_now, e_now, &off, &from_routh)) continue;
        if (off > 5e-5) fail_msg("polygon on %s, %s: off by %g", polygon_target[b.target], laws, off);
        add_off(&rule, off);
        add_off(&path, from_routh);
    }
    begin_off("polygons", "velocity of the point of contact, of its speed");
    print_off("rule of two phases", "contact-dynamics", &rule, "5e-5", "faces turn before the impact");
    print_off("Routh's construction", "contact-dynamics", &path, "0.03 rms",
              "the rule has one friction a phase; the path of the slip may turn within it");
    assert_true(rule.count > 1500);
    assert_true(sqrt(path.square_n / path.count) < 0.03);
}

/* At two steps. The tolerance: the part of the contact that a step is, and the turn within a contact of some 1e-5 s. */
static void test_polygons_soft(void **state)
{
    (void)state;
    const double steps[] = {200, 2000};
    for (int damping = 0; damping < 2; damping++)
        for (int k = 0; k < 2; k++) {
            deviation d = {0};
            for (uint64_t n = 0; n < 300; n++) {
                rp_random r = rp_random_stream(15, RP_RANDOM_TEST, n, 0);
                polygon_bout b = polygon_draw(&r, (int)rp_random_below(&r, POLYGON_PAIR));
                double off;
                char laws[200], what[64];
                mu_now = damping ? 0 : rp_random_range(&r, 0, 1.2);
                snprintf(laws, sizeof laws,
                         "friction: %.17g, normal: {law: linear, stiffness: 1.0e9, damping: %g}, tangential: {law: "
                         "coulomb}",
                         mu_now, damping ? 1000.0 : 0.0);
                b.method = "soft";
                b.laws = laws;
                if (damping) {
                    lab l = polygon_open(&b, 1e-3, 1e-8);
                    rp_impact_pair pair = {1 / polygon_before(&l, &b, 0).wnn, 1, 1.0 / 3};
                    rp_impact impact;
                    lab_ok(rp_restitution_impact(&l.w->interaction[0], &pair, 1, 0, &impact, NULL), NULL);
                    e_now = impact.eps_n;
                    lab_close(&l);
                }
                if (!polygon_soft(&b, mu_now, 1e9, steps[k], damping ? damped : elastic, &off)) continue;
                snprintf(what, sizeof what, "polygon on %s, mu %g", polygon_target[b.target], mu_now);
                if (off > 4 / steps[k] + 0.02) fail_msg("soft, %s, damping %d: off by %g", what, damping, off);
                add_off(&d, off);
            }
            if (k == 0) begin_off("polygons", "velocity of the point of contact, of its speed");
            print_off(damping ? "damped, smooth" : "elastic, friction", k ? "soft, 2000 steps" : "soft, 200 steps", &d,
                      k ? "0.022" : "0.04", "4 dt/t_c, and the turn within a contact of 1e-5 s");
            assert_true(d.count > 150);
        }
}

/* Two soft polygons, a tip on a side, at two steps: overlaps are energies of the area (test_polygons_soft.c). */
static void test_polygon_pairs(void **state)
{
    (void)state;
    const double steps[] = {200, 2000};
    begin_off("polygons", "velocity of the point of contact, of its speed");
    for (int damped = 0; damped < 2; damped++)
        for (int k = 0; k < 2; k++) {
            deviation d = {0};
            for (uint64_t n = 0; n < 150; n++) {
                rp_random r = rp_random_stream(18, RP_RANDOM_TEST, n, 0);
                polygon_bout b = polygon_draw(&r, POLYGON_PAIR);
                double off, mu = damped ? 0 : rp_random_range(&r, 0, 1.2),
                            part = damped ? rp_random_range(&r, 0.05, 0.8) : 0;
                if (!polygon_soft_pair(b, mu, part, steps[k], &off)) continue;
                if (off > 4 / steps[k] + 0.02)
                    fail_msg("two soft polygons, mu %g, damping %g: off by %g", mu, part, off);
                add_off(&d, off);
            }
            print_off(damped ? "pair, damped, smooth" : "pair, elastic, friction",
                      k ? "soft, 2000 steps" : "soft, 200 steps", &d, k ? "0.022" : "0.04",
                      "4 dt/t_c, and the turn within a contact of some 1e-5 s, 1e-5 m deep");
            assert_true(d.count > 75);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_given),
                                       cmocka_unit_test(test_events_by_laws),
                                       cmocka_unit_test(test_contact_dynamics_by_laws),
                                       cmocka_unit_test(test_soft),
                                       cmocka_unit_test(test_fractional),
                                       cmocka_unit_test(test_rolling),
                                       cmocka_unit_test(test_polygons_rigid),
                                       cmocka_unit_test(test_polygons_soft),
                                       cmocka_unit_test(test_polygon_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
