/* Where the corners of all particles that are not round stand, about their centres: turned once, read by all their
 * pairs. */
#ifndef RP_CORE_CORNERS_H
#define RP_CORE_CORNERS_H

#include "core/narrow.h"
#include "core/wall_touch.h"
#include "core/world.h"

typedef struct rp_corners {
    rp_shape_def *form; /* owned; by slot: what the particle is, its corners where they stand */
    double *corner;     /* owned, m */
    size_t form_capacity, corner_capacity;
} rp_corners;

/* Room for the corners, after slots have changed; turns them all. */
rp_status rp_corners_fit(rp_corners *c, const rp_world *world, rp_error *err);
void rp_corners_free(rp_corners *c);
/* Of the particles in slots [first, last), as they will stand in a time `ahead` if they go on turning as they do now;
 * bodies as they stand. */
void rp_corners_turn(const rp_corners *c, const rp_world *world, uint32_t first, uint32_t last, double ahead);

/* x_a - x_b of a pair, m. */
static inline rp_vec rp_corners_branch(const rp_world *w, rp_pair pair)
{
    const rp_row *a = &w->particles.row[rp_pair_a(pair)], *b = &w->particles.row[rp_pair_b(pair)];
    const double *shift = w->contacts.shift[rp_pair_image(pair)];
    return (rp_vec){a->x - b->x - shift[0], a->y - b->y - shift[1], a->z - b->z - shift[2]};
}
/* Its two bodies for the narrow phase; the centre of a is the origin. */
static inline rp_body rp_corners_a(const rp_corners *c, rp_pair pair)
{
    return (rp_body){.form = &c->form[rp_pair_a(pair)]};
}
static inline rp_body rp_corners_b(const rp_corners *c, rp_pair pair, rp_vec branch)
{
    return (rp_body){.form = &c->form[rp_pair_b(pair)], .x = {-branch.x, -branch.y, -branch.z}};
}

/* Where a polygon meets a wall, which may stand elsewhere than the world's; as rp_wall_touch_find. */
int rp_corners_at_wall(const rp_corners *c, const rp_world *world, const rp_wall *wall, rp_wall_pair pair,
                       rp_wall_touch *touch);

#endif
