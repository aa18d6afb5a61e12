/* The two ends of a contact: where a spring starts within the step, and what becomes of its energy when the contact
 * parts. */
#include "lab.h"

#define SCENE "repose: 1\ndimension: 2\nthickness: 0.01\nmethod: soft\nmaterials: {m: {density: 1000}}\n"

static const double R = 0.01, K = 1e10, VN = 0.1;
static double mass(void) { return 1000 * M_PI * R * R * 0.01; }

/* A disc hits a plane or a disc and sticks until shortly before it parts. (With k_t/k_n = 1/3, where both oscillators
 * have one period, the result would not depend on where the spring starts in first order.) Returns the tangential
 * surface speed after it, relative to before. `phase`: part of a step between touching and the first look. */
static double sticking(int pair, double steps, double phase)
{
    double tc = M_PI * sqrt((pair ? 0.5 : 1) * mass() / K), dt = tc / steps, way = (3 + phase) * dt, slip = 0.05;
    char bodies[600];
    if (pair)
        snprintf(
            bodies, sizeof bodies,
            "particles:\n  - {name: a, material: m, radius: %g, place: {list: [[%.17g, %.17g]]}, velocity: [%g, %g]}\n"
            "  - {name: b, material: m, radius: %g, place: {list: [[0, 0]]}}\n",
            R, -slip * way, 2 * R + VN * way, slip, -VN, R);
    else
        snprintf(bodies, sizeof bodies,
                 "particles: [{name: a, material: m, radius: %g, place: {list: [[0, %.17g]]}, velocity: [%g, %g]}]\n"
                 "walls: [{name: w, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n",
                 R, R + VN * way, slip, -VN);
    lab l = lab_open(SCENE "interactions: [{between: [m, m], friction: 0.4, normal: {law: linear, stiffness: %g}, "
                           "tangential: {law: cundall-strack, stiffness_ratio: 0.2}}]\n"
                           "%srun: {until: 1, step: %.17g}\n",
                     K, bodies, dt);
    lab_until(&l, 1.2 * tc + way);
    rp_measures now = lab_measure(&l);
    assert_int_equal(now.contacts + now.wall_contacts, 0);
    double v = lab_v(&l, 0).x + lab_omega(&l, 0).z * R;
    if (pair) v += -lab_v(&l, 1).x + lab_omega(&l, 1).z * R;
    lab_close(&l);
    return v / slip;
}

/* Root mean square over phases of the touch, against a run with 200 times more steps. */
static double sticking_error(int pair, double steps, double exact)
{
    double sum = 0;
    for (int n = 0; n < 8; n++) {
        double off = sticking(pair, steps, (n + 0.37) / 8) - exact;
        sum += off * off;
    }
    return sqrt(sum / 8);
}

static void sticking_is_of_second_order(void **state)
{
    (void)state;
    for (int pair = 0; pair < 2; pair++) {
        double exact = sticking(pair, 20000, 0.5), coarse = sticking_error(pair, 100, exact),
               fine = sticking_error(pair, 400, exact);
        print_message("pair %d exact %.9f errors %.3e %.3e order %.3f\n", pair, exact, coarse, fine,
                      log(coarse / fine) / log(4));
        assert_true(log(coarse / fine) / log(4)
                    > 1.75); /* 1.93 measured: where sliding begins scatters; 1 if the spring starts with the step */
    }
}

/* A lasting contact that swings along the tangent against a dashpot: what the dashpot takes is counted to second order
 * at every moment. */
static double swing_error(double steps)
{
    double tc = M_PI * sqrt(mass() / K), dt = tc / steps, worst = 0;
    lab l = lab_open(
        SCENE "gravity: [0, -1.0e8]\ninteractions: [{between: [m, m], friction: 10, normal: {law: linear, stiffness: "
              "%g}, tangential: {law: cundall-strack, stiffness_ratio: 0.5, damping: 100}}]\n"
              "particles: [{name: a, material: m, radius: %g, place: {list: [[0, %.17g]]}, velocity: [0.05, 0]}]\n"
              "walls: [{name: w, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, step: %.17g}\n",
        K, R, R - mass() * 1e8 / K, dt);
    for (int n = 0; n < 3 * steps; n++) {
        lab_steps(&l, 1);
        worst = fmax(worst, fabs(lab_measure(&l).budget_error) / (0.5 * mass() * 0.05 * 0.05));
    }
    lab_close(&l);
    return worst;
}

