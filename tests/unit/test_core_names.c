/* Materials, groups, walls and laws of a checkpoint are found again by name, whatever their order in the scene is. */
#include "physics/lab.h"

#include <stdlib.h>

#include "core/names.h"
#include "laws/interaction_state.h"
#include "methods/contact_dynamics/options.h"
#include "methods/soft/soft.h"

#define GLASS "glass: {density: 2500}"
#define STEEL "steel: {density: 7800}"
#define LOW "{name: low, select: {from: grains, upper: [0.2, 0.012]}, frozen: true}"
#define PROBE "{name: probe, select: {lower: [0, 0.03], upper: [0.2, 0.035]}, force: [0, 0.001]}"
#define FLOOR "{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: steel, velocity: [0.1, 0]}"
#define HUMP "{name: hump, cylinder: {point: [0.1, 0], radius: 0.02, side: outside}, material: glass}"
#define OTHER "{name: shelf, segment: {from: [0, 0.2], to: [0.1, 0.2]}, material: glass}"

#define SPRING "cundall-strack, damping_ratio: 0.5"

static const char *scene =
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 4\ngravity: [0.5, -9.81]\n"
    "domain: {lower: [0, -0.02], upper: [0.2, 0.3], periodic: [x]}\nmaterials: {%s}\n"
    "interactions: [{between: [any, any], friction: 0.5, restitution: 0.4, normal: {law: linear, stiffness: 5.0e4},\n"
    "                tangential: {law: %s}}]\n"
    "particles:\n"
    "  - {name: grains, count: 60, material: glass, radius: {uniform: [0.003, 0.004]}, place: {random: {lower: [0, 0], "
    "upper: [0.2, 0.06]}}, velocity: {thermal: 0.2}}\n"
    "  - {name: heavy, count: 20, material: steel, radius: 0.003, place: {random: {lower: [0, 0], upper: [0.2, "
    "0.06]}}}\n"
    "groups: [%s]\nwalls: [%s]\nrun: {until: 1, step: %s}\n";

static const char *of_particle(const rp_world *w, size_t i) { return w->material[w->particles.material[i]].name; }

static const char *of_group(const rp_world *w, size_t i) { return w->group[w->particles.group[i]].name; }

static void save(const lab *l, rp_archive *archive)
{
    rp_error err;
    rp_archive_init(archive);
    lab_ok(rp_world_save(l->w, archive, &err), &err);
    if (l->method->save) lab_ok(l->method->save(l->w, archive, &err), &err);
    lab_ok(rp_interaction_state_save(l->w, archive, &err), &err);
}

static void same_particles(const rp_world *a, const rp_world *b)
{
    assert_int_equal(a->particles.count, b->particles.count);
    for (size_t i = 0; i < a->particles.count; i++) {
        assert_string_equal(of_particle(a, i), of_particle(b, i));
        assert_string_equal(of_group(a, i), of_group(b, i));
    }
}

static void same_walls(const rp_world *a, const rp_world *b)
{
    for (int n = 0; n < a->wall_count; n++) {
        const rp_wall *one = &a->wall[n], *other = &b->wall[rp_world_wall_find(b, one->name)];
        assert_memory_equal(&one->offset, &other->offset, sizeof one->offset);
        assert_memory_equal(&one->impulse, &other->impulse, sizeof one->impulse);
        assert_true(one->work == other->work);
    }
}

/* Returns how many contacts with walls there are. */
static size_t same_wall_contacts(const rp_world *a, const rp_world *b)
{
    const rp_contacts *one = &a->contacts, *other = &b->contacts;
    size_t active = 0, width = (size_t)one->width;
    assert_int_equal(one->wall_pairs.count, other->wall_pairs.count);
    for (size_t n = 0; n < one->wall_pairs.count; n++) {
        active += one->wall_pairs.active[n] != 0;
        assert_int_equal(one->wall_pairs.active[n], other->wall_pairs.active[n]);
        assert_string_equal(a->wall[one->wall_pair[n].wall].name, b->wall[other->wall_pair[n].wall].name);
        assert_memory_equal(one->wall_pairs.value + n * width, other->wall_pairs.value + n * width,
                            width * sizeof(double));
    }
    return active;
}

