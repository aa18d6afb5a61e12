/* The packing of [RadjaiRichefeu2009, Figs. 8 and 9]: 500 discs between two standing and two pressed walls, and its
 * forces after so many sweeps from nothing. */
#ifndef RP_PAPERS_NETWORK_H
#define RP_PAPERS_NETWORK_H

#include "cell.h"

#define RP_NETWORK_DISCS 500 /* the paper does not say: so many that 2000 sweeps fill the cell, as in its figure */
#define RP_NETWORK_FRICTION 0.5
#define RP_NETWORK_CASES 4
extern const int rp_network_sweeps[RP_NETWORK_CASES]; /* 130, 365, 1000, 2000: the paper's */

/* Contacts of cell->sim, until it is stepped. */
typedef struct rp_network {
    const rp_contact *contact;
    size_t count;
} rp_network;

rp_status rp_network_pack(rp_cell *cell, int discs, unsigned seed, rp_error *err);
/* One step of so many sweeps that starts without forces; its contacts. */
rp_status rp_network_forces(rp_cell *cell, int sweeps, rp_network *network, rp_error *err);
double rp_network_mean(const rp_network *network); /* of normal forces > 0 */

#endif
