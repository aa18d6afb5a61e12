/* Sources and sinks: the same bits on one thread and on two, and after a restart from any of many moments. */
#include "physics/lab.h"

static const char *scene =
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 4\ngravity: [0, -9.81]\nthickness: 0.01\n"
    "domain: {lower: [0, -0.3], upper: [0.4, 0.3], periodic: [x], leave: remove}\n"
    "materials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.6, normal: {law: linear, stiffness: 5.0e3}, "
    "tangential: {law: cundall-strack}}]\n"
    "walls: [{name: shelf, segment: {from: [0.1, 0], to: [0.3, 0]}, material: m}]\n"
    "sources:\n"
    "  - {name: rain, box: {lower: [0, 0.1], upper: [0.4, 0.2]}, particles: [{name: a, material: m, radius: {uniform: "
    "[0.003, 0.004]}}, {name: b, material: m, radius: {sieve: [[0.002, 0], [0.004, 0.3], [0.006, 1]]}}], "
    "rate: {count: 1000}, velocity: {mean: [0.1, -1], spread: 0.3}}\n"
    "  - {name: jet, segment: {from: [0.2, 0.22], to: [0.3, 0.22]}, particles: {material: m, radius: 0.003}, amount: "
    "{mass: 0.01}, velocity: [0, -2], start: 0.01}\n"
    "sinks: [{name: low, plane: {point: [0, -0.05], normal: [0, 1]}}, {name: hole, segment: {from: [0.1, 0.01], to: "
    "[0.3, 0.01]}}, {name: gauge, segment: {from: [-1, 0.05], to: [1, 0.05]}, pass: true}]\n"
    "stages: [{until: 0.15}, {until: 0.05, sources: {jet: false}, sinks: {hole: false}}, {until: 0.1, sources: {jet: "
    "true, rain: false}}]\n"
    "run: {step: %s, event-driven: {collapse: tc, contact_time: 5.0e-4}}\n";

/* Polygons, clumps and discs from one source onto a shelf, and out again: at times there are no clumps left. */
static const char *shapes =
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 4\ngravity: [0, -9.81]\nthickness: 0.01\n"
    "domain: {lower: [0, -0.3], upper: [0.3, 0.3], periodic: [x], leave: remove}\n"
    "materials: {m: {density: 1000}}\n"
    "interactions: [{between: [m, m], friction: 0.5, normal: {law: linear, stiffness: 5.0e3, damping: 1}, "
    "tangential: {law: cundall-strack}}]\n"
    "walls: [{name: shelf, segment: {from: [0.1, 0], to: [0.2, 0]}, material: m}]\n"
    "sources: [{name: rain, box: {lower: [0, 0.05], upper: [0.3, 0.1]}, rate: {count: 800}, velocity: {mean: [0.1, "
    "-1], spread: 0.2}, omega: 20, end: 0.1, particles: [{name: a, material: m, shape: {polygon: {sides: [3, 6], "
    "angularity: 0.5}}, angle: random, radius: {uniform: [0.004, 0.006]}}, {name: b, material: m, angle: random, "
    "shape: {clump: {discs: [[0, 0, 0.003], [0.003, 0, 0.002]]}}, radius: {uniform: [0.004, 0.005]}}, {name: c, "
    "material: m, radius: 0.003}]}]\n"
    "sinks: [{name: low, plane: {point: [0, -0.05], normal: [0, 1]}}, {name: gauge, segment: {from: [-1, 0.02], to: "
    "[1, 0.02]}, pass: true}]\n"
    "run: {step: %s, until: 0.3}\n";

static const char *const methods[] = {"soft", "contact-dynamics", "event-driven"};
static const char *const steps[] = {"5.0e-5", "5.0e-4", "1.0e-3"};
enum { MOMENTS = 8 };

static lab start(const char *text, int m, int threads)
{
    rp_threads_set(threads);
    return lab_open(text, methods[m], steps[m]);
}

static void to(lab *l, int k)
{
    rp_error err;
    lab_ok(rp_sim_advance(l->sim, k * 0.24 / MOMENTS, &err), &err);
}

static void hash(const lab *l, char text[33])
{
    rp_error err;
    lab_ok(rp_sim_hash(l->sim, text, &err), &err);
}

/* Runs to the end on one thread, on two, and again from every moment that `restarts` takes; enough: what the run must
 * have had. */
static void try_bits(const char *text, int m, int restarts, void (*enough)(const rp_world *w))
{
    rp_snapshot *kept[MOMENTS] = {0};
    char last[33], again[33];
    rp_error err;
    lab l = start(text, m, 1), two = start(text, m, 2);
    for (int k = 1; k <= MOMENTS; k++) {
        to(&l, k);
        if (k < MOMENTS) lab_ok(rp_sim_snapshot(l.sim, &kept[k], &err), &err);
    }
    hash(&l, last);
    enough(l.w);
    to(&two, MOMENTS);
    hash(&two, again);
    assert_string_equal(again, last);
    for (int k = 1; k < MOMENTS; k++) {
        if (k % restarts == 1 % restarts) {
            lab_ok(rp_sim_rewind(l.sim, kept[k], &err), &err);
            to(&l, MOMENTS);
            hash(&l, again);
            assert_string_equal(again, last);
        }
        rp_snapshot_destroy(kept[k]);
    }
    lab_close(&l);
    lab_close(&two);
}

static void all_acted(const rp_world *w)
{
    assert_true(w->exchange.added > 100 && w->sink[0].exchange.removed > 20 && w->sink[1].exchange.removed > 5
                && w->source[1].exchange.added > 10);
}

static void same_bits(void **state)
{
    (void)state;
    for (int m = 0; m < 3; m++) try_bits(scene, m, m == 2 ? 3 : 1, all_acted); /* events take longer: every third */
}

/* A clump counts once, its members are particles. */
static void shapes_came(const rp_world *w)
{
    const rp_source *s = &w->source[0];
    assert_int_equal(s->exchange.added, 80); /* 800 a second for a tenth of one, by thirds */
    assert_int_equal(s->kinds.count[0], 27);
    assert_int_equal(s->kinds.count[1], 27);
    assert_int_equal(w->exchange.added, 80 + 27);
    assert_true(w->sink[0].exchange.removed > 40 && w->exchange.removed > w->sink[0].exchange.removed);
    assert_true(w->sink[1].exchange.removed > 40);
    /* definitions go with the particles */
    size_t polygons = 0;
    for (size_t i = 0; i < w->particles.count; i++) polygons += w->particles.shape[i] > 0;
    assert_int_equal(w->shapes.count, polygons);
}

static void shapes_have_same_bits(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) try_bits(shapes, m, 2, shapes_came);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits), cmocka_unit_test(shapes_have_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
