/* `run` and `stages`: how long, and in which steps. */
#include "scene/spec.h"

#include "core/wall_shape.h"
#include "methods/method.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SETTLED 1e-4 /* kinetic energy over that of lifting each particle by its radius */

/* ---- run ---- */

/* Options named a.b stand in a mapping a. One of them, from the mapping `map` where its last name stands. */
static void read_option(rp_read *r, const rp_node *map, const rp_param *p, const char *name, double *value)
{
    rp_param last = *p;
    last.name = name;
    if (rp_read_key(r, map, name)) *value = rp_rules_read_param(r, map, &last);
}

/* The options named `prefix.`something, in a mapping of their own. */
static void read_nested(rp_read *r, const rp_node *map, const rp_method *method, const char *prefix, double *value)
{
    rp_key keys[RP_OPTION_MAX];
    int count = 0;
    size_t length = strlen(prefix);
    const rp_node *node = rp_read_key(r, map, prefix);
    for (int n = 0; n < method->option_count; n++)
        if (strncmp(method->option[n].name, prefix, length) == 0 && method->option[n].name[length] == '.')
            keys[count++] = (rp_key){method->option[n].name + length + 1, 0};
    if (!node || count == 0 || !rp_read_map(r, node, keys, count)) return;
    for (int n = 0; n < method->option_count; n++)
        if (strncmp(method->option[n].name, prefix, length) == 0 && method->option[n].name[length] == '.')
            read_option(r, node, &method->option[n], method->option[n].name + length + 1, &value[n]);
}

/* Top-level names of a method's options: `names` keeps the prefixes of nested ones. */
static int option_keys(const rp_method *method, rp_key *keys, char names[][RP_NAME])
{
    int count = 0;
    for (int n = 0; n < method->option_count; n++) {
        const char *dot = strchr(method->option[n].name, '.');
        int length = dot ? (int)(dot - method->option[n].name) : (int)strlen(method->option[n].name), known = 0;
        for (int k = 0; k < count; k++)
            known |= (int)strlen(names[k]) == length && strncmp(names[k], method->option[n].name, (size_t)length) == 0;
        if (known) continue;
        snprintf(names[count], RP_NAME, "%.*s", length, method->option[n].name);
        keys[count] = (rp_key){names[count], 0};
        count++;
    }
    return count;
}

/* `run: {METHOD: {...}}` by the method's own table. */
static void read_options_of(rp_read *r, const rp_node *run, const rp_method *method, double *value)
{
    rp_key keys[RP_OPTION_MAX];
    char names[RP_OPTION_MAX][RP_NAME];
    for (int n = 0; n < method->option_count; n++) value[n] = method->option[n].preset;
    const rp_node *node = run ? rp_read_key(r, run, method->name) : NULL;
    int count = option_keys(method, keys, names);
    if (!node || !rp_read_map(r, node, keys, count)) return;
    for (int n = 0; n < method->option_count; n++)
        if (!strchr(method->option[n].name, '.'))
            read_option(r, node, &method->option[n], method->option[n].name, &value[n]);
    for (int k = 0; k < count; k++) read_nested(r, node, method, names[k], value);
}

/* Every method may have its options, so that one scene serves them all: they are checked, and those of the scene's own
 * method are kept. */
static void read_options(rp_read *r, const rp_node *run, rp_scene *scene)
{
    const rp_method *own = rp_method_find(scene->method);
    double other[RP_OPTION_MAX];
    for (int n = 0; n < RP_OPTION_MAX; n++) scene->option[n] = NAN;
    for (const rp_method *const *m = rp_method_list(); *m; m++)
        read_options_of(r, run, *m, *m == own ? scene->option : other);
}

/* Slots of interactions that a method which lacks them may leave out. */
static void read_without(rp_read *r, const rp_node *run, rp_scene *scene)
{
    const char *names[] = {rp_slot_name(RP_ADHESION), rp_slot_name(RP_ROLLING)};
    const rp_node *node = rp_read_key(r, run, "without");
    if (!node || !rp_read_list(r, node, 1, 2, "adhesion, rolling")) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next)
        scene->without |= 1u << (rp_read_choice_at(r, n, names, 2) ? RP_ROLLING : RP_ADHESION);
}

