/* Where allocations and system calls are made: those of one call path fail once, the first time that it is taken.
 *
 * A call path is the last SITES_DEPTH functions that have called one another, without those of the room that makes the
 * call itself; more often than that, a failure goes through the same lines. One set of paths is kept for the whole
 * program, so that further work adds what is new. */
#ifndef RP_TESTS_SITES_H
#define RP_TESTS_SITES_H

#include "testing.h"

#include <execinfo.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/system.h"

#ifndef SITES_DEPTH
#define SITES_DEPTH 2
#endif

/* Bytes of code of the room's own functions before the first of those named here, and of the last one. */
enum { SITES_BEFORE = 512, SITES_LAST = 64 };
enum { SITES_FRAMES = 16, SITES_MOST = 1 << 16, SITES_TRIED = 1 << 14 };

typedef struct sites_kind {
    const char *name;
    void (*fail_at)(long n);
    void (*watch)(void (*each)(void));
    void *own[8]; /* functions of the room, which stand together; NULL ends them */
} sites_kind;

static const sites_kind sites_memory = {"allocations",
                                        rp_memory_fail_at,
                                        rp_memory_watch,
                                        {rp_memory_bytes, rp_memory_alloc, rp_memory_resize, rp_memory_strdup,
                                         rp_memory_reserve, rp_memory_fit, rp_arena_free}},
                        sites_system = {"system calls",
                                        rp_system_fail_at,
                                        rp_system_watch,
                                        {rp_system_fail_at, rp_system_open, rp_system_write, rp_system_fsync,
                                         rp_system_link, rp_system_mkdir, rp_system_unlink}};

static const sites_kind *sites_now;
static uint64_t sites_known[SITES_MOST]; /* open addressing; 0: free */
static long sites_new[SITES_TRIED], sites_calls;
static int sites_count;

static int sites_is_new(uint64_t path)
{
    for (size_t at = path % SITES_MOST;; at = (at + 1) % SITES_MOST) {
        if (sites_known[at] == path) return 0;
        if (sites_known[at]) continue;
        sites_known[at] = path;
        return 1;
    }
}

static int sites_is_own(const char *frame)
{
    const char *first = sites_now->own[0], *last = first;
    for (void *const *own = sites_now->own; *own; own++) {
        if ((const char *)*own < first) first = *own;
        if ((const char *)*own > last) last = *own;
    }
    return frame >= first - SITES_BEFORE && frame < last + SITES_LAST;
}

static void sites_note(void)
{
    void *frame[SITES_FRAMES];
    const int frames = backtrace(frame, SITES_FRAMES);
    uint64_t path = 0x9e3779b97f4a7c15u;
    int begin = 0;
    sites_calls++;
    while (begin < frames && !sites_is_own(frame[begin])) begin++; /* this function, and what a sanitizer adds */
    while (begin < frames && sites_is_own(frame[begin])) begin++;
    assert_true(begin < frames); /* else all paths were one */
    for (int n = begin; n < frames && n < begin + SITES_DEPTH; n++) {
        path = (path ^ (uint64_t)(uintptr_t)frame[n]) * 0xff51afd7ed558ccdu;
        path ^= path >> 32;
    }
    if (!sites_is_new(path ? path : 1)) return;
    assert_true(sites_count < SITES_TRIED);
    sites_new[sites_count++] = sites_calls;
}

/* Numbers of the calls of this work whose paths are new: sites_new[0 .. sites_count). */
static void sites_find(const sites_kind *kind, void (*work)(void *context), void *context)
{
    sites_count = 0;
    sites_calls = 0;
    sites_now = kind;
    kind->watch(sites_note);
    work(context);
    kind->watch(NULL);
}

#endif
