/* From the data sets of a frame to the arrays of the viewer; see shown.h. */
#include "view/shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "output/frames.h"
#include "output/vtk.h"

/* ---- arrays ---- */

const rp_shown_array *rp_shown_find(const rp_shown *s, const char *name)
{
    for (int n = 0; n < s->count; n++)
        if (strcmp(s->array[n].name, name) == 0) return &s->array[n];
    return NULL;
}

static rp_shown_array *add(rp_shown *s, const char *name, size_t rows, size_t columns, int whole, rp_error *err)
{
    if (s->count == RP_SHOWN_ARRAYS) {
        rp_error_set(err, RP_INPUT, "a frame has more than %d arrays", RP_SHOWN_ARRAYS);
        return NULL;
    }
    rp_shown_array *a = &s->array[s->count];
    *a = (rp_shown_array){.rows = rows, .columns = columns};
    snprintf(a->name, sizeof a->name, "%s", name);
    if (whole) a->whole = rp_memory_alloc(rows * columns, sizeof *a->whole);
    else a->number = rp_memory_alloc(rows * columns, sizeof *a->number);
    if (!a->whole && !a->number) {
        rp_memory_error(err, rows * columns * 4, name);
        return NULL;
    }
    s->count++;
    return a;
}

static double number_at(const rp_item *item, size_t row, size_t column)
{
    return rp_archive_number(item->type,
                             (const char *)item->data + (row * item->columns + column) * rp_type_size(item->type));
}

/* Columns `first` and on of an item; row n is that of order[n], or n. */
static rp_status put(rp_shown *s, const rp_item *item, const char *name, size_t first, size_t columns,
                     const size_t *order, rp_error *err)
{
    const int whole = item->type != RP_F64;
    rp_shown_array *a = add(s, name, item->rows, columns, whole, err);
    if (!a) return err ? err->status : RP_SYSTEM;
    for (size_t n = 0; n < item->rows; n++)
        for (size_t k = 0; k < columns; k++) {
            const double value = number_at(item, order ? order[n] : n, first + k);
            if (whole) a->whole[n * columns + k] = (uint32_t)(int64_t)value;
            else a->number[n * columns + k] = (float)value;
        }
    return RP_OK;
}

/* A vector of a frame has three columns; a plane needs two of them. */
static rp_status put_vector(rp_shown *s, const rp_archive *set, const char *item_name, const char *name, rp_error *err)
{
    const rp_item *item = rp_archive_find(set, item_name);
    if (!item || item->columns != 3)
        return rp_error_set(err, RP_INPUT, "a frame lacks the array '%s', or it has no three columns", item_name);
    return put(s, item, name, 0, (size_t)s->dimension, NULL, err);
}

static rp_status put_whole(rp_shown *s, const rp_archive *set, const char *item_name, const char *name, rp_error *err)
{
    const rp_item *item = rp_archive_find(set, item_name);
    if (!item || item->columns != 1 || item->type == RP_F64 || item->type == RP_F32)
        return rp_error_set(err, RP_INPUT, "a frame lacks the array '%s', or it is not of whole numbers", item_name);
    return put(s, item, name, 0, 1, NULL, err);
}

/* ---- particles ---- */

static rp_status put_particles(rp_shown *s, const rp_archive *set, rp_error *err)
{
    rp_status status = put_vector(s, set, "points", "x", err);
    for (size_t n = 0; n < set->count && !status; n++) {
        const rp_item *item = &set->item[n];
        const char *name = item->name + 6;
        if (strncmp(item->name, "point/", 6) != 0 || strcmp(name, "image") == 0) continue;
        if (item->rows != s->array[0].rows)
            return rp_error_set(err, RP_INPUT, "array '%s' of a frame has %zu rows, expected %zu", item->name,
                                item->rows, s->array[0].rows);
        if (s->dimension == 2 && strcmp(name, "angular_velocity") == 0 && item->columns == 3)
            status = put(s, item, name, 2, 1, NULL, err);
        else status = put(s, item, name, 0, s->dimension == 2 && item->columns == 3 ? 2 : item->columns, NULL, err);
    }
    if (!status && !rp_shown_find(s, "radius")) status = rp_error_set(err, RP_INPUT, "a frame has no radii");
    return status;
}

/* ---- contacts ---- */

typedef struct contact_key {
    int64_t a, b;
    size_t row;
} contact_key;

