/* See strains.h. */
#include "measure/strains.h"

#include <math.h>
#include "core/wall_shape.h"

/* The distance between the planes that face each other now, as it was at the start: without their offsets. */
static double distance_at_start(const rp_world *w, int axis)
{
    double low = NAN, high = NAN, now_low = NAN, now_high = NAN;
    for (int n = 0; n < w->wall_count; n++) {
        const rp_wall *wall = &w->wall[n];
        if (!wall->active || !wall->shape->plane) continue;
        const double along = rp_vec_component(rp_wall_face_normal(wall), axis),
                     before = rp_vec_component(wall->point, axis), now = before + rp_vec_component(wall->offset, axis);
        if (along > 0.999 && !(now_low >= now)) {
            low = before;
            now_low = now;
        }
        if (along < -0.999 && !(now_high <= now)) {
            high = before;
            now_high = now;
        }
    }
    return high - low;
}

double rp_strains_take(const rp_world *w, int part)
{
    if (w->cell.moves) return w->cell.strain[part];
    if (part == RP_CELL_XY) return 0;
    const double now = rp_world_facing_walls(w, part), start = distance_at_start(w, part);
    return now > 0 && start > 0 ? log(now / start) : 0;
}
