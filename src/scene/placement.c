/* Placing all entries in order, then velocities, groups, and the check for overlaps. */
#include "scene/placement.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/random.h"
#include "core/population.h"
#include "core/wall_solid.h"
#include "core/wall_touch.h"
#include "scene/csv.h"
#include "scene/radius.h"
#include "scene/shape.h"

static rp_status no_memory(rp_error *err, size_t count)
{
    return rp_memory_error(err, count * sizeof(rp_grain), "particles");
}

void rp_placement_error_at(const rp_scene_spec *spec, const rp_grain *g, rp_error *err)
{
    const rp_entry_spec *e = &spec->entry[g->entry];
    rp_yaml_error_at(err, e->node);
    rp_error_value(err, "%s", "");
    if (g->line && e->place.kind == RP_PLACE_FILE) rp_error_at(err, e->place.file, g->line, 1);
    else if (g->line) rp_error_at(err, e->node->origin, g->line, 1);
}

/* ---- placed by the user ---- */

static rp_status outside(const rp_scene_spec *spec, const rp_grain *g, size_t i, int axis, rp_error *err)
{
    double at = rp_vec_component(g->x, axis);
    rp_error_set(err, RP_INPUT, "particle %zu lies outside of the domain", i);
    rp_placement_error_at(spec, g, err);
    rp_error_value(err, "%c = %g", "xyz"[axis], at);
    rp_error_expected(err, "%g to %g m", rp_vec_component(spec->domain.lower, axis),
                      rp_vec_component(spec->domain.upper, axis));
    return RP_INPUT;
}

static rp_status bring_inside(const rp_scene_spec *spec, rp_grain *g, size_t i, rp_error *err)
{
    double periods[3];
    g->listed = 1;
    for (int axis = 0; axis < spec->dimension && spec->domain.bounded; axis++) {
        double at = rp_vec_component(g->x, axis);
        int inside = at >= rp_vec_component(spec->domain.lower, axis)
                     && at <= rp_vec_component(spec->domain.upper, axis);
        if (!inside && !spec->domain.periodic[axis]) return outside(spec, g, i, axis, err);
    }
    rp_vec wrapped = rp_domain_wrap(&spec->domain, g->x, periods);
    for (int axis = 0; axis < 3; axis++) {
        if (fabs(periods[axis]) > 1e9) return outside(spec, g, i, axis, err);
        g->image[axis] = (int32_t)periods[axis];
    }
    g->x = wrapped;
    return RP_OK;
}

static rp_status settle(const rp_placing *p, rp_grain *g)
{
    rp_status status = bring_inside(p->spec, g, p->grains->count - 1, p->err);
    return status ? status : rp_placed_add(p->placed, g->x, g->r, p->fixed, p->err);
}

static rp_status place_list(const rp_placing *p)
{
    const rp_entry_spec *e = p->entry;
    const rp_node *node = e->place.node->child;
    rp_status status = RP_OK;
    for (int k = 0; k < e->place.value_count && !status; k++, node = node->next) {
        uint64_t id = p->grains->count;
        rp_grain *g = rp_grains_add(p->grains, e, (int)(e - p->spec->entry));
        if (!g) return no_memory(p->err, p->grains->count + 1);
        g->r = rp_radius_draw(&e->radius, p->radius_value, p->spec->seed, id, (uint64_t)k);
        g->x = e->place.value[k];
        g->line = node->line;
        status = settle(p, g);
    }
    return status;
}

/* What the file may say, and what the entry says already. */
static rp_status check_columns(const rp_placing *p, const rp_csv *csv)
{
    const rp_entry_spec *e = p->entry;
    struct {
        rp_csv_column column;
        const char *name;
        int given, needed;
    } const rules[] = {
        {RP_CSV_RADIUS, "radius", e->radius.kind != RP_RADIUS_PLACE, 1},
        {RP_CSV_MATERIAL, "material", e->material >= 0, 1},
        {RP_CSV_MASS, "mass", !isnan(e->mass), 0},
        {RP_CSV_VX, "vx", e->thermal > 0, 0},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        int in_file = csv->has >> rules[i].column & 1;
        if (!(in_file && rules[i].given) && (in_file || rules[i].given || !rules[i].needed)) continue;
        rp_error_set(p->err, RP_INPUT,
                     in_file ? "the file has the column '%s', and the scene says it too"
                             : "the file has no column '%s', and the scene does not say it",
                     rules[i].name);
        rp_yaml_error_at(p->err, e->place.node);
        rp_error_expected(p->err, "'%s' in one of the two", rules[i].name);
        return RP_INPUT;
    }
    return RP_OK;
}

