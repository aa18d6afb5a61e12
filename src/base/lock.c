/* See lock.h. */
#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/system.h"

enum { TEXT = 256 };

static rp_status system_error(rp_error *err, const char *path)
{
    return rp_error_set(err, RP_SYSTEM, "cannot lock '%s': %s", path, strerror(errno));
}

static rp_status refuse(const rp_lock *lock, rp_error *err)
{
    char text[TEXT];
    ssize_t size = pread(lock->fd, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = 0;
    text[strcspn(text, "\n")] = 0;
    rp_status status = rp_error_set(err, RP_INPUT, "'%s' is held by another run: %s", lock->path,
                                    text[0] ? text : "one that has just begun");
    rp_error_expected(err, "the end of that run, or another directory with -o");
    return status;
}

/* Who holds it, for others to read. */
static int sign(const rp_lock *lock)
{
    char host[128] = "?", start[32] = "?", text[TEXT];
    time_t now = time(NULL);
    struct tm utc;
    gethostname(host, sizeof host - 1);
    if (gmtime_r(&now, &utc)) strftime(start, sizeof start, "%Y-%m-%d %H:%M:%S UTC", &utc);
    int size = snprintf(text, sizeof text, "process %ld on %s, since %s\n", (long)getpid(), host, start);
    return rp_system_truncate(lock->fd, 0) == 0 && rp_system_write(lock->fd, text, (size_t)size) == size;
}

int rp_lock_is_held(const char *path)
{
    char here[128] = "?", host[128] = "";
    long process = 0;
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    const int found = fscanf(file, "process %ld on %127[^,]", &process, host);
    fclose(file);
    gethostname(here, sizeof here - 1);
    return found != 2 || strcmp(here, host) != 0 || kill((pid_t)process, 0) == 0 || errno != ESRCH;
}

/* The one that was held may have been removed in the meantime: then the name stands for another file, or for none. */
static int still_there(const rp_lock *lock)
{
    struct stat held, named;
    return fstat(lock->fd, &held) == 0 && stat(lock->path, &named) == 0 && held.st_ino == named.st_ino
           && held.st_dev == named.st_dev;
}

/* The file is open. Leaves it unlocked where the file system knows no locks, or if its name is gone (*again). */
static rp_status take_open(rp_lock *lock, int *again, rp_error *err)
{
    if (rp_system_lock(lock->fd) != 0) {
        if (errno == EWOULDBLOCK) return refuse(lock, err);
        return errno == ENOLCK || errno == ENOSYS || errno == ENOTSUP ? RP_OK : system_error(err, lock->path);
    }
    *again = !still_there(lock);
    if (*again) return RP_OK;
    lock->held = 1;
    return sign(lock) ? RP_OK : system_error(err, lock->path);
}

rp_status rp_lock_take(rp_lock *lock, const char *path, rp_error *err)
{
    int again;
    rp_status status;
    *lock = (rp_lock){0};
    snprintf(lock->path, sizeof lock->path, "%s", path);
    do {
        again = 0;
        lock->fd = rp_system_open(path, O_RDWR | O_CREAT);
        if (lock->fd < 0) return system_error(err, path);
        status = take_open(lock, &again, err);
        if (!lock->held) close(lock->fd);
    } while (again);
    if (status) rp_lock_release(lock);
    return status;
}

/* The name goes first, while it is still ours. */
void rp_lock_release(rp_lock *lock)
{
    if (!lock->held) return;
    rp_system_unlink(lock->path);
    close(lock->fd);
    lock->held = 0;
}
