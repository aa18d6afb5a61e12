/* Reads a frame for a picture and colours its particles; see picture_model.h. */
#include "output/picture_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "output/frames.h"
#include "output/vtk.h"

/* ---- loading ---- */

/* The data of an item if it has the type and shape a reader relies on; NULL if not. */
static const void *take(const rp_archive *set, const char *name, rp_type type, size_t rows, size_t columns)
{
    const rp_item *item = rp_archive_find(set, name);
    return item && item->type == type && item->rows == rows && item->columns == columns ? item->data : NULL;
}

static size_t rows_of(const rp_archive *set, const char *name)
{
    const rp_item *item = rp_archive_find(set, name);
    return item ? item->rows : 0;
}

static int take_particles(rp_picture_model *m)
{
    const rp_archive *set = &m->particles;
    m->count = rows_of(set, "points");
    m->x = take(set, "points", RP_F64, m->count, 3);
    m->radius = take(set, "point/radius", RP_F64, m->count, 1);
    m->domain = take(set, "field/domain", RP_F64, 2, 3);
    m->id = take(set, "point/id", RP_U32, m->count, 1);
    const double *time = take(set, "field/TimeValue", RP_F64, 1, 1),
                 *gravity = take(set, "field/gravity", RP_F64, 1, 3);
    const double *offset = take(set, "field/offset", RP_F64, 1, 1);
    const double *thickness = take(set, "field/thickness", RP_F64, 1, 1);
    const int32_t *dimension = take(set, "field/dimension", RP_I32, 1, 1),
                  *periodic = take(set, "field/periodic", RP_I32, 1, 3);
    if (!m->x || !m->radius || !time || !dimension || (*dimension != 2 && *dimension != 3)) return 0;
    m->time = *time;
    m->dimension = *dimension;
    m->thickness = thickness ? *thickness : 1;
    m->offset = offset ? *offset : 0;
    if (gravity) m->gravity = (rp_vec){gravity[0], gravity[1], gravity[2]};
    for (int k = 0; k < 3; k++) m->periodic[k] = m->domain && periodic && periodic[k];
    if (m->dimension == 2) m->angle = take(set, "point/orientation", RP_F64, m->count, 1);
    for (size_t n = 0; n < m->count; n++) m->mean_radius += m->radius[n] / (double)m->count;
    return 1;
}

/* The row of the particle with this id; ids rise with the rows, and are rows where none was removed. -1: none. */
static int64_t row_of(const rp_picture_model *m, int64_t id)
{
    size_t low = 0, high = m->count;
    if (!m->id) return id < (int64_t)m->count ? id : -1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (m->id[middle] < id) low = middle + 1;
        else high = middle;
    }
    return low < m->count && m->id[low] == id ? (int64_t)low : -1;
}

/* Contacts name ids: what is drawn are rows. */
static int number_contacts(rp_picture_model *m, uint32_t *a, int64_t *b, size_t count)
{
    for (size_t c = 0; c < count; c++) {
        const int64_t one = row_of(m, a[c]), other = b[c] >= 0 ? row_of(m, b[c]) : b[c];
        if (one < 0 || (b[c] >= 0 && other < 0)) return 0;
        a[c] = (uint32_t)one;
        b[c] = other;
    }
    return 1;
}

static int take_contacts(rp_picture_model *m)
{
    const rp_archive *set = &m->contacts;
    size_t count = rows_of(set, "cell/fn"), pushing = 0;
    m->contact_x = take(set, "points", RP_F64, 3 * count, 3);
    m->fn = take(set, "cell/fn", RP_F64, count, 1);
    m->a = take(set, "cell/a", RP_U32, count, 1);
    m->b = take(set, "cell/b", RP_I64, count, 1);
    if (!m->contact_x || !m->fn || !m->a || !m->b) return 0;
    if (!number_contacts(m, (uint32_t *)m->a, (int64_t *)m->b, count)) return 0; /* the archive is the model's own */
    for (size_t c = 0; c < count; c++) {
        if (m->fn[c] > 0) {
            m->mean_fn += m->fn[c];
            pushing++;
        }
    }
    if (pushing) m->mean_fn /= (double)pushing;
    m->contact_count = count;
    return 1;
}

