/* Gravity, walls of every kind, several sizes, spin: particles never overlap anything, and the energy that is there is
 * the energy that should be there. The tolerances: overlaps are rounding of coordinates, 1e-16 times the size of the
 * scene over the radius and times the speed of the clock's rounding, so 1e-11 of the radius; the budget sums that many
 * collisions' rounding, so 1e-10 of the turnover. */
#include "event_world.h"

typedef struct budget {
    double start, there, turnover, error;
} budget;

static budget take(const event_world *e, double start)
{
    const rp_totals *t = &e->world->totals;
    double there = event_kinetic(e) + event_rotational(e), work = t->gravity + t->walls,
           lost = t->normal + t->tangential;
    return (budget){start, there, fabs(start) + fabs(t->gravity) + fabs(t->walls) + lost,
                    there - (start + work - lost)};
}

static double deepest(const event_world *e)
{
    const rp_particles *p = &e->world->particles;
    double worst = 0;
    for (size_t i = 0; i < p->count; i++) {
        rp_vec x = rp_particle_position(p, i), normal;
        for (size_t j = 0; j < i; j++) {
            if (p->row[i].inv_mass == 0 && p->row[j].inv_mass == 0) continue;
            rp_vec d = rp_event_nearest(event_of(e), rp_vec_sub(x, rp_particle_position(p, j)));
            worst = fmax(worst, (p->row[i].r + p->row[j].r - rp_vec_norm(d)) / fmin(p->row[i].r, p->row[j].r));
        }
        for (int w = 0; w < e->world->wall_count; w++)
            for (int face = 0;
                 face < rp_wall_faces(&e->world->wall[w]) && e->world->wall[w].active && p->row[i].inv_mass > 0; face++)
                worst = fmax(worst,
                             (p->row[i].r - rp_wall_distance(&e->world->wall[w], face, x, &normal)) / p->row[i].r);
    }
    return worst;
}

static void check_scene(const char *name, const char *text, const char *search, double until, int looks)
{
    event_world e;
    const rp_scene_options options = {.set = &search, .set_count = 1};
    event_expect(&e, event_open_with(&e, text, &options));
    double start = event_kinetic(&e) + event_rotational(&e), worst = 0;
    for (int n = 1; n <= looks; n++) {
        event_run(&e, until * n / looks);
        worst = fmax(worst, deepest(&e));
    }
    budget b = take(&e, start);
    const rp_event_totals *t = event_totals(&e);
    print_message(
        "%-22s %s %8llu collisions %7llu with walls, overlap %.2g, budget error %.2g of %.3g J, levels %d, direct %d\n",
        name, event_of(&e)->ball.radius > 0 ? "lists" : "cells", (unsigned long long)t->collisions,
        (unsigned long long)t->wall_collisions, fmax(worst, t->overlap), b.error, b.turnover,
        event_of(&e)->cells.levels, event_of(&e)->cells.direct);
    assert_true(t->collisions + t->wall_collisions > 200);
    assert_true(worst < 1e-11 && t->overlap < 1e-11);
    assert_true(fabs(b.error) < 1e-10 * b.turnover);
    event_close(&e);
}

#define ROUGH "interactions: [{between: [m, m], friction: 0.4, restitution: {normal: 0.9, tangential: 0.2}}]\n"
#define SMOOTH "interactions: [{between: [m, m], restitution: 0.95}]\n"

