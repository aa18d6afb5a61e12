/* The n-th allocation, or the n-th system call of a file, of one function fails, for n = 1, 1 + stride, ... until it is
 * through: RP_SYSTEM in words, no byte leaked, and the file that stood there is whole. */
#ifndef RP_TESTS_NTH_H
#define RP_TESTS_NTH_H

#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"

typedef struct nth_case {
    const char *name;
    rp_status (*make)(rp_error *err);
    const char *file; /* what it writes; NULL: nothing, or many */
    const char *end;  /* among the last 16 bytes of a whole file */
} nth_case;

/* There is none, or it has its end. */
static inline void nth_file_is_whole(const nth_case *c, long n)
{
    char *data;
    size_t size;
    int whole = 0;
    const size_t length = c->file ? strlen(c->end) : 0;
    if (!c->file || !rp_file_exists(c->file)) return;
    assert_int_equal(rp_file_read(c->file, 0, &data, &size, NULL), RP_OK);
    for (size_t at = size > 16 ? size - 16 : 0; at + length <= size; at++)
        whole |= memcmp(data + at, c->end, length) == 0;
    if (!whole) fail_msg("%s, failure %ld: half a file", c->name, n);
    rp_memory_free(data);
}

static inline void nth_each(const nth_case *c, void (*fail_at)(long n), const char *what, long stride)
{
    rp_error err = {0};
    long n = 1, tried = 0;
    if (c->make(&err)) fail_msg("%s: %s", c->name, err.what);
    for (int harmless = 0; harmless < 3; n += stride, tried++) {
        const int64_t before = rp_memory_bytes();
        fail_at(n);
        const rp_status status = c->make(&err);
        fail_at(0);
        if (rp_memory_bytes() != before)
            fail_msg("%s, %s %ld leaks %lld bytes", c->name, what, n, (long long)(rp_memory_bytes() - before));
        if (status && status != RP_SYSTEM) fail_msg("%s, %s %ld gives %d: %s", c->name, what, n, status, err.what);
        if (status && strlen(err.what) <= 10) fail_msg("%s, %s %ld has no words", c->name, what, n);
        nth_file_is_whole(c, n);
        harmless = status ? 0 : harmless + 1;
        assert_true(n < 5000);
    }
    print_message("%s: %ld failures of %s\n", c->name, tried - 3, what);
    assert_true(tried > 3); /* there was something to fail */
}

#endif
