/* Checkpoints: an archive as one HDF5 file, checksummed.
 *
 *     0    8  "REPOSE1\n"
 *     8    8  format (3: state with names; 2: rows of numbers, see checkpoint_v2.c)
 *    16    8  length of the file, bytes
 *    24   16  hash of everything behind the user block
 *    40    8  hash of the user block, with these eight bytes as 0
 *    48  464  0
 *   512       HDF5: one dataset (rows x columns, little-endian) per item, groups from the '/' in its name
 *
 * The first 512 bytes are an HDF5 user block, so h5dump and h5py open the file as it is. The image is built in memory
 * by HDF5's core driver without time stamps: the same archive gives the same bytes. Our own atomic writer puts it on
 * disk. A reader verifies lengths and hashes before HDF5, which is not safe on hostile bytes, sees any of them.
 */
#include "output/output.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "output/checkpoint_v2.h"
#include "output/hdf5.h"

enum {
    FORMAT = 3,
    FORMAT_OLDEST = 2,
    USER_BLOCK = 512,
    AT_FORMAT = 8,
    AT_LENGTH = 16,
    AT_HASH = 24,
    AT_HEADER_HASH = 40,
    RANK = 2,
    NAME_LENGTH = 4096
};

static const char MAGIC[8] = "REPOSE1\n";

/* ---- header ---- */

static void put_u64(char *at, uint64_t v)
{
    for (int i = 0; i < 8; i++) at[i] = (char)(v >> (8 * i));
}

static uint64_t take_u64(const char *at)
{
    uint64_t v = 0;
    for (int i = 0; i < 8; i++) v |= (uint64_t)(unsigned char)at[i] << (8 * i);
    return v;
}

static uint64_t header_hash(const char *data)
{
    char header[USER_BLOCK];
    memcpy(header, data, USER_BLOCK);
    put_u64(header + AT_HEADER_HASH, 0);
    rp_hash h;
    rp_hash_init(&h);
    rp_hash_bytes(&h, header, USER_BLOCK);
    return h.a ^ h.b;
}

static rp_hash payload_hash(const char *data, size_t size)
{
    rp_hash h;
    rp_hash_init(&h);
    rp_hash_bytes(&h, data + USER_BLOCK, size - USER_BLOCK);
    return h;
}

static void header_make(char *data, size_t size)
{
    rp_hash h = payload_hash(data, size);
    memset(data, 0, USER_BLOCK);
    memcpy(data, MAGIC, sizeof MAGIC);
    put_u64(data + AT_FORMAT, FORMAT);
    put_u64(data + AT_LENGTH, size);
    put_u64(data + AT_HASH, h.a);
    put_u64(data + AT_HASH + 8, h.b);
    put_u64(data + AT_HEADER_HASH, header_hash(data));
}

/* What is wrong with these bytes, in words after "checkpoint 'name' "; empty if nothing is. */
static void diagnose(const char *data, size_t size, char *defect, size_t room)
{
    defect[0] = '\0';
    size_t seen = size < sizeof MAGIC ? size : sizeof MAGIC;
    if (memcmp(data, MAGIC, seen) != 0) {
        snprintf(defect, room, "is not a Repose checkpoint: it does not begin with the mark of one");
        return;
    }
    if (size < USER_BLOCK) {
        snprintf(defect, room, "is truncated: %zu bytes, its header alone has %d", size, USER_BLOCK);
        return;
    }
    uint64_t length = take_u64(data + AT_LENGTH), format = take_u64(data + AT_FORMAT);
    rp_hash h;
    if (take_u64(data + AT_HEADER_HASH) != header_hash(data))
        snprintf(defect, room, "is damaged: its header does not match its checksum");
    else if (size < length) snprintf(defect, room, "is truncated: %zu of %llu bytes", size, (unsigned long long)length);
    else if (size > length)
        snprintf(defect, room, "is damaged: %llu bytes follow its end", (unsigned long long)(size - length));
    else if (h = payload_hash(data, size), take_u64(data + AT_HASH) != h.a || take_u64(data + AT_HASH + 8) != h.b)
        snprintf(defect, room, "is damaged: its contents do not match their checksum");
    else if (format < FORMAT_OLDEST || format > FORMAT)
        snprintf(defect, room, "was written by %s Repose: format %llu, this program reads %d to %d",
                 format > FORMAT ? "a newer" : "an earlier", (unsigned long long)format, FORMAT_OLDEST, FORMAT);
}

