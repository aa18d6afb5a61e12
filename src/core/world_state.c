/* State out of the world and into it again (archive): lists of fields, polygons, contacts. Materials, groups and walls
 * are found again by name. */
#include <string.h>
#include "core/chain.h"
#include "core/field.h"
#include "core/mesh.h"
#include "core/names.h"
#include "core/neighbours.h"
#include "core/wall_shape.h"
#include "core/world.h"
#include "core/world_fields.h"

static const char MATERIALS[] = "materials/name", GROUPS[] = "groups/name", WALLS[] = "walls/name",
                  SHAPES[] = "walls/shape", SOURCES[] = "sources/name", SINKS[] = "sinks/name";

/* ---- saving ---- */

/* Contacts hold for a wall of the same name and shape. */
static rp_status save_shapes(const rp_world *w, rp_archive *a, rp_error *err)
{
    char(*names)[RP_NAME] = rp_memory_alloc((size_t)w->wall_count, sizeof *names);
    if (!names) return rp_memory_error(err, (size_t)w->wall_count * sizeof *names, "the checkpoint");
    for (int n = 0; n < w->wall_count; n++) strncpy(names[n], w->wall[n].shape->name, RP_NAME - 1);
    return rp_archive_put(a, SHAPES, RP_U8, (size_t)w->wall_count, RP_NAME, names, 1, err);
}

static rp_status save_names(const rp_world *w, rp_archive *a, rp_error *err)
{
    rp_status status = RP_OK;
    if (w->material_count)
        status = rp_names_save(a, MATERIALS, w->material->name, sizeof *w->material, (size_t)w->material_count, err);
    if (!status) status = rp_names_save(a, GROUPS, w->group->name, sizeof *w->group, (size_t)w->group_count, err);
    if (!status && w->wall_count)
        status = rp_names_save(a, WALLS, w->wall->name, sizeof *w->wall, (size_t)w->wall_count, err);
    if (!status && w->wall_count) status = save_shapes(w, a, err);
    if (!status && w->source_count)
        status = rp_names_save(a, SOURCES, w->source->name, sizeof *w->source, (size_t)w->source_count, err);
    if (!status && w->sink_count)
        status = rp_names_save(a, SINKS, w->sink->name, sizeof *w->sink, (size_t)w->sink_count, err);
    return status;
}

rp_status rp_world_save(const rp_world *w, rp_archive *archive, rp_error *err)
{
    rp_chain c = {archive, err, RP_OK};
    c.status = save_names(w, archive, err);
    rp_chain_save(&c, rp_world_fields(), w, 1);
    if (w->method_total_fields) rp_chain_save(&c, w->method_total_fields, w, 1);
    rp_chain_save(&c, rp_particles_fields(), &w->particles, w->particles.count);
    if (!c.status) c.status = rp_shapes_save(&w->shapes, archive, err);
    if (!c.status) c.status = rp_bodies_save(&w->bodies, archive, err);
    rp_chain_save(&c, rp_world_fields_wall(), w->wall, (size_t)w->wall_count);
    rp_chain_save(&c, rp_world_fields_group(), w->group, (size_t)w->group_count);
    if (w->source_count) rp_chain_save(&c, rp_flow_sources(), w->source, (size_t)w->source_count);
    if (w->sink_count) rp_chain_save(&c, rp_flow_sinks(), w->sink, (size_t)w->sink_count);
    if (w->contacts.chunk_count)
        rp_contacts_state_save(&w->contacts, &c); /* also when the list is due to be rebuilt: it has the histories */
    return c.status;
}

/* ---- names: what an index of the checkpoint is here ---- */

typedef int find_name(const rp_world *w, const char *name);

static int *map_make(const rp_world *w, rp_names names, find_name *find, rp_chain *c)
{
    int *map = c->status ? NULL : rp_memory_alloc(names.count, sizeof *map);
    if (!map && !c->status) c->status = rp_memory_error(c->err, names.count * sizeof *map, "the checkpoint");
    for (size_t n = 0; n < names.count && map; n++) map[n] = find(w, rp_names_at(names, n));
    return map;
}

static void unknown(const char *what, const char *name, rp_chain *c)
{
    c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint has the %s '%.60s', which this scene does not define",
                             what, name);
}

/* ---- particles ---- */

/* Arrays are there if the checkpoint has their fields. */
static void make_particles(rp_world *w, size_t count, rp_chain *c)
{
    const rp_fields *fields = rp_particles_fields();
    int accel = rp_fields_item(fields, "acceleration", c->archive) != NULL;
    int orientation = rp_fields_item(fields, "orientation", c->archive) != NULL;
    rp_particles_destroy(&w->particles);
    c->status = rp_particles_create(&w->particles, count, accel, orientation, c->err);
    if (!c->status && rp_fields_item(fields, "shape", c->archive))
        c->status = rp_particles_shapes(&w->particles, c->err);
    if (!c->status && rp_fields_item(fields, "body", c->archive))
        c->status = rp_particles_members(&w->particles, c->err);
    if (!c->status && rp_fields_item(fields, "seen", c->archive)) c->status = rp_particles_seen(&w->particles, c->err);
}

