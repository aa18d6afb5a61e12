/* A file that one process holds at a time: what stands beside it belongs to that process.
 *
 * The lock is the system's (flock), so it ends with the process, however that ends: a file that a killed process has
 * left is taken over. Its text says who holds it, for the message that another process gives up with.
 */
#ifndef RP_BASE_LOCK_H
#define RP_BASE_LOCK_H

#include "repose/status.h"

typedef struct rp_lock {
    int held; /* 0: not, and then all others are unset */
    int fd;
    char path[1200];
} rp_lock;

/* RP_INPUT with host, process and start of the holder: another has it. A file system that knows no locks is no error:
 * the lock is then not held. */
rp_status rp_lock_take(rp_lock *lock, const char *path, rp_error *err);
/* 1: a process holds it, as far as its text and the list of this machine's processes tell. Takes no lock itself. */
int rp_lock_is_held(const char *path);
void rp_lock_release(rp_lock *lock); /* and removes the file; one that is not held is fine */

#endif
