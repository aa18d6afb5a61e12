/* Loaded before the C library: libraries whose names contain REPOSE_WITHOUT are not found. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *dlopen(const char *file, int mode)
{
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    const char *without = getenv("REPOSE_WITHOUT");
    return next(without && file && strstr(file, without) ? "/nowhere/missing.so" : file, mode);
}
