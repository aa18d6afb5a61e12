/* Files: whole or not at all.
 *
 * A writer commits by temporary file, fsync, rename, fsync of the directory. On any failure
 * the old file stands and the temporary one is gone. system.h has the system calls, and what tests do to them.
 */
#ifndef RP_BASE_FILE_H
#define RP_BASE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include "repose/status.h"

typedef struct rp_buffer {
    char *data;
    size_t size, capacity;
    int failed;
} rp_buffer; /* data owned; failed: an append ran out of memory */

void rp_buffer_init(rp_buffer *b);
void rp_buffer_append(rp_buffer *b, const void *data, size_t size);
void rp_buffer_print(rp_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void rp_buffer_base64(rp_buffer *b, const void *bytes, size_t size);
void rp_buffer_free(rp_buffer *b);

/* Every mode leaves the old file or the new one, never a half. RP_FILE_DURABLE survives a power cut (fsync);
 * RP_FILE_KEEP_PREVIOUS does too and keeps the file that stood there as path + ".previous"; RP_FILE_QUICK does not wait
 * for the disk: for frames, which are many and can be made again. Errors name the path and the system's reason. */
typedef enum rp_file_mode { RP_FILE_DURABLE, RP_FILE_KEEP_PREVIOUS, RP_FILE_QUICK } rp_file_mode;
rp_status rp_file_write(const char *path, const void *data, size_t size, rp_file_mode mode, rp_error *err);
rp_status rp_file_write_buffer(const char *path, rp_buffer *b, rp_file_mode mode, rp_error *err);

/* Reads the whole file; *data is owned by the caller (rp_memory_free) and has a 0 byte after its end. Files above
 * `limit` bytes (0: none) are refused as RP_INPUT; a missing file is RP_INPUT, a read failure RP_SYSTEM. */
rp_status rp_file_read(const char *path, size_t limit, char **data, size_t *size, rp_error *err);

/* Appends, for series and logs: one write call a record, so that a killed run leaves whole lines. */
typedef struct rp_appender {
    int fd;
    char path[1024];
} rp_appender;
rp_status rp_appender_open(rp_appender *a, const char *path, int64_t keep_bytes,
                           rp_error *err); /* truncates to keep_bytes; 0 starts anew */
rp_status rp_appender_write(rp_appender *a, const void *data, size_t size, rp_error *err);
int64_t rp_appender_size(const rp_appender *a);
rp_status rp_appender_sync(const rp_appender *a, rp_error *err); /* what was written survives a power cut */
void rp_appender_close(rp_appender *a);

/* A file that was written quickly, or the names in a directory, survive a power cut from here on. */
rp_status rp_file_sync(const char *path, rp_error *err);

/* With parents, and durably; an existing directory is fine. */
rp_status rp_file_directory_make(const char *path, rp_error *err);
int rp_file_exists(const char *path);
int rp_file_directory_exists(const char *path);
int rp_file_directory_empty(const char *path); /* also 1 if it does not exist */
/* Removes files of a directory whose names match a shell pattern: "profile-*.csv", or "frames/" and a pattern for those
 * in its subdirectory. None at all is fine. */
void rp_file_directory_clear(const char *path, const char *pattern);

#endif