static void read_run(rp_read *r, const rp_node *root, rp_scene *scene, double *until)
{
    enum { OWN = 7, METHODS = 8 };
    rp_key keys[OWN + METHODS] = {{"until", 0},       {"step", 0},        {"safety", 0}, {"skin", 0},
                                  {"orientation", 0}, {"max_overlap", 0}, {"without", 0}};
    int count = OWN;
    const rp_node *node = rp_read_key(r, root, "run");
    for (const rp_method *const *m = rp_method_list(); *m && count < OWN + METHODS; m++)
        keys[count++] = (rp_key){(*m)->name, 0};
    scene->step_safety = 25.0;
    scene->orientation = 1;
    scene->max_overlap = 0.2;
    read_options(r, node, scene);
    if (!node || !rp_read_map(r, node, keys, count)) return;
    *until = rp_read_number(r, node, "until", rp_bound_positive("s"), NAN);
    scene->step = rp_read_auto(r, node, "step", "s");
    scene->step_safety = rp_read_number(r, node, "safety", rp_bound_between(2, 1e6, "1"), scene->step_safety);
    scene->skin = rp_read_auto(r, node, "skin", "m");
    scene->orientation = rp_read_flag(r, node, "orientation", 1);
    rp_bound overlap = {0.0, 1.0, 1, "1, of the smaller radius"};
    scene->max_overlap = rp_read_number(r, node, "max_overlap", overlap, scene->max_overlap);
    read_without(r, node, scene);
}

/* ---- stages ---- */

static void read_wall_condition(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_condition *c)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"displacement", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    c->wall = rp_walls_read_name(r, rp_yaml_find(node, "name"), spec);
    if (!r->status && !spec->wall[c->wall].shape->plane)
        rp_read_fail(r, rp_yaml_find(node, "name"), "only planes have a displacement along their normal");
    c->value = rp_read_number(r, node, "displacement", rp_bound_any("m"), 0);
}

static void read_measure_condition(rp_read *r, const rp_node *node, rp_condition *c)
{
    static const char *const sides[] = {"below", "above"};
    const rp_node *name = rp_yaml_find(node, "measure");
    snprintf(c->measure, sizeof c->measure, "%s", rp_read_text_at(r, name, sizeof c->measure));
    int side = rp_read_one_of(r, node, sides, 2, 1);
    if (side < 0) return;
    c->above = side;
    c->value = rp_read_number(r, node, sides[side], rp_bound_any("of the measure"), 0);
}

static void no_side(rp_read *r, const rp_node *node)
{
    static const char *const sides[] = {"below", "above"};
    for (int n = 0; n < 2; n++) {
        const rp_node *side = rp_yaml_find(node, sides[n]);
        if (side && rp_read_fail(r, side, "'%s' goes with a measure", sides[n]))
            rp_error_expected(r->err, "until: {measure: NAME, %s: number}", sides[n]);
    }
}

/* A duration, or a condition that must be met within at_most. */
static void read_until(rp_read *r, const rp_node *map, const rp_scene_spec *spec, rp_stage *s)
{
    static const rp_key keys[] = {
        {"kinetic_energy", 0}, {"unbalanced_force", 0}, {"wall", 0}, {"measure", 0}, {"below", 0}, {"above", 0},
        {"after", 0}};
    static const char *const kinds[] = {"kinetic_energy", "unbalanced_force", "wall", "measure"};
    const rp_node *node = rp_read_key(r, map, "until"), *at_most = rp_read_key(r, map, "at_most");
    if (!node) return;
    if (node->kind != RP_NODE_MAP) {
        s->duration = rp_read_number_at(r, node, rp_bound_positive("s"));
        if (at_most) rp_read_fail(r, at_most, "at_most goes with a condition; until is a time already");
        return;
    }
    if (!RP_READ_MAP(r, node, keys)) return;
    int kind = rp_read_one_of(r, node, kinds, 4, 1);
    s->condition.after = rp_read_number(r, node, "after", rp_bound_not_negative("s"), 0);
    s->condition.kind = (rp_condition_kind)(RP_UNTIL_KINETIC_ENERGY + kind);
    if (kind == 0) s->condition.value = rp_read_number(r, node, kinds[0], rp_bound_positive("J"), 0);
    if (kind == 1) s->condition.value = rp_read_number(r, node, kinds[1], rp_bound_positive("1"), 0);
    if (kind == 2) read_wall_condition(r, rp_yaml_find(node, "wall"), spec, &s->condition);
    if (kind == 3) read_measure_condition(r, node, &s->condition);
    else no_side(r, node);
    if (!at_most && rp_read_fail(r, map, "missing key 'at_most': a condition may never be met"))
        rp_error_expected(r->err, "at_most: a number > 0 (unit s)");
    s->duration = rp_read_number(r, map, "at_most", rp_bound_positive("s"), 0);
}

