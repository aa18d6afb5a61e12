/* `step: auto` of contact dynamics follows the motion: how long steps are, and that they follow from the state alone.
 */
#include "sims.h"

#define R_LEAST 0.002 /* m, of the grains of SIM_BOX */
#define PART 0.2      /* of the smallest radius, by the default safety of 25 */
#define G 9.81

static rp_sim *open_box(int threads)
{
    char text[2400];
    snprintf(text, sizeof text, SIM_BOX, "contact-dynamics", "auto");
    return sim_text(text, threads);
}

static double fastest(rp_sim *sim)
{
    const rp_array v = rp_sim_array(sim, "velocity");
    double most = 0;
    for (size_t n = 0; n < v.rows; n++) {
        const double *u = (const double *)((const char *)v.data + n * v.stride);
        most = fmax(most, sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
    }
    return most;
}

/* In every step the fastest grain moves by PART of a radius at most, with what gravity adds; steps are from 1
 * to 16 times the shortest, and grow long once the grains rest. */
static void steps_are_as_long_as_the_motion_allows(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = open_box(1);
    const double least = rp_sim_dt(sim);
    double longest = 0;
    while (rp_sim_time(sim) < 0.17) {
        sim_ok(rp_sim_step(sim, 16, &err), &err);
        const double dt = rp_sim_dt(sim);
        assert_true(dt >= least && dt <= 16.001 * least);
        /* the smallest of 60 random radii is above R_LEAST by some per cent */
        assert_true(dt == least || dt * (fastest(sim) + 16 * G * dt) <= 1.1 * PART * R_LEAST);
        longest = fmax(longest, dt);
    }
    print_message("steps of %.3g to %.3g s\n", least, longest);
    assert_true(longest > 2 * least);
    rp_sim_destroy(sim);
}

static void hash_at(rp_sim *sim, char text[33])
{
    rp_error err;
    sim_ok(rp_sim_hash(sim, text, &err), &err);
}

/* One advance; step by step on two threads; from a snapshot between two choices of the step: the same bits. */
static void steps_follow_from_the_state(void **state)
{
    (void)state;
    rp_error err;
    char once[33], stepped[33], resumed[33];
    rp_sim *a = open_box(1), *b = open_box(2), *c;
    rp_snapshot *kept;
    sim_ok(rp_sim_advance(a, 0.15, &err), &err);
    hash_at(a, once);
    while (rp_sim_steps(b) < 39) sim_ok(rp_sim_step(b, 1, &err), &err);
    sim_ok(rp_sim_snapshot(b, &kept, &err), &err);
    while (rp_sim_steps(b) < rp_sim_steps(a)) sim_ok(rp_sim_step(b, 1, &err), &err);
    hash_at(b, stepped);
    assert_string_equal(once, stepped);
    rp_sim_def def = rp_sim_def_default();
    char text[2400];
    snprintf(text, sizeof text, SIM_BOX, "contact-dynamics", "auto");
    def.text = text;
    def.snapshot = kept;
    sim_ok(rp_sim_create(&def, &c, &err), &err);
    sim_ok(rp_sim_step(c, 5, &err), &err);
    sim_ok(rp_sim_advance(c, 0.15, &err), &err);
    hash_at(c, resumed);
    assert_string_equal(once, resumed);
    rp_snapshot_destroy(kept);
    rp_sim_destroy(a);
    rp_sim_destroy(b);
    rp_sim_destroy(c);
}

static int count_beat(void *context, rp_sim *sim)
{
    int *beats = context;
    assert_int_equal(rp_sim_steps(sim) % 7, 0);
    (*beats)++;
    return 0;
}

/* Steps are counted, whatever their length: so many as wanted, and heartbeats between them. */
static void steps_are_counted(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = open_box(1);
    int beats = 0;
    sim_ok(rp_sim_every_steps(sim, 7, count_beat, &beats, &err), &err);
    for (uint64_t n = 1; n < 12; n++) {
        const uint64_t before = rp_sim_steps(sim);
        sim_ok(rp_sim_step(sim, 3 * n, &err), &err);
        assert_int_equal(rp_sim_steps(sim) - before, 3 * n);
    }
    assert_int_equal(beats, rp_sim_steps(sim) / 7);
    rp_sim_destroy(sim);
}

/* A step that a program gives stays. */
static void given_steps_stay(void **state)
{
    (void)state;
    rp_error err;
    rp_sim *sim = open_box(1);
    const double dt = 0.7 * rp_sim_dt(sim);
    sim_ok(rp_sim_set_dt(sim, dt, &err), &err);
    sim_ok(rp_sim_step(sim, 40, &err), &err);
    assert_true(rp_sim_dt(sim) == dt);
    rp_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_as_long_as_the_motion_allows),
        cmocka_unit_test(steps_follow_from_the_state),
        cmocka_unit_test(steps_are_counted),
        cmocka_unit_test(given_steps_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
