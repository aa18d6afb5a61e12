/* The walls' meshes as a data set. Endless walls are cut to a box: the domain, or where there is none the box of the
 * particles and finite walls and a tenth more. */
#include "output/frame_sets.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
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

rp_status rp_frame_sets_walls(const rp_world *world, rp_archive *set, rp_error *err)
{
    rp_wall_mesh m = {.dimension = world->dimension};
    rp_archive_init(set);
    collect(&m, world);
    rp_status status = m.failed ? rp_memory_error(err, m.facets * sizeof *m.facet, "the walls' facets") : RP_OK;
    if (status == RP_OK) status = rp_archive_put_copy(set, "field/TimeValue", RP_F64, 1, 1, &world->time, err);
    if (status == RP_OK) status = put_cells(&m, set, err);
    if (status == RP_OK) status = put_cell_data(&m, world, set, err);
    if (status == RP_OK && world->wall_count) status = put_names(world, set, err);
    rp_wall_mesh_free(&m);
    if (status != RP_OK) rp_archive_free(set);
    return status;
}