/* ---- HDF5 ---- */

/* HDF5's names for types are calls, so the table is made on the spot. */
static hid_t hdf5_type(rp_type type, int in_memory)
{
    const hid_t table[][2] = {
        [RP_F64] = {*rp_hdf5.T_IEEE_F64LE, *rp_hdf5.T_NATIVE_DOUBLE},
        [RP_I64] = {*rp_hdf5.T_STD_I64LE, *rp_hdf5.T_NATIVE_INT64},
        [RP_U64] = {*rp_hdf5.T_STD_U64LE, *rp_hdf5.T_NATIVE_UINT64},
        [RP_I32] = {*rp_hdf5.T_STD_I32LE, *rp_hdf5.T_NATIVE_INT32},
        [RP_U32] = {*rp_hdf5.T_STD_U32LE, *rp_hdf5.T_NATIVE_UINT32},
        [RP_U16] = {*rp_hdf5.T_STD_U16LE, *rp_hdf5.T_NATIVE_UINT16},
        [RP_U8] = {*rp_hdf5.T_STD_U8LE, *rp_hdf5.T_NATIVE_UINT8},
        [RP_F32] = {*rp_hdf5.T_IEEE_F32LE, *rp_hdf5.T_NATIVE_FLOAT},
    };
    return table[type][in_memory];
}

/* HDF5's core driver keeps the file's bytes in a block that these callbacks provide: ours, counted, never copied. The
 * block outlives the file, which is how its final bytes are had. (H5Fget_file_image copies, leaves out the user block
 * and, in 1.10, spoils the superblock's checksum.) */
static void *image_resize(void *old, size_t size, H5FD_file_image_op_t operation, void *context)
{
    (void)old;
    (void)operation;
    rp_buffer *image = context;
    if (!rp_memory_reserve(&image->data, &image->capacity, size, 1)) {
        image->failed = 1;
        return NULL;
    }
    image->size = size;
    return image->data;
}

static void *image_take(size_t size, H5FD_file_image_op_t operation, void *context)
{
    return image_resize(NULL, size, operation, context);
}

static void *image_copy(void *to, const void *from, size_t size, H5FD_file_image_op_t operation, void *context)
{
    (void)operation;
    (void)context;
    return to == from ? to : memcpy(to, from, size);
}

static herr_t image_keep(void *data, H5FD_file_image_op_t operation, void *context)
{
    (void)data;
    (void)operation;
    (void)context;
    return 0;
}

static void *context_share(void *context) { return context; }

static herr_t context_keep(void *context)
{
    (void)context;
    return 0;
}

/* Everything opened in the file closes with it, also after a failure. */
static hid_t access_list(rp_buffer *image)
{
    H5FD_file_image_callbacks_t callbacks = {image_take,    image_copy,   image_resize, image_keep,
                                             context_share, context_keep, image};
    hid_t list = rp_hdf5.Pcreate(*rp_hdf5.P_CLS_FILE_ACCESS_ID);
    if (list < 0) return list;
    if (rp_hdf5.Pset_fapl_core(list, 1, 0) >= 0 && rp_hdf5.Pset_file_image_callbacks(list, &callbacks) >= 0
        && rp_hdf5.Pset_fclose_degree(list, H5F_CLOSE_STRONG) >= 0
        && rp_hdf5.Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_LATEST) >= 0)
        return list;
    rp_hdf5.Pclose(list);
    return -1;
}

/* A name for HDF5 to report; nothing can stand there, because path is a file. */
static void image_name(const char *path, char name[NAME_LENGTH]) { snprintf(name, NAME_LENGTH, "%s/image", path); }

typedef struct lists {
    hid_t access, file, group, dataset;
} lists;

static void lists_close(lists *l)
{
    if (l->access >= 0) rp_hdf5.Pclose(l->access);
    if (l->file >= 0) rp_hdf5.Pclose(l->file);
    if (l->group >= 0) rp_hdf5.Pclose(l->group);
    if (l->dataset >= 0) rp_hdf5.Pclose(l->dataset);
}

