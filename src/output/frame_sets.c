/* Particles and contacts as data sets; walls are in frame_sets_walls.c. */
#include "output/frame_sets.h"

#include <string.h>

#include "base/memory.h"

void *rp_frame_sets_array(rp_archive *set, const char *name, rp_type type, size_t rows, size_t columns, rp_error *err)
{
    void *data = rp_memory_alloc(rows * columns, rp_type_size(type));
    if (!data) {
        rp_memory_error(err, rows * columns * rp_type_size(type), name);
        return NULL;
    }
    return rp_archive_put(set, name, type, rows, columns, data, 1, err) == RP_OK ? data : NULL;
}

static void put_vec(double *at, rp_vec v)
{
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
}

/* ---- particles ---- */

rp_status rp_frame_sets_names(rp_archive *set, const char *name, const char *first, size_t stride, int count,
                              rp_error *err)
{
    size_t bytes = 0;
    for (int n = 0; n < count; n++) bytes += strlen(first + (size_t)n * stride) + 1;
    char *text = rp_frame_sets_array(set, name, RP_U8, bytes, 1, err);
    if (!text) return RP_SYSTEM;
    for (int n = 0; n < count; n++) {
        const char *from = first + (size_t)n * stride;
        memcpy(text, from, strlen(from) + 1);
        text += strlen(from) + 1;
    }
    return RP_OK;
}

static rp_status put_fields(const rp_world *world, rp_archive *set, rp_error *err)
{
    const rp_domain *d = &world->domain;
    double domain[2][3] = {{d->lower.x, d->lower.y, d->lower.z}, {d->upper.x, d->upper.y, d->upper.z}};
    int32_t periodic[3] = {d->periodic[0], d->periodic[1], d->periodic[2]}, dimension = world->dimension;
    double gravity[3];
    put_vec(gravity, rp_world_gravity(world, world->time));
    rp_status status = rp_archive_put_copy(set, "field/TimeValue", RP_F64, 1, 1, &world->time, err);
    if (status == RP_OK) status = rp_archive_put_copy(set, "field/step", RP_U64, 1, 1, &world->step, err);
    if (status == RP_OK) status = rp_archive_put_copy(set, "field/dimension", RP_I32, 1, 1, &dimension, err);
    if (status == RP_OK) status = rp_archive_put_copy(set, "field/thickness", RP_F64, 1, 1, &world->thickness, err);
    if (status == RP_OK) status = rp_archive_put_copy(set, "field/gravity", RP_F64, 1, 3, gravity, err);
    if (status == RP_OK && d->bounded) status = rp_archive_put_copy(set, "field/domain", RP_F64, 2, 3, domain, err);
    if (status == RP_OK && d->bounded) status = rp_archive_put_copy(set, "field/periodic", RP_I32, 1, 3, periodic, err);
    if (status == RP_OK && world->cell.moves)
        status = rp_archive_put_copy(set, "field/offset", RP_F64, 1, 1, &d->offset, err);
    if (status == RP_OK && world->material_count)
        status = rp_frame_sets_names(set, "text/material_names", world->material->name, sizeof *world->material,
                                     world->material_count, err);
    if (status == RP_OK && world->group_count)
        status = rp_frame_sets_names(set, "text/group_names", world->group->name, sizeof *world->group,
                                     world->group_count, err);
    return status;
}

static rp_status put_motion(const rp_particles *p, rp_archive *set, rp_error *err)
{
    double *point = rp_frame_sets_array(set, "points", RP_F64, p->count, 3, err);
    double *radius = point ? rp_frame_sets_array(set, "point/radius", RP_F64, p->count, 1, err) : NULL;
    double *velocity = radius ? rp_frame_sets_array(set, "point/velocity", RP_F64, p->count, 3, err) : NULL;
    double *spin = velocity ? rp_frame_sets_array(set, "point/angular_velocity", RP_F64, p->count, 3, err) : NULL;
    if (!spin) return RP_SYSTEM;
    for (size_t n = 0; n < p->count; n++) {
        size_t i = p->by_id[n];
        put_vec(point + 3 * n, rp_particle_position(p, i));
        put_vec(velocity + 3 * n, rp_particle_velocity(p, i));
        put_vec(spin + 3 * n, rp_particle_omega(p, i));
        radius[n] = p->row[i].r;
    }
    return RP_OK;
}

/* Copies an array of the particles as it is, by id. Arrays that the run does not have are left out. */
static rp_status put_column(const rp_particles *p, rp_archive *set, const char *name, rp_type type, size_t columns,
                            size_t stride, const void *from, rp_error *err)
{
    if (!from) return RP_OK;
    char *to = rp_frame_sets_array(set, name, type, p->count, columns, err);
    if (!to) return RP_SYSTEM;
    size_t size = columns * rp_type_size(type);
    for (size_t n = 0; n < p->count; n++) memcpy(to + n * size, (const char *)from + p->by_id[n] * stride, size);
    return RP_OK;
}

