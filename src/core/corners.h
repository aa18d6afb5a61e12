/* Where the corners of all polygons stand, about their centres: turned once, read by all their pairs. */
#ifndef RP_CORE_CORNERS_H
#define RP_CORE_CORNERS_H

#include "core/polygon.h"
#include "core/wall_touch.h"
#include "core/world.h"

typedef struct rp_corners {
    uint32_t *start;  /* owned; by slot: corners [start[i], start[i + 1]), none for round ones */
    rp_point *corner; /* owned, m */
    size_t start_capacity, corner_capacity;
} rp_corners;

/* Room for the corners, after slots have changed; turns them all. */
rp_status rp_corners_fit(rp_corners *c, const rp_world *world, rp_error *err);
void rp_corners_free(rp_corners *c);
/* Of the particles in slots [first, last), as they will stand in a time `ahead` if they go on turning as they do now.
 */
void rp_corners_turn(const rp_corners *c, const rp_world *world, uint32_t first, uint32_t last, double ahead);

static inline int rp_corners_count(const rp_corners *c, uint32_t slot)
{
    return (int)(c->start[slot + 1] - c->start[slot]);
}
static inline const rp_point *rp_corners_of(const rp_corners *c, uint32_t slot) { return c->corner + c->start[slot]; }

/* Where a polygon meets a wall, which may stand elsewhere than the world's; as rp_wall_touch_find. */
int rp_corners_at_wall(const rp_corners *c, const rp_world *world, const rp_wall *wall, rp_wall_pair pair,
                       rp_wall_touch *touch);

#endif
