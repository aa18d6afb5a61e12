/* See shaped.h. */
#include "methods/contact_dynamics/shaped.h"
#include <math.h>
#include "base/memory.h"
#include "core/mesh_touch.h"
#include "core/wall_solid.h"

int rp_cd_shaped_meet(const rp_world *w, const rp_corners *corners, rp_pair pair, rp_contact_point *point, rp_vec *d)
{
    *d = rp_corners_branch(w, pair);
    const rp_body a = rp_corners_a(corners, pair), b = rp_corners_b(corners, pair, *d);
    return rp_narrow_manifold(&a, &b, point);
}

int rp_cd_shaped_at_wall(const rp_world *w, rp_wall_pair pair)
{
    return w->dimension == 3 && w->particles.shape && w->particles.shape[pair.a]
           && rp_wall_solid_out(&w->wall[pair.wall]);
}

void rp_cd_shaped_meet_wall(const rp_world *w, const rp_corners *corners, const rp_wall *wall, size_t first, size_t end,
                            double reach, rp_meeting *to)
{
    const rp_wall_pair *pair = &w->contacts.wall_pair[first];
    if (wall->active)
        rp_wall_solid_meet(wall, pair, end - first, rp_particle_position(&w->particles, pair->a),
                           &corners->form[pair->a], reach, to);
    else
        for (size_t n = first; n < end; n++) to[n - first].count = 0;
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

/* Since the step it may have turned to other points: then the nearest of them, or the one before. */
static rp_status point_at_wall(const rp_world *w, const rp_corners *corners, size_t index, int point, rp_wall_touch *at,
                               rp_error *err)
{
    const rp_wall_pair *pair = w->contacts.wall_pair;
    const double reach = w->particles.row[pair[index].a].r;
    size_t first = index, end = rp_mesh_touch_run(pair, index, w->contacts.wall_pairs.count);
    while (first > 0 && pair[first - 1].a == pair[index].a && pair[first - 1].wall == pair[index].wall) first--;
    rp_meeting *to = rp_memory_alloc(end - first, sizeof *to);
    if (!to) return rp_memory_error(err, (end - first) * sizeof *to, "the list of contacts");
    rp_cd_shaped_meet_wall(w, corners, &w->wall[pair[index].wall], first, end, reach, to);
    const rp_meeting *own = &to[index - first];
    if (own->count) {
        const rp_contact_point *p = &own->point[point < own->count ? point : own->count - 1];
        *at = (rp_wall_touch){.arm = p->at, .e = p->normal, .gap = p->gap};
    } else {
        rp_vec e;
        const double distance = rp_wall_distance(&w->wall[pair[index].wall], (int)pair[index].triangle,
                                                 rp_particle_position(&w->particles, pair[index].a), &e);
        *at = (rp_wall_touch){.arm = rp_vec_scale(-distance, e), .e = e, .gap = 0};
    }
    rp_memory_free(to);
    return RP_OK;
}

rp_status rp_cd_shaped_view_wall(const rp_world *w, const rp_corners *corners, size_t index, int point,
                                 rp_contact_view *v, rp_error *err)
{
    rp_wall_pair pair = w->contacts.wall_pair[index];
    const rp_row *a = &w->particles.row[pair.a];
    rp_wall_touch at;
    rp_status status = RP_OK;
    if (rp_cd_shaped_at_wall(w, pair)) status = point_at_wall(w, corners, index, point, &at, err);
    else /* since the step it may have turned to another feature: then that one */
        rp_corners_at_wall(corners, w, &w->wall[pair.wall], pair, &at);
    if (status) return status;
    v->point = rp_vec_make(a->x + at.arm.x, a->y + at.arm.y, w->dimension == 2 ? 0 : a->z + at.arm.z);
    v->branch = rp_vec_scale(-1, at.arm);
    v->normal = at.e;
    v->overlap = -at.gap;
    v->b = -1 - (int64_t)pair.wall;
    v->feature = pair.triangle ? (int)pair.triangle : pair.face;
    return RP_OK;
}
