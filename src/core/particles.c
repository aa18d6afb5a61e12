/* See particles.h. The list of fields is the one place that knows which arrays there are. */
#include "core/particles.h"
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "core/field.h"

static const rp_field fields[] = {
    {"position", "m", "centre, within the domain at each rebuild of the list", RP_F64, 3,
     RP_FIELD_PART(rp_particles, row, x), RP_HASH_VALUE, NAN},
    {"radius", "m", "radius; of a polygon the distance of its farthest corner", RP_F64, 1,
     RP_FIELD_PART(rp_particles, row, r), RP_HASH_VALUE, NAN},
    {"velocity", "m/s", "velocity at the time of the position", RP_F64, 3, RP_FIELD_PART(rp_particles, row, vx),
     RP_HASH_VALUE, NAN},
    {"inverse_mass", "1/kg", "1/m; 0: no force moves it", RP_F64, 1, RP_FIELD_PART(rp_particles, row, inv_mass),
     RP_HASH_NOT, NAN},
    {"spin", "m/s", "radius times angular velocity", RP_F64, 3, RP_FIELD_PART(rp_particles, spin, x), RP_HASH_VALUE,
     NAN},
    {"inverse_inertia", "1/kg", "r^2/I; 0: no torque turns it", RP_F64, 1,
     RP_FIELD_PART(rp_particles, spin, inv_inertia), RP_HASH_NOT, NAN},
    {"mass", "kg", "mass", RP_F64, 1, RP_FIELD_ARRAY(rp_particles, mass), RP_HASH_VALUE, NAN},
    {"inertia", "kg m^2", "moment of inertia", RP_F64, 1, RP_FIELD_ARRAY(rp_particles, inertia), RP_HASH_NOT, NAN},
    {"image", "1", "periods travelled: through the upper minus the lower side", RP_I32, 3,
     RP_FIELD_ARRAY(rp_particles, image), RP_HASH_VALUE, NAN},
    {"orientation", "1", "3D: unit quaternion w, x, y, z; 2D: angle in rad, 0 0 0", RP_F64, 4,
     RP_FIELD_ARRAY(rp_particles, orientation), RP_HASH_VALUE, NAN},
    {"acceleration", "m/s^2", "acceleration at the time of the position", RP_F64, 3,
     RP_FIELD_PART(rp_particles, accel, x), RP_HASH_VALUE, NAN},
    {"spin_rate", "m/s^2", "radius times angular acceleration", RP_F64, 3, RP_FIELD_PART(rp_particles, accel, sx),
     RP_HASH_VALUE, NAN},
    {"id", "1", "its number, which never changes", RP_U32, 1, RP_FIELD_ARRAY(rp_particles, id), RP_HASH_NOT, NAN},
    {"material", "1", "index of its material", RP_U16, 1, RP_FIELD_ARRAY(rp_particles, material), RP_HASH_NOT, NAN},
    {"group", "1", "index of its group", RP_U16, 1, RP_FIELD_ARRAY(rp_particles, group), RP_HASH_NOT, NAN},
    {"seen", "m", "where it stood when passages were counted last", RP_F64, 3, RP_FIELD_ARRAY(rp_particles, seen),
     RP_HASH_VALUE, NAN},
    {"shape", "1", "0: round; else 1 + index of its polygon", RP_U32, 1, RP_FIELD_ARRAY(rp_particles, shape),
     RP_HASH_NOT, NAN},
    {"body", "1", "0: none; else 1 + number of the clump that it is a member of", RP_U32, 1,
     RP_FIELD_PART(rp_particles, member, body), RP_HASH_NOT, NAN},
    {"member", "1", "its place among the members of its clump", RP_U32, 1, RP_FIELD_PART(rp_particles, member, place),
     RP_HASH_NOT, NAN},
};

enum { FIELDS = sizeof fields / sizeof *fields };

