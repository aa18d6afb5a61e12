/* Coefficients that depend on speed, and what they do to a gas.
 *
 * Haff's law: smooth spheres of restitution eps cool as T = T0/(1 + t/tau)^2, 1/tau = (1 - eps^2) nu/6, with Enskog's
 * rate of collisions of a particle nu = 4 n sigma^2 g sqrt(pi T0/m) and g = (1 - f/2)/(1 - f)^3; the velocities'
 * deviation from Maxwell's changes it by 0.3 % at eps = 0.9. Viscoelastic spheres lose (1 - eps) ~ v^(1/5), so dT/dt ~
 * -T^(8/5) and T ~ t^(-5/3) [Poschel2008, Eq. 44 to first order]. */
#include "event_world.h"

#include "laws/interaction.h"
#include "repose/restitution.h"

static double temperature(const event_world *e)
{
    rp_vec p = event_momentum(e);
    double n = (double)e->world->particles.count, mass = e->world->particles.mass[0];
    return (2 * event_kinetic(e) - rp_vec_dot(p, p) / (n * mass)) / (3 * n);
}

/* 10 collisions a particle: 4e4 in all, 0.5 % each way, and the first steps from a random start; 2 % is the bound. */
static void test_haff(void **state)
{
    event_world e;
    (void)state;
    event_open(
        &e, EVENT_SCENE
        "dimension: 3\nseed: 11\ndomain: {lower: [0, 0, 0], upper: [34.729, 34.729, 34.729], periodic: [x, y, "
        "z]}\ninteractions: [{between: [m, m], restitution: 0.9}]\n"
        "particles: [{count: 8000, material: m, radius: 0.5, mass: 1, velocity: {thermal: 1}, place: {random: {lower: "
        "[0, 0, 0], upper: [34.729, 34.729, 34.729]}}}]\nrun: {until: 9, step: 0.01, orientation: false}\n");
    double volume = pow(34.729, 3), n = 8000 / volume, f = n * M_PI / 6, g = (1 - f / 2) / pow(1 - f, 3),
           start = temperature(&e);
    double tau = 6 / ((1 - 0.81) * 4 * n * g * sqrt(M_PI * start));
    for (int k = 1; k <= 5; k++) {
        event_run(&e, 0.2 * k * tau);
        double expected = start / pow(1 + e.world->time / tau, 2), t = temperature(&e);
        print_message("t = %.2f tau, %4.1f collisions a particle: T/T0 = %.4f, Haff %.4f (%+.2f %%)\n",
                      e.world->time / tau, 2.0 * (double)event_totals(&e)->collisions / 8000, t / start,
                      expected / start, 100 * (t / expected - 1));
        assert_true(fabs(t / expected - 1) < 0.02);
    }
    event_close(&e);
}

#define VISCOELASTIC                                                                                                   \
    "repose: 1\nmethod: event-driven\nmaterials: {m: {density: 1000, young: 1.0e7, poisson: 0.25}}\ninteractions: "    \
    "[{between: [m, m], normal: {law: viscoelastic, dissipation: %g}}]\n"

static void test_viscoelastic_gas(void **state)
{
    char text[1024];
    event_world e;
    double t[4], y[4];
    (void)state;
    snprintf(text, sizeof text,
             VISCOELASTIC
             "dimension: 3\nseed: 2\ndomain: {lower: [0, 0, 0], upper: [0.12, 0.12, 0.12], periodic: [x, y, z]}\n"
             "particles: [{count: 1000, material: m, radius: 0.005, velocity: {thermal: 1}, place: {random: {lower: "
             "[0, 0, 0], upper: [0.12, 0.12, 0.12]}}}]\nrun: {until: 9, step: 1.0e-4, orientation: false}\n",
             2e-5);
    event_open(&e, text);
    double start = temperature(&e);
    for (int k = 0; k < 4; k++) {
        double goal = (double[]){0.9, 0.45, 0.22, 0.11}[k];
        while (temperature(&e) > goal * start) event_run(&e, e.world->time + 1e-3);
        t[k] = e.world->time;
        y[k] = pow(temperature(&e) / start, -0.6);
    }
    double slope[3];
    for (int k = 0; k < 3; k++) slope[k] = (y[k + 1] - y[k]) / (t[k + 1] - t[k]);
    print_message("slope of T^(-3/5): %.4g, %.4g, %.4g per s; %llu collisions\n", slope[0], slope[1], slope[2],
                  (unsigned long long)event_totals(&e)->collisions);
    /* a constant slope is T ~ t^(-5/3); Haff's law would make it fall by 7 % from one to the next; statistics 2 % */
    for (int k = 1; k < 3; k++) assert_true(fabs(slope[k] / slope[k - 1] - 1) < 0.035);
    event_close(&e);
}

/* The ball leaves the floor at the speed that the law's own integration gives. The table is linear between 40 speeds a
 * decade: 1e-5. */
static void test_ball(void **state)
{
    char text[1024];
    (void)state;
    for (double speed = 0.01; speed < 5; speed *= 3.7) {
        event_world e;
        rp_impact impact;
        snprintf(text, sizeof text,
                 VISCOELASTIC "dimension: 3\nparticles: [{material: m, radius: 0.005, velocity: [0, 0, %.17g], place: "
                              "{list: [[0, 0, 0.006]]}}]\n"
                              "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: "
                              "{until: 9, step: 0.01}\n",
                 1e-4, -speed);
        event_open(&e, text);
        event_run(&e, 0.0015 / speed);
        rp_impact_pair pair = {e.world->particles.mass[0], 0.005, 2.0 / 7.0};
        assert_int_equal(rp_restitution_impact(&e.world->interaction[0], &pair, speed, 0, &impact, NULL), RP_OK);
        double eps = e.world->particles.row[0].vz / speed;
        print_message("%.3g m/s: eps %.6f, law %.6f\n", speed, eps, impact.eps_n);
        assert_true(fabs(eps - impact.eps_n) < 1e-5 && eps > 0.3 && eps < 0.99);
        event_close(&e);
    }
}