/* Frames of version 0.1 have the number of a shape by cell, and no names. */
static int take_numbered_shapes(rp_picture_model *m, const int32_t *shape, size_t cells)
{
    static const char *const name[] = {"plane", "box", "cylinder", "cylinder", "segment", "rectangle"};
    for (size_t n = 0; n < cells; n++) {
        if (shape[n] < 0 || shape[n] >= (int)(sizeof name / sizeof *name)) return 0;
        m->wall_shape[n] = rp_wall_shape_find(name[shape[n]]);
    }
    return 1;
}

/* The shape of each cell, by the names of the walls' shapes. */
static int take_wall_shapes(rp_picture_model *m, const int32_t *wall, size_t cells)
{
    const rp_item *text = rp_archive_find(&m->walls, "text/wall_shapes");
    m->wall_shape = rp_memory_alloc(cells, sizeof *m->wall_shape);
    const int32_t *number = take(&m->walls, "cell/shape", RP_I32, cells, 1);
    m->no_memory |= !m->wall_shape;
    if (!m->wall_shape || !wall) return 0;
    if (!text && number) return take_numbered_shapes(m, number, cells);
    if (cells && (!text || text->type != RP_U8 || !text->rows || ((const char *)text->data)[text->rows - 1])) return 0;
    for (size_t n = 0; n < cells; n++) {
        const char *name = text->data, *end = name + text->rows;
        for (int k = 0; k < wall[n] && name < end; k++) name += strlen(name) + 1;
        m->wall_shape[n] = name < end ? rp_wall_shape_find(name) : NULL;
        if (!m->wall_shape[n]) return 0;
    }
    return 1;
}

static int take_walls(rp_picture_model *m)
{
    const rp_archive *set = &m->walls;
    size_t points = rows_of(set, "points"), cells = rows_of(set, "cell/wall");
    m->wall_x = take(set, "points", RP_F64, points, 3);
    m->wall_end = take(set, m->dimension == 2 ? "lines/offsets" : "polys/offsets", RP_I64, cells, 1);
    m->wall_normal = take(set, "cell/normal", RP_F64, cells, 3);
    if (!take_wall_shapes(m, take(set, "cell/wall", RP_I32, cells, 1), cells)) return 0;
    if (!m->wall_x || !m->wall_end || !m->wall_normal) return 0;
    for (size_t n = 0; n < cells; n++)
        if (m->wall_end[n] < (n ? m->wall_end[n - 1] : 0) + 2 || (size_t)m->wall_end[n] > points) return 0;
    m->wall_cells = cells;
    return 1;
}

static int take_shapes(rp_picture_model *m)
{
    const rp_archive *set = &m->shapes;
    size_t corners = rows_of(set, "points"), count = rows_of(set, "cell/id"),
           links = rows_of(set, "polys/connectivity");
    m->corner = take(set, "points", RP_F64, corners, 3);
    m->shape_end = take(set, "polys/offsets", RP_I64, count, 1);
    m->shape_link = take(set, "polys/connectivity", RP_I64, links, 1);
    m->shape_row = rp_memory_alloc(count, sizeof *m->shape_row);
    m->shape_cells = count;
    const uint32_t *id = take(set, "cell/id", RP_U32, count, 1);
    m->shape_of = rp_memory_alloc(m->count, sizeof *m->shape_of);
    m->no_memory |= !m->shape_of || !m->shape_row;
    if (!m->corner || !m->shape_end || !m->shape_link || !id || !m->shape_of || !m->shape_row) return 0;
    for (size_t n = 0; n < links; n++)
        if (m->shape_link[n] < 0 || (size_t)m->shape_link[n] >= corners) return 0;
    for (size_t n = 0; n < count; n++) {
        const int64_t row = row_of(m, id[n]);
        if (row < 0 || m->shape_end[n] < (n ? m->shape_end[n - 1] : 0) + 3 || (size_t)m->shape_end[n] > links) return 0;
        m->shape_of[row] = (uint32_t)n + 1;
        m->shape_row[n] = (uint32_t)row;
    }
    return 1;
}

