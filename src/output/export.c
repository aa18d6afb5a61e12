/* Particles of a run as text: CSV and extended XYZ, from its frames or its checkpoint. See repose/run.h.
 *
 * CSV: names in the first line, units in the second ("# s,1,..."), a row a particle and a moment, in the order of ids;
 * material and group by name. XYZ: a block a moment as OVITO and ASE read it, the material as the species. Numbers have
 * 17 digits, so that they come back as they were. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "core/names.h"
#include "output/frames.h"
#include "output/output.h"
#include "output/vtk.h"
#include "repose/run.h"

enum { WRITE_AT = 1 << 20 }; /* bytes */

/* ---- one moment ---- */

typedef enum place { ID, MATERIAL, GROUP, POSITION, RADIUS, MASS, VELOCITY, OMEGA, IMAGE, PLACES } place;

/* Items of a frame and of a checkpoint, columns of CSV, their unit, properties of XYZ. */
static const struct column {
    const char *frame, *checkpoint, *names, *unit, *property;
    size_t columns;
} table[PLACES] = {
    [ID] = {"point/id", "particles/id", "id", "1", "id:I:1", 1},
    [MATERIAL] = {"point/material", "particles/material", "material", "1", "species:S:1", 1},
    [GROUP] = {"point/group", "particles/group", "group", "1", "group:S:1", 1},
    [POSITION] = {"points", "particles/position", "x,y,z", "m", "pos:R:3", 3},
    [RADIUS] = {"point/radius", "particles/radius", "radius", "m", "radius:R:1", 1},
    [MASS] = {"point/mass", "particles/mass", "mass", "kg", "mass:R:1", 1},
    [VELOCITY] = {"point/velocity", "particles/velocity", "vx,vy,vz", "m/s", "velo:R:3", 3},
    [OMEGA] = {"point/angular_velocity", "particles/spin", "wx,wy,wz", "rad/s", "angular_velocity:R:3", 3},
    [IMAGE] = {"point/image", "particles/image", "ix,iy,iz", "1", "image:I:3", 3},
};

typedef struct moment {
    rp_archive set; /* owned */
    int checkpoint; /* 1: its rows are in no order, spins are radius times angular velocity */
    const rp_item *item[PLACES];
    size_t count;
    double time;
    size_t *row; /* owned: rows in the order of ids */
} moment;

static void free_moment(moment *m)
{
    rp_archive_free(&m->set);
    rp_memory_free(m->row);
    *m = (moment){0};
}

static double number(const moment *m, place p, size_t row, size_t k)
{
    const rp_item *i = m->item[p];
    const char *data = i->data;
    return rp_archive_number(i->type, data + (row * i->columns + k) * rp_type_size(i->type));
}

static double value(const moment *m, place p, size_t row, size_t k)
{
    const double own = number(m, p, row, k);
    return p == OMEGA && m->checkpoint ? 1.0 / number(m, RADIUS, row, 0) * own : own;
}

static rp_status find_items(moment *m, const char *path, rp_error *err)
{
    const rp_item *time = rp_archive_find(&m->set, m->checkpoint ? "world/time" : "field/TimeValue");
    const rp_item *points = rp_archive_find(&m->set,
                                            m->checkpoint ? table[POSITION].checkpoint : table[POSITION].frame);
    int good = time && time->type == RP_F64 && time->rows == 1 && points;
    m->count = good ? points->rows : 0;
    for (int p = 0; p < PLACES && good; p++) {
        m->item[p] = rp_archive_find(&m->set, m->checkpoint ? table[p].checkpoint : table[p].frame);
        good = m->item[p] && m->item[p]->rows == m->count && m->item[p]->columns == table[p].columns;
    }
    if (!good) return rp_error_set(err, RP_INPUT, "'%s' does not hold the particles of a run", path);
    m->time = *(const double *)time->data;
    return RP_OK;
}

typedef struct key {
    double id;
    size_t row;
} key;

static int by_id(const void *a, const void *b)
{
    const double x = ((const key *)a)->id, y = ((const key *)b)->id;
    return (x > y) - (x < y);
}

