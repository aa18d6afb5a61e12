/* `particles`: what particles there are, how large, where, how fast, and their constraints. */
#include "scene/spec.h"

#include <stdio.h>
#include <string.h>

static const char *const mode_names[] = {"frozen", "driven", "glued"};

/* ---- what a group may carry: shared by `particles` and `groups` ---- */

#define GROUP_KEYS                                                                                                     \
    {"frozen", 0}, {"driven", 0}, {"glued", 0}, {"force", 0}, {"torque", 0}, { "lock", 0 }

static void read_driven(rp_read *r, const rp_node *node, rp_group *g)
{
    static const rp_key keys[] = {{"velocity", 0}, {"omega", 0}, {"table", 0}};
    if (!RP_READ_MAP(r, node, keys)) return;
    const rp_node *velocity = rp_read_key(r, node, "velocity"), *omega = rp_read_key(r, node, "omega"),
                  *table = rp_read_key(r, node, "table");
    if (velocity) rp_read_varying(r, velocity, RP_READ_VEC, rp_bound_any("m/s"), &g->velocity, &g->velocity_table);
    if (omega) g->omega = rp_read_axial_at(r, omega, rp_bound_any("rad/s"));
    if (table && g->velocity_table.count) rp_read_fail(r, table, "the velocity has a table already");
    else if (table) rp_read_table(r, table, RP_READ_VEC, rp_bound_any("m/s"), &g->velocity_table);
    if (!velocity && !omega && !table) rp_read_fail(r, node, "driven, but how?");
}

static unsigned lock_bits(rp_read *r, const rp_node *node)
{
    static const char *const names_3d[] = {"x", "y", "z", "rotation", "rotation_x", "rotation_y", "rotation_z"};
    static const unsigned bits_3d[] = {RP_LOCK_X,      RP_LOCK_Y,      RP_LOCK_Z,     RP_LOCK_SPIN,
                                       RP_LOCK_SPIN_X, RP_LOCK_SPIN_Y, RP_LOCK_SPIN_Z};
    static const char *const names_2d[] = {"x", "y", "rotation", "rotation_z"};
    static const unsigned bits_2d[] = {RP_LOCK_X, RP_LOCK_Y, RP_LOCK_SPIN, RP_LOCK_SPIN_Z};
    return r->dimension == 2 ? bits_2d[rp_read_choice_at(r, node, names_2d, 4)]
                             : bits_3d[rp_read_choice_at(r, node, names_3d, 7)];
}

static void read_lock(rp_read *r, const rp_node *map, rp_group *g)
{
    const rp_node *node = rp_read_key(r, map, "lock");
    if (!node || !rp_read_list(r, node, 1, 7, "names of axes and rotations")) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next) g->lock |= lock_bits(r, n);
}

static void read_mode(rp_read *r, const rp_node *map, const rp_scene_spec *spec, rp_group *g)
{
    static const rp_group_mode modes[] = {RP_GROUP_FROZEN, RP_GROUP_DRIVEN, RP_GROUP_GLUED};
    int mode = rp_read_one_of(r, map, mode_names, 3, 0);
    if (mode < 0) return;
    const rp_node *node = rp_yaml_find(map, mode_names[mode]);
    g->mode = modes[mode];
    if (g->mode == RP_GROUP_FROZEN && !rp_read_flag(r, map, "frozen", 1)) g->mode = RP_GROUP_FREE;
    if (g->mode == RP_GROUP_DRIVEN) read_driven(r, node, g);
    if (g->mode == RP_GROUP_GLUED) g->wall = rp_walls_read_name(r, node, spec);
}

static void read_group(rp_read *r, const rp_node *map, const rp_scene_spec *spec, rp_group *g)
{
    static const char *const free_only[] = {"force", "torque", "lock", "velocity", "omega"};
    read_mode(r, map, spec, g);
    const rp_node *force = rp_read_key(r, map, "force"), *torque = rp_read_key(r, map, "torque");
    if (force) rp_read_varying(r, force, RP_READ_VEC, rp_bound_any("N"), &g->force, &g->force_table);
    if (torque) rp_read_varying(r, torque, RP_READ_AXIAL, rp_bound_any("N m"), &g->torque, &g->torque_table);
    read_lock(r, map, g);
    for (int i = 0; i < 5 && g->mode != RP_GROUP_FREE; i++) {
        const rp_node *node = rp_read_key(r, map, free_only[i]);
        if (node && rp_read_fail(r, node, "'%s' has no effect: no force moves these particles", free_only[i]))
            rp_error_expected(r->err, "either %s or %s", mode_names[g->mode - RP_GROUP_FROZEN], free_only[i]);
    }
}

/* ---- names ---- */

