/* Named arrays on their way out of memory or back in. */
#include "core/archive.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"

static const struct {
    size_t size;
    const char *name;
} types[] = {
    [RP_F64] = {8, "f64"}, [RP_I64] = {8, "i64"}, [RP_U64] = {8, "u64"}, [RP_I32] = {4, "i32"},
    [RP_U32] = {4, "u32"}, [RP_U16] = {2, "u16"}, [RP_U8] = {1, "u8"},   [RP_F32] = {4, "f32"},
};

size_t rp_type_size(rp_type type) { return types[type].size; }

double rp_archive_number(rp_type type, const void *at)
{
    switch (type) {
    case RP_F64: return *(const double *)at;
    case RP_I64: return (double)*(const int64_t *)at;
    case RP_U64: return (double)*(const uint64_t *)at;
    case RP_I32: return *(const int32_t *)at;
    case RP_U32: return *(const uint32_t *)at;
    case RP_U16: return *(const uint16_t *)at;
    case RP_U8: return *(const uint8_t *)at;
    case RP_F32: return *(const float *)at;
    }
    return NAN;
}

void rp_archive_number_set(rp_type type, void *at, double value)
{
    switch (type) {
    case RP_F64: *(double *)at = value; break;
    case RP_I64: *(int64_t *)at = (int64_t)value; break;
    case RP_U64: *(uint64_t *)at = (uint64_t)value; break;
    case RP_I32: *(int32_t *)at = (int32_t)value; break;
    case RP_U32: *(uint32_t *)at = (uint32_t)value; break;
    case RP_U16: *(uint16_t *)at = (uint16_t)value; break;
    case RP_U8: *(uint8_t *)at = (uint8_t)value; break;
    case RP_F32: *(float *)at = (float)value; break;
    }
}

static size_t item_bytes(const rp_item *item) { return item->rows * item->columns * rp_type_size(item->type); }

void rp_archive_init(rp_archive *a) { *a = (rp_archive){0}; }

void rp_archive_free(rp_archive *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->item[i].owned) rp_memory_free((void *)a->item[i].data);
    rp_memory_free(a->item);
    rp_archive_init(a);
}

/* What was handed over is freed also when there is no room for it. */
rp_status rp_archive_put(rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns, const void *data,
                         int own, rp_error *err)
{
    rp_item item = {.type = type, .rows = rows, .columns = columns, .data = data, .owned = own};
    size_t length = strlen(name);
    assert(length > 0 && length < sizeof item.name && !rp_archive_find(a, name));
    memcpy(item.name, name, length + 1);
    if (!rp_memory_reserve(&a->item, &a->capacity, a->count + 1, sizeof *a->item)) {
        if (own) rp_memory_free((void *)data);
        return rp_memory_error(err, (a->count + 1) * sizeof *a->item, "the list of saved arrays");
    }
    a->item[a->count++] = item;
    return RP_OK;
}

rp_status rp_archive_put_copy(rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns,
                              const void *data, rp_error *err)
{
    size_t bytes = rows * columns * rp_type_size(type);
    void *copy = rp_memory_alloc(bytes, 1);
    if (!copy) return rp_memory_error(err, bytes, name);
    if (bytes) memcpy(copy, data, bytes);
    return rp_archive_put(a, name, type, rows, columns, copy, 1, err);
}

const rp_item *rp_archive_find(const rp_archive *a, const char *name)
{
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->item[i].name, name) == 0) return &a->item[i];
    return NULL;
}

rp_status rp_archive_check(const rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns,
                           rp_error *err)
{
    const rp_item *item = rp_archive_find(a, name);
    if (item && item->type == type && item->rows == rows && item->columns == columns) return RP_OK;
    rp_status status;
    if (!item) {
        status = rp_error_set(err, RP_INPUT, "the saved state has no '%s'", name);
    } else {
        status = rp_error_set(err, RP_INPUT, "'%s' of the saved state does not fit this scene", name);
        rp_error_value(err, "%zu x %zu values of type %s", item->rows, item->columns, types[item->type].name);
    }
    rp_error_expected(err, "%zu x %zu values of type %s", rows, columns, types[type].name);
    return status;
}

rp_status rp_archive_get(const rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns, void *data,
                         rp_error *err)
{
    rp_status status = rp_archive_check(a, name, type, rows, columns, err);
    const rp_item *item = rp_archive_find(a, name);
    if (!status && item_bytes(item)) memcpy(data, item->data, item_bytes(item));
    return status;
}