static int lists_make(lists *l, rp_buffer *image)
{
    l->access = access_list(image);
    l->file = rp_hdf5.Pcreate(*rp_hdf5.P_CLS_FILE_CREATE_ID);
    l->group = rp_hdf5.Pcreate(*rp_hdf5.P_CLS_GROUP_CREATE_ID);
    l->dataset = rp_hdf5.Pcreate(*rp_hdf5.P_CLS_DATASET_CREATE_ID);
    return l->access >= 0 && rp_hdf5.Pset_userblock(l->file, USER_BLOCK) >= 0
           && rp_hdf5.Pset_obj_track_times(l->file, 0) >= 0 && rp_hdf5.Pset_obj_track_times(l->group, 0) >= 0
           && rp_hdf5.Pset_obj_track_times(l->dataset, 0) >= 0
           && rp_hdf5.Pset_fill_time(l->dataset, H5D_FILL_TIME_NEVER) >= 0;
}

/* Makes the groups on the way to `name`, those that do not stand yet. */
static int make_groups(hid_t file, const char *name, hid_t group_list)
{
    char path[sizeof((rp_item *)0)->name];
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        memcpy(path, name, (size_t)(slash - name));
        path[slash - name] = '\0';
        htri_t exists = rp_hdf5.Lexists(file, path, H5P_DEFAULT);
        hid_t group = exists == 0 ? rp_hdf5.Gcreate2(file, path, H5P_DEFAULT, group_list, H5P_DEFAULT) : -1;
        if (exists < 0 || (exists == 0 && group < 0)) return 0;
        if (group >= 0) rp_hdf5.Gclose(group);
    }
    return 1;
}

static int write_attribute(hid_t object, const char *name, hid_t type, const void *value)
{
    hid_t space = rp_hdf5.Screate(H5S_SCALAR);
    hid_t attribute = space >= 0 ? rp_hdf5.Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT) : -1;
    int good = attribute >= 0 && rp_hdf5.Awrite(attribute, type, value) >= 0;
    if (attribute >= 0) rp_hdf5.Aclose(attribute);
    if (space >= 0) rp_hdf5.Sclose(space);
    return good;
}

static int write_text(hid_t object, const char *name, const char *value)
{
    hid_t text = rp_hdf5.Tcopy(*rp_hdf5.T_C_S1);
    int good = text >= 0 && rp_hdf5.Tset_size(text, strlen(value) + 1) >= 0
               && write_attribute(object, name, text, value);
    if (text >= 0) rp_hdf5.Tclose(text);
    return good;
}

static int write_attributes(hid_t file)
{
    int64_t format = FORMAT;
    return write_text(file, "program", "repose") && write_attribute(file, "format", *rp_hdf5.T_STD_I64LE, &format);
}

static int write_item(hid_t file, const rp_item *item, const lists *l)
{
    hsize_t dims[RANK] = {item->rows, item->columns};
    if (!make_groups(file, item->name, l->group)) return 0;
    hid_t space = rp_hdf5.Screate_simple(RANK, dims, NULL);
    if (space < 0) return 0;
    hid_t set = rp_hdf5.Dcreate2(file, item->name, hdf5_type(item->type, 0), space, H5P_DEFAULT, l->dataset,
                                 H5P_DEFAULT);
    int good = set >= 0;
    if (good && item->rows && item->columns)
        good = rp_hdf5.Dwrite(set, hdf5_type(item->type, 1), H5S_ALL, H5S_ALL, H5P_DEFAULT, item->data) >= 0;
    if (good && item->unit) good = write_text(set, "unit", item->unit);
    if (good && item->meaning) good = write_text(set, "meaning", item->meaning);
    if (set >= 0) rp_hdf5.Dclose(set);
    rp_hdf5.Sclose(space);
    return good;
}

static int write_archive(hid_t file, const rp_archive *archive, const lists *l)
{
    int good = write_attributes(file);
    for (size_t i = 0; good && i < archive->count; i++) good = write_item(file, &archive->item[i], l);
    return good && rp_hdf5.Fflush(file, H5F_SCOPE_LOCAL) >= 0;
}

static size_t archive_bytes(const rp_archive *archive)
{
    size_t bytes = 0;
    for (size_t i = 0; i < archive->count; i++)
        bytes += archive->item[i].rows * archive->item[i].columns * rp_type_size(archive->item[i].type);
    return bytes;
}

