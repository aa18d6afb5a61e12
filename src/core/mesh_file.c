/* See mesh_file.h. */
#include "core/mesh_file.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/memory.h"
#include "input/number.h"

enum { HEADER = 80, RECORD = 50, WORD = 64 };

typedef struct reader {
    const char *at, *end; /* of the bytes that are left */
    const char *file;
    size_t line; /* from 1 */
    rp_mesh_soup *soup;
    rp_vec *vertex; /* OBJ, OFF; owned */
    size_t vertices, capacity;
    rp_error *err;
} reader;

/* ---- triangles and parts ---- */

static rp_status no_memory(const reader *r)
{
    return rp_memory_error(r->err, r->soup->triangles * sizeof *r->soup->corner, "the triangles of a mesh");
}

static rp_status wrong(const reader *r, const char *what, const char *expected)
{
    rp_status status = rp_error_set(r->err, RP_INPUT, "%s, line %zu: %s", r->file, r->line, what);
    rp_error_expected(r->err, "%s", expected);
    return status;
}

/* A part without a triangle is none: empty groups of OBJ files, an empty solid. */
static void drop_empty_part(rp_mesh_soup *s)
{
    if (s->parts && (!s->triangles || s->part[s->triangles - 1] + 1 < s->parts)) s->parts--;
}

static rp_status begin_part(reader *r, const char *name)
{
    rp_mesh_soup *s = r->soup;
    drop_empty_part(s);
    for (size_t n = 0; n < s->parts; n++)
        if (strcmp(s->name[n], name) == 0 && n + 1 == s->parts) return RP_OK;
    if (!rp_memory_reserve(&s->name, &s->name_capacity, s->parts + 1, sizeof *s->name)) return no_memory(r);
    snprintf(s->name[s->parts++], sizeof *s->name, "%s", name);
    return RP_OK;
}

static rp_status reserve(reader *r, size_t triangles)
{
    rp_mesh_soup *s = r->soup;
    return rp_memory_reserve(&s->corner, &s->capacity, triangles, sizeof *s->corner)
                   && rp_memory_reserve(&s->part, &s->part_capacity, triangles, sizeof *s->part)
               ? RP_OK
               : no_memory(r);
}

static rp_status add_triangle(reader *r, rp_vec a, rp_vec b, rp_vec c)
{
    rp_mesh_soup *s = r->soup;
    if (!s->parts && begin_part(r, "")) return RP_SYSTEM;
    if ((s->triangles == s->part_capacity || s->triangles == s->capacity) && reserve(r, s->triangles + 1))
        return RP_SYSTEM;
    s->corner[s->triangles][0] = a;
    s->corner[s->triangles][1] = b;
    s->corner[s->triangles][2] = c;
    s->part[s->triangles++] = (uint32_t)(s->parts - 1);
    return RP_OK;
}

/* ---- words ---- */

/* The next word of this line; 0: none is left. A longer one is cut, which makes it no number and no keyword. */
static int next_word(reader *r, char word[WORD])
{
    int length = 0;
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
    for (; r->at < r->end && !isspace((unsigned char)*r->at); r->at++)
        if (length < WORD - 1) word[length++] = *r->at;
    word[length] = 0;
    return length > 0;
}

static int next_line(reader *r)
{
    while (r->at < r->end && *r->at != '\n') r->at++;
    if (r->at < r->end) r->at++;
    r->line++;
    return r->at < r->end;
}

static rp_status read_vec(reader *r, rp_vec *v)
{
    double *const to[3] = {&v->x, &v->y, &v->z};
    char word[WORD];
    for (int n = 0; n < 3; n++)
        if (!next_word(r, word) || rp_number_parse(word, to[n]) != RP_NUMBER_FINITE)
            return wrong(r, "a corner that is not three numbers", "x y z, finite");
    return RP_OK;
}

/* What is left of the line as one name. */
static void read_name(reader *r, char name[RP_NAME])
{
    char word[WORD];
    int length = 0;
    name[0] = 0;
    while (next_word(r, word) && length < RP_NAME - 1)
        length += snprintf(name + length, (size_t)(RP_NAME - length), "%s%s", length ? " " : "", word);
}

/* ---- STL as text ---- */

typedef struct facet {
    rp_vec corner[3];
    int corners; /* so far; -1: outside of a loop */
} facet;

static rp_status stl_corner(reader *r, facet *f)
{
    if (f->corners < 0) return wrong(r, "a vertex outside of a loop", "outer loop, three vertices, endloop");
    if (f->corners > 2) return wrong(r, "a facet with more than three vertices", "triangles");
    return read_vec(r, &f->corner[f->corners++]);
}

static rp_status stl_end(reader *r, facet *f)
{
    if (f->corners != 3) return wrong(r, "a loop without three vertices", "outer loop, three vertices, endloop");
    f->corners = -1;
    return add_triangle(r, f->corner[0], f->corner[1], f->corner[2]);
}

