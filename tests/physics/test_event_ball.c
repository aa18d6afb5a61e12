/* Single bodies against closed forms: the bouncing ball, the oblique impact with every model of tangential restitution,
 * a ball on a moving floor, a gas between heated walls. */
#include "event_world.h"

/* Height h above the floor, then flights of t_n = 2 eps^n sqrt(2h/g): the n-th impact is at sqrt(2h/g) (1 + 2 sum
 * eps^k), and at its time the kinetic energy has fallen by eps^2 [Poschel2008, Eq. 56 with its sign right: eps = flight
 * / flight before]. Rounding only. */
static void test_bounces(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, EVENT_SCENE
               "dimension: 3\ngravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], restitution: 0.8}]\n"
               "particles: [{material: m, radius: 0.1, place: {list: [[0, 0, 1.1]]}}]\nwalls: [{name: floor, plane: "
               "{point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: {until: 9, step: 1.0e-3}\n");
    double fall = sqrt(2 * 1.0 / 9.81), impact = fall, eps = 1;
    for (int n = 1; n <= 10; n++) {
        event_run(&e, impact - 1e-3);
        assert_int_equal(event_totals(&e)->wall_collisions, n - 1);
        event_run(&e, impact + 1.001e-3);
        assert_int_equal(event_totals(&e)->wall_collisions, n);
        eps *= 0.8;
        double since = e.world->time - impact, height = eps * 9.81 * fall * since - 0.5 * 9.81 * since * since + 0.1;
        assert_true(fabs(e.world->particles.row[0].z - height) < 1e-13);
        impact += 2 * eps * fall;
    }
    event_close(&e);
}

/* A ball dropped on a floor that rises at u: in the floor's frame it falls with v + u, so it leaves with eps (v + u) +
 * u. */
static void test_rising_floor(void **state)
{
    event_world e;
    (void)state;
    event_open(
        &e, EVENT_SCENE
        "dimension: 2\ninteractions: [{between: [m, m], restitution: 0.5}]\n"
        "particles: [{material: m, radius: 0.5, velocity: [0, -3], place: {list: [[0, 4.5]]}}]\nwalls: [{name: floor, "
        "plane: {point: [0, 0], normal: [0, 1]}, material: m, velocity: [0, 1]}]\nrun: {until: 9, step: 0.125}\n");
    event_run(&e, 2); /* they meet after 1 s at a height of 1 m */
    assert_true(fabs(e.world->particles.row[0].vy - 3) < 1e-14);
    assert_true(fabs(e.world->particles.row[0].y - 4.5) < 1e-14);
    assert_true(fabs(e.world->wall[0].offset.y - 2) < 1e-14);
    event_close(&e);
}

/* Sphere against plane at 45 degrees, g_n = g_t = 1: alpha = 2/7, g_t' = eps_t g_t, and v_t' = v_t - (1 - eps_t) 2/7, r
 * omega' = (1 - eps_t) 5/7. */
static void oblique(const char *interaction, double speed_t, double eps_n, double eps_t)
{
    char text[800];
    event_world e;
    snprintf(text, sizeof text,
             EVENT_SCENE "dimension: 3\ninteractions: [{between: [m, m], %s}]\nparticles: [{material: m, radius: 0.5, "
                         "velocity: [%.17g, 0, -1], place: {list: [[0, 0, 1.5]]}}]\n"
                         "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: "
                         "{until: 9, step: 0.5}\n",
             interaction, speed_t);
    event_open(&e, text);
    event_run(&e, 2);
    const rp_row *row = e.world->particles.row;
    assert_true(fabs(row->vz - eps_n) < 1e-15);
    assert_true(fabs(row->vx - speed_t * (1 - (1 - eps_t) * 2 / 7)) < 1e-14);
    assert_true(fabs(e.world->particles.spin[0].y - speed_t * (1 - eps_t) * 5 / 7) < 1e-14);
    assert_true(fabs(row->vx - e.world->particles.spin[0].y - eps_t * speed_t) < 1e-14);
    event_close(&e);
}

static void test_oblique(void **state)
{
    (void)state;
    oblique("restitution: 0.6", 1, 0.6, 1);
    oblique("restitution: {normal: 0.6, tangential: 0}", 1, 0.6, 0);
    oblique("restitution: {normal: 1, tangential: -1}", 1, 1, -1);
    oblique("restitution: 0.6, friction: 0.1", 1, 0.6, 1 - 0.1 * 3.5 * 1.6); /* pure Coulomb [Poschel2008, Eq. 74] */
    oblique("restitution: 0.6, friction: 0.5", 1, 0.6, 0);                   /* sticks */
    oblique("restitution: {normal: 0.6, tangential: -0.3}, friction: 0.5", 1, 0.6, -0.3);
    oblique("restitution: {normal: 0.6, tangential: -0.3}, friction: 0.5", -8, 0.6, 1 - 0.5 * 3.5 * 1.6 / 8);
}

