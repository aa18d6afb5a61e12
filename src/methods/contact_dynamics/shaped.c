/* See shaped.h. */
#include "methods/contact_dynamics/shaped.h"

int rp_cd_shaped_meet(const rp_world *w, const rp_corners *corners, rp_pair pair, rp_contact_point *point, rp_vec *d)
{
    *d = rp_corners_branch(w, pair);
    const rp_body a = rp_corners_a(corners, pair), b = rp_corners_b(corners, pair, *d);
    return rp_narrow_manifold(&a, &b, point);
}

void rp_cd_shaped_view_pair(const rp_world *w, const rp_corners *corners, size_t index, int point, rp_contact_view *v)
{
    rp_pair pair = w->contacts.pair[index];
    const rp_row *a = &w->particles.row[rp_pair_a(pair)];
    rp_contact_point meeting[RP_NARROW_MAX];
    int count = rp_cd_shaped_meet(w, corners, pair, meeting, &v->branch);
    const rp_contact_point *at = &meeting[point < count ? point : 0]; /* since the step they may have turned apart */
    v->b = w->particles.id[rp_pair_b(pair)];
    v->feature = rp_pair_image(pair);
    v->normal = at->normal;
    v->overlap = -at->gap;
    v->point = rp_vec_make(a->x + at->at.x, a->y + at->at.y, a->z + at->at.z);
}

void rp_cd_shaped_view_wall(const rp_world *w, const rp_corners *corners, size_t index, rp_contact_view *v)
{
    rp_wall_pair pair = w->contacts.wall_pair[index];
    const rp_row *a = &w->particles.row[pair.a];
    rp_wall_touch at;
    rp_corners_at_wall(corners, w, &w->wall[pair.wall], pair,
                       &at); /* since the step it may have turned to another feature: then that one */
    v->point = rp_vec_make(a->x + at.arm.x, a->y + at.arm.y, w->dimension == 2 ? 0 : a->z + at.arm.z);
    v->branch = rp_vec_scale(-1, at.arm);
    v->normal = at.e;
    v->overlap = -at.gap;
    v->b = -1 - (int64_t)pair.wall;
    v->feature = pair.face;
}