static int read_mapping_of(rp_read *r, const rp_node *node, const char *what)
{
    if (r->status) return 0;
    if (node->kind == RP_NODE_MAP && node->count > 0 && node->count <= 2 * RP_SPEC_ITEMS_MAX) return node->count;
    if (rp_read_fail(r, node, "changes of %s are a mapping", what)) rp_error_expected(r->err, "NAME: {...}");
    return 0;
}

/* Force and torque on a wall that is no plane. */
static void read_push_change(rp_read *r, const rp_node *node, const rp_wall *w, rp_wall_change *c)
{
    const rp_node *force = rp_yaml_find(node, "force"), *torque = rp_yaml_find(node, "torque");
    c->has_push = force != NULL;
    c->has_twist = torque != NULL;
    c->push = rp_read_vec(r, node, "force", rp_bound_any("N"), (rp_vec){0});
    c->twist = rp_read_number(r, node, "torque", rp_bound_any("N m"), 0);
    if (force && !w->let && rp_read_fail(r, force, "the wall '%s' has no axes to move along by forces", w->name))
        rp_error_expected(r->err, "load: {axes: [...]} in the wall");
    if (torque && !(w->inertia > 0) && rp_read_fail(r, torque, "the wall '%s' does not turn by forces", w->name))
        rp_error_expected(r->err, "load: {...} and inertia in the wall");
}

static void refuse_under_load(rp_read *r, const rp_node *node, const rp_wall *w)
{
    static const char *const motions[] = {"velocity", "vibration", "spin"};
    for (int n = 0; n < 3 && w->load_kind != RP_LOAD_NONE; n++) {
        const rp_node *motion = rp_yaml_find(node, motions[n]);
        if (motion) rp_read_fail(r, motion, "the wall '%s' moves under its load", w->name);
    }
}

static void read_wall_change(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_wall_change *c)
{
    static const rp_key keys[] = {{"velocity", 0}, {"vibration", 0}, {"spin", 0},
                                  {"load", 0},     {"force", 0},     {"torque", 0}};
    rp_node key = rp_read_key_node(node);
    c->wall = rp_walls_read_name(r, &key, spec);
    if (!RP_READ_MAP(r, node, keys)) return;
    const rp_wall *w = &spec->wall[c->wall];
    const rp_node *velocity = rp_yaml_find(node, "velocity"), *spin = rp_yaml_find(node, "spin"),
                  *load = rp_yaml_find(node, "load");
    c->has_velocity = velocity != NULL;
    c->has_spin = spin != NULL;
    c->has_load = load != NULL;
    c->velocity = rp_read_vec(r, node, "velocity", rp_bound_any("m/s"), (rp_vec){0});
    c->spin = rp_read_number(r, node, "spin", rp_bound_any("rad/s"), 0);
    c->load = rp_read_number(r, node, "load", rp_bound_any(w->load_kind == RP_LOAD_PRESSURE ? "Pa" : "N"), 0);
    if (load && (w->load_kind == RP_LOAD_NONE || w->load_kind == RP_LOAD_BODY)
        && rp_read_fail(r, load, "the wall '%s' carries no load along its normal", w->name)
        && w->load_kind == RP_LOAD_BODY)
        rp_error_expected(r->err, "force: a vector (unit N), torque: a number (unit N m)");
    c->has_vibration = rp_walls_read_vibration(r, node, &c->vibration, &c->frequency, &c->phase);
    read_push_change(r, node, w, c);
    refuse_under_load(r, node, w);
    if (spin && !(rp_vec_dot(w->spin_axis, w->spin_axis) > 0)
        && rp_read_fail(r, spin, "the wall '%s' has no axis to turn about", w->name))
        rp_error_expected(r->err, "rotation: {...} in the wall, speed 0 if it rests at first");
}

