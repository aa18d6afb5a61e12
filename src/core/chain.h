/* Saving and restoring in a row that stops at the first failure. */
#ifndef RP_CORE_CHAIN_H
#define RP_CORE_CHAIN_H

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

/* contacts_state.c */
void rp_contacts_save(const rp_contacts *contacts, rp_chain *chain);
void rp_contacts_load(rp_world *world, rp_chain *chain); /* after the particles and walls */
int rp_contacts_at_walls(const rp_world *world); /* 1: all faces and features that pairs with walls speak of exist */

#endif