static void dashpot_is_counted_to_second_order(void **state)
{
    (void)state;
    double coarse = swing_error(50), fine = swing_error(200);
    print_message("swing %.3e %.3e order %.3f\n", coarse, fine, log(coarse / fine) / log(4));
    assert_true(log(coarse / fine) / log(4) > 1.85);
}

/* With tension the dashpot pulls until the overlap is gone, Coulomb's bound follows the pull, and the tangential spring
 * is still stretched when the contact parts. What it held is friction's loss. */
static double parting_error(const char *normal, const char *tangential, double steps)
{
    double tc = M_PI * sqrt(mass() / K), dt = tc / steps, worst = 0;
    for (int n = 0; n < 4; n++) {
        double way = (3 + (n + 0.37) / 4) * dt;
        lab l = lab_open(
            SCENE
            "interactions: [{between: [m, m], friction: 0.5, normal: {law: linear, stiffness: %g%s}, tangential: {law: "
            "cundall-strack%s}}]\n"
            "particles: [{name: a, material: m, radius: %g, place: {list: [[0, %.17g]]}, velocity: [0.08, %g]}]\n"
            "walls: [{name: w, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, step: %.17g}\n",
            K, normal, tangential, R, R + VN * way, -VN, dt);
        lab_until(&l, 1.5 * tc + way);
        rp_measures now = lab_measure(&l);
        assert_int_equal(now.wall_contacts, 0);
        worst = fmax(worst, fabs(now.budget_error) / (0.5 * mass() * VN * VN));
        lab_close(&l);
    }
    return worst;
}

static void springs_left_at_parting_are_counted(void **state)
{
    (void)state;
    double pulling = parting_error(", damping_per_mass: 3.0e5, tension: true", ", stiffness_ratio: 0.05", 2000);
    print_message("parting %.3e  %.3e\n", pulling,
                  parting_error(", damping_per_mass: 3.0e5, tension: true", ", stiffness_ratio: 0.05", 500));
    assert_true(pulling < 1e-5);
}

/* Contacts that the law ends (jkr, at its pull-off) lose what their springs hold, wherever they stand: with a long skin
 * the pair is picked out of those that were apart for the whole impact, with a short one the table is renewed within
 * it. Nothing else differs, so the totals are equal but for the order of a handful of sums. */
static void losses_by_any_table(void **state)
{
    (void)state;
    static const char *const schemes[] = {"verlet", "symplectic-euler"};
    for (int n = 0; n < 2; n++) {
        double lost[2][2];
        for (int far = 0; far < 2; far++) {
            lab l = lab_open(
                "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 2500, young: 1.0e7, poisson: 0.25}}\n"
                "interactions: [{between: [m, m], friction: 0.5, normal: {law: jkr, adhesion: 0.5}, tangential: {law: "
                "mindlin}, rolling: {law: spring-dashpot, friction: 0.1}}]\n"
                "particles: [{material: m, radius: 0.005, place: {list: [[0, 0, 0]]}, velocity: [0, 0, 1]}, {material: "
                "m, radius: 0.005, place: {list: [[0, 0, 0.01001]]}, velocity: [0.2, 0, -1], omega: [0, 40, 0]}]\n"
                "run: {until: 1, step: 2.0e-6, skin: %g, soft: {integrator: %s}}\n",
                far ? 0.1 : 1e-4, schemes[n]);
            uint64_t rebuilds = l.w->contacts.rebuilds;
            lab_until(&l, 0.003);
            assert_true(lab_measure(&l).contacts == 0 && (l.w->contacts.rebuilds == rebuilds) == far);
            lost[far][0] = l.w->totals.tangential;
            lost[far][1] = l.w->totals.rolling;
            lab_close(&l);
        }
        print_message("%s: %.17g %.17g, %.17g %.17g J\n", schemes[n], lost[0][0], lost[1][0], lost[0][1], lost[1][1]);
        for (int slot = 0; slot < 2; slot++) {
            assert_true(lost[0][slot] > 0);
            close_to(lost[1][slot] / lost[0][slot], 1, 1e-13); /* 1500 sums */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sticking_is_of_second_order),
        cmocka_unit_test(dashpot_is_counted_to_second_order),
        cmocka_unit_test(springs_left_at_parting_are_counted),
        cmocka_unit_test(losses_by_any_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
