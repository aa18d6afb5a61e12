/* Contacts of the fractional law that begin and end within one step of velocity Verlet: impulse, momentum, energy, and
 * the same bits. */
#include "lab.h"

#include "methods/soft/soft.h"

static const double R = 1e-3, K1 = 50, C1 = 0.01; /* stiffness, damping */

/* int of K D^alpha (b t (L - t)) dt over the contact, or as long as it pushes: integrated by parts of powers. */
static double impulse(double alpha, int tension, double b, double L)
{
    double K = pow(C1, alpha) * pow(K1, 1 - alpha), end = tension ? L : L * (1 - alpha / 2);
    return K * b * (L * pow(end, 2 - alpha) / tgamma(3 - alpha) - 2 * pow(end, 3 - alpha) / tgamma(4 - alpha));
}

static double speed(const lab *l, unsigned id) { return rp_vec_norm(lab_v(l, id)); }

/* b flies by a so near that they touch for 0.6 of a step of dt, at `when` of it; a was at rest. */
static lab fly_by_as(double alpha, const char *tension, double dt, double when, double depth, const char *friction,
                     const char *integrator)
{
    const double v = 1, h = 2 * R - depth;
    return lab_open("repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1200}}\n"
                    "interactions: [{between: [m, m], %snormal: {law: fractional, order: %.17g, stiffness: %.17g, "
                    "damping: %.17g, tension: %s, scheme: %s}}]\n"
                    "particles: [{material: m, radius: 1.0e-3, place: {list: [[0, 0, 0]]}},\n"
                    "            {material: m, radius: 1.0e-3, place: {list: [[%.17g, %.17g, 0]]}, velocity: [%.17g, "
                    "0, 0]}]\nrun: {until: 1, step: %.17g, soft: {integrator: %s}}\n",
                    friction, alpha, K1, C1, tension, *integrator == 's' ? "constant" : "linear", -v * when, h, v, dt,
                    integrator);
}

static lab fly_by(double alpha, const char *tension, double dt, double when, double depth)
{
    return fly_by_as(alpha, tension, dt, when, depth, "", "verlet");
}

static void test_fly_by(void **state)
{
    (void)state;
    const double dt = 1e-5, L = 6e-6, depth = 2 * R - sqrt(4 * R * R - 0.25 * L * L), b = 1 / (2 * (2 * R - depth));
    for (int tension = 0; tension < 2; tension++)
        for (double alpha = 0.1; alpha < 0.95; alpha += 0.2) {
            double J = impulse(alpha, tension, b, L);
            lab l = fly_by(alpha, tension ? "true" : "false", dt, 2.45 * dt, depth); /* from 2.15 to 2.75 steps */
            lab_steps(&l, 6);
            assert_true(l.w->method_total[RP_SOFT_GRAZES] == 1);
            close_to(speed(&l, 0) * lab_mass(&l, 0) / J, 1,
                     1e-5); /* the flight's curvature along the contact: (v L / R)^2 */
            close_to(lab_v(&l, 0).y * lab_mass(&l, 0) / J, -1, 1e-5);
            close_to(lab_v(&l, 0).y + lab_v(&l, 1).y, 0, 1e-13 * J / lab_mass(&l, 0));
            close_to(lab_x(&l, 0).y / (lab_v(&l, 0).y * (6 - 2.45) * dt), 1,
                     1e-6); /* as if at that time, which the parabola gives to third order */
            rp_measures m = lab_measure(&l);
            close_to(m.budget_error, 0, 1e-14 * m.kinetic);
            lab_close(&l);
            /* the law itself, by short steps; below its reach in time no contact is missed */
            lab fine = fly_by(alpha, tension ? "true" : "false", dt / 128, 2.45 * dt, depth);
            lab_steps(&fine, 6 * 128);
            assert_true(fine.w->method_total[RP_SOFT_GRAZES] == 0);
            close_to(lab_v(&fine, 0).y * lab_mass(&fine, 0) / J, -1,
                     0.02); /* 77 steps a contact: begin and end to O(1/77) of forces that vanish there */
            lab_close(&fine);
        }
}

/* Every integrator sees it; so does friction: sliding all the time Coulomb's law gives mu J across, on both bodies and
 * on their spins, r omega by J / (2/5 m). What a spring gives is compared with the law by short steps. */
