/* See wall_touch.h. */
#include "core/wall_touch.h"
#include "core/wall_shape.h"

int rp_wall_touch_features(const rp_wall *w, int corners)
{
    return w->shape->features ? w->shape->features(w, corners) : corners;
}

int rp_wall_touch_find(const rp_wall *w, int face, int feature, rp_vec centre, const rp_point *corner, int corners,
                       rp_wall_touch *t)
{
    rp_manifold m;
    if (!w->shape->touch || !w->shape->touch(w, centre, corner, corners, &m)) {
        t->arm = corner[feature];
        t->gap = rp_wall_distance(w, face, rp_vec_make(centre.x + t->arm.x, centre.y + t->arm.y, 0), &t->e);
        return 1;
    }
    int n = m.count > 1 && m.feature[1] == feature;
    *t = (rp_wall_touch){.arm = m.point[n], .e = {m.e.x, m.e.y, 0}, .gap = m.gap[n]};
    return m.feature[n] == feature;
}
