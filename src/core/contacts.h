/* Two lists of pairs: neighbours, and contacts with their history.
 *
 * A pair is (a, b, image): two slots, and which periodic image of b is meant: x_a - (x_b + shift[image]). A wall pair
 * is (a, wall, face). Pairs are sorted by a, then b, then image; wall pairs by a, then wall, then face.
 *
 * The *list* has all pairs near enough to touch before the next rebuild: gap below cutoff + skin. The *table* is the
 * part of the list near enough to touch before it is made from the list again, which is cheap: gap below cutoff + near.
 * Only pairs of the table have a place for history, and only they are evaluated in a step. active[c] is not 0 while the
 * law regards the pair as a contact (RP_ACTIVE, with RP_SLIDING while it slides; the soft method keeps that of pairs
 * only where static and sliding friction differ); its history (width doubles) is 0 otherwise, but for what a method
 * writes anew before every step. At a rebuild active pairs are found again by particle and image; history components
 * that are antisymmetric under exchange of a and b change sign where the two were exchanged.
 *
 * Fast particles. One ball that falls into a bed at rest must not use up the skin of all. At a rebuild a few particles
 * much faster than the others (core/fast.h) are set apart: pairs with them, and with walls, are listed up to fast.gap
 * further, and are in the table up to fast.near. The list holds while all others stay within the skin and these within
 * skin + fast.gap. They stand behind the others of their chunk, so that both ways are bounded at no cost.
 *
 * The table in blocks. Methods that compute whole blocks of contacts of one kind (interaction, and whether through a
 * periodic border; pairs with polygons apart) at a time set a block of RP_PAIR_BLOCK pairs: then each chunk has a
 * segment of the table for each kind, filled up to whole blocks with copies of its last pair, and the history of a
 * block is width arrays of RP_PAIR_BLOCK doubles. Pairs that touched when the table was made come first: of the others
 * a step computes distances only, except for the few that touch by then. With a block of 1 the table is the list
 * itself, and histories are rows.
 *
 * Particles are sorted along one axis, and a pair belongs to its lower slot: a < b. So once all pairs up to slot L are
 * done, every particle below L is complete and may be moved. The exception are pairs across the periodic border of that
 * axis: they belong to the particle at the upper end, and their partners are in the first slots ("wrap").
 *
 * Groups and chunks. Slots are cut into chunks (about one slab of the sorted order), chunks into groups, the unit of
 * work of a thread. Neither depends on the number of threads. A group's pairs have slots in [first, halo_end) and [0,
 * wrap); forces on [last, halo_end) and on [0, wrap) go through halo rows, added in group order to those of the group
 * itself. Chunks with particles in pairs of another group (or in a wrapping pair) are deferred until all groups are
 * done; where only the group before has such pairs and no particle is constrained, the chunk is finished in order if
 * that group is done.
 */
#ifndef RP_CORE_CONTACTS_H
#define RP_CORE_CONTACTS_H

#include <stddef.h>
#include <stdint.h>
#include "repose/status.h"

#define RP_SLOT_BITS 27
#define RP_SLOT_MASK ((1u << RP_SLOT_BITS) - 1u)
#define RP_IMAGE_NONE 13 /* image = (ix + 1) + 3 (iy + 1) + 9 (iz + 1) */
#define RP_IMAGE_COUNT 27
#define RP_PAIR_BLOCK 24 /* pairs a block */

/* Two slots and the image of the second. Slots are kept times 32, which is what their rows are found by (the image fits
 * below). */
typedef struct rp_pair {
    uint32_t a32, b32;
} rp_pair;
/* face: of the wall; of a polygon every feature (core/wall_touch.h) is a pair of its own: face | feature <<
 * RP_FACE_BITS. triangle: 1 + its number, of a mesh, each triangle near the particle is a pair (core/mesh_touch.h). */
typedef struct rp_wall_pair {
    uint32_t a;
    uint16_t wall, face;
    uint32_t triangle;
} rp_wall_pair;
#define RP_FACE_BITS 6
#define RP_FACE_MASK ((1u << RP_FACE_BITS) - 1u)

/* Who must be done before a deferred chunk is finished: the group before its own, or all of them. */
enum { RP_AFTER_ONE = 1, RP_AFTER_ALL };

typedef struct rp_chunk {
    uint32_t first, middle, last; /* slots: ordinary [first, middle), constrained groups' [middle, last) */
    uint32_t fast;                /* of the ordinary ones [fast, middle) are fast */
    size_t listed, listed_end;    /* pairs of the list whose a lies in this chunk */
    size_t wall_pair, wall_pair_end;
    uint32_t halo_end; /* 1 + largest b of its pairs, at least last */
    int deferred;      /* 0, RP_AFTER_ONE or RP_AFTER_ALL */
} rp_chunk;

typedef struct rp_slots { /* a group of chunks */
    uint32_t first, last, halo_end;
    uint32_t wrap; /* 1 + largest b of its wrapping pairs below first */
    uint32_t chunk, chunk_end;
    size_t halo; /* where its halo rows start: halo_end - last rows, then wrap rows */
} rp_slots;

typedef struct rp_segment {
    size_t first;
    uint32_t count, touching, capacity;
} rp_segment; /* pairs [first, first + count) of the table; `touching` come first */

enum { RP_ACTIVE = 1, RP_SLIDING = 2 };

/* What rp_wall_distance takes, for a round particle. */
static inline int rp_wall_pair_face(rp_wall_pair p) { return p.triangle ? (int)p.triangle : p.face; }

typedef struct rp_history { /* one table: particle pairs or wall pairs */
    size_t count, capacity;
    size_t block;    /* pairs a block; 0 counts as 1 */
    uint8_t *active; /* owned; 0, or RP_ACTIVE | RP_SLIDING */
    double *value;   /* owned; see rp_history_value */
} rp_history;

