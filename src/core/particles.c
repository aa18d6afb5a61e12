/* See particles.h. The table of columns is the one place that knows which arrays there are. */
#include "core/particles.h"
#include <string.h>
#include "base/memory.h"
#include "core/columns.h"

static const rp_column columns[] = {
    {"row", offsetof(rp_particles, row), RP_F64, 8},           {"spin", offsetof(rp_particles, spin), RP_F64, 4},
    {"accel", offsetof(rp_particles, accel), RP_F64, 6},       {"turn", offsetof(rp_particles, turn), RP_F64, 4},
    {"mass", offsetof(rp_particles, mass), RP_F64, 1},         {"inertia", offsetof(rp_particles, inertia), RP_F64, 1},
    {"image", offsetof(rp_particles, image), RP_I32, 3},       {"id", offsetof(rp_particles, id), RP_U32, 1},
    {"material", offsetof(rp_particles, material), RP_U16, 1}, {"group", offsetof(rp_particles, group), RP_U16, 1},
    {"shape", offsetof(rp_particles, shape), RP_U32, 1},
};

const rp_column *rp_particles_columns(int *count)
{
    *count = sizeof columns / sizeof *columns;
    return columns;
}

static size_t column_bytes(const rp_column *column) { return rp_type_size(column->type) * column->width; }

rp_status rp_particles_create(rp_particles *p, size_t count, int accel, int turn, rp_error *err)
{
    *p = (rp_particles){.count = count};
    for (size_t n = 0; n < sizeof columns / sizeof *columns; n++) {
        if ((columns[n].offset == offsetof(rp_particles, accel) && !accel)
            || (columns[n].offset == offsetof(rp_particles, turn) && !turn))
            continue;
        if (columns[n].offset == offsetof(rp_particles, shape)) continue; /* rp_particles_shapes */
        void **array = rp_particles_array(p, &columns[n]);
        *array = rp_memory_alloc(count, column_bytes(&columns[n]));
        if (!*array) {
            rp_particles_destroy(p);
            return rp_memory_error(err, count * column_bytes(&columns[n]), "particles");
        }
    }
    p->slot_of = rp_memory_alloc(count, sizeof *p->slot_of);
    if (!p->slot_of) {
        rp_particles_destroy(p);
        return rp_memory_error(err, count * sizeof *p->slot_of, "particles");
    }
    for (size_t i = 0; i < count; i++) p->id[i] = p->slot_of[i] = (uint32_t)i;
    if (turn)
        for (size_t i = 0; i < count; i++) p->turn[i][0] = 1; /* the builder of a 2D world sets angles */
    return RP_OK;
}

rp_status rp_particles_shapes(rp_particles *p, rp_error *err)
{
    if (!p->shape) p->shape = rp_memory_alloc(p->count, sizeof *p->shape);
    return p->shape ? RP_OK : rp_memory_error(err, p->count * sizeof *p->shape, "particles");
}

void rp_particles_destroy(rp_particles *p)
{
    for (size_t n = 0; n < sizeof columns / sizeof *columns; n++) rp_memory_free(*rp_particles_array(p, &columns[n]));
    rp_memory_free(p->slot_of);
    *p = (rp_particles){0};
}

rp_status rp_particles_permute(rp_particles *p, const uint32_t *order, rp_error *err)
{
    char *spare = rp_memory_alloc(p->count, sizeof(rp_row));
    if (!spare) return rp_memory_error(err, p->count * sizeof(rp_row), "sorting the particles");
    for (size_t n = 0; n < sizeof columns / sizeof *columns; n++) {
        char *array = *rp_particles_array(p, &columns[n]);
        size_t bytes = column_bytes(&columns[n]);
        if (!array) continue;
        for (size_t s = 0; s < p->count; s++) memcpy(spare + s * bytes, array + (size_t)order[s] * bytes, bytes);
        memcpy(array, spare, p->count * bytes);
    }
    rp_memory_free(spare);
    rp_particles_index(p);
    return RP_OK;
}

void rp_particles_index(rp_particles *p)
{
    for (size_t s = 0; s < p->count; s++) p->slot_of[p->id[s]] = (uint32_t)s;
}