/* JKR spheres stick below g_cr: counted, and eps_n = 0. */
static void test_sticking(void **state)
{
    event_world e;
    (void)state;
    rp_status status = event_open_status(
        &e,
        "repose: 1\nmethod: event-driven\ndimension: 3\nmaterials: {m: {density: 1000, young: 7.0e9, poisson: 0.25}}\n"
        "interactions: [{between: [m, m], normal: {law: jkr, dissipation: 1.0e-4, adhesion: 0.74}}]\n"
        "particles: [{material: m, radius: 0.01, velocity: [0, 0, -1.0e-4], place: {list: [[0, 0, 0.011]]}}]\nwalls: "
        "[{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: {until: 9, step: 0.1}\n");
    event_expect(&e, status);
    event_run(&e, 20);
    assert_true(event_totals(&e)->stuck >= 1);
    assert_true(fabs(e.world->particles.row[0].vz) < 1e-15);
    event_close(&e);
}

/* eps_t of a tangential law from its map, against the law's own integration. The map is bilinear between 6 speeds a
 * decade and 10 ratios: where friction is fully mobilised 0.01 is lost at most. */
static void test_slip(void **state)
{
    static const double ratio[] = {0.8, 2.2, 6};
    (void)state;
    for (int n = 0; n < 3; n++) {
        char text[1024];
        event_world e;
        rp_impact impact;
        snprintf(text, sizeof text,
                 "repose: 1\nmethod: event-driven\ndimension: 3\nmaterials: {m: {density: 1000, young: 1.0e7, poisson: "
                 "0.25}}\n"
                 "interactions: [{between: [m, m], friction: 0.4, normal: {law: viscoelastic, dissipation: 1.0e-5}, "
                 "tangential: {law: coulomb}}]\n"
                 "particles: [{material: m, radius: 0.005, velocity: [%.17g, 0, -1], place: {list: [[0, 0, "
                 "0.006]]}}]\nwalls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: "
                 "{until: 9, step: 1.0e-3}\n",
                 ratio[n]);
        event_expect(&e, event_open_status(&e, text));
        event_run(&e, 2e-3);
        rp_impact_pair pair = {e.world->particles.mass[0], 0.005, 2.0 / 7.0};
        assert_int_equal(rp_restitution_impact(&e.world->interaction[0], &pair, 1, ratio[n], &impact, NULL), RP_OK);
        double eps_t = (e.world->particles.row[0].vx - e.world->particles.spin[0].y) / ratio[n];
        print_message("slip %.1f: eps_t %.4f, law %.4f\n", ratio[n], eps_t, impact.eps_t);
        assert_true(fabs(eps_t - impact.eps_t) < 0.01);
        event_close(&e);
    }
}

/* Mean and spread of a fluctuating eps_n: mode + (above - below) and sqrt(2) times the scales' mean square, weighted by
 * the scales. 4000 impacts of single balls: 3 deviations of the mean are 3 x 0.04/sqrt(4000) = 0.002. The same seed
 * gives the same numbers. */
static double mean_eps(double *spread, unsigned seed)
{
    char text[1024];
    event_world e;
    snprintf(text, sizeof text,
             EVENT_SCENE "dimension: 2\nseed: %u\ninteractions: [{between: [m, m], restitution: 0.8}]\n"
                         "particles: [{material: m, radius: 0.1, velocity: [0, -1], place: {lattice: {lower: [0, 0.9], "
                         "upper: [1000, 1.1], spacing: 0.25}}}]\n"
                         "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 9, "
                         "step: 0.1, event-driven: {fluctuation_below: 0.04, fluctuation_above: 0.02}}\n",
             seed);
    event_open(&e, text);
    event_run(&e, 2);
    double sum = 0, square = 0, n = (double)e.world->particles.count;
    for (size_t i = 0; i < e.world->particles.count; i++) {
        sum += e.world->particles.row[i].vy;
        square += e.world->particles.row[i].vy * e.world->particles.row[i].vy;
    }

    assert_true(n > 3900 && (double)event_totals(&e)->wall_collisions == n);
    *spread = sqrt(square / n - sum * sum / (n * n));
    event_close(&e);
    return sum / n;
}

static void test_fluctuation(void **state)
{
    double spread, again, mean = mean_eps(&spread, 4);
    (void)state;
    /* weights 2/3 and 1/3: mean shift 1/3 0.02 - 2/3 0.04 = -0.02; second moment 2 (2/3 0.04^2 + 1/3 0.02^2), minus the
     * shift squared */
    double expected = sqrt(2 * (2.0 / 3 * 0.0016 + 1.0 / 3 * 0.0004) - 0.0004);
    print_message("eps %.4f +- %.4f, expected 0.78 +- %.4f\n", mean, spread, expected);
    assert_true(fabs(mean - 0.78) < 0.0025 && fabs(spread / expected - 1) < 0.08);
    assert_true(mean_eps(&again, 4) == mean && again == spread);
    assert_true(mean_eps(&again, 5) != mean);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_haff), cmocka_unit_test(test_viscoelastic_gas),
                                       cmocka_unit_test(test_ball), cmocka_unit_test(test_sticking),
                                       cmocka_unit_test(test_slip), cmocka_unit_test(test_fluctuation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
