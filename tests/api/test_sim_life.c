/* A simulation is made, stepped, read, saved, restored and destroyed; what is wrong is refused in words. */
#include <stdlib.h>
#include <unistd.h>
#include "sims.h"

static void wrong_definitions_are_refused(void **state)
{
    (void)state;
    rp_sim_def def = rp_sim_def_default(), none = {0};
    rp_sim *sim;
    rp_error err;
    sim_refused(rp_sim_create(&none, &sim, &err), &err, "rp_sim_def_default");
    assert_null(sim);
    sim_refused(rp_sim_create(&def, &sim, &err), &err, "there is no scene");
    def.scene = "no-such-file.yaml";
    assert_int_not_equal(rp_sim_create(&def, &sim, &err), RP_OK);
    assert_non_null(strstr(err.what, "no-such-file.yaml"));
    def.text = "repose: 1\n";
    sim_refused(rp_sim_create(&def, &sim, &err), &err, "not both");
    def.scene = NULL;
    def.name = "mine.yaml";
    sim_refused(rp_sim_create(&def, &sim, &err), &err, "mine.yaml");
    def.threads = -1;
    sim_refused(rp_sim_create(&def, &sim, &err), &err, "negative");
    def.threads = 0;
    def.set_count = 1;
    sim_refused(rp_sim_create(&def, &sim, &err), &err, "set_count");
    assert_int_equal(rp_sim_create(&def, &sim, NULL), RP_INPUT);
    rp_sim_destroy(NULL);
}

static void overrides_are_taken(void **state)
{
    (void)state;
    char text[2400];
    const char *const set[] = {"run.step=5e-5", "title=other"};
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    rp_error err;
    snprintf(text, sizeof text, SIM_BOX, "soft", "2.0e-5");
    def.text = text;
    def.set = set;
    def.set_count = 2;
    sim_ok(rp_sim_create(&def, &sim, &err), &err);
    assert_true(rp_sim_dt(sim) == 5e-5);
    assert_string_equal(rp_sim_title(sim), "other");
    rp_sim_destroy(sim);
}

static void steps_follow_the_protocol(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        int64_t bytes = rp_memory_bytes();
        rp_sim *sim = sim_box(method, 1);
        assert_string_equal(rp_sim_method(sim), sim_methods[method]);
        assert_int_equal(rp_sim_dimension(sim), 2);
        assert_int_equal(rp_sim_count(sim), 61);
        assert_true(rp_sim_time(sim) == 0 && rp_sim_steps(sim) == 0);
        sim_ok(rp_sim_step(sim, 7, &err), &err);
        assert_int_equal(rp_sim_steps(sim), 7);
        assert_true(fabs(rp_sim_time(sim) - 7 * rp_sim_dt(sim)) < 1e-12);
        assert_string_equal(rp_sim_stage(sim), "fall");
        sim_ok(rp_sim_advance(sim, 0.03, &err), &err);
        assert_true(rp_sim_time(sim) >= 0.03 - 1e-9 && rp_sim_time(sim) < 0.03 + rp_sim_dt(sim));
        assert_string_equal(rp_sim_stage(sim), "rest");
        assert_false(rp_sim_finished(sim));
        sim_ok(rp_sim_advance(sim, 10, &err), &err);
        assert_true(rp_sim_finished(sim));
        assert_true(fabs(rp_sim_time(sim) - 0.2) < rp_sim_dt(sim));
        uint64_t last = rp_sim_steps(sim);
        sim_ok(rp_sim_step(sim, 5, &err), &err);
        assert_int_equal(rp_sim_steps(sim), last);
        sim_refused(rp_sim_advance(sim, NAN, &err), &err, "not a number");
        rp_sim_destroy(sim);
        assert_int_equal(rp_memory_bytes(), bytes);
    }
}

/* Steps in pieces of any size are the steps of a whole. */
static void pieces_have_the_bits_of_the_whole(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char whole[33], pieces[33];
        rp_sim *a = sim_box(method, 1), *b = sim_box(method, 2);
        sim_ok(rp_sim_step(a, 300, &err), &err);
        for (int n = 0; n < 60; n++) sim_ok(rp_sim_step(b, 5, &err), &err);
        sim_hash(a, whole);
        sim_hash(b, pieces);
        assert_string_equal(whole, pieces);
        rp_sim_destroy(a);
        rp_sim_destroy(b);
    }
}

