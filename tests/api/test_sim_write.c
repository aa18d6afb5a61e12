/* Programs write between two steps: the next step is right, the energy budget closes, what is wrong is refused. */
#include "sims.h"

static void everything_at_rest(rp_sim *sim)
{
    rp_error err;
    double zero[3 * 61] = {0};
    uint32_t ids[60];
    for (uint32_t n = 0; n < 60; n++) ids[n] = n + 1; /* 0 is the post */
    sim_ok(rp_sim_set(sim, "velocity", ids, 60, zero, &err), &err);
    sim_ok(rp_sim_set(sim, "angular_velocity", ids, 60, zero, &err), &err);
}

static size_t slot_of(const rp_sim *sim, uint32_t wanted)
{
    rp_array id = rp_sim_array(sim, "id");
    for (size_t n = 0; n < id.rows; n++)
        if (*(const uint32_t *)((const char *)id.data + n * id.stride) == wanted) return n;
    fail_msg("there is no particle %u", wanted);
    return 0;
}

static const double *row_of(const rp_sim *sim, const char *name, uint32_t id)
{
    rp_array array = rp_sim_array(sim, name);
    return rp_array_row(&array, slot_of(sim, id));
}

/* In the middle of a run with contacts the velocities of half of the grains are turned round, others are set anew: the
 * error of the budget grows no more than in as long a time without writing. Of the largest of both, for one may be
 * small by chance; twice, for the motion is another one afterwards. */
static void budgets_close(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        double values[3 * 30];
        uint32_t ids[30];
        rp_sim *sim = sim_box(method, 1), *plain = sim_box(method, 1);
        sim_ok(rp_sim_advance(sim, 0.1, &err), &err);
        double before = sim_measure(sim, "budget_error"), energy = sim_measure(sim, "kinetic");
        for (uint32_t n = 0; n < 30; n++) {
            const double *v = row_of(sim, "velocity", ids[n] = 2 * n + 1);
            for (int k = 0; k < 3; k++) values[3 * n + (uint32_t)k] = k == 2 ? 0 : -2 * v[k];
        }
        sim_ok(rp_sim_set(sim, "velocity", ids, 30, values, &err), &err);
        assert_true(sim_measure(sim, "kinetic") > 1.5 * energy);
        assert_true(fabs(sim_measure(sim, "budget_error") - before) < 1e-12 * sim_measure(sim, "budget_turnover"));
        for (uint32_t n = 0; n < 30; n++) assert_true(row_of(sim, "velocity", ids[n])[1] == values[3 * n + 1]);
        sim_ok(rp_sim_advance(sim, 0.16, &err), &err);
        sim_ok(rp_sim_advance(plain, 0.16, &err), &err);
        double error = fabs(sim_measure(sim, "budget_error")) / sim_measure(sim, "budget_turnover"),
               usual = fabs(sim_measure(plain, "budget_error")) / sim_measure(plain, "budget_turnover");
        print_message("%s: budget error %.2e with writing, %.2e without\n", sim_methods[method], error, usual);
        assert_true(
            error < 1e-12 + 2 * fmax(usual, 2e-4)); /* 2e-4: what the trapezoid leaves of impacts in the soft method */
        rp_sim_destroy(sim);
        rp_sim_destroy(plain);
    }
}

/* A grain put high above the others falls freely: by the closed form, whatever it did before. */
static void a_moved_grain_falls(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        const uint32_t id = 17;
        const double x[3] = {0.06, 0.15, 0}, v[3] = {0.1, 0.4, 0}, spin[3] = {0, 0, 12};
        rp_sim *sim = sim_box(method, 1);
        sim_ok(rp_sim_advance(sim, 0.03, &err), &err);
        sim_ok(rp_sim_set(sim, "position", &id, 1, x, &err), &err);
        sim_ok(rp_sim_set(sim, "velocity", &id, 1, v, &err), &err);
        sim_ok(rp_sim_set(sim, "angular_velocity", &id, 1, spin, &err), &err);
        double start = rp_sim_time(sim), budget = sim_measure(sim, "budget_error");
        sim_ok(rp_sim_advance(sim, 0.06, &err), &err);
        double t = rp_sim_time(sim) - start, y = x[1] + v[1] * t - 0.5 * 9.81 * t * t;
        /* contact dynamics moves by the velocity at the end of the step: g t dt/2 lower */
        double tolerance = 1e-12 + (method == 1 ? 0.51 * 9.81 * t * rp_sim_dt(sim) : 0);
        const double *now = row_of(sim, "position", id);
        assert_true(fabs(now[0] - x[0] - v[0] * t) < 1e-12);
        assert_true(fabs(now[1] - y) < tolerance);
        assert_true(fabs(row_of(sim, "velocity", id)[1] - v[1] + 9.81 * t) < 1e-12);
        assert_true(fabs(row_of(sim, "spin", id)[2] - 12 * *row_of(sim, "radius", id)) < 1e-12);
        assert_true(fabs(sim_measure(sim, "budget_error") - budget) < 4e-4 * sim_measure(sim, "budget_turnover"));
        rp_sim_destroy(sim);
    }
}

