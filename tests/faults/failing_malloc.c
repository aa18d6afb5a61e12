/* Loaded before the C library: the n-th allocation of the process fails, REPOSE_FAIL_MALLOC=n, and with
 * REPOSE_FAIL_MALLOC=-n all from the n-th on. REPOSE_COUNT_MALLOC=FILE: writes how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long calls;
static long wanted;
static void *(*next_malloc)(size_t), *(*next_calloc)(size_t, size_t), *(*next_realloc)(void *, size_t);
static void *(*next_aligned)(size_t, size_t);

__attribute__((constructor)) static void begin(void)
{
    next_malloc = dlsym(RTLD_NEXT, "malloc");
    next_realloc = dlsym(RTLD_NEXT, "realloc");
    next_aligned = dlsym(RTLD_NEXT, "aligned_alloc");
    next_calloc = dlsym(RTLD_NEXT, "calloc");
    const char *text = getenv("REPOSE_FAIL_MALLOC");
    atomic_store(&calls, 0);
    wanted = text ? atol(text) : 0;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("REPOSE_COUNT_MALLOC");
    char text[32];
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (fd < 0 || write(fd, text, (size_t)snprintf(text, sizeof text, "%ld", atomic_load(&calls))) < 0) return;
    close(fd);
}

static int fails(void)
{
    long n = atomic_fetch_add(&calls, 1) + 1;
    if (!(wanted > 0 ? n == wanted : wanted < 0 && n >= -wanted)) return 0;
    errno = ENOMEM;
    return 1;
}

/* Before the constructor has run the loader allocates, too. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

void *malloc(size_t size) { return next_malloc ? fails() ? NULL : next_malloc(size) : __libc_malloc(size); }
void *calloc(size_t n, size_t size)
{
    return next_calloc ? fails() ? NULL : next_calloc(n, size) : __libc_calloc(n, size);
}
void *realloc(void *block, size_t size)
{
    return next_realloc ? fails() ? NULL : next_realloc(block, size) : __libc_realloc(block, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : next_aligned(alignment, size); }