static void arrays_are_views(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = sim_box(0, 1);
    rp_array x = rp_sim_array(sim, "position"), v = rp_sim_array(sim, "velocity"), id = rp_sim_array(sim, "id"), none;
    assert_int_equal(x.rows, 61);
    assert_int_equal(x.columns, 3);
    assert_int_equal(x.type, RP_F64);
    assert_string_equal(x.unit, "m");
    assert_true(x.writable && !id.writable);
    assert_int_equal(id.type, RP_U32);
    assert_int_equal(rp_type_size(id.type), 4);
    char seen[61] = {0};
    for (size_t n = 0; n < id.rows; n++) seen[*(const uint32_t *)((const char *)id.data + n * id.stride)]++;
    for (int n = 0; n < 61; n++) assert_int_equal(seen[n], 1);
    double before = rp_array_row(&x, 3)[1], speed = rp_array_row(&v, 3)[1];
    if (speed == 0) fail_msg("slot 3 stands still");
    sim_ok(rp_sim_step(sim, 1, &err), &err);
    if (rp_sim_generation(sim) == x.generation) assert_true(rp_array_row(&x, 3)[1] != before);
    uint64_t generation = rp_sim_generation(sim);
    sim_ok(rp_sim_advance(sim, 0.02, &err), &err);
    assert_true(rp_sim_generation(sim) > generation); /* grains that fall a tenth of the box are sorted anew */
    none = rp_sim_array(sim, "positoin");
    assert_null(none.data);
    assert_int_equal(none.rows, 0);
    sim_refused(rp_sim_array_get(sim, "positoin", &none, &err), &err, "did you mean 'position'?");
    sim_refused(rp_sim_array_get(sim, NULL, &none, &err), &err, "there is no array");
    sim_refused(rp_sim_array_get(sim, "shape", &none, &err), &err, "keeps no array 'shape'");
    sim_ok(rp_sim_array_get(sim, "mass", &none, &err), &err);
    int names = 0;
    while (rp_sim_array_name(names)) names++;
    assert_true(names > 10);
    rp_sim_destroy(sim);
}

/* Through growth of the arrays, a restore and the end of the simulation. */
static void a_held_array_outlives_its_simulation(void **state)
{
    (void)state;
    const int64_t bytes = rp_memory_bytes();
    rp_error err;
    rp_sim *sim = sim_box(0, 1);
    rp_snapshot *start;
    rp_sim_particle more = rp_sim_particle_default();
    rp_array x = rp_sim_array(sim, "position"), v = rp_sim_array(sim, "velocity"), none = rp_sim_array(sim, "shape");
    const double height = rp_array_row(&x, 60)[1], speed = rp_array_row(&v, 59)[1];
    assert_ptr_equal(x.block, v.block); /* both lie in the rows of particles */
    rp_array_hold(&x);
    rp_array_hold(&v);
    rp_array_hold(&none);
    sim_ok(rp_sim_snapshot(sim, &start, &err), &err);
    more.material = "glass";
    more.radius = 0.002;
    more.position[0] = 0.05;
    more.position[1] = 0.15;
    sim_ok(rp_sim_add(sim, &more, 1, NULL, &err), &err);
    assert_ptr_not_equal(rp_sim_array(sim, "position").block, x.block);
    sim_ok(rp_sim_rewind(sim, start, &err), &err);
    rp_snapshot_destroy(start);
    rp_sim_destroy(sim);
    assert_true(rp_array_row(&x, 60)[1] == height);
    rp_array_release(&x);
    assert_true(rp_memory_bytes() > bytes);
    assert_true(rp_array_row(&v, 59)[1] == speed);
    rp_array_release(&v);
    rp_array_release(&none);
    assert_int_equal(rp_memory_bytes(), bytes);
}

