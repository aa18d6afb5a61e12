/* See overlap.h. Polygons: a is cut by the line of every side of b (Sutherland and Hodgman's clipping), which has no
 * separate cases: what is thin stays thin, and parallel or common sides need no decision. Every side of what is left
 * knows which polygon it comes from. Disc: the pieces of the polygon's sides within the circle and the arcs between
 * them; arcs count as chord and segment, so that a shallow overlap keeps its digits. */
#include "core/overlap.h"
#include <math.h>
#include <stddef.h>
#include "base/angle.h"

#define NESTED 1e-12 /* |N| over the boundary's length: what rounding leaves of a closed sum */

/* A cut adds one corner to a convex ring; where rounding has left a corner that is not quite convex it may add another,
 * so there is room for more. */
#define RING 256

typedef struct ring {
    rp_point v[RING];
    unsigned char own[RING]; /* the side from v[k] on belongs to a */
    int count;
} ring;

/* How far p lies to the left of the line from q along s, times |s|. */
static inline double left_of(rp_point q, rp_point s, rp_point p) { return s.x * (p.y - q.y) - s.y * (p.x - q.x); }

static rp_point mean_of(const rp_point *v, int n)
{
    rp_point sum = {0, 0};
    for (int k = 0; k < n; k++) sum = rp_point_add(sum, v[k]);
    return rp_point_scale(1.0 / n, sum);
}

typedef struct about {
    rp_point middle;
    double square;
} about; /* a circle about all corners: most sides are settled by it alone */

static about about_of(const rp_point *v, int n, rp_point middle)
{
    about c = {middle, 0};
    for (int k = 0; k < n; k++) {
        rp_point d = rp_point_sub(v[k], c.middle);
        double square = rp_point_dot(d, d);
        c.square = square > c.square ? square : c.square;
    }
    c.square *= 1 + 1e-9; /* rounding */
    return c;
}

/* Some side of b has all of a on its outside, or on itself: at least the middle of a, then. */
static int separated(const rp_point *a, int na, rp_point middle, const rp_point *b, int nb)
{
    for (int k = 0; k < nb; k++) {
        rp_point q = b[k], s = rp_point_sub(b[k + 1 < nb ? k + 1 : 0], q);
        if (left_of(q, s, middle) > 0) continue;
        double most = left_of(q, s, a[0]);
        for (int n = 1; n < na; n++) {
            double d = left_of(q, s, a[n]);
            most = d > most ? d : most;
        }
        if (most <= 0) return 1;
    }
    return 0;
}

/* What of r lies to the left of the line; the new side along the line is b's. */
static void cut(const ring *r, const double *d, ring *out)
{
    int count = 0;
    for (int k = 0; k < r->count && count + 2 <= RING; k++) {
        int n = k + 1 < r->count ? k + 1 : 0, in = d[k] >= 0, next = d[n] >= 0;
        if (in) {
            out->v[count] = r->v[k];
            out->own[count++] = r->own[k];
        }

        if (in == next) continue;
        rp_point way = rp_point_sub(r->v[n], r->v[k]);
        out->v[count] = rp_point_add(r->v[k], rp_point_scale(d[k] / (d[k] - d[n]), way));
        out->own[count++] = in ? 0 : r->own[k];
    }
    out->count = count;
}

/* What of r[0] lies in b; NULL: nothing. r[1] is room to work in. Sides that a is far within cut nothing off. */
static const ring *clip(ring r[2], const about *c, const rp_point *b, int nb)
{
    ring *from = &r[0], *to = &r[1];
    for (int k = 0; k < nb; k++) {
        rp_point q = b[k], s = rp_point_sub(b[k + 1 < nb ? k + 1 : 0], q);
        double d[RING], least = 0, within = left_of(q, s, c->middle);
        if (within > 0 && within * within >= c->square * rp_point_dot(s, s)) continue;
        for (int n = 0; n < from->count; n++) {
            d[n] = left_of(q, s, from->v[n]);
            least = d[n] < least ? d[n] : least;
        }
        if (least >= 0) continue;
        cut(from, d, to);
        ring *swap = from;
        from = to;
        to = swap;
        if (from->count < 3) return NULL;
    }
    return from;
}

