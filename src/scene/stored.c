/* See stored.h. */
#include "scene/stored.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "output/output.h"
#include "output/vtk.h"

typedef struct kind { /* of file: where its arrays are */
    const char *ending, *place, *radius, *velocity, *omega, *mass, *id, *material, *shape, *body;
    int spin; /* 1: angular velocities are multiplied by the radius */
    rp_status (*read)(const char *path, rp_archive *archive, rp_error *err);
} kind;

static const kind kinds[] = {
    {".vtp", "points", "point/radius", "point/velocity", "point/angular_velocity", "point/mass", "point/id",
     "point/material", "point/shape", "point/body", 0, rp_vtk_read},
    {".h5", "particles/position", "particles/radius", "particles/velocity", "particles/spin", "particles/mass",
     "particles/id", "particles/material", "particles/shape", "particles/body", 1, rp_checkpoint_read},
};

static const kind *kind_of(const char *path)
{
    const size_t length = strlen(path);
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        const size_t ending = strlen(kinds[n].ending);
        if (length > ending && strcmp(path + length - ending, kinds[n].ending) == 0) return &kinds[n];
    }
    return NULL;
}

int rp_stored_is(const char *path) { return kind_of(path) != NULL; }

/* ---- names ---- */

/* The n-th name: frames have them one after the other, checkpoints in rows. */
static const char *stored_name(const rp_archive *a, size_t n)
{
    const rp_item *rows = rp_archive_find(a, "materials/name"), *text = rp_archive_find(a, "text/material_names");
    if (rows && rows->type == RP_U8 && n < rows->rows && rows->columns > 0) {
        const char *name = (const char *)rows->data + n * rows->columns;
        return memchr(name, 0, rows->columns) ? name : NULL;
    }
    if (!text || text->type != RP_U8) return NULL;
    const char *at = text->data, *end = at + text->rows * text->columns;
    for (; at < end && memchr(at, 0, (size_t)(end - at)); at += strlen(at) + 1)
        if (n-- == 0) return at;
    return NULL;
}

/* The scene's material of the same name; -1: it has none. */
static int find_material(const rp_archive *a, size_t n, const rp_material *material, int count, rp_csv *csv)
{
    const char *name = stored_name(a, n);
    for (int m = 0; name && m < count; m++)
        if (strcmp(material[m].name, name) == 0) return m;
    if (!csv->unknown[0]) strncpy(csv->unknown, name ? name : "?", sizeof csv->unknown - 1);
    return -1;
}

/* ---- rows ---- */

static rp_status refuse(const char *what, rp_error *err)
{
    return rp_error_set(err, RP_INPUT, "the file has %s, which `start` takes over and `place` does not", what);
}

/* Numbers of polygons and clumps. */
static rp_status refuse_shaped(const rp_archive *a, const char *name, const char *what, rp_error *err)
{
    const rp_item *item = rp_archive_find(a, name);
    for (size_t i = 0; item && i < item->rows; i++)
        if (rp_archive_number(item->type, (const char *)item->data + i * rp_type_size(item->type)) != 0)
            return refuse(what, err);
    return RP_OK;
}

static rp_status check_arrays(const kind *k, const rp_archive *a, size_t *count, rp_error *err)
{
    const rp_item *place = rp_archive_find(a, k->place), *id = rp_archive_find(a, k->id),
                  *material = rp_archive_find(a, k->material);
    const char *const vectors[] = {k->place, k->velocity, k->omega}, *const numbers[] = {k->radius, k->mass};
    rp_status status = RP_OK;
    *count = place ? place->rows : 0;
    for (int n = 0; n < 3 && !status; n++) status = rp_archive_check(a, vectors[n], RP_F64, *count, 3, err);
    for (int n = 0; n < 2 && !status; n++) status = rp_archive_check(a, numbers[n], RP_F64, *count, 1, err);
    if (!status && (!*count || !id || !material || id->rows != *count || material->rows != *count))
        status = rp_error_set(err, RP_INPUT, "the file has no particles with id and material");
    if (!status) status = refuse_shaped(a, k->shape, "polygons", err);
    return status ? status : refuse_shaped(a, k->body, "clumps", err);
}

