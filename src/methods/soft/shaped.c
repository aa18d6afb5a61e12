/* See shaped.h. */
#include "methods/soft/shaped.h"
#include <math.h>
#include "methods/soft/scheme.h"

double rp_soft_shaped_radius(const rp_world *w, uint32_t i)
{
    uint32_t shape = w->particles.shape[i];
    if (w->dimension == 3) return rp_soft_shaped_side(w, i) / RP_SOFT_BALL_SIDE;
    return shape ? sqrt(rp_shapes_volume(&w->shapes, shape) / M_PI) : w->particles.row[i].r;
}

/* Overlap of a pair, seen from a's centre; branch: x_a - x_b. */
static int overlap(const rp_world *w, const rp_corners *corners, rp_pair pair, rp_overlap *o, rp_vec *branch)
{
    const double sum = w->particles.row[rp_pair_a(pair)].r + w->particles.row[rp_pair_b(pair)].r;
    *branch = rp_corners_branch(w, pair);
    if (rp_vec_dot(*branch, *branch) >= sum * sum) return 0;
    const rp_body a = rp_corners_a(corners, pair), b = rp_corners_b(corners, pair, *branch);
    return rp_narrow_overlap(&a, &b, o);
}

static int round_pair(const rp_world *w, rp_pair pair)
{
    return !(w->particles.shape[rp_pair_a(pair)] | w->particles.shape[rp_pair_b(pair)]);
}

int rp_soft_shaped_normal(const rp_world *w, const rp_corners *corners, size_t n, rp_vec *e)
{
    rp_overlap o;
    rp_vec d;
    if (round_pair(w, w->contacts.pair[n]) || !overlap(w, corners, w->contacts.pair[n], &o, &d)) return 0;
    *e = o.normal;
    return 1;
}

int rp_soft_shaped_pair(const rp_soft_step *s, size_t n, rp_soft_shaped_contact *t)
{
    const rp_world *w = s->world;
    const rp_pair pair = w->contacts.pair[n];
    rp_overlap o;
    rp_vec d;
    if (!overlap(w, s->corners, pair, &o, &d)) return 0;
    const double ra = rp_soft_shaped_radius(w, t->a), rb = rp_soft_shaped_radius(w, t->b);
    const int by_area = rp_soft_scheme_overlap(w) == RP_SOFT_AREA;
    t->torques = 0;
    t->without_potential = by_area;
    t->rate = by_area ? 1 : o.line / (ra + rb);
    t->arm_a = by_area ? o.centroid : o.push;
    t->arm_b = rp_vec_add(t->arm_a, d);
    t->e = o.normal;
    t->xi = o.area / (ra + rb);
    t->depth = o.depth;
    t->r_eff = ra * rb / (ra + rb);
    return 1;
}

int rp_soft_shaped_wall(const rp_soft_step *s, size_t n, rp_soft_shaped_contact *t)
{
    const rp_world *w = s->world;
    const rp_wall_pair pair = w->contacts.wall_pair[n];
    const rp_wall *wall = &w->wall[pair.wall];
    rp_wall_touch at;
    if (!wall->active || w->particles.row[pair.a].inv_mass == 0) return 0;
    if (!rp_corners_at_wall(s->corners, w, wall, pair, &at) || at.gap >= 0) return 0;
    t->torques = 0;
    t->without_potential = 0;
    t->rate = 1;
    t->arm_a = at.arm;
    t->e = at.e;
    t->xi = t->depth = -at.gap;
    t->r_eff = rp_soft_shaped_radius(w, pair.a);
    return 1;
}
