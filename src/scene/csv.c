/* CSV: fields between commas, no quotes, blanks around fields do not count. A dump: fields between blanks, snapshots
 * one after the other, each with headings `ITEM: ...`. */
#include "scene/csv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "input/number.h"
#include "scene/spec.h"
#include "scene/stored.h"

enum { FIELDS_MAX = 64 };
enum { LINE_BYTES = 16 * 1024, GZ_BUFFER = 128 * 1024, LINES_MAX = 1 << 28, GROWTH_FROM = 1 << 24, GROWTH_MOST = 100 };

static const char *const column_names[RP_CSV_COLUMNS] = {
    [RP_CSV_RADIUS] = "radius",
    [RP_CSV_X] = "x",
    [RP_CSV_Y] = "y",
    [RP_CSV_Z] = "z",
    [RP_CSV_VX] = "vx",
    [RP_CSV_VY] = "vy",
    [RP_CSV_VZ] = "vz",
    [RP_CSV_WX] = "wx",
    [RP_CSV_WY] = "wy",
    [RP_CSV_WZ] = "wz",
    [RP_CSV_MASS] = "mass",
    [RP_CSV_ID] = "id",
    [RP_CSV_MATERIAL] = "material",
};
static const unsigned spatial_only = 1u << RP_CSV_Z | 1u << RP_CSV_VZ | 1u << RP_CSV_WX | 1u << RP_CSV_WY;

typedef struct reading {
    const char *path;
    gzFile file;
    int dimension;
    const rp_material *material;
    int material_count;
    char *text; /* the line */
    int line;
    char separator;
    int field_count;
    rp_csv_column field[FIELDS_MAX]; /* which column a field is; RP_CSV_COLUMNS: of no use here */
    double factor[FIELDS_MAX];       /* from the file's number to ours */
    rp_csv *csv;
    size_t capacity;
    rp_error *err;
} reading;

static rp_status fail_at(reading *r, int column, const char *key, const char *value)
{
    rp_error_at(r->err, r->path, r->line, column);
    if (key) rp_error_key(r->err, key);
    if (value) rp_error_value(r->err, "%s", value);
    return RP_INPUT;
}

static rp_status bad_line(reading *r, const char *what)
{
    rp_error_set(r->err, RP_INPUT, "%s", what);
    return fail_at(r, 1, NULL, NULL);
}

/* Rows of numbers become a few times shorter when they are compressed. A file that grows far beyond is none, and would
 * grow beyond all memory. */
static int grows(gzFile file) { return gztell(file) > GROWTH_FROM && gztell(file) / GROWTH_MOST > gzoffset(file); }

/* 1: a line was read; 0: the file ended, or *status. */
static int next_line(reading *r, rp_status *status)
{
    int code = Z_OK;
    while (gzgets(r->file, r->text, LINE_BYTES)) {
        size_t length = strlen(r->text);
        int whole = length > 0 && r->text[length - 1] == '\n';
        if (++r->line >= LINES_MAX) *status = bad_line(r, "too many lines");
        else if (grows(r->file)) *status = bad_line(r, "the file is more than a hundred times larger than compressed");
        else if (!whole && length == LINE_BYTES - 1) *status = bad_line(r, "the line is too long");
        else if (!whole && !gzeof(r->file)) *status = bad_line(r, "not a text file: the line has a zero byte in it");
        if (*status) return 0;
        while (length > 0 && strchr("\r\n \t", r->text[length - 1])) r->text[--length] = '\0';
        if (length > 0 && r->text[0] != '#') return 1;
    }
    const char *reason = gzerror(r->file, &code);
    if (code != Z_OK && code != Z_STREAM_END) {
        *status = rp_error_set(r->err, RP_INPUT, "cannot read the file: %s",
                               code == Z_ERRNO ? strerror(errno) : reason);
        fail_at(r, 0, NULL, NULL);
    }
    return 0;
}

