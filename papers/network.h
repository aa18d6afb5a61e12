/* The packings of [RadjaiRichefeu2009, Figs. 8 and 9]: discs between two standing and two pressed walls, and their
 * forces after so many sweeps from nothing.
 *
 * The paper says that the sample is dense and weakly polydisperse. Ours are packed without friction, radii within a
 * factor of 1.4, and shaken, so that nearly every disc carries: about four contacts each, and fewer than one disc in
 * twenty without any. Packed with the friction that they have afterwards, one in five would be loose. */
#ifndef RP_PAPERS_NETWORK_H
#define RP_PAPERS_NETWORK_H

#include "cell.h"

#define RP_NETWORK_DISCS 1000
#define RP_NETWORK_FRICTION 0.5 /* not in the paper */
#define RP_NETWORK_SHAKES 14    /* six leave one disc in twenty loose */
#define RP_NETWORK_CASES 4
extern const int rp_network_sweeps[RP_NETWORK_CASES]; /* 130, 365, 1000, 2000: the paper's */

/* Contacts of cell->sim, until it is stepped. */
typedef struct rp_network {
    const rp_contact *contact;
    size_t count;
} rp_network;

/* Of the contacts that carry: those of discs that have at least two, once all others are gone. */
typedef struct rp_network_state {
    size_t contacts;
    int loose;           /* discs without any */
    double coordination; /* contacts of a disc that is not loose */
    double isostatic; /* contacts over 2 N + 2, N discs that are not loose and two walls that move: rigid discs without
                         friction have 1 */
} rp_network_state;

rp_status rp_network_pack(rp_cell *cell, int discs, int shakes, unsigned seed, rp_error *err);
/* One step of so many sweeps that starts without forces; its contacts. */
rp_status rp_network_forces(rp_cell *cell, int sweeps, rp_network *network, rp_error *err);
double rp_network_mean(const rp_network *network); /* of normal forces > 0 */
/* Puts contacts that carry first, *count of them at the end; contacts[0..discs): how many each disc has. */
void rp_network_carry(rp_contact *list, size_t *count, int *contacts, int discs);
/* Of the moment. */
rp_status rp_network_count(rp_cell *cell, int discs, rp_network_state *state, rp_error *err);

#endif
