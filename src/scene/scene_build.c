/* From checked definitions to a world. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "core/mesh.h"
#include "core/prescribed.h"
#include "core/wall_parts.h"
#include "laws/interaction_state.h"
#include "methods/method.h"
#include "scene/placement.h"
#include "scene/shape.h"

/* ---- definitions ---- */

static rp_status copy_table(rp_table *to, const rp_table *from, rp_error *err)
{
    size_t rows = (size_t)from->count, cells = rows * (size_t)from->width;
    *to = (rp_table){0};
    if (!rows) return RP_OK;
    *to = (rp_table){.count = from->count, .width = from->width};
    to->time = rp_memory_alloc(rows, sizeof *to->time);
    to->value = rp_memory_alloc(cells, sizeof *to->value);
    if (!to->time || !to->value) {
        rp_table_free(to);
        return rp_memory_error(err, cells * sizeof(double), "a table");
    }
    memcpy(to->time, from->time, rows * sizeof *to->time);
    memcpy(to->value, from->value, cells * sizeof *to->value);
    return RP_OK;
}

/* Copies of tables are made one by one: what is not copied yet must not be freed with the world. */
static rp_status copy_tables(rp_table *const *to, const rp_table *const *from, int count, rp_error *err)
{
    rp_status status = RP_OK;
    for (int i = 0; i < count; i++) *to[i] = (rp_table){0};
    for (int i = 0; i < count && !status; i++) status = copy_table(to[i], from[i], err);
    return status;
}

static rp_status build_walls(const rp_scene_spec *spec, rp_world *world, rp_error *err)
{
    world->wall = rp_memory_alloc((size_t)spec->wall_count, sizeof *world->wall);
    if (!world->wall) return rp_memory_error(err, (size_t)spec->wall_count * sizeof *world->wall, "walls");
    rp_status status = RP_OK;
    for (int i = 0; i < spec->wall_count && !status; i++) {
        rp_wall *w = &world->wall[world->wall_count++];
        const rp_wall *from = &spec->wall[i];
        *w = *from;
        rp_mesh_hold(w->mesh);
        status = copy_tables(
            (rp_table *const[]){&w->velocity_table, &w->spin_table, &w->load_table, &w->twist_table},
            (const rp_table *const[]){&from->velocity_table, &from->spin_table, &from->load_table, &from->twist_table},
            4, err);
        if (status || w->load_kind != RP_LOAD_NONE) continue; /* a loaded wall starts at rest */
        w->speed = rp_wall_prescribed_velocity(w, 0);
        w->angular_speed = rp_wall_prescribed_spin(w, 0);
    }
    return status;
}

/* A pressure needs an area. */
static rp_status check_loads(const rp_scene_spec *spec, const rp_world *world, rp_error *err)
{
    for (int w = 0; w < world->wall_count; w++) {
        if (world->wall[w].load_kind != RP_LOAD_PRESSURE || rp_world_wall_area(world, w) > 0) continue;
        rp_error_set(err, RP_INPUT, "the pressure on the wall '%s' has no area to act on", world->wall[w].name);
        rp_yaml_error_at(err, rp_yaml_find(spec->wall_node[w], "load"));
        rp_error_expected(err, "a domain or pairs of planes that bound the wall, or a force instead");
        return RP_INPUT;
    }
    return RP_OK;
}

static rp_status build_groups(const rp_scene_spec *spec, rp_world *world, rp_error *err)
{
    rp_group *group = rp_memory_resize(world->group, (size_t)spec->group_count + 1, sizeof *group);
    if (!group) return rp_memory_error(err, (size_t)spec->group_count * sizeof *group, "groups");
    world->group = group;
    rp_status status = RP_OK;
    for (int i = 0; i < spec->group_count && !status; i++) {
        rp_group *g = &group[world->group_count++];
        const rp_group *from = &spec->group[i];
        *g = *from;
        status = copy_tables((rp_table *const[]){&g->velocity_table, &g->force_table, &g->torque_table},
                             (const rp_table *const[]){&from->velocity_table, &from->force_table, &from->torque_table},
                             3, err);
    }
    return status;
}

static rp_status build_flow(const rp_scene_spec *spec, rp_world *world, rp_error *err)
{
    const size_t sources = (size_t)spec->source_count, sinks = (size_t)spec->sink_count;
    world->source = rp_memory_alloc(sources, sizeof *world->source);
    world->sink = rp_memory_alloc(sinks, sizeof *world->sink);
    if (!world->source || !world->sink) return rp_memory_error(err, sources * sizeof *world->source, "sources");
    if (sources) memcpy(world->source, spec->source, sources * sizeof *world->source);
    if (sinks) memcpy(world->sink, spec->sink, sinks * sizeof *world->sink);
    world->source_count = spec->source_count;
    world->sink_count = spec->sink_count;
    return RP_OK;
}

