/* Whole-file writes, reads, appends and directories.
 *
 * A write makes path.repose-tmp, fills and syncs it, links the old file to path.repose-old, renames the temporary file
 * to path and syncs the directory. Up to the last call the old file can be put back, and is, if anything fails. A
 * killed write leaves at worst those two names behind, which the next write removes.
 */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/locale.h"
#include "base/memory.h"
#include "base/system.h"

enum { PATH_LENGTH = PATH_MAX };

static const size_t TRANSFER_MAX = (size_t)1 << 30; /* bytes a call; Linux moves at most 2 GiB */

static rp_status system_error(rp_error *err, const char *verb, const char *path)
{
    int reason = errno;
    return rp_error_set(err, RP_SYSTEM, "cannot %s '%s': %s", verb, path, strerror(reason));
}

/* ---- buffer ---- */

void rp_buffer_init(rp_buffer *b) { *b = (rp_buffer){0}; }

void rp_buffer_append(rp_buffer *b, const void *data, size_t size)
{
    if (b->failed || size == 0) return;
    if (size > SIZE_MAX - b->size || !rp_memory_reserve(&b->data, &b->capacity, b->size + size, 1)) {
        b->failed = 1;
        return;
    }
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void print(rp_buffer *b, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t room = b->capacity - b->size;
    int length = vsnprintf(room ? b->data + b->size : NULL, room, format, arguments);
    if (length >= 0 && (size_t)length >= room) {
        if (rp_memory_reserve(&b->data, &b->capacity, b->size + (size_t)length + 1, 1))
            vsnprintf(b->data + b->size, (size_t)length + 1, format, again);
        else length = -1;
    }
    va_end(again);
    if (length < 0) b->failed = 1;
    else b->size += (size_t)length;
}

void rp_buffer_print(rp_buffer *b, const char *format, ...)
{
    va_list arguments;
    if (b->failed) return;
    va_start(arguments, format);
    locale_t host = uselocale(rp_locale_c());
    print(b, format, arguments);
    uselocale(host);
    va_end(arguments);
}

void rp_buffer_base64(rp_buffer *b, const void *bytes, size_t size)
{
    const unsigned char *data = bytes;
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t n = 0; n < size; n += 3) {
        const size_t left = size - n;
        const unsigned bits = (unsigned)data[n] << 16 | (left > 1 ? (unsigned)data[n + 1] << 8 : 0)
                              | (left > 2 ? data[n + 2] : 0);
        const char four[4] = {digit[bits >> 18], digit[bits >> 12 & 63], left > 1 ? digit[bits >> 6 & 63] : '=',
                              left > 2 ? digit[bits & 63] : '='};
        rp_buffer_append(b, four, sizeof four);
    }
}

void rp_buffer_free(rp_buffer *b)
{
    rp_memory_free(b->data);
    rp_buffer_init(b);
}

/* ---- whole files ---- */

static int write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t written = rp_system_write(fd, data, size < TRANSFER_MAX ? size : TRANSFER_MAX);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return 0;
        data += written;
        size -= (size_t)written;
    }
    return 1;
}

/* The names a commit works with; previous is empty if none is kept. */
typedef struct names {
    const char *path;
    char temporary[PATH_LENGTH], old[PATH_LENGTH], previous[PATH_LENGTH], directory[PATH_LENGTH];
    int sync;
} names;

static void parent_of(const char *path, char directory[PATH_LENGTH])
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
    snprintf(directory, PATH_LENGTH, "%.*s", length ? (int)length : 1, length ? path : ".");
}

static int names_make(names *n, const char *path, rp_file_mode mode)
{
    int keep_previous = mode == RP_FILE_KEEP_PREVIOUS;
    size_t length = strlen(path);
    if (length == 0 || length + sizeof ".repose-tmp" > PATH_LENGTH) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return 0;
    }
    n->path = path;
    n->sync = mode != RP_FILE_QUICK;
    snprintf(n->temporary, PATH_LENGTH, "%s.repose-tmp", path);
    snprintf(n->old, PATH_LENGTH, "%s.repose-old", path);
    snprintf(n->previous, PATH_LENGTH, "%s%s", keep_previous ? path : "", keep_previous ? ".previous" : "");
    parent_of(path, n->directory);
    return 1;
}

static int write_temporary(const names *n, const void *data, size_t size)
{
    rp_system_unlink(n->temporary);
    int fd = rp_system_open(n->temporary, O_WRONLY | O_CREAT | O_EXCL);
    if (fd < 0) return 0;
    int good = write_all(fd, data, size) && (!n->sync || rp_system_fsync(fd) == 0);
    int reason = errno;
    if (rp_system_close(fd) != 0 && good) return 0;
    if (!good) errno = reason;
    return good;
}

/* Some file systems cannot sync all they hold, and need not. */
static int sync_open(int fd) { return rp_system_fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP; }