/* Written back as it was read: accelerations are found again, so the next steps are the same but for rounding and, for
 * springs that stand half a step ahead, for the way there and back. */
static void what_was_read_may_be_written(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        double v[3 * 61], largest = 0;
        rp_sim *sim = sim_box(method, 1), *plain = sim_box(method, 1);
        everything_at_rest(sim);
        everything_at_rest(plain);
        sim_ok(rp_sim_advance(sim, 0.12, &err), &err);
        sim_ok(rp_sim_advance(plain, 0.12, &err), &err);
        if (method < 2) assert_true(sim_measure(sim, "contacts") > 5);
        rp_array velocity = rp_sim_array(sim, "velocity"), id = rp_sim_array(sim, "id");
        uint32_t ids[60];
        size_t count = 0;
        for (size_t n = 0; n < velocity.rows; n++) {
            uint32_t one = *(const uint32_t *)((const char *)id.data + n * id.stride);
            if (one == 0) continue;
            memcpy(v + 3 * count, rp_array_row(&velocity, n), 3 * sizeof *v);
            ids[count++] = one;
        }
        sim_ok(rp_sim_set(sim, "velocity", ids, count, v, &err), &err);
        sim_ok(rp_sim_step(sim, 20, &err), &err);
        sim_ok(rp_sim_step(plain, 20, &err), &err);
        for (uint32_t n = 1; n < 61; n++)
            for (int k = 0; k < 2; k++)
                largest = fmax(largest, fabs(row_of(sim, "velocity", n)[k] - row_of(plain, "velocity", n)[k]));
        print_message("%s: velocities differ by %.2g m/s\n", sim_methods[method], largest);
        assert_true(largest < (method == 0 ? 1e-4 : 1e-9)); /* of speeds of 0.4 m/s */
        rp_sim_destroy(sim);
        rp_sim_destroy(plain);
    }
}

static void wrong_values_are_refused(void **state)
{
    (void)state;
    rp_error err;
    char before[33], after[33];
    const uint32_t one = 5, none = 61, post = 0;
    const double nan[3] = {0, NAN, 0}, far[3] = {7, 0, 0}, out[3] = {0, 0, 1}, good[3] = {0.01, 0.02, 0};
    const double turned[4] = {0.5, 0, 0, 0}, tilted[4] = {0, 0.5, 0, 0};
    rp_sim *sim = sim_box(0, 1);
    sim_hash(sim, before);
    sim_refused(rp_sim_set(sim, "velocity", &one, 1, nan, &err), &err, "not finite");
    assert_int_equal(err.particle, 5);
    sim_refused(rp_sim_set(sim, "position", &one, 1, far, &err), &err, "out of the domain along x");
    sim_refused(rp_sim_set(sim, "position", &one, 1, out, &err), &err, "two dimensions");
    sim_refused(rp_sim_set(sim, "spin", &one, 1, good, &err), &err, "two dimensions");
    sim_refused(rp_sim_set(sim, "orientation", &one, 1, tilted, &err), &err, "two dimensions");
    sim_refused(rp_sim_set(sim, "velocity", &none, 1, good, &err), &err, "no particle 61");
    sim_refused(rp_sim_set(sim, "velocity", &post, 1, good, &err), &err, "prescribed");
    sim_refused(rp_sim_set(sim, "velocity", NULL, 3, good, &err), &err, "without ids");
    sim_refused(rp_sim_set(sim, "velocity", &one, 1, NULL, &err), &err, "no values");
    sim_refused(rp_sim_set(sim, "velocty", &one, 1, good, &err), &err, "did you mean 'velocity'?");
    sim_refused(rp_sim_set(sim, "mass", &one, 1, good, &err), &err, "cannot be written");
    sim_refused(rp_sim_set(sim, NULL, &one, 1, good, &err), &err, "no array");
    sim_hash(sim, after);
    assert_string_equal(before, after); /* what is refused changes nothing */
    sim_ok(rp_sim_set(sim, "orientation", &one, 1, turned, &err), &err);
    assert_true(row_of(sim, "orientation", one)[0] == 0.5);
    rp_sim_destroy(sim);
}