static rp_status build_basics(const rp_scene_spec *spec, rp_world *world, rp_error *err)
{
    world->dimension = spec->dimension;
    world->thickness = spec->thickness;
    world->seed = spec->seed;
    world->domain = spec->domain;
    world->cell = spec->cell;
    world->gravity = spec->gravity;
    world->material = rp_memory_alloc((size_t)spec->material_count, sizeof *world->material);
    if (!world->material)
        return rp_memory_error(err, (size_t)spec->material_count * sizeof *world->material, "materials");
    memcpy(world->material, spec->material, (size_t)spec->material_count * sizeof *world->material);
    world->material_count = spec->material_count;
    return copy_table(&world->gravity_table, &spec->gravity_table, err);
}

/* ---- interactions ---- */

/* Which materials particles may have, and which of them planar shapes. The same with and without particles at hand, so
 * that a world made for a checkpoint has the same interactions. */
typedef struct possible {
    char particle[RP_SPEC_MATERIALS_MAX], disc[RP_SPEC_MATERIALS_MAX], wall[RP_SPEC_MATERIALS_MAX];
} possible;

static possible find_possible(const rp_scene_spec *spec)
{
    possible p = {0};
    for (int m = 0; m < spec->material_count; m++) {
        if (spec->entry_count == 0 && (spec->source_count == 0 || spec->started)) {
            p.particle[m] = 1;
            p.disc[m] = spec->dimension == 2;
        }

        for (int e = 0; e < spec->entry_count; e++) {
            if (spec->entry[e].material >= 0 && spec->entry[e].material != m) continue;
            p.particle[m] = 1;
            if (spec->entry[e].shape->dimension == 2) p.disc[m] = 1;
        }
    }
    for (int s = 0; s < spec->source_count; s++)
        for (int k = 0; k < spec->source_spec[s].kind_count; k++) {
            const rp_entry_spec *e = &spec->source_spec[s].kind[k].entry;
            p.particle[e->material] = 1;
            if (e->shape->dimension == 2) p.disc[e->material] = 1;
        }
    for (int w = 0; w < spec->wall_count; w++) rp_wall_parts_meet(&spec->wall[w], p.wall);
    return p;
}

/* Where the parameter stands that a law complains about. Several laws may have one of this name: it is that of a law
 * which is not ready in x. */
static const rp_node *blamed(const rp_rule_spec *rule, const rp_interaction *x, const char *parameter)
{
    const rp_node *found = rule->node;
    for (rp_slot slot = 0; slot < RP_SLOT_COUNT; slot++) {
        const rp_law *law = rule->x.law[slot];
        const rp_node *node = rp_yaml_find(rule->node, rp_slot_name(slot));
        for (int i = 0; law && node && i < law->param_count; i++)
            if (strcmp(law->param[i].name, parameter) == 0) {
                if (!x->eval[slot]) return node;
                found = node;
            }
    }
    return found;
}

static void place_law_error(const rp_scene_spec *spec, const rp_rule_spec *rule, const rp_interaction *x, rp_error *err)
{
    if (!err) return;
    rp_error told = *err;
    const rp_node *node = blamed(rule, x, told.key), *param = rp_yaml_find(node, told.key);
    char path[240];
    rp_error_set(err, told.status, "%.280s (materials %.40s and %.40s)", told.what, spec->material[x->a].name,
                 spec->material[x->b].name);
    rp_yaml_error_at(err, param ? param : node);
    rp_yaml_path(node, path, 160);
    size_t used = strlen(path);
    if (told.key[0]) snprintf(path + used, sizeof path - used, ".%.64s", told.key);
    rp_error_key(err, path);
    if (!param) rp_error_value(err, "%s", told.value);
    rp_error_expected(err, "%s", told.expected);
}

static rp_status build_pair(const rp_scene_spec *spec, rp_world *world, const rp_rule_spec *rule, int a, int b,
                            int discs, rp_error *err)
{
    rp_interaction *x = &world->interaction[world->interaction_count];
    *x = rule->x;
    x->a = a;
    x->b = b;
    rp_status status = rp_interaction_prepare_world(x, world, discs, err);
    rp_interaction_state_keep(x);
    if (status == RP_INPUT) place_law_error(spec, rule, x, err);
    if (status) return status;
    world->interaction_of[a * spec->material_count + b] = world->interaction_of[b * spec->material_count + a] =
        (uint16_t)world->interaction_count++;
    return RP_OK;
}

