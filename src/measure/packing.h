/* What the contacts of a moment say about the packing as a whole and about regions of it (measure/bulk.h): coordination
 * without rattlers, clusters. Reads, writes nothing back.
 *
 * Rattlers are taken away again and again until every particle left has at least two contacts (three in a frictionless
 * plane packing, four in space): what remains carries the load. In a region the coordination is the mean over what
 * remains, each particle with its share. */
#ifndef RP_MEASURE_PACKING_H
#define RP_MEASURE_PACKING_H

#include "measure/bulk.h"

typedef struct rp_packing {
    rp_bulk all; /* of everything; its volume is that of a region without bounds */
    size_t rattlers;
    double percolates[3];             /* by axis: 1 if contacts connect the packing from side to side, else 0 */
    size_t clusters, largest_cluster; /* sets of particles connected by contacts, single ones included */
} rp_packing;

/* What is measured, and what methods with instantaneous collisions have handed over since the last row. */
typedef struct rp_packing_view {
    int region_count;
    const rp_region *region;
    const rp_tensor *transfer; /* 1 + region_count of them, that of the whole first; NULL: there are only forces */
    double time;               /* s in which they were collected */
} rp_packing_view;

/* bulk: one a region. */
rp_status rp_packing_take(const rp_world *world, const rp_contact_list *contacts, const rp_packing_view *view,
                          rp_packing *p, rp_bulk *bulk, rp_error *err);

#endif
