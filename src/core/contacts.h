/* Neighbour list and contact table, one thing: pairs near enough to touch before the next rebuild, each with a place for
 * its history.
 *
 * A pair is (a, b, image): slots a < b (or a == b for a particle that meets its own image), and which periodic image of b
 * is meant: x_a - (x_b + shift[image]). A wall pair is (a, wall, face). Pairs are sorted by a, then b, then image; wall pairs by a,
 * then wall, then face. So once all pairs with lower slot below L are done, every particle below slot L is complete.
 *
 * live[c] is 1 while the law regards the pair as a contact; its history (history_width doubles) is 0 otherwise. At a
 * rebuild live pairs are found again by particle, history components that are odd under exchange of a and b change
 * sign where the order of the two slots changed.
 *
 * Groups and chunks. Slots are cut into chunks (about one slab of the sorted order); chunks into groups, the unit of
 * work of a thread. Neither depends on the number of threads. A group's pairs reach slots [first, reach), reach >= last:
 * forces on [last, reach) go through a halo buffer, added in group order after all groups are done. [first, inner) are
 * the slots that earlier groups reach into.
 */
#ifndef RP_CORE_CONTACTS_H
#define RP_CORE_CONTACTS_H

#include <stddef.h>
#include <stdint.h>
#include "repose/status.h"

#define RP_SLOT_BITS 27
#define RP_SLOT_MASK ((1u << RP_SLOT_BITS) - 1u)
#define RP_IMAGE_NONE 13 /* image = (ix + 1) + 3 (iy + 1) + 9 (iz + 1) */

typedef struct rp_pair { uint32_t a, b; } rp_pair;                       /* b: slot | image << RP_SLOT_BITS */
typedef struct rp_wall_pair { uint32_t a; uint16_t wall, face; } rp_wall_pair;

typedef struct rp_chunk {
    uint32_t first, middle, last;  /* slots: ordinary [first, middle), special groups' [middle, last) */
    size_t pair, pair_end;         /* pairs whose a lies in this chunk */
    size_t wall_pair, wall_pair_end;
    uint32_t reach;                /* 1 + largest b of its pairs, at least last */
} rp_chunk;

typedef struct rp_slots {          /* a group of chunks */
    uint32_t first, inner, last, reach;
    uint32_t chunk, chunk_end;
    size_t halo;                   /* where its halo rows start in a common buffer; length reach - last */
} rp_slots;

typedef struct rp_history { /* one table: particle pairs or wall pairs */
    size_t count, capacity;
    uint8_t *live;          /* owned */
    double *value;          /* owned, count x width */
} rp_history;

typedef struct rp_contacts {
    int width;              /* doubles of history per pair, from the laws of the scene */
    uint32_t odd;           /* bit h: history component h changes sign when a and b are exchanged */
    size_t pair_capacity, wall_pair_capacity;
    rp_pair *pair;          /* owned */
    rp_wall_pair *wall_pair;/* owned */
    rp_history pairs, wall_pairs;
    double shift[27][4];    /* m, by image; [3] is 0 */
    size_t chunk_count, group_count, chunk_capacity, group_capacity, halo_rows;
    rp_chunk *chunk;        /* owned */
    rp_slots *group;        /* owned */
    double skin;            /* m: pairs are listed up to this gap (beyond the laws' reach) */
    double reach;           /* m: the laws' reach beyond touching */
    double travelled;       /* m: bound on how far two bodies approached since the last rebuild; rebuild before it exceeds skin */
    int valid;              /* 0: must be rebuilt before use */
    uint64_t rebuilds;
} rp_contacts;

#endif
