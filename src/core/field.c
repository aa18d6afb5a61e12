/* See field.h. */
#include "core/field.h"
#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"

const rp_field *rp_fields_find(const rp_fields *list, const char *name)
{
    for (int n = 0; n < list->count; n++)
        if (strcmp(list->field[n].name, name) == 0) return &list->field[n];
    return NULL;
}

static uint64_t value_whole(rp_type type, const void *at)
{
    switch (type) {
    case RP_I64: return (uint64_t) * (const int64_t *)at;
    case RP_U64: return *(const uint64_t *)at;
    default: return (uint64_t)(int64_t)rp_archive_number(type, at);
    }
}

/* ---- saving and restoring ---- */

enum { PATH = sizeof((rp_item *)0)->name };

static void path_of(const rp_fields *list, const char *name, char path[PATH])
{
    snprintf(path, PATH, "%s%s", list->path, name);
}

const rp_item *rp_fields_item(const rp_fields *list, const char *name, const rp_archive *archive)
{
    char path[PATH];
    path_of(list, name, path);
    return rp_archive_find(archive, path);
}

static size_t row_bytes(const rp_field *f) { return f->columns * rp_type_size(f->type); }

static rp_status save_field(const rp_fields *list, const rp_field *f, const char *data, size_t rows,
                            rp_archive *archive, rp_error *err)
{
    char path[PATH];
    size_t bytes = row_bytes(f);
    path_of(list, f->name, path);
    if (bytes == f->stride) return rp_archive_put(archive, path, f->type, rows, f->columns, data, 0, err);
    char *packed = rp_memory_alloc(rows, bytes);
    if (!packed) return rp_memory_error(err, rows * bytes, "the checkpoint");
    for (size_t n = 0; n < rows; n++) memcpy(packed + n * bytes, data + n * f->stride, bytes);
    return rp_archive_put(archive, path, f->type, rows, f->columns, packed, 1, err);
}

/* Says of the last item what it is. */
static void describe(const rp_field *f, rp_archive *archive)
{
    archive->item[archive->count - 1].unit = f->unit;
    archive->item[archive->count - 1].meaning = f->meaning;
}

rp_status rp_fields_save(const rp_fields *list, const void *object, size_t rows, rp_archive *archive, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < list->count && !status; n++) {
        const void *data = rp_field_data(&list->field[n], object);
        if (!data || list->field[n].hashed == RP_HASH_ONLY) continue;
        status = save_field(list, &list->field[n], data, rows, archive, err);
        if (!status) describe(&list->field[n], archive);
    }
    return status;
}

static void set_missing(const rp_field *f, char *data, size_t rows)
{
    for (size_t n = 0; n < rows; n++)
        for (size_t k = 0; k < f->columns; k++)
            rp_archive_number_set(f->type, data + n * f->stride + k * rp_type_size(f->type), f->missing);
}

static rp_status load_field(const rp_fields *list, const rp_field *f, char *data, size_t rows, const int *from,
                            size_t saved, const rp_archive *archive, rp_error *err)
{
    char path[PATH];
    size_t bytes = row_bytes(f);
    path_of(list, f->name, path);
    const rp_item *item = rp_archive_find(archive, path);
    if (!item && (rows == 0 || !isnan(f->missing))) {
        if (f->missing != RP_FIELD_STAYS) set_missing(f, data, rows);
        return RP_OK;
    }
    rp_status status = rp_archive_check(archive, path, f->type, saved, f->columns, err);
    const char *value = status ? NULL : item->data;
    for (size_t n = 0; n < rows && !status; n++)
        if (!from) memcpy(data + n * f->stride, value + n * bytes, bytes);
        else if (from[n] >= 0) memcpy(data + n * f->stride, value + (size_t)from[n] * bytes, bytes);
    return status;
}

rp_status rp_fields_load_rows(const rp_fields *list, void *object, size_t rows, const int *from, size_t saved,
                              const rp_archive *archive, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < list->count && !status; n++) {
        char *data = rp_field_data(&list->field[n], object);
        if (data && list->field[n].hashed != RP_HASH_ONLY)
            status = load_field(list, &list->field[n], data, rows, from, saved, archive, err);
    }
    return status;
}

rp_status rp_fields_load(const rp_fields *list, void *object, size_t rows, const rp_archive *archive, rp_error *err)
{
    return rp_fields_load_rows(list, object, rows, NULL, rows, archive, err);
}

/* ---- hash ---- */

static int is_set(const rp_field *f, const char *row)
{
    for (size_t k = 0; k < f->columns; k++)
        if (rp_archive_number(f->type, row + k * rp_type_size(f->type)) != f->missing) return 1;
    return 0;
}

static void hash_row(const rp_field *f, const char *row, rp_hash *h)
{
    if (f->hashed == RP_HASH_NOT || (f->hashed == RP_HASH_SET && !is_set(f, row))) return;
    if (f->hashed == RP_HASH_SET) rp_hash_bytes(h, f->name, strlen(f->name));
    for (size_t k = 0; k < f->columns; k++) {
        const char *at = row + k * rp_type_size(f->type);
        if (f->type == RP_F64 || f->hashed == RP_HASH_NUMBER) rp_hash_double(h, rp_archive_number(f->type, at));
        else rp_hash_u64(h, value_whole(f->type, at));
    }
}

void rp_fields_hash(const rp_fields *list, const void *object, size_t row, rp_hash *h)
{
    for (int n = 0; n < list->count; n++) {
        const rp_field *f = &list->field[n];
        const char *data = rp_field_data(f, object);
        if (data) hash_row(f, data + row * f->stride, h);
    }
}