/* `must`: a missing file is an error, not an empty set. */
static rp_status load_set(const char *directory, rp_frame_kind kind, size_t frame, int must, rp_picture_model *m,
                          rp_archive *set, int (*taken)(rp_picture_model *), rp_error *err)
{
    char path[4096];
    rp_frames_path(directory, kind, frame, path, sizeof path);
    if (!must && !rp_file_exists(path)) return RP_OK;
    rp_status status = rp_vtk_read(path, set, err);
    if (status == RP_OK && !taken(m))
        status = m->no_memory ? rp_memory_error(err, 0, "a picture")
                              : rp_error_set(err, RP_INPUT, "frame '%s' lacks arrays that a picture needs", path);
    return status;
}

rp_status rp_picture_model_load(rp_picture_model *m, const char *directory, size_t frame, rp_error *err)
{
    *m = (rp_picture_model){0};
    rp_status status = load_set(directory, RP_FRAME_PARTICLES, frame, 1, m, &m->particles, take_particles, err);
    if (status == RP_OK) status = load_set(directory, RP_FRAME_CONTACTS, frame, 0, m, &m->contacts, take_contacts, err);
    if (status == RP_OK) status = load_set(directory, RP_FRAME_WALLS, frame, 0, m, &m->walls, take_walls, err);
    if (status == RP_OK) status = load_set(directory, RP_FRAME_SHAPES, frame, 0, m, &m->shapes, take_shapes, err);
    if (status != RP_OK) rp_picture_model_free(m);
    return status;
}

void rp_picture_model_free(rp_picture_model *m)
{
    rp_archive_free(&m->particles);
    rp_archive_free(&m->contacts);
    rp_archive_free(&m->walls);
    rp_archive_free(&m->shapes);
    rp_memory_free(m->color);
    rp_memory_free(m->shape_of);
    rp_memory_free(m->shape_row);
    rp_memory_free(m->wall_shape);
    m->color = NULL;
    m->shape_of = NULL;
    m->shape_row = NULL;
    m->wall_shape = NULL;
}

/* ---- values ---- */

static double number_at(const rp_item *item, size_t n)
{
    return rp_archive_number(item->type, (const char *)item->data + n * rp_type_size(item->type));
}

/* The array itself, or the length of its vectors. */
static void values_of(const rp_item *item, size_t count, double *value)
{
    for (size_t i = 0; i < count; i++) {
        double sum = 0, v = number_at(item, i * item->columns);
        for (size_t k = 0; k < item->columns; k++) sum += pow(number_at(item, i * item->columns + k), 2);
        value[i] = item->columns == 1 ? v : sqrt(sum);
    }
}

/* Counts the contacts that push at each particle, or sums up its pressure: a third (in two dimensions half) of the
 * trace of its own stress, with the radius for the length of its contact vectors: sum of f_n r / (dimension volume). */
static void sum_contacts(const rp_picture_model *m, int pressure, double *value)
{
    for (size_t c = 0; c < m->contact_count; c++) {
        for (int side = 0; side < 2; side++) {
            if ((side && m->b[c] < 0) || !(m->fn[c] > 0)) continue;
            size_t i = side ? (size_t)m->b[c] : m->a[c];
            double r = m->radius[i],
                   volume = m->dimension == 2 ? M_PI * r * r * m->thickness : 4 * M_PI / 3 * r * r * r;
            value[i] += pressure ? m->fn[c] * r / (m->dimension * volume) : 1;
        }
    }
}

/* Against gravity; without it along the last axis. */
static void heights_of(const rp_picture_model *m, double *value)
{
    double g = rp_vec_norm(m->gravity);
    rp_vec up = g > 0 ? rp_vec_scale(-1 / g, m->gravity) : rp_vec_make(0, m->dimension == 2, m->dimension == 3);
    for (size_t i = 0; i < m->count; i++)
        value[i] = up.x * m->x[3 * i] + up.y * m->x[3 * i + 1] + up.z * m->x[3 * i + 2];
}