static int build_image(const char *path, const rp_archive *archive, rp_buffer *image)
{
    char name[NAME_LENGTH];
    lists l;
    image_name(path, name);
    int good = lists_make(&l, image);
    hid_t file = good ? rp_hdf5.Fcreate(name, H5F_ACC_TRUNC, l.file, l.access) : -1;
    good = file >= 0 && write_archive(file, archive, &l);
    if (file >= 0) good = rp_hdf5.Fclose(file) >= 0 && good;
    lists_close(&l);
    return good && !image->failed && image->size > USER_BLOCK;
}

static rp_status write_file(const char *path, const rp_archive *archive, rp_error *err)
{
    rp_buffer image;
    rp_buffer_init(&image);
    size_t guess = archive_bytes(archive) + ((size_t)1 << 16);
    if (!rp_memory_reserve(&image.data, &image.capacity, guess, 1)) return rp_memory_error(err, guess, "a checkpoint");
    int good = build_image(path, archive, &image);
    rp_status status;
    if (good) {
        header_make(image.data, image.size);
        status = rp_file_write(path, image.data, image.size, RP_FILE_KEEP_PREVIOUS, err);
    } else {
        status = rp_error_set(err, RP_SYSTEM, "HDF5 could not build checkpoint '%s', probably because memory ran out",
                              path);
    }
    rp_buffer_free(&image);
    return status;
}

/* ---- reading ---- */

/* Reads and verifies; defect is empty if the bytes are a whole checkpoint. */
static rp_status load_bytes(const char *path, rp_buffer *image, char *defect, size_t room, rp_error *err)
{
    rp_status status = rp_file_read(path, 0, &image->data, &image->size, err);
    if (status != RP_OK) return status;
    image->capacity = image->size;
    diagnose(image->data, image->size, defect, room);
    return RP_OK;
}

/* Says in err->expected that the checkpoint before this one is whole, if it is. */
static void offer_previous(const char *path, rp_error *err)
{
    char previous[NAME_LENGTH], defect[256];
    rp_buffer image;
    rp_buffer_init(&image);
    snprintf(previous, sizeof previous, "%s.previous", path);
    if (rp_file_exists(previous) && load_bytes(previous, &image, defect, sizeof defect, NULL) == RP_OK && !defect[0])
        rp_error_expected(err, "a whole checkpoint; the one before it is intact: %s", previous);
    rp_buffer_free(&image);
}

typedef struct reading {
    rp_archive *archive;
    size_t room; /* bytes of the file that no array has taken: arrays may share none */
    rp_status status;
    rp_error *err;
} reading;

static int type_find(hid_t set, rp_type *type)
{
    hid_t stored = rp_hdf5.Dget_type(set);
    if (stored < 0) return 0;
    int found = 0;
    for (rp_type t = RP_F64; !found && t <= RP_U8; t++) {
        found = rp_hdf5.Tequal(stored, hdf5_type(t, 0)) > 0;
        *type = t;
    }
    rp_hdf5.Tclose(stored);
    return found;
}

static int shape_find(hid_t set, hsize_t dims[RANK])
{
    hid_t space = rp_hdf5.Dget_space(set);
    int good = space >= 0 && rp_hdf5.Sget_simple_extent_ndims(space) == RANK
               && rp_hdf5.Sget_simple_extent_dims(space, dims, NULL) == RANK;
    if (space >= 0) rp_hdf5.Sclose(space);
    return good;
}

/* One piece of this file: nothing compressed, which could grow without bound, and no bytes of other files. */
static int is_plain(hid_t set)
{
    hid_t list = rp_hdf5.Dget_create_plist(set);
    int plain = list >= 0 && rp_hdf5.Pget_layout(list) == H5D_CONTIGUOUS && rp_hdf5.Pget_external_count(list) == 0;
    if (list >= 0) rp_hdf5.Pclose(list);
    return plain;
}

