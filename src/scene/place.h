/* Where particles go: at random without overlap, or on a lattice. Both avoid what was placed before, and walls. */
#ifndef RP_SCENE_PLACE_H
#define RP_SCENE_PLACE_H

#include "scene/placed.h"
#include "scene/spec.h"

typedef struct rp_grain { /* a particle on its way into the world; its id is its place in the list */
    rp_vec x, v, omega;   /* m, m/s, rad/s */
    double r;             /* m; bounding radius */
    double solid;         /* m: of the circle about the centre that is all within it */
    double angle;         /* of one that is not round, rad */
    double turn[4];       /* the same in space, a quaternion */
    double size;          /* of a body: its length over that of its definition */
    size_t corner;        /* not round: its first in the grains' corners */
    int corners;          /* 0: round */
    double mass;          /* kg; NaN: by density */
    int material, group, entry;
    int listed;       /* 1: its position was given, and may overlap a little */
    int32_t image[3]; /* periods that its given position was away from the domain */
    int line;         /* of the file it came from; 0: none */
} rp_grain;

typedef struct rp_grains {
    rp_grain *grain; /* owned */
    size_t count, capacity;
    double *corner;                       /* owned; of all that are not round, each about its centre, m */
    size_t corner_count, corner_capacity; /* numbers */
} rp_grains;

void rp_grains_free(rp_grains *grains);

typedef struct rp_placing { /* what placing needs to know */
    const rp_scene_spec *spec;
    const rp_entry_spec *entry;
    const double *radius_value; /* radii that were listed, by index in the entry; not owned */
    uint64_t radius_count;
    int fixed;         /* 1: no force moves them, and they may stick in walls */
    rp_placed *placed; /* all that stand already; placed ones are added */
    rp_grains *grains; /* the entry's own from `first` on */
    size_t first;
    rp_error *err;
} rp_placing;

/* Gives positions to the grains from `first` on, whose radii are known. */
rp_status rp_place_random(const rp_placing *p);
/* Appends grains on the sites of the lattice: `count` of the entry, or all that fit. */
rp_status rp_place_lattice(const rp_placing *p);

/* The same as random, but grown to their size from a fraction of it, so that they may be dense (compressed.c). The
 * region must be free. */
rp_status rp_place_compressed(const rp_placing *p);

/* A tiling of the region: grains with places and polygons (voronoi.c). */
rp_status rp_place_voronoi(const rp_placing *p);

int rp_place_clear(const rp_placing *p, rp_vec x, double r); /* 1: inside the domain and behind no wall */
int rp_place_whole_period(const rp_scene_spec *spec, const rp_place_spec *place,
                          int axis); /* 1: nothing sticks out of the region */

/* Grains from `first` on by falling radius (solid: by that of the circle within): whose turn it is. Owned by the
 * caller; NULL: no memory. */
typedef struct rp_place_rank {
    double r;
    uint32_t i;
} rp_place_rank;
rp_place_rank *rp_place_order(const rp_grains *grains, size_t first, int solid);

/* One more grain, all but its position and radius taken from the entry. NULL: no memory. */
rp_grain *rp_grains_add(rp_grains *grains, const rp_entry_spec *entry, int index_of_entry);

#endif