int rp_entries_read_group(rp_read *r, const rp_node *node, const rp_scene_spec *spec)
{
    const char *names[2 * RP_SPEC_ITEMS_MAX];
    const char *name = rp_read_text_at(r, node, RP_NAME);
    for (int g = 0; g < spec->group_count; g++) {
        names[g] = spec->group[g].name;
        if (!r->status && strcmp(names[g], name) == 0) return g + 1;
    }
    if (!r->status) rp_read_unknown(r, node, "group", names, spec->group_count);
    return 1;
}

static void check_group_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec, const rp_group *g)
{
    if (r->status) return;
    int taken = strcmp(g->name, "free") == 0;
    for (const rp_group *other = spec->group; other < g && !taken; other++) taken = strcmp(other->name, g->name) == 0;
    if (taken && rp_read_fail(r, node, "the name '%s' is taken", g->name))
        rp_error_expected(r->err, "a name of its own; particles and groups share their names");
}

/* ---- particles ---- */

static void read_velocity(rp_read *r, const rp_node *map, rp_entry_spec *e)
{
    static const rp_key keys[] = {{"thermal", RP_REQUIRED}};
    const rp_node *node = rp_read_key(r, map, "velocity"), *omega = rp_read_key(r, map, "omega");
    if (node && node->kind == RP_NODE_MAP) {
        RP_READ_MAP(r, node, keys);
        e->thermal = rp_read_number(r, node, "thermal", rp_bound_not_negative("m/s"), 0);
    } else if (node) {
        e->velocity = rp_read_vec_at(r, node, rp_bound_any("m/s"));
    }
    if (omega) e->omega = rp_read_axial_at(r, omega, rp_bound_any("rad/s"));
}

/* What is not given here must stand in the file of places. */
static void read_matter(rp_read *r, const rp_node *map, const rp_scene_spec *spec, rp_entry_spec *e)
{
    int file = e->place.kind == RP_PLACE_FILE, cells = e->place.kind == RP_PLACE_VORONOI,
        sized = e->form.kind == RP_FORM_GIVEN && !e->form.given.unsized;
    const rp_node *material = rp_read_key(r, map, "material"), *radius = rp_read_key(r, map, "radius");
    e->material = material ? rp_materials_read_name(r, material, spec) : -1;
    e->mass = rp_read_number(r, map, "mass", rp_bound_positive("kg"), NAN);
    if (radius) rp_radius_read(r, radius, &e->radius);
    else if (sized) e->radius = (rp_radius_spec){.kind = RP_RADIUS_CONSTANT, .a = e->form.radius};
    else e->radius.kind = RP_RADIUS_PLACE;
    e->radius.power = e->shape && e->shape->dimension == 2 ? 2 : 3;
    if (radius && e->radius.by_mass && !isnan(e->mass))
        rp_read_fail(r, radius, "a distribution by mass needs masses that follow from the radius");
    if (radius && cells) rp_read_fail(r, radius, "cells of a tiling have their size");
    if (!material && !file) rp_read_missing(r, map, "material");
    if (!radius && !file && !cells && !sized) rp_read_missing(r, map, "radius");
    if (r->status || !material || file || !isnan(e->mass) || !isnan(spec->material[e->material].density)) return;
    if (rp_read_fail(r, material, "the material has no density"))
        rp_error_expected(r->err, "density in materials.%s, or mass here", spec->material[e->material].name);
}

static void check_count(rp_read *r, const rp_node *map, rp_entry_spec *e)
{
    int listed = e->place.kind == RP_PLACE_LIST, sized = e->radius.kind == RP_RADIUS_LIST;
    const rp_node *node = rp_read_key(r, map, "count");
    if (r->status) return;
    if (e->place.kind == RP_PLACE_VORONOI && e->count
        && rp_read_fail(r, node, "a tiling has as many particles as cells"))
        rp_error_expected(r->err, "place.voronoi.cells instead of count");
    if (listed && !e->count) e->count = (uint64_t)e->place.value_count;
    if (sized && !e->count) e->count = (uint64_t)e->radius.value_count;
    if (listed && (uint64_t)e->place.value_count != e->count
        && rp_read_fail(r, node ? node : map, "the list of places has another length"))
        rp_error_expected(r->err, "%d, as many as there are places", e->place.value_count);
    const rp_node *radii = rp_yaml_find(rp_yaml_find(map, "radius"), "list");
    if (sized && (uint64_t)e->radius.value_count != e->count
        && rp_read_fail(r, radii, "the list of radii has another length"))
        rp_error_expected(r->err, "%llu radii", (unsigned long long)e->count);
    const int poured = e->place.kind == RP_PLACE_POURED;
    if ((e->place.kind == RP_PLACE_RANDOM || e->place.kind == RP_PLACE_COMPRESSED || poured) && !e->count
        && (e->radius.kind != RP_RADIUS_FILE || poured))
        rp_read_missing(r, map, "count");
}