static void test_friction(void **state)
{
    (void)state;
    static const char *const integrators[] = {"verlet", "runge-kutta-4", "gear-5", "symplectic-euler"};
    const double dt = 1e-5, L = 6e-6, depth = 2 * R - sqrt(4 * R * R - 0.25 * L * L), b = 1 / (2 * (2 * R - depth));
    const double J = impulse(0.3, 0, b, L), mu = 0.4;
    for (int n = 0; n < 4; n++) {
        lab l = fly_by_as(0.3, "false", dt, 5.45 * dt, depth, "friction: 0.4, tangential: {law: coulomb}, ",
                          integrators[n]);
        lab_steps(&l, 9);
        assert_true(l.w->method_total[RP_SOFT_GRAZES] == 1);
        double m = lab_mass(&l, 0), spin = lab_omega(&l, 0).z * R;
        close_to(lab_v(&l, 0).y * m / J, -1, 1e-5);
        close_to(lab_v(&l, 0).x * m / (mu * J), 1, 0.01); /* 32 steps of a force that begins as t^0.7: 32^-1.7 */
        close_to(lab_v(&l, 0).x + lab_v(&l, 1).x, 1, 1e-14);
        close_to(spin * 0.4 * m / (mu * J), -1, 0.01);
        close_to(lab_omega(&l, 1).z * R, spin, 1e-13 * fabs(spin));
        rp_measures now = lab_measure(&l);
        close_to(now.budget_error, 0, 1e-14 * now.kinetic);
        assert_true(l.w->totals.tangential > 0);
        lab_close(&l);
    }
    double gained[2];
    for (int fine = 0; fine < 2; fine++) {
        const char *spring = "friction: 0.4, tangential: {law: cundall-strack, stiffness: 20}, ";
        lab l = fly_by_as(0.3, "false", fine ? dt / 128 : dt, 2.45 * dt, depth, spring, "verlet");
        lab_steps(&l, fine ? 6 * 128 : 6);
        gained[fine] = lab_v(&l, 0).x;
        lab_close(&l);
    }
    assert_true(gained[1] > 0);
    close_to(gained[0] / gained[1], 1, 0.03); /* 32 and 77 steps a contact */
}

/* A contact that lasts over the end of a step is the law's own, one that does not reach is none. */
static void test_others(void **state)
{
    (void)state;
    const double dt = 1e-5, L = 6e-6, depth = 2 * R - sqrt(4 * R * R - 0.25 * L * L);
    for (int miss = 0; miss < 2; miss++) {
        lab l = fly_by(0.3, "true", dt, miss ? 2.45 * dt : 2.1 * dt, miss ? -depth : depth);
        lab_steps(&l, 6);
        assert_true(l.w->method_total[RP_SOFT_GRAZES] == 0);
        assert_true(miss ? speed(&l, 0) == 0 : speed(&l, 0) > 0);
        lab_close(&l);
    }
}

/* Thrown up to a lid that it touches at the top of its flight only. The lid is at rest, or falls with constant speed
 * and is left behind: work. */
static void test_lid(void **state)
{
    (void)state;
    const double g = 9.81, dt = 1e-3, L = 0.6e-3, depth = g * L * L / 8, alpha = 0.3;
    for (double fall = 0; fall < 0.6; fall += 0.5) {
        double rise = 0.55 * dt * g, top = 0.5 * rise * rise / g; /* in the lid's frame: at the top after 0.55 steps */
        lab l = lab_open(
            "repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1200}}\n"
            "interactions: [{between: [m, m], normal: {law: fractional, order: %.17g, stiffness: %.17g, damping: "
            "%.17g}}]\n"
            "particles: [{material: m, radius: 1.0e-3, place: {list: [[0, 0, 0]]}, velocity: [0, 0, %.17g]}]\n"
            "walls: [{name: lid, plane: {point: [0, 0, %.17g], normal: [0, 0, -1]}, material: m, velocity: [0, 0, "
            "%.17g]}]\nrun: {until: 1, step: %.17g}\n",
            alpha, K1, C1, rise - fall, R + top - depth, -fall, dt);
        lab_steps(&l, 1);
        assert_true(l.w->method_total[RP_SOFT_GRAZES] == 1);
        double J = impulse(alpha, 1, 0.5 * g, L), m = lab_mass(&l, 0);
        close_to((rise - fall - g * dt - lab_v(&l, 0).z) * m / J, 1, 1e-9);
        close_to(l.w->wall[0].impulse.z / J, 1, 1e-12);
        rp_measures now = lab_measure(&l);
        close_to(now.budget_error, 0, 1e-13 * (0.5 * m * (rise * rise + fall * fall) + 0.5 * m * g * g * dt * dt));
        close_to(l.w->totals.walls, J * fall, 1e-12 * J);
        lab_close(&l);
    }
}

/* A crowd of soft fast discs with steps much too long: many graze. */
static void test_same_bits(void **state)
{
    (void)state;
    const char *text = "repose: 1\ndimension: 2\nmethod: soft\nseed: 5\nmaterials: {m: {density: 1200}}\ndomain: "
                       "{lower: [0, 0], upper: [0.4, 0.2], periodic: [x, y]}\n"
                       "interactions: [{between: [m, m], restitution: 0.9, normal: {law: fractional, order: 0.03, "
                       "cluster_order: 0.06, cluster_size: 5, contact_time: 5.0e-3, accuracy: 0.01}}]\n"
                       "particles: [{material: m, shape: sphere, count: 4000, radius: 1.0e-3, place: {random: {lower: "
                       "[0, 0], upper: [0.4, 0.2]}}, velocity: {thermal: 0.3}}]\nrun: {until: 1, step: 5.0e-4}\n";
    lab a, b;
    lab_twins(text, 3, 60, &a, &b);
    assert_true(a.w->method_total[RP_SOFT_GRAZES] > 5);
    lab_close(&b);
    lab_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fly_by), cmocka_unit_test(test_others),
                                       cmocka_unit_test(test_lid), cmocka_unit_test(test_friction),
                                       cmocka_unit_test(test_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