static void load_particles(rp_world *w, rp_chain *c)
{
    const rp_item *id = rp_fields_item(rp_particles_fields(), "id", c->archive);
    if (!id) c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint holds no particles");
    if (!c->status) make_particles(w, id->rows, c);
    if (!c->status) c->status = rp_shapes_load(&w->shapes, c->archive, c->err);
    rp_chain_load(c, rp_particles_fields(), &w->particles, w->particles.count);
}

/* Whether its body is one, too, is checked with the bodies. */
static int is_solid(const rp_world *w, size_t i)
{
    return w->particles.shape[i] == RP_SHAPE_OF_BODY && rp_bodies_of(&w->particles, i);
}

/* What indexes other arrays is checked before it is used. */
static void check_particles(const rp_world *w, size_t materials, size_t groups, rp_chain *c)
{
    const rp_particles *p = &w->particles;
    for (size_t i = 0; i < p->count && !c->status; i++) {
        int shaped = p->shape && p->shape[i] > 0;
        if (p->id[i] >= p->next_id || p->material[i] >= materials || p->group[i] >= groups
            || (shaped && !(p->orientation && (p->shape[i] <= w->shapes.count || is_solid(w, i)))))
            c->status = rp_error_set(c->err, RP_INPUT,
                                     "the checkpoint does not fit the scene: particle %u, material %u, group %u",
                                     p->id[i], p->material[i], p->group[i]);
    }
}

/* Indices of materials and groups, from the checkpoint's to those of this world; particles of a group that is not known
 * here are free, if that is allowed. Returns 1 if all are as they were. */
static int rename_particles(rp_world *w, int known_only, rp_chain *c)
{
    int same = 1;
    rp_names materials = rp_names_of(c->archive, MATERIALS), groups = rp_names_of(c->archive, GROUPS);
    rp_particles *p = &w->particles;
    check_particles(w, materials.count, groups.count, c);
    int *material = map_make(w, materials, rp_world_material_find, c),
        *group = map_make(w, groups, rp_world_group_find, c);
    for (size_t i = 0; i < p->count && !c->status; i++) {
        int m = material[p->material[i]], g = group[p->group[i]];
        if (m < 0) unknown("material", rp_names_at(materials, p->material[i]), c);
        else if (g < 0 && !known_only) unknown("group", rp_names_at(groups, p->group[i]), c);
        same &= m == p->material[i] && g == p->group[i];
        p->material[i] = (uint16_t)m;
        p->group[i] = (uint16_t)(g < 0 ? 0 : g);
    }
    rp_memory_free(material);
    rp_memory_free(group);
    return same;
}

/* ---- walls and groups ---- */

typedef struct bounds {
    const char *what, *item;
    const rp_fields *fields;
    char *first; /* the first of them; they begin with their names */
    size_t stride, count;
} bounds;

/* Rows by name. Unless known_only, both sides have the same names. */
static void load_bounds(const bounds *b, int known_only, rp_chain *c)
{
    rp_names names = rp_names_of(c->archive, b->item);
    int *from = c->status ? NULL : rp_memory_alloc(b->count, sizeof *from);
    if (!from && !c->status) c->status = rp_memory_error(c->err, b->count * sizeof *from, "the checkpoint");
    for (size_t n = 0; n < b->count && !c->status; n++) {
        const char *name = b->first + n * b->stride;
        from[n] = rp_names_find(names, name);
        if (from[n] < 0 && !known_only)
            c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint has no %s '%s'", b->what, name);
    }
    if (!c->status && names.count > b->count && !known_only)
        c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint has %zu %ss, this scene %zu", names.count, b->what,
                                 b->count);
    if (!c->status)
        c->status = rp_fields_load_rows(b->fields, b->first, b->count, from, names.count, c->archive, c->err);
    rp_memory_free(from);
}

static void load_flow(rp_world *w, int known_only, rp_chain *c)
{
    const bounds sources = {"source",          SOURCES,           rp_flow_sources(),
                            (char *)w->source, sizeof *w->source, (size_t)w->source_count},
                 sinks = {"sink", SINKS, rp_flow_sinks(), (char *)w->sink, sizeof *w->sink, (size_t)w->sink_count};
    if (w->source_count) load_bounds(&sources, known_only, c);
    if (w->sink_count) load_bounds(&sinks, known_only, c);
}

