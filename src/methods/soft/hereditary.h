/* What hereditary laws (whose force depends on the past) need of the method beside their history: the size of the
 * cluster that a contact belongs to, and a message when a history cannot go on. */
#ifndef RP_METHODS_SOFT_HEREDITARY_H
#define RP_METHODS_SOFT_HEREDITARY_H

#include "core/world.h"

typedef struct rp_soft_hereditary {
    int clusters;            /* some law needs them */
    uint32_t *parent, *size; /* owned; by slot; NULL if no law needs them */
} rp_soft_hereditary;

rp_status rp_soft_hereditary_prepare(rp_soft_hereditary *r, const rp_world *world, rp_error *err);
void rp_soft_hereditary_free(rp_soft_hereditary *r);

/* Before forces are evaluated: contacts whose law needs it get the number of particles of their cluster, that is of all
 * particles connected by contacts of any law, as they are before the step. A pair that does not touch gets the number
 * that there would be if it did: contacts that begin within the step have the order of the cluster they make. Walls
 * connect nothing; a contact with one belongs to its particle's cluster. */
void rp_soft_hereditary_clusters(const rp_soft_hereditary *r, rp_world *world);

/* After a run has diverged: RP_FAILED if a contact's history cannot go on. */
rp_status rp_soft_hereditary_spent(const rp_world *world, rp_error *err);

#endif