static rp_status build_interactions(const rp_scene_spec *spec, rp_world *world, rp_error *err)
{
    size_t n = (size_t)spec->material_count, pairs = n * (n + 1) / 2;
    possible p = find_possible(spec);
    world->laws = rp_laws_hold(spec->laws);
    world->interaction_of = rp_memory_alloc(n * n, sizeof *world->interaction_of);
    world->interaction = rp_memory_alloc(pairs, sizeof *world->interaction);
    if (!world->interaction_of || !world->interaction)
        return rp_memory_error(err, pairs * sizeof *world->interaction, "interactions");
    for (size_t i = 0; i < n * n; i++) world->interaction_of[i] = RP_NO_INTERACTION;
    for (int a = 0; a < spec->material_count; a++)
        for (int b = a; b < spec->material_count; b++) {
            rp_status status;
            if (!(p.particle[a] && (p.particle[b] || p.wall[b])) && !(p.wall[a] && p.particle[b])) continue;
            int rule = rp_rules_find(spec, a, b, NULL, &status);
            if (rule < 0 || status) continue; /* an error only if the two really meet: rp_rules_cover */
            status = build_pair(spec, world, &spec->rule[rule], a, b, p.disc[a] || p.disc[b], err);
            if (status) return status;
        }
    return RP_OK;
}

/* ---- particles ---- */

static rp_status check_weight(const rp_scene_spec *spec, const rp_grain *g, size_t i, double mass, double inertia,
                              rp_error *err)
{
    if (isfinite(mass) && mass > 0 && isfinite(inertia) && inertia > 0 && isfinite(1 / mass)
        && isfinite(g->r * g->r / inertia))
        return RP_OK;
    rp_error_set(err, RP_INPUT,
                 isnan(mass) ? "the mass of a particle is not known"
                             : "the mass or moment of inertia of a particle is not a normal number");
    rp_placement_error_at(spec, g, err);
    if (!isnan(mass)) rp_error_value(err, "mass %g kg, inertia %g kg m^2", mass, inertia);
    rp_error_expected(
        err, isnan(mass) ? "density in materials.%s, or mass" : "a particle of %s with sensible radius and density",
        spec->material[g->material].name);
    if (err) err->particle = (int64_t)i;
    return RP_INPUT;
}

static int is_kind(const rp_scene_spec *spec, const rp_grain *g, unsigned flags)
{
    return (spec->entry[g->entry].shape->flags & flags) != 0;
}

static size_t particles_of(const rp_scene_spec *spec, const rp_grain *g)
{
    return is_kind(spec, g, RP_SHAPE_UNION) ? (size_t)g->corners : 1;
}

/* What its body is at size 1: the definition of the entry, or one of its own. */
static rp_shape_def body_shape(const rp_scene_spec *spec, const rp_grains *grains, const rp_grain *g)
{
    const rp_entry_spec *e = &spec->entry[g->entry];
    if (e->form.kind != RP_FORM_GIVEN) return rp_shape_of(spec, grains, g);
    return (rp_shape_def){.shape = e->shape, .corners = e->form.given.count, .corner = e->form.given.corner};
}

/* A body, and its members as particles from i on. */
static rp_status set_body(const rp_scene_spec *spec, rp_world *world, const rp_grains *grains, const rp_grain *g,
                          size_t i, rp_error *err)
{
    const rp_shape_def def = body_shape(spec, grains, g);
    const size_t members = particles_of(spec, g);
    rp_particles *p = &world->particles;
    rp_rigid body = {.x = g->x, .v = g->v, .omega = g->omega, .mass = g->mass, .size = g->size};
    memcpy(body.orientation, g->turn, sizeof g->turn);
    memcpy(body.image, g->image, sizeof g->image);
    if (world->group[g->group].mode != RP_GROUP_FREE) body.v = body.omega = rp_vec_make(0, 0, 0);
    rp_status status = rp_bodies_add(world, &def, &body, spec->material[g->material].density, err);
    for (int k = 0; k < 3 && !status; k++) {
        const rp_rigid *made = &world->bodies.body[world->bodies.count - 1];
        if (k == 2 || world->dimension == 3) status = check_weight(spec, g, i, made->mass, made->moment[k], err);
    }
    for (size_t k = 0; k < members && !status; k++) {
        p->material[i + k] = (uint16_t)g->material;
        p->group[i + k] = (uint16_t)g->group;
        rp_bodies_add_member(world, i + k, (int)k);
    }
    world->group[g->group].count += status ? 0 : members;
    return status;
}

