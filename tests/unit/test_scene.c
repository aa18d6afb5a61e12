/* A scene becomes exactly the world that it describes; overrides; the resolved text gives the same world again. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "core/wall_shape.h"
#include "scene/scene.h"

static const char flat[] =
    "repose: 1\n"
    "title: 'Everything, once'\n"
    "dimension: 2\n"
    "method: soft\n"
    "seed: 18446744073709551615\n"
    "gravity: {table: [[0, 0, -9.81], [1, 0, -1.62]]}\n"
    "thickness: 0.02\n"
    "domain: {lower: [-1, -0.5], upper: [1, 2], periodic: [x]}\n"
    "materials:\n"
    "  glass: {density: 2500, young: 6.0e+10, poisson: 0.24}\n"
    "  steel: {}\n"
    "  unused: {}\n"
    "interactions:\n"
    "  - {between: [any, any], normal: {law: linear, stiffness: 1.0e+4, damping: 0.1}}\n"
    "  - {between: [steel, glass], friction: {static: 0.4, sliding: 0.3}, normal: {law: linear, stiffness: 2.0e+4, "
    "tension: true}, restitution: {normal: 0.7, tangential: -0.2, speed: 3}}\n"
    "  - {between: [glass, any], friction: 0.5, restitution: 0.8, normal: {law: linear, stiffness: 3.0e+4}, "
    "tangential: {law: cundall-strack, stiffness: 5}}\n"
    "particles:\n"
    "  - {name: discs, material: glass, radius: {list: [0.1, 0.2]}, place: {list: [[0, 1], [1.5, 1]]}, velocity: [1, "
    "2], omega: 3, force: [0.5, 0], torque: {table: [[0, 1], [2, 3]]}}\n"
    "  - {name: spheres, shape: sphere, material: glass, radius: 0.1, mass: 2, place: {list: [[-0.5, 0.5], [0.5, "
    "0.5]]}, lock: [x, rotation]}\n"
    "  - {name: row, material: glass, radius: 0.05, place: {list: [[-0.9, 0], [0.9, 0]]}, glued: floor}\n"
    "  - {material: glass, radius: 0.05, place: {list: [[0, 1.5]]}, driven: {velocity: [0.25, 0], omega: -2, table: "
    "[[0, 1, 0], [1, 0, 0]]}}\n"
    "groups:\n"
    "  - {name: right, select: {from: spheres, lower: [0, 0]}, frozen: true}\n"
    "walls:\n"
    "  - {name: floor, plane: {point: [0, 0], normal: [0, 2]}, material: steel, velocity: [0.1, 0], vibration: "
    "{amplitude: [0, 0.01], frequency: 50, phase: 1}}\n"
    "  - {name: tube, cylinder: {point: [0, 1], radius: 3}, material: steel, rotation: {speed: 2}, until: 4}\n"
    "  - {name: lid, plane: {point: [0, 2], normal: [0, -1]}, material: steel, load: {force: 5}, mass: 3}\n"
    "stages:\n"
    "  - {name: settle, until: {unbalanced_force: 1.0e-3, after: 0.1}, at_most: 2}\n"
    "  - {until: {wall: {name: lid, displacement: 0.1}}, at_most: 1, remove: [tube, floor], gravity: [1, 0], step: "
    "1.0e-5,\n"
    "     walls: {lid: {load: 7}}, groups: {right: {free: true}, row: {driven: {velocity: [0, 1]}}}}\n"
    "run: {step: 2.0e-5, safety: 50, skin: 0.01, orientation: true, max_overlap: 0.1}\n"
    "output: {series: {every: 0.01}, frames: {every: 0.02, contacts: false}, checkpoint: {every: 0.5, minutes: 3}}\n";

static rp_scene *loaded(const char *text, const rp_scene_options *options)
{
    rp_scene *scene;
    rp_error err;
    char said[2048] = "";
    if (rp_scene_load_text("some/scene.yaml", text, strlen(text), options, &scene, &err))
        rp_error_text(&err, said, sizeof said);
    assert_string_equal(said, "");
    return scene;
}

static rp_world *built(const rp_scene *scene)
{
    rp_world *world;
    rp_error err;
    char said[2048] = "";
    if (rp_scene_build(scene, NULL, &world, &err)) rp_error_text(&err, said, sizeof said);
    assert_string_equal(said, "");
    return world;
}

static void assert_vec(rp_vec v, double x, double y, double z) { assert_true(v.x == x && v.y == y && v.z == z); }

/* What `check` says of the observers. */
static void assert_outputs(const rp_scene *scene, const char *expected)
{
    rp_buffer b;
    rp_buffer_init(&b);
    rp_observers_describe(&scene->output.observers, &b);
    rp_buffer_append(&b, "", 1);
    assert_string_equal(b.data, expected);
    rp_buffer_free(&b);
}