static rp_status put_columns(const rp_particles *p, int dimension, rp_archive *set, rp_error *err)
{
    size_t orientation = dimension == 2 ? 1 : 4;
    rp_status status = put_column(p, set, "point/mass", RP_F64, 1, sizeof *p->mass, p->mass, err);
    if (status == RP_OK)
        status = put_column(p, set, "point/orientation", RP_F64, orientation, sizeof *p->orientation, p->orientation,
                            err);
    if (status == RP_OK) status = put_column(p, set, "point/id", RP_U32, 1, sizeof *p->id, p->id, err);
    if (status == RP_OK)
        status = put_column(p, set, "point/material", RP_U16, 1, sizeof *p->material, p->material, err);
    if (status == RP_OK) status = put_column(p, set, "point/group", RP_U16, 1, sizeof *p->group, p->group, err);
    if (status == RP_OK && p->member)
        status = put_column(p, set, "point/body", RP_U32, 1, sizeof *p->member, p->member, err);
    if (status == RP_OK) status = put_column(p, set, "point/image", RP_I32, 3, sizeof *p->image, p->image, err);
    return status;
}

/* One cell per point. */
static rp_status put_verts(rp_archive *set, size_t count, rp_error *err)
{
    int64_t *connectivity = rp_frame_sets_array(set, "verts/connectivity", RP_I64, count, 1, err);
    int64_t *offsets = connectivity ? rp_frame_sets_array(set, "verts/offsets", RP_I64, count, 1, err) : NULL;
    if (!offsets) return RP_SYSTEM;
    for (size_t n = 0; n < count; n++) {
        connectivity[n] = (int64_t)n;
        offsets[n] = (int64_t)n + 1;
    }

    return RP_OK;
}

rp_status rp_frame_sets_particles(const rp_world *world, rp_archive *set, rp_error *err)
{
    rp_archive_init(set);
    rp_status status = put_fields(world, set, err);
    if (status == RP_OK) status = put_motion(&world->particles, set, err);
    if (status == RP_OK) status = put_columns(&world->particles, world->dimension, set, err);
    if (status == RP_OK) status = put_verts(set, world->particles.count, err);
    if (status != RP_OK) rp_archive_free(set);
    return status;
}

/* ---- contacts ---- */

typedef struct contact_arrays {
    float *point, *force, *normal, *fn, *overlap, *energy; /* half of the bytes of a frame are contacts */
    uint32_t *a;
    int64_t *b, *connectivity, *offsets;
    int32_t *feature;
    uint8_t *sliding;
} contact_arrays;

static rp_status contact_arrays_put(contact_arrays *c, size_t count, rp_archive *set, rp_error *err)
{
    const struct {
        void *pointer;
        const char *name;
        rp_type type;
        size_t rows, columns;
    } table[] = {
        {&c->point, "points", RP_F32, 3 * count, 3},
        {&c->force, "cell/force", RP_F32, count, 3},
        {&c->normal, "cell/normal", RP_F32, count, 3},
        {&c->fn, "cell/fn", RP_F32, count, 1},
        {&c->overlap, "cell/overlap", RP_F32, count, 1},
        {&c->energy, "cell/energy", RP_F32, count, 1},
        {&c->a, "cell/a", RP_U32, count, 1},
        {&c->b, "cell/b", RP_I64, count, 1},
        {&c->feature, "cell/feature", RP_I32, count, 1},
        {&c->sliding, "cell/sliding", RP_U8, count, 1},
        {&c->offsets, "lines/offsets", RP_I64, count, 1},
        {&c->connectivity, "lines/connectivity", RP_I64, 3 * count, 1},
    };
    for (size_t n = 0; n < sizeof table / sizeof *table; n++) {
        void *data = rp_frame_sets_array(set, table[n].name, table[n].type, table[n].rows, table[n].columns, err);
        if (!data) return RP_SYSTEM;
        memcpy(table[n].pointer, &data, sizeof data);
    }
    return RP_OK;
}

static void put_short(float *to, rp_vec v)
{
    to[0] = (float)v.x;
    to[1] = (float)v.y;
    to[2] = (float)v.z;
}

static void contact_put(contact_arrays *to, size_t n, const rp_contact_view *view, rp_vec centre)
{
    put_short(to->point + 9 * n, centre);
    put_short(to->point + 9 * n + 3, view->point);
    put_short(to->point + 9 * n + 6, rp_vec_sub(centre, view->branch));
    put_short(to->force + 3 * n, view->force);
    put_short(to->normal + 3 * n, view->normal);
    to->fn[n] = (float)view->fn;
    to->overlap[n] = (float)view->overlap;
    to->energy[n] = (float)view->energy;
    to->a[n] = view->a;
    to->b[n] = view->b;
    to->feature[n] = view->feature;
    to->sliding[n] = view->sliding != 0;
    to->offsets[n] = 3 * (int64_t)n + 3;
    for (int k = 0; k < 3; k++) to->connectivity[3 * n + (size_t)k] = 3 * (int64_t)n + k;
}

rp_status rp_frame_sets_contacts(const rp_world *world, const rp_contact_list *contacts, rp_archive *set, rp_error *err)
{
    const rp_particles *p = &world->particles;
    contact_arrays to;
    rp_archive_init(set);
    rp_status status = rp_archive_put_copy(set, "field/TimeValue", RP_F64, 1, 1, &world->time, err);
    if (status == RP_OK) status = contact_arrays_put(&to, contacts->count, set, err);
    if (status != RP_OK) {
        rp_archive_free(set);
        return status;
    }
    for (size_t n = 0; n < contacts->count; n++)
        contact_put(&to, n, &contacts->view[n], rp_particle_position(p, rp_particles_slot(p, contacts->view[n].a)));
    return RP_OK;
}