static void take_row(const rp_csv *csv, const rp_csv_row *row, rp_grain *g)
{
    const double *n = row->number;
    const unsigned speeds = 1u << RP_CSV_VX | 1u << RP_CSV_VY | 1u << RP_CSV_VZ,
                   spins = 1u << RP_CSV_WX | 1u << RP_CSV_WY | 1u << RP_CSV_WZ;
    g->x = (rp_vec){n[RP_CSV_X], n[RP_CSV_Y], n[RP_CSV_Z]};
    if (csv->has & speeds) g->v = (rp_vec){n[RP_CSV_VX], n[RP_CSV_VY], n[RP_CSV_VZ]};
    if (csv->has & spins) g->omega = (rp_vec){n[RP_CSV_WX], n[RP_CSV_WY], n[RP_CSV_WZ]};
    if (csv->has >> RP_CSV_RADIUS & 1) g->r = n[RP_CSV_RADIUS];
    if (csv->has >> RP_CSV_MASS & 1) g->mass = n[RP_CSV_MASS];
    if (csv->has >> RP_CSV_MATERIAL & 1) g->material = row->material;
    g->line = row->line;
}

static rp_status another_count(const rp_placing *p, const char *what, uint64_t count, uint64_t wanted)
{
    rp_error_set(p->err, RP_INPUT, "%llu %s for %llu particles", (unsigned long long)count, what,
                 (unsigned long long)wanted);
    rp_yaml_error_at(p->err, p->entry->node);
    rp_error_value(p->err, "%s", "");
    rp_error_expected(p->err, "as many %s as particles", what);
    return RP_INPUT;
}

/* One copy of the file's rows, moved by `shift`. */
static rp_status place_copy(const rp_placing *p, const rp_csv *csv, rp_vec shift)
{
    const rp_entry_spec *e = p->entry;
    rp_status status = RP_OK;
    for (size_t k = 0; k < csv->count && !status; k++) {
        uint64_t id = p->grains->count;
        rp_grain *g = rp_grains_add(p->grains, e, (int)(e - p->spec->entry));
        if (!g) return no_memory(p->err, p->grains->count + 1);
        if (e->radius.kind != RP_RADIUS_PLACE) g->r = rp_radius_draw(&e->radius, p->radius_value, p->spec->seed, id, k);
        take_row(csv, &csv->row[k], g);
        g->x = rp_vec_add(g->x, shift);
        status = settle(p, g);
    }
    return status;
}

static int in_cut(const rp_place_spec *p, const double *number)
{
    const double *x = number + RP_CSV_X;
    const rp_vec l = p->cut_lower, u = p->cut_upper;
    return x[0] >= l.x && x[0] <= u.x && x[1] >= l.y && x[1] <= u.y && x[2] >= l.z && x[2] <= u.z;
}

static rp_status cut_rows(const rp_placing *p, rp_csv *csv)
{
    size_t kept = 0;
    for (size_t k = 0; k < csv->count; k++)
        if (in_cut(&p->entry->place, csv->row[k].number)) csv->row[kept++] = csv->row[k];
    csv->count = kept;
    if (kept) return RP_OK;
    rp_error_set(p->err, RP_INPUT, "no particle of the file lies in the cut");
    rp_yaml_error_at(p->err, p->entry->place.node);
    return RP_INPUT;
}