/* Groups that are selected may have any particles. */
static int may_have_clumps(const rp_scene_spec *spec, int group)
{
    int any = 0;
    for (int e = 0; e < spec->entry_count; e++)
        if (group == e + 1 || group > spec->entry_count) any |= (spec->entry[e].shape->flags & RP_SHAPE_BODY) != 0;
    return any;
}

static void read_group_change(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_group_change *c)
{
    static const rp_key keys[] = {{"free", 0}, {"frozen", 0}, {"driven", 0}},
                        driven_keys[] = {{"velocity", RP_REQUIRED}};
    static const char *const names[] = {"free", "frozen", "driven"};
    rp_node key = rp_read_key_node(node);
    c->group = rp_entries_read_group(r, &key, spec);
    if (!RP_READ_MAP(r, node, keys)) return;
    int mode = rp_read_one_of(r, node, names, 3, 1);
    if (mode < 0) return;
    c->mode = (rp_group_mode)(RP_GROUP_FREE + mode);
    const rp_node *driven = mode == 2 ? rp_yaml_find(node, "driven") : NULL;
    if (driven && may_have_clumps(spec, c->group) && rp_read_fail(r, driven, "clumps and polyhedra cannot be driven"))
        rp_error_expected(r->err, "free or frozen");
    if (driven && RP_READ_MAP(r, driven, driven_keys))
        c->velocity = rp_read_vec(r, driven, "velocity", rp_bound_any("m/s"), (rp_vec){0});
    if (!driven && !rp_read_flag(r, node, names[mode], 1))
        rp_read_fail(r, rp_yaml_find(node, names[mode]), "false changes nothing");
}

static void read_changes(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_stage *s)
{
    const rp_node *remove = rp_read_key(r, node, "remove"), *walls = rp_read_key(r, node, "walls"),
                  *groups = rp_read_key(r, node, "groups");
    if (remove) {
        s->remove = rp_read_alloc(r, (size_t)rp_read_list(r, remove, 1, RP_SPEC_ITEMS_MAX, "names of walls"),
                                  sizeof *s->remove, "stages");
        for (const rp_node *n = remove->child; n && !r->status; n = n->next)
            s->remove[s->remove_count++] = rp_walls_read_name(r, n, spec);
    }
    if (walls) {
        s->wall_change = rp_read_alloc(r, (size_t)read_mapping_of(r, walls, "walls"), sizeof *s->wall_change, "stages");
        for (const rp_node *n = walls->child; n && !r->status; n = n->next)
            read_wall_change(r, n, spec, &s->wall_change[s->wall_change_count++]);
    }
    if (groups) {
        s->group_change = rp_read_alloc(r, (size_t)read_mapping_of(r, groups, "groups"), sizeof *s->group_change,
                                        "stages");
        for (const rp_node *n = groups->child; n && !r->status; n = n->next)
            read_group_change(r, n, spec, &s->group_change[s->group_change_count++]);
    }
}

/* NAME: true or false, of sources and sinks. */
static void read_flow(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_stage *s)
{
    static const char *const names[] = {"sources", "sinks"};
    size_t count = 0;
    for (int sink = 0; sink < 2; sink++) {
        const rp_node *map = rp_read_key(r, node, names[sink]);
        count += map ? (size_t)read_mapping_of(r, map, names[sink]) : 0;
    }
    s->flow_change = rp_read_alloc(r, count, sizeof *s->flow_change, "stages");
    for (int sink = 0; sink < 2; sink++) {
        const rp_node *map = rp_read_key(r, node, names[sink]);
        for (const rp_node *n = map ? map->child : NULL; n && !r->status; n = n->next) {
            rp_node key = rp_read_key_node(n);
            s->flow_change[s->flow_change_count++] = (rp_flow_change){sink, rp_sources_read_name(r, &key, spec, sink),
                                                                      rp_read_flag(r, map, n->key, 1)};
        }
    }
}

static int read_material(rp_read *r, const rp_node *node, const rp_scene_spec *spec)
{
    if (node->kind == RP_NODE_SCALAR && strcmp(node->text, "any") == 0) return -1;
    return rp_materials_read_name(r, node, spec);
}

