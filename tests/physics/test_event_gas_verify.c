/* Elastic gases at length: compressibility within 0.5 % with 4e6 collisions of some 4000 particles (0.1 % by
 * statistics, 0.1 % by N), energy and momentum over 1e7 collisions. A collision changes the energy of its pair by some
 * ulps, and where the diameter is a power of two, as here, rounding of the distance has a preferred side: 1e7 times
 * 4e-16 of a pair, a 200th of all, is 2e-11 at worst. Momentum is exchanged exactly but for the last bit: a random
 * walk. */
#include "event_gas.h"

static void test_compressibility(void **state)
{
    static const struct {
        const char *shape;
        int dimension, side;
        double fraction;
    } gas[] = {{"sphere", 3, 16, 0.1}, {"sphere", 3, 16, 0.3}, {"sphere", 3, 16, 0.49},
               {"disc", 2, 64, 0.1},   {"disc", 2, 64, 0.3},   {"disc", 2, 64, 0.6}};
    (void)state;
    for (int n = 0; n < 6; n++) {
        double f = gas[n].fraction, collisions = 4e6,
               z = gas_compressibility(gas[n].shape, gas[n].dimension, gas[n].side, f, &collisions);
        double expected = gas[n].dimension == 3 ? gas_kolafa(f) : gas_discs(f);
        print_message("%s %.2f: Z = %.4f, expected %.4f (%+.2f %%), %.3g collisions\n", gas[n].shape, f, z, expected,
                      100 * (z / expected - 1), collisions);
        assert_true(fabs(z / expected - 1) < 0.005);
    }
}

static void test_conservation(void **state)
{
    event_world e;
    (void)state;
    event_open(&e,
               EVENT_SCENE "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [8, 8, 8], periodic: [x, y, "
                           "z]}\ninteractions: [{between: [m, m], restitution: 1}]\n"
                           "particles: [{count: 400, material: m, radius: 0.5, mass: 1, velocity: {thermal: 1}, place: "
                           "{compressed: {lower: [0, 0, 0], upper: [8, 8, 8]}}}]\nrun: {until: 1, step: 0.1}\n");
    double energy = event_kinetic(&e);
    rp_vec p = event_momentum(&e);
    while (event_totals(&e)->collisions < 10000000) event_run(&e, e.world->time + 50);
    double drift = fabs(event_kinetic(&e) / energy - 1),
           push = rp_vec_norm(rp_vec_sub(event_momentum(&e), p)) / sqrt(2 * energy * 400);
    print_message("%llu collisions: energy %.2g, momentum %.2g\n", (unsigned long long)event_totals(&e)->collisions,
                  drift, push);
    assert_true(drift < 2e-11 && push < 1e-13);
    event_close(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_compressibility), cmocka_unit_test(test_conservation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