static void contacts_carry_the_weight(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        rp_error err;
        const rp_contact *list;
        size_t count;
        double up = 0;
        rp_wall_info floor;
        rp_sim *sim = sim_box(method, 1);
        sim_ok(rp_sim_advance(sim, 1, &err), &err);
        sim_ok(rp_sim_contacts(sim, &list, &count, &err), &err);
        assert_true(count > 20);
        int wall = rp_sim_wall_find(sim, "floor");
        for (size_t n = 0; n < count; n++) {
            const rp_contact *c = &list[n];
            assert_true((c->b < 0) == (c->wall >= 0));
            assert_true(fabs(hypot(c->normal[0], c->normal[1]) - 1) < 1e-12);
            double along = c->force[0] * c->normal[0] + c->force[1] * c->normal[1];
            assert_true(fabs(along - c->normal_force) < 1e-9 * (1 + fabs(along)));
            if (c->wall == wall) up += c->force[1];
        }
        sim_ok(rp_sim_wall_get(sim, wall, &floor, &err), &err);
        print_message("%s: floor carries %.6g N, its contacts %.6g N\n", sim_methods[method], -floor.force[1], up);
        /* the reaction; the soft method took it with predicted velocities, an observer with corrected ones */
        assert_true(fabs(up + floor.force[1]) < (method == 0 ? 1e-3 : 1e-9) * up);
        assert_true(sim_measure(sim, "contacts") + sim_measure(sim, "wall_contacts") == (double)count);
        rp_sim_destroy(sim);
    }
}

static void walls_move(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        rp_wall_info info;
        const double down[3] = {0, -0.5, 0}, tilt[3] = {0, 0, 1};
        rp_sim *sim = sim_box(method, 1);
        assert_int_equal(rp_sim_wall_count(sim), 4);
        assert_int_equal(rp_sim_wall_find(sim, "roof"), -1);
        assert_int_equal(rp_sim_wall_find(sim, NULL), -1);
        int lid = rp_sim_wall_find(sim, "lid");
        sim_ok(rp_sim_wall_get(sim, lid, &info, &err), &err);
        assert_string_equal(info.name, "lid");
        assert_string_equal(info.material, "glass");
        assert_true(info.active && !info.loaded && info.position[1] == 0.2);
        sim_refused(rp_sim_wall_get(sim, 4, &info, &err), &err, "no wall 4");
        sim_refused(rp_sim_wall_set_velocity(sim, lid, tilt, &err), &err, "two dimensions");
        sim_refused(rp_sim_wall_set_velocity(sim, -1, down, &err), &err, "no wall -1");
        sim_refused(rp_sim_wall_set_load(sim, lid, 1, &err), &err, "no load");
        sim_refused(rp_sim_wall_set_spin(sim, lid, 1, &err), &err, "no axis");
        sim_ok(rp_sim_advance(sim, 0.01, &err), &err);
        double start = rp_sim_time(sim);
        sim_ok(rp_sim_wall_set_velocity(sim, lid, down, &err), &err);
        sim_ok(rp_sim_advance(sim, 0.05, &err), &err);
        sim_ok(rp_sim_wall_get(sim, lid, &info, &err), &err);
        assert_true(fabs(info.position[1] - 0.2 + 0.5 * (rp_sim_time(sim) - start)) < 1e-12);
        assert_true(info.velocity[1] == -0.5);
        rp_sim_destroy(sim);
    }
}

