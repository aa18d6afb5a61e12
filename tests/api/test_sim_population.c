/* Programs add and remove particles between two steps. */
#include "sims.h"

/* A grain at rest. */
static rp_sim_particle grain_at(double x, double y)
{
    rp_sim_particle p = rp_sim_particle_default();
    p.material = "glass";
    p.radius = 0.0025;
    p.position[0] = x;
    p.position[1] = y;
    return p;
}

static void row_of_grains(rp_sim_particle *p, size_t count, double y)
{
    for (size_t n = 0; n < count; n++) p[n] = grain_at(0.01 + 0.008 * (double)n, y);
}

static int has(const rp_sim *sim, uint32_t wanted)
{
    rp_array id = rp_sim_array(sim, "id");
    for (size_t n = 0; n < id.rows; n++)
        if (*(const uint32_t *)((const char *)id.data + n * id.stride) == wanted) return 1;
    return 0;
}

static size_t all_ids(const rp_sim *sim, uint32_t *ids)
{
    rp_array id = rp_sim_array(sim, "id");
    for (size_t n = 0; n < id.rows; n++) ids[n] = *(const uint32_t *)((const char *)id.data + n * id.stride);
    return id.rows;
}

static size_t group_count(const rp_sim *sim, const char *name)
{
    rp_error err;
    rp_group_info info;
    sim_ok(rp_sim_group_get(sim, rp_sim_group_find(sim, name), &info, &err), &err);
    return info.count;
}

/* Counts, ids, masses, groups and views follow; ids of removed particles never come back. */
static void they_come_and_go(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        rp_sim_particle p[10];
        uint32_t ids[10];
        rp_sim *sim = sim_box(method, 1);
        sim_ok(rp_sim_advance(sim, 0.03, &err), &err);
        uint64_t generation = rp_sim_generation(sim);
        row_of_grains(p, 10, 0.1);
        p[3].group = "grains";
        p[4].mass = 0.25;
        sim_ok(rp_sim_add(sim, p, 10, ids, &err), &err);
        assert_int_equal(rp_sim_count(sim), 71);
        for (uint32_t n = 0; n < 10; n++) assert_int_equal(ids[n], 61 + n);
        assert_true(rp_sim_generation(sim) != generation);
        assert_int_equal(group_count(sim, "grains"), 61);
        assert_int_equal(group_count(sim, "free"), 9);
        double one = 2500 * M_PI * 0.0025 * 0.0025 * 0.01;
        assert_true(fabs(sim_measure(sim, "added_mass") - 9 * one - 0.25) < 1e-14);
        sim_ok(rp_sim_step(sim, 5, &err), &err);
        generation = rp_sim_generation(sim);
        sim_ok(rp_sim_remove(sim, (uint32_t[]){64, 0, 70, 17}, 4, &err), &err);
        assert_true(rp_sim_generation(sim) != generation);
        assert_int_equal(rp_sim_count(sim), 67);
        assert_int_equal(rp_sim_array(sim, "velocity").rows, 67);
        assert_false(has(sim, 64) || has(sim, 0) || has(sim, 70) || has(sim, 17));
        assert_int_equal(group_count(sim, "grains"), 59);
        assert_int_equal(group_count(sim, "post"), 0);
        sim_ok(rp_sim_step(sim, 5, &err), &err);
        p[0].position[1] = 0.17;
        sim_ok(rp_sim_add(sim, p, 1, NULL, &err), &err);
        assert_true(has(sim, 71) && !has(sim, 70));
        assert_true(sim_measure(sim, "particles") == 68 && sim_measure(sim, "added") == 11);
        assert_true(sim_measure(sim, "removed") == 4);
        rp_sim_destroy(sim);
    }
}