static void saved_states_go_on_to_the_same_bits(void **state)
{
    (void)state;
    char directory[] = "/tmp/repose-sim-XXXXXX", path[64], command[80];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/here.h5", directory);
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char end[33], again[33], other[33];
        rp_sim *sim = sim_box(method, 1), *twin = sim_box(method, 2);
        sim_ok(rp_sim_advance(sim, 0.015, &err), &err);
        sim_ok(rp_sim_save(sim, path, &err), &err);
        sim_ok(rp_sim_advance(sim, 0.04, &err), &err);
        sim_hash(sim, end);
        uint64_t generation = rp_sim_generation(sim);
        sim_ok(rp_sim_restore(sim, path, &err), &err);
        assert_true(rp_sim_generation(sim) != generation);
        assert_true(fabs(rp_sim_time(sim) - 0.015) < rp_sim_dt(sim));
        sim_ok(rp_sim_advance(sim, 0.04, &err), &err);
        sim_hash(sim, again);
        sim_ok(rp_sim_restore(twin, path, &err), &err);
        sim_ok(rp_sim_advance(twin, 0.04, &err), &err);
        sim_hash(twin, other);
        assert_string_equal(end, again);
        assert_string_equal(end, other);
        rp_sim_destroy(twin);
        rp_sim_destroy(sim);
    }
    rp_error err;
    rp_sim *sim = sim_box(0, 1);
    assert_int_not_equal(rp_sim_restore(sim, "/tmp/no-such-checkpoint.h5", &err), RP_OK);
    sim_refused(rp_sim_restore(sim, NULL, &err), &err, "no checkpoint");
    sim_refused(rp_sim_save(sim, NULL, &err), &err, "no file");
    sim_ok(rp_sim_step(sim, 1, &err), &err); /* nothing was read: it goes on */
    rp_sim_destroy(sim);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    assert_int_equal(system(command), 0);
}

/* ---- heartbeats ---- */

typedef struct pulse {
    int count, stop_at;
    double last;
    rp_status inner;
} pulse;

static int beat(void *context, rp_sim *sim)
{
    pulse *p = context;
    rp_error err;
    p->last = rp_sim_time(sim);
    p->inner = rp_sim_step(sim, 1, &err);
    return ++p->count == p->stop_at;
}

static void heartbeats_change_no_bit(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        char plain[33], beaten[33];
        pulse steps = {0}, times = {0};
        rp_sim *a = sim_box(method, 1), *b = sim_box(method, 1);
        sim_ok(rp_sim_every_steps(b, 7, beat, &steps, &err), &err);
        sim_ok(rp_sim_every(b, 13.3 * rp_sim_dt(b), beat, &times, &err), &err);
        sim_ok(rp_sim_step(a, 200, &err), &err);
        sim_ok(rp_sim_step(b, 200, &err), &err);
        assert_int_equal(steps.count, 28);
        assert_int_equal(times.count, 15);
        assert_int_equal(steps.inner, RP_INPUT); /* a heartbeat cannot step */
        sim_hash(a, plain);
        sim_hash(b, beaten);
        assert_string_equal(plain, beaten);
        rp_sim_destroy(a);
        rp_sim_destroy(b);
    }
}

static void a_heartbeat_may_end_an_advance(void **state)
{
    (void)state;
    rp_error err;
    pulse p = {.stop_at = 3};
    rp_sim *sim = sim_box(0, 1);
    sim_refused(rp_sim_every_steps(sim, 0, beat, &p, &err), &err, "not every 0");
    sim_refused(rp_sim_every(sim, -1, beat, &p, &err), &err, "positive");
    sim_refused(rp_sim_every(sim, 1, NULL, &p, &err), &err, "no function");
    sim_ok(rp_sim_every_steps(sim, 10, beat, &p, &err), &err);
    sim_ok(rp_sim_step(sim, 100, &err), &err);
    assert_true(rp_sim_stopped(sim));
    assert_int_equal(rp_sim_steps(sim), 30);
    sim_ok(rp_sim_step(sim, 100, &err), &err);
    assert_false(rp_sim_stopped(sim));
    assert_int_equal(rp_sim_steps(sim), 130);
    rp_sim_destroy(sim);
}

static void versions_agree(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", RP_VERSION_MAJOR, RP_VERSION_MINOR, RP_VERSION_PATCH);
    assert_string_equal(text, RP_VERSION);
    assert_string_equal(rp_version(), RP_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_definitions_are_refused),
        cmocka_unit_test(overrides_are_taken),
        cmocka_unit_test(steps_follow_the_protocol),
        cmocka_unit_test(pieces_have_the_bits_of_the_whole),
        cmocka_unit_test(arrays_are_views),
        cmocka_unit_test(a_held_array_outlives_its_simulation),
        cmocka_unit_test(saved_states_go_on_to_the_same_bits),
        cmocka_unit_test(heartbeats_change_no_bit),
        cmocka_unit_test(a_heartbeat_may_end_an_advance),
        cmocka_unit_test(versions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