/* By a, then b; those with walls come last. */
static int earlier(const void *p, const void *q)
{
    const contact_key *x = p, *y = q;
    if ((x->b < 0) != (y->b < 0)) return x->b < 0 ? 1 : -1;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static rp_status put_ends(rp_shown *s, const contact_key *key, size_t count, rp_error *err)
{
    rp_shown_array *a = add(s, "contact.a", count, 1, 1, err), *b = a ? add(s, "contact.b", count, 1, 1, err) : NULL;
    if (!b) return RP_SYSTEM;
    for (size_t c = 0; c < count; c++) {
        a->whole[c] = (uint32_t)key[c].a;
        b->whole[c] = (uint32_t)key[c].b;
    }
    return RP_OK;
}

/* The middle one of a contact's three points; of round particles it lies between the centres and is left out. */
static rp_status put_points(rp_shown *s, const rp_item *points, const contact_key *key, size_t count, int all,
                            rp_error *err)
{
    size_t first = 0;
    const size_t columns = (size_t)s->dimension;
    while (!all && first < count && key[first].b >= 0) first++;
    rp_shown_array *a = add(s, "contact.point", count - first, columns, 0, err);
    if (!a) return RP_SYSTEM;
    for (size_t c = first; c < count; c++)
        for (size_t k = 0; k < columns; k++)
            a->number[(c - first) * columns + k] = (float)number_at(points, 3 * key[c].row + 1, k);
    return RP_OK;
}

static rp_status put_columns(rp_shown *s, const rp_archive *set, const contact_key *key, size_t count, rp_error *err)
{
    static const char *const columns[] = {"fn", "overlap", "sliding"};
    rp_status status = RP_OK;
    size_t *order = rp_memory_alloc(count, sizeof *order);
    if (!order) return rp_memory_error(err, count * sizeof *order, "the order of contacts");
    for (size_t c = 0; c < count; c++) order[c] = key[c].row;
    for (size_t n = 0; n < sizeof columns / sizeof *columns && !status; n++) {
        char from[32], to[32];
        snprintf(from, sizeof from, "cell/%s", columns[n]);
        snprintf(to, sizeof to, "contact.%s", columns[n]);
        const rp_item *item = rp_archive_find(set, from);
        if (item && item->rows == count && item->columns == 1) status = put(s, item, to, 0, 1, order, err);
    }
    rp_memory_free(order);
    return status;
}

static rp_status put_contacts(rp_shown *s, const rp_archive *set, int all_points, rp_error *err)
{
    const rp_item *a = rp_archive_find(set, "cell/a"), *b = rp_archive_find(set, "cell/b"),
                  *points = rp_archive_find(set, "points");
    if (!a) return RP_OK; /* a frame without contacts */
    if (!b || !points || a->rows != b->rows || points->rows != 3 * a->rows || points->columns != 3)
        return rp_error_set(err, RP_INPUT, "the contacts of a frame lack arrays");
    contact_key *key = rp_memory_alloc(a->rows, sizeof *key);
    if (!key) return rp_memory_error(err, a->rows * sizeof *key, "the order of contacts");
    for (size_t c = 0; c < a->rows; c++) {
        const int64_t one = (int64_t)number_at(a, c, 0), other = (int64_t)number_at(b, c, 0);
        const int turned = other >= 0 && other < one;
        key[c] = (contact_key){turned ? other : one, turned ? one : other, c};
    }
    qsort(key, a->rows, sizeof *key, earlier);
    rp_status status = put_ends(s, key, a->rows, err);
    if (!status) status = put_columns(s, set, key, a->rows, err);
    if (!status) status = put_points(s, points, key, a->rows, all_points, err);
    rp_memory_free(key);
    return status;
}

/* ---- facets ---- */

static rp_status put_walls(rp_shown *s, const rp_archive *set, rp_error *err)
{
    if (!rp_archive_find(set, "cell/wall")) return RP_OK;
    rp_status status = put_vector(s, set, "points", "wall.x", err);
    if (!status) status = put_whole(s, set, s->dimension == 2 ? "lines/offsets" : "polys/offsets", "wall.end", err);
    if (!status) status = put_whole(s, set, "cell/wall", "wall.index", err);
    if (!status) status = put_vector(s, set, "cell/normal", "wall.normal", err);
    return status;
}

static rp_status put_shapes(rp_shown *s, const rp_archive *set, rp_error *err)
{
    if (!rp_archive_find(set, "cell/id")) return RP_OK;
    rp_status status = put_vector(s, set, "points", "shape.x", err);
    if (!status) status = put_whole(s, set, "polys/connectivity", "shape.corner", err);
    if (!status) status = put_whole(s, set, "polys/offsets", "shape.end", err);
    if (!status) status = put_whole(s, set, "cell/id", "shape.id", err);
    return status;
}

/* ---- what is not an array ---- */

static void print_numbers(rp_buffer *b, const rp_item *item, const char *name)
{
    if (!item) return;
    const size_t count = item->rows * item->columns;
    rp_buffer_print(b, ",\"%s\":%s", name, count > 1 ? "[" : "");
    for (size_t n = 0; n < count; n++) {
        if (n) rp_buffer_print(b, ",");
        rp_json_number(b, number_at(item, n / item->columns, n % item->columns));
    }
    if (count > 1) rp_buffer_print(b, "]");
}

static void print_names(rp_buffer *b, const rp_item *item, const char *name)
{
    if (!item || item->type != RP_U8 || !item->rows || ((const char *)item->data)[item->rows - 1]) return;
    rp_buffer_print(b, ",\"%s\":[", name);
    for (const char *at = item->data, *end = at + item->rows; at < end; at += strlen(at) + 1) {
        if (at != (const char *)item->data) rp_buffer_print(b, ",");
        rp_json_string(b, at);
    }
    rp_buffer_print(b, "]");
}

static void print_about(rp_shown *s, const rp_shown_sets *sets)
{
    static const char *const fields[] = {"step", "dimension", "thickness", "gravity", "domain", "periodic", "offset"};
    char name[64];
    rp_buffer_print(&s->about, "\"time\":");
    rp_json_number(&s->about, s->time);
    for (size_t n = 0; n < sizeof fields / sizeof *fields; n++) {
        snprintf(name, sizeof name, "field/%s", fields[n]);
        print_numbers(&s->about, rp_archive_find(&sets->particles, name), fields[n]);
    }
    print_names(&s->about, rp_archive_find(&sets->particles, "text/material_names"), "materials");
    print_names(&s->about, rp_archive_find(&sets->particles, "text/group_names"), "groups");
    print_names(&s->about, rp_archive_find(&sets->walls, "text/wall_names"), "walls");
    print_names(&s->about, rp_archive_find(&sets->walls, "text/wall_shapes"), "wall_shapes");
}

/* ---- all of it ---- */

static rp_status read_fields(rp_shown *s, const rp_archive *set, rp_error *err)
{
    const rp_item *time = rp_archive_find(set, "field/TimeValue"), *dimension = rp_archive_find(set, "field/dimension");
    if (!time || !dimension || time->rows != 1 || dimension->rows != 1)
        return rp_error_set(err, RP_INPUT, "a frame lacks its time or its dimension");
    s->time = number_at(time, 0, 0);
    s->dimension = (int)number_at(dimension, 0, 0);
    if (s->dimension != 2 && s->dimension != 3)
        return rp_error_set(err, RP_INPUT, "a frame has the dimension %d", s->dimension);
    return RP_OK;
}

rp_status rp_shown_make(rp_shown *s, const rp_shown_sets *sets, int contacts, rp_error *err)
{
    rp_error own;
    if (!err) err = &own;
    *s = (rp_shown){.dimension = 0};
    rp_buffer_init(&s->about);
    rp_status status = read_fields(s, &sets->particles, err);
    if (!status) status = put_particles(s, &sets->particles, err);
    if (!status) status = put_walls(s, &sets->walls, err);
    if (!status) status = put_shapes(s, &sets->shapes, err);
    if (!status && contacts)
        status = put_contacts(s, &sets->contacts, rp_archive_find(&sets->shapes, "cell/id") != NULL, err);
    if (!status) print_about(s, sets);
    if (!status && s->about.failed) status = rp_memory_error(err, s->about.size, "the words of a frame");
    if (status) rp_shown_free(s);
    return status;
}

void rp_shown_free(rp_shown *s)
{
    for (int n = 0; n < s->count; n++) {
        rp_memory_free(s->array[n].number);
        rp_memory_free(s->array[n].whole);
    }
    rp_buffer_free(&s->about);
    s->count = 0;
}

static rp_status load_set(const char *directory, rp_frame_kind kind, size_t frame, rp_archive *set, rp_error *err)
{
    char path[4096];
    rp_archive_init(set);
    rp_frames_path(directory, kind, frame, path, sizeof path);
    if (kind != RP_FRAME_PARTICLES && !rp_file_exists(path)) return RP_OK;
    return rp_vtk_read(path, set, err);
}

rp_status rp_shown_load(rp_shown *s, const char *directory, size_t frame, int contacts, rp_error *err)
{
    rp_shown_sets sets = {0};
    *s = (rp_shown){.dimension = 0};
    rp_status status = load_set(directory, RP_FRAME_PARTICLES, frame, &sets.particles, err);
    if (!status) status = load_set(directory, RP_FRAME_WALLS, frame, &sets.walls, err);
    if (!status) status = load_set(directory, RP_FRAME_SHAPES, frame, &sets.shapes, err);
    if (!status && contacts) status = load_set(directory, RP_FRAME_CONTACTS, frame, &sets.contacts, err);
    if (!status) status = rp_shown_make(s, &sets, contacts, err);
    rp_archive_free(&sets.particles);
    rp_archive_free(&sets.walls);
    rp_archive_free(&sets.shapes);
    rp_archive_free(&sets.contacts);
    return status;
}
