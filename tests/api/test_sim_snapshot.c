/* States kept in memory, other steps and start forces, collisions and frames, through public headers alone. */
#include <stdlib.h>
#include <unistd.h>
#include "sims.h"

/* From a snapshot a simulation goes on to the bits that it had without it; so does another one of the same scene. */
static void snapshots_go_on_to_the_same_bits(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char before[33], first[33], again[33], text[2400];
        int64_t bytes = rp_memory_bytes();
        rp_sim *sim = sim_box(method, 1), *other;
        rp_snapshot *kept;
        sim_ok(rp_sim_advance(sim, 0.03, &err), &err);
        sim_ok(rp_sim_snapshot(sim, &kept, &err), &err);
        sim_hash(sim, before);
        const uint64_t generation = rp_sim_generation(sim);
        sim_ok(rp_sim_step(sim, 200, &err), &err);
        sim_hash(sim, first);
        assert_string_not_equal(before, first);
        sim_ok(rp_sim_rewind(sim, kept, &err), &err);
        assert_true(rp_sim_generation(sim) > generation);
        sim_hash(sim, again);
        assert_string_equal(before, again);
        sim_ok(rp_sim_step(sim, 200, &err), &err);
        sim_hash(sim, again);
        assert_string_equal(first, again);
        rp_sim_destroy(sim);

        rp_sim_def def = rp_sim_def_default();
        snprintf(text, sizeof text, SIM_BOX, sim_methods[method], sim_steps[method]);
        def.text = text;
        def.snapshot = kept;
        def.threads = 2;
        sim_ok(rp_sim_create(&def, &other, &err), &err);
        assert_string_equal(rp_sim_stage(other), "rest");
        sim_ok(rp_sim_step(other, 200, &err), &err);
        sim_hash(other, again);
        assert_string_equal(first, again);
        rp_sim_destroy(other);
        rp_snapshot_destroy(kept);
        rp_snapshot_destroy(NULL);
        assert_int_equal(rp_memory_bytes(), bytes);
    }
}

static void hear(void *context, rp_log_level level, const char *text)
{
    (void)level;
    if (strstr(text, "run.step")) (*(int *)context)++;
}

/* The step is part of the state; a scene that has another one hears of it. */
static void a_snapshot_keeps_its_step(void **state)
{
    (void)state;
    rp_error err;
    char text[2400];
    int heard = 0;
    rp_sim *sim = sim_box(0, 1), *other;
    rp_snapshot *kept;
    rp_sim_def def = rp_sim_def_default();
    const double dt = rp_sim_dt(sim);
    sim_ok(rp_sim_snapshot(sim, &kept, &err), &err);
    rp_sim_destroy(sim);
    def.text = text;
    def.snapshot = kept;
    def.threads = 1;
    def.log = hear;
    def.log_context = &heard;
    for (int n = 0; n < 2; n++) {
        const char *set = "run.step=1.0e-9";
        def.set = &set;
        def.set_count = n;
        snprintf(text, sizeof text, SIM_BOX, sim_methods[0], sim_steps[0]);
        sim_ok(rp_sim_create(&def, &other, &err), &err);
        assert_true(rp_sim_dt(other) == dt);
        assert_int_equal(heard, n);
        rp_sim_destroy(other);
    }
    rp_snapshot_destroy(kept);
}

static void wrong_snapshots_are_refused(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = sim_box(0, 1), *other;
    rp_snapshot *kept;
    rp_sim_def def = rp_sim_def_default();
    sim_refused(rp_sim_rewind(sim, NULL, &err), &err, "no snapshot");
    sim_ok(rp_sim_snapshot(sim, &kept, &err), &err);
    def.text = "repose: 1\n";
    def.snapshot = kept;
    def.restore = "somewhere.h5";
    sim_refused(rp_sim_create(&def, &other, &err), &err, "not from both");
    rp_snapshot_destroy(kept);
    rp_sim_destroy(sim);
}

