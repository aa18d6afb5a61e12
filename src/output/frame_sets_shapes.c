/* Polygons as a data set; see frame_sets.h. */
#include <string.h>
#include "output/frame_sets.h"

typedef struct arrays {
    double *point, *velocity, *spin, *angle;
    int64_t *connectivity, *offsets;
    uint32_t *id;
    uint16_t *material, *group;
} arrays;

static rp_status put_arrays(arrays *to, size_t corners, size_t cells, rp_archive *set, rp_error *err)
{
    const struct {
        void *pointer;
        const char *name;
        rp_type type;
        size_t rows, columns;
    } table[] = {
        {&to->point, "points", RP_F64, corners, 3},
        {&to->velocity, "cell/velocity", RP_F64, cells, 3},
        {&to->spin, "cell/angular_velocity", RP_F64, cells, 1},
        {&to->angle, "cell/orientation", RP_F64, cells, 1},
        {&to->id, "cell/id", RP_U32, cells, 1},
        {&to->material, "cell/material", RP_U16, cells, 1},
        {&to->group, "cell/group", RP_U16, cells, 1},
        {&to->connectivity, "polys/connectivity", RP_I64, corners, 1},
        {&to->offsets, "polys/offsets", RP_I64, cells, 1},
    };
    for (size_t n = 0; n < sizeof table / sizeof *table; n++) {
        void *data = rp_frame_sets_array(set, table[n].name, table[n].type, table[n].rows, table[n].columns, err);
        if (!data) return RP_SYSTEM;
        memcpy(table[n].pointer, &data, sizeof data);
    }
    return RP_OK;
}

static void put_cell(const rp_world *w, const arrays *to, size_t i, size_t cell, size_t first)
{
    const rp_particles *p = &w->particles;
    rp_vec v = rp_particle_velocity(p, i);
    rp_point corner[RP_CORNERS_MAX];
    int count = rp_shapes_corners(&w->shapes, p->shape[i]);
    rp_polygon_turned(rp_shapes_corner(&w->shapes, p->shape[i]), count, p->turn[i][0], corner);
    for (int k = 0; k < count; k++) {
        double *at = to->point + 3 * (first + (size_t)k);
        at[0] = p->row[i].x + corner[k].x;
        at[1] = p->row[i].y + corner[k].y;
        to->connectivity[first + (size_t)k] = (int64_t)first + k;
    }
    to->offsets[cell] = (int64_t)first + count;
    to->velocity[3 * cell] = v.x;
    to->velocity[3 * cell + 1] = v.y;
    to->spin[cell] = rp_particle_omega(p, i).z;
    to->angle[cell] = p->turn[i][0];
    to->id[cell] = p->id[i];
    to->material[cell] = p->material[i];
    to->group[cell] = p->group[i];
}

rp_status rp_frame_sets_shapes(const rp_world *w, rp_archive *set, rp_error *err)
{
    const rp_particles *p = &w->particles;
    size_t corners = 0, cells = 0;
    arrays to;
    for (size_t i = 0; i < p->count; i++)
        if (p->shape[i]) {
            cells++;
            corners += (size_t)rp_shapes_corners(&w->shapes, p->shape[i]);
        }

    rp_archive_init(set);
    rp_status status = rp_archive_put_copy(set, "field/TimeValue", RP_F64, 1, 1, &w->time, err);
    if (status == RP_OK) status = put_arrays(&to, corners, cells, set, err);
    if (status != RP_OK) {
        rp_archive_free(set);
        return status;
    }
    corners = cells = 0;
    for (size_t id = 0; id < p->count; id++) {
        size_t i = p->by_id[id];
        if (!p->shape[i]) continue;
        put_cell(w, &to, i, cells++, corners);
        corners += (size_t)rp_shapes_corners(&w->shapes, p->shape[i]);
    }
    return RP_OK;
}
