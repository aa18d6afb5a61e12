/* Writes and reads .vtp files; the layout is in vtk.h and in VTK's own file formats chapter.
 *
 * Each array is a header of UInt64 (number of blocks, size of a block, size of the last block if it is partial,
 * compressed size of each block) and then the blocks. Blocks are compressed by all threads; the bytes do not depend on
 * their number. */
#include "output/vtk.h"

#include <stdio.h>
#include <string.h>
#define ZLIB_CONST /* what is compressed is not written to */
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"

enum { BLOCK = 1 << 17, SAMPLE = 1 << 12, LEVEL = 1, HEADER_WORDS = 3, TAG_LENGTH = 512 };

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "frames are written as little-endian; this machine is not"
#endif

static const char *const type_names[] = {
    [RP_F64] = "Float64", [RP_I64] = "Int64",  [RP_U64] = "UInt64", [RP_I32] = "Int32",
    [RP_U32] = "UInt32",  [RP_U16] = "UInt16", [RP_U8] = "UInt8",   [RP_F32] = "Float32",
};

static const struct {
    const char *prefix, *tag;
} sections[] = {
    /* in the order of the file */
    {"field/", "FieldData"}, {"text/", "FieldData"}, {"point/", "PointData"}, {"cell/", "CellData"},
    {"points", "Points"},    {"verts/", "Verts"},    {"lines/", "Lines"},     {"polys/", "Polys"},
};
enum { SECTIONS = sizeof sections / sizeof *sections, FIELDS = 2 /* sections outside of the piece */, TEXT = 1 };

static int belongs(const rp_item *item, int section)
{
    return strncmp(item->name, sections[section].prefix, strlen(sections[section].prefix)) == 0;
}

static size_t item_bytes(const rp_item *item) { return item->rows * item->columns * rp_type_size(item->type); }

/* ---- writing ---- */

/* 1 if zlib finds repetitions in the first bytes of a block. Digits of velocities do not repeat: a search costs more
 * than the code of frequent bytes alone, and saves nothing. */
static int repeats(const char *data, size_t size)
{
    Bytef room[2 * SAMPLE];
    uLongf length = sizeof room;
    if (size <= SAMPLE) return 1;
    return compress2(room, &length, (const Bytef *)data, SAMPLE, LEVEL) == Z_OK && length < SAMPLE / 4 * 3;
}

/* The compressed length; 0 for a failure. */
static size_t compress_block(const char *data, size_t size, char *room, size_t bound)
{
    z_stream z = {.next_in = (const Bytef *)data, .avail_in = (uInt)size};
    int strategy = repeats(data, size) ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY;
    if (deflateInit2(&z, LEVEL, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL - 1, strategy) != Z_OK) return 0;
    z.next_out = (Bytef *)room;
    z.avail_out = (uInt)bound;
    int done = deflate(&z, Z_FINISH) == Z_STREAM_END;
    deflateEnd(&z);
    return done ? z.total_out : 0;
}

/* Compresses `blocks` blocks of data side by side in `room`, `bound` bytes each; sizes[] gets their lengths, 0 for a
 * failure. */
static void compress_blocks(const char *data, size_t bytes, size_t blocks, char *room, size_t bound, uint64_t *sizes)
{
#pragma omp parallel for schedule(dynamic) if (blocks > 1)
    for (size_t n = 0; n < blocks; n++) {
        size_t size = bytes - n * BLOCK < BLOCK ? bytes - n * BLOCK : BLOCK;
        sizes[n] = compress_block(data + n * BLOCK, size, room + n * bound, bound);
    }
}

static void append_array(rp_buffer *out, const rp_item *item)
{
    size_t bytes = item_bytes(item), blocks = (bytes + BLOCK - 1) / BLOCK, bound = compressBound(BLOCK);
    uint64_t *header = rp_memory_alloc(HEADER_WORDS + blocks, sizeof *header);
    char *room = header ? rp_memory_alloc(blocks, bound) : NULL;
    if (room) {
        header[0] = blocks;
        header[1] = blocks ? BLOCK : 0;
        header[2] = bytes % BLOCK;
        compress_blocks(item->data, bytes, blocks, room, bound, header + HEADER_WORDS);
        rp_buffer_append(out, header, (HEADER_WORDS + blocks) * sizeof *header);
        for (size_t n = 0; n < blocks; n++) {
            if (header[HEADER_WORDS + n] == 0) out->failed = 1;
            rp_buffer_append(out, room + n * bound, header[HEADER_WORDS + n]);
        }
    } else {
        out->failed = 1;
    }
    rp_memory_free(room);
    rp_memory_free(header);
}

static size_t rows_of(const rp_archive *set, const char *name)
{
    const rp_item *item = rp_archive_find(set, name);
    return item ? item->rows : 0;
}

static size_t strings_in(const rp_item *item)
{
    const char *text = item->data;
    size_t count = 0;
    for (size_t i = 0; i < item->rows; i++) count += text[i] == '\0';
    return count;
}

