/* `walls`: shape, motion and load of each. */
#include "scene/spec.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/mesh.h"
#include "core/wall_parts.h"
#include "core/wall_shape.h"

int rp_walls_read_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec)
{
    const char *names[RP_SPEC_ITEMS_MAX];
    const char *name = rp_read_text_at(r, node, RP_NAME);
    for (int w = 0; w < spec->wall_count; w++) {
        names[w] = spec->wall[w].name;
        if (!r->status && strcmp(names[w], name) == 0) return w;
    }
    if (!r->status) rp_read_unknown(r, node, "wall", names, spec->wall_count);
    return 0;
}

/* `point` and `axis` of a rotation. */
static void read_axis(rp_read *r, const rp_node *node, rp_wall *w)
{
    w->spin_point = rp_read_vec(r, node, "point", rp_bound_any("m"), w->point);
    w->spin_axis = (rp_vec){0, 0, 1};
    if (r->dimension == 3 && rp_yaml_find(node, "axis")) w->spin_axis = rp_read_direction(r, node, "axis");
    else if (r->dimension == 3 && !w->shape->round) rp_read_missing(r, node, "axis");
    else if (r->dimension == 3) w->spin_axis = w->normal;
}

static void read_rotation(rp_read *r, const rp_node *wall, rp_wall *w)
{
    static const rp_key keys_2d[] = {{"point", 0}, {"speed", RP_REQUIRED}};
    static const rp_key keys_3d[] = {{"point", 0}, {"speed", RP_REQUIRED}, {"axis", 0}};
    const rp_node *node = rp_read_key(r, wall, "rotation");
    if (!node) return;
    if (!(r->dimension == 2 ? RP_READ_MAP(r, node, keys_2d) : RP_READ_MAP(r, node, keys_3d))) return;
    if (w->shape->no_rotation)
        rp_read_fail(r, node, "a %s cannot rotate: its faces stay along the axes", w->shape->name);
    read_axis(r, node, w);
    rp_vec speed;
    const rp_node *given = rp_read_key(r, node, "speed");
    if (given) {
        rp_read_varying(r, given, RP_READ_NUMBER, rp_bound_any("rad/s"), &speed, &w->spin_table);
        w->spin = speed.x;
    }
}

int rp_walls_read_vibration(rp_read *r, const rp_node *map, rp_vec *amplitude, double *frequency, double *phase)
{
    static const rp_key keys[] = {{"amplitude", RP_REQUIRED}, {"frequency", RP_REQUIRED}, {"phase", 0}};
    const rp_node *node = rp_read_key(r, map, "vibration");
    if (!node || !RP_READ_MAP(r, node, keys)) return 0;
    *amplitude = rp_read_vec(r, node, "amplitude", rp_bound_any("m"), (rp_vec){0});
    *frequency = rp_read_number(r, node, "frequency", rp_bound_positive("Hz"), 0);
    *phase = rp_read_number(r, node, "phase", rp_bound_any("rad"), 0);
    return 1;
}

static void read_damping(rp_read *r, const rp_node *load, rp_wall *w)
{
    const rp_node *node = rp_read_key(r, load, "damping");
    if (!node) return;
    w->damping_auto = node->kind == RP_NODE_SCALAR && strcmp(node->text, "auto") == 0;
    if (!w->damping_auto) w->damping = rp_read_number_at(r, node, rp_bound_not_negative("kg/s"));
}

/* Beside `load`: of a wall that moves by forces. */
static double read_inert(rp_read *r, const rp_node *wall, const rp_node *load, const char *key, const char *unit)
{
    if (!rp_yaml_find(wall, key) && rp_read_fail(r, load, "missing key '%s': a loaded wall moves by forces", key))
        rp_error_expected(r->err, "%s: a number > 0 (unit %s) beside load", key, unit);
    return rp_read_number(r, wall, key, rp_bound_positive(unit), NAN);
}

