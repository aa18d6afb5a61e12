/* Names in a checkpoint: materials, groups and walls are found again by name, never by index.
 *
 * A list of names is an item of so many rows of RP_NAME bytes, each ended by 0, in the order of the indices that the
 * checkpoint uses.
 */
#ifndef RP_CORE_NAMES_H
#define RP_CORE_NAMES_H

#include "core/archive.h"
#include "core/boundary.h"

typedef struct rp_names {
    const char *text; /* of the archive; NULL: it has none */
    size_t count;
} rp_names;

/* Names that stand every `stride` bytes from `first` on. */
rp_status rp_names_save(rp_archive *archive, const char *item, const char *first, size_t stride, size_t count,
                        rp_error *err);
rp_names rp_names_of(const rp_archive *archive, const char *item);
static inline const char *rp_names_at(rp_names names, size_t n) { return names.text + n * RP_NAME; }
int rp_names_find(rp_names names, const char *name); /* -1: none */

#endif