typedef struct rp_fast {   /* pairs with fast particles; all 0: no particle is fast */
    double gap;            /* m: how far beyond the skin they are listed */
    double speed;          /* m/s: of fast particles when the list was made, at least */
    double near;           /* m: gap up to which they are in the table (beyond the laws' cutoff) */
    double travelled;      /* m: bound on the way of any body, fast ones too; twice this stays below skin + gap */
    double near_travelled; /* m: the same since the table was made; twice this stays below near */
    double next_move;      /* m: as rp_contacts.next_move, of all, */
    double next_shared;    /* and as next_shared */
} rp_fast;

typedef struct rp_contacts {
    int width;               /* doubles of history per pair, from the laws of the scene */
    uint32_t *antisymmetric; /* owned; per interaction, bit h: component h changes sign when a and b are exchanged;
                      those beyond 31 do not */
    size_t block;            /* what the method wants of the next rebuild: RP_PAIR_BLOCK, or 1 */
    size_t list_count, list_capacity;
    rp_pair *list; /* owned; empty if the table is all of it */
    size_t pair_capacity, wall_pair_capacity;
    rp_pair *pair;           /* owned; the table */
    rp_wall_pair *wall_pair; /* owned */
    rp_history pairs, wall_pairs;
    int kinds; /* segments a chunk: 2 x interaction + through a border; then, in scenes with polygons, interactions of
                  pairs with polygons */
    size_t segment_capacity;
    rp_segment *segment;                   /* owned; chunk by chunk */
    double shift[RP_IMAGE_COUNT][4];       /* m, by image; [3] is 0 */
    double shift_speed[RP_IMAGE_COUNT][4]; /* m/s: how fast it changes (core/cell.h); 0 where the domain rests */
    size_t chunk_count, group_count, chunk_capacity, group_capacity, halo_rows;
    rp_chunk *chunk;       /* owned */
    rp_slots *group;       /* owned */
    int axis;              /* along which particles are sorted */
    double skin;           /* m: pairs are listed up to this gap (beyond the laws' cutoff) */
    double near;           /* m: pairs of the list are in the table up to this gap (beyond the laws' cutoff) */
    double cutoff;         /* m: the laws' cutoff beyond touching */
    int sets_apart;        /* the method tells ways of fast particles from those of others */
    rp_fast fast;          /* what follows is of the others */
    double travelled;      /* m: bound on how far any body moved since the last rebuild; twice this stays below skin */
    double near_travelled; /* m: the same since the table was made; twice this stays below near */
    double next_move;      /* m: bound on how far any particle moves in the next step, */
    double next_shared; /* and how much of that brings no two of them closer, nor one to a wall at rest; 0 if nothing is
                           known */
    double span; /* m: largest distance of a particle from the axis of a wall that sweeps along when it turns, at the
                    last rebuild */
    int valid;   /* 0: must be rebuilt before use */
    int crowded; /* 1: a particle touches more triangles than are kept (core/mesh_touch.h); 2: the log has it */
    uint64_t rebuilds;
} rp_contacts;

/* Bodies went further than list and table assumed. */
static inline void rp_contacts_went_on(rp_contacts *c, double way)
{
    c->travelled += way;
    c->near_travelled += way;
    if (c->fast.gap == 0) return;
    c->fast.travelled += way;
    c->fast.near_travelled += way;
}

/* Nothing is known of the next step but a bound on all ways. */
static inline void rp_contacts_expect(rp_contacts *c, double move)
{
    c->next_move = move;
    c->next_shared = 0;
    if (c->fast.gap == 0) return;
    c->fast.next_move = move;
    c->fast.next_shared = 0;
}

/* Where number k of the history of pair n stands. */
static inline double *rp_history_value(const rp_history *h, int width, size_t n, int k)
{
    size_t block = h->block ? h->block : 1;
    return &h->value[(n / block * (size_t)width + (size_t)k) * block + n % block];
}

/* The first number of pair n in a table in blocks, whose size the compiler knows; further ones stand RP_PAIR_BLOCK on.
 */
static inline double *rp_history_in_block(const rp_history *h, int width, size_t n)
{
    return &h->value[n / RP_PAIR_BLOCK * RP_PAIR_BLOCK * (size_t)width + n % RP_PAIR_BLOCK];
}

static inline void rp_history_read(const rp_history *h, int width, size_t n, double *row)
{
    for (int k = 0; k < width; k++) row[k] = *rp_history_value(h, width, n, k);
}

static inline void rp_history_write(rp_history *h, int width, size_t n, const double *row)
{
    for (int k = 0; k < width; k++) *rp_history_value(h, width, n, k) = row[k];
}

static inline void rp_history_forget(rp_history *h, int width, size_t n)
{
    h->active[n] = 0;
    for (int k = 0; k < width; k++) *rp_history_value(h, width, n, k) = 0;
}

static inline int rp_history_antisymmetric(uint32_t antisymmetric, int h) { return h < 32 && (antisymmetric >> h & 1); }

static inline rp_pair rp_pair_of(uint32_t a, uint32_t b, int image)
{
    return (rp_pair){a * 32, b * 32 + (uint32_t)image};
}
static inline uint32_t rp_pair_a(rp_pair p) { return p.a32 / 32; }
static inline uint32_t rp_pair_b(rp_pair p) { return p.b32 / 32; }
static inline int rp_pair_image(rp_pair p) { return (int)(p.b32 % 32); }
static inline uint64_t rp_pair_order(rp_pair p) { return (uint64_t)p.a32 << 32 | p.b32; }

#endif
