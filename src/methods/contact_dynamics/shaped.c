/* See shaped.h. */
#include "methods/contact_dynamics/shaped.h"

void rp_shaped_meet(const rp_world *w, const rp_corners *corners, rp_pair pair, rp_manifold *meeting, rp_point *d)
{
    uint32_t i = rp_pair_a(pair), j = rp_pair_b(pair);
    const rp_row *a = &w->particles.row[i], *b = &w->particles.row[j];
    const double *shift = w->contacts.shift[rp_pair_image(pair)];
    int na = rp_corners_count(corners, i), nb = rp_corners_count(corners, j);
    rp_point moved[RP_CORNERS_MAX];
    *d = (rp_point){a->x - b->x - shift[0], a->y - b->y - shift[1]};
    for (int k = 0; k < nb; k++) moved[k] = rp_point_sub(rp_corners_of(corners, j)[k], *d);
    if (na && nb) {
        rp_manifold_polygons(rp_corners_of(corners, i), na, moved, nb, meeting);
    } else if (na) {
        rp_manifold_disc(rp_corners_of(corners, i), na, rp_point_scale(-1, *d), b->r, meeting);
    } else {
        rp_manifold_disc(moved, nb, (rp_point){0, 0}, a->r, meeting);
        meeting->e = rp_point_scale(-1, meeting->e);
    }
}

void rp_shaped_view_pair(const rp_world *w, const rp_corners *corners, size_t index, int point, rp_contact_view *v)
{
    rp_pair pair = w->contacts.pair[index];
    const rp_row *a = &w->particles.row[rp_pair_a(pair)];
    rp_manifold meeting;
    rp_point d;
    rp_shaped_meet(w, corners, pair, &meeting, &d);
    int n = point < meeting.count ? point : 0; /* since the step they may have turned apart */
    v->b = w->particles.id[rp_pair_b(pair)];
    v->feature = rp_pair_image(pair);
    v->normal = rp_vec_make(meeting.e.x, meeting.e.y, 0);
    v->branch = rp_vec_make(d.x, d.y, 0);
    v->overlap = -meeting.gap[n];
    v->point = rp_vec_make(a->x + meeting.point[n].x, a->y + meeting.point[n].y, 0);
}

void rp_shaped_view_wall(const rp_world *w, const rp_corners *corners, size_t index, rp_contact_view *v)
{
    rp_wall_pair pair = w->contacts.wall_pair[index];
    const rp_row *a = &w->particles.row[pair.a];
    rp_wall_touch at;
    rp_corners_at_wall(corners, w, &w->wall[pair.wall], pair,
                       &at); /* since the step it may have turned to another feature: then that one */
    v->point = rp_vec_make(a->x + at.arm.x, a->y + at.arm.y, 0);
    v->branch = rp_vec_make(-at.arm.x, -at.arm.y, 0);
    v->normal = at.e;
    v->overlap = -at.gap;
    v->b = -1 - (int64_t)pair.wall;
    v->feature = pair.face;
}