/* Along the normal of a plane. */
static void read_plane_load(rp_read *r, const rp_node *wall, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"force", 0}, {"pressure", 0}, {"damping", 0}};
    static const char *const kinds[] = {"force", "pressure"};
    if (!RP_READ_MAP(r, node, keys)) return;
    const rp_node *inertia = rp_read_key(r, wall, "inertia");
    if (inertia) rp_read_fail(r, inertia, "a plane under a load moves along its normal and does not turn");
    int kind = rp_read_one_of(r, node, kinds, 2, 1);
    if (kind < 0) return;
    rp_vec load;
    w->load_kind = kind ? RP_LOAD_PRESSURE : RP_LOAD_FORCE;
    rp_read_varying(r, rp_read_key(r, node, kinds[kind]), RP_READ_NUMBER, rp_bound_any(kind ? "Pa" : "N"), &load,
                    &w->load_table);
    w->load = load.x;
    w->mass = read_inert(r, wall, node, "mass", "kg");
    read_damping(r, node, w);
}

static void read_let(rp_read *r, const rp_node *load, rp_wall *w)
{
    static const char *const names[] = {"x", "y", "z"};
    const rp_node *axes = rp_read_key(r, load, "axes"), *force = rp_read_key(r, load, "force");
    if (axes && rp_read_list(r, axes, 1, 3, "axes"))
        for (const rp_node *n = axes->child; n && !r->status; n = n->next)
            w->let |= (unsigned)RP_LOCK_X << rp_read_choice_at(r, n, names, r->dimension);
    if (force) rp_read_varying(r, force, RP_READ_VEC, rp_bound_any("N"), &w->push, &w->load_table);
    for (int n = 0; n < 2; n++) {
        const rp_node *key = rp_read_key(r, load, n ? "damping" : "force");
        if (key && !w->let && rp_read_fail(r, key, "the wall has no axes to move along"))
            rp_error_expected(r->err, "axes: a list of x, y, z beside it");
    }
    w->damping = rp_read_number(r, load, "damping", rp_bound_not_negative("kg/s"), 0);
}

/* About an axis: `inertia` beside the load says that it turns. */
static void read_twist(rp_read *r, const rp_node *wall, const rp_node *load, rp_wall *w)
{
    static const char *const keys[] = {"torque", "axis", "point", "centre"};
    const rp_node *inertia = rp_read_key(r, wall, "inertia"), *torque = rp_read_key(r, load, "torque"),
                  *centre = rp_read_key(r, load, "centre");
    for (int n = 0; n < 4 && !inertia; n++) {
        const rp_node *key = rp_read_key(r, load, keys[n]);
        if (key) read_inert(r, wall, key, "inertia", "kg m^2");
    }
    w->centre = w->spin_point = w->point;
    if (!inertia || r->status) return;
    if (w->shape->no_rotation) rp_read_fail(r, inertia, "a %s cannot rotate", w->shape->name);
    w->inertia = rp_read_number(r, wall, "inertia", rp_bound_positive("kg m^2"), NAN);
    read_axis(r, load, w);
    w->centre = rp_read_vec(r, load, "centre", rp_bound_any("m"), w->spin_point);
    if (centre && w->let) rp_read_fail(r, centre, "a wall that also moves turns about its centre of mass: `point`");
    rp_vec twist = {0};
    if (torque) rp_read_varying(r, torque, RP_READ_NUMBER, rp_bound_any("N m"), &twist, &w->twist_table);
    w->twist = twist.x;
}