/* Files of runs have all columns: what the scene says counts instead. */
static rp_status drop_columns(const rp_placing *p, rp_csv *csv)
{
    const rp_entry_spec *e = p->entry;
    const unsigned speeds = 1u << RP_CSV_VX | 1u << RP_CSV_VY | 1u << RP_CSV_VZ;
    if (!csv->stored) return RP_OK;
    if (e->radius.kind != RP_RADIUS_PLACE) csv->has &= ~(1u << RP_CSV_RADIUS | 1u << RP_CSV_MASS);
    if (!isnan(e->mass)) csv->has &= ~(1u << RP_CSV_MASS);
    if (e->material >= 0) csv->has &= ~(1u << RP_CSV_MATERIAL | 1u << RP_CSV_MASS);
    if (e->thermal > 0) csv->has &= ~speeds;
    size_t known = 0;
    while (known < csv->count && csv->row[known].material >= 0) known++;
    if (known == csv->count || !(csv->has >> RP_CSV_MATERIAL & 1)) return RP_OK;
    rp_error_set(p->err, RP_INPUT, "the file has particles of the material '%s', which the scene has not",
                 csv->unknown);
    rp_yaml_error_at(p->err, e->place.node);
    rp_error_expected(p->err, "the material in the scene, or `material` in the entry for all of them");
    return RP_INPUT;
}

static rp_status place_rows(const rp_placing *p, const rp_csv *csv)
{
    const rp_entry_spec *e = p->entry;
    const rp_vec copies = e->place.copies, period = e->place.period;
    rp_status status = check_columns(p, csv);
    if (!status && e->count && e->count != csv->count) status = another_count(p, "rows", csv->count, e->count);
    if (!status && p->radius_count && p->radius_count != csv->count)
        status = another_count(p, "radii", p->radius_count, csv->count);
    for (int x = 0; x < (int)copies.x && !status; x++)
        for (int y = 0; y < (int)copies.y && !status; y++)
            for (int z = 0; z < (int)copies.z && !status; z++)
                status = place_copy(p, csv, rp_vec_make(x * period.x, y * period.y, z * period.z));
    return status;
}

static rp_status place_file(const rp_placing *p)
{
    rp_csv csv;
    rp_status status = rp_csv_read(p->entry->place.file, p->spec->dimension, p->spec->material, p->spec->material_count,
                                   1, &csv, p->err);
    if (!status) status = cut_rows(p, &csv);
    if (!status) status = drop_columns(p, &csv);
    if (!status) status = place_rows(p, &csv);
    rp_csv_free(&csv);
    return status;
}

/* ---- placed by us ---- */

static rp_status draw_radii(const rp_placing *p)
{
    const rp_entry_spec *e = p->entry;
    uint64_t count = e->count ? e->count : p->radius_count;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t id = p->grains->count;
        rp_grain *g = rp_grains_add(p->grains, e, (int)(e - p->spec->entry));
        if (!g) return no_memory(p->err, p->grains->count + 1);
        g->r = rp_radius_draw(&e->radius, p->radius_value, p->spec->seed, id, k);
    }
    return RP_OK;
}

static rp_status place_random(const rp_placing *p)
{
    rp_status status = draw_radii(p);
    return status ? status : rp_place_random(p);
}

static rp_status place_compressed(const rp_placing *p)
{
    rp_status status = draw_radii(p);
    return status ? status : rp_place_compressed(p);
}

static rp_status place_later(const rp_placing *p)
{
    (void)p;
    return RP_OK;
}

/* ---- one entry ---- */

static double mass_of(const rp_placing *p, const rp_grain *g)
{
    const rp_shape_def def = rp_shape_of(p->spec, p->grains, g);
    double mass = g->mass, inertia;
    rp_shape_weigh(&def, p->spec->thickness, p->spec->material[g->material].density, &mass, &inertia);
    return mass;
}

/* Velocities of a gas: normal in each component, its centre of mass at rest, and of exactly the given speed. Masses are
 * taken relative to the first, so that equal ones leave no rounding. */
