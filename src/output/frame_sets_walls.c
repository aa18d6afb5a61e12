/* The walls' meshes as a data set. Endless walls are cut to a box: the domain, or where there is none the box of the
 * particles and finite walls and a tenth more. */
#include "output/frame_sets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "core/mesh.h"
#include "core/wall_shape.h"

/* ---- the box ---- */

static void include(rp_wall_mesh *m, rp_vec x, double margin)
{
    m->lower = rp_vec_make(fmin(m->lower.x, x.x - margin), fmin(m->lower.y, x.y - margin),
                           fmin(m->lower.z, x.z - margin));
    m->upper = rp_vec_make(fmax(m->upper.x, x.x + margin), fmax(m->upper.y, x.y + margin),
                           fmax(m->upper.z, x.z + margin));
}

static void include_wall(rp_wall_mesh *m, const rp_wall *wall)
{
    rp_wall_mesh own = {.dimension = m->dimension};
    if (!wall->shape->finite) return;
    wall->shape->mesh(wall, &own);
    for (size_t n = 0; n < own.points; n++)
        include(m, rp_vec_make(own.point[3 * n], own.point[3 * n + 1], own.point[3 * n + 2]), 0.0);
    m->failed |= own.failed;
    rp_wall_mesh_free(&own);
}

static void include_contents(rp_wall_mesh *m, const rp_world *world)
{
    const rp_particles *p = &world->particles;
    for (size_t i = 0; i < p->count; i++) include(m, rp_particle_position(p, i), p->row[i].r);
    for (int w = 0; w < world->wall_count; w++) include_wall(m, &world->wall[w]);
}

static void widen(rp_wall_mesh *m)
{
    rp_vec extent = rp_vec_sub(m->upper, m->lower);
    double more = 0.1 * fmax(extent.x, fmax(extent.y, extent.z));
    m->lower = rp_vec_sub(m->lower, rp_vec_make(more, more, more));
    m->upper = rp_vec_add(m->upper, rp_vec_make(more, more, more));
}

static void find_box(rp_wall_mesh *m, const rp_world *world)
{
    m->lower = rp_vec_make(DBL_MAX, DBL_MAX, DBL_MAX);
    m->upper = rp_vec_make(-DBL_MAX, -DBL_MAX, -DBL_MAX);
    if (world->domain.bounded) {
        include(m, world->domain.lower, 0.0);
        include(m, world->domain.upper, 0.0);
    } else {
        include_contents(m, world);
        if (m->lower.x > m->upper.x) include(m, (rp_vec){0}, 1.0); /* nothing there: a box of 2 m */
        widen(m);
    }
    if (world->dimension == 2) m->lower.z = m->upper.z = 0.0;
}

static void collect(rp_wall_mesh *m, const rp_world *world)
{
    find_box(m, world);
    for (m->wall = 0; m->wall < world->wall_count; m->wall++) {
        const rp_wall *wall = &world->wall[m->wall];
        if (wall->active) wall->shape->mesh(wall, m);
    }
}

/* ---- the set ---- */

static rp_status put_cells(const rp_wall_mesh *f, rp_archive *set, rp_error *err)
{
    static const char *const names[2][2] = {{"lines/connectivity", "lines/offsets"},
                                            {"polys/connectivity", "polys/offsets"}};
    const char *const *name = names[f->dimension == 3];
    int64_t *connectivity = rp_frame_sets_array(set, name[0], RP_I64, f->points, 1, err);
    int64_t *offsets = connectivity ? rp_frame_sets_array(set, name[1], RP_I64, f->facets, 1, err) : NULL;
    if (!offsets) return RP_SYSTEM;
    for (size_t n = 0; n < f->points; n++) connectivity[n] = (int64_t)n;
    for (size_t n = 0; n < f->facets; n++) offsets[n] = (int64_t)f->facet[n].end;
    return rp_archive_put_copy(set, "points", RP_F64, f->points, 3, f->point, err);
}

static rp_status put_cell_data(const rp_wall_mesh *f, const rp_world *world, rp_archive *set, rp_error *err)
{
    int32_t *wall = rp_frame_sets_array(set, "cell/wall", RP_I32, f->facets, 1, err);
    int32_t *face = wall ? rp_frame_sets_array(set, "cell/face", RP_I32, f->facets, 1, err) : NULL;
    double *vector[4] = {0};
    static const char *const names[4] = {"cell/normal", "cell/velocity", "cell/force", "cell/torque"};
    for (int k = 0; k < 4; k++) {
        vector[k] = face ? rp_frame_sets_array(set, names[k], RP_F64, f->facets, 3, err) : NULL;
        if (!vector[k]) return RP_SYSTEM;
    }
    for (size_t n = 0; n < f->facets; n++) {
        const rp_wall_facet *cell = &f->facet[n];
        const rp_wall *w = &world->wall[cell->wall];
        rp_vec value[4] = {cell->normal, rp_wall_velocity_at(w, cell->middle), w->force, w->torque};
        wall[n] = cell->wall;
        face[n] = cell->face;
        for (int k = 0; k < 4; k++)
            for (int axis = 0; axis < 3; axis++) vector[k][3 * n + (size_t)axis] = rp_vec_component(value[k], axis);
    }
    return RP_OK;
}