static const rp_fields list = RP_FIELDS("particles/", RP_PER_PARTICLE, fields);

const rp_fields *rp_particles_fields(void) { return &list; }

/* The pointer to the array that a field lies in. */
static void **array_of(const rp_particles *p, const rp_field *f) { return (void **)((char *)p + f->array); }

static int starts_array(const rp_field *f) { return f->offset == 0; }

static int wanted(const rp_field *f, int accel, int orientation)
{
    if (f->array == offsetof(rp_particles, accel)) return accel;
    if (f->array == offsetof(rp_particles, orientation)) return orientation;
    if (f->array == offsetof(rp_particles, seen)) return 0; /* rp_particles_seen */
    return f->array != offsetof(rp_particles, shape) && f->array != offsetof(rp_particles, member);
}

rp_status rp_particles_create(rp_particles *p, size_t count, int accel, int orientation, rp_error *err)
{
    *p = (rp_particles){.count = count, .capacity = count, .next_id = (uint32_t)count};
    for (int n = 0; n < FIELDS; n++) {
        const rp_field *f = &fields[n];
        if (!starts_array(f) || !wanted(f, accel, orientation)) continue;
        *array_of(p, f) = rp_memory_alloc(count, f->stride);
        if (!*array_of(p, f)) {
            rp_particles_destroy(p);
            return rp_memory_error(err, count * f->stride, "particles");
        }
    }
    p->by_id = rp_memory_alloc(count, sizeof *p->by_id);
    if (!p->by_id) {
        rp_particles_destroy(p);
        return rp_memory_error(err, count * sizeof *p->by_id, "particles");
    }
    for (size_t i = 0; i < count; i++) p->id[i] = p->by_id[i] = (uint32_t)i;
    if (orientation)
        for (size_t i = 0; i < count; i++) p->orientation[i][0] = 1; /* the builder of a 2D world sets angles */
    return RP_OK;
}

rp_status rp_particles_shapes(rp_particles *p, rp_error *err)
{
    if (!p->shape) p->shape = rp_memory_alloc(p->capacity, sizeof *p->shape);
    return p->shape ? RP_OK : rp_memory_error(err, p->count * sizeof *p->shape, "particles");
}

rp_status rp_particles_members(rp_particles *p, rp_error *err)
{
    if (!p->member) p->member = rp_memory_alloc(p->capacity, sizeof *p->member);
    return p->member ? RP_OK : rp_memory_error(err, p->count * sizeof *p->member, "particles");
}

rp_status rp_particles_seen(rp_particles *p, rp_error *err)
{
    if (!p->seen) p->seen = rp_memory_alloc(p->capacity, sizeof *p->seen);
    return p->seen ? RP_OK : rp_memory_error(err, p->count * sizeof *p->seen, "particles");
}

rp_status rp_particles_accelerations(rp_particles *p, rp_error *err)
{
    if (!p->accel) p->accel = rp_memory_alloc(p->capacity, sizeof *p->accel);
    return p->accel ? RP_OK : rp_memory_error(err, p->count * sizeof *p->accel, "particles");
}

void rp_particles_destroy(rp_particles *p)
{
    for (int n = 0; n < FIELDS; n++)
        if (starts_array(&fields[n])) rp_memory_free(*array_of(p, &fields[n]));
    rp_memory_free(p->by_id);
    *p = (rp_particles){0};
}

/* ---- coming and going ---- */

static int resize(void *pointer_to_array, size_t count, size_t size)
{
    void *array;
    memcpy(&array, pointer_to_array, sizeof array);
    array = rp_memory_resize(array, count, size);
    if (array) memcpy(pointer_to_array, &array, sizeof array);
    return array != NULL;
}

