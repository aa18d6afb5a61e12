/* The surfaces of particles that are not round as a data set; see frame_sets.h. */
#include <string.h>
#include "output/frame_sets.h"

typedef struct arrays {
    rp_vec *point;
    double *velocity, *spin, *angle;
    int64_t *connectivity, *offsets;
    uint32_t *id;
    uint16_t *material, *group;
} arrays;

static rp_status put_arrays(arrays *to, const rp_shape_mesh *all, int dimension, rp_archive *set, rp_error *err)
{
    const size_t spins = dimension == 3 ? 3 : 1, angles = dimension == 3 ? 4 : 1;
    const struct {
        void *pointer;
        const char *name;
        rp_type type;
        size_t rows, columns;
    } table[] = {
        {&to->point, "points", RP_F64, all->points, 3},
        {&to->velocity, "cell/velocity", RP_F64, all->cells, 3},
        {&to->spin, "cell/angular_velocity", RP_F64, all->cells, spins},
        {&to->angle, "cell/orientation", RP_F64, all->cells, angles},
        {&to->id, "cell/id", RP_U32, all->cells, 1},
        {&to->material, "cell/material", RP_U16, all->cells, 1},
        {&to->group, "cell/group", RP_U16, all->cells, 1},
        {&to->connectivity, "polys/connectivity", RP_I64, all->corners, 1},
        {&to->offsets, "polys/offsets", RP_I64, all->cells, 1},
    };
    for (size_t n = 0; n < sizeof table / sizeof *table; n++) {
        void *data = rp_frame_sets_array(set, table[n].name, table[n].type, table[n].rows, table[n].columns, err);
        if (!data) return RP_SYSTEM;
        memcpy(table[n].pointer, &data, sizeof data);
    }
    return RP_OK;
}

static void put_turn(const rp_particles *p, const arrays *to, int dimension, size_t i, size_t cell)
{
    const rp_vec omega = rp_particle_omega(p, i);
    if (dimension == 2) {
        to->spin[cell] = omega.z;
        to->angle[cell] = p->orientation[i][0];
        return;
    }
    memcpy(to->spin + 3 * cell, (double[]){omega.x, omega.y, omega.z}, 3 * sizeof *to->spin);
    memcpy(to->angle + 4 * cell, p->orientation[i], 4 * sizeof *to->angle);
}

static void put_cell(const rp_particles *p, const arrays *to, int dimension, size_t i, size_t cell)
{
    rp_vec v = rp_particle_velocity(p, i);
    put_turn(p, to, dimension, i, cell);
    to->velocity[3 * cell] = v.x;
    to->velocity[3 * cell + 1] = v.y;
    to->velocity[3 * cell + 2] = v.z;
    to->id[cell] = p->id[i];
    to->material[cell] = p->material[i];
    to->group[cell] = p->group[i];
}

static void add(rp_shape_mesh *sum, const rp_shape_mesh *more)
{
    sum->points += more->points;
    sum->cells += more->cells;
    sum->corners += more->corners;
}

/* The mesh of the particle in slot i behind those before it, and where the particle stands. */
static void put_mesh(const rp_world *w, const arrays *to, size_t i, rp_shape_mesh *before)
{
    const rp_particles *p = &w->particles;
    double corner[RP_SHAPE_NUMBERS], size;
    rp_shape_def def = rp_world_shape(w, i, &size);
    rp_shape_mesh m = {.point = to->point + before->points,
                       .corner = to->connectivity + before->corners,
                       .end = to->offsets + before->cells};
    def.shape->turned(&def, p->orientation[i], corner);
    def.corner = corner;
    def.shape->mesh(&def, &m);
    for (size_t k = 0; k < m.points; k++)
        m.point[k] = rp_vec_add(rp_particle_position(p, i), rp_vec_scale(size, m.point[k]));
    for (size_t k = 0; k < m.corners; k++) m.corner[k] += (int64_t)before->points;
    for (size_t k = 0; k < m.cells; k++) {
        m.end[k] += (int64_t)before->corners;
        put_cell(p, to, w->dimension, i, before->cells + k);
    }
    add(before, &m);
}

rp_status rp_frame_sets_shapes(const rp_world *w, rp_archive *set, rp_error *err)
{
    const rp_particles *p = &w->particles;
    rp_shape_mesh all = {0}, done = {0};
    arrays to;
    for (size_t i = 0; i < p->count; i++) {
        if (!p->shape[i]) continue;
        double size;
        const rp_shape_def def = rp_world_shape(w, i, &size);
        rp_shape_mesh one = {0};
        def.shape->mesh(&def, &one);
        add(&all, &one);
    }
    rp_archive_init(set);
    rp_status status = rp_archive_put_copy(set, "field/TimeValue", RP_F64, 1, 1, &w->time, err);
    if (status == RP_OK) status = put_arrays(&to, &all, w->dimension, set, err);
    if (status != RP_OK) {
        rp_archive_free(set);
        return status;
    }
    for (size_t k = 0; k < p->count; k++)
        if (p->shape[p->by_id[k]]) put_mesh(w, &to, p->by_id[k], &done);
    return RP_OK;
}
