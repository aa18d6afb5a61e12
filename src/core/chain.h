/* Saving and restoring in a row that stops at the first failure. */
#ifndef RP_CORE_CHAIN_H
#define RP_CORE_CHAIN_H

#include "core/field.h"
#include "core/world.h"

typedef struct rp_chain {
    rp_archive *archive;
    rp_error *err;
    rp_status status;
} rp_chain;

static inline void rp_chain_put(rp_chain *c, const char *name, rp_type type, size_t rows, size_t columns,
                                const void *data)
{
    if (!c->status) c->status = rp_archive_put(c->archive, name, type, rows, columns, data, 0, c->err);
}

static inline void rp_chain_put_copy(rp_chain *c, const char *name, rp_type type, size_t rows, size_t columns,
                                     const void *data)
{
    if (!c->status) c->status = rp_archive_put_copy(c->archive, name, type, rows, columns, data, c->err);
}

static inline void rp_chain_get(rp_chain *c, const char *name, rp_type type, size_t rows, size_t columns, void *data)
{
    if (!c->status) c->status = rp_archive_get(c->archive, name, type, rows, columns, data, c->err);
}

static inline void rp_chain_save(rp_chain *c, const rp_fields *list, const void *object, size_t rows)
{
    if (!c->status) c->status = rp_fields_save(list, object, rows, c->archive, c->err);
}

static inline void rp_chain_load(rp_chain *c, const rp_fields *list, void *object, size_t rows)
{
    if (!c->status) c->status = rp_fields_load(list, object, rows, c->archive, c->err);
}

/* world_state.c: the wall of this world for each of the `count` walls of the checkpoint, by name; -1: none. Owned by
 * the caller. */
int *rp_world_state_wall_map(const rp_world *world, size_t *count, rp_chain *chain);

/* contacts_state.c */
void rp_contacts_state_save(const rp_contacts *contacts, rp_chain *chain);
/* After the particles and walls. known_only: contacts with walls that this world does not have are left out. */
void rp_contacts_state_load(rp_world *world, int known_only, rp_chain *chain);

#endif