/* On any other shape: in the axes that it is let, about an axis, or both. */
static void read_body_load(rp_read *r, const rp_node *wall, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"force", 0},  {"axes", 0},    {"torque", 0},  {"point", 0},
                                  {"centre", 0}, {"gravity", 0}, {"damping", 0}, {"axis", 0}};
    if (!rp_read_map(r, node, keys, r->dimension == 2 ? 7 : 8)) return;
    w->load_kind = RP_LOAD_BODY;
    read_let(r, node, w);
    read_twist(r, wall, node, w);
    w->weight = rp_read_flag(r, node, "gravity", 0);
    const rp_node *mass = rp_read_key(r, wall, "mass");
    if (!w->let && !(w->inertia > 0) && rp_read_fail(r, node, "a load on a wall that cannot move"))
        rp_error_expected(r->err, "axes: a list of x, y, z; inertia beside load, to turn about an axis; or both");
    if (w->let || w->weight) w->mass = read_inert(r, wall, node, "mass", "kg");
    else if (mass) rp_read_fail(r, mass, "the mass of a wall that only turns has no effect without `gravity: true`");
}

static void read_load(rp_read *r, const rp_node *wall, rp_wall *w)
{
    static const char *const motions[] = {"load", "velocity", "vibration", "rotation"}, *const own[] = {"mass",
                                                                                                        "inertia"};
    const rp_node *node = rp_read_key(r, wall, "load");
    for (int n = 0; n < 2 && !node; n++) {
        const rp_node *key = rp_read_key(r, wall, own[n]);
        if (key)
            rp_read_fail(r, key, "%s %s without a load: only a loaded wall moves by forces", n ? "an" : "a", own[n]);
    }
    if (!node) return;
    for (int i = 1; i < 4; i++) rp_read_one_of(r, wall, (const char *const[]){motions[0], motions[i]}, 2, 1);
    if (r->status) return;
    if (w->shape->plane) read_plane_load(r, wall, node, w);
    else read_body_load(r, wall, node, w);
}

static void read_heat(rp_read *r, const rp_node *wall, rp_wall *w)
{
    static const rp_key keys[] = {{"temperature", RP_REQUIRED}, {"accommodation", 0}};
    const rp_node *node = rp_read_key(r, wall, "heated");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    w->heat = rp_read_number(r, node, "temperature", rp_bound_positive("J"), 0);
    w->accommodation = rp_read_number(r, node, "accommodation", rp_bound_between(0, 1, "1"), 1);
}

/* ---- shapes and keys ---- */

enum { SHAPES_MOST = 64 };

typedef struct shape_names {
    const char *name[SHAPES_MOST];
    int count;
} shape_names;

static shape_names all_shapes(void)
{
    shape_names all = {.count = 0};
    for (int n = 0; rp_wall_shape_list[n]; n++) {
        assert(n < SHAPES_MOST);
        all.name[all.count++] = rp_wall_shape_list[n]->name;
    }
    return all;
}

static void check_dimension(rp_read *r, const rp_node *node, const rp_wall_shape *shape)
{
    int needed = r->dimension == 3 ? RP_WALL_3D : RP_WALL_2D;
    if (shape->dimensions & needed) return;
    if (rp_read_fail(r, node, "a %s belongs to %s dimensions", shape->name, r->dimension == 3 ? "two" : "three"))
        rp_error_expected(r->err, "%s", shape->instead);
}

static void read_shape(rp_read *r, const rp_node *node, rp_wall *w)
{
    const shape_names all = all_shapes();
    int n = rp_read_one_of(r, node, all.name, all.count, 1);
    if (n < 0) return;
    const rp_node *keys = rp_yaml_find(node, all.name[n]);
    w->shape = rp_wall_shape_list[n];
    check_dimension(r, keys, w->shape);
    w->shape->read(r, keys, w);
}

/* What a wall of any shape may have, and one key for each shape. */
static int read_keys(rp_read *r, const rp_node *node)
{
    static const rp_key any[] = {{"name", RP_REQUIRED}, {"material", RP_REQUIRED},
                                 {"until", 0},          {"velocity", 0},
                                 {"vibration", 0},      {"rotation", 0},
                                 {"load", 0},           {"mass", 0},
                                 {"inertia", 0},        {"heated", 0},
                                 {"materials", 0}};
    enum { ANY = sizeof any / sizeof *any };
    const shape_names all = all_shapes();
    rp_key keys[ANY + SHAPES_MOST] = {any[0]};
    for (int n = 0; n < all.count; n++) keys[1 + n] = (rp_key){all.name[n], 0};
    memcpy(keys + 1 + all.count, any + 1, (ANY - 1) * sizeof *any);
    return rp_read_map(r, node, keys, all.count + ANY);
}