static const double *row_of(const rp_archive *a, const char *name, size_t i)
{
    const rp_item *item = rp_archive_find(a, name);
    return (const double *)item->data + i * item->columns;
}

static double number_of(const rp_archive *a, const char *name, size_t i)
{
    const rp_item *item = rp_archive_find(a, name);
    return rp_archive_number(item->type, (const char *)item->data + i * rp_type_size(item->type));
}

static void take(const kind *k, const rp_archive *a, size_t i, rp_csv_row *row)
{
    const double *x = row_of(a, k->place, i), *v = row_of(a, k->velocity, i), *w = row_of(a, k->omega, i),
                 r = *row_of(a, k->radius, i), scale = k->spin ? 1 / r : 1;
    *row = (rp_csv_row){.id = (uint64_t)number_of(a, k->id, i)};
    for (int n = 0; n < 3; n++) {
        row->number[RP_CSV_X + n] = x[n];
        row->number[RP_CSV_VX + n] = v[n];
        row->number[RP_CSV_WX + n] = scale * w[n];
    }
    row->number[RP_CSV_RADIUS] = r;
    row->number[RP_CSV_MASS] = *row_of(a, k->mass, i);
}

/* Such files have been checked as a whole, but anyone can write a frame. */
static int sound(const rp_csv_row *row)
{
    for (int n = 0; n < RP_CSV_NUMBERS; n++)
        if (!isfinite(row->number[n])) return 0;
    return row->number[RP_CSV_RADIUS] > 0 && row->number[RP_CSV_MASS] > 0;
}

static int by_id(const void *a, const void *b)
{
    const rp_csv_row *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static rp_status take_all(const kind *k, const rp_archive *a, const rp_material *material, int material_count,
                          rp_csv *csv, rp_error *err)
{
    size_t count;
    rp_status status = check_arrays(k, a, &count, err);
    if (status) return status;
    csv->row = rp_memory_alloc(count, sizeof *csv->row);
    if (!csv->row) return rp_memory_error(err, count * sizeof *csv->row, "particles of a file");
    csv->has = (1u << RP_CSV_COLUMNS) - 1;
    csv->stored = 1;
    for (size_t i = 0; i < count && !status; i++) {
        rp_csv_row *row = &csv->row[csv->count++];
        take(k, a, i, row);
        row->material = find_material(a, (size_t)number_of(a, k->material, i), material, material_count, csv);
        if (!sound(row)) status = rp_error_set(err, RP_INPUT, "particle %zu of the file has no sound numbers", i);
    }
    if (!status) qsort(csv->row, csv->count, sizeof *csv->row, by_id);
    return status;
}

/* Frames have polygons in a file of their own, beside that of the particles. */
static int has_shapes(const char *path)
{
    char shapes[1200];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (strncmp(name, "particles_", 10) != 0) return 0;
    snprintf(shapes, sizeof shapes, "%.*sshapes_%s", (int)(name - path), path, name + 10);
    return access(shapes, F_OK) == 0;
}

rp_status rp_stored_read(const char *path, const rp_material *material, int material_count, rp_csv *csv, rp_error *err)
{
    const kind *k = kind_of(path);
    rp_archive a;
    *csv = (rp_csv){0};
    rp_archive_init(&a);
    rp_status status = k->read(path, &a, err);
    if (!status) {
        status = has_shapes(path) ? refuse("polygons", err) : take_all(k, &a, material, material_count, csv, err);
        if (status == RP_INPUT) rp_error_at(err, path, 0, 0);
    }
    rp_archive_free(&a);
    if (status) rp_csv_free(csv);
    return status;
}