static const struct quantity {
    const char *name, *array, *label;
    int whole_range; /* nothing is cut off as an outlier */
} quantities[] = {
    {"speed", "point/velocity", "speed (m/s)", 0},
    {"radius", "point/radius", "radius (m)", 1},
    {"spin", "point/angular_velocity", "spin (rad/s)", 0},
    {"mass", "point/mass", "mass (kg)", 1},
    {"id", "point/id", "id", 1},
    {"group", "point/group", "group", 1},
    {"material", "point/material", "material", 1},
    {"height", "points", "height (m)", 0},
    {"coordination", NULL, "contacts per grain", 1},
    {"pressure", NULL, "pressure (Pa)", 0},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

static rp_status unknown_quantity(const rp_picture_model *m, const char *what, rp_error *err)
{
    const char *known[QUANTITIES + 64] = {"plain"};
    int count = 1;
    for (int n = 0; n < QUANTITIES; n++) known[count++] = quantities[n].name;
    for (size_t n = 0; n < m->particles.count && count < QUANTITIES + 64; n++)
        if (strncmp(m->particles.item[n].name, "point/", 6) == 0) known[count++] = m->particles.item[n].name + 6;
    rp_status status = rp_error_set(err, RP_INPUT, "unknown colour '%s'", what);
    rp_error_expected(err, "speed, radius, spin, mass, id, group, material, height, coordination, pressure, plain, or "
                           "an array of the frame");
    rp_error_nearest(err, what, known, count);
    return status;
}

static rp_status find_values(rp_picture_model *m, const char *what, double *value, struct quantity *q, rp_error *err)
{
    char array[64];
    for (int n = 0; n < QUANTITIES; n++)
        if (strcmp(what, quantities[n].name) == 0) *q = quantities[n];
    if (q->name && !q->array) {
        if (!m->fn)
            return rp_error_set(err, RP_INPUT,
                                "the frame has no contacts, which '%s' is made of (output: {frames: {contacts: true}})",
                                what);
        sum_contacts(m, strcmp(what, "pressure") == 0, value);
        return RP_OK;
    }
    snprintf(array, sizeof array, "point/%s", what);
    const rp_item *item = rp_archive_find(&m->particles, q->array ? q->array : array);
    if (!item || item->rows != m->count) return unknown_quantity(m, what, err);
    if (q->name && strcmp(what, "height") == 0) heights_of(m, value);
    else values_of(item, m->count, value);
    if (!q->label) q->label = what;
    return RP_OK;
}

/* ---- colours ---- */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* From the lowest to the highest of all values, but 0.5 % of outliers may lie above. A range that starts near 0 starts
 * at 0. */
static rp_status find_range(const double *value, size_t count, int whole, rp_colorbar *bar, rp_error *err)
{
    double *sorted = rp_memory_alloc(count + 1, sizeof *sorted);
    if (!sorted) return rp_memory_error(err, count * sizeof *sorted, "the colours");
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(value[i])) sorted[n++] = value[i];
    qsort(sorted, n, sizeof *sorted, ascending);
    double low = n ? sorted[0] : 0, high = n ? sorted[n - 1] : 1,
           most = n ? sorted[(size_t)(0.995 * (double)(n - 1))] : 1;
    rp_memory_free(sorted);
    if (!whole && most < 0.8 * high && most > low) {
        high = most;
        bar->above = 1;
    }
    if (low > 0 && !whole) low = low < 0.3 * high ? 0 : low;
    if (!(high - low > 1e-9 * fabs(high))) {
        low = high - fmax(0.05 * fabs(high), 1e-12);
        high = high + fmax(0.05 * fabs(high), 1e-12);
    }

    bar->low = low;
    bar->high = high;
    return RP_OK;
}

static int count_names(const rp_item *text)
{
    int count = 0;
    const char *at = text ? text->data : NULL;
    for (size_t n = 0; text && n < text->rows; n++) count += at[n] == '\0';
    return count;
}

/* Groups and materials have names and take colours of the palette. */
static int paint_names(rp_picture_model *m, const char *what, const double *value)
{
    int group = strcmp(what, "group") == 0;
    if (!group && strcmp(what, "material") != 0) return 0;
    const rp_item *text = rp_archive_find(&m->particles, group ? "text/group_names" : "text/material_names");
    m->categories = count_names(text);
    if (!m->categories || m->categories > RP_PALETTE) {
        m->categories = 0;
        return 0;
    }
    m->names = text->data;
    for (size_t i = 0; i < m->count; i++) {
        const int n = (int)value[i];
        m->color[i] = rp_color_palette(n);
        if (n >= 0 && n < m->categories) m->present[n] = 1;
    }
    return 1;
}