static lab open_as_is(const char *method, const char *step)
{
    return lab_open(scene, method, GLASS ", " STEEL, SPRING, LOW ", " PROBE, FLOOR ", " HUMP ", " OTHER, step);
}

static lab open_reordered(const char *method, const char *step)
{
    return lab_open(scene, method, STEEL ", " GLASS, SPRING, PROBE ", " LOW, OTHER ", " HUMP ", " FLOOR, step);
}

static void load(lab *l, const rp_archive *archive)
{
    rp_error err;
    l->method->destroy(l->w);
    lab_ok(rp_world_load(l->w, archive, &err), &err);
    if (l->method->load) lab_ok(l->method->load(l->w, archive, &err), &err);
}

static void reordered(const char *method, const char *step, long steps)
{
    rp_error err;
    rp_archive archive;
    lab a = open_as_is(method, step), b = open_reordered(method, step);
    lab_steps(&a, steps);
    save(&a, &archive);
    load(&b, &archive);
    same_particles(a.w, b.w);
    same_walls(a.w, b.w);
    assert_true(same_wall_contacts(a.w, b.w) > 3);
    assert_false(b.w->contacts.valid);
    assert_true(rp_interaction_state_same(b.w, &archive));
    rp_archive_free(&archive);
    lab_ok(b.method->prepare(b.w, &err), &err);
    lab_steps(&a, 1);
    lab_steps(&b, 1);
    const rp_wall *floor = &a.w->wall[0], *again = &b.w->wall[2];
    /* the same contacts, summed in another order: 1e-12 of a force is some thousand roundings */
    close_to(again->force.y, floor->force.y, 1e-12 * fabs(floor->force.y));
    close_to(again->force.x, floor->force.x, 1e-12 * fabs(floor->force.y));
    lab_close(&b);
    lab_close(&a);
}

static void test_soft(void **state)
{
    (void)state;
    reordered("soft", "2.0e-5", 4000);
}

static const char *event_scene =
    "repose: 1\ndimension: 2\nmethod: event-driven\nseed: 4\nmaterials: {glass: {density: 2500}}\n"
    "interactions: [{between: [any, any], restitution: 0.9}]\n"
    "particles: [{name: grains, count: 20, material: glass, radius: 0.003, place: {random: {lower: [0, 0], upper: "
    "[0.1, "
    "0.06]}}, velocity: {thermal: 0.2}}]\n"
    "walls: [%s]\nrun: {until: 1, step: 1.0e-3}\n";
#define BOTTOM                                                                                                         \
    "{name: bottom, plane: {point: [0, 0], normal: [0, 1]}, material: glass, vibration: {amplitude: [0, 0.001], "      \
    "frequency: 20}}"
#define TOP "{name: top, plane: {point: [0, 0.06], normal: [0, -1]}, material: glass}"
#define LEFT "{name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}"
#define RIGHT "{name: right, plane: {point: [0.1, 0], normal: [-1, 0]}, material: glass}"

/* Events do not depend on the order of walls: positions are the same to the last bit, also after many collisions. */
static void test_event(void **state)
{
    (void)state;
    rp_error err;
    rp_archive archive;
    lab a = lab_open(event_scene, BOTTOM ", " TOP ", " LEFT ", " RIGHT),
        b = lab_open(event_scene, RIGHT ", " BOTTOM ", " LEFT ", " TOP);
    lab_steps(&a, 110);
    lab_ok(a.method->changed(a.w, &err), &err); /* each wall's motion counts from where it is now */
    lab_steps(&a, 90);
    save(&a, &archive);
    load(&b, &archive);
    lab_ok(b.method->prepare(b.w, &err), &err);
    rp_archive_free(&archive);
    lab_steps(&a, 200);
    lab_steps(&b, 200);
    for (unsigned id = 0; id < 20; id++) {
        rp_vec x = lab_x(&a, id), y = lab_x(&b, id);
        assert_memory_equal(&x, &y, sizeof x);
    }
    assert_true(a.w->wall[0].hits > 5);
    assert_int_equal(a.w->wall[0].hits, b.w->wall[1].hits);
    lab_close(&b);
    lab_close(&a);
}

