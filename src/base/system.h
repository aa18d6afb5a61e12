/* The system calls of the file room: one door, so that tests can make the n-th of them fail, and keep a journal of what
 * reached the file system, of which they replay every part as a disk after a power cut.
 *
 * Calls return what the system's do and set errno. Those that clean up after a failure never fail on purpose.
 */
#ifndef RP_BASE_SYSTEM_H
#define RP_BASE_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

int rp_system_open(const char *path, int flags);
int rp_system_close(int fd); /* the descriptor is gone even when it fails */
ssize_t rp_system_read(int fd, void *data, size_t size);
ssize_t rp_system_write(int fd, const void *data, size_t size);
int rp_system_truncate(int fd, int64_t size);
int rp_system_fsync(int fd); /* of a file, or of a directory */
int rp_system_fstat(int fd, struct stat *info);
int rp_system_lock(int fd); /* alone, without waiting; the system releases it when the process ends */
int rp_system_link(const char *from, const char *to);
int rp_system_rename(const char *from, const char *to);
int rp_system_mkdir(const char *path);
int rp_system_unlink(const char *path); /* cleans up: never fails on purpose */

/* ---- tests ---- */

void rp_system_fail_at(long n);           /* the n-th call from now on fails; 0 switches it off */
void rp_system_watch(void (*each)(void)); /* called at every call that could fail; NULL: none */

typedef enum rp_system_call {
    RP_SYSTEM_OPEN, /* to write: path, fd; size 1: the file was made */
    RP_SYSTEM_CLOSE,
    RP_SYSTEM_WRITE, /* fd, data, size: at the end of the file */
    RP_SYSTEM_TRUNCATE,
    RP_SYSTEM_FSYNC,
    RP_SYSTEM_LINK, /* path, other: the new name */
    RP_SYSTEM_RENAME,
    RP_SYSTEM_MKDIR,
    RP_SYSTEM_UNLINK
} rp_system_call;

typedef struct rp_system_entry {
    rp_system_call call;
    int fd;
    const char *path, *other;
    const void *data;
    size_t size;
} rp_system_entry;

/* Called after every call that has changed a file or a directory, or synced one. NULL: none. One thread at a time. */
typedef void rp_system_journal(void *context, const rp_system_entry *entry);
void rp_system_journal_set(rp_system_journal *journal, void *context);

#endif