static void paint_numbers(rp_picture_model *m, const rp_colorbar *bar, const double *value)
{
    m->bar = *bar;
    m->bar.label = m->label;
    for (size_t i = 0; i < m->count; i++)
        m->color[i] = rp_color_map_at(bar->map, (value[i] - bar->low) / (bar->high - bar->low));
}

/* Ends that are given, not NaN, replace those of the values, of which some may lie beyond. */
static void give_range(rp_colorbar *bar, const double range[2], const double *value, size_t count)
{
    if (!isnan(range[0])) {
        bar->low = range[0];
        bar->below = 0;
    }

    if (!isnan(range[1])) {
        bar->high = range[1];
        bar->above = 0;
    }

    double slack = 1e-9 * (bar->high - bar->low);
    for (size_t i = 0; i < count; i++) {
        bar->below |= value[i] < bar->low - slack;
        bar->above |= value[i] > bar->high + slack;
    }
}

rp_status rp_picture_model_range(rp_picture_model *m, const char *what, double range[2], rp_error *err)
{
    struct quantity q = {0};
    rp_colorbar bar = {0};
    range[0] = range[1] = NAN;
    if (strcmp(what, "plain") == 0) return RP_OK;
    double *value = rp_memory_alloc(m->count, sizeof *value);
    rp_status status = value ? find_values(m, what, value, &q, err)
                             : rp_memory_error(err, m->count * sizeof *value, "the colours");
    if (status == RP_OK) status = find_range(value, m->count, q.whole_range, &bar, err);
    if (status == RP_OK) {
        range[0] = bar.low;
        range[1] = bar.high;
    }

    rp_memory_free(value);
    return status;
}

/* value: of all frames, one after the other. */
static rp_status paint(rp_picture_model *m, int count, const char *what, const double range[2], double *value,
                       rp_error *err)
{
    struct quantity q = {0};
    rp_colorbar bar = {.map = RP_MAP_LAGOON, .pale = m->pale};
    size_t total = 0;
    for (int n = 0; n < count; total += m[n++].count) {
        rp_status status = find_values(&m[n], what, value + total, &q, err);
        if (status != RP_OK) return status;
        snprintf(m[n].label, sizeof m[n].label, "%s", q.label);
    }
    rp_status status = find_range(value, total, q.whole_range, &bar, err);
    give_range(&bar, range, value, total);
    total = 0;
    for (int n = 0; status == RP_OK && n < count; total += m[n++].count)
        if (!paint_names(&m[n], what, value + total)) paint_numbers(&m[n], &bar, value + total);
    return status;
}

static rp_status paint_plain(rp_picture_model *m, double pale, rp_error *err)
{
    m->pale = pale;
    m->color = rp_memory_alloc(m->count, sizeof *m->color);
    if (!m->color) return rp_memory_error(err, m->count * sizeof *m->color, "the colours");
    for (size_t i = 0; i < m->count; i++) m->color[i] = (rp_color){0.80, 0.77, 0.71};
    return RP_OK;
}

rp_status rp_picture_model_paint(rp_picture_model *m, int count, const char *what, const double range[2], double pale,
                                 rp_error *err)
{
    size_t total = 0;
    rp_status status = RP_OK;
    for (int n = 0; status == RP_OK && n < count; total += m[n++].count) status = paint_plain(&m[n], pale, err);
    double *value = rp_memory_alloc(total, sizeof *value);
    if (status == RP_OK && !value) status = rp_memory_error(err, total * sizeof *value, "the colours");
    if (status == RP_OK && strcmp(what, "plain") != 0) status = paint(m, count, what, range, value, err);
    rp_memory_free(value);
    for (int n = 0; status == RP_OK && n < count; n++)
        for (size_t i = 0; i < m[n].count; i++) m[n].color[i] = rp_color_mix(m[n].color[i], (rp_color){1, 1, 1}, pale);
    return status;
}
