/* A set of named arrays: how state leaves memory and comes back. The checkpoint file is one archive.
 *
 * Saving: items borrow the arrays of the state (nothing is copied). Loading: the archive owns what was read.
 * Names are paths like "particles/position". Types are fixed, so that a reader can refuse what does not fit.
 */
#ifndef RP_CORE_ARCHIVE_H
#define RP_CORE_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>
#include "repose/array.h"
#include "repose/status.h"

typedef struct rp_item {
    char name[64];
    rp_type type;
    size_t rows, columns;
    const void *data;
    int owned;
    const char *unit, *meaning; /* of the values, where they are known; else NULL */
} rp_item;

typedef struct rp_archive {
    rp_item *item;
    size_t count, capacity;
} rp_archive;

double rp_archive_number(rp_type type, const void *at); /* one value as a number */
void rp_archive_number_set(rp_type type, void *at, double value);
void rp_archive_init(rp_archive *a);
void rp_archive_free(rp_archive *a);
/* data must live until the archive is written; own: the archive frees it (rp_memory_free). */
rp_status rp_archive_put(rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns, const void *data,
                         int own, rp_error *err);
/* Copies `data` (for small things made on the spot). */
rp_status rp_archive_put_copy(rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns,
                              const void *data, rp_error *err);
const rp_item *rp_archive_find(const rp_archive *a, const char *name);
/* RP_INPUT with names and sizes if item `name` is missing or not rows x columns of this type. */
rp_status rp_archive_check(const rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns,
                           rp_error *err);
/* Copies item `name` into data, which has room for exactly rows x columns; checks as above. */
rp_status rp_archive_get(const rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns, void *data,
                         rp_error *err);

#endif