static rp_status set_particle(const rp_scene_spec *spec, rp_world *world, const rp_grains *grains, const rp_grain *g,
                              size_t i, rp_error *err)
{
    rp_particles *p = &world->particles;
    rp_group *group = &world->group[g->group];
    const rp_shape_def def = rp_shape_of(spec, grains, g);
    p->mass[i] = g->mass;
    rp_shape_weigh(&def, spec->thickness, spec->material[g->material].density, &p->mass[i], &p->inertia[i]);
    rp_status status = check_weight(spec, g, i, p->mass[i], p->inertia[i], err);
    if (!status && g->corners) status = rp_shapes_add(&world->shapes, &def, &p->shape[i], err);
    if (status) return status;
    p->row[i] = (rp_row){g->x.x, g->x.y, g->x.z, g->r, g->v.x, g->v.y, g->v.z, 0};
    p->spin[i] = (rp_spin){g->r * g->omega.x, g->r * g->omega.y, g->r * g->omega.z, 0};
    if (p->orientation && world->dimension == 2) p->orientation[i][0] = g->angle; /* not a quaternion */
    for (int axis = 0; axis < 3; axis++) p->image[i][axis] = g->image[axis];
    p->material[i] = (uint16_t)g->material;
    p->group[i] = (uint16_t)g->group;
    rp_prescribed_motion(world, i);
    rp_prescribed_mobility(world, i);
    group->count++;
    return RP_OK;
}

/* What shapes need of the rest of the scene. */
static rp_status check_shape(const rp_scene *scene, const rp_method *method, const rp_entry_spec *e, rp_error *err)
{
    const int clump = (e->shape->flags & RP_SHAPE_UNION) != 0, solid = (e->shape->flags & RP_SHAPE_SOLID) != 0,
              taken = clump   ? method->clumps
                      : solid ? method->solids
                              : method->shaped;
    const rp_node *node = rp_yaml_find(e->node, "shape");
    char names[160];
    if ((e->shape->flags & RP_SHAPE_ROUND) || (taken && (clump || scene->orientation))) return RP_OK;
    if (!taken) rp_error_set(err, RP_INPUT, "the method '%s' takes no %s", method->name, e->shape->plural);
    else rp_error_set(err, RP_INPUT, "%s turn: run.orientation cannot be false", e->shape->plural);
    rp_yaml_error_at(err, node ? node : e->node);
    rp_method_names(clump   ? offsetof(rp_method, clumps)
                    : solid ? offsetof(rp_method, solids)
                            : offsetof(rp_method, shaped),
                    names, sizeof names);
    if (!taken) rp_error_expected(err, "method: %s", names);
    return RP_INPUT;
}

/* Histories have room for the points of the shapes that are there at the start. */
static rp_status check_kind(const rp_scene *scene, const rp_method *method, const rp_entry_spec *e, rp_error *err)
{
    rp_status status = check_shape(scene, method, e, err);
    if (status || !(e->shape->flags & RP_SHAPE_SOLID)) return status;
    rp_error_set(err, RP_INPUT, "sources give no %s", e->shape->plural);
    rp_yaml_error_at(err, rp_yaml_find(e->node, "shape"));
    rp_error_expected(err, "particles that are placed at the start, or another shape");
    return RP_INPUT;
}

static rp_status check_shapes(const rp_scene *scene, const rp_method *method, rp_error *err)
{
    const rp_scene_spec *spec = scene->spec;
    rp_status status = RP_OK;
    for (int e = 0; e < spec->entry_count && !status; e++) status = check_shape(scene, method, &spec->entry[e], err);
    for (int s = 0; s < spec->source_count; s++)
        for (int k = 0; k < spec->source_spec[s].kind_count && !status; k++)
            status = check_kind(scene, method, &spec->source_spec[s].kind[k].entry, err);
    return status;
}

/* 1: a source gives polygons or polyhedra. */
static int shapes_come(const rp_scene_spec *spec)
{
    int any = 0;
    for (int s = 0; s < spec->source_count; s++)
        for (int k = 0; k < spec->source_spec[s].kind_count; k++)
            any |= !(spec->source_spec[s].kind[k].entry.shape->flags & (RP_SHAPE_ROUND | RP_SHAPE_UNION));
    return any;
}

