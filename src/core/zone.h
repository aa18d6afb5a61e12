/* Where particles come into being and where they are taken away: the places of sources and sinks.
 *
 * A shape of zone is one constant table: its keys, how a place within it is drawn, which particles it takes, and the
 * box about it. zone.c has the list; a further one is one table and one line there.
 *
 *     box, cylinder      a space: a new particle lies within it as a whole, a sink takes those whose centre is within
 *     disc, segment      a surface (3D, 2D): the centre of a new particle lies on it, a sink takes those that touch it
 *     plane              half a space: a sink takes those whose centre is behind it
 *     mesh               a surface of triangles: as a disc
 *     wall               a wall as it stands, or a part of its mesh: a sink takes those that touch it
 *     domain             what is not the domain (`domain: {leave: remove}`)
 */
#ifndef RP_CORE_ZONE_H
#define RP_CORE_ZONE_H

#include "base/file.h"
#include "base/random.h"
#include "core/region.h"
#include "input/read.h"

struct rp_zone_shape;

typedef struct rp_zone {
    const struct rp_zone_shape *shape;
    rp_region region;                  /* box, cylinder */
    rp_vec point, normal, end;         /* m: of a disc or plane; of a segment its ends are point and end */
    double radius;                     /* disc, m */
    struct rp_mesh *mesh;              /* mesh, and part of a wall, in the wall's frame; a reference */
    char wall[RP_NAME], part[RP_NAME]; /* names; part is empty: all of it */
    int number;                        /* of the wall; the scene finds it */
} rp_zone;

typedef struct rp_zone_shape {
    const char *name; /* its key; NULL: no key makes it */
    int dimension;    /* of the scenes that may have it; 0: any */
    int source, sink; /* 1: it can be one */
    double way;       /* of a sink: radii that particles may move until it acts again; 0: it is no surface */
    void (*read)(rp_read *r, const rp_node *node, rp_zone *zone);
    /* Where the centre of a particle of radius r may be; 0: it does not fit. Domains say where borders are periodic. */
    int (*draw)(const rp_zone *zone, const rp_world *world, double r, rp_random *stream, rp_vec *x);
    int (*takes)(const rp_zone *zone, const rp_world *world, rp_vec x, double r);
    void (*bounds)(const rp_zone *zone, rp_vec *lower, rp_vec *upper); /* of places that are drawn */
    /* How often a way goes through it along its normal, less how often against it. NULL: it is no surface. */
    int (*passages)(const rp_zone *zone, rp_vec from, rp_vec to);
} rp_zone_shape;

void rp_zone_free(rp_zone *zone);

extern const rp_zone_shape rp_zone_outside; /* of the domain */

/* The zone of a mapping that has exactly one of the shapes' keys; sink: 1, else a source. */
void rp_zone_read(rp_read *r, const rp_node *map, int sink, rp_zone *zone);
/* A box, as a region of a scene of this dimension. */
void rp_zone_set_box(rp_zone *zone, int dimension, rp_vec lower, rp_vec upper);
/* Keys of all shapes for a source or sink: how many were written to `keys`. */
enum { RP_ZONE_SHAPES = 8 };
int rp_zone_keys(int sink, rp_key keys[RP_ZONE_SHAPES]);
/* Where it is, in words. */
void rp_zone_describe(const rp_zone *zone, int dimension, rp_buffer *b);

#endif