static rp_status read_set(hid_t set, const char *name, reading *r)
{
    rp_type type;
    hsize_t dims[RANK];
    size_t cells, bytes;
    if (strlen(name) >= sizeof r->archive->item->name || !is_plain(set) || !type_find(set, &type)
        || !shape_find(set, dims) || __builtin_mul_overflow(dims[0], dims[1], &cells)
        || __builtin_mul_overflow(cells, rp_type_size(type), &bytes))
        return rp_error_set(r->err, RP_INPUT, "the checkpoint's '%s' is not an array that Repose writes", name);
    if (bytes > rp_hdf5.Dget_storage_size(set) || bytes > r->room)
        return rp_error_set(r->err, RP_INPUT, "the checkpoint's '%s' is larger than what stands in the file", name);
    r->room -= bytes;
    void *data = rp_memory_alloc(bytes, 1);
    if (!data) return rp_memory_error(r->err, bytes, name);
    if (cells && rp_hdf5.Dread(set, hdf5_type(type, 1), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) {
        rp_memory_free(data);
        return rp_error_set(r->err, RP_INPUT, "HDF5 cannot read the checkpoint's '%s'", name);
    }
    return rp_archive_put(r->archive, name, type, dims[0], dims[1], data, 1, r->err);
}

static herr_t visit(hid_t root, const char *name, const H5O_info_t *info, void *context)
{
    reading *r = context;
    if (info->type != H5O_TYPE_DATASET) return 0;
    hid_t set = rp_hdf5.Dopen2(root, name, H5P_DEFAULT);
    r->status = set < 0 ? rp_error_set(r->err, RP_INPUT, "HDF5 cannot open the checkpoint's '%s'", name)
                        : read_set(set, name, r);
    if (set >= 0) rp_hdf5.Dclose(set);
    return r->status != RP_OK;
}

static hid_t open_image(const char *path, rp_buffer *image)
{
    char name[NAME_LENGTH];
    image_name(path, name);
    hid_t list = access_list(image);
    int good = list >= 0 && rp_hdf5.Pset_file_image(list, image->data, image->size) >= 0;
    hid_t file = good ? rp_hdf5.Fopen(name, H5F_ACC_RDONLY, list) : -1;
    if (list >= 0) rp_hdf5.Pclose(list);
    return file;
}

static rp_status read_image(const char *path, rp_buffer *image, rp_archive *archive, rp_error *err)
{
    reading r = {.archive = archive, .room = image->size, .status = RP_OK, .err = err};
    hid_t file = open_image(path, image);
    herr_t walked = file >= 0 ? rp_hdf5.Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit, &r, H5O_INFO_BASIC) : -1;
    if (walked < 0 && r.status == RP_OK)
        r.status = rp_error_set(err, RP_INPUT, "HDF5 cannot open checkpoint '%s'", path);
    if (file >= 0) rp_hdf5.Fclose(file);
    if (r.status != RP_OK) rp_archive_free(archive);
    return r.status;
}

static rp_status read_file(const char *path, rp_archive *archive, rp_error *err)
{
    char defect[256];
    rp_buffer image;
    rp_buffer_init(&image);
    rp_status status = load_bytes(path, &image, defect, sizeof defect, err);
    if (status == RP_OK && !defect[0]) {
        status = read_image(path, &image, archive, err);
        if (!status && take_u64(image.data + AT_FORMAT) == 2) status = rp_checkpoint_v2_translate(archive, err);
    } else if (status == RP_OK) {
        status = rp_error_set(err, RP_INPUT, "checkpoint '%s' %s", path, defect);
        offer_previous(path, err);
    }
    rp_buffer_free(&image);
    return status;
}

/* ---- one at a time ---- */

rp_status rp_checkpoint_ready(rp_error *err)
{
    rp_hdf5_turn turn;
    rp_status status = rp_hdf5_begin(&turn, err);
    if (!status) rp_hdf5_end(turn);
    return status;
}

rp_status rp_checkpoint_write(const char *path, const rp_archive *archive, rp_error *err)
{
    rp_hdf5_turn turn;
    rp_status status = rp_hdf5_begin(&turn, err);
    if (status) return status;
    status = write_file(path, archive, err);
    rp_hdf5_end(turn);
    return status;
}

rp_status rp_checkpoint_read(const char *path, rp_archive *archive, rp_error *err)
{
    rp_hdf5_turn turn;
    rp_archive_init(archive);
    rp_status status = rp_hdf5_begin(&turn, err);
    if (status) return status;
    status = read_file(path, archive, err);
    rp_hdf5_end(turn);
    return status;
}
