/* What laws with memory ask of the method beside their history: the size of the cluster that a contact belongs to, and
 * words for a memory that is at its end. */
#ifndef RP_METHODS_SOFT_REMEMBER_H
#define RP_METHODS_SOFT_REMEMBER_H

#include "core/world.h"

typedef struct rp_remember {
    int clusters;            /* some law asks for them */
    uint32_t *parent, *size; /* owned; by slot; NULL if none asks */
} rp_remember;

rp_status rp_remember_prepare(rp_remember *r, const rp_world *world, rp_error *err);
void rp_remember_free(rp_remember *r);

/* Before forces are evaluated, whoever asks for it is told the number of particles of its cluster: those connected by
 * contacts of whatever law, as they are before the step. A pair that does not touch is told how many there would be if
 * it did: contacts that begin within the step have the order of the cluster they make. Walls connect nothing; a contact
 * with one belongs to its particle's cluster. */
void rp_remember_clusters(const rp_remember *r, rp_world *world);

/* After trouble: RP_FAILED if a contact's memory is at its end. */
rp_status rp_remember_spent(const rp_world *world, rp_error *err);

#endif
