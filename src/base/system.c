/* See system.h. */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

/* ---- tests ---- */

static atomic_long fail_countdown; /* 0: off; 1: the next system call fails */
static void (*_Atomic watcher)(void);
static rp_system_journal *journal; /* NULL: none is kept */
static void *journal_context;

void rp_system_fail_at(long n) { atomic_store(&fail_countdown, n); }
void rp_system_watch(void (*each)(void)) { atomic_store(&watcher, each); }

void rp_system_journal_set(rp_system_journal *keep, void *context)
{
    journal = keep;
    journal_context = context;
}

static int injected_failure(void)
{
    void (*each)(void) = atomic_load_explicit(&watcher, memory_order_relaxed);
    if (each) each();
    if (atomic_load_explicit(&fail_countdown, memory_order_relaxed) <= 0) return 0;
    if (atomic_fetch_sub(&fail_countdown, 1) != 1) return 0;
    errno = EIO;
    return 1;
}

/* Passes a result on, and notes the call if it succeeded. */
static int noted(int result, rp_system_entry entry)
{
    if (journal && result >= 0) journal(journal_context, &entry);
    return result;
}

/* ---- files ---- */

int rp_system_open(const char *path, int flags)
{
    if (injected_failure()) return -1;
    const int made = flags & O_CREAT && access(path, F_OK) != 0, fd = open(path, flags | O_CLOEXEC, 0666);
    return noted(fd, (rp_system_entry){RP_SYSTEM_OPEN, .fd = fd, .path = path, .size = (size_t)made});
}

int rp_system_close(int fd)
{
    int failed = injected_failure(), reason = errno;
    int result = noted(close(fd), (rp_system_entry){RP_SYSTEM_CLOSE, .fd = fd});
    if (failed) errno = reason;
    return failed ? -1 : result;
}

ssize_t rp_system_read(int fd, void *data, size_t size) { return injected_failure() ? -1 : read(fd, data, size); }

ssize_t rp_system_write(int fd, const void *data, size_t size)
{
    if (injected_failure()) return -1;
    ssize_t written = write(fd, data, size);
    if (journal && written > 0)
        journal(journal_context, &(rp_system_entry){RP_SYSTEM_WRITE, fd, NULL, NULL, data, (size_t)written});
    return written;
}

int rp_system_truncate(int fd, int64_t size)
{
    if (injected_failure()) return -1;
    return noted(ftruncate(fd, size), (rp_system_entry){RP_SYSTEM_TRUNCATE, .fd = fd, .size = (size_t)size});
}

int rp_system_fsync(int fd)
{
    if (injected_failure()) return -1;
    return noted(fsync(fd), (rp_system_entry){RP_SYSTEM_FSYNC, .fd = fd});
}

int rp_system_fstat(int fd, struct stat *info) { return injected_failure() ? -1 : fstat(fd, info); }

int rp_system_lock(int fd) { return injected_failure() ? -1 : flock(fd, LOCK_EX | LOCK_NB); }

/* ---- names ---- */

int rp_system_link(const char *from, const char *to)
{
    if (injected_failure()) return -1;
    return noted(link(from, to), (rp_system_entry){RP_SYSTEM_LINK, .path = from, .other = to});
}

int rp_system_rename(const char *from, const char *to)
{
    if (injected_failure()) return -1;
    return noted(rename(from, to), (rp_system_entry){RP_SYSTEM_RENAME, .path = from, .other = to});
}

int rp_system_mkdir(const char *path)
{
    if (injected_failure()) return -1;
    return noted(mkdir(path, 0777), (rp_system_entry){RP_SYSTEM_MKDIR, .path = path});
}

int rp_system_unlink(const char *path)
{
    return noted(unlink(path), (rp_system_entry){RP_SYSTEM_UNLINK, .path = path});
}
