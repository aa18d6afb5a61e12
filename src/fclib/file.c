/* Files of FCLIB. HDF5 is not safe on hostile bytes, so a process of its own reads them, with bounds on its memory and
 * its time, and sends arrays through a pipe; a crash ends that process and becomes an error here. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"
#include "fclib/problem.h"
#include "output/hdf5.h"

/* What comes through the pipe: records, each with rows of its type behind it. The last one has no name, and its rows
 * are the words of an error; none, if all went well. */
typedef struct record {
    char name[64];
    int32_t type;
    uint64_t rows;
} record;

/* ---- the process that reads ---- */

typedef struct sender {
    hid_t file;
    int pipe;
    uint64_t room; /* bytes of the file that no array has taken */
} sender;

static void send_bytes(int to, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t sent = write(to, at, size < (1 << 20) ? size : (1 << 20));
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) _exit(1);
        at += sent;
        size -= (size_t)sent;
    }
}

static void send_last(int to, const char *words)
{
    record last = {.type = RP_U8, .rows = strlen(words)};
    send_bytes(to, &last, sizeof last);
    send_bytes(to, words, strlen(words));
    _exit(0);
}

/* One piece of this file: nothing compressed, which could grow without bound, and no bytes of other files. */
static int is_plain(hid_t set)
{
    hid_t list = rp_hdf5.Dget_create_plist(set);
    return list >= 0 && (rp_hdf5.Pget_layout(list) == H5D_CONTIGUOUS || rp_hdf5.Pget_layout(list) == H5D_COMPACT)
           && rp_hdf5.Pget_external_count(list) == 0;
}

static int64_t cells_of(hid_t set)
{
    hid_t space = rp_hdf5.Dget_space(set);
    return space < 0 || rp_hdf5.Sget_simple_extent_ndims(space) > 2
               ? -1
               : (int64_t)rp_hdf5.Sget_simple_extent_npoints(space);
}

/* The bytes of a cell: of 32-bit integers, doubles, or a text. 0: it is of another type. */
static size_t cell_size(hid_t type, rp_type *is)
{
    const size_t size = rp_hdf5.Tget_size(type);
    const H5T_class_t class = rp_hdf5.Tget_class(type);
    *is = class == H5T_INTEGER ? RP_I32 : class == H5T_FLOAT ? RP_F64 : RP_U8;
    if (class == H5T_STRING) return rp_hdf5.Tis_variable_str(type) == 0 && size <= 4096 ? size : 0;
    return size == (class == H5T_INTEGER ? 4 : class == H5T_FLOAT ? 8 : 0) ? size : 0;
}

static void send_set(sender *s, const char *path, hid_t set)
{
    char words[160];
    rp_type is = RP_U8;
    hid_t type = rp_hdf5.Dget_type(set);
    const size_t size = type >= 0 ? cell_size(type, &is) : 0;
    const int64_t cells = cells_of(set);
    snprintf(words, sizeof words, "its '%s' is not an array of 32-bit integers or doubles in one piece", path);
    if (!size || cells < 0 || !is_plain(set)) send_last(s->pipe, words);
    snprintf(words, sizeof words, "its '%s' is larger than the file", path);
    if ((uint64_t)cells > s->room / size) send_last(s->pipe, words);
    s->room -= (uint64_t)cells * size;
    void *data = calloc((size_t)cells * size + 1, 1);
    hid_t native = is == RP_F64 ? *rp_hdf5.T_NATIVE_DOUBLE : is == RP_I32 ? *rp_hdf5.T_NATIVE_INT32 : type;
    snprintf(words, sizeof words, "HDF5 cannot read its '%s'", path);
    if (!data || (cells > 0 && rp_hdf5.Dread(set, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0))
        send_last(s->pipe, words);
    record r = {.type = (int32_t)is, .rows = (uint64_t)cells * (is == RP_U8 ? size : 1)};
    snprintf(r.name, sizeof r.name, "%s", path);
    send_bytes(s->pipe, &r, sizeof r);
    send_bytes(s->pipe, data, (size_t)cells * size);
    free(data);
}

/* Does every group on the way stand there? */
static int stands(hid_t file, const char *path)
{
    char part[96];
    for (const char *at = path; at; at = strchr(at + 1, '/')) {
        const char *end = strchr(at + 1, '/');
        snprintf(part, sizeof part, "%.*s", (int)(end ? end - path : (long)strlen(path)), path);
        if (rp_hdf5.Lexists(file, part, H5P_DEFAULT) <= 0) return 0;
    }
    return 1;
}

static void send_array(sender *s, const char *group, const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", group, name);
    if (!stands(s->file, path)) return;
    hid_t set = rp_hdf5.Dopen2(s->file, path, H5P_DEFAULT);
    if (set < 0) send_last(s->pipe, "HDF5 cannot open its arrays");
    send_set(s, path, set);
    rp_hdf5.Dclose(set);
}

static void send_group(sender *s, const char *group)
{
    static const char *const matrices[] = {"W", "M", "H", "G", "V", "R"}, *const parts[] = {"m", "n", "nz",
                                                                                            "p", "i", "x"};
    static const char *const others[] = {"spacedim",   "vectors/q",    "vectors/f", "vectors/w",
                                         "vectors/mu", "vectors/mu_r", "info/title"};
    char name[32];
    for (size_t n = 0; n < sizeof others / sizeof *others; n++) send_array(s, group, others[n]);
    for (size_t m = 0; m < sizeof matrices / sizeof *matrices; m++)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            snprintf(name, sizeof name, "%s/%s", matrices[m], parts[k]);
            send_array(s, group, name);
        }
}