/* A force against gravity: the group floats. */
static void groups_are_pushed(void **state)
{
    (void)state;
    for (int method = 0; method < SIM_METHODS; method++) {
        rp_error err;
        rp_group_info info;
        const uint32_t id = 17;
        const double x[3] = {0.05, 0.15, 0}, still[3] = {0, 0, 0}, twist[3] = {0, 0, 1e-9};
        rp_sim *sim = sim_box(method, 1);
        int grains = rp_sim_group_find(sim, "grains"), post = rp_sim_group_find(sim, "post");
        assert_int_equal(rp_sim_group_count(sim), 3);
        assert_int_equal(rp_sim_group_find(sim, "none"), -1);
        sim_ok(rp_sim_group_get(sim, post, &info, &err), &err);
        assert_true(info.motion == RP_MOTION_FIXED && info.count == 1);
        sim_refused(rp_sim_group_get(sim, 9, &info, &err), &err, "no group 9");
        sim_ok(rp_sim_set(sim, "position", &id, 1, x, &err), &err);
        sim_ok(rp_sim_set(sim, "velocity", &id, 1, still, &err), &err);
        const double force[3] = {0, 9.81 * *row_of(sim, "mass", id), 0};
        sim_refused(rp_sim_group_set_force(sim, post, force, &err), &err, "not free");
        sim_refused(rp_sim_group_set_velocity(sim, grains, force, &err), &err, "not driven");
        if (method == 2) {
            sim_refused(rp_sim_group_set_force(sim, grains, force, &err), &err, "forces or torques");
            sim_ok(rp_sim_step(sim, 10, &err), &err); /* it goes on without the force */
        } else {
            sim_ok(rp_sim_group_set_force(sim, grains, force, &err), &err);
            sim_ok(rp_sim_group_set_torque(sim, grains, twist, &err), &err);
            sim_ok(rp_sim_advance(sim, 0.02, &err), &err);
            assert_true(fabs(row_of(sim, "velocity", id)[1]) < 1e-12);
            double rate = 1e-9 / *row_of(sim, "inertia", id) * *row_of(sim, "radius", id);
            assert_true(fabs(row_of(sim, "spin", id)[2] - rate * rp_sim_time(sim)) < 1e-9 * rate);
            sim_ok(rp_sim_group_get(sim, grains, &info, &err), &err);
            assert_true(info.force[1] == force[1] && info.torque[2] == twist[2]);
        }
        rp_sim_destroy(sim);
    }
}

static void materials_have_names(void **state)
{
    (void)state;
    rp_error err;
    rp_material_info info;
    rp_sim *sim = sim_box(0, 1);
    assert_int_equal(rp_sim_material_count(sim), 1);
    assert_int_equal(rp_sim_material_find(sim, "glass"), 0);
    assert_int_equal(rp_sim_material_find(sim, "steel"), -1);
    sim_ok(rp_sim_material_get(sim, 0, &info, &err), &err);
    assert_string_equal(info.name, "glass");
    assert_true(info.density == 2500 && isnan(info.young));
    sim_refused(rp_sim_material_get(sim, 1, &info, &err), &err, "no material 1");
    rp_sim_destroy(sim);
}

static void measures_have_names_and_units(void **state)
{
    (void)state;
    rp_error err;
    double value;
    rp_measure_info info;
    rp_sim *sim = sim_box(0, 1);
    int count = 0, of_walls = 0;
    while (rp_sim_measure_info(sim, count, &info)) {
        sim_ok(rp_sim_measure(sim, info.name, &value, &err), &err);
        assert_true(info.unit[0] && info.meaning[0]);
        of_walls += strchr(info.name, '.') != NULL;
        count++;
    }
    assert_true(count >= 60 && of_walls > 0 && of_walls % 3 == 0);
    assert_false(rp_sim_measure_info(sim, -1, &info));
    double kinetic = 0;
    rp_array v = rp_sim_array(sim, "velocity"), m = rp_sim_array(sim, "mass");
    for (size_t n = 0; n < v.rows; n++) {
        const double *u = rp_array_row(&v, n);
        kinetic += 0.5 * *rp_array_row(&m, n) * (u[0] * u[0] + u[1] * u[1]);
    }
    assert_true(fabs(sim_measure(sim, "kinetic") - kinetic) < 1e-12 * kinetic);
    static const char *const names[] = {"coordination", "kinetik", "kinetic"};
    double values[3];
    sim_ok(rp_sim_measures(sim, names, 3, values, &err), &err);
    assert_true(values[0] == sim_measure(sim, names[0]) && isnan(values[1]));
    assert_true(values[2] == sim_measure(sim, names[2]));
    sim_refused(rp_sim_measure(sim, "kinetik", &value, &err), &err, "did you mean 'kinetic'?");
    sim_refused(rp_sim_measure(sim, NULL, &value, &err), &err, "no measure");
    rp_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budgets_close),
        cmocka_unit_test(a_moved_grain_falls),
        cmocka_unit_test(what_was_read_may_be_written),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(contacts_carry_the_weight),
        cmocka_unit_test(walls_move),
        cmocka_unit_test(groups_are_pushed),
        cmocka_unit_test(materials_have_names),
        cmocka_unit_test(measures_have_names_and_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