static const struct scene {
    const char *name, *text;
    double until;
    int looks;
} scenes[] = {
    {"rough periodic",
     EVENT_SCENE "dimension: 3\ndomain: {lower: [0, 0, 0], upper: [6, 6, 6], periodic: [x, y, z]}\n" ROUGH
                 "particles: [{count: 120, material: m, radius: 0.5, velocity: {thermal: 1}, place: {random: {lower: "
                 "[0, 0, 0], upper: [6, 6, 6]}}}]\nrun: {until: 1}\n",
     10, 50},
    {"box under gravity",
     EVENT_SCENE "dimension: 3\ngravity: [0, 0, -1]\n" ROUGH
                 "particles: [{count: 50, material: m, radius: 0.4, velocity: {thermal: 2}, place: {random: {lower: "
                 "[0, 0, 0], upper: [6, 6, 6]}}}]\n"
                 "walls: [{name: box, box: {lower: [0, 0, 0], upper: [6, 6, 6]}, material: m}]\nrun: {until: 1, "
                 "event-driven: {collapse: tc, contact_time: 1.0e-3}}\n",
     15, 100},
    {"inclined planes 2D",
     EVENT_SCENE
     "dimension: 2\ngravity: [0.3, -1]\n" SMOOTH "particles: [{count: 40, material: m, radius: 0.3, velocity: "
     "{thermal: 1}, place: {random: {lower: [-2, 4], upper: [2, 12]}}}]\n"
     "walls: [{name: a, plane: {point: [0, 0], normal: [1, 2]}, material: m}, {name: b, plane: {point: [0, 0], normal: "
     "[-1, 1]}, material: m}]\nrun: {until: 1, event-driven: {collapse: elastic-below, still_speed: 0.05}}\n",
     12, 100},
    {"cylinder, turning",
     EVENT_SCENE "dimension: 2\ngravity: [0, -1]\n" ROUGH
                 "particles: [{count: 50, material: m, radius: 0.3, velocity: {thermal: 1}, place: {random: {lower: "
                 "[-3, -3], upper: [3, 3]}}}]\n"
                 "walls: [{name: drum, cylinder: {point: [0, 0], radius: 4.5, side: inside}, material: m, rotation: "
                 "{speed: 1}}]\nrun: {until: 1, event-driven: {collapse: tc, contact_time: 1.0e-3}}\n",
     10, 100},
    {"ring between cylinders",
     EVENT_SCENE
     "dimension: 3\ngravity: [0, -1, 0]\ndomain: {lower: [-5, -5, 0], upper: [5, 5, 4], periodic: [z]}\n" SMOOTH
     "particles: [{count: 60, material: m, radius: 0.3, velocity: {thermal: 2}, place: {random: {lower: [1.5, -3, 0], "
     "upper: [3, 3, 4]}}}]\n"
     "walls: [{name: out, cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 4.5, side: inside}, material: m}, "
     "{name: in, cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 1, side: outside}, material: m}]\n"
     "run: {until: 1, event-driven: {collapse: elastic-below, still_speed: 0.05}}\n",
     8, 80},
    {"vibrating floor",
     EVENT_SCENE
     "dimension: 2\ngravity: [0, -1]\ndomain: {lower: [0, -1], upper: [8, 100], periodic: [x]}\n" ROUGH
     "particles: [{count: 40, material: m, radius: 0.3, place: {random: {lower: [0, 0.5], upper: [8, 6]}}}]\n"
     "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, vibration: {amplitude: [0, 0.2], "
     "frequency: 1}}]\nrun: {until: 1, event-driven: {collapse: tc, contact_time: 1.0e-4}}\n",
     20, 200},
    {"piecewise floor",
     EVENT_SCENE
     "dimension: 2\ngravity: [0, -1]\ndomain: {lower: [0, -2], upper: [8, 100], periodic: [x]}\n" ROUGH
     "particles: [{count: 40, material: m, radius: 0.3, place: {random: {lower: [0, 0.5], upper: [8, 6]}}}]\n"
     "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, velocity: {table: [[0, 0, 0], [2, 0, "
     "1], [4, 0, -1], [4.5, 0, 0.8], [9, 0, -0.5], [11, 0, 1.2], [15, 0, -1]]}}]\n"
     "run: {until: 1, event-driven: {collapse: tc, contact_time: 1.0e-4}}\n",
     14, 140},
    {"moving walls",
     EVENT_SCENE
     "dimension: 2\n" SMOOTH "particles: [{count: 60, material: m, radius: 0.3, velocity: {thermal: 1}, place: "
     "{random: {lower: [0, 0], upper: [10, 8]}}}]\n"
     "walls: [{name: box, box: {lower: [0, 0], upper: [12, 8]}, material: m}, {name: piston, plane: {point: [12, 0], "
     "normal: [-1, 0]}, material: m, velocity: {table: [[0, 0, 0], [5, -0.5, 0], [10, 0, 0]]}}]\nrun: {until: 1}\n",
     12, 100},
    {"sizes 1 to 20",
     EVENT_SCENE "dimension: 2\ndomain: {lower: [0, 0], upper: [60, 60], periodic: [x, y]}\n" ROUGH
                 "particles: [{name: large, count: 3, material: m, radius: 8, velocity: {thermal: 0.1}, place: "
                 "{random: {lower: [0, 0], upper: [60, 60]}}},\n"
                 "  {name: middle, count: 20, material: m, radius: 1.5, velocity: {thermal: 1}, place: {random: "
                 "{lower: [0, 0], upper: [60, 60]}}},\n"
                 "  {name: small, count: 800, material: m, radius: 0.4, velocity: {thermal: 2}, place: {random: "
                 "{lower: [0, 0], upper: [60, 60]}}}]\nrun: {until: 1}\n",
     8, 20},
    {"unbounded, sizes",
     EVENT_SCENE "dimension: 3\n" SMOOTH "particles: [{name: large, count: 4, material: m, radius: 3, velocity: "
                 "{thermal: 1}, place: {random: {lower: [0, 0, 0], upper: [14, 14, 14]}}},\n"
                 "  {name: small, count: 400, material: m, radius: 0.25, velocity: {thermal: 2}, place: {random: "
                 "{lower: [0, 0, 0], upper: [14, 14, 14]}}}]\nrun: {until: 1}\n",
     10, 20},
    {"frozen under gravity",
     EVENT_SCENE "dimension: 2\ngravity: [0, -1]\ndomain: {lower: [0, -2], upper: [10, 100], periodic: [x]}\n" ROUGH
                 "particles: [{name: pins, material: m, radius: 0.4, place: {lattice: {lower: [0, 1], upper: [10, 7], "
                 "spacing: 2.5}}, frozen: true}, {name: grains, count: 30, material: m, radius: 0.3, place: {random: "
                 "{lower: [0, 8], upper: [10, 14]}}}]\n"
                 "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, "
                 "event-driven: {collapse: tc, contact_time: 1.0e-3}}\n",
     10, 100},
};

static void test_scenes(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof scenes / sizeof *scenes; n++) {
        check_scene(scenes[n].name, scenes[n].text, "run.event-driven.search=cells", scenes[n].until, scenes[n].looks);
        check_scene(scenes[n].name, scenes[n].text, "run.event-driven.search=lists", scenes[n].until, scenes[n].looks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
