/* However a simulation is advanced and observed, its state has the same bits: in one go, step by step with every kind
 * of view between two steps, and in pieces of any length. All methods. Flags and counts that are set where an advance
 * happens to return would show. */
#include "api/sims.h"

/* Grains in two chambers over a shaking floor: more than a hundredth of the collisions follow another within the
 * contact time at some moments and not at others, so that the method may warn or not. */
static const char demon[] =
    "repose: 1\ndimension: 2\nmethod: event-driven\nseed: 4\ngravity: [0, -9.81]\nthickness: 0.001\n"
    "domain: {lower: [-0.065, -0.02], upper: [0.065, 2.0]}\nmaterials: {glass: {density: 2500}}\n"
    "interactions: [{between: [glass, glass], restitution: 0.85}]\n"
    "particles: [{name: grains, count: 100, material: glass, radius: 0.00125, place: {random: {lower: [-0.058, 0.003], "
    "upper: [0.058, 0.04]}}, velocity: {thermal: 0.5}}]\n"
    "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass, vibration: {amplitude: [0, "
    "0.0005], frequency: 60}}\n"
    "  - {name: left, plane: {point: [-0.06, 0], normal: [1, 0]}, material: glass}\n"
    "  - {name: right, plane: {point: [0.06, 0], normal: [-1, 0]}, material: glass}\n"
    "  - {name: partition, segment: {from: [0, -0.01], to: [0, 0.02]}, material: glass}\n"
    "run: {until: 1, step: 1.0e-3, event-driven: {collapse: tc, contact_time: 1.0e-5}}\n";

/* To fill in: method, laws, step, further keys of `run`. */
#define STONES                                                                                                         \
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 4\ngravity: [0.5, -9.81]\ndomain: {lower: [0, -0.02], upper: [0.2, "   \
    "0.3], periodic: [x]}\nmaterials: {m: {density: 1000}}\n"                                                          \
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.4, %s}]\n"                                         \
    "particles:\n  - {name: a, %s, count: 60, material: m, radius: {uniform: [0.003, 0.004]}, place: {random: "        \
    "{lower: [0, 0], upper: [0.2, 0.1]}}, velocity: {thermal: 0.5}}\n"                                                 \
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m},\n"                                    \
    "        {name: lid, plane: {point: [0, 0.25], normal: [0, -1]}, material: m, mass: 0.1, load: {force: 1}}]\n"     \
    "run: {until: 1, step: %s%s}\n"
#define SPRING "normal: {law: linear, stiffness: 5.0e4}, tangential: {law: cundall-strack, damping_ratio: 0.5}"

static void observe(rp_sim *sim)
{
    static const char *const names[] = {"kinetic", "budget_error", "packing_fraction"};
    const rp_contact *contacts;
    size_t count;
    rp_error err;
    double value;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) rp_sim_measure(sim, names[n], &value, NULL);
    sim_ok(rp_sim_contacts(sim, &contacts, &count, &err), &err);
}

static int beat(void *context, rp_sim *sim)
{
    (void)context;
    observe(sim);
    return 0;
}

typedef enum pattern { IN_ONE_GO, STEP_BY_STEP, IN_PIECES, WITH_HEARTBEATS, PATTERNS } pattern;

static void advance(rp_sim *sim, uint64_t steps, pattern how)
{
    rp_error err;
    uint64_t piece = 1;
    if (how == WITH_HEARTBEATS) sim_ok(rp_sim_every_steps(sim, 7, beat, NULL, &err), &err);
    while (rp_sim_steps(sim) < steps) {
        const uint64_t left = steps - rp_sim_steps(sim);
        piece = how == STEP_BY_STEP ? 1 : how == IN_PIECES ? 1 + (piece * 29 + 11) % 97 : left;
        sim_ok(rp_sim_step(sim, piece < left ? piece : left, &err), &err);
        if (how == STEP_BY_STEP || how == IN_PIECES) observe(sim);
    }
}

static void same_bits(const char *text, uint64_t steps, const char *what)
{
    char first[33];
    for (pattern how = 0; how < PATTERNS; how++) {
        char hash[33];
        rp_sim *sim = sim_text(text, 1);
        advance(sim, steps, how);
        sim_hash(sim, hash);
        rp_sim_destroy(sim);
        if (how == IN_ONE_GO) memcpy(first, hash, sizeof first);
        if (strcmp(hash, first) != 0) fail_msg("%s: pattern %d has the hash %s, not %s", what, (int)how, hash, first);
    }
}

static void stones(const char *method, const char *laws, const char *shape, const char *step, const char *run)
{
    char text[2400];
    snprintf(text, sizeof text, STONES, method, laws, shape, step, run);
    same_bits(text, 400, text);
}

static void test_events(void **state)
{
    (void)state;
    same_bits(demon, 1000, "demon");
}

static void test_boxes(void **state)
{
    (void)state;
    char text[2400];
    for (int n = 0; n < SIM_METHODS; n++) {
        snprintf(text, sizeof text, SIM_BOX, sim_methods[n], sim_steps[n]);
        same_bits(text, 900, sim_methods[n]);
    }
}

static void test_soft(void **state)
{
    (void)state;
    stones("soft", SPRING, "shape: {polygon: {sides: [4, 7], angularity: 0.7}}, angle: random", "2.0e-5", "");
    stones("soft", SPRING, "shape: disc", "2.0e-5", ", soft: {integrator: gear-5}");
    stones("soft",
           "normal: {law: linear, stiffness: 5.0e4}, tangential: {law: cundall-strack, stiffness: 1.0e4, elongation: "
           "geometric}",
           "shape: sphere", "2.0e-5", ", soft: {integrator: gear-3}");
    stones("soft",
           "normal: {law: fractional, order: 0.2, cluster_order: 0.6, cluster_size: 5, contact_time: 1.0e-3}, "
           "tangential: {law: cundall-strack, stiffness: 100}",
           "shape: sphere", "2.0e-5", "");
}

static void test_contact_dynamics(void **state)
{
    (void)state;
    stones("contact-dynamics", SPRING, "shape: {polygon: {sides: [4, 7], angularity: 0.7}}, angle: random", "2.0e-4",
           "");
    stones("contact-dynamics", SPRING, "shape: sphere", "2.0e-4", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_events), cmocka_unit_test(test_boxes),
                                       cmocka_unit_test(test_soft), cmocka_unit_test(test_contact_dynamics)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