/* A scene without one of the walls is refused, unless what is known is enough. */
static void test_missing(void **state)
{
    (void)state;
    rp_error err;
    rp_archive archive;
    lab a = open_as_is("soft", "2.0e-5"),
        b = lab_open(scene, "soft", STEEL ", " GLASS, "coulomb", PROBE, HUMP ", " FLOOR, "2.0e-5");
    lab_steps(&a, 2000);
    save(&a, &archive);
    b.method->destroy(b.w);
    assert_int_equal(rp_world_load(b.w, &archive, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "'low'"));
    lab_ok(rp_world_load_known(b.w, &archive, &err), &err);
    for (size_t i = 0; i < a.w->particles.count; i++)
        if (strcmp(of_group(a.w, i), "low") == 0) assert_string_equal(of_group(b.w, i), "free");
    assert_false(rp_interaction_state_same(b.w, &archive)); /* another tangential law */
    rp_archive_free(&archive);
    lab_close(&b);
    lab_close(&a);
}

static void test_laws(void **state)
{
    (void)state;
    rp_archive archive;
    lab a = open_as_is("soft", "2.0e-5");
    save(&a, &archive);
    rp_names laws = rp_names_of(&archive, "materials/laws");
    assert_int_equal(laws.count, 2 * 2 * 4);
    assert_string_equal(rp_names_at(laws, 0), "linear");
    assert_string_equal(rp_names_at(laws, 1), "");
    assert_string_equal(rp_names_at(laws, 2), "cundall-strack");
    rp_archive_free(&archive);
    lab_close(&a);
}

/* Totals of a method have its names; whoever loads them goes on from them. */
static void totals(const char *method, const char *step, const char *item, int number)
{
    rp_archive archive;
    double saved;
    rp_error err;
    char first[33], second[33];
    lab a = open_as_is(method, step), b = open_as_is(method, step);
    lab_steps(&a, 300);
    assert_true(a.w->method_total[number] > 0);
    save(&a, &archive);
    assert_null(rp_archive_find(&archive, "world/method_totals"));
    lab_ok(rp_archive_get(&archive, item, RP_F64, 1, 1, &saved, &err), &err);
    assert_true(saved == a.w->method_total[number]);
    load(&b, &archive);
    lab_hash(&a, first);
    lab_hash(&b, second);
    assert_string_equal(first, second);
    rp_archive_free(&archive);
    lab_close(&b);
    lab_close(&a);
}

static void test_totals(void **state)
{
    (void)state;
    totals("soft", "2.0e-5", "soft/totals/against", RP_SOFT_AGAINST);
    totals("contact-dynamics", "2.0e-4", "contact-dynamics/totals/sweeps", RP_CD_SWEEPS);
}

/* By contact dynamics, whose totals grow with steps alone. */
static lab open_from(const char *directory)
{
    char step[128];
    snprintf(step, sizeof step, "2.0e-4}\nstart: {from: %s", directory);
    return open_as_is("contact-dynamics", step);
}

/* Another run's totals are not this one's, whatever its method was. */
static void test_start_from(void **state)
{
    (void)state;
    static const char *const method[] = {"soft", "contact-dynamics"}, *const step[] = {"2.0e-5", "2.0e-4"};
    char directory[] = "/tmp/repose-names-XXXXXX", path[64];
    rp_error err;
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/checkpoint.h5", directory);
    for (int n = 0; n < 2; n++) {
        lab a = open_as_is(method[n], step[n]);
        lab_steps(&a, 300);
        lab_ok(rp_sim_save(a.sim, path, &err), &err);
        lab_close(&a);
        a = open_from(directory);
        for (int k = 0; k < RP_METHOD_TOTALS; k++) assert_true(a.w->method_total[k] == 0);
        lab_close(&a);
    }
    remove(path);
    remove(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_soft),    cmocka_unit_test(test_event),
                                       cmocka_unit_test(test_missing), cmocka_unit_test(test_laws),
                                       cmocka_unit_test(test_totals),  cmocka_unit_test(test_start_from)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