static rp_status stl_line(reader *r, facet *f)
{
    char word[WORD], name[RP_NAME];
    if (!next_word(r, word)) return RP_OK;
    if (strcasecmp(word, "vertex") == 0) return stl_corner(r, f);
    if (strcasecmp(word, "endloop") == 0) return stl_end(r, f);
    if (strcasecmp(word, "outer") == 0) f->corners = 0;
    else if (strcasecmp(word, "solid") == 0) {
        read_name(r, name);
        return begin_part(r, name);
    } else if (strcasecmp(word, "facet") != 0 && strcasecmp(word, "endfacet") != 0 && strcasecmp(word, "endsolid") != 0)
        return wrong(r, "a word that STL does not have",
                     "solid, facet, outer loop, vertex, endloop, endfacet, endsolid");
    return RP_OK;
}

static rp_status parse_text(reader *r)
{
    facet f = {.corners = -1};
    rp_status status = RP_OK;
    do status = stl_line(r, &f);
    while (!status && next_line(r));
    return !status && f.corners >= 0 ? wrong(r, "the file ends within a facet", "endloop, endfacet, endsolid") : status;
}

/* ---- binary STL ---- */

static uint32_t little(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double little_float(const char *at)
{
    uint32_t bits = little(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static rp_status parse_record(reader *r, size_t n)
{
    const char *at = r->at + HEADER + 4 + n * RECORD + 12; /* behind the normal */
    rp_vec corner[3];
    int finite = 1;
    for (int k = 0; k < 3; k++) {
        corner[k] = rp_vec_make(little_float(at + 12 * k), little_float(at + 12 * k + 4),
                                little_float(at + 12 * k + 8));
        finite &= isfinite(corner[k].x) && isfinite(corner[k].y) && isfinite(corner[k].z);
    }
    if (finite) return add_triangle(r, corner[0], corner[1], corner[2]);
    rp_status status = rp_error_set(r->err, RP_INPUT, "%s, byte %zu: triangle %zu has a corner that is not finite",
                                    r->file, (size_t)(at - r->at), n + 1);
    return status;
}

static size_t records(const reader *r) { return (size_t)(r->end - r->at) >= HEADER + 4 ? little(r->at + HEADER) : 0; }

static rp_status parse_binary(reader *r)
{
    const size_t count = records(r), size = (size_t)(r->end - r->at), fit = size < HEADER + 4 ? 0 : size - HEADER - 4;
    if (fit / RECORD < count) {
        rp_status status = rp_error_set(r->err, RP_INPUT, "%s, byte %d: %zu triangles are announced, %zu are there",
                                        r->file, HEADER, count, fit / RECORD);
        rp_error_expected(r->err, "a whole file: %zu bytes", HEADER + 4 + count * RECORD);
        return status;
    }
    rp_status status = reserve(r, count);
    for (size_t n = 0; n < count && !status; n++) status = parse_record(r, n);
    return status;
}

/* A text begins with "solid", and so do the headers of some binary files: their length tells. */
static int is_text(const reader *r)
{
    const size_t size = (size_t)(r->end - r->at);
    return size >= 5 && strncasecmp(r->at, "solid", 5) == 0 && size != HEADER + 4 + records(r) * RECORD;
}

/* ---- OBJ ---- */

static rp_status obj_vertex(reader *r)
{
    if (!rp_memory_reserve(&r->vertex, &r->capacity, r->vertices + 1, sizeof *r->vertex)) return no_memory(r);
    return read_vec(r, &r->vertex[r->vertices++]);
}

/* i, i/j, i//k or i/j/k; counted from 1, or from the last one back. */
static int obj_index(const reader *r, char *word, size_t *index)
{
    uint64_t value;
    const int back = word[0] == '-';
    word[strcspn(word, "/")] = 0;
    if (!rp_number_whole(word + back, &value) || value < 1 || value > r->vertices) return 0;
    *index = back ? r->vertices - (size_t)value : (size_t)value - 1;
    return 1;
}

static rp_status obj_face(reader *r)
{
    char word[WORD];
    size_t corner[3];
    int count = 0;
    rp_status status = RP_OK;
    for (; !status && next_word(r, word); count++) {
        if (!obj_index(r, word, &corner[count < 2 ? count : 2]))
            return wrong(r, "a face with a corner that is not there", "numbers of vertices above this line");
        if (count >= 2) {
            status = add_triangle(r, r->vertex[corner[0]], r->vertex[corner[1]], r->vertex[corner[2]]);
            corner[1] = corner[2];
        }
    }
    return !status && count < 3 ? wrong(r, "a face of fewer than three corners", "three or more") : status;
}

static rp_status obj_line(reader *r)
{
    static const char *const unused[] = {"vt", "vn", "vp", "s", "usemtl", "mtllib", "l", "p"};
    char word[WORD], name[RP_NAME];
    if (!next_word(r, word) || word[0] == '#') return RP_OK;
    if (strcmp(word, "v") == 0) return obj_vertex(r);
    if (strcmp(word, "f") == 0) return obj_face(r);
    if (strcmp(word, "g") == 0 || strcmp(word, "o") == 0) {
        read_name(r, name);
        return begin_part(r, name);
    }
    for (size_t n = 0; n < sizeof unused / sizeof *unused; n++)
        if (strcmp(word, unused[n]) == 0) return RP_OK;
    return wrong(r, "a word that is not read here", "v, f, g, o; vt, vn, s, l, p and materials are left out");
}

static rp_status parse_obj(reader *r)
{
    rp_status status = RP_OK;
    do status = obj_line(r);
    while (!status && next_line(r));
    rp_memory_free(r->vertex);
    return status;
}

/* ---- OFF ---- */

/* The next word of the file; what stands behind # is left out. 0: none is left. */
static int off_word(reader *r, char word[WORD])
{
    for (;;) {
        if (next_word(r, word) && word[0] != '#') return 1;
        if (!next_line(r)) return 0;
    }
}

/* A whole number up to `most`. */
static rp_status off_count(reader *r, size_t most, size_t *count)
{
    char word[WORD];
    double value;
    if (!off_word(r, word) || rp_number_parse(word, &value) != RP_NUMBER_FINITE || value != floor(value) || value < 0
        || value > (double)most)
        return wrong(r, "no whole number in range", "counts, and numbers of vertices from 0");
    *count = (size_t)value;
    return RP_OK;
}

static rp_status off_vertex(reader *r)
{
    double at[3];
    char word[WORD];
    for (int k = 0; k < 3; k++)
        if (!off_word(r, word) || rp_number_parse(word, &at[k]) != RP_NUMBER_FINITE)
            return wrong(r, "a corner that is not three numbers", "x y z, finite");
    if (!rp_memory_reserve(&r->vertex, &r->capacity, r->vertices + 1, sizeof *r->vertex)) return no_memory(r);
    r->vertex[r->vertices++] = rp_vec_make(at[0], at[1], at[2]);
    return RP_OK;
}

/* A fan of triangles; colours behind the numbers are left out. */
static rp_status off_face(reader *r)
{
    size_t sides, first = 0, before = 0, at;
    rp_status status = off_count(r, r->vertices, &sides);
    if (!status && sides < 3) status = wrong(r, "a face with less than three corners", "three corners or more");
    for (size_t k = 0; k < sides && !status; k++, before = at) {
        status = off_count(r, r->vertices - 1, &at);
        if (!status && k == 0) first = at;
        if (!status && k > 1) status = add_triangle(r, r->vertex[first], r->vertex[before], r->vertex[at]);
    }
    next_line(r);
    return status;
}

static rp_status parse_off(reader *r)
{
    char word[WORD];
    size_t vertices = 0, faces = 0, edges;
    const size_t most = (size_t)(r->end - r->at); /* each takes a byte at least */
    rp_status status = off_word(r, word) && strcmp(word, "OFF") == 0 ? RP_OK
                                                                     : wrong(r, "the first word is not OFF", "OFF");
    if (!status) status = off_count(r, most, &vertices);
    if (!status) status = off_count(r, most, &faces);
    if (!status) status = off_count(r, most, &edges);
    for (size_t n = 0; n < vertices && !status; n++) status = off_vertex(r);
    for (size_t n = 0; n < faces && !status; n++) status = off_face(r);
    rp_memory_free(r->vertex);
    return status;
}

/* ---- any ---- */

static int ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcasecmp(text + n - m, end) == 0;
}

rp_status rp_mesh_file_parse(const char *data, size_t size, const char *file, rp_mesh_soup *soup, rp_error *err)
{
    reader r = {.at = data, .end = data + size, .file = file, .line = 1, .soup = soup, .err = err};
    rp_status status;
    *soup = (rp_mesh_soup){0};
    if (ends_with(file, ".obj")) status = parse_obj(&r);
    else if (ends_with(file, ".off")) status = parse_off(&r);
    else if (ends_with(file, ".stl")) status = is_text(&r) ? parse_text(&r) : parse_binary(&r);
    else {
        status = rp_error_set(err, RP_INPUT, "%s: the end of its name says no format that is read", file);
        rp_error_expected(err, "a file .stl, .obj or .off");
    }
    drop_empty_part(soup);
    if (!status && !soup->triangles) status = rp_error_set(err, RP_INPUT, "%s: there is no triangle in it", file);
    if (status) rp_mesh_file_free(soup);
    return status;
}

void rp_mesh_file_free(rp_mesh_soup *s)
{
    rp_memory_free(s->corner);
    rp_memory_free(s->part);
    rp_memory_free(s->name);
    *s = (rp_mesh_soup){0};
}

int rp_mesh_file_take(rp_mesh_soup *s, const char *part)
{
    size_t kept = 0;
    for (size_t n = 0; n < s->triangles; n++) {
        if (strcmp(s->name[s->part[n]], part) != 0) continue;
        memcpy(s->corner[kept], s->corner[n], sizeof *s->corner);
        s->part[kept++] = s->part[n];
    }
    if (kept) s->triangles = kept;
    return kept > 0;
}