/* A file, or a directory. */
static int sync_path(const char *path)
{
    int fd = rp_system_open(path, O_RDONLY);
    if (fd < 0) return 0;
    int good = sync_open(fd);
    int reason = errno;
    close(fd);
    errno = reason;
    return good;
}

typedef enum backup { BACKUP_FAILED, BACKUP_NONE, BACKUP_LINKED } backup;

/* A file system without hard links moves the old file aside instead. */
static backup back_up(const names *n)
{
    rp_system_unlink(n->old);
    if (rp_system_link(n->path, n->old) == 0) return BACKUP_LINKED;
    if (errno == ENOENT) return BACKUP_NONE;
    if (errno != EPERM && errno != ENOTSUP && errno != EMLINK) return BACKUP_FAILED;
    return rp_system_rename(n->path, n->old) == 0 ? BACKUP_LINKED : BACKUP_FAILED;
}

/* Puts the directory back as it was; keeps errno. */
static void roll_back(const names *n, backup b, int renamed)
{
    int reason = errno;
    if (b == BACKUP_LINKED) {
        rename(n->old, n->path);
        rp_system_unlink(n->old); /* renaming one link of a file onto another does nothing and leaves both */
    }
    if (b == BACKUP_NONE && renamed) rp_system_unlink(n->path);
    rp_system_unlink(n->temporary);
    errno = reason;
}

static int commit(const names *n)
{
    backup b = back_up(n);
    int renamed = b != BACKUP_FAILED && rp_system_rename(n->temporary, n->path) == 0;
    int good = renamed && (!n->sync || sync_path(n->directory));
    if (good && b == BACKUP_LINKED && n->previous[0]) good = rp_system_rename(n->old, n->previous) == 0;
    if (!good) roll_back(n, b, renamed);
    else if (b == BACKUP_LINKED && !n->previous[0]) rp_system_unlink(n->old);
    return good;
}

/* A device or pipe cannot be replaced: it takes the bytes as they come. */
static int write_through(const char *path, const void *data, size_t size)
{
    int fd = rp_system_open(path, O_WRONLY);
    if (fd < 0) return 0;
    int good = write_all(fd, data, size);
    int reason = errno;
    close(fd);
    errno = reason;
    return good;
}

rp_status rp_file_write(const char *path, const void *data, size_t size, rp_file_mode mode, rp_error *err)
{
    names n;
    struct stat info;
    if (!names_make(&n, path, mode)) return system_error(err, "write", path);
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return write_through(path, data, size) ? RP_OK : system_error(err, "write", path);
    int good = write_temporary(&n, data, size);
    if (!good) roll_back(&n, BACKUP_FAILED, 0);
    if (!good || !commit(&n)) return system_error(err, "write", path);
    return RP_OK;
}

rp_status rp_file_write_buffer(const char *path, rp_buffer *b, rp_file_mode mode, rp_error *err)
{
    if (b->failed) return rp_memory_error(err, b->size, path);
    return rp_file_write(path, b->data, b->size, mode, err);
}

static rp_status open_error(rp_error *err, const char *path)
{
    int reason = errno;
    rp_status status = system_error(err, "open", path);
    switch (reason) {
    case ENOENT:
    case EACCES:
    case EISDIR:
    case ENOTDIR:
    case ELOOP:
    case ENAMETOOLONG: status = RP_INPUT; break;
    default: break;
    }
    if (err) err->status = status;
    return status;
}

static rp_status too_large(const char *path, size_t limit, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT, "file '%s' is too large", path);
    rp_error_expected(err, "at most %zu bytes", limit);
    return status;
}

/* Reads to the end, whatever stat says: pipes have no size, and files grow. */
static rp_status read_all(int fd, const char *path, size_t guess, size_t limit, rp_buffer *b, rp_error *err)
{
    for (;;) {
        size_t room = guess > b->size ? guess - b->size : 65536;
        if (!rp_memory_reserve(&b->data, &b->capacity, b->size + room + 1, 1))
            return rp_memory_error(err, b->size + room, path);
        size_t want = b->capacity - b->size - 1;
        ssize_t got = rp_system_read(fd, b->data + b->size, want < TRANSFER_MAX ? want : TRANSFER_MAX);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EISDIR) return open_error(err, path);
        if (got < 0) return system_error(err, "read", path);
        if (got == 0) return RP_OK; /* blocks are zeroed, so a 0 byte follows */
        b->size += (size_t)got;
        if (limit && b->size > limit) return too_large(path, limit, err);
    }
}

static rp_status read_open(int fd, const char *path, size_t limit, rp_buffer *b, rp_error *err)
{
    struct stat info;
    if (rp_system_fstat(fd, &info) != 0) return system_error(err, "read", path);
    size_t size = S_ISREG(info.st_mode) ? (size_t)info.st_size : 0;
    if (limit && size > limit) return too_large(path, limit, err);
    return read_all(fd, path, size + 1, limit, b, err);
}