static rp_status sort_rows(moment *m, rp_error *err)
{
    key *keys = rp_memory_alloc(m->count, sizeof *keys);
    m->row = rp_memory_alloc(m->count, sizeof *m->row);
    const int good = keys && m->row;
    for (size_t n = 0; n < m->count && good; n++) keys[n] = (key){number(m, ID, n, 0), n};
    if (good) qsort(keys, m->count, sizeof *keys, by_id);
    for (size_t n = 0; n < m->count && good; n++) m->row[n] = keys[n].row;
    rp_memory_free(keys);
    return good ? RP_OK : rp_memory_error(err, m->count * sizeof(key), "the order of particles");
}

static rp_status load(const char *path, int checkpoint, moment *m, rp_error *err)
{
    *m = (moment){.checkpoint = checkpoint};
    rp_status status = checkpoint ? rp_checkpoint_read(path, &m->set, err) : rp_vtk_read(path, &m->set, err);
    if (!status) status = find_items(m, path, err);
    if (!status) status = sort_rows(m, err);
    if (status) free_moment(m);
    return status;
}

/* ---- names ---- */

/* Name n of a frame's list: texts one after the other, each ended by 0. NULL: there is none. */
static const char *text_at(const rp_item *item, size_t n)
{
    const char *at = item && item->type == RP_U8 ? item->data : NULL, *end = at ? at + item->rows : NULL;
    for (; at && at < end && n; n--) {
        const char *zero = memchr(at, 0, (size_t)(end - at));
        at = zero ? zero + 1 : end;
    }
    return at && at < end && memchr(at, 0, (size_t)(end - at)) ? at : NULL;
}

static void print_name(const moment *m, place p, size_t row, rp_buffer *b)
{
    const size_t n = (size_t)number(m, p, row, 0);
    const char *name = NULL;
    if (m->checkpoint) {
        const rp_names names = rp_names_of(&m->set, p == MATERIAL ? "materials/name" : "groups/name");
        if (n < names.count) name = rp_names_at(names, n);
    } else name = text_at(rp_archive_find(&m->set, p == MATERIAL ? "text/material_names" : "text/group_names"), n);
    if (name && name[0]) rp_buffer_print(b, "%s", name);
    else rp_buffer_print(b, "%zu", n);
}

/* ---- CSV and XYZ ---- */

static void print_row(const moment *m, size_t row, char between, rp_buffer *b)
{
    for (int p = 0; p < PLACES; p++) {
        if (p) rp_buffer_append(b, &between, 1);
        if (p == MATERIAL || p == GROUP) print_name(m, (place)p, row, b);
        for (size_t k = 0; k < table[p].columns && p != MATERIAL && p != GROUP; k++)
            rp_buffer_print(b, "%.*s%.17g", k > 0, &between, value(m, (place)p, row, k));
    }
    rp_buffer_append(b, "\n", 1);
}

static void print_csv_head(rp_buffer *b)
{
    rp_buffer_print(b, "time");
    for (int p = 0; p < PLACES; p++) rp_buffer_print(b, ",%s", table[p].names);
    rp_buffer_print(b, "\n# s");
    for (int p = 0; p < PLACES; p++)
        for (size_t k = 0; k < table[p].columns; k++) rp_buffer_print(b, ",%s", table[p].unit);
    rp_buffer_print(b, "\n");
}

static const void *field(const moment *m, const char *name, rp_type type, size_t values)
{
    const rp_item *i = rp_archive_find(&m->set, name);
    return i && i->type == type && i->rows * i->columns == values ? i->data : NULL;
}

/* The cell of a bounded scene, along the axes; in two dimensions as high as the discs are thick. */
static void print_cell(const moment *m, rp_buffer *b)
{
    const double *d = field(m, "field/domain", RP_F64, 6), *thickness = field(m, "field/thickness", RP_F64, 1);
    const int32_t *p = field(m, "field/periodic", RP_I32, 3), *dimension = field(m, "field/dimension", RP_I32, 1);
    if (!d || !p || !dimension || !thickness) return;
    const double height = *dimension == 3 ? d[5] - d[2] : *thickness, low = *dimension == 3 ? d[2] : -*thickness / 2;
    rp_buffer_print(b, "Lattice=\"%.17g 0 0 0 %.17g 0 0 0 %.17g\" Origin=\"%.17g %.17g %.17g\" ", d[3] - d[0],
                    d[4] - d[1], height, d[0], d[1], low);
    rp_buffer_print(b, "pbc=\"%s %s %s\" ", p[0] ? "T" : "F", p[1] ? "T" : "F", p[2] ? "T" : "F");
}

