/* Libraries that are loaded when they are first used. HDF5 and cairo bring half a hundred others with them, whose
 * loading takes longer than a short run; most commands need neither.
 *
 * What is used of such a library stands in a table of pointers, which loading fills; output/hdf5.h and output/cairo.h
 * have one each.
 */
#ifndef RP_BASE_LAZY_H
#define RP_BASE_LAZY_H

#include <stddef.h>
#include "repose/status.h"

typedef struct rp_lazy_symbol {
    const char *name;
    void *pointer; /* the address of the pointer that loading sets */
} rp_lazy_symbol;

typedef struct rp_lazy {
    const char *path; /* where it stood when Repose was built; a machine that has it elsewhere finds it by its name */
    const rp_lazy_symbol *symbol;
    size_t count;
    int loaded;
} rp_lazy;

/* Loads it unless it is loaded; any thread may call it. RP_SYSTEM: it is not there, or lacks a symbol. It may be there
 * at the next call. It stays until the program ends. */
rp_status rp_lazy_load(rp_lazy *library, rp_error *err);

#endif