/* Everything goes, steps and measures of an empty box are taken, and others come: they fall by the closed form. */
static void all_go_and_others_come(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        uint32_t ids[61];
        rp_sim_particle p = grain_at(0.05, 0.15);
        const char *path = "sim_population_empty.h5";
        char first[33], second[33];
        rp_sim *sim = sim_box(method, 1), *twin = sim_box(method, 2);
        p.velocity[0] = 0.1;
        sim_ok(rp_sim_advance(sim, 0.03, &err), &err);
        sim_ok(rp_sim_remove(sim, ids, all_ids(sim, ids), &err), &err);
        assert_int_equal(rp_sim_count(sim), 0);
        sim_ok(rp_sim_step(sim, 3, &err), &err);
        assert_true(fabs(sim_measure(sim, "budget_error")) < 4e-4 * sim_measure(sim, "budget_turnover"));
        assert_true(sim_measure(sim, "kinetic") == 0 && sim_measure(sim, "contacts") == 0);
        sim_ok(rp_sim_save(sim, path, &err), &err);
        sim_ok(rp_sim_restore(twin, path, &err), &err);
        sim_hash(sim, first);
        sim_hash(twin, second);
        assert_string_equal(first, second);
        sim_ok(rp_sim_add(sim, &p, 1, ids, &err), &err);
        sim_ok(rp_sim_add(twin, &p, 1, ids, &err), &err);
        assert_int_equal(ids[0], 61);
        double start = rp_sim_time(sim);
        sim_ok(rp_sim_advance(sim, 0.06, &err), &err);
        sim_ok(rp_sim_advance(twin, 0.06, &err), &err);
        double t = rp_sim_time(sim) - start, y = 0.15 - 0.5 * 9.81 * t * t;
        rp_array position = rp_sim_array(sim, "position");
        /* contact dynamics moves by the velocity at the end of the step: g t dt/2 lower */
        double tolerance = 1e-12 + (method == 1 ? 0.51 * 9.81 * t * rp_sim_dt(sim) : 0);
        assert_true(fabs(rp_array_row(&position, 0)[0] - 0.05 - 0.1 * t) < 1e-12);
        assert_true(fabs(rp_array_row(&position, 0)[1] - y) < tolerance);
        sim_hash(sim, first);
        sim_hash(twin, second);
        assert_string_equal(first, second);
        remove(path);
        rp_sim_destroy(sim);
        rp_sim_destroy(twin);
    }
}

/* The error of the budget jumps by no more than rounding in a change, and grows no more than in as long a time without
 * one; 2e-4: what the trapezoid leaves of impacts in the soft method. */
static void budgets_close(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        rp_sim_particle p[10];
        uint32_t gone[20];
        rp_sim *sim = sim_box(method, 1);
        sim_ok(rp_sim_advance(sim, 0.1, &err), &err);
        for (uint32_t n = 0; n < 20; n++) gone[n] = 3 * n + 1;
        row_of_grains(p, 10, 0.1);
        for (int n = 0; n < 10; n++) p[n].velocity[1] = -0.5 - 0.1 * n;
        for (int n = 0; n < 10; n++) p[n].angular_velocity[2] = 30 * n;
        double before = sim_measure(sim, "budget_error");
        sim_ok(rp_sim_remove(sim, gone, 20, &err), &err);
        assert_true(fabs(sim_measure(sim, "budget_error") - before) < 1e-12 * sim_measure(sim, "budget_turnover"));
        sim_ok(rp_sim_advance(sim, 0.12, &err), &err);
        before = sim_measure(sim, "budget_error");
        sim_ok(rp_sim_add(sim, p, 10, NULL, &err), &err);
        assert_true(fabs(sim_measure(sim, "budget_error") - before) < 1e-12 * sim_measure(sim, "budget_turnover"));
        assert_true(sim_measure(sim, "added_energy") > 0 && sim_measure(sim, "removed_energy") > 0);
        sim_ok(rp_sim_advance(sim, 0.18, &err), &err);
        double error = fabs(sim_measure(sim, "budget_error")) / sim_measure(sim, "budget_turnover");
        print_message("%s: budget error %.2e\n", sim_methods[method], error);
        assert_true(error < (method == 0 ? 4e-4 : 1e-12));
        rp_sim_destroy(sim);
    }
}

typedef struct inflow {
    int beats;
    rp_status worst;
} inflow;

static int pour(void *context, rp_sim *sim)
{
    inflow *in = context;
    rp_error err;
    const uint32_t oldest = (uint32_t)in->beats + 1;
    rp_sim_particle p = grain_at(0.01 + 0.01 * (in->beats % 8), 0.15);
    rp_status status = rp_sim_add(sim, &p, 1, NULL, &err);
    if (!status) status = rp_sim_remove(sim, &oldest, 1, &err);
    if (status) in->worst = status;
    in->beats++;
    return 0;
}

/* Heartbeats may change the population; the same on one thread and on two. */
static void heartbeats_may_pour(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char hash[2][33];
        for (int threads = 1; threads <= 2; threads++) {
            inflow in = {0};
            rp_sim *sim = sim_box(method, threads);
            sim_ok(rp_sim_every(sim, 0.01, pour, &in, &err), &err);
            sim_ok(rp_sim_advance(sim, 0.15, &err), &err);
            assert_true(in.beats >= 14 && in.worst == RP_OK);
            assert_int_equal(rp_sim_count(sim), 61);
            sim_hash(sim, hash[threads - 1]);
            rp_sim_destroy(sim);
        }
        assert_string_equal(hash[0], hash[1]);
    }
}

typedef struct wrong {
    const char *words;
    rp_sim_particle particle;
} wrong;