/* Another step counts from where the simulation is; the next steps have that length. */
static void steps_change_their_length(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        rp_sim *sim = sim_box(method, 1);
        sim_ok(rp_sim_step(sim, 10, &err), &err);
        const double dt = rp_sim_dt(sim), time = rp_sim_time(sim);
        sim_refused(rp_sim_set_dt(sim, 0, &err), &err, "> 0");
        sim_refused(rp_sim_set_dt(sim, NAN, &err), &err, "> 0");
        assert_true(rp_sim_dt(sim) == dt);
        sim_ok(rp_sim_set_dt(sim, 0.5 * dt, &err), &err);
        assert_true(rp_sim_dt(sim) == 0.5 * dt && rp_sim_time(sim) == time);
        sim_ok(rp_sim_step(sim, 8, &err), &err);
        assert_int_equal(rp_sim_steps(sim), 18);
        assert_true(fabs(rp_sim_time(sim) - time - 4 * dt) < 1e-12 * dt + 1e-15); /* rounding of sums of steps */
        rp_sim_destroy(sim);
    }
}

static void slots_follow_ids(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = sim_box(0, 1);
    sim_ok(rp_sim_advance(sim, 0.05, &err), &err);
    const rp_array id = rp_sim_array(sim, "id");
    for (uint32_t n = 0; n < rp_sim_count(sim); n++) {
        size_t slot = rp_sim_slot(sim, n);
        assert_true(slot < id.rows);
        assert_int_equal(*(const uint32_t *)((const char *)id.data + slot * id.stride), n);
    }
    assert_true(rp_sim_slot(sim, 1000) == SIZE_MAX);
    rp_sim_destroy(sim);
}

/* Discs at rest on a floor under a loaded lid. */
#define SIM_PRESSED                                                                                                    \
    "repose: 1\ndimension: 2\nmethod: contact-dynamics\ngravity: [0, -10]\nthickness: 1\nmaterials: {m: {density: "    \
    "1000}}\ninteractions: [{between: [m, m], friction: 0.5}]\n"                                                       \
    "particles: [{material: m, radius: 0.5, place: {list: [[0, 0.5], [1, 0.5], [0.5, 1.366025403784438]]}}]\n"         \
    "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}\n"                                 \
    "  - {name: lid, plane: {point: [0, 1.866025403784438], normal: [0, -1]}, material: m, mass: 10, load: {force: "   \
    "1000}}\nrun: {until: 10, step: 1.0e-3, contact-dynamics: {tolerance: 1.0e-9}}\n"

/* From the forces of the solution the first sweep is the last; from none it takes many. */
static void start_forces_are_where_the_sweeps_start(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = sim_text(SIM_PRESSED, 1);
    rp_snapshot *rest;
    const rp_contact *contact;
    size_t count;
    double force[64][3], zero;
    sim_ok(rp_sim_step(sim, 200, &err), &err);
    sim_ok(rp_sim_snapshot(sim, &rest, &err), &err);
    sim_ok(rp_sim_contacts(sim, &contact, &count, &err), &err);
    assert_true(count >= 5 && count < 64);
    for (size_t n = 0; n < count; n++) memcpy(force[n], contact[n].force, sizeof force[n]);

    sim_ok(rp_sim_set_start_forces(sim, NULL, 0, &err), &err);
    sim_ok(rp_sim_contacts(sim, &contact, &count, &err), &err);
    for (size_t n = 0; n < count; n++) assert_true(contact[n].normal_force == 0);
    sim_ok(rp_sim_step(sim, 1, &err), &err);
    const double cold = sim_measure(sim, "iterations");

    sim_ok(rp_sim_rewind(sim, rest, &err), &err);
    sim_ok(rp_sim_set_start_forces(sim, NULL, 0, &err), &err);
    sim_ok(rp_sim_set_start_forces(sim, force[0], count, &err), &err);
    sim_ok(rp_sim_step(sim, 1, &err), &err);
    const double warm = sim_measure(sim, "iterations");
    assert_true(warm < cold);

    sim_refused(rp_sim_set_start_forces(sim, force[0], count + 1, &err), &err, "one for each");
    force[0][1] = NAN;
    sim_refused(rp_sim_set_start_forces(sim, force[0], count, &err), &err, "not finite");
    rp_snapshot_destroy(rest);
    rp_sim_destroy(sim);
    sim = sim_box(0, 1);
    sim_refused(rp_sim_set_start_forces(sim, &zero, 0, &err), &err, "'soft'");
    rp_sim_destroy(sim);
}

/* A loaded wall has the velocity that is written, and its load takes over from there. The integral of the force on the
 * floor is the weight times the time, once all rests. */