static void load_walls_and_groups(rp_world *w, int known_only, rp_chain *c)
{
    const bounds walls = {"wall",          WALLS,           rp_world_fields_wall(),
                          (char *)w->wall, sizeof *w->wall, (size_t)w->wall_count},
                 groups = {"group",          GROUPS,           rp_world_fields_group(),
                           (char *)w->group, sizeof *w->group, (size_t)w->group_count};
    if (w->wall_count) load_bounds(&walls, known_only, c);
    load_bounds(&groups, known_only, c);
}

/* Than when the checkpoint was written. */
static int other_mesh(const rp_wall *wall) { return wall->mesh && wall->mesh_hash != wall->mesh->hash; }

static void check_meshes(const rp_world *w, rp_chain *c)
{
    for (int n = 0; n < w->wall_count && !c->status; n++) {
        if (!other_mesh(&w->wall[n])) continue;
        c->status = rp_error_set(c->err, RP_INPUT,
                                 "the mesh of the wall '%s' is not the one that the checkpoint was written with",
                                 w->wall[n].name);
        rp_error_expected(c->err, "the file as it was, or a new run");
    }
}

int *rp_world_state_wall_map(const rp_world *w, size_t *count, rp_chain *c)
{
    rp_names names = rp_names_of(c->archive, WALLS), shapes = rp_names_of(c->archive, SHAPES);
    *count = names.count;
    int *map = map_make(w, names, rp_world_wall_find, c);
    for (size_t n = 0; map && n < names.count && n < shapes.count; n++) /* format 2 has no shapes */
        if (map[n] >= 0 && strcmp(rp_names_at(shapes, n), w->wall[map[n]].shape->name) != 0) map[n] = -1;
    for (size_t n = 0; map && n < names.count; n++)
        if (map[n] >= 0 && other_mesh(&w->wall[map[n]])) map[n] = -1;
    return map;
}

/* ---- all of it ---- */

/* Before they had names, totals of methods were a row of numbers. */
static void load_method_totals(rp_world *w, rp_chain *c)
{
    static const char ROW[] = "world/method_totals";
    if (rp_archive_find(c->archive, ROW)) rp_chain_get(c, ROW, RP_F64, 1, RP_METHOD_TOTALS, w->method_total);
    else if (w->method_total_fields) rp_chain_load(c, w->method_total_fields, w, 1);
}

/* Another run begins: its scene says what is held and imposed, its cell starts as the checkpoint has it. */
static rp_status fit_cell(rp_world *w, const rp_cell *given, rp_error *err)
{
    const rp_vec size = w->cell.size, now = rp_vec_sub(w->domain.upper, w->domain.lower);
    const int same = rp_vec_norm(rp_vec_sub(size, now)) <= 1e-12 * rp_vec_norm(now) && w->cell.offset == 0;
    w->totals.cell = w->power.cell = 0;
    if (given->moves || size.x == 0 || same) {
        const rp_cell saved = w->cell;
        w->cell = *given;
        if (!given->moves) return RP_OK;
        w->cell.size = size;
        w->cell.offset = saved.offset;
        for (int k = 0; k < RP_CELL_PARTS; k++) w->cell.gradient[k] = saved.gradient[k];
        return RP_OK;
    }
    rp_status status = rp_error_set(
        err, RP_INPUT, "the checkpoint is of a domain that strains: its lengths are %.12g, %.12g, %.12g m now", size.x,
        size.y, size.z);
    rp_error_expected(err, "domain: {rate: {xx: 0}, ...}, which goes on from there");
    return status;
}

static rp_status load(rp_world *w, const rp_archive *archive, int known_only, rp_error *err)
{
    rp_chain c = {(rp_archive *)archive, err, RP_OK};
    const rp_cell given = w->cell;
    load_particles(w, &c);
    rp_chain_load(&c, rp_world_fields(), w, 1);
    load_method_totals(w, &c);
    if (known_only) w->edition = RP_EDITION; /* another run begins */
    int same = rename_particles(w, known_only, &c);
    if (!c.status) c.status = rp_particles_index(&w->particles, err);
    if (!c.status) c.status = rp_bodies_load(w, archive, err);
    if (c.status) return c.status;
    load_walls_and_groups(w, known_only, &c);
    if (!known_only) check_meshes(w, &c);
    load_flow(w, known_only, &c);
    if (!c.status && known_only) c.status = fit_cell(w, &given, err);
    if (!c.status) rp_cell_place(w);
    rp_contacts_state_load(w, known_only, &c);
    for (int n = 0; n < w->wall_count; n++) w->wall[n].mesh_hash = w->wall[n].mesh ? w->wall[n].mesh->hash : 0;
    w->contacts.valid &= same; /* the table stands in the order of interactions, chunks in that of groups */
    return c.status;
}

rp_status rp_world_load(rp_world *w, const rp_archive *archive, rp_error *err) { return load(w, archive, 0, err); }

rp_status rp_world_load_known(rp_world *w, const rp_archive *archive, rp_error *err)
{
    return load(w, archive, 1, err);
}