static void heat(const rp_placing *p)
{
    rp_grain *g = p->grains->grain + p->first;
    size_t count = p->grains->count - p->first;
    int dimension = p->spec->dimension;
    rp_vec mean = {0};
    double square = 0, all = 0, first = count > 0 ? mass_of(p, &g[0]) : 1;
    for (size_t i = 0; i < count; i++) all += mass_of(p, &g[i]) / first;
    for (size_t i = 0; i < count; i++) {
        rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_VELOCITY, p->first + i, 0);
        g[i].v.x = rp_random_normal(&stream);
        g[i].v.y = rp_random_normal(&stream);
        g[i].v.z = dimension == 3 ? rp_random_normal(&stream) : 0;
        mean = rp_vec_add(mean, rp_vec_scale(mass_of(p, &g[i]) / first / all, g[i].v));
    }
    for (size_t i = 0; i < count; i++) {
        if (count > 1) g[i].v = rp_vec_sub(g[i].v, mean);
        square += rp_vec_dot(g[i].v, g[i].v) / (double)count;
    }
    for (size_t i = 0; i < count; i++) g[i].v = rp_vec_scale(p->entry->thermal / sqrt(square), g[i].v);
}

/* Radii listed in the scene or in a file of their own. */
static rp_status listed_radii(rp_placing *p, double **owned)
{
    const rp_radius_spec *radius = &p->entry->radius;
    rp_csv csv;
    p->radius_value = radius->value;
    p->radius_count = radius->kind == RP_RADIUS_LIST ? (uint64_t)radius->value_count : 0;
    if (radius->kind != RP_RADIUS_FILE) return RP_OK;
    rp_status status = rp_csv_read(radius->file, p->spec->dimension, p->spec->material, p->spec->material_count, 0,
                                   &csv, p->err);
    if (status) return status;
    if (!(csv.has >> RP_CSV_RADIUS & 1)) {
        status = rp_error_set(p->err, RP_INPUT, "missing column 'radius'");
        rp_error_at(p->err, radius->file, 1, 1);
    } else if (!(*owned = rp_memory_alloc(csv.count, sizeof **owned))) {
        status = rp_memory_error(p->err, csv.count * sizeof **owned, "radii");
    }
    for (size_t i = 0; i < csv.count && !status; i++) (*owned)[i] = csv.row[i].number[RP_CSV_RADIUS];
    p->radius_value = *owned;
    p->radius_count = csv.count;
    rp_csv_free(&csv);
    int listed = p->entry->place.kind == RP_PLACE_LIST;
    uint64_t wanted = listed ? (uint64_t)p->entry->place.value_count : p->entry->count;
    if (!status && wanted && wanted != p->radius_count) status = another_count(p, "radii", p->radius_count, wanted);
    return status;
}

static rp_status place_entry(const rp_scene_spec *spec, int e, rp_placed *placed, rp_grains *grains, rp_error *err)
{
    static rp_status (*const placers[])(const rp_placing *) = {[RP_PLACE_RANDOM] = place_random,
                                                               [RP_PLACE_LATTICE] = rp_place_lattice,
                                                               [RP_PLACE_LIST] = place_list,
                                                               [RP_PLACE_FILE] = place_file,
                                                               [RP_PLACE_COMPRESSED] = place_compressed,
                                                               [RP_PLACE_VORONOI] = rp_place_voronoi,
                                                               [RP_PLACE_POURED] = place_later};
    double *owned = NULL;
    rp_placing p = {.spec = spec,
                    .entry = &spec->entry[e],
                    .fixed = spec->group[e].mode != RP_GROUP_FREE,
                    .placed = placed,
                    .grains = grains,
                    .first = grains->count,
                    .err = err};
    rp_status status = listed_radii(&p, &owned);
    if (!status) status = placers[p.entry->place.kind](&p);
    if (!status) status = rp_shape_cut(&p);
    if (!status && p.entry->thermal > 0) heat(&p);
    rp_memory_free(owned);
    return status;
}

/* ---- groups ---- */

static int selected(const rp_select_spec *s, int dimension, const rp_grain *g)
{
    int inside = s->from < 0 || s->from == g->group;
    for (int axis = 0; axis < dimension; axis++) {
        double at = rp_vec_component(g->x, axis);
        inside = inside && at >= rp_vec_component(s->lower, axis) && at <= rp_vec_component(s->upper, axis);
    }
    return inside;
}