rp_status rp_particles_reserve(rp_particles *p, size_t need, rp_error *err)
{
    if (need <= p->capacity) return RP_OK;
    size_t capacity = p->capacity + p->capacity / 2 > need ? p->capacity + p->capacity / 2 : need;
    int good = resize(&p->by_id, capacity, sizeof *p->by_id);
    for (int n = 0; n < FIELDS && good; n++)
        if (starts_array(&fields[n]) && *array_of(p, &fields[n]))
            good = resize(array_of(p, &fields[n]), capacity, fields[n].stride);
    if (!good) return rp_memory_error(err, capacity * sizeof(rp_row), "particles");
    p->capacity = capacity;
    return RP_OK;
}

size_t rp_particles_append(rp_particles *p)
{
    size_t i = p->count++;
    for (int n = 0; n < FIELDS; n++) {
        char *array = *array_of(p, &fields[n]);
        if (array && starts_array(&fields[n])) memset(array + i * fields[n].stride, 0, fields[n].stride);
    }
    p->id[i] = p->next_id++;
    p->by_id[i] = (uint32_t)i; /* no id is larger */
    return i;
}

static void pack(char *array, size_t bytes, const uint32_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (to[i] < i) memcpy(array + (size_t)to[i] * bytes, array + i * bytes, bytes);
}

void rp_particles_remove(rp_particles *p, const uint32_t *to)
{
    size_t left = 0;
    for (int n = 0; n < FIELDS; n++) {
        char *array = *array_of(p, &fields[n]);
        if (array && starts_array(&fields[n])) pack(array, fields[n].stride, to, p->count);
    }
    for (size_t n = 0; n < p->count; n++)
        if (to[p->by_id[n]] != UINT32_MAX) p->by_id[left++] = to[p->by_id[n]];
    p->count = left;
}

/* ---- order ---- */

/* Slots that move: what stood at order[s] stands at s. */
static void follow(uint32_t *slot, const uint32_t *order, uint32_t *moved, size_t count)
{
    for (size_t s = 0; s < count; s++) moved[order[s]] = (uint32_t)s;
    for (size_t n = 0; n < count; n++) slot[n] = moved[slot[n]];
}

rp_status rp_particles_permute(rp_particles *p, const uint32_t *order, rp_error *err)
{
    char *spare = rp_memory_alloc(p->count, sizeof(rp_row));
    if (!spare) return rp_memory_error(err, p->count * sizeof(rp_row), "sorting the particles");
    for (int n = 0; n < FIELDS; n++) {
        char *array = *array_of(p, &fields[n]);
        size_t bytes = fields[n].stride;
        if (!array || !starts_array(&fields[n])) continue;
        for (size_t s = 0; s < p->count; s++) memcpy(spare + s * bytes, array + (size_t)order[s] * bytes, bytes);
        memcpy(array, spare, p->count * bytes);
    }
    follow(p->by_id, order, (uint32_t *)spare, p->count);
    rp_memory_free(spare);
    return RP_OK;
}

/* ---- by id ---- */

static int by_number(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

rp_status rp_particles_index(rp_particles *p, rp_error *err)
{
    uint64_t *key = rp_memory_alloc(p->count, sizeof *key); /* id, slot */
    rp_status status = RP_OK;
    if (!key) return rp_memory_error(err, p->count * sizeof *key, "particles");
    for (size_t i = 0; i < p->count; i++) key[i] = (uint64_t)p->id[i] << 32 | i;
    qsort(key, p->count, sizeof *key, by_number);
    for (size_t n = 0; n < p->count; n++) {
        p->by_id[n] = (uint32_t)key[n];
        if (n > 0 && key[n] >> 32 == key[n - 1] >> 32)
            status = rp_error_set(err, RP_INPUT, "two particles have the id %u", (unsigned)(key[n] >> 32));
    }
    rp_memory_free(key);
    return status;
}

size_t rp_particles_rank_between(const rp_particles *p, uint32_t id, size_t low, size_t high)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->id[p->by_id[middle]] < id) low = middle + 1;
        else high = middle;
    }
    return p->id[p->by_id[low]] == id ? low : p->count;
}
