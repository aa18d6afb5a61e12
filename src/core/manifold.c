/* See manifold.h. */
#include "core/manifold.h"
#include <math.h>

/* Of a side: b's side is taken only if it is better than a's by more, so that the choice between parallel ones does
 * not change from step to step. */
#define PREFER 1e-9

typedef struct side {
    rp_point from, along, out;
    double length;
    int first, last;
} side; /* along, out: unit vectors; first, last: its corners */

static side side_of(const rp_point *v, int n, int k)
{
    int next = k + 1 < n ? k + 1 : 0;
    rp_point s = rp_point_sub(v[next], v[k]);
    double length = sqrt(rp_point_dot(s, s));
    rp_point along = rp_point_scale(1 / length, s);
    return (side){v[k], along, {along.y, -along.x}, length, k, next};
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
        if (least > most) {
            most = least;
            *best = s;
        }
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

static void add_point(rp_manifold *m, const side *r, rp_point at, int feature)
{
    double gap = rp_point_dot(r->out, rp_point_sub(at, r->from));
    m->feature[m->count] = feature;
    m->point[m->count] = rp_point_sub(at, rp_point_scale(0.5 * gap, r->out));
    m->gap[m->count++] = gap;
}

typedef struct nearest {
    double square;
    rp_point on_a, on_b;
    int feature;
} nearest;

/* The corners of one against the sides of the other; first: where their numbers start; of_b: they are b's. Where two
 * corners are nearest the feature is a's, whichever of them rounding prefers. */
static void nearest_corner(const rp_point *v, int n, const rp_point *other, int count, int first, int of_b,
                           nearest *best)
{
    for (int k = 0; k < count; k++) {
        side s = side_of(other, count, k);
        for (int i = 0; i < n; i++) {
            double along = fmin(fmax(rp_point_dot(s.along, rp_point_sub(v[i], s.from)), 0), s.length);
            rp_point foot = rp_point_add(s.from, rp_point_scale(along, s.along)), d = rp_point_sub(v[i], foot);
            double square = rp_point_dot(d, d);
            int end = along == 0          ? s.first
                      : along == s.length ? s.last
                                          : -1,
                feature = of_b && end >= 0 ? end : first + i;
            if (square < best->square) *best = (nearest){square, of_b ? foot : v[i], of_b ? v[i] : foot, feature};
        }
    }
}

/* Past the ends of the two sides: one point between the nearest two of their boundaries, if that is nearer than what
 * was found. */
static void nearest_points(rp_manifold *m, const rp_point *a, int na, const rp_point *b, int nb)
{
    double known = INFINITY;
    for (int k = 0; k < m->count; k++) known = fmin(known, m->gap[k]);
    nearest n = {.square = known * known};
    nearest_corner(a, na, b, nb, 0, 0, &n);
    nearest_corner(b, nb, a, na, na, 1, &n);
    if (!(n.square < known * known)) return;
    rp_point d = rp_point_sub(n.on_a, n.on_b);
    double length = sqrt(n.square);
    if (length > 0) m->e = rp_point_scale(1 / length, d);
    m->count = 1;
    m->feature[0] = n.feature;
    m->gap[0] = length;
    m->point[0] = rp_point_scale(0.5, rp_point_add(n.on_a, n.on_b));
}

static void put_in_order(rp_manifold *m)
{
    if (m->count < 2) return;
    rp_point d = rp_point_sub(m->point[1], m->point[0]);
    if (d.x > 0 || (d.x == 0 && d.y > 0)) return;
    rp_point p = m->point[0];
    double gap = m->gap[0];
    int feature = m->feature[0];
    m->point[0] = m->point[1];
    m->point[1] = p;
    m->gap[0] = m->gap[1];
    m->gap[1] = gap;
    m->feature[0] = m->feature[1];
    m->feature[1] = feature;
}

void rp_manifold_polygons(const rp_point *a, int na, const rp_point *b, int nb, rp_manifold *m)
{
    side ra, rb;
    double from_a = farthest_side(a, na, b, nb, &ra), from_b = farthest_side(b, nb, a, na, &rb);
    int of_b = from_b > from_a + PREFER * ra.length;
    side r = of_b ? rb : ra, o = of_b ? facing_side(a, na, rb.out) : facing_side(b, nb, ra.out);
    const int of_r = of_b ? na : 0, of_o = of_b ? 0 : na; /* where the numbers of their corners start */
    double apart = of_b ? from_b : from_a;
    m->count = 0;
    m->e = of_b ? r.out : rp_point_scale(-1, r.out);
    /* the facing side runs against r: from its end to its start along r */
    double slope = -rp_point_dot(o.along, r.along),
           low = rp_point_dot(r.along, rp_point_sub(o.from, r.from)) - slope * o.length, high = low + slope * o.length;
    double first = fmax(low, 0), last = fmin(high, r.length);
    if (apart > 0 && (first > last || !(slope > 0))) {
        nearest_points(m, a, na, b, nb);
        return;
    }
    if (!(slope > 0) || first > last) { /* deep in one another: the deepest corner of the facing side */
        rp_point end = rp_point_add(o.from, rp_point_scale(o.length, o.along));
        double d0 = rp_point_dot(r.out, rp_point_sub(o.from, r.from)),
               d1 = rp_point_dot(r.out, rp_point_sub(end, r.from));
        add_point(m, &r, d0 < d1 ? o.from : end, of_o + (d0 < d1 ? o.first : o.last));
        return;
    }
    for (int k = 0; k < 2; k++) { /* o at `first` and `last` along r */
        double at = k ? last : first, back = (high - at) / slope;
        int own = k ? high > r.length : low < 0; /* o goes on beyond r's end */
        int feature = own ? of_r + (k ? r.last : r.first) : of_o + (k ? o.first : o.last);
        add_point(m, &r, rp_point_add(o.from, rp_point_scale(back, o.along)), feature);
    }
    if (last - first < PREFER * r.length) m->count = 1;
    if (apart > 0 && fmin(m->gap[0], m->gap[m->count - 1]) > apart + PREFER * r.length)
        nearest_points(m, a, na, b, nb); /* the nearest corner lies past r's end */
    put_in_order(m);
}

void rp_manifold_disc(const rp_point *a, int na, rp_point centre, double radius, rp_manifold *m)
{
    side r;
    double away = farthest_side(a, na, &centre, 1, &r), at = rp_point_dot(r.along, rp_point_sub(centre, r.from));
    m->count = 1;
    m->feature[0] = 0;
    m->e = rp_point_scale(-1, r.out);
    m->gap[0] = away - radius;
    if (away > 0 && (at < 0 || at > r.length)) {
        rp_point corner = at < 0 ? r.from : rp_point_add(r.from, rp_point_scale(r.length, r.along)),
                 d = rp_point_sub(corner, centre);
        double length = sqrt(rp_point_dot(d, d));
        m->e = rp_point_scale(1 / length, d);
        m->gap[0] = length - radius;
    }
    m->point[0] = rp_point_add(centre, rp_point_scale(radius, m->e));
}