static rp_status sort_into_groups(const rp_scene_spec *spec, rp_grains *grains, rp_error *err)
{
    for (int s = 0; s < spec->select_count; s++) {
        size_t found = 0;
        for (size_t i = 0; i < grains->count; i++) {
            if (!selected(&spec->select[s], spec->dimension, &grains->grain[i])) continue;
            grains->grain[i].group = 1 + spec->entry_count + s;
            found++;
        }
        if (found) continue;
        rp_error_set(err, RP_INPUT, "the group '%s' selects no particle", spec->group[spec->entry_count + s].name);
        rp_yaml_error_at(err, spec->select[s].node);
        rp_error_expected(err, "a region with particles in it");
        return RP_INPUT;
    }
    return RP_OK;
}

/* ---- overlaps ---- */

static int fixed(const rp_scene_spec *spec, const rp_grain *g)
{
    return spec->group[g->group - 1].mode != RP_GROUP_FREE;
}

static rp_status overlap_error(const rp_scene_spec *spec, const rp_grain *g, size_t i, double overlap, double smaller,
                               double allowed, const char *with, rp_error *err)
{
    rp_error_set(err, RP_INPUT, "overlapping start: particle %zu overlaps %s by %g m", i, with, overlap);
    rp_placement_error_at(spec, g, err);
    rp_error_value(err, "%.3g %% of the smaller radius", 100 * overlap / smaller);
    rp_population_overlap_expected(err, allowed);
    if (err) err->particle = (int64_t)i;
    return RP_INPUT;
}

/* How deep the members of a union stand in a face, m. */
static double members_in_wall(const rp_wall *wall, int face, const rp_shape_def *def, const rp_grain *g)
{
    double member[RP_SHAPE_NUMBERS], most = -INFINITY;
    rp_vec normal;
    def->shape->turned(def, g->turn, member);
    for (int k = 0; k < def->corners; k++) {
        const double *m = member + def->shape->width * k;
        const rp_vec x = rp_vec_add(g->x, rp_vec_make(m[0], m[1], m[2]));
        most = fmax(most, m[3] - rp_wall_distance(wall, face, x, &normal));
    }
    return most;
}

/* How deep a polyhedron, its corners turned, stands in a wall that stands out, m. */
static double solid_in_wall(const rp_wall *wall, const rp_shape_def *turned, const rp_grain *g)
{
    rp_hull hull;
    rp_shape_def form = *turned;
    double normal[3 * RP_HULL_FACES_MAX], distance;
    int which;
    if (rp_hull_make(form.corner, form.corners, &hull, &which) != RP_HULL_GOOD) return -INFINITY;
    for (int k = 0; k < hull.faces; k++) {
        const rp_vec n = rp_hull_plane(&hull, form.corner, k, &distance);
        memcpy(&normal[3 * k], &n, sizeof n);
    }
    form.hull = &hull;
    form.normal = normal;
    return rp_wall_solid_depth(wall, g->x, &form, g->r);
}

/* How deep a grain stands in a face, m: the deepest point of one that is not round. */
static double depth_in_wall(const rp_scene_spec *spec, const rp_wall *wall, int face, const rp_grains *grains,
                            const rp_grain *g)
{
    double corner[RP_SHAPE_NUMBERS];
    rp_vec normal;
    double most = g->r - rp_wall_distance(wall, face, g->x, &normal);
    if (!g->corners || most <= 0) return most;
    rp_shape_def def = rp_shape_of(spec, grains, g);
    if (def.shape->flags & RP_SHAPE_UNION) return members_in_wall(wall, face, &def, g);
    def.shape->turned(&def, def.shape->dimension == 2 ? (double[4]){g->angle} : g->turn, corner);
    def.corner = corner;
    if (def.shape->dimension == 3 && rp_wall_solid_out(wall) && !wall->mesh) return solid_in_wall(wall, &def, g);
    most = -INFINITY;
    for (int k = 0; k < rp_wall_touch_features(wall, g->corners); k++) {
        rp_wall_touch touch;
        if (rp_wall_touch_find(wall, face, k, g->x, &def, &touch)) most = fmax(most, -touch.gap);
    }
    return most;
}