/* ---- what particles do to the triangles of meshes ---- */

typedef struct stresses {
    double *pressure, *shear, *power; /* by cell */
    double (*along)[3];               /* owned; sums of tangential forces, N */
} stresses;

/* Velocity of the particle's surface at the contact over that of the wall. */
static rp_vec slip_of(const rp_world *world, const rp_contact_view *v, const rp_wall *wall)
{
    const rp_particles *p = &world->particles;
    const size_t i = rp_particles_slot(p, v->a);
    rp_vec arm = rp_vec_sub(v->point, rp_particle_position(p, i));
    rp_vec u = rp_vec_add(rp_particle_velocity(p, i), rp_vec_cross(rp_particle_omega(p, i), arm));
    return rp_vec_sub(u, rp_wall_velocity_at(wall, v->point));
}

static void add_contact(stresses *s, const rp_world *world, const rp_contact_view *v, size_t cell)
{
    const rp_wall *wall = &world->wall[-1 - v->b];
    const rp_mesh_row *t = &wall->mesh->row[v->feature - 1];
    const double area = 0.5 * rp_vec_norm(rp_vec_cross(t->u, t->v));
    rp_vec along = rp_vec_sub(v->force, rp_vec_scale(v->fn, v->normal));
    s->pressure[cell] += v->fn / area;
    if (v->sliding) s->power[cell] += fmax(0, -rp_vec_dot(along, slip_of(world, v, wall))) / area;
    for (int k = 0; k < 3; k++) s->along[cell][k] += rp_vec_component(along, k) / area;
}

/* The first cell of each wall; cells of a mesh are its triangles in their order. */
static size_t first_cell(const rp_wall_mesh *f, int wall)
{
    size_t low = 0, high = f->facets;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (f->facet[middle].wall < wall) low = middle + 1;
        else high = middle;
    }
    return low;
}

static rp_status put_stresses(const rp_wall_mesh *f, const rp_world *world, const rp_contact_list *contacts,
                              rp_archive *set, rp_error *err)
{
    stresses s = {.pressure = rp_frame_sets_array(set, "cell/pressure", RP_F64, f->facets, 1, err)};
    s.shear = s.pressure ? rp_frame_sets_array(set, "cell/shear", RP_F64, f->facets, 1, err) : NULL;
    s.power = s.shear ? rp_frame_sets_array(set, "cell/sliding_power", RP_F64, f->facets, 1, err) : NULL;
    if (!s.power) return RP_SYSTEM;
    s.along = rp_memory_alloc(f->facets, sizeof *s.along);
    if (!s.along) return rp_memory_error(err, f->facets * sizeof *s.along, "stresses of meshes");
    for (size_t n = 0; n < contacts->count; n++) {
        const rp_contact_view *v = &contacts->view[n];
        if (v->b >= 0 || !world->wall[-1 - v->b].mesh) continue;
        add_contact(&s, world, v, first_cell(f, (int)(-1 - v->b)) + (size_t)v->feature - 1);
    }
    for (size_t n = 0; n < f->facets; n++)
        s.shear[n] = rp_vec_norm(rp_vec_make(s.along[n][0], s.along[n][1], s.along[n][2]));
    rp_memory_free(s.along);
    return RP_OK;
}

static int any_mesh(const rp_world *world)
{
    int any = 0;
    for (int n = 0; n < world->wall_count; n++) any |= world->wall[n].mesh != NULL && world->wall[n].active;
    return any;
}

/* By wall: its name and its shape's. */
static rp_status put_names(const rp_world *world, rp_archive *set, rp_error *err)
{
    char(*shape)[RP_NAME] = rp_memory_alloc((size_t)world->wall_count, sizeof *shape);
    if (!shape) return rp_memory_error(err, (size_t)world->wall_count * sizeof *shape, "names of shapes");
    for (int n = 0; n < world->wall_count; n++) snprintf(shape[n], sizeof *shape, "%s", world->wall[n].shape->name);
    rp_status status = rp_frame_sets_names(set, "text/wall_names", world->wall->name, sizeof *world->wall,
                                           world->wall_count, err);
    if (!status) status = rp_frame_sets_names(set, "text/wall_shapes", *shape, sizeof *shape, world->wall_count, err);
    rp_memory_free(shape);
    return status;
}

rp_status rp_frame_sets_walls(const rp_world *world, const rp_contact_list *contacts, rp_archive *set, rp_error *err)
{
    rp_wall_mesh m = {.dimension = world->dimension};
    rp_archive_init(set);
    collect(&m, world);
    rp_status status = m.failed ? rp_memory_error(err, m.facets * sizeof *m.facet, "the walls' facets") : RP_OK;
    if (status == RP_OK) status = rp_archive_put_copy(set, "field/TimeValue", RP_F64, 1, 1, &world->time, err);
    if (status == RP_OK) status = put_cells(&m, set, err);
    if (status == RP_OK) status = put_cell_data(&m, world, set, err);
    if (status == RP_OK && any_mesh(world)) status = put_stresses(&m, world, contacts, set, err);
    if (status == RP_OK && world->wall_count) status = put_names(world, set, err);
    rp_wall_mesh_free(&m);
    if (status != RP_OK) rp_archive_free(set);
    return status;
}