/* What the side from p to q adds to the moment of the normals about c. */
static double side_moment(rp_point p, rp_point q, rp_point c)
{
    rp_point s = rp_point_sub(p, q), middle = rp_point_scale(0.5, rp_point_add(rp_point_sub(p, c), rp_point_sub(q, c)));
    return rp_point_dot(s, middle);
}

/* Of the boundary of what both share. */
typedef struct boundary {
    rp_point normal; /* N, from the sides of a, */
    double moment;   /* and its moment about the centroid */
    double length;   /* of the whole boundary */
    int crossings;   /* how often the sides' owner changes */
} boundary;

static boundary boundary_of(const ring *r, rp_point centroid)
{
    boundary w = {{0, 0}, 0, 0, 0};
    for (int k = 0; k < r->count; k++) {
        int n = k + 1 < r->count ? k + 1 : 0;
        rp_point s = rp_point_sub(r->v[n], r->v[k]);
        w.length += fabs(s.x) + fabs(s.y);
        w.crossings += r->own[k] != r->own[n];
        if (!r->own[k]) continue;
        w.normal = rp_point_add(w.normal, (rp_point){s.y, -s.x});
        w.moment += side_moment(r->v[k], r->v[n], centroid);
    }
    return w;
}

static rp_vec in_space(rp_point p) { return rp_vec_make(p.x, p.y, 0); }

/* From N and its moment about the centroid. */
static void set_push(rp_overlap *o, rp_point n, double moment)
{
    double square = rp_point_dot(n, n), way = o->line > 0 ? moment / square : 0;
    o->push = rp_vec_add(o->centroid, rp_vec_make(way * n.y, -way * n.x, 0));
}

/* Normal from N, or from the centres where there is none. */
static void set_normal(rp_overlap *o, rp_point n, double length, rp_point centre_a, rp_point centre_b)
{
    o->line = sqrt(rp_point_dot(n, n));
    if (o->line > NESTED * length) {
        o->normal = in_space(rp_point_scale(-1 / o->line, n));
        return;
    }
    rp_point way = rp_point_sub(centre_a, centre_b);
    double apart = sqrt(rp_point_dot(way, way));
    o->line = 0;
    o->normal = apart > 0 ? in_space(rp_point_scale(1 / apart, way)) : rp_vec_make(1, 0, 0);
}

static double extent(const ring *r, rp_point along)
{
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < r->count; k++) {
        double d = rp_point_dot(r->v[k], along);
        least = d < least ? d : least;
        most = d > most ? d : most;
    }
    return most - least;
}

int rp_overlap_polygons(const rp_point *a, int na, const rp_point *b, int nb, rp_overlap *o)
{
    ring r[2];
    const rp_point middle_a = mean_of(a, na), middle_b = mean_of(b, nb);
    if (separated(a, na, middle_a, b, nb) || separated(b, nb, middle_b, a, na)) return 0;
    r[0].count = na;
    for (int k = 0; k < na; k++) {
        r[0].v[k] = a[k];
        r[0].own[k] = 1;
    }

    const about circle = about_of(a, na, middle_a);
    const ring *both = clip(r, &circle, b, nb);
    if (!both) return 0;
    rp_moments m = rp_polygon_moments(both->v, both->count);
    if (!(m.area > 0)) return 0;
    o->area = m.area;
    o->centroid = in_space(m.centroid);
    const boundary w = boundary_of(both, m.centroid);
    o->crossings = w.crossings;
    set_normal(o, w.normal, w.length, middle_a, middle_b);
    set_push(o, w.normal, w.moment);
    o->depth = extent(both, (rp_point){o->normal.x, o->normal.y});
    return 1;
}

/* ---- a disc ---- */

typedef struct piece { /* of a side, within the circle */
    rp_point from, to;
    int cut_from, cut_to; /* the circle ends it */
} piece;

/* The part of the side from p to q (seen from the centre) within radius r. */
static int side_piece(rp_point p, rp_point q, double r, piece *out)
{
    rp_point s = rp_point_sub(q, p);
    double a = rp_point_dot(s, s), b = rp_point_dot(p, s),
           away = rp_point_cross(p, s); /* |s| times the distance of the line */
    double under = r * r * a - away * away;
    if (!(under > 0)) return 0;
    double root = sqrt(under), low = (-b - root) / a, high = (-b + root) / a;
    if (!(high > 0) || !(low < 1)) return 0;
    out->cut_from = low > 0;
    out->cut_to = high < 1;
    out->from = out->cut_from ? rp_point_add(p, rp_point_scale(low, s)) : p;
    out->to = out->cut_to ? rp_point_add(p, rp_point_scale(high, s)) : q;
    return 1;
}

