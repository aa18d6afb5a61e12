/* What the fuzz targets share. A target is one function of bytes, LLVMFuzzerTestOneInput; it aborts where a promise is
 * broken. libFuzzer calls it (preset fuzz, tests/fuzz/test_fuzz_verify.py), and so does replay.c with the files of its
 * corpus, which every compiler builds.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_check(int good)
{
    if (!good) abort();
}

/* An error has words, and its status is one of those allowed. */
static inline void fuzz_said(rp_status status, const rp_error *err, int may_fail)
{
    char said[4096];
    if (!status) return;
    fuzz_check(status == RP_INPUT || (may_fail && status == RP_FAILED));
    fuzz_check(err->what[0] && rp_error_text(err, said, sizeof said) > 0);
}

/* A path in a directory of this process, which is made at the first call and removed at the end. */
static char fuzz_directory[64];

static void fuzz_remove(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", fuzz_directory);
    if (system(command)) return;
}

static inline const char *fuzz_path(const char *name)
{
    static char path[PATH_MAX];
    if (!fuzz_directory[0]) {
        strcpy(fuzz_directory, access("/dev/shm", W_OK) ? "/tmp/fuzz-XXXXXX" : "/dev/shm/fuzz-XXXXXX");
        fuzz_check(mkdtemp(fuzz_directory) != NULL);
        atexit(fuzz_remove);
    }
    snprintf(path, sizeof path, "%s/%s", fuzz_directory, name);
    return path;
}

static inline void fuzz_write(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(fuzz_path(name), "wb");
    fuzz_check(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

#endif