rp_status rp_file_read(const char *path, size_t limit, char **data, size_t *size, rp_error *err)
{
    *data = NULL;
    *size = 0;
    int fd = rp_system_open(path, O_RDONLY);
    if (fd < 0) return open_error(err, path);
    rp_buffer b;
    rp_buffer_init(&b);
    rp_status status = read_open(fd, path, limit, &b, err);
    close(fd);
    if (status != RP_OK) {
        rp_buffer_free(&b);
        return status;
    }
    *data = b.data;
    *size = b.size;
    return RP_OK;
}

/* ---- appending ---- */

static rp_status cut(rp_appender *a, int64_t keep_bytes, rp_error *err)
{
    struct stat info;
    if (rp_system_fstat(a->fd, &info) != 0) return system_error(err, "read", a->path);
    if (!S_ISREG(info.st_mode)) return RP_OK;
    if (info.st_size < keep_bytes)
        return rp_error_set(err, RP_INPUT, "file '%s' has only %lld bytes of the %lld to go on from", a->path,
                            (long long)info.st_size, (long long)keep_bytes);
    return rp_system_truncate(a->fd, keep_bytes) == 0 ? RP_OK : system_error(err, "truncate", a->path);
}

rp_status rp_appender_open(rp_appender *a, const char *path, int64_t keep_bytes, rp_error *err)
{
    *a = (rp_appender){.fd = -1};
    if (strlen(path) >= sizeof a->path) {
        errno = ENAMETOOLONG;
        return system_error(err, "open", path);
    }
    memcpy(a->path, path, strlen(path) + 1);
    a->fd = rp_system_open(path, O_WRONLY | O_CREAT | O_APPEND);
    if (a->fd < 0) return system_error(err, "open", path);
    rp_status status = cut(a, keep_bytes, err);
    if (status != RP_OK) rp_appender_close(a);
    return status;
}

/* A record that could not be written whole is taken back. */
rp_status rp_appender_write(rp_appender *a, const void *data, size_t size, rp_error *err)
{
    int64_t before = rp_appender_size(a);
    if (write_all(a->fd, data, size)) return RP_OK;
    rp_status status = system_error(err, "write", a->path);
    if (before >= 0 && rp_appender_size(a) != before && ftruncate(a->fd, before) != 0 && err)
        rp_error_expected(err, "%lld bytes; the last record is cut", (long long)before);
    return status;
}

int64_t rp_appender_size(const rp_appender *a)
{
    struct stat info;
    return a->fd >= 0 && fstat(a->fd, &info) == 0 && S_ISREG(info.st_mode) ? (int64_t)info.st_size : -1;
}

rp_status rp_appender_sync(const rp_appender *a, rp_error *err)
{
    return sync_open(a->fd) ? RP_OK : system_error(err, "sync", a->path);
}

rp_status rp_file_sync(const char *path, rp_error *err)
{
    return sync_path(path) ? RP_OK : system_error(err, "sync", path);
}

void rp_appender_close(rp_appender *a)
{
    if (a->fd >= 0) close(a->fd);
    a->fd = -1;
}

/* ---- directories ---- */

int rp_file_directory_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Its name in the directory above is synced, too: else a power cut could take it with all that it holds. */
static int make_one(const char *path)
{
    char parent[PATH_LENGTH];
    if (rp_file_directory_exists(path)) return 1;
    if (rp_system_mkdir(path) != 0) return errno == EEXIST && rp_file_directory_exists(path);
    parent_of(path, parent);
    return sync_path(parent);
}

rp_status rp_file_directory_make(const char *path, rp_error *err)
{
    char part[PATH_LENGTH];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return system_error(err, "make directory", path);
    }
    for (size_t end = 1; end <= length; end++) {
        if (path[end] != '/' && path[end] != '\0') continue;
        memcpy(part, path, end);
        part[end] = '\0';
        if (!make_one(part)) return system_error(err, "make directory", part);
    }
    return RP_OK;
}

int rp_file_exists(const char *path) { return access(path, F_OK) == 0; }

int rp_file_directory_empty(const char *path)
{
    DIR *directory = opendir(path);
    if (!directory) return errno == ENOENT;
    int empty = 1;
    for (struct dirent *entry; empty && (entry = readdir(directory));)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(directory);
    return empty;
}

void rp_file_directory_clear(const char *path, const char *pattern)
{
    char name[PATH_MAX];
    const char *slash = strrchr(pattern, '/');
    snprintf(name, sizeof name, "%s/%.*s", path, slash ? (int)(slash - pattern) : 0, pattern);
    DIR *directory = opendir(name);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (fnmatch(slash ? slash + 1 : pattern, entry->d_name, FNM_PERIOD) == 0)
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
}
