/* The polygons of a world: corners in their own frame, centroid at the origin, counterclockwise. Particles of equal
 * shape may share one.
 *
 * A particle's number of shape is 0 if it is round and 1 + the index of its polygon if not; a world without polygons
 * has no such numbers at all (particles.shape is NULL), and nobody pays for them. A polygon's row has the distance of
 * its farthest corner for a radius: what searches and sorts by radius needs to know no more.
 */
#ifndef RP_CORE_SHAPES_H
#define RP_CORE_SHAPES_H

#include <stddef.h>
#include <stdint.h>
#include "core/archive.h"
#include "core/polygon.h"

typedef struct rp_shapes {
    size_t count;
    uint32_t *start;     /* owned; count + 1: corners of polygon k are [start[k], start[k + 1]) */
    rp_point *corner;    /* owned, m */
    rp_moments *moments; /* owned */
    size_t start_capacity, corner_capacity, moments_capacity;
} rp_shapes;

/* Adds a polygon that is convex and centred, unless it equals the last one; *number is 1 + its index. */
rp_status rp_shapes_add(rp_shapes *s, const rp_point *corner, int count, uint32_t *number, rp_error *err);
void rp_shapes_free(rp_shapes *s);

/* Items "shapes/start" and "shapes/corner"; nothing for no polygons. Loading refuses what is not convex and centred. */
rp_status rp_shapes_save(const rp_shapes *s, rp_archive *archive, rp_error *err);
rp_status rp_shapes_load(rp_shapes *s, const rp_archive *archive, rp_error *err);

static inline int rp_shapes_corners(const rp_shapes *s, uint32_t number)
{
    return (int)(s->start[number] - s->start[number - 1]);
}
static inline const rp_point *rp_shapes_corner(const rp_shapes *s, uint32_t number)
{
    return s->corner + s->start[number - 1];
}

#endif
