/* See polygons.h. */
#include "methods/soft/polygons.h"
#include <math.h>
#include "core/overlap.h"

/* Of the disc of equal area. */
static double equal_radius(const rp_world *w, uint32_t i)
{
    uint32_t shape = w->particles.shape[i];
    return shape ? sqrt(w->shapes.moments[shape - 1].area / M_PI) : w->particles.row[i].r;
}

static rp_vec in_plane(rp_point p) { return rp_vec_make(p.x, p.y, 0); }

/* Overlap of a pair, seen from a's centre; branch: x_a - x_b. */
static int overlap(const rp_world *w, const rp_corners *corners, rp_pair pair, rp_overlap *o, rp_point *branch)
{
    uint32_t i = rp_pair_a(pair), j = rp_pair_b(pair);
    const rp_row *row = w->particles.row;
    const double *shift = w->contacts.shift[rp_pair_image(pair)];
    int na = rp_corners_count(corners, i), nb = rp_corners_count(corners, j);
    const rp_point *a = rp_corners_of(corners, i), *b = rp_corners_of(corners, j);
    rp_point moved[RP_CORNERS_MAX], d = {row[i].x - row[j].x - shift[0], row[i].y - row[j].y - shift[1]};
    *branch = d;
    if (rp_point_dot(d, d) >= (row[i].r + row[j].r) * (row[i].r + row[j].r)) return 0;
    if (!nb) return rp_overlap_disc(a, na, rp_point_scale(-1, d), row[j].r, o);
    for (int k = 0; k < nb; k++) moved[k] = rp_point_sub(b[k], d);
    if (na) return rp_overlap_polygons(a, na, moved, nb, o);
    int found = rp_overlap_disc(moved, nb, (rp_point){0, 0}, row[i].r, o);
    o->normal = rp_point_scale(-1, o->normal);
    return found;
}

static int round_pair(const rp_world *w, rp_pair pair)
{
    return !(w->particles.shape[rp_pair_a(pair)] | w->particles.shape[rp_pair_b(pair)]);
}

int rp_polygons_normal(const rp_world *w, const rp_corners *corners, size_t n, rp_vec *e)
{
    rp_overlap o;
    rp_point d;
    if (round_pair(w, w->contacts.pair[n]) || !overlap(w, corners, w->contacts.pair[n], &o, &d)) return 0;
    *e = rp_vec_make(o.normal.x, o.normal.y, 0);
    return 1;
}

int rp_polygons_pair(const rp_step *s, size_t n, rp_shaped_contact *t)
{
    const rp_world *w = s->world;
    const rp_pair pair = w->contacts.pair[n];
    rp_overlap o;
    rp_point d;
    if (!overlap(w, s->corners, pair, &o, &d)) return 0;
    const double ra = equal_radius(w, t->a), rb = equal_radius(w, t->b);
    t->without_potential = 1;
    t->arm_a = in_plane(o.centroid);
    t->arm_b = in_plane(rp_point_add(o.centroid, d));
    t->e = in_plane(o.normal);
    t->xi = o.area / (ra + rb);
    t->depth = o.depth;
    t->r_eff = ra * rb / (ra + rb);
    return 1;
}

int rp_polygons_corner(const rp_step *s, size_t n, rp_shaped_contact *t)
{
    const rp_world *w = s->world;
    const rp_wall_pair pair = w->contacts.wall_pair[n];
    const rp_wall *wall = &w->wall[pair.wall];
    rp_wall_touch at;
    if (!wall->active || w->particles.row[pair.a].inv_mass == 0) return 0;
    if (!rp_corners_at_wall(s->corners, w, wall, pair, &at) || at.gap >= 0) return 0;
    t->without_potential = 0;
    t->arm_a = in_plane(at.arm);
    t->e = rp_vec_make(at.e.x, at.e.y, 0);
    t->xi = t->depth = -at.gap;
    t->r_eff = equal_radius(w, pair.a);
    return 1;
}
