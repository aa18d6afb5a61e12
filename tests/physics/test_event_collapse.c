/* Where the method ends: collapse is found and named, each policy goes on, and collisions that are not alone are
 * counted. */
#include "event_world.h"

#define BALL                                                                                                           \
    EVENT_SCENE "dimension: 2\ngravity: [0, -9.81]\ninteractions: [{between: [m, m], restitution: 0.8}]\n"             \
                "particles: [{material: m, radius: 0.1, place: {list: [[0, 1.1]]}}]\nwalls: [{name: floor, plane: "    \
                "{point: [0, 0], normal: [0, 1]}, material: m}]\n"

/* The ball's bounces add up at sqrt(2h/g) (1 + eps)/(1 - eps) = 4.06 s. */
static void test_stop(void **state)
{
    event_world e;
    char said[1024];
    (void)state;
    event_open(&e, BALL "run: {until: 9, step: 0.01}\n");
    assert_int_equal(rp_event_driven.advance(e.world, 9, &e.err), RP_FAILED);
    rp_error_text(&e.err, said, sizeof said);
    assert_non_null(strstr(said, "inelastic collapse: particle 0 and wall 'floor'"));
    double end = sqrt(2 / 9.81) * 9;
    assert_true(fabs(e.err.time - end)
                < 1e-6); /* the gap that counts, 1e-6 of the time to fly a radius, comes that close to the end */
    assert_int_equal(e.err.particle, 0);
    event_close(&e);
}

/* Bounces that take less than t_c keep their energy: the ball hops on with flights of about t_c. Flights with eps
 * shorten by 0.8, so the first elastic one is between 0.8 t_c and t_c. */
static void test_tc(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, BALL "run: {until: 9, step: 0.01, event-driven: {collapse: tc, contact_time: 1.0e-3}}\n");
    event_run(&e, 6);
    uint64_t before = event_totals(&e)->wall_collisions;
    event_run(&e, 8);
    double flight = 2.0 / (double)(event_totals(&e)->wall_collisions - before);
    assert_true(flight > 0.79e-3 && flight < 1.01e-3);
    assert_true(event_totals(&e)->softened > 1000 && event_totals(&e)->short_gaps == event_totals(&e)->softened);
    assert_int_equal(event_totals(&e)->collapses, 0);
    event_close(&e);
}

static void test_elastic_below(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, BALL "run: {until: 9, step: 0.01, event-driven: {collapse: elastic-below, still_speed: 0.01}}\n");
    event_run(&e, 8);
    double height = 0.5 * 0.01 * 0.01 / 9.81;
    assert_true(e.world->particles.row[0].y - 0.1 <= height && event_totals(&e)->softened > 100);
    event_close(&e);
}

static void test_sleep(void **state)
{
    event_world e;
    (void)state;
    event_open(&e, BALL "run: {until: 9, step: 0.01, event-driven: {collapse: sleep, still_speed: 0.01}}\n");
    event_run(&e, 8);
    uint64_t before = event_totals(&e)->wall_collisions;
    event_run(&e, 12);
    assert_int_equal(event_totals(&e)->wall_collisions, before);
    assert_int_equal(event_totals(&e)->asleep, 1);
    assert_true(event_kinetic(&e) == 0 && fabs(e.world->particles.row[0].y - 0.1) < 1e-12);
    const rp_totals *t = &e.world->totals;
    assert_true(fabs(t->gravity - t->normal) < 1e-13 * t->gravity);
    event_close(&e);
}

/* A column of three comes to rest; a fourth falls on it and wakes it; in the end all rest. Nothing ever overlaps. */
static void test_waking(void **state)
{
    event_world e;
    (void)state;
    event_open(
        &e, EVENT_SCENE
        "dimension: 2\ngravity: [0, -9.81]\ninteractions: [{between: [m, m], restitution: 0.5}]\n"
        "particles: [{material: m, radius: 0.5, place: {list: [[0.5, 0.6], [0.5, 1.8], [0.5, 3], [0.5, 200]]}}]\n"
        "walls: [{name: slot, box: {lower: [0, 0], upper: [1.0001, 1000]}, material: m}]\nrun: {until: 9, step: 0.01, "
        "event-driven: {collapse: sleep, still_speed: 0.02}}\n");
    event_run(&e, 6);
    assert_int_equal(event_totals(&e)->asleep, 3);
    event_run(&e, 40);
    assert_true(event_totals(&e)->woken >= 3);
    assert_int_equal(event_totals(&e)->asleep, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_true(fabs(e.world->particles.row[rp_particles_slot(&e.world->particles, i)].y - (0.5 + i)) < 1e-3);
    assert_true(event_totals(&e)->overlap < 1e-11);
    event_close(&e);
}

/* Three balls in a row between walls: below 7 - 4 sqrt 3 = 0.072 the middle one collapses between the others [McNamara
 * & Young 1992]; above it does not. */
static rp_status three(event_world *e, double eps)
{
    char text[800];
    snprintf(text, sizeof text,
             EVENT_SCENE "dimension: 2\ninteractions: [{between: [m, m], restitution: %g}]\n"
                         "particles: [{name: a, material: m, radius: 0.5, velocity: [1, 0], place: {list: [[0, 0]]}}, "
                         "{name: b, material: m, radius: 0.5, place: {list: [[2, 0]]}}, {name: c, material: m, radius: "
                         "0.5, velocity: [-1, 0], place: {list: [[4.5, 0]]}}]\n"
                         "run: {until: 9, step: 0.1}\n",
             eps);
    event_open(e, text);
    return rp_event_driven.advance(e->world, 20, &e->err);
}

static void test_three(void **state)
{
    event_world e;
    (void)state;
    assert_int_equal(three(&e, 0.05), RP_FAILED);
    assert_non_null(strstr(e.err.what, "inelastic collapse"));
    event_close(&e);
    assert_int_equal(three(&e, 0.09), RP_OK);
    assert_true(event_totals(&e)->collisions < 40);
    event_close(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stop),          cmocka_unit_test(test_tc),
                                       cmocka_unit_test(test_elastic_below), cmocka_unit_test(test_sleep),
                                       cmocka_unit_test(test_waking),        cmocka_unit_test(test_three)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