void rp_stages_read_between(rp_read *r, const rp_node *between, const rp_scene_spec *spec, int *a, int *b)
{
    if (rp_read_list(r, between, 2, 2, "two materials, or any") != 2) return;
    *a = read_material(r, between->child, spec);
    *b = read_material(r, between->child->next, spec);
}

void rp_stages_check_friction(rp_read *r, const rp_node *node, const rp_scene_spec *spec, const rp_friction_change *c)
{
    for (int n = 0; n < spec->rule_count && !r->status; n++) {
        const rp_interaction *x = &spec->rule[n].x;
        const int same = (x->a < 0 || c->a < 0 || x->a == c->a) && (x->b < 0 || c->b < 0 || x->b == c->b),
                  turned = (x->a < 0 || c->b < 0 || x->a == c->b) && (x->b < 0 || c->a < 0 || x->b == c->a);
        if ((same || turned) && c->friction > 0 && x->law[RP_NORMAL] && !x->law[RP_TANGENTIAL]
            && rp_read_fail(r, node, "these materials have no tangential law: friction has no effect"))
            rp_error_expected(r->err, "tangential: {law: cundall-strack} in their interaction");
    }
}

/* Friction of pairs of materials from now on: one number. */
static void read_friction(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_stage *s)
{
    static const rp_key keys[] = {{"between", RP_REQUIRED}, {"friction", RP_REQUIRED}};
    const rp_node *list = rp_read_key(r, node, "interactions");
    if (!list) return;
    const int count = rp_read_list(r, list, 1, RP_SPEC_ITEMS_MAX, "changes of friction");
    s->friction_change = rp_read_alloc(r, (size_t)count, sizeof *s->friction_change, "stages");
    for (const rp_node *n = list->child; n && !r->status; n = n->next) {
        rp_friction_change *c = &s->friction_change[s->friction_change_count++];
        if (!RP_READ_MAP(r, n, keys)) return;
        rp_stages_read_between(r, rp_yaml_find(n, "between"), spec, &c->a, &c->b);
        c->friction = rp_read_number(r, n, "friction", rp_bound_not_negative("1"), 0);
        rp_stages_check_friction(r, rp_yaml_find(n, "friction"), spec, c);
    }
}

static void read_stage(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_stage *s, int index)
{
    static const rp_key keys[] = {{"name", 0},    {"until", RP_REQUIRED}, {"at_most", 0},      {"remove", 0},
                                  {"gravity", 0}, {"walls", 0},           {"groups", 0},       {"step", 0},
                                  {"sources", 0}, {"sinks", 0},           {"interactions", 0}, {"domain", 0}};
    if (!RP_READ_MAP(r, node, keys)) return;
    const rp_node *name = rp_yaml_find(node, "name");
    if (name) rp_read_name(r, name, s->name, sizeof s->name);
    else snprintf(s->name, sizeof s->name, "stage-%d", index);
    read_until(r, node, spec, s);
    s->has_gravity = rp_yaml_find(node, "gravity") != NULL;
    s->gravity = rp_read_vec(r, node, "gravity", rp_bound_any("m/s^2"), (rp_vec){0});
    read_changes(r, node, spec, s);
    read_flow(r, node, spec, s);
    read_friction(r, node, spec, s);
    rp_strain_read_stage(r, node, spec, &s->cell);
    s->step = rp_read_auto(r, node, "step", "s");
}

/* ---- measures that stages wait for ---- */

static void check_forces(rp_read *r, const rp_node *stage, const rp_method *method, const rp_condition *c)
{
    const rp_node *at = rp_yaml_find(rp_yaml_find(stage, "until"), "unbalanced_force");
    if (c->kind == RP_UNTIL_UNBALANCED_FORCE && method->impulsive
        && rp_read_fail(r, at, "contacts of the method '%s' are instants: there are no forces to balance",
                        method->name))
        rp_error_expected(r->err, "kinetic_energy or a measure, or a method whose contacts last");
}

