/* See wall_touch.h. */
#include "core/wall_touch.h"
#include "core/wall_solid.h"

int rp_wall_touch_features(const rp_wall *w, int corners)
{
    if (w->dimension == 3 && rp_wall_solid_out(w)) return rp_wall_solid_slots(w);
    return w->shape->features ? w->shape->features(w, corners) : corners;
}

int rp_wall_touch_find(const rp_wall *w, int face, int feature, rp_vec centre, const rp_shape_def *form,
                       rp_wall_touch *t)
{
    const int flat = form->shape->dimension == 2;
    const rp_point *corner = (const rp_point *)form->corner;
    rp_manifold m;
    if (!flat || !w->shape->touch || !w->shape->touch(w, centre, corner, form->corners, &m)) {
        t->arm = flat ? rp_vec_make(corner[feature].x, corner[feature].y, 0) : rp_hull_at(form->corner, feature);
        t->gap = rp_wall_distance(
            w, face, flat ? rp_vec_make(centre.x + t->arm.x, centre.y + t->arm.y, 0) : rp_vec_add(centre, t->arm),
            &t->e);
        return 1;
    }
    int n = m.count > 1 && m.feature[1] == feature;
    *t = (rp_wall_touch){.arm = {m.point[n].x, m.point[n].y, 0}, .e = {m.e.x, m.e.y, 0}, .gap = m.gap[n]};
    return m.feature[n] == feature;
}
