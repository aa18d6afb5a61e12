/* See wall_touch.h. */
#include "core/wall_touch.h"
#include "core/manifold.h"

int rp_wall_touch_features(const rp_wall *w, int corners)
{
    return w->shape == RP_WALL_SEGMENT ? corners + 2 : w->shape == RP_WALL_CYLINDER_OUTSIDE ? 1 : corners;
}

static rp_point from_centre(const rp_wall *w, rp_vec x, rp_vec centre)
{
    rp_vec now = rp_wall_now(w, x);
    return (rp_point){now.x - centre.x, now.y - centre.y};
}

int rp_wall_touch_find(const rp_wall *w, int face, int feature, rp_vec centre, const rp_point *corner, int corners,
                       rp_wall_touch *t)
{
    rp_manifold m;
    if (w->shape == RP_WALL_SEGMENT) {
        rp_point end[2] = {from_centre(w, w->point, centre), from_centre(w, rp_vec_add(w->point, w->side[0]), centre)};
        rp_manifold_polygons(corner, corners, end, 2, &m);
    } else if (w->shape == RP_WALL_CYLINDER_OUTSIDE) {
        rp_manifold_disc(corner, corners, from_centre(w, w->point, centre), w->radius, &m);
    } else {
        t->arm = corner[feature];
        t->gap = rp_wall_distance(w, face, rp_vec_make(centre.x + t->arm.x, centre.y + t->arm.y, 0), &t->e);
        return 1;
    }
    int n = m.count > 1 && m.feature[1] == feature, found = m.feature[n] == feature || w->shape != RP_WALL_SEGMENT;
    *t = (rp_wall_touch){.arm = m.point[n], .e = {m.e.x, m.e.y, 0}, .gap = m.gap[n]};
    return found;
}