/* ---- tests ---- */

static void scene_holds_what_was_said(void **state)
{
    (void)state;
    rp_scene *s = loaded(flat, NULL);
    assert_string_equal(s->title, "Everything, once");
    assert_string_equal(s->method, "soft");
    assert_string_equal(s->path, "some/scene.yaml");
    assert_true(s->step == 2e-5 && s->step_safety == 50 && s->skin == 0.01 && s->orientation == 1
                && s->max_overlap == 0.1);
    assert_true(s->output.checkpoint_every == 0.5 && s->output.checkpoint_minutes == 3);
    assert_outputs(s, "output           series: every 0.01 s to series.csv\n"
                      "output           frames: every 0.02 s to frames.pvd; without contacts, with walls\n");
    assert_int_equal(s->stage_count, 2);
    const rp_stage *a = &s->stage[0], *b = &s->stage[1];
    assert_string_equal(a->name, "settle");
    assert_true(a->duration == 2 && a->condition.kind == RP_UNTIL_UNBALANCED_FORCE && a->condition.value == 1e-3
                && a->condition.after == 0.1);
    assert_true(a->remove_count == 0 && a->wall_change_count == 0 && a->group_change_count == 0 && !a->has_gravity
                && a->step == 0);
    assert_string_equal(b->name, "stage-1");
    assert_true(b->duration == 1 && b->condition.kind == RP_UNTIL_WALL_POSITION && b->condition.wall == 2
                && b->condition.value == 0.1);
    assert_true(b->remove_count == 2 && b->remove[0] == 1 && b->remove[1] == 0 && b->has_gravity && b->step == 1e-5);
    assert_vec(b->gravity, 1, 0, 0);
    assert_true(b->wall_change_count == 1 && b->wall_change[0].wall == 2 && b->wall_change[0].has_load
                && b->wall_change[0].load == 7 && !b->wall_change[0].has_spin);
    assert_true(b->group_change_count == 2 && b->group_change[0].group == 5
                && b->group_change[0].mode == RP_GROUP_FREE);
    assert_true(b->group_change[1].group == 3 && b->group_change[1].mode == RP_GROUP_DRIVEN
                && b->group_change[1].velocity.y == 1);
    rp_scene_destroy(s);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void world_has_definitions(void **state)
{
    (void)state;
    rp_scene *s = loaded(flat, NULL);
    rp_world *w = built(s);
    assert_true(w->dimension == 2 && w->thickness == 0.02 && w->seed == UINT64_MAX && w->domain.bounded);
    assert_true(w->domain.periodic[0] == 1 && w->domain.periodic[1] == 0 && w->domain.periodic[2] == 0);
    assert_vec(w->domain.upper, 1, 2, 0);
    assert_vec(rp_world_gravity(w, 1), 0, -1.62, 0);
    assert_vec(w->gravity, 0, 0, 0);
    assert_int_equal(w->material_count, 3);
    assert_true(w->material[0].density == 2500 && w->material[0].poisson == 0.24 && isnan(w->material[1].density));

    assert_int_equal(w->wall_count, 3);
    assert_true(w->wall[0].shape == rp_wall_shape_find("plane") && w->wall[0].active && w->wall[0].material == 1
                && isinf(w->wall[0].until) && w->wall[0].frequency == 50);
    assert_vec(w->wall[0].normal, 0, 1, 0);
    assert_vec(w->wall[0].vibration, 0, 0.01, 0);
    assert_true(w->wall[0].speed.x == 0.1 && fabs(w->wall[0].speed.y - 0.01 * 2 * M_PI * 50 * cos(1)) < 1e-12);
    assert_true(w->wall[1].shape == rp_wall_shape_find("cylinder") && !w->wall[1].outside && w->wall[1].radius == 3
                && w->wall[1].until == 4 && w->wall[1].angular_speed == 2);
    assert_vec(w->wall[1].spin_axis, 0, 0, 1);
    assert_vec(w->wall[1].spin_point, 0, 1, 0);
    assert_true(w->wall[2].load_kind == RP_LOAD_FORCE && w->wall[2].load == 5 && w->wall[2].mass == 3);

    assert_int_equal(w->group_count, 6);
    assert_string_equal(w->group[0].name, "free");
    assert_string_equal(w->group[4].name, "particles-3");
    assert_string_equal(w->group[5].name, "right");
    assert_true(w->group[1].force.x == 0.5 && w->group[1].torque_table.count == 2
                && rp_table_vec(&w->group[1].torque_table, 2).z == 3);
    assert_int_equal(w->group[2].lock, RP_LOCK_X | RP_LOCK_SPIN);
    assert_true(w->group[3].mode == RP_GROUP_GLUED && w->group[3].wall == 0 && w->group[4].mode == RP_GROUP_DRIVEN
                && w->group[5].mode == RP_GROUP_FROZEN);
    rp_world_destroy(w);
    rp_scene_destroy(s);
}

static void pairs_have_their_rule(void **state)
{
    (void)state;
    rp_scene *s = loaded(flat, NULL);
    rp_world *w = built(s);
    const struct rp_interaction *gg = rp_interaction_between(w, 0, 0), *gs = rp_interaction_between(w, 0, 1);
    assert_int_equal(w->interaction_count, 2); /* glass-glass and glass-steel: nothing else can meet */
    assert_ptr_equal(gs, rp_interaction_between(w, 1, 0));
    assert_null(rp_interaction_between(w, 0, 2));
    assert_true(gg->a == 0 && gg->b == 0 && gg->friction == 0.5 && gg->friction_static == 0.5 && gg->eps_n == 0.8
                && isnan(gg->eps_t));
    assert_ptr_equal(gg->law[RP_NORMAL], rp_laws_find(NULL, RP_NORMAL, "linear"));
    assert_ptr_equal(gg->law[RP_TANGENTIAL], rp_laws_find(NULL, RP_TANGENTIAL, "cundall-strack"));
    assert_true(gg->param[RP_NORMAL][0] == 3e4 && gg->param[RP_TANGENTIAL][0] == 5 && isnan(gg->param[RP_NORMAL][1]));
    assert_true(gs->a == 0 && gs->b == 1 && gs->friction == 0.3 && gs->friction_static == 0.4 && gs->eps_n == 0.7
                && gs->eps_t == -0.2 && gs->eps_speed == 3);
    assert_ptr_equal(gs->law[RP_TANGENTIAL], gg->law[RP_TANGENTIAL]); /* by default, since there is friction */
    assert_true(!gs->law[RP_ROLLING] && !gs->law[RP_ADHESION]);
    assert_int_equal(rp_scene_check_pairs(w, NULL), RP_OK);
    w->particles.material[0] = 2;
    assert_int_equal(rp_scene_check_pairs(w, NULL), RP_INPUT);
    rp_world_destroy(w);
    rp_scene_destroy(s);
}

static void particles_have_mass_and_motion(void **state)
{
    (void)state;
    rp_scene *s = loaded(flat, NULL);
    rp_world *w = built(s);
    const rp_particles *p = &w->particles;
    assert_int_equal(p->count, 7);
    assert_non_null(p->accel);
    double disc = 2500 * (M_PI * 0.1 * 0.1 * 0.02);
    assert_true(p->mass[0] == disc && fabs(p->inertia[0] / (0.5 * disc * 0.01) - 1) < 1e-15
                && p->row[0].inv_mass == 1 / disc);
    assert_true(fabs(p->spin[0].inv_inertia / (2 / disc) - 1) < 1e-15 && p->row[0].r == 0.1 && p->row[0].vx == 1
                && p->row[0].vy == 2);
    assert_true(fabs(p->spin[0].z - 0.3) < 1e-16 && p->spin[0].x == 0 && p->orientation[0][0] == 0);
    assert_true(p->row[1].x == -0.5 && p->image[1][0] == 1 && p->row[1].r == 0.2); /* 1.5 wrapped by the period of 2 */
    assert_true(p->mass[2] == 2 && fabs(p->inertia[2] - 0.4 * 2 * 0.01) < 1e-16 && p->row[2].inv_mass == 0.5
                && p->spin[2].inv_inertia == 0);
    assert_true(p->group[2] == 2 && p->group[3] == 5 && p->row[3].inv_mass == 0 && p->spin[3].inv_inertia == 0
                && p->mass[3] == 2);
    assert_true(p->group[4] == 3 && p->row[4].inv_mass == 0 && p->row[4].vx == 0.1); /* moves with the floor */
    assert_true(p->row[6].vx == 1.25 && p->spin[6].z == 0.05 * -2);
    for (uint32_t i = 0; i < p->count; i++)
        assert_true(p->id[i] == i && rp_particles_slot(p, i) == i && p->material[i] == 0);
    assert_true(w->group[1].count == 2 && w->group[2].count == 1 && w->group[3].count == 2 && w->group[5].count == 1);
    rp_world_destroy(w);
    rp_scene_destroy(s);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void three_dimensions(void **state)
{
    (void)state;
    const char text[] = "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {a: {density: 1000}}\n"
                        "interactions: [{between: [a, a], normal: {law: linear, stiffness: 1}}]\n"
                        "particles: [{material: a, radius: 0.5, place: {list: [[0, 0, 0.5]]}, omega: [1, 2, 3], lock: "
                        "[rotation_x, rotation_y], velocity: [1, 2, 3]}]\n"
                        "walls:\n"
                        "  - {name: b, box: {lower: [-2, -2, 0], upper: [2, 3, 4]}, material: a}\n"
                        "  - {name: c, cylinder: {point: [9, 0, 0], axis: [0, 0, -3], radius: 1, side: outside}, "
                        "material: a, rotation: {speed: {table: [[0, 0], [1, 5]]}}}\n"
                        "run: {until: 3, orientation: false}\n";
    rp_scene *s = loaded(text, NULL);
    rp_world *w = built(s);
    double mass = 1000 * 4.0 / 3.0 * M_PI * 0.125;
    assert_true(fabs(w->particles.mass[0] / mass - 1) < 1e-15
                && fabs(w->particles.inertia[0] / (0.4 * mass * 0.25) - 1) < 1e-15);
    assert_null(w->particles.orientation);
    assert_true(w->particles.spin[0].z == 1.5 && w->particles.spin[0].inv_inertia > 0
                && w->group[1].lock == (RP_LOCK_SPIN_X | RP_LOCK_SPIN_Y));
    assert_vec(w->wall[0].size, 4, 5, 4);
    assert_true(w->wall[1].shape == rp_wall_shape_find("cylinder") && w->wall[1].outside
                && w->wall[1].spin_table.count == 2);
    assert_vec(w->wall[1].normal, 0, 0, -1);
    assert_vec(w->wall[1].spin_axis, 0, 0, -1);
    assert_true(!w->domain.bounded && s->stage_count == 1 && s->stage[0].duration == 3 && s->step == 0
                && s->step_safety == 25);
    assert_string_equal(s->stage[0].name, "run");
    rp_world_destroy(w);
    rp_scene_destroy(s);
}

static void world_without_particles_has_the_same_definitions(void **state)
{
    (void)state;
    rp_scene_options options = {.no_particles = 1};
    const char *old = "place: {list: [[0, 1.5]]}";
    char text[sizeof flat];
    strcpy(text, flat);
    memcpy(strstr(text, old), "place: {file:  gone.csv }", strlen(old));
    rp_scene *s = loaded(text, &options);
    rp_world *w;
    assert_int_equal(rp_scene_build(s, &options, &w, NULL), RP_OK);
    assert_true(w->particles.count == 0 && w->interaction_count == 2 && w->group_count == 6);
    rp_world_destroy(w);
    rp_scene_destroy(s);
    rp_error err;
    assert_int_equal(rp_scene_load_text("x", text, strlen(text), NULL, &s, &err), RP_INPUT);
}

static void overrides_reach_every_place(void **state)
{
    (void)state;
    const char *const set[] = {"walls.lid.load.force=500",           "interactions.2.friction=0.25",
                               "materials.glass.density=1.0e3",      "run.safety=10",
                               "particles.discs.radius.list.0=0.15", "gravity=[0, -1]",
                               "output.frames.walls=false",          "title=a: 'b'"};
    rp_scene_options options = {.set = set, .set_count = 7};
    rp_scene *s = loaded(flat, &options);
    rp_world *w = built(s);
    assert_true(w->wall[2].load == 500 && rp_interaction_between(w, 0, 0)->friction == 0.25
                && w->material[0].density == 1000);
    assert_true(s->step_safety == 10 && w->particles.row[0].r == 0.15 && w->gravity.y == -1
                && w->gravity_table.count == 0);
    assert_outputs(s, "output           series: every 0.01 s to series.csv\n"
                      "output           frames: every 0.02 s to frames.pvd; without contacts, without walls\n");
    assert_non_null(strstr(s->text, "friction: 0.25"));
    rp_world_destroy(w);
    rp_scene_destroy(s);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void wrong_overrides_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *set, *what, *nearest;
    } cases[] = {
        {"walls.lit.mass=5", "no item 'lit' in the list walls", "lid"},
        {"walls.9.mass=5", "no item '9'", NULL},
        {"title.of=5", "'title' is a single value", NULL},
        {"materials.glass.densty=5", "unknown key 'densty'", "density"},
        {"materials.glass.density=heavy", "wrong type", NULL},
        {"nonsense", "not an assignment", NULL},
        {"=5", "not an assignment", NULL},
        {"run.=5", "not an assignment", NULL},
        {"run..step=5", "not an assignment", NULL},
        {"run.step=", "no value", NULL},
        {"run.step=[1", "not valid YAML", NULL},
        {"run.step=*a", "aliases", NULL},
        {"walls.lid.name=floor", "a second wall 'floor'", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rp_error err;
        rp_scene *s;
        char origin[128];
        rp_scene_options options = {.set = &cases[i].set, .set_count = 1};
        assert_int_equal(rp_scene_load_text("x.yaml", flat, strlen(flat), &options, &s, &err), RP_INPUT);
        if (!strstr(err.what, cases[i].what)) fail_msg("%s: %s", cases[i].set, err.what);
        snprintf(origin, sizeof origin, "--set %s", cases[i].set);
        assert_string_equal(err.file, origin);
        assert_int_equal(err.line, 0);
        if (cases[i].nearest) assert_string_equal(err.nearest, cases[i].nearest);
        assert_int_equal(rp_memory_bytes(), 0);
    }
}

static void assert_same_particles(const rp_world *a, const rp_world *b)
{
    assert_int_equal(a->particles.count, b->particles.count);
    assert_memory_equal(a->particles.row, b->particles.row, a->particles.count * sizeof(rp_row));
    assert_memory_equal(a->particles.spin, b->particles.spin, a->particles.count * sizeof(rp_spin));
    assert_memory_equal(a->particles.mass, b->particles.mass, a->particles.count * sizeof(double));
    assert_memory_equal(a->particles.group, b->particles.group, a->particles.count * sizeof(uint16_t));
    assert_int_equal(a->interaction_count, b->interaction_count);
    assert_memory_equal(a->interaction, b->interaction, (size_t)a->interaction_count * sizeof(struct rp_interaction));
}

static void resolved_text_gives_the_same_world(void **state)
{
    (void)state;
    const char *const set[] = {"seed=5", "title=\"quotes \\\" \\\\ tab \\t end\\u2028 ü\"",
                               "interactions.0.normal={law: linear, stiffness: 7}"};
    rp_scene_options options = {.set = set, .set_count = 3};
    rp_scene *s = loaded(flat, &options);
    rp_scene *again = loaded(s->text, NULL);
    assert_string_equal(again->text, s->text);
    assert_string_equal(again->title, s->title);
    assert_string_equal(s->title, "quotes \" \\ tab \t end\u2028 ü");
    rp_world *w = built(s), *v = built(again);
    assert_same_particles(w, v);
    rp_world_destroy(w);
    rp_world_destroy(v);
    rp_scene_destroy(s);
    rp_scene_destroy(again);
}

static void examples_load_and_build(void **state)
{
    (void)state;
    static const char *const names[] = {"heap", "bounce", "drum", "box3d", "piston"};
    const char *source = getenv("REPOSE_SOURCE");
    if (!source) skip();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512], said[2048] = "";
        rp_scene *s, *again;
        rp_error err;
        snprintf(path, sizeof path, "%s/examples/%s.yaml", source, names[i]);
        if (rp_scene_load(path, NULL, &s, &err)) rp_error_text(&err, said, sizeof said);
        assert_string_equal(said, "");
        rp_world *w = built(s);
        again = loaded(s->text, NULL);
        rp_world *v = built(again);
        assert_same_particles(w, v);
        rp_world_destroy(w);
        rp_world_destroy(v);
        rp_scene_destroy(s);
        rp_scene_destroy(again);
    }
    assert_int_equal(rp_memory_bytes(), 0);
}

static void missing_scene_file(void **state)
{
    (void)state;
    rp_scene *s;
    rp_error err;
    assert_int_equal(rp_scene_load("/nowhere/scene.yaml", NULL, &s, &err), RP_INPUT);
    assert_null(s);
    assert_int_equal(rp_scene_load("/tmp", NULL, &s, &err), RP_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scene_holds_what_was_said),
        cmocka_unit_test(world_has_definitions),
        cmocka_unit_test(pairs_have_their_rule),
        cmocka_unit_test(particles_have_mass_and_motion),
        cmocka_unit_test(three_dimensions),
        cmocka_unit_test(world_without_particles_has_the_same_definitions),
        cmocka_unit_test(overrides_reach_every_place),
        cmocka_unit_test(wrong_overrides_are_named),
        cmocka_unit_test(resolved_text_gives_the_same_world),
        cmocka_unit_test(examples_load_and_build),
        cmocka_unit_test(missing_scene_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