static rp_status set_particles(const rp_scene *scene, rp_world *world, const rp_grains *grains, rp_error *err)
{
    const rp_scene_spec *spec = scene->spec;
    const rp_method *method = rp_method_find(scene->method);
    size_t count = 0, bodies = 0, shaped = (size_t)shapes_come(spec), i = 0;
    for (size_t n = 0; n < grains->count; n++) {
        const rp_grain *g = &grains->grain[n];
        count += particles_of(spec, g);
        bodies += (size_t)is_kind(spec, g, RP_SHAPE_BODY);
        shaped += g->corners && !is_kind(spec, g, RP_SHAPE_UNION);
    }
    rp_status status = rp_particles_create(&world->particles, count, method->accelerations, scene->orientation, err);
    if (!status && shaped) status = rp_particles_shapes(&world->particles, err);
    if (!status && bodies) status = rp_particles_members(&world->particles, err);
    for (size_t n = 0; n < grains->count && !status; n++) {
        const rp_grain *g = &grains->grain[n];
        status = is_kind(spec, g, RP_SHAPE_BODY) ? set_body(spec, world, grains, g, i, err)
                                                 : set_particle(spec, world, grains, g, i, err);
        i += particles_of(spec, g);
    }
    return status;
}

static rp_status build_particles(const rp_scene *scene, rp_world *world, rp_error *err)
{
    rp_grains grains = {0};
    char used[RP_SPEC_MATERIALS_MAX] = {0};
    const rp_method *method = rp_method_find(scene->method);
    rp_status status = check_shapes(scene, method, err);
    if (!status)
        status = rp_placement_all(scene->spec, rp_method_start_overlap(method, scene->max_overlap), &grains, err);
    for (size_t i = 0; i < grains.count && !status; i++) used[grains.grain[i].material] = 1;
    if (!status) status = rp_rules_cover(scene->spec, used, err);
    if (!status) status = set_particles(scene, world, &grains, err);
    rp_grains_free(&grains);
    return status;
}

/* ---- the whole ---- */

/* Groups that are frozen, driven or glued at some time of the run. */
void rp_scene_build_mark_reported(const rp_scene *scene, rp_group *group, int count)
{
    const rp_scene_spec *spec = scene->spec;
    for (int n = 0; n < count; n++) {
        group[n].reported = group[n].mode != RP_GROUP_FREE;
        group[n].flows = n > 0 && spec->sink_count > 0 && group[n].mode == RP_GROUP_FREE;
    }
    for (int s = 0; s < spec->source_count; s++)
        for (int k = 0; k < spec->source_spec[s].kind_count; k++) {
            const rp_kind_spec *kind = &spec->source_spec[s].kind[k];
            group[kind->group].flows = 1;
            group[kind->group].clumps |= (kind->entry.shape->flags & RP_SHAPE_BODY) != 0;
        }
    for (int s = 0; s < scene->stage_count; s++)
        for (int n = 0; n < scene->stage[s].group_change_count; n++)
            group[scene->stage[s].group_change[n].group].reported = 1;
}

static rp_status build(const rp_scene *scene, int particles, rp_world *world, rp_error *err)
{
    const rp_scene_spec *spec = scene->spec;
    memcpy(world->option, scene->option, sizeof world->option);
    world->method_total_fields = rp_method_find(scene->method)->totals;
    rp_status status = build_basics(spec, world, err);
    if (!status) status = build_walls(spec, world, err);
    if (!status) status = build_groups(spec, world, err);
    if (!status) status = build_flow(spec, world, err);
    if (!status) rp_scene_build_mark_reported(scene, world->group, world->group_count);
    if (!status) status = check_loads(spec, world, err);
    if (!status) status = build_interactions(spec, world, err);
    if (!status && particles) status = build_particles(scene, world, err);
    return status;
}

rp_status rp_scene_build(const rp_scene *scene, const rp_scene_options *options, rp_world **world, rp_error *err)
{
    rp_error_clear(err);
    *world = NULL;
    int particles = !(options && options->no_particles) && !scene->start_from[0];
    rp_world *made;
    rp_status status = rp_world_create(&made, err);
    if (status) return status;
    status = build(scene, particles, made, err);
    if (status) rp_world_destroy(made);
    else *world = made;
    return status;
}

rp_status rp_scene_check_pairs(const rp_world *world, rp_error *err)
{
    char used[RP_SPEC_MATERIALS_MAX] = {0}, met[RP_SPEC_MATERIALS_MAX] = {0};
    int n = world->material_count;
    for (size_t i = 0; i < world->particles.count; i++)
        used[world->particles.material[i]] = met[world->particles.material[i]] = 1;
    for (int w = 0; w < world->wall_count; w++) rp_wall_parts_meet(&world->wall[w], met);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (used[a] && met[b] && rp_world_interaction_index(world, a, b) < 0)
                return rp_error_set(err, RP_INPUT, "no interaction between '%s' and '%s', which can meet",
                                    world->material[a].name, world->material[b].name);
    return RP_OK;
}