/* A part of the mesh and its material. */
static void read_part(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_mesh *m)
{
    const char *names[RP_SPEC_ITEMS_MAX];
    const int material = rp_materials_read_name(r, node, spec);
    int count = 0, found = 0;
    for (size_t k = 0; k < m->parts; k++) {
        const int same = strcmp(m->part_name[k], node->key) == 0;
        if (same) m->material[k] = material;
        found |= same;
        if (count < RP_SPEC_ITEMS_MAX) names[count++] = m->part_name[k];
    }
    rp_node key = rp_read_key_node(node);
    if (!found && !r->status) rp_read_unknown(r, &key, "part of the mesh", names, count);
}

/* `materials`: of parts of a mesh. All others have the wall's. */
static void read_parts(rp_read *r, const rp_node *wall, const rp_scene_spec *spec, rp_wall *w)
{
    const rp_node *map = rp_read_key(r, wall, "materials");
    if (!map) return;
    if (!w->mesh || map->kind != RP_NODE_MAP) {
        if (rp_read_fail(r, map, w->mesh ? "materials of parts are a mapping" : "a %s has no parts", w->shape->name))
            rp_error_expected(r->err, "PART: MATERIAL, of a mesh");
        return;
    }
    w->mesh->material = rp_read_alloc(r, w->mesh->parts, sizeof *w->mesh->material, "parts of a mesh");
    for (size_t k = 0; k < w->mesh->parts && !r->status; k++) w->mesh->material[k] = w->material;
    for (const rp_node *n = map->child; n && !r->status; n = n->next) read_part(r, n, spec, w->mesh);
}

static void read_wall(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_wall *w)
{
    w->dimension = spec->dimension;
    w->active = 1;
    if (!read_keys(r, node)) return;
    rp_read_name(r, rp_yaml_find(node, "name"), w->name, sizeof w->name);
    read_shape(r, node, w);
    if (!r->status) w->material = rp_materials_read_name(r, rp_yaml_find(node, "material"), spec);
    read_parts(r, node, spec, w);
    w->until = rp_read_number(r, node, "until", rp_bound_positive("s"), INFINITY);
    const rp_node *velocity = rp_read_key(r, node, "velocity");
    if (velocity) rp_read_varying(r, velocity, RP_READ_VEC, rp_bound_any("m/s"), &w->velocity, &w->velocity_table);
    rp_walls_read_vibration(r, node, &w->vibration, &w->frequency, &w->phase);
    read_rotation(r, node, w);
    read_load(r, node, w);
    read_heat(r, node, w);
}

static void check_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec, int w)
{
    const char *name = spec->wall[w].name;
    for (int other = 0; other < w && !r->status; other++) {
        if (strcmp(spec->wall[other].name, name) != 0
            || !rp_read_fail(r, rp_yaml_find(node, "name"), "a second wall '%s'", name))
            continue;
        rp_error_expected(r->err, "a name of its own; the other stands in line %d", spec->wall_node[other]->line);
    }
}

void rp_walls_read(rp_read *r, const rp_node *root, rp_scene_spec *spec)
{
    const rp_node *node = rp_read_key(r, root, "walls");
    if (!node) return;
    int count = rp_read_list(r, node, 0, RP_SPEC_ITEMS_MAX, "walls");
    spec->wall = rp_read_alloc(r, (size_t)count, sizeof *spec->wall, "walls");
    spec->wall_node = rp_read_alloc(r, (size_t)count, sizeof *spec->wall_node, "walls");
    if (r->status) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        int w = spec->wall_count++;
        spec->wall_node[w] = n;
        read_wall(r, n, spec, &spec->wall[w]);
        check_name(r, n, spec, w);
    }
}