static void loaded_walls_take_velocities_and_tell_impulses(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = sim_text(SIM_PRESSED, 1);
    rp_wall_info lid, floor, later;
    const int top = rp_sim_wall_find(sim, "lid"), bottom = rp_sim_wall_find(sim, "floor");
    sim_ok(rp_sim_step(sim, 500, &err), &err);
    sim_ok(rp_sim_wall_get(sim, bottom, &floor, &err), &err);
    sim_ok(rp_sim_step(sim, 100, &err), &err);
    sim_ok(rp_sim_wall_get(sim, bottom, &later, &err), &err);
    const double mass = 3 * 1000 * M_PI * 0.25, weight = -10 * mass - 1000;
    /* the solver's tolerance is 1e-9 of a step's push; gravity does not act on walls */
    assert_true(fabs((later.impulse[1] - floor.impulse[1]) / 0.1 / weight - 1) < 1e-3);

    sim_ok(rp_sim_wall_set_velocity(sim, top, (double[3]){0, 2, 0}, &err), &err);
    sim_ok(rp_sim_wall_get(sim, top, &lid, &err), &err);
    assert_true(lid.loaded && lid.velocity[1] == 2);
    sim_ok(rp_sim_step(sim, 10, &err), &err);
    sim_ok(rp_sim_wall_get(sim, top, &later, &err), &err);
    assert_true(fabs(later.velocity[1] - (2 - 0.01 * 1000 / 10)) < 1e-9); /* free flight under its load */
    rp_sim_destroy(sim);
}

typedef struct heard {
    int pairs, walls, most;
    double last;
} heard;

static int count_collision(void *context, const rp_collision_info *c)
{
    heard *h = context;
    h->pairs += c->wall < 0;
    h->walls += c->wall >= 0;
    assert_true((c->wall < 0) == (c->b >= 0));
    assert_true(c->time >= h->last && c->normal_speed >= 0);
    h->last = c->time;
    return h->most && h->pairs + h->walls >= h->most;
}

static void collisions_are_heard_and_end_an_advance(void **state)
{
    (void)state;
    rp_error err;
    heard all = {0}, some = {.most = 1};
    rp_sim *sim = sim_box(2, 1);
    sim_ok(rp_sim_on_collision(sim, count_collision, &all, &err), &err);
    sim_ok(rp_sim_advance(sim, 0.1, &err), &err);
    assert_false(rp_sim_stopped(sim));
    assert_true(all.pairs == (int)sim_measure(sim, "collisions"));
    assert_true(all.pairs > 100 && all.walls > 10);
    sim_ok(rp_sim_on_collision(sim, NULL, NULL, &err), &err);
    const int before = all.pairs;
    sim_ok(rp_sim_advance(sim, 0.11, &err), &err);
    assert_int_equal(all.pairs, before);
    sim_ok(rp_sim_on_collision(sim, count_collision, &some, &err), &err);
    sim_ok(rp_sim_advance(sim, 10, &err), &err);
    assert_true(rp_sim_stopped(sim) || some.pairs + some.walls < 4096); /* the flag is read every 4096 events */
    rp_sim_destroy(sim);
    sim = sim_box(1, 1);
    sim_refused(rp_sim_on_collision(sim, count_collision, &some, &err), &err, "last");
    rp_sim_destroy(sim);
}

static void frames_can_be_drawn(void **state)
{
    (void)state;
    char directory[] = "/tmp/repose-frame-XXXXXX", path[64], inner[64], command[80];
    rp_error err;
    assert_non_null(mkdtemp(directory));
    rp_sim *sim = sim_box(0, 1);
    snprintf(inner, sizeof inner, "%s/a/b", directory);
    snprintf(path, sizeof path, "%s/frame.png", directory);
    sim_refused(rp_sim_frame(sim, NULL, &err), &err, "no directory");
    sim_ok(rp_sim_frame(sim, inner, &err), &err);
    sim_ok(rp_picture_frame(inner, NAN, NULL, path, &err), &err);
    assert_int_equal(access(path, R_OK), 0);
    rp_sim_destroy(sim);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshots_go_on_to_the_same_bits),
        cmocka_unit_test(a_snapshot_keeps_its_step),
        cmocka_unit_test(wrong_snapshots_are_refused),
        cmocka_unit_test(steps_change_their_length),
        cmocka_unit_test(slots_follow_ids),
        cmocka_unit_test(start_forces_are_where_the_sweeps_start),
        cmocka_unit_test(loaded_walls_take_velocities_and_tell_impulses),
        cmocka_unit_test(collisions_are_heard_and_end_an_advance),
        cmocka_unit_test(frames_can_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
