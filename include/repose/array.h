/* A view of an array that belongs to a simulation: nothing is copied. */
#ifndef REPOSE_ARRAY_H
#define REPOSE_ARRAY_H

#include <stddef.h>
#include <stdint.h>
#include "repose/export.h"

/* The type of a value. */
typedef enum rp_type { RP_F64, RP_I64, RP_U64, RP_I32, RP_U32, RP_U16, RP_U8, RP_F32 } rp_type;

/* Rows and columns of values. Row n begins `stride` bytes after row n - 1; its columns follow each other. */
typedef struct rp_array {
    const void *data;    /* NULL: there is no such array */
    rp_type type;        /* of a value */
    size_t rows;         /* particles */
    size_t columns;      /* values of a row */
    size_t stride;       /* bytes from a row to the next */
    const char *name;    /* as given to rp_sim_array */
    const char *unit;    /* SI; "1" if it has none */
    const char *meaning; /* one line */
    int writable;        /* 1: rp_sim_set takes it */
    uint64_t generation; /* of the simulation when the view was made; see rp_sim_generation */
    const void *block;   /* the memory that data lies in: what rp_array_hold holds */
} rp_array;

RP_BEGIN_DECLARATIONS

/* Bytes of a value of this type. */
RP_API size_t rp_type_size(rp_type type);

/* Keeps the memory of a view until rp_array_release, which is called once for each call of this function: it can be
 * read also when the view has gone stale or the simulation is destroyed. What stands there is then of no use, but a
 * program that reads it does not crash: for languages whose arrays may outlive the simulation. The memory counts in
 * rp_memory_bytes. A view without data has nothing to hold. */
RP_API void rp_array_hold(const rp_array *array);
/* From any thread. */
RP_API void rp_array_release(const rp_array *array);

/* Row n of an array of doubles. */
static inline const double *rp_array_row(const rp_array *array, size_t n)
{
    return (const double *)((const char *)array->data + n * array->stride);
}

RP_END_DECLARATIONS

#endif