void rp_entries_read_kind(rp_read *r, const rp_node *node, const rp_scene_spec *spec, const char *preset,
                          rp_entry_spec *e, rp_group *g)
{
    static const rp_key keys[] = {{"name", 0}, {"shape", 0}, {"angle", 0}, {"material", 0}, {"radius", 0},
                                  {"mass", 0}, {"share", 0}, {"force", 0}, {"torque", 0},   {"lock", 0}};
    e->node = node;
    if (!RP_READ_MAP(r, node, keys)) return;
    const rp_node *name = rp_yaml_find(node, "name");
    if (name) rp_read_name(r, name, g->name, sizeof g->name);
    else snprintf(g->name, sizeof g->name, "%s", preset);
    check_group_name(r, name ? name : node, spec, g);
    rp_shape_read(r, node, e);
    read_matter(r, node, spec, e);
    read_group(r, node, spec, g);
}

static void read_entry(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_entry_spec *e, rp_group *g,
                       int index)
{
    static const rp_key keys[] = {{"name", 0},     {"shape", 0},  {"angle", 0}, {"count", 0},
                                  {"material", 0}, {"radius", 0}, {"mass", 0},  {"place", RP_REQUIRED},
                                  {"velocity", 0}, {"omega", 0},  GROUP_KEYS};
    e->node = node;
    if (!RP_READ_MAP(r, node, keys)) return;
    const rp_node *name = rp_yaml_find(node, "name");
    if (name) rp_read_name(r, name, g->name, sizeof g->name);
    else snprintf(g->name, sizeof g->name, "particles-%d", index);
    check_group_name(r, name ? name : node, spec, g);
    e->count = rp_read_whole(r, node, "count", 1, RP_SPEC_PARTICLES_MAX, 0);
    rp_place_read(r, rp_read_key(r, node, "place"), &e->place);
    rp_shape_read(r, node, e);
    read_matter(r, node, spec, e);
    check_count(r, node, e);
    read_velocity(r, node, e);
    read_group(r, node, spec, g);
}

/* Room for both kinds of groups is made here, so that group[] never moves. */
void rp_entries_read(rp_read *r, const rp_node *root, rp_scene_spec *spec, int optional)
{
    const rp_node *node = rp_read_key(r, root, "particles"), *groups = rp_read_key(r, root, "groups");
    const int kinds = rp_sources_count_kinds(root);
    if (r->status || (!node && optional && !kinds)) return;
    if (!node && !kinds) {
        if (rp_read_fail(r, root, "an empty scene: no particles")) {
            rp_error_value(r->err, "%s", "");
            rp_error_expected(r->err, "a list under the key 'particles', or 'sources'");
        }
        return;
    }
    int count = node ? rp_read_list(r, node, 1, RP_SPEC_ITEMS_MAX, "kinds of particles") : 0;
    int more = groups ? rp_read_list(r, groups, 0, RP_SPEC_ITEMS_MAX, "groups") : 0;
    spec->entry = rp_read_alloc(r, (size_t)count, sizeof *spec->entry, "kinds of particles");
    spec->group = rp_read_alloc(r, (size_t)(count + more + kinds), sizeof *spec->group, "groups");
    if (r->status) return;
    for (const rp_node *n = node ? node->child : NULL; n && !r->status; n = n->next) {
        int e = spec->entry_count++;
        rp_group *g = &spec->group[spec->group_count++];
        read_entry(r, n, spec, &spec->entry[e], g, e);
    }
}

/* ---- groups ---- */

static void read_select(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_select_spec *s)
{
    static const rp_key keys[] = {{"from", 0}, {"lower", 0}, {"upper", 0}};
    const double far = INFINITY;
    s->node = node;
    s->from = -1;
    if (!RP_READ_MAP(r, node, keys)) return;
    const rp_node *from = rp_read_key(r, node, "from");
    if (from) s->from = rp_entries_read_group(r, from, spec);
    s->lower = rp_read_vec(r, node, "lower", rp_bound_any("m"), (rp_vec){-far, -far, -far});
    s->upper = rp_read_vec(r, node, "upper", rp_bound_any("m"), (rp_vec){far, far, far});
}

void rp_entries_read_groups(rp_read *r, const rp_node *root, rp_scene_spec *spec)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"select", RP_REQUIRED}, GROUP_KEYS};
    const rp_node *node = rp_read_key(r, root, "groups");
    if (!node) return;
    if (!spec->entry_count) {
        rp_read_fail(r, node, "groups without particles");
        return;
    }
    spec->select = rp_read_alloc(r, (size_t)node->count, sizeof *spec->select, "groups");
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        if (!RP_READ_MAP(r, n, keys)) return;
        rp_group *g = &spec->group[spec->group_count];
        read_select(r, rp_yaml_find(n, "select"), spec, &spec->select[spec->select_count++]);
        rp_read_name(r, rp_yaml_find(n, "name"), g->name, sizeof g->name);
        spec->group_count++;
        check_group_name(r, rp_yaml_find(n, "name"), spec, g);
        read_group(r, n, spec, g);
    }
}