static void print_xyz_head(const moment *m, rp_buffer *b)
{
    rp_buffer_print(b, "%zu\n", m->count);
    print_cell(m, b);
    rp_buffer_print(b, "Properties=");
    for (int p = 0; p < PLACES; p++) rp_buffer_print(b, "%s%s", p ? ":" : "", table[p].property);
    rp_buffer_print(b, " Time=%.17g\n", m->time);
}

static rp_status write_out(rp_appender *file, rp_buffer *b, rp_error *err)
{
    rp_status status = b->failed ? rp_error_set(err, RP_SYSTEM, "not enough memory for rows of particles")
                                 : rp_appender_write(file, b->data, b->size, err);
    b->size = 0;
    return status;
}

static rp_status write_moment(const moment *m, int xyz, rp_appender *file, rp_error *err)
{
    rp_status status = RP_OK;
    rp_buffer b;
    rp_buffer_init(&b);
    if (xyz) print_xyz_head(m, &b);
    for (size_t n = 0; n < m->count && !status; n++) {
        if (!xyz) rp_buffer_print(&b, "%.17g,", m->time);
        print_row(m, m->row[n], xyz ? ' ' : ',', &b);
        if (b.size >= WRITE_AT) status = write_out(file, &b, err);
    }
    if (!status) status = write_out(file, &b, err);
    rp_buffer_free(&b);
    return status;
}

/* ---- which moments ---- */

/* The first frame and the one behind the last; the same: the checkpoint. */
static rp_status find_range(const char *directory, const rp_export_options *o, size_t range[2], rp_error *err)
{
    char frames[4096];
    double found;
    rp_status status = RP_OK;
    range[0] = range[1] = 0;
    snprintf(frames, sizeof frames, "%s/frames.pvd", directory);
    if (o->checkpoint || (!rp_file_exists(frames) && isnan(o->time) && !o->all)) return RP_OK;
    status = rp_frames_find(directory, o->all ? NAN : o->time, &range[1], &found, err);
    range[0] = o->all ? 0 : range[1];
    range[1]++;
    return status;
}

static rp_status write_all(const char *directory, const size_t range[2], int xyz, rp_appender *file, size_t *rows,
                           rp_error *err)
{
    const int checkpoint = range[0] == range[1];
    char path[4096];
    rp_status status = RP_OK;
    for (size_t n = range[0]; n < range[1] + (size_t)checkpoint && !status; n++) {
        moment m;
        if (checkpoint) snprintf(path, sizeof path, "%s/checkpoint.h5", directory);
        else rp_frames_path(directory, RP_FRAME_PARTICLES, n, path, sizeof path);
        status = load(path, checkpoint, &m, err);
        if (status) break;
        *rows += m.count;
        status = write_moment(&m, xyz, file, err);
        free_moment(&m);
    }
    return status;
}

static rp_status write_head(rp_appender *file, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    print_csv_head(&b);
    rp_status status = write_out(file, &b, err);
    rp_buffer_free(&b);
    return status;
}

rp_status rp_export_particles(const char *directory, const rp_export_options *options, const char *path, size_t *rows,
                              rp_error *err)
{
    const rp_export_options usual = {.time = NAN}, *o = options ? options : &usual;
    const char *end = strrchr(path, '.');
    const int csv = end && strcmp(end, ".csv") == 0, xyz = end && strcmp(end, ".xyz") == 0;
    size_t range[2], written = 0;
    rp_appender file;
    if (!csv && !xyz) {
        rp_error_set(err, RP_INPUT, "'%s' is no file of particles", path);
        rp_error_expected(err, "a name that ends in .csv or .xyz");
        return RP_INPUT;
    }
    rp_status status = find_range(directory, o, range, err);
    if (!status) status = rp_appender_open(&file, path, 0, err);
    if (status) return status;
    if (csv) status = write_head(&file, err);
    if (!status) status = write_all(directory, range, xyz, &file, &written, err);
    if (!status) status = rp_appender_sync(&file, err);
    rp_appender_close(&file);
    if (status) remove(path);
    if (rows) *rows = written;
    return status;
}