static void print_array(rp_buffer *xml, rp_buffer *out, const rp_item *item, int section)
{
    const char *slash = strchr(item->name, '/');
    rp_buffer_print(xml, "<DataArray type=\"%s\" Name=\"%s\"", section == TEXT ? "String" : type_names[item->type],
                    slash ? slash + 1 : item->name);
    if (section != TEXT) rp_buffer_print(xml, " NumberOfComponents=\"%zu\"", item->columns);
    if (section < FIELDS)
        rp_buffer_print(xml, " NumberOfTuples=\"%zu\"", section == TEXT ? strings_in(item) : item->rows);
    rp_buffer_print(xml, " format=\"appended\" offset=\"%zu\"/>\n", out->size);
    append_array(out, item);
}

static void print_arrays(rp_buffer *xml, rp_buffer *out, const rp_archive *set, int section)
{
    for (size_t i = 0; i < set->count; i++)
        if (belongs(&set->item[i], section)) print_array(xml, out, &set->item[i], section);
}

static void print_set(rp_buffer *xml, rp_buffer *out, const rp_archive *set)
{
    rp_buffer_print(xml,
                    "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                    "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<PolyData>\n");
    rp_buffer_print(xml, "<FieldData>\n");
    for (int section = 0; section < FIELDS; section++) print_arrays(xml, out, set, section);
    rp_buffer_print(xml, "</FieldData>\n");
    rp_buffer_print(xml,
                    "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"%zu\" NumberOfStrips=\"0\" "
                    "NumberOfPolys=\"%zu\">\n",
                    rows_of(set, "points"), rows_of(set, "verts/offsets"), rows_of(set, "lines/offsets"),
                    rows_of(set, "polys/offsets"));
    for (int section = FIELDS; section < SECTIONS; section++) {
        rp_buffer_print(xml, "<%s>\n", sections[section].tag);
        print_arrays(xml, out, set, section);
        rp_buffer_print(xml, "</%s>\n", sections[section].tag);
    }
    rp_buffer_print(xml, "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
}

rp_status rp_vtk_write(const char *path, const rp_archive *set, rp_error *err)
{
    rp_buffer xml, out;
    rp_buffer_init(&xml);
    rp_buffer_init(&out);
    print_set(&xml, &out, set);
    if (out.failed) xml.failed = 1;
    rp_buffer_append(&xml, out.data, out.size);
    rp_buffer_free(&out);
    rp_buffer_print(&xml, "\n</AppendedData>\n</VTKFile>\n");
    rp_status status = rp_file_write_buffer(path, &xml, RP_FILE_QUICK, err);
    rp_buffer_free(&xml);
    return status;
}

/* ---- reading ---- */

typedef struct source {
    const char *path;
    const char *data;
    size_t size, start; /* of the appended bytes */
    rp_error *err;
} source;

static rp_status damaged(const source *s, const char *what)
{
    return rp_error_set(s->err, RP_INPUT, "frame '%s' is damaged or not one of ours: %s", s->path, what);
}

/* The value of attribute `name` in a tag, into value. */
static int attribute(const char *tag, const char *name, char *value, size_t room)
{
    char key[40];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *at = strstr(tag, key);
    if (!at) return 0;
    at += strlen(key);
    size_t length = strcspn(at, "\"");
    if (length >= room) return 0;
    memcpy(value, at, length);
    value[length] = '\0';
    return 1;
}

static int number(const char *tag, const char *name, size_t *value)
{
    char text[32], end;
    return attribute(tag, name, text, sizeof text) && sscanf(text, "%zu%c", value, &end) == 1;
}

/* Words of the array's header and where its blocks begin; bytes is the uncompressed size. */
static int array_header(const source *s, size_t offset, uint64_t head[HEADER_WORDS], size_t *bytes)
{
    size_t room = s->size - s->start;
    if (offset > room || room - offset < HEADER_WORDS * sizeof *head) return 0;
    memcpy(head, s->data + s->start + offset, HEADER_WORDS * sizeof *head);
    if (head[0] > room / sizeof *head || (head[0] && head[1] != BLOCK) || head[2] >= BLOCK) return 0;
    if (room - offset < (HEADER_WORDS + head[0]) * sizeof *head) return 0;
    *bytes = head[0] == 0 ? 0 : head[2] ? (head[0] - 1) * BLOCK + head[2] : head[0] * BLOCK;
    return *bytes / 2000 <= room; /* zlib cannot do better than 1 : 1032 */
}

/* What zlib says: Z_OK, Z_MEM_ERROR, or that the bytes are damaged. */
static int expand(const source *s, size_t offset, const uint64_t head[HEADER_WORDS], char *data, size_t bytes)
{
    const char *sizes = s->data + s->start + offset + HEADER_WORDS * sizeof *head;
    const char *from = sizes + head[0] * sizeof *head, *end = s->data + s->size;
    for (size_t n = 0; n < head[0]; n++) {
        uint64_t packed;
        memcpy(&packed, sizes + n * sizeof packed, sizeof packed);
        uLongf size = bytes - n * BLOCK < BLOCK ? bytes - n * BLOCK : BLOCK, want = size;
        if (packed > (size_t)(end - from)) return Z_DATA_ERROR;
        int code = uncompress((Bytef *)data + n * BLOCK, &size, (const Bytef *)from, packed);
        if (code != Z_OK || size != want) return code == Z_MEM_ERROR ? code : Z_DATA_ERROR;
        from += packed;
    }
    return Z_OK;
}

static int type_find(const char *tag, rp_type *type)
{
    char text[16];
    if (!attribute(tag, "type", text, sizeof text)) return 0;
    *type = RP_U8; /* String */
    for (rp_type t = RP_F64; t <= RP_F32; t++)
        if (strcmp(text, type_names[t]) == 0) *type = t;
    return 1;
}

/* Numbers of four bytes become doubles, so that readers know one kind. */
static rp_status put_widened(const source *s, const char *name, size_t rows, size_t columns, char *data,
                             rp_archive *set)
{
    const float *from = (const float *)data;
    double *to = rp_memory_alloc(rows * columns, sizeof *to);
    for (size_t n = 0; n < rows * columns && to; n++) to[n] = from[n];
    rp_memory_free(data);
    if (!to) return rp_memory_error(s->err, rows * columns * sizeof *to, name);
    return rp_archive_put(set, name, RP_F64, rows, columns, to, 1, s->err);
}

/* Reads the array that `tag` describes into the set, under its section's prefix. */
static rp_status read_array(const source *s, const char *tag, const char *prefix, rp_archive *set)
{
    char short_name[40], name[sizeof set->item->name];
    rp_type type;
    size_t columns = 1, offset, bytes;
    uint64_t head[HEADER_WORDS];
    if (!attribute(tag, "Name", short_name, sizeof short_name) || !type_find(tag, &type)
        || !number(tag, "offset", &offset))
        return damaged(s, "an array has no name, type or offset");
    snprintf(name, sizeof name, "%s%s", prefix, strchr(prefix, '/') ? short_name : "");
    if (rp_archive_find(set, name)) return damaged(s, "an array stands there twice");
    if (strcmp(prefix, sections[TEXT].prefix) != 0 && !number(tag, "NumberOfComponents", &columns)) columns = 0;
    if (columns == 0 || columns > 64 || !array_header(s, offset, head, &bytes)
        || bytes % (columns * rp_type_size(type)))
        return damaged(s, name);
    char *data = rp_memory_alloc(bytes, 1);
    if (!data) return rp_memory_error(s->err, bytes, name);
    int code = expand(s, offset, head, data, bytes);
    if (code != Z_OK) {
        rp_memory_free(data);
        return code == Z_MEM_ERROR ? rp_memory_error(s->err, bytes, name) : damaged(s, name);
    }
    const size_t rows = bytes / (columns * rp_type_size(type));
    if (type == RP_F32) return put_widened(s, name, rows, columns, data, set);
    return rp_archive_put(set, name, type, rows, columns, data, 1, s->err);
}

static const char *section_prefix(const char *tag, const char *current)
{
    for (int i = 0; i < SECTIONS; i++)
        if (strncmp(tag, sections[i].tag, strlen(sections[i].tag)) == 0 && tag[strlen(sections[i].tag)] == '>')
            return sections[i].prefix;
    return current;
}

/* Walks over the tags up to the appended bytes. */
static rp_status read_tags(const source *s, rp_archive *set)
{
    const char *prefix = NULL, *end = s->data + s->start;
    rp_status status = RP_OK;
    for (const char *at = memchr(s->data, '<', s->start); at && status == RP_OK;
         at = memchr(at + 1, '<', (size_t)(end - at - 1))) {
        char tag[TAG_LENGTH];
        const char *close = memchr(at, '>', (size_t)(end - at));
        if (!close || close - at >= TAG_LENGTH) return damaged(s, "its XML");
        memcpy(tag, at + 1, (size_t)(close - at));
        tag[close - at] = '\0';
        prefix = section_prefix(tag, prefix);
        if (strncmp(tag, "DataArray ", 10) != 0) continue;
        if (!prefix) return damaged(s, "an array stands outside of a section");
        int text = strstr(tag, " type=\"String\"") != NULL;
        status = read_array(s, tag, text ? sections[TEXT].prefix : prefix, set);
    }
    return status;
}

rp_status rp_vtk_read(const char *path, rp_archive *set, rp_error *err)
{
    static const char mark[] = "<AppendedData encoding=\"raw\">\n_";
    char *data;
    source s = {.path = path, .err = err};
    rp_archive_init(set);
    rp_status status = rp_file_read(path, 0, &data, &s.size, err);
    if (status != RP_OK) return status;
    s.data = data;
    const char *appended = strstr(data, mark); /* the text before it has no 0 byte */
    if (appended) {
        s.start = (size_t)(appended - data) + sizeof mark - 1;
        status = read_tags(&s, set);
    } else {
        status = damaged(&s, "it has no appended data");
    }
    rp_memory_free(data);
    if (status != RP_OK) rp_archive_free(set);
    return status;
}
