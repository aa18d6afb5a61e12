/* Elastic hard spheres and discs: compressibility from the collision virial, conservation, reversibility.
 *
 * Statistics: with n collisions the virial has a relative error of about 1/sqrt(n), here 0.2 % for 2e5, and N = 1000
 * particles shift Z by about Z/N. The tolerance of 1 % holds both; the verify tier has 0.5 %. */
#include "event_gas.h"

static void check(double z, double expected, double fraction, double collisions)
{
    print_message("f = %.2f: Z = %.4f, expected %.4f (%+.2f %%), %.3g collisions\n", fraction, z, expected,
                  100 * (z / expected - 1), collisions);
    assert_true(fabs(z / expected - 1) < 0.01);
}

static void test_spheres(void **state)
{
    static const double fraction[] = {0.1, 0.3, 0.49};
    (void)state;
    for (int n = 0; n < 3; n++) {
        double collisions = 2e5, z = gas_compressibility("sphere", 3, 10, fraction[n], &collisions);
        check(z, gas_kolafa(fraction[n]), fraction[n], collisions);
    }
}

static void test_discs(void **state)
{
    static const double fraction[] = {0.1, 0.3, 0.6};
    (void)state;
    for (int n = 0; n < 3; n++) {
        double collisions = 2e5, z = gas_compressibility("disc", 2, 32, fraction[n], &collisions);
        check(z, gas_discs(fraction[n]), fraction[n], collisions);
    }
}

static const char *const small_gas = EVENT_SCENE
    "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [5, 5, 5], periodic: [x, y, z]}\ninteractions: [{between: [m, m], "
    "restitution: 1}]\n"
    "particles: [{count: 60, material: m, radius: 0.5, mass: 1, velocity: {thermal: 1}, place: {random: {lower: [0, 0, "
    "0], upper: [5, 5, 5]}}}]\n"
    "run: {until: 1, step: 0.01}\n";

/* A collision changes sums by rounding alone: 1e-16 each, as a random walk over 1e5 of them 3e-14; 1e-12 holds with
 * room. */
static void test_conservation(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, small_gas);
    double energy = event_kinetic(&e);
    rp_vec p = event_momentum(&e);
    event_run(&e, 600);
    assert_true(event_totals(&e)->collisions > 50000);
    assert_true(fabs(event_kinetic(&e) / energy - 1) < 1e-12);
    assert_true(rp_vec_norm(rp_vec_sub(event_momentum(&e), p)) < 1e-12 * sqrt(2 * energy * 60));
    assert_true(event_rotational(&e) == 0);
    event_close(&e);
}

/* Chaos: a collision multiplies a deviation by about (mean free path / radius + 1) to the power of one. Measured: 113
 * collisions of 60 particles come back to 3e-14 m, 450 to 1e-10 m; so fifteen collisions a particle are what double
 * precision allows. */
static void test_reversal(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, small_gas);
    rp_particles *p = &e.world->particles;
    rp_vec start[60];
    for (int i = 0; i < 60; i++) start[i] = rp_particle_position(p, (size_t)i);
    event_run(&e, 4.0);
    double collisions = (double)event_totals(&e)->collisions;
    for (int i = 0; i < 60; i++) {
        p->row[i].vx *= -1;
        p->row[i].vy *= -1;
        p->row[i].vz *= -1;
    }

    event_expect(&e, rp_event_driven.changed(e.world, &e.err));
    event_run(&e, 8.0);
    double worst = 0;
    for (int i = 0; i < 60; i++)
        worst = fmax(worst, rp_vec_norm(rp_event_nearest(event_of(&e),
                                                         rp_vec_sub(rp_particle_position(p, (size_t)i), start[i]))));
    print_message("%.0f collisions there, %.0f back: %.3g m from the start\n", collisions,
                  (double)event_totals(&e)->collisions - collisions, worst);
    assert_true(collisions > 400);
    assert_true((double)event_totals(&e)->collisions == 2 * collisions);
    assert_true(worst < 1e-10);
    event_close(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spheres), cmocka_unit_test(test_discs),
                                       cmocka_unit_test(test_conservation), cmocka_unit_test(test_reversal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
