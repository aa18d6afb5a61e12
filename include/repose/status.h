/* What a function returns, and what it says when it fails.
 *
 * Three kinds of failure are kept apart. A programmer's error asserts. Bad input or a failing system
 * returns a status with an optional rp_error. Numerical problems are counted and follow the scene's policy.
 * The values are the program's exit codes.
 */
#ifndef REPOSE_STATUS_H
#define REPOSE_STATUS_H

#include <stdint.h>
#include "repose/export.h"

RP_BEGIN_DECLARATIONS

#define RP_NAME 64 /* bytes of a name, terminating 0 included */

typedef enum rp_status {
    RP_OK = 0,
    RP_FAILED = 1, /* the run failed: physics or numerics */
    RP_INPUT = 2,  /* the input or the command line is wrong */
    RP_SYSTEM = 3  /* the system failed: disk, memory */
} rp_status;

/* One failure, in words. Empty strings, line 0 and particle -1 mean "not applicable". */
typedef struct rp_error {
    rp_status status;
    char what[384];     /* one sentence without full stop: "unknown key 'yung'" */
    char file[256];     /* input file, as the user named it */
    int line, column;   /* 1-based position in that file */
    char key[160];      /* dotted path: materials.glass.yung */
    char value[96];     /* the offending value as written */
    char expected[224]; /* what would have been right: "a number > 0 (unit m)" */
    char nearest[64];   /* the nearest valid name */
    int64_t particle;   /* id, or -1 */
    double time;        /* simulated time, s; NaN if none */
} rp_error;

/* Clears err (NULL is allowed everywhere an rp_error * is taken). */
RP_API void rp_error_clear(rp_error *err);

/* Sets status and the sentence; clears every other field. Returns status, so that callers can `return
 * rp_error_set(...)`. */
RP_API rp_status rp_error_set(rp_error *err, rp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Each adds a field to an error that is set already: position in a file, key, value, what is expected. They return
 * nothing; the status is that of rp_error_set. */
RP_API void rp_error_at(rp_error *err, const char *file, int line, int column);
RP_API void rp_error_key(rp_error *err, const char *key);
RP_API void rp_error_value(rp_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
RP_API void rp_error_expected(rp_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sets err->nearest to the candidate closest to name (edit distance with transpositions), if it is close enough to be a
 * plausible slip. */
RP_API void rp_error_nearest(rp_error *err, const char *name, const char *const *candidates, int count);

/* The whole error as text of one or more lines without trailing newline: "scene.yaml:12:7: materials.glass.yung:
 * unknown key 'yung'; did you mean 'young'?". Returns the length that was needed, as snprintf does. */
RP_API int rp_error_text(const rp_error *err, char *text, int size);

typedef enum rp_log_level { RP_LOG_DEBUG, RP_LOG_INFO, RP_LOG_WARN, RP_LOG_ERROR } rp_log_level;

/* The library never prints: messages go to the hook of the simulation or run that they belong to. */
typedef void rp_log_hook(void *context, rp_log_level level, const char *message);

/* Bytes that the library has allocated now, and at most so far; 0 now: everything created is destroyed. */
RP_API int64_t rp_memory_bytes(void);
RP_API int64_t rp_memory_peak(void);

RP_END_DECLARATIONS

#endif
