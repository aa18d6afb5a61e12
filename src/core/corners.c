/* See corners.h. */
#include "core/corners.h"
#include "base/memory.h"

rp_status rp_corners_fit(rp_corners *c, const rp_world *w, rp_error *err)
{
    size_t count = w->particles.count, corners = 0;
    if (!rp_memory_fit(&c->start, &c->start_capacity, count + 1, sizeof *c->start))
        return rp_memory_error(err, (count + 1) * sizeof *c->start, "corners");
    for (size_t i = 0; i < count; i++) {
        c->start[i] = (uint32_t)corners;
        corners += w->particles.shape[i] ? (size_t)rp_shapes_corners(&w->shapes, w->particles.shape[i]) : 0;
    }
    c->start[count] = (uint32_t)corners;
    if (!rp_memory_fit(&c->corner, &c->corner_capacity, corners, sizeof *c->corner))
        return rp_memory_error(err, corners * sizeof *c->corner, "corners");
    rp_corners_turn(c, w, 0, (uint32_t)count, 0);
    return RP_OK;
}

void rp_corners_free(rp_corners *c)
{
    rp_memory_free(c->start);
    rp_memory_free(c->corner);
}

void rp_corners_turn(const rp_corners *c, const rp_world *w, uint32_t first, uint32_t last, double ahead)
{
    const rp_particles *p = &w->particles;
    for (uint32_t i = first; i < last; i++) {
        if (!p->shape[i]) continue;
        double angle = p->turn[i][0] + (ahead != 0 ? ahead * p->spin[i].z / p->row[i].r : 0);
        rp_polygon_turned(rp_shapes_corner(&w->shapes, p->shape[i]), rp_corners_count(c, i), angle,
                          c->corner + c->start[i]);
    }
}

int rp_corners_at_wall(const rp_corners *c, const rp_world *w, const rp_wall *wall, rp_wall_pair pair,
                       rp_wall_touch *touch)
{
    return rp_wall_touch_find(wall, (int)(pair.face & RP_FACE_MASK), (int)(pair.face >> RP_FACE_BITS),
                              rp_particle_position(&w->particles, pair.a), rp_corners_of(c, pair.a),
                              rp_corners_count(c, pair.a), touch);
}