/* phi - sin phi. */
static double less_sine(double phi, double sine)
{
    double q = phi * phi;
    if (phi > 0.7) return phi - sine;
    return phi * q
           * (1.0 / 6
              - q * (1.0 / 120 - q * (1.0 / 5040 - q * (1.0 / 362880 - q * (1.0 / 39916800 - q / 6227020800.0)))));
}

/* The arc from the end of one piece to the start of the next, 0 to 2 pi. A tiny chord does not tell a tiny arc from a
 * whole turn. If there is but one piece, the centre decides: it lies within the polygon or not. Ends on two sides are
 * never a whole turn apart. */
static double arc_of(const piece *p, const piece *next, int within)
{
    double phi = rp_angle_of(rp_point_cross(p->to, next->from), rp_point_dot(p->to, next->from));
    if (p == next) return within ? 2 * M_PI - fabs(phi) : fabs(phi);
    return phi >= 0 ? phi : phi > -1e-9 ? 0 : phi + 2 * M_PI;
}

/* Between chord and arc: area, and first moment about the centre. */
static void add_segment(const piece *p, const piece *next, int within, double r, double *area, rp_point *first)
{
    double phi = arc_of(p, next, within), s, c, half_s, half_c;
    rp_point u = p->to;
    rp_angle_sincos(phi, &s, &c);
    rp_angle_sincos(0.5 * phi, &half_s, &half_c);
    *area += 0.5 * r * r * less_sine(phi, s);
    rp_point middle = {half_c * u.x - half_s * u.y, half_s * u.x + half_c * u.y}; /* on the arc, r from the centre */
    *first = rp_point_add(*first, rp_point_scale(2.0 / 3.0 * r * r * half_s * half_s * half_s, middle));
}

static int centre_within(const rp_point *a, int na, rp_point centre)
{
    for (int k = 0; k < na; k++)
        if (left_of(a[k], rp_point_sub(a[k + 1 < na ? k + 1 : 0], a[k]), centre) < 0) return 0;
    return 1;
}

int rp_overlap_disc(const rp_point *a, int na, rp_point centre, double r, rp_overlap *o)
{
    piece list[RP_CORNERS_MAX];
    rp_point corner[2 * RP_CORNERS_MAX], normal = {0, 0}, first = {0, 0};
    int count = 0, corners = 0, within = centre_within(a, na, centre);
    double area = 0, length = 0;
    for (int k = 0; k < na; k++)
        count += side_piece(rp_point_sub(a[k], centre), rp_point_sub(a[k + 1 < na ? k + 1 : 0], centre), r,
                            &list[count]);
    o->crossings = 0;
    if (count == 0) {
        if (!within) return 0;
        o->area = M_PI * r * r;
        o->centroid = in_space(centre);
        set_normal(o, normal, 1, mean_of(a, na), centre);
        o->push = o->centroid;
        o->depth = 2 * r;
        return 1;
    }
    for (int k = 0; k < count; k++) {
        const piece *p = &list[k], *next = &list[k + 1 < count ? k + 1 : 0];
        rp_point s = rp_point_sub(p->to, p->from);
        normal = rp_point_add(normal, (rp_point){s.y, -s.x});
        length += fabs(s.x) + fabs(s.y);
        corner[corners++] = p->from;
        if (!p->cut_to && !next->cut_from) continue; /* on round the polygon's own corner */
        corner[corners++] = p->to;
        add_segment(p, next, within, r, &area, &first);
        o->crossings += 2;
    }
    rp_moments m = rp_polygon_moments(corner, corners);
    o->area = area + m.area;
    if (!(o->area > 0)) return 0;
    first = rp_point_add(first, rp_point_scale(m.area, m.centroid));
    o->centroid = in_space(rp_point_add(centre, rp_point_scale(1 / o->area, first)));
    set_normal(o, normal, length, mean_of(a, na), centre);
    set_push(o, normal, rp_point_cross(rp_point_scale(-1 / o->area, first), normal)); /* through the disc's centre */
    o->depth = o->line > 0 ? fmin(1.5 * o->area / o->line, 2 * r)
                           : 2 * r; /* a parabola's is exact, a circle's nearly */
    return 1;
}