/* Two rough bodies of different mass, size and spin: momentum and angular momentum about the point of contact are kept,
 * the surface velocity follows both coefficients [Poschel2008, Eqs. 79 to 81], and the energy lost is what the totals
 * say. */
static void test_two_rough(void **state)
{
    event_world e;
    (void)state;
    event_open(
        &e, EVENT_SCENE
        "dimension: 3\ninteractions: [{between: [m, m], restitution: {normal: 0.7, tangential: -0.4}}]\nparticles:\n"
        "  - {name: a, material: m, radius: 0.5, velocity: [1, 0.2, 0], omega: [1, 2, 3], place: {list: [[0, 0, 0]]}}\n"
        "  - {name: b, material: m, radius: 0.8, mass: 3, velocity: [-1, 0, 0.3], omega: [-2, 1, 0.5], place: {list: "
        "[[4, 0.3, -0.2]]}}\nrun: {until: 9, step: 0.125}\n");
    const rp_particles *p = &e.world->particles;
    double start = event_kinetic(&e) + event_rotational(&e);
    rp_vec momentum = event_momentum(&e), spin = {0}, spin_after = {0};
    for (int i = 0; i < 2; i++)
        spin = rp_vec_add(spin, rp_vec_add(rp_vec_scale(p->inertia[i], rp_particle_omega(p, (size_t)i)),
                                           rp_vec_scale(p->mass[i], rp_vec_cross(rp_particle_position(p, (size_t)i),
                                                                                 rp_particle_velocity(p, (size_t)i)))));
    event_run(&e, 3);
    assert_int_equal(event_totals(&e)->collisions, 1);
    for (int i = 0; i < 2; i++)
        spin_after = rp_vec_add(spin_after,
                                rp_vec_add(rp_vec_scale(p->inertia[i], rp_particle_omega(p, (size_t)i)),
                                           rp_vec_scale(p->mass[i], rp_vec_cross(rp_particle_position(p, (size_t)i),
                                                                                 rp_particle_velocity(p, (size_t)i)))));
    assert_true(rp_vec_norm(rp_vec_sub(event_momentum(&e), momentum)) < 1e-14);
    assert_true(rp_vec_norm(rp_vec_sub(spin_after, spin)) < 1e-13);
    assert_true(
        fabs(start - e.world->totals.normal - e.world->totals.tangential - event_kinetic(&e) - event_rotational(&e))
        < 1e-13);
    assert_true(e.world->totals.normal > 0.1 && e.world->totals.tangential > 0.1);
    event_close(&e);
}

/* Particles of two masses between heated walls come to the walls' temperature, each species. 400 particles measured 200
 * times, with a correlation of some of these: 2 % of the mean is three deviations. */
static void test_heated(void **state)
{
    event_world e;
    double sum[2] = {0};
    (void)state;
    event_open(&e, EVENT_SCENE "dimension: 3\ninteractions: [{between: [m, m], restitution: 1}]\nseed: 5\nparticles:\n"
                               "  - {name: light, count: 200, material: m, radius: 0.3, mass: 1, velocity: {thermal: "
                               "0.3}, place: {random: {lower: [0, 0, 0], upper: [8, 8, 8]}}}\n"
                               "  - {name: heavy, count: 200, material: m, radius: 0.3, mass: 4, velocity: {thermal: "
                               "0.3}, place: {random: {lower: [0, 0, 0], upper: [8, 8, 8]}}}\n"
                               "walls: [{name: box, box: {lower: [0, 0, 0], upper: [8, 8, 8]}, material: m, heated: "
                               "{temperature: 2.5}}]\nrun: {until: 9, step: 0.01}\n");
    event_run(&e, 100);
    for (int n = 0; n < 200; n++) {
        event_run(&e, 100 + 2 * n);
        for (size_t i = 0; i < 400; i++) {
            rp_vec v = rp_particle_velocity(&e.world->particles, i);
            sum[e.world->particles.mass[i] > 2] += e.world->particles.mass[i] * rp_vec_dot(v, v) / (3 * 200.0 * 200.0);
        }
    }
    print_message("temperature of light and heavy particles %.4f, %.4f; of the wall 2.5\n", sum[0], sum[1]);
    assert_true(fabs(sum[0] / 2.5 - 1) < 0.02 && fabs(sum[1] / 2.5 - 1) < 0.02);
    event_close(&e);
}

