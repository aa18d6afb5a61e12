/* Elastic hard spheres and discs: compressibility from the collision virial, conservation, reversibility.
 *
 * Closed forms. Spheres: Kolafa, Z = (1 + f + f^2 - 2/3 f^3 (1 + f))/(1 - f)^3, 0.25 % above Carnahan & Starling at f = 0.3, where it is the better one. Discs: Z = 1 + 2 f g with Luding's contact value
 * g = (1 - 7f/16)/(1 - f)^2 - (f^3/16)/(8 (1 - f)^4), good to 0.2 % below f = 0.65. Z = 1 + sum(P . r_ij)/(2 E t).
 * Statistics: with n collisions the virial has a relative error of about 1/sqrt(n), here 0.2 % for 3e5, and N = 1000 particles
 * shift Z by about Z/N. The tolerance of 1 % holds both; the verify tier asks for 0.5 %. */
#include "event_world.h"

static double compressibility(const char *shape, int dimension, int side, double fraction, double *collisions)
{
    char text[1024];
    event_world e;
    int count = dimension == 3 ? side * side * side : side * side;
    double volume = dimension == 3 ? M_PI / 6 : M_PI / 4, length = pow(count * volume / fraction, 1.0 / dimension), spacing = length / side;
    char upper[128];
    snprintf(upper, sizeof upper, dimension == 3 ? "[%.17g, %.17g, %.17g]" : "[%.17g, %.17g]", length, length, length);
    const char *zero = dimension == 3 ? "[0, 0, 0]" : "[0, 0]";
    snprintf(text, sizeof text, EVENT_SCENE "dimension: %d\ndomain: {lower: %s, upper: %s, periodic: %s}\ninteractions: [{between: [m, m], restitution: 1}]\n"
             "particles: [{shape: %s, count: %d, material: m, radius: 0.5, mass: 1, velocity: {thermal: 1}, place: {lattice: {lower: %s, upper: %s, spacing: %.17g}}}]\n"
             "run: {until: 1, orientation: false}\n", dimension, zero, upper, dimension == 3 ? "[x, y, z]" : "[x, y]", shape, count, zero, upper, spacing * (1 - 1e-12));
    event_open(&e, text);
    event_run(&e, 20);
    double before = 0, start = e.world->time, n = (double)event_tally(&e)->collisions, goal = *collisions;
    for (int k = 0; k < 3; k++) before += event_tally(&e)->virial[k];
    while ((double)event_tally(&e)->collisions - n < goal) event_run(&e, e.world->time + 5);
    double after = 0;
    for (int k = 0; k < 3; k++) after += event_tally(&e)->virial[k];
    double z = 1 + (after - before) / (2 * event_kinetic(&e) * (e.world->time - start));
    *collisions = (double)event_tally(&e)->collisions - n;
    assert_int_equal(event_tally(&e)->collapses, 0);
    assert_true(event_tally(&e)->overlap < 1e-13);
    event_close(&e);
    return z;
}

static double kolafa(double f) { return (1 + f + f * f - 2.0 / 3.0 * f * f * f * (1 + f)) / pow(1 - f, 3); }

static double discs(double f) { return 1 + 2 * f * ((1 - 7 * f / 16) / pow(1 - f, 2) - f * f * f / 16 / (8 * pow(1 - f, 4))); }

static void check(double z, double expected, double fraction, double collisions)
{
    print_message("f = %.2f: Z = %.4f, expected %.4f (%+.2f %%), %.3g collisions\n", fraction, z, expected, 100 * (z / expected - 1), collisions);
    assert_true(fabs(z / expected - 1) < 0.01);
}

static void test_spheres(void **state)
{
    static const double fraction[] = {0.1, 0.3, 0.49};
    (void)state;
    for (int n = 0; n < 3; n++) {
        double collisions = 2e5, z = compressibility("sphere", 3, 10, fraction[n], &collisions);
        check(z, kolafa(fraction[n]), fraction[n], collisions);
    }
}

static void test_discs(void **state)
{
    static const double fraction[] = {0.1, 0.3, 0.6};
    (void)state;
    for (int n = 0; n < 3; n++) {
        double collisions = 2e5, z = compressibility("disc", 2, 32, fraction[n], &collisions);
        check(z, discs(fraction[n]), fraction[n], collisions);
    }
}

static const char *const small_gas = EVENT_SCENE
    "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [5, 5, 5], periodic: [x, y, z]}\ninteractions: [{between: [m, m], restitution: 1}]\n"
    "particles: [{count: 60, material: m, radius: 0.5, mass: 1, velocity: {thermal: 1}, place: {random: {lower: [0, 0, 0], upper: [5, 5, 5]}}}]\n"
    "run: {until: 1, step: 0.01}\n";

/* A collision changes sums by rounding alone: 1e-16 each, as a random walk over 1e5 of them 3e-14; 1e-12 holds with room. */
static void test_conservation(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, small_gas);
    double energy = event_kinetic(&e);
    rp_vec p = event_momentum(&e);
    event_run(&e, 600);
    assert_true(event_tally(&e)->collisions > 50000);
    assert_true(fabs(event_kinetic(&e) / energy - 1) < 1e-12);
    assert_true(rp_vec_norm(rp_vec_sub(event_momentum(&e), p)) < 1e-12 * sqrt(2 * energy * 60));
    assert_true(event_rotational(&e) == 0);
    event_close(&e);
}

/* Chaos: a collision multiplies a deviation by about (mean free path / radius + 1) to the power of one. Measured: 113 collisions of 60
 * particles come back to 3e-14 m, 450 to 1e-10 m; so fifteen collisions a particle are what double precision allows. */
static void test_reversal(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, small_gas);
    rp_particles *p = &e.world->particles;
    rp_vec start[60];
    for (int i = 0; i < 60; i++) start[i] = rp_particle_position(p, (size_t)i);
    event_run(&e, 4.0);
    double collisions = (double)event_tally(&e)->collisions;
    for (int i = 0; i < 60; i++) p->row[i].vx *= -1, p->row[i].vy *= -1, p->row[i].vz *= -1;
    event_expect(&e, rp_event_driven.changed(e.world, &e.err));
    event_run(&e, 8.0);
    double worst = 0;
    for (int i = 0; i < 60; i++) worst = fmax(worst, rp_vec_norm(rp_collide_nearest(event_of(&e), rp_vec_sub(rp_particle_position(p, (size_t)i), start[i]))));
    print_message("%.0f collisions there, %.0f back: %.3g m from the start\n", collisions, (double)event_tally(&e)->collisions - collisions, worst);
    assert_true(collisions > 400);
    assert_true((double)event_tally(&e)->collisions == 2 * collisions);
    assert_true(worst < 1e-10);
    event_close(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spheres), cmocka_unit_test(test_discs), cmocka_unit_test(test_conservation), cmocka_unit_test(test_reversal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
