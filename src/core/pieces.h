/* Pieces: how sums over all particles are taken.
 *
 * A floating-point sum depends on its order. So whatever is summed over all particles is summed within each piece, slot
 * by slot, and then the sums of the pieces are added in their order. A piece is a chunk of the contact list
 * (core/contacts.h), or RP_PIECE_SLOTS slots where a method keeps no list. Pieces follow from the state alone: who
 * computes the sum of a piece, and when, changes no bit of the whole.
 *
 * Contacts belong to the piece of their first particle. In a list of contacts those of a piece follow each other: such
 * a run is summed by itself, and the sums of runs are added in the order of the list.
 */
#ifndef RP_CORE_PIECES_H
#define RP_CORE_PIECES_H

#include "core/world.h"

enum { RP_PIECE_SLOTS = 512 };

typedef struct rp_piece {
    size_t first, last; /* slots [first, last) */
} rp_piece;

size_t rp_pieces_count(const rp_world *world);
rp_piece rp_pieces_at(const rp_world *world, size_t n);
rp_piece rp_pieces_of(const rp_world *world, size_t slot); /* the piece in which the slot lies */

/* Mean radius of all particles, m; 0 if there are none. */
double rp_pieces_mean_radius(const rp_world *world);

#endif