static void refused_all(rp_sim *sim, const wrong *list, size_t count)
{
    rp_error err;
    char before[33], after[33];
    sim_hash(sim, before);
    for (size_t n = 0; n < count; n++) {
        rp_sim_particle pair[2] = {grain_at(0.03, 0.13), list[n].particle};
        sim_refused(rp_sim_add(sim, pair, 2, NULL, &err), &err, list[n].words);
    }
    sim_hash(sim, after);
    assert_string_equal(before, after); /* what is refused changes nothing */
}

static void wrong_particles_are_refused(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        wrong w[] = {{"position is not finite", grain_at(NAN, 0.1)},
                     {"velocity is not finite", grain_at(0.05, 0.1)},
                     {"angular velocity is not", grain_at(0.05, 0.1)},
                     {"radius is not", grain_at(0.05, 0.1)},
                     {"did you mean 'glass'?", grain_at(0.05, 0.1)},
                     {"no material '(null)'", grain_at(0.05, 0.1)},
                     {"did you mean 'grains'?", grain_at(0.05, 0.1)},
                     {"outside of the domain", grain_at(0.05, 0.9)},
                     {"overlaps the wall 'floor'", grain_at(0.05, 0.0015)},
                     {"overlaps particle 0", grain_at(0.05, 0.007)},
                     {"overlaps particle 1 of them", grain_at(0.033, 0.13)},
                     {"in two dimensions", grain_at(0.05, 0.1)},
                     {"mass is not a normal number", grain_at(0.05, 0.1)},
                     {"only round particles", grain_at(0.05, 0.1)},
                     {"no shape 'cube'", grain_at(0.05, 0.1)},
                     {"rp_sim_particle_default", grain_at(0.05, 0.1)},
                     {"particle 2 of 2", grain_at(0.05, -0.3)}};
        w[1].particle.velocity[1] = INFINITY;
        w[2].particle.angular_velocity[2] = NAN;
        w[3].particle.radius = 0;
        w[4].particle.material = "glas";
        w[5].particle.material = NULL;
        w[6].particle.group = "grain";
        w[11].particle.velocity[2] = 1;
        w[12].particle.mass = -1;
        w[13].particle.shape = "polygon";
        w[14].particle.shape = "cube";
        w[15].particle.cookie = 0;
        rp_sim *sim = sim_box(method, 1);
        refused_all(sim, w, sizeof w / sizeof *w);
        rp_sim_destroy(sim);
    }
}

static void wrong_ids_are_refused(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char before[33], after[33];
        rp_sim *sim = sim_box(method, 1);
        sim_ok(rp_sim_advance(sim, 0.01, &err), &err);
        sim_ok(rp_sim_remove(sim, (uint32_t[]){5}, 1, &err), &err);
        sim_hash(sim, before);
        sim_refused(rp_sim_remove(sim, (uint32_t[]){4, 61}, 2, &err), &err, "no particle 61");
        assert_int_equal(err.particle, 61);
        sim_refused(rp_sim_remove(sim, (uint32_t[]){4, 5}, 2, &err), &err, "not been removed");
        sim_refused(rp_sim_remove(sim, (uint32_t[]){4, 7, 4}, 3, &err), &err, "particle 4 stands twice");
        sim_refused(rp_sim_remove(sim, NULL, 3, &err), &err, "no ids");
        sim_refused(rp_sim_add(sim, NULL, 3, NULL, &err), &err, "no particles");
        sim_ok(rp_sim_add(sim, NULL, 0, NULL, &err), &err);
        sim_ok(rp_sim_remove(sim, NULL, 0, &err), &err);
        sim_hash(sim, after);
        assert_string_equal(before, after);
        rp_sim_destroy(sim);
    }
}

#define MEETINGS                                                                                                       \
    "repose: 1\ndimension: 2\nmethod: %s\nmaterials: {a: {density: 2500}, b: {density: 1000}, c: {}}\n"                \
    "interactions: [{between: [a, a], restitution: 0.6, normal: {law: linear, stiffness: 2.0e4}}, {between: [b, b], "  \
    "restitution: 0.6, normal: {law: linear, stiffness: 2.0e4}}, {between: [a, c], restitution: 0.6, normal: {law: "   \
    "linear, stiffness: 2.0e4}}, {between: [c, c], restitution: 0.6, normal: {law: linear, stiffness: 2.0e4}}]\n"      \
    "domain: {lower: [0, 0], upper: [0.1, 0.1], periodic: [x, y]}\n"                                                   \
    "particles: [{name: p, material: a, radius: 0.004, place: {list: [[0.002, 0.05]]}, velocity: [0.1, 0]}, {name: "   \
    "q, material: c, mass: 0.1, radius: 0.004, place: {list: [[0.05, 0.05]]}}]\nrun: {until: 1, step: 1.0e-5}\n"