static rp_status check_walls(const rp_scene_spec *spec, const rp_grains *grains, const rp_grain *g, size_t i,
                             double allowed, rp_error *err)
{
    for (int w = 0; w < spec->wall_count && !fixed(spec, g); w++)
        for (int face = 0; face < rp_wall_faces(&spec->wall[w]); face++) {
            char with[RP_NAME + 16];
            double overlap = depth_in_wall(spec, &spec->wall[w], face, grains, g);
            if (overlap <= allowed * g->r) continue;
            snprintf(with, sizeof with, "the wall '%s'", spec->wall[w].name);
            return overlap_error(spec, g, i, overlap, g->r, allowed, with, err);
        }
    return RP_OK;
}

static rp_status check_own_image(const rp_scene_spec *spec, const rp_grain *g, size_t i, rp_error *err)
{
    for (int axis = 0; axis < spec->dimension; axis++) {
        double period = rp_vec_component(spec->domain.upper, axis) - rp_vec_component(spec->domain.lower, axis);
        if (!spec->domain.periodic[axis] || 2 * g->r <= period) continue;
        return overlap_error(spec, g, i, 2 * g->r - period, g->r, 0, "its own periodic image", err);
    }
    return RP_OK;
}

static rp_status check_one(const rp_scene_spec *spec, const rp_grains *grains, const rp_place_rank *order, size_t k,
                           rp_placed *placed, double allowed, rp_error *err)
{
    size_t i = order[k].i;
    const rp_grain *g = &grains->grain[i];
    double overlap;
    char with[64];
    int64_t found = rp_placed_find(placed, g->x, g->solid, fixed(spec, g), allowed, 0, &overlap);
    rp_status status = g->listed ? check_walls(spec, grains, g, i, allowed, err) : RP_OK;
    if (!status) status = check_own_image(spec, g, i, err);
    if (status) return status;
    if (found < 0) return rp_placed_add(placed, g->x, g->solid, fixed(spec, g), err);
    size_t other = order[found].i; /* placed particles are numbered in the order they were added */
    int own = !g->listed && grains->grain[other].listed; /* the listed one can be moved */
    snprintf(with, sizeof with, "particle %zu", own ? i : other);
    return overlap_error(spec, own ? &grains->grain[other] : g, own ? other : i, overlap,
                         fmin(g->solid, grains->grain[other].solid), allowed, with, err);
}

/* Largest first: then each is compared only with cells of its own size and larger. Those that are not round are
 * compared by the circles within them: this separates misplaced ones from those that stand side by side. */
static rp_status check_overlaps(const rp_scene_spec *spec, const rp_grains *grains, double allowed, rp_error *err)
{
    rp_placed *placed = NULL;
    rp_place_rank *order = rp_place_order(grains, 0, 1);
    if (!order) return rp_memory_error(err, grains->count * sizeof *order, "the check for overlaps");
    rp_status status = rp_placed_create(&placed, &spec->domain, spec->dimension, err);
    for (size_t k = 0; k < grains->count && !status; k++)
        status = check_one(spec, grains, order, k, placed, allowed, err);
    rp_placed_destroy(placed);
    rp_memory_free(order);
    return status;
}

/* 1: every particle was placed free of all others. */
static int placed_free(const rp_scene_spec *spec)
{
    for (int e = 0; e < spec->entry_count; e++)
        if (spec->entry[e].place.kind != RP_PLACE_RANDOM) return 0;
    return 1;
}

static rp_status check_images(const rp_scene_spec *spec, const rp_grains *grains, rp_error *err)
{
    rp_status status = RP_OK;
    for (size_t i = 0; i < grains->count && !status; i++) status = check_own_image(spec, &grains->grain[i], i, err);
    return status;
}

rp_status rp_placement_all(const rp_scene_spec *spec, double max_overlap, rp_grains *grains, rp_error *err)
{
    rp_placed *placed;
    rp_status status = rp_placed_create(&placed, &spec->domain, spec->dimension, err);
    if (status) return status;
    for (int e = 0; e < spec->entry_count && !status; e++) status = place_entry(spec, e, placed, grains, err);
    rp_placed_destroy(placed);
    if (!status) status = sort_into_groups(spec, grains, err);
    if (!status && placed_free(spec)) return check_images(spec, grains, err);
    return status ? status : check_overlaps(spec, grains, max_overlap, err);
}