static void check_measure(rp_read *r, const rp_node *stage, const rp_moment *m, const rp_condition *c)
{
    const rp_node *at = rp_yaml_find(rp_yaml_find(stage, "until"), "measure");
    rp_measure_column column;
    rp_error found;
    if (c->kind != RP_UNTIL_MEASURE || r->status) return;
    if (rp_measure_named(m, c->measure, &column, &found)) {
        if (!rp_read_fail(r, at, "%s", found.what)) return;
        rp_error_expected(r->err, "%s", found.expected);
        snprintf(r->err->nearest, sizeof r->err->nearest, "%s", found.nearest);
    } else if (!rp_measure_momentary(&column, m->method)) {
        if (rp_read_fail(r, at, "'%s' is a mean over time in the method '%s': a moment has none", c->measure,
                         m->method->name))
            rp_error_expected(r->err, "another measure, or a method whose contacts last");
    }
}

static void check_stages(rp_read *r, const rp_node *stages, const rp_moment *m, const rp_stage *stage)
{
    for (const rp_node *n = stages->child; n && !r->status; n = n->next, stage++) {
        check_forces(r, n, m->method, &stage->condition);
        check_measure(r, n, m, &stage->condition);
    }
}

/* Once all stages are read: walls, groups that report and the method say which measures there are. */
static void check_measures(rp_read *r, const rp_node *root, const rp_scene_spec *spec, const rp_scene *scene)
{
    rp_world named = {.wall = spec->wall,
                      .wall_count = spec->wall_count,
                      .group_count = spec->group_count + 1,
                      .source = spec->source,
                      .source_count = spec->source_count,
                      .sink = spec->sink,
                      .sink_count = spec->sink_count,
                      .cell = spec->cell};
    const rp_moment m = {.world = &named, .method = rp_method_find(scene->method)};
    const rp_node *stages = rp_yaml_find(root, "stages"), *output = rp_yaml_find(root, "output");
    if (!m.method || r->status) return;
    named.group = rp_read_alloc(r, (size_t)named.group_count, sizeof *named.group, "the stages");
    if (!named.group) return;
    for (int g = 0; g < spec->group_count; g++) named.group[g + 1] = spec->group[g];
    rp_scene_build_mark_reported(scene, named.group, named.group_count);
    if (stages) check_stages(r, stages, &m, scene->stage + (spec->poured > 0));
    if (output) rp_observers_check(r, output, &m, &scene->output.observers);
    rp_memory_free(named.group);
}

/* The stage before all others where particles are poured. */
static void pour(const rp_scene_spec *spec, rp_stage *s)
{
    strcpy(s->name, "pour");
    s->condition = (rp_condition){
        .kind = RP_UNTIL_SETTLED, .value = SETTLED, .source = spec->source_count - spec->poured};
    for (int e = 0; e < spec->entry_count; e++)
        if (spec->entry[e].place.kind == RP_PLACE_POURED) s->duration = fmax(s->duration, spec->entry[e].place.at_most);
}

static void no_end(rp_read *r, const rp_node *root)
{
    const rp_node *run = rp_yaml_find(root, "run");
    if (!rp_read_fail(r, run ? run : root, "the run has no end")) return;
    rp_error_value(r->err, "%s", "");
    rp_error_expected(r->err, "run: {until: seconds}, or stages");
}

static void read_stages(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene)
{
    double until = NAN;
    const rp_node *node = rp_read_key(r, root, "stages");
    read_run(r, root, scene, &until);
    rp_outputs_read(r, root, spec, scene);
    if (node && !isnan(until)
        && rp_read_fail(r, rp_yaml_find(rp_yaml_find(root, "run"), "until"),
                        "the stages say already how long the run is"))
        rp_error_expected(r->err, "either run.until or stages");
    if (!node && isnan(until)) no_end(r, root);
    int count = (node ? rp_read_list(r, node, 1, RP_SPEC_ITEMS_MAX, "stages") : 1) + (spec->poured > 0);
    scene->stage = rp_read_alloc(r, (size_t)count, sizeof *scene->stage, "stages");
    if (r->status) return;
    if (spec->poured) pour(spec, &scene->stage[scene->stage_count++]);
    if (!node) {
        rp_stage *s = &scene->stage[scene->stage_count++];
        s->duration = until;
        strcpy(s->name, "run");
        return;
    }
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        int s = scene->stage_count++;
        read_stage(r, n, spec, &scene->stage[s], s - (spec->poured > 0));
    }
}

void rp_stages_read(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene)
{
    read_stages(r, root, spec, scene);
    check_measures(r, root, spec, scene);
}