static void refused_under(const char *gravity, const char *rest, const char *what)
{
    char text[800], said[1024];
    event_world e;
    snprintf(text, sizeof text,
             EVENT_SCENE "dimension: 2\ngravity: %s\ndomain: {lower: [0, 0], upper: [9, 9]}\ninteractions: [{between: "
                         "[m, m], restitution: 1}]\n%s\n",
             gravity, rest);
    assert_int_equal(event_open_status(&e, text), RP_INPUT);
    rp_error_text(&e.err, said, sizeof said);
    if (!strstr(said, what)) fail_msg("'%s' does not say '%s'", said, what);
    event_close(&e);
}

static void refused(const char *rest, const char *what) { refused_under("[0, -1]", rest, what); }

static void test_refused(void **state)
{
    (void)state;
    refused_under(
        "{table: [[0, 0, 0], [1, 0, -1]]}",
        "particles: [{name: p, material: m, radius: 0.5, place: {list: [[1, 1]]}}]\nrun: {until: 1, step: 0.1}",
        "gravity that varies in time");
    refused("particles: [{name: belt, material: m, radius: 0.5, driven: {velocity: {table: [[0, 0, 0], [1, 1, 0]]}}, "
            "place: {list: [[1, 1]]}}]\nrun: {until: 1, step: 0.1}",
            "a drive that varies in time (group 'belt')");
    refused("particles: [{name: rim, material: m, radius: 0.5, glued: lid, place: {list: [[1, 8]]}}]\nrun: {until: 1, "
            "step: 0.1}\nwalls: [{name: lid, plane: {point: [0, 9], normal: [0, -1]}, material: m, velocity: [0, -1]}]",
            "particles glued to a wall that moves (group 'rim')");
    refused("particles: [{name: hex, material: m, shape: {polygon: {sides: 6}}, radius: 0.5, place: {list: [[1, "
            "1]]}}]\nrun: {until: 1, step: 0.1}",
            "polygons");
    refused(
        "particles: [{name: p, material: m, radius: 0.5, place: {list: [[1, 1]]}}]\nrun: {until: 1, step: 0.1}\nwalls: "
        "[{name: lid, plane: {point: [0, 9], normal: [0, -1]}, material: m, mass: 1, load: {force: 3}}]",
        "moves freely under a load (wall 'lid')");
    refused("particles: [{name: p, material: m, radius: 0.5, place: {list: [[1, 1]]}}]\nrun: {until: 1, step: "
            "0.1}\nwalls: [{name: arm, plane: {point: [0, 0], normal: [0, 1]}, material: m, rotation: {speed: 1}}]",
            "turns out of its own surface (wall 'arm')");
    refused("particles: [{name: p, material: m, radius: 0.5, place: {list: [[1, 1]]}}]\nrun: {until: 1, step: "
            "0.1}\nwalls: [{name: paddle, segment: {from: [2, 2], to: [3, 2]}, material: m, rotation: {speed: 1}}]",
            "turns out of its own surface (wall 'paddle')");
    refused("particles: [{name: p, material: m, radius: 0.5, place: {list: [[1, 1]]}}]\nrun: {until: 1, step: "
            "0.1}\nwalls: [{name: drum, cylinder: {point: [4, 4], radius: 6}, material: m, rotation: {speed: {table: "
            "[[0, 0], [1, 1]]}}}]",
            "a spin that varies in time (wall 'drum')");
    refused("particles: [{name: p, material: m, radius: 0.5, lock: [x], place: {list: [[1, 1]]}}]\nrun: {until: 1, "
            "step: 0.1}",
            "group 'p'");
    refused("particles: [{name: p, material: m, radius: 0.5, force: [1, 0], place: {list: [[1, 1]]}}]\nrun: {until: 1, "
            "step: 0.1}",
            "forces or torques on particles (group 'p')");
    refused("particles: [{name: p, material: m, radius: 0.5, place: {list: [[1, 1]]}}]\nrun: {until: 1, step: 0.1, "
            "event-driven: {collapse: tc}}",
            "contact_time");
    refused("particles: [{name: p, material: m, radius: 0.5, place: {list: [[1, 1]]}}]\nrun: {until: 1, step: 0.1, "
            "event-driven: {colapse: tc}}",
            "did you mean 'collapse'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounces), cmocka_unit_test(test_rising_floor),
                                       cmocka_unit_test(test_oblique), cmocka_unit_test(test_two_rough),
                                       cmocka_unit_test(test_heated),  cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