/* Cuts the next field out of the line; NULL: none is left. *column: where it starts, 1-based. */
static char *next_field(reading *r, char **rest, int *column)
{
    if (!*rest) return NULL;
    char *field = *rest, *comma = strchr(field, r->separator);
    *rest = comma ? comma + 1 : NULL;
    char *end = comma ? comma : field + strlen(field);
    while (field < end && (*field == ' ' || *field == '\t')) field++;
    while (end > field && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *end = '\0';
    *column = (int)(field - r->text) + 1;
    return field;
}

static rp_status unknown_column(reading *r, const char *name, int column)
{
    rp_error_set(r->err, RP_INPUT, "unknown column '%.64s'", name);
    fail_at(r, column, NULL, name);
    rp_error_expected(r->err, "%s",
                      r->dimension == 2 ? "id, radius, x, y, vx, vy, wz, mass, material (in 2D)"
                                        : "id, radius, x, y, z, vx, vy, vz, wx, wy, wz, mass, material");
    rp_error_nearest(r->err, name, column_names, RP_CSV_COLUMNS);
    return RP_INPUT;
}

static rp_status read_header(reading *r)
{
    int column;
    char *rest = r->text;
    for (char *name = next_field(r, &rest, &column); name; name = next_field(r, &rest, &column)) {
        int c = 0;
        while (c < RP_CSV_COLUMNS && strcmp(column_names[c], name) != 0) c++;
        if (c == RP_CSV_COLUMNS || (r->dimension == 2 && spatial_only >> c & 1)) return unknown_column(r, name, column);
        if (r->csv->has >> c & 1) {
            rp_error_set(r->err, RP_INPUT, "repeated column '%s'", name);
            return fail_at(r, column, NULL, NULL);
        }
        r->csv->has |= 1u << c;
        r->factor[r->field_count] = 1;
        r->field[r->field_count++] = (rp_csv_column)c;
    }
    return RP_OK;
}

static rp_status require_columns(reading *r, int places)
{
    static const rp_csv_column needed[] = {RP_CSV_X, RP_CSV_Y, RP_CSV_Z};
    for (int i = 0; places && i < r->dimension; i++) {
        if (r->csv->has >> needed[i] & 1) continue;
        rp_error_set(r->err, RP_INPUT, "missing column '%s'", column_names[needed[i]]);
        return fail_at(r, 1, column_names[needed[i]], NULL);
    }
    return RP_OK;
}

static rp_status read_number(reading *r, const char *text, int column, rp_csv_column c, double *number)
{
    rp_number_kind kind = rp_number_parse(text, number);
    int positive = c == RP_CSV_RADIUS || c == RP_CSV_MASS;
    if (kind == RP_NUMBER_FINITE && !(positive && *number <= 0)) return RP_OK;
    rp_error_set(r->err, RP_INPUT,
                 kind == RP_NUMBER_FINITE       ? "out of range"
                 : kind == RP_NUMBER_NOT_FINITE ? "not a finite number"
                                                : "not a number");
    fail_at(r, column, column_names[c], *text ? text : "nothing");
    rp_error_expected(r->err, positive ? "a number > 0 in SI units" : "a number in SI units");
    return RP_INPUT;
}

static rp_status read_id(reading *r, const char *text, int column, uint64_t *id)
{
    if (rp_number_whole(text, id)) return RP_OK;
    rp_error_set(r->err, RP_INPUT, "not a whole number");
    fail_at(r, column, "id", *text ? text : "nothing");
    rp_error_expected(r->err, "0, 1, 2, ...");
    return RP_INPUT;
}

/* Types of a dump count the scene's materials from 1. */
static rp_status read_type(reading *r, const char *text, int column, int *material)
{
    uint64_t type;
    rp_status status = read_id(r, text, column, &type);
    if (status) return status;
    *material = type >= 1 && type <= (uint64_t)r->material_count ? (int)type - 1 : -1;
    if (*material < 0 && !r->csv->unknown[0]) snprintf(r->csv->unknown, sizeof r->csv->unknown, "type %.40s", text);
    return RP_OK;
}

static rp_status read_material(reading *r, const char *text, int column, int *material)
{
    const char *names[RP_SPEC_MATERIALS_MAX];
    for (*material = 0; *material < r->material_count; ++*material) {
        names[*material] = r->material[*material].name;
        if (strcmp(names[*material], text) == 0) return RP_OK;
    }
    rp_error_set(r->err, RP_INPUT, "unknown material '%.64s'", text);
    fail_at(r, column, "material", text);
    rp_error_nearest(r->err, text, names, r->material_count);
    return RP_INPUT;
}

static rp_status read_row(reading *r)
{
    if (r->csv->count >= RP_SPEC_PARTICLES_MAX
        || !rp_memory_reserve(&r->csv->row, &r->capacity, r->csv->count + 1, sizeof(rp_csv_row)))
        return rp_memory_error(r->err, r->csv->count * sizeof(rp_csv_row), "the rows of a CSV file");
    rp_csv_row *row = &r->csv->row[r->csv->count++];
    *row = (rp_csv_row){.line = r->line};
    char *rest = r->text;
    int column, field = 0;
    rp_status status = RP_OK;
    for (char *text = next_field(r, &rest, &column); text && !status; text = next_field(r, &rest, &column)) {
        if (field++ >= r->field_count) continue; /* counted for the message */
        rp_csv_column c = r->field[field - 1];
        if (c == RP_CSV_COLUMNS) continue;
        if (c == RP_CSV_ID) status = read_id(r, text, column, &row->id);
        else if (c == RP_CSV_MATERIAL && r->csv->stored) status = read_type(r, text, column, &row->material);
        else if (c == RP_CSV_MATERIAL) status = read_material(r, text, column, &row->material);
        else status = read_number(r, text, column, c, &row->number[c]);
        if (c < RP_CSV_NUMBERS) row->number[c] *= r->factor[field - 1];
    }
    if (status || field == r->field_count) return status;
    rp_error_set(r->err, RP_INPUT, "a line of %d fields", field);
    fail_at(r, 1, NULL, NULL);
    rp_error_expected(r->err, "%d fields, as the first line has", r->field_count);
    return RP_INPUT;
}

static int by_id(const void *a, const void *b)
{
    const rp_csv_row *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static rp_status sort_by_id(reading *r)
{
    rp_csv_row *row = r->csv->row;
    if (!(r->csv->has >> RP_CSV_ID & 1)) return RP_OK;
    if (r->csv->count) qsort(row, r->csv->count, sizeof *row, by_id); /* no rows, no array */
    for (size_t i = 1; i < r->csv->count; i++) {
        if (row[i].id != row[i - 1].id) continue;
        rp_error_set(r->err, RP_INPUT, "the id %llu stands twice", (unsigned long long)row[i].id);
        r->line = row[i].line;
        fail_at(r, 1, "id", NULL);
        rp_error_value(r->err, "%llu", (unsigned long long)row[i].id);
        rp_error_expected(r->err, "each id once; it stands already in line %d", row[i - 1].line);
        return RP_INPUT;
    }
    return RP_OK;
}

/* ---- dumps ---- */

static const struct {
    const char *name;
    rp_csv_column column;
    double factor;
} dump_columns[] = {{"radius", RP_CSV_RADIUS, 1}, {"diameter", RP_CSV_RADIUS, 0.5},
                    {"x", RP_CSV_X, 1},           {"y", RP_CSV_Y, 1},
                    {"z", RP_CSV_Z, 1},           {"vx", RP_CSV_VX, 1},
                    {"vy", RP_CSV_VY, 1},         {"vz", RP_CSV_VZ, 1},
                    {"omegax", RP_CSV_WX, 1},     {"omegay", RP_CSV_WY, 1},
                    {"omegaz", RP_CSV_WZ, 1},     {"mass", RP_CSV_MASS, 1},
                    {"id", RP_CSV_ID, 1},         {"type", RP_CSV_MATERIAL, 1}};

/* Columns that are not known are passed over. */
static rp_status read_dump_header(reading *r, char *names)
{
    int column;
    r->field_count = 0;
    r->csv->has = 0;
    r->csv->count = 0; /* the last snapshot counts */
    for (char *name = next_field(r, &names, &column); name; name = next_field(r, &names, &column)) {
        if (r->field_count == FIELDS_MAX) return bad_line(r, "too many columns");
        const int n = r->field_count++;
        r->field[n] = RP_CSV_COLUMNS;
        for (size_t k = 0; k < sizeof dump_columns / sizeof *dump_columns; k++) {
            const rp_csv_column c = dump_columns[k].column;
            if (strcmp(dump_columns[k].name, name) != 0 || r->csv->has >> c & 1) continue;
            if (r->dimension == 2 && spatial_only >> c & 1) continue;
            r->field[n] = c;
            r->factor[n] = dump_columns[k].factor;
            r->csv->has |= 1u << c;
        }
    }
    return require_columns(r, 1);
}

static rp_status check_snapshot(reading *r, uint64_t atoms)
{
    if (r->csv->count == atoms) return RP_OK;
    rp_error_set(r->err, RP_INPUT, "the snapshot ends after %zu of %llu atoms", r->csv->count,
                 (unsigned long long)atoms);
    return fail_at(r, 0, NULL, NULL);
}

/* The first line has been read. */
static rp_status read_dump(reading *r)
{
    static const char atoms[] = "ITEM: ATOMS ", number[] = "ITEM: NUMBER OF ATOMS";
    uint64_t wanted = 0;
    int rows = 0, count = 0; /* what the line is: of a particle; the number of them */
    rp_status status = RP_OK;
    r->separator = ' ';
    r->csv->stored = 1;
    do {
        if (strncmp(r->text, "ITEM:", 5) == 0) {
            if (rows) status = check_snapshot(r, wanted);
            rows = strncmp(r->text, atoms, sizeof atoms - 1) == 0;
            count = strcmp(r->text, number) == 0;
            if (rows && !status) status = read_dump_header(r, r->text + sizeof atoms - 1);
        } else if (rows) status = read_row(r);
        else if (count) status = read_id(r, r->text, 1, &wanted);
    } while (!status && next_line(r, &status));
    return status ? status : check_snapshot(r, wanted);
}

/* ---- the file ---- */

static rp_status read_rows(reading *r, int places)
{
    rp_status status = RP_OK;
    if (!next_line(r, &status)) {
        if (status) return status;
        rp_error_set(r->err, RP_INPUT, "the file is empty");
        return fail_at(r, 0, NULL, NULL);
    }
    if (strncmp(r->text, "ITEM:", 5) == 0) return read_dump(r);
    status = read_header(r);
    if (!status) status = require_columns(r, places);
    while (!status && next_line(r, &status)) status = read_row(r);
    return status;
}

static rp_status read_all(reading *r, int places)
{
    rp_status status = read_rows(r, places);
    if (!status) status = sort_by_id(r);
    if (!status && r->csv->count == 0) {
        status = rp_error_set(r->err, RP_INPUT, "the file has no rows");
        fail_at(r, 0, NULL, NULL);
    }
    return status;
}

rp_status rp_csv_read(const char *path, int dimension, const rp_material *material, int material_count, int places,
                      rp_csv *csv, rp_error *err)
{
    if (rp_stored_is(path)) return rp_stored_read(path, material, material_count, csv, err);
    *csv = (rp_csv){0};
    reading r = {.path = path,
                 .separator = ',',
                 .dimension = dimension,
                 .material = material,
                 .material_count = material_count,
                 .csv = csv,
                 .err = err};
    r.text = rp_memory_alloc(LINE_BYTES, 1);
    if (!r.text) return rp_memory_error(err, LINE_BYTES, "a line of a CSV file");
    rp_status status;
    r.file = gzopen(path, "rb");
    if (r.file) {
        gzbuffer(r.file, GZ_BUFFER);
        status = read_all(&r, places);
        gzclose(r.file);
    } else {
        if (errno == ENOMEM) status = rp_memory_error(err, GZ_BUFFER, "a CSV file");
        else status = rp_error_set(err, RP_INPUT, "cannot open the file: %s", strerror(errno));
        rp_error_at(err, path, 0, 0);
    }
    rp_memory_free(r.text);
    if (status) rp_csv_free(csv);
    return status;
}

void rp_csv_free(rp_csv *csv)
{
    rp_memory_free(csv->row);
    *csv = (rp_csv){0};
}