/* Materials that could meet without a rule, masses that nothing gives, periodic images. */
static void meetings_are_checked(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char text[2000];
        snprintf(text, sizeof text, MEETINGS, sim_methods[method]);
        rp_sim *sim = sim_text(text, 1);
        wrong w[] = {{"no interaction between 'b' and 'a'", grain_at(0.02, 0.02)},
                     {"mass is not known", grain_at(0.02, 0.02)},
                     {"overlaps particle 0", grain_at(0.0985, 0.05)},
                     {method == 2 ? "too narrow" : "own periodic image", grain_at(0.05, 0.02)}};
        w[0].particle.material = "b";
        w[1].particle.material = "c";
        w[2].particle.material = w[3].particle.material = "a";
        w[3].particle.radius = method == 2 ? 0.026 : 0.051;
        for (int n = 0; n < 4; n++) sim_refused(rp_sim_add(sim, &w[n].particle, 1, NULL, &err), &err, w[n].words);
        rp_sim_particle beyond = grain_at(0.17, -0.02); /* two periods are taken off */
        beyond.material = "a";
        sim_ok(rp_sim_add(sim, &beyond, 1, NULL, &err), &err);
        rp_array position = rp_sim_array(sim, "position"), id = rp_sim_array(sim, "id");
        for (size_t n = 0; n < id.rows; n++)
            if (*(const uint32_t *)((const char *)id.data + n * id.stride) == 2) {
                assert_true(fabs(rp_array_row(&position, n)[0] - 0.07) < 1e-15);
                assert_true(fabs(rp_array_row(&position, n)[1] - 0.08) < 1e-15);
            }
        rp_sim_destroy(sim);
    }
}

/* What a method cannot have is refused before it is there: a group without particles may have a force by events, and
 * then gets none. */
static void events_refuse_forces(void **state)
{
    (void)state;
    rp_error err;
    char text[2000];
    snprintf(text, sizeof text, MEETINGS, "event-driven");
    rp_sim *sim = sim_text(text, 1);
    rp_sim_particle p = grain_at(0.02, 0.02);
    p.material = "a";
    p.group = "q";
    sim_ok(rp_sim_remove(sim, (uint32_t[]){1}, 1, &err), &err);
    sim_ok(rp_sim_group_set_force(sim, rp_sim_group_find(sim, "q"), (double[]){1, 0, 0}, &err), &err);
    sim_refused(rp_sim_add(sim, &p, 1, NULL, &err), &err, "forces or torques");
    p.group = "p";
    sim_ok(rp_sim_add(sim, &p, 1, NULL, &err), &err);
    rp_sim_destroy(sim);
}

static const char *const stones =
    "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nmaterials: {m: {density: 2000}}\n"
    "interactions: [{between: [m, m], friction: 0.4, restitution: 0.3, normal: {law: linear, stiffness: 1.0e5}}]\n"
    "particles: [{name: s, shape: {polygon: {sides: [4, 7], angularity: 0.7}}, angle: random, material: m, count: 20, "
    "radius: 0.005, place: {random: {lower: [0, 0], upper: [0.06, 0.1]}}}]\n"
    "walls: [{name: box, box: {lower: [0, 0], upper: [0.06, 0.3]}, material: m}]\nrun: {until: 1, step: 2.0e-5}\n";

/* Nothing can be added to polygons; they can be removed. */
static void polygons_can_be_removed(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        rp_error err;
        char text[2000];
        snprintf(text, sizeof text, stones, sim_methods[method]);
        rp_sim *sim = sim_text(text, 1);
        rp_sim_particle p = grain_at(0.03, 0.2);
        p.material = "m";
        sim_ok(rp_sim_advance(sim, 0.08, &err), &err);
        sim_refused(rp_sim_add(sim, &p, 1, NULL, &err), &err, "polygons");
        double before = sim_measure(sim, "budget_error");
        sim_ok(rp_sim_remove(sim, (uint32_t[]){3, 11, 12}, 3, &err), &err);
        assert_true(fabs(sim_measure(sim, "budget_error") - before) < 1e-12 * sim_measure(sim, "budget_turnover"));
        sim_ok(rp_sim_advance(sim, 0.12, &err), &err);
        assert_int_equal(rp_sim_count(sim), 17);
        assert_true(fabs(sim_measure(sim, "budget_error")) < 1e-3 * sim_measure(sim, "budget_turnover"));
        rp_sim_destroy(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_come_and_go),
                                       cmocka_unit_test(all_go_and_others_come),
                                       cmocka_unit_test(budgets_close),
                                       cmocka_unit_test(heartbeats_may_pour),
                                       cmocka_unit_test(wrong_particles_are_refused),
                                       cmocka_unit_test(wrong_ids_are_refused),
                                       cmocka_unit_test(meetings_are_checked),
                                       cmocka_unit_test(events_refuse_forces),
                                       cmocka_unit_test(polygons_can_be_removed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