/* Bounds: memory by what the file holds, and a minute of processor time. */
static void confine(uint64_t bytes)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGINT, SIGTERM, SIGHUP};
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++) signal(signals[n], SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_CPU, &(struct rlimit){60, 60});
#ifndef __SANITIZE_ADDRESS__ /* which maps terabytes */
    struct rlimit now;
    if (getrlimit(RLIMIT_DATA, &now) == 0) {
        now.rlim_cur = (rlim_t)(4 * bytes + ((uint64_t)1 << 30));
        if (now.rlim_max == RLIM_INFINITY || now.rlim_cur < now.rlim_max) setrlimit(RLIMIT_DATA, &now);
    }
#else
    (void)bytes;
#endif
}

static void read_and_send(const char *path, uint64_t bytes, int to)
{
    static const char *const groups[] = {"fclib_local", "fclib_global", "fclib_global_rolling", "fclib_local_rolling"};
    confine(bytes);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    sender s = {.file = rp_hdf5.Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), .pipe = to, .room = bytes};
    if (s.file < 0) send_last(to, "HDF5 cannot open it");
    for (size_t n = 0; n < sizeof groups / sizeof *groups; n++)
        if (rp_hdf5.Lexists(s.file, groups[n], H5P_DEFAULT) > 0) send_group(&s, groups[n]);
    send_last(to, "");
}

/* ---- the process that receives ---- */

static int receive_bytes(int from, void *data, size_t size)
{
    char *at = data;
    while (size > 0) {
        ssize_t got = read(from, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        at += got;
        size -= (size_t)got;
    }
    return 1;
}

/* One record into the archive; *done at the last one. RP_FAILED: the pipe ended before it. */
static rp_status receive(int from, uint64_t bytes, rp_archive *file, char *title, size_t title_size, int *done,
                         rp_error *err)
{
    record r;
    if (!receive_bytes(from, &r, sizeof r)) return RP_FAILED;
    if (r.rows > bytes + 4096 || (r.type != RP_F64 && r.type != RP_I32 && r.type != RP_U8)) return RP_FAILED;
    const size_t size = rp_type_size((rp_type)r.type), rows = (size_t)r.rows;
    char *data = rp_memory_alloc(rows * size + 1, 1);
    if (!data) return rp_memory_error(err, rows * size, "the arrays of the problem");
    *done = r.name[0] == 0;
    r.name[sizeof r.name - 1] = 0;
    rp_status status = receive_bytes(from, data, rows * size) ? RP_OK : RP_FAILED;
    if (!status && *done && rows > 0) status = rp_error_set(err, RP_INPUT, "%s", data);
    if (!status && !*done && r.type != RP_U8)
        return rp_archive_put(file, r.name, (rp_type)r.type, rows, 1, data, 1, err);
    if (!status && !*done) snprintf(title, title_size, "%s", data);
    rp_memory_free(data);
    return status;
}

static rp_status receive_all(const char *path, int from, uint64_t bytes, rp_archive *file, char *title,
                             size_t title_size, rp_error *err)
{
    rp_status status = RP_OK;
    rp_error inner = {0};
    for (int done = 0; !done && !status;) status = receive(from, bytes, file, title, title_size, &done, &inner);
    if (status == RP_FAILED)
        return rp_error_set(err, RP_INPUT, "HDF5 failed while it read '%.200s': the file is damaged", path);
    if (status == RP_INPUT) return rp_error_set(err, RP_INPUT, "'%.200s' is no FCLIB file: %s", path, inner.what);
    if (status && err) *err = inner;
    return status;
}

static rp_status file_bytes(const char *path, uint64_t *bytes, rp_error *err)
{
    struct stat info;
    int fd = rp_system_open(path, 0);
    if (fd < 0) return rp_error_set(err, RP_INPUT, "cannot read '%.200s': %s", path, strerror(errno));
    int good = rp_system_fstat(fd, &info) == 0;
    rp_system_close(fd);
    if (!good || !S_ISREG(info.st_mode)) return rp_error_set(err, RP_INPUT, "'%.200s' is not a file", path);
    *bytes = (uint64_t)info.st_size;
    return RP_OK;
}

/* No other thread is within HDF5 when the process is copied. */
static rp_status start_reader(const char *path, uint64_t bytes, pid_t *child, int *from, rp_error *err)
{
    int ends[2];
    rp_hdf5_turn turn;
    if (pipe(ends)) return rp_error_set(err, RP_SYSTEM, "no pipe to read '%.200s': %s", path, strerror(errno));
    rp_status status = rp_hdf5_begin(&turn, err);
    *child = status ? -1 : fork();
    if (*child == 0) {
        close(ends[0]);
        read_and_send(path, bytes, ends[1]);
    }
    if (!status) rp_hdf5_end(turn);
    if (!status && *child < 0)
        status = rp_error_set(err, RP_SYSTEM, "no process to read '%.200s': %s", path, strerror(errno));
    close(ends[1]);
    if (status) close(ends[0]);
    *from = ends[0];
    return status;
}

rp_status rp_fclib_file_read(const char *path, rp_archive *file, char *title, size_t title_size, rp_error *err)
{
    int from = -1, how;
    uint64_t bytes = 0;
    pid_t child = -1;
    rp_status status = file_bytes(path, &bytes, err);
    if (!status) status = start_reader(path, bytes, &child, &from, err);
    if (status) return status;
    status = receive_all(path, from, bytes, file, title, title_size, err);
    close(from);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR) continue;
    return status;
}
