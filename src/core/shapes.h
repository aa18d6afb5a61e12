/* The definitions of all shapes of a world that are not round (core/shape.h). Particles of equal shape may share one.
 *
 * A particle's number of shape is 0 if it is round and 1 + the index of its definition if not; a world of round
 * particles has no such numbers at all (particles.shape is NULL) and no cost. The row of a particle has the bounding
 * radius of its shape: what searches and sorts by radius needs no more.
 */
#ifndef RP_CORE_SHAPES_H
#define RP_CORE_SHAPES_H

#include <stddef.h>
#include <stdint.h>
#include "core/archive.h"
#include "core/shape.h"

typedef struct rp_shapes_item {
    const rp_shape *shape;
    uint32_t first; /* where its corners start, in numbers */
    int corners;
    double volume;    /* m^3; planar shapes: area, m^2 */
    double radius;    /* bounding, m */
    double moment[3]; /* of bodies: of inertia over mass, about the axes of the definition, m^2 */
    double ball[4];   /* of a solid: its one member, x, y, z and bounding radius, m */
    rp_hull *hull;    /* of a solid; owned */
} rp_shapes_item;

typedef struct rp_shapes {
    size_t count;
    rp_shapes_item *item; /* owned */
    double *corner;       /* owned; about the centroids, m */
    size_t item_capacity, corner_capacity;
} rp_shapes;

/* Adds a definition that is valid and centred, unless it equals the last one; *number is 1 + its index. */
rp_status rp_shapes_add(rp_shapes *s, const rp_shape_def *def, uint32_t *number, rp_error *err);
/* 1 + the index of a definition that equals this one; 0: none does. */
uint32_t rp_shapes_find(const rp_shapes *s, const rp_shape_def *def);
void rp_shapes_cut(rp_shapes *s, size_t count); /* leaves the first `count` definitions */
/* Takes definitions out that none of the numbers names, and renumbers those that stay; 0 among the numbers is round,
 * RP_SHAPE_OF_BODY stays. */
rp_status rp_shapes_compact(rp_shapes *s, uint32_t *number, size_t count, rp_error *err);
void rp_shapes_free(rp_shapes *s);

/* Polygons are the items "shapes/start" and "shapes/corner"; without definitions there are none. Loading refuses what
 * is not convex. */
rp_status rp_shapes_save(const rp_shapes *s, rp_archive *archive, rp_error *err);
rp_status rp_shapes_load(rp_shapes *s, const rp_archive *archive, rp_error *err);

static inline int rp_shapes_corners(const rp_shapes *s, uint32_t number) { return s->item[number - 1].corners; }
/* Particles that a body of this shape has. */
static inline int rp_shapes_members(const rp_shapes *s, uint32_t number)
{
    return s->item[number - 1].hull ? 1 : s->item[number - 1].corners;
}
static inline double rp_shapes_volume(const rp_shapes *s, uint32_t number) { return s->item[number - 1].volume; }
static inline rp_shape_def rp_shapes_def(const rp_shapes *s, uint32_t number)
{
    const rp_shapes_item *item = &s->item[number - 1];
    return (rp_shape_def){
        .shape = item->shape, .corners = item->corners, .corner = s->corner + item->first, .hull = item->hull};
}

#endif
