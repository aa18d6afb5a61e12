/* See manifold.h. */
#include "core/manifold.h"
#include <math.h>

#define PREFER 1e-9 /* of a side: b's side is taken only if it is better than a's by more, so that parallel ones do not take turns */

typedef struct side { rp_point from, along, out; double length; } side; /* along, out: unit vectors */

static side side_of(const rp_point *v, int n, int k)
{
    rp_point s = rp_point_sub(v[k + 1 < n ? k + 1 : 0], v[k]);
    double length = sqrt(rp_point_dot(s, s));
    rp_point along = rp_point_scale(1 / length, s);
    return (side){v[k], along, {along.y, -along.x}, length};
}

/* How far b is away from the side of a that it is farthest from. */
static double farthest_side(const rp_point *a, int na, const rp_point *b, int nb, side *best)
{
    double most = -INFINITY;
    *best = side_of(a, na, 0);
    for (int k = 0; k < na; k++) {
        side s = side_of(a, na, k);
        double least = INFINITY;
        for (int n = 0; n < nb; n++) least = fmin(least, rp_point_dot(s.out, rp_point_sub(b[n], s.from)));
        if (least > most) most = least, *best = s;
    }
    return most;
}

/* The side of b that faces the direction most squarely. */
static side facing_side(const rp_point *b, int nb, rp_point out)
{
    side best = side_of(b, nb, 0);
    for (int k = 1; k < nb; k++) {
        side s = side_of(b, nb, k);
        if (rp_point_dot(s.out, out) < rp_point_dot(best.out, out)) best = s;
    }
    return best;
}

static void add_point(rp_manifold *m, const side *r, rp_point at)
{
    double gap = rp_point_dot(r->out, rp_point_sub(at, r->from));
    m->point[m->count] = rp_point_sub(at, rp_point_scale(0.5 * gap, r->out));
    m->gap[m->count++] = gap;
}

/* Past each other's ends: the nearest two corners. */
static void corner_to_corner(rp_manifold *m, rp_point on_a, rp_point on_b)
{
    rp_point d = rp_point_sub(on_a, on_b);
    double length = sqrt(rp_point_dot(d, d));
    if (length > 0) m->e = rp_point_scale(1 / length, d);
    m->count = 1, m->gap[0] = length, m->point[0] = rp_point_scale(0.5, rp_point_add(on_a, on_b));
}

static void put_in_order(rp_manifold *m)
{
    if (m->count < 2) return;
    rp_point d = rp_point_sub(m->point[1], m->point[0]);
    if (d.x > 0 || (d.x == 0 && d.y > 0)) return;
    rp_point p = m->point[0];
    double gap = m->gap[0];
    m->point[0] = m->point[1], m->point[1] = p, m->gap[0] = m->gap[1], m->gap[1] = gap;
}

void rp_manifold_polygons(const rp_point *a, int na, const rp_point *b, int nb, rp_manifold *m)
{
    side ra, rb;
    double from_a = farthest_side(a, na, b, nb, &ra), from_b = farthest_side(b, nb, a, na, &rb);
    int of_b = from_b > from_a + PREFER * ra.length;
    side r = of_b ? rb : ra, o = of_b ? facing_side(a, na, rb.out) : facing_side(b, nb, ra.out);
    double apart = of_b ? from_b : from_a;
    m->count = 0, m->e = of_b ? r.out : rp_point_scale(-1, r.out);
    /* the facing side runs against r: from its end to its start along r */
    double slope = -rp_point_dot(o.along, r.along), low = rp_point_dot(r.along, rp_point_sub(o.from, r.from)) - slope * o.length, high = low + slope * o.length;
    double first = fmax(low, 0), last = fmin(high, r.length);
    if (apart > 0 && (first > last || !(slope > 0))) {
        rp_point near_r = low > r.length ? rp_point_add(r.from, rp_point_scale(r.length, r.along)) : r.from;
        rp_point near_o = low > r.length ? rp_point_add(o.from, rp_point_scale(o.length, o.along)) : o.from;
        if (of_b) corner_to_corner(m, near_o, near_r);
        else corner_to_corner(m, near_r, near_o);
        return;
    }
    if (!(slope > 0) || first > last) { /* deep in one another: the deepest corner of the facing side */
        rp_point end = rp_point_add(o.from, rp_point_scale(o.length, o.along));
        double d0 = rp_point_dot(r.out, rp_point_sub(o.from, r.from)), d1 = rp_point_dot(r.out, rp_point_sub(end, r.from));
        add_point(m, &r, d0 < d1 ? o.from : end);
        return;
    }
    for (int k = 0; k < 2; k++) { /* o at `first` and `last` along r */
        double back = (high - (k ? last : first)) / slope;
        add_point(m, &r, rp_point_add(o.from, rp_point_scale(back, o.along)));
    }
    if (last - first < PREFER * r.length) m->count = 1;
    put_in_order(m);
}

void rp_manifold_disc(const rp_point *a, int na, rp_point centre, double radius, rp_manifold *m)
{
    side r;
    double away = farthest_side(a, na, &centre, 1, &r), at = rp_point_dot(r.along, rp_point_sub(centre, r.from));
    m->count = 1, m->e = rp_point_scale(-1, r.out), m->gap[0] = away - radius;
    if (away > 0 && (at < 0 || at > r.length)) {
        rp_point corner = at < 0 ? r.from : rp_point_add(r.from, rp_point_scale(r.length, r.along)), d = rp_point_sub(corner, centre);
        double length = sqrt(rp_point_dot(d, d));
        m->e = rp_point_scale(1 / length, d), m->gap[0] = length - radius;
    }
    m->point[0] = rp_point_add(centre, rp_point_scale(radius, m->e));
}
