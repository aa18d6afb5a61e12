/* The particles' arrays as a table, for those who treat them all alike: sorting, saving, restoring. */
#ifndef RP_CORE_COLUMNS_H
#define RP_CORE_COLUMNS_H

#include "core/archive.h"
#include "core/particles.h"

typedef struct rp_column {
    const char *name;
    size_t offset; /* of the pointer in rp_particles */
    rp_type type;
    size_t width; /* values a particle */
} rp_column;

const rp_column *rp_particles_columns(int *count);
static inline void **rp_particles_array(const rp_particles *p, const rp_column *c)
{
    return (void **)((char *)p + c->offset);
}
void rp_particles_index(rp_particles *p); /* makes slot_of from id */

#endif
