/* Whether contacts connect the packing from side to side.
 *
 * Particles are joined by contacts into clusters. Along a periodic axis a cluster percolates if a way along contacts
 * leads from a particle to its own image; along any axis, if it touches walls that face each other along it. Members of
 * a clump are joined. Clusters are kept as a forest in which each particle knows, beside its parent, how many periods
 * lie between the copies of the two that belong to one cluster: a contact that closes a loop with another sum of
 * periods than 0 closes a way round the domain.
 */
#ifndef RP_MEASURE_PERCOLATION_H
#define RP_MEASURE_PERCOLATION_H

#include "methods/method.h"

/* percolates: 1 or 0 by axis. */
rp_status rp_percolation_take(const rp_world *world, const rp_contact_list *contacts, double percolates[3],
                              rp_error *err);

#endif
