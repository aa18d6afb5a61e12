/* See rim.h. */
#include "core/rim.h"
#include <string.h>

#define NEARLY 0.25 /* sine: 14 degrees, as of faces in narrow_polyhedron.c */
#define DEEP 0.2    /* of the inner radius: points deeper than that are on the other side */
#define TINY 1e-7   /* of a length: the direction between two points that are nearer is rounding */
#define SAME 1e-9   /* of a length: rounding does not choose between two that differ by less */

enum {
    AROUND = 16,    /* directions between which roots are sought: there are at most four */
    HALVINGS = 48,  /* until a root is rounding */
    PIECES = 16,    /* of an edge that may cross a sheet twice */
    KINDS = 8,      /* of features, in their numbers */
    FOUND_MOST = 96 /* points before the nearest are chosen */
};

typedef struct search {
    const rp_rim_sheet *sheet;
    const rp_hull *hull;
    const double *corner, *normal;
    double reach, radius, deep; /* m */
    double t[2], m[2], length;  /* in the half-plane: along the sheet, across it (outward where it bulges), m */
    rp_vec e[2];                /* unit, across the axis */
    int count;
    rp_contact_point found[FOUND_MOST];
} search;

typedef struct place {         /* of a point about the axis */
    double rho, z, along, off; /* off: signed distance from the sheet */
    rp_vec out;                /* unit, from the axis */
} place;

static rp_vec at(const search *q, int corner) { return rp_hull_at(q->corner, corner); }

static place place_of(const search *q, rp_vec x)
{
    const rp_rim_sheet *s = q->sheet;
    const rp_vec arm = rp_vec_sub(x, s->point);
    place p = {.z = rp_vec_dot(arm, s->axis)};
    const rp_vec across = rp_vec_sub(arm, rp_vec_scale(p.z, s->axis));
    p.rho = rp_vec_norm(across);
    p.out = p.rho > 0 ? rp_vec_scale(1 / p.rho, across) : q->e[0];
    const double wide = p.rho - s->rho[0], up = p.z - s->z[0];
    p.along = s->endless ? 0 : q->t[0] * wide + q->t[1] * up;
    p.off = q->m[0] * wide + q->m[1] * up;
    return p;
}

static int over_sheet(const search *q, const place *p)
{
    return q->sheet->endless || (p->along >= 0 && p->along <= q->length);
}

/* Of a direction in the half-plane of a point. */
static rp_vec in_space(const search *q, rp_vec out, const double v[2])
{
    return rp_vec_add(rp_vec_scale(v[0], out), rp_vec_scale(v[1], q->sheet->axis));
}

/* The least sine over which other corners rise behind x along d: below 0 one lies before it. */
static double behind(const search *q, rp_vec x, rp_vec d)
{
    double least = 1;
    for (int k = 0; k < q->hull->corners; k++) {
        const rp_vec way = rp_vec_sub(at(q, k), x);
        const double length = rp_vec_norm(way);
        if (length > TINY * q->radius) least = fmin(least, rp_vec_dot(d, way) / length);
    }
    return least;
}

/* x: of the polyhedron; d: from the wall to it. */
static void keep(search *q, rp_vec x, rp_vec d, double gap, int feature)
{
    if (!(gap < q->reach && gap > -q->deep) || q->count == FOUND_MOST || behind(q, x, d) < -NEARLY) return;
    const rp_vec middle = rp_vec_sub(x, rp_vec_scale(0.5 * gap, d));
    for (int k = 0; k < q->count; k++)
        if (rp_vec_norm(rp_vec_sub(q->found[k].at, middle)) < 1e-6 * q->radius
            && rp_vec_dot(q->found[k].normal, d) > 1 - 1e-6)
            return;
    q->found[q->count++] = (rp_contact_point){middle, d, gap, feature};
}

/* ---- which of two sides ---- */

/* Not nearer to its faces than `margin`. */
static int within(const search *q, rp_vec x, double margin)
{
    int inside = 1;
    for (int f = 0; f < q->hull->faces && inside; f++)
        inside = rp_vec_dot(rp_hull_at(q->normal, f), rp_vec_sub(x, at(q, q->hull->corner[q->hull->start[f]])))
                 < -margin;
    return inside;
}

/* A piece whose ends lie on two sides of the sheet crosses it, or its continuation. */
static int piece_pierces(const search *q, rp_vec a, rp_vec b)
{
    const double side = place_of(q, a).off;
    place p = place_of(q, b);
    if (!(side * p.off < 0)) return q->sheet->endless && side < 0;
    for (int turn = 0; turn < HALVINGS; turn++) {
        const rp_vec middle = rp_vec_scale(0.5, rp_vec_add(a, b));
        p = place_of(q, middle);
        if (p.off * side > 0) a = middle;
        else b = middle;
    }
    return over_sheet(q, &p);
}

/* The same of the way from x to another point, which may cross it again farther away: by pieces that double. */
static int way_pierces(const search *q, rp_vec x, rp_vec to)
{
    const rp_vec way = rp_vec_sub(to, x);
    double from = 0, end = ldexp(1, -PIECES);
    int found = 0;
    for (; end <= 1 && !found; from = end, end *= 2)
        found = piece_pierces(q, rp_vec_add(x, rp_vec_scale(from, way)), rp_vec_add(x, rp_vec_scale(end, way)));
    return found;
}

/* 1: an edge at the corner crosses the sheet, so that a corner on its other side has gone through it and not past its
 * rim. */
static int comes_through(const search *q, rp_vec x, int corner)
{
    int found = 0;
    for (int n = 0; n < q->hull->edges && !found; n++) {
        const rp_hull_edge *e = &q->hull->edge[n];
        if (e->from == corner) found = way_pierces(q, x, at(q, e->to));
        else if (e->to == corner) found = way_pierces(q, x, at(q, e->from));
    }
    return found;
}

/* ---- the sheet ---- */

static void corner_on_sheet(search *q, int k)
{
    const place p = place_of(q, at(q, k));
    if (!over_sheet(q, &p)) return;
    const rp_vec d = in_space(q, p.out, q->m);
    const int sides = q->sheet->endless || fabs(p.off) > q->deep || comes_through(q, at(q, k), k) ? 3
                      : p.off > 0                                                                 ? 1
                                                                                                  : 2;
    if (sides & 1) keep(q, at(q, k), d, p.off, KINDS * k);
    if (sides & 2 && !q->sheet->endless) keep(q, at(q, k), rp_vec_scale(-1, d), -p.off, KINDS * k + 1);
}

/* Where the distance from the side to which it bulges is least along an edge: rho' = slope z'. */
static void edge_on_sheet(search *q, int n)
{
    const rp_hull_edge *e = &q->hull->edge[n];
    const rp_vec from = at(q, e->from), way = rp_vec_sub(at(q, e->to), from), axis = q->sheet->axis,
                 arm = rp_vec_sub(from, q->sheet->point);
    if (!(q->m[0] > SAME)) return;
    const double up = rp_vec_dot(way, axis);
    const rp_vec flat = rp_vec_sub(way, rp_vec_scale(up, axis)),
                 start = rp_vec_sub(arm, rp_vec_scale(rp_vec_dot(arm, axis), axis));
    const double a = rp_vec_dot(start, start), b = rp_vec_dot(start, flat), c = rp_vec_dot(flat, flat),
                 slope = -q->m[1] * up / q->m[0], room = c - slope * slope;
    if (!(room > SAME * rp_vec_dot(way, way))) return;
    const double s = (copysign(sqrt(slope * slope * fmax(a * c - b * b, 0) / room), slope) - b) / c;
    if (!(s > 0 && s < 1)) return;
    const rp_vec x = rp_vec_add(from, rp_vec_scale(s, way));
    const place p = place_of(q, x);
    if (!(p.rho > 0 && over_sheet(q, &p))) return;
    if (p.off > 0 || q->sheet->endless || comes_through(q, x, e->from) || comes_through(q, x, e->to))
        keep(q, x, in_space(q, p.out, q->m), p.off, KINDS * n + 2);
}

/* ---- rims ---- */

typedef struct rim {
    rp_vec centre;
    double r, past[2]; /* m; unit, in the half-plane: from the sheet over its end */
    int number;
} rim;

static rim rim_of(const search *q, int number)
{
    const rp_rim_sheet *s = q->sheet;
    const double sign = number ? 1 : -1;
    return (rim){rp_vec_add(s->point, rp_vec_scale(s->z[number], s->axis)),
                 s->rho[number],
                 {sign * q->t[0], sign * q->t[1]},
                 number};
}

static rp_vec on_rim(const rim *r, rp_vec out) { return rp_vec_add(r->centre, rp_vec_scale(r->r, out)); }

/* How far a direction leaves the sheet over its end; of a tip, over the side where it does so least. */
static double leaves(const search *q, const rim *r, rp_vec out, rp_vec d)
{
    const double up = rp_vec_dot(d, q->sheet->axis);
    if (r->r > 0) return r->past[0] * rp_vec_dot(d, out) + r->past[1] * up;
    const double across = sqrt(fmax(rp_vec_dot(d, d) - up * up, 0));
    return r->past[1] * up - fabs(r->past[0]) * across;
}

/* A direction that leaves the sheet by less than nothing, but nearly so, gives way to the sheet's own. through: the
 * polyhedron goes through the sheet at x; it has also come past the rim if that lies within it. */
static void keep_at_rim(search *q, const rim *r, rp_vec out, rp_vec x, rp_vec d, int through, int feature)
{
    const double over = leaves(q, r, out, d);
    if (over < -NEARLY) return;
    if (over < -TINY && r->r > 0) {
        const rp_vec m = in_space(q, out, q->m);
        d = rp_vec_scale(rp_vec_dot(m, d) < 0 ? -1 : 1, m);
    }
    const double gap = rp_vec_dot(d, rp_vec_sub(x, on_rim(r, out)));
    if (gap > 0 || through || within(q, on_rim(r, out), -SAME * q->radius)) keep(q, x, d, gap, feature);
}

static void corner_at_rim(search *q, const rim *r, int k)
{
    const place p = place_of(q, at(q, k));
    const rp_vec away = rp_vec_sub(at(q, k), on_rim(r, p.out));
    const double length = rp_vec_norm(away);
    if (over_sheet(q, &p) || (p.along > 0) != r->number || (p.rho == 0 && r->r > 0)) return;
    if (length > TINY * q->radius && length < q->reach)
        keep_at_rim(q, r, p.out, at(q, k), rp_vec_scale(1 / length, away), 0, KINDS * k + 3);
}

/* Points of a face over which the rim is nearest or farthest, and four of the rim where it nearly lies in the face. */
static int over_face(const search *q, int face, rp_vec x)
{
    const rp_hull *h = q->hull;
    const rp_vec n = rp_hull_at(q->normal, face);
    int inside = 1;
    for (int k = h->start[face]; k < h->start[face + 1] && inside; k++) {
        const rp_vec from = at(q, h->corner[k]),
                     to = at(q, h->corner[k + 1 < h->start[face + 1] ? k + 1 : h->start[face]]);
        inside = rp_vec_dot(rp_vec_cross(rp_vec_sub(to, from), n), rp_vec_sub(x, from)) <= 0;
    }
    return inside;
}

static void face_at_point(search *q, const rim *r, int face, rp_vec out, int feature)
{
    const rp_vec n = rp_hull_at(q->normal, face), x = on_rim(r, out);
    const double gap = rp_vec_dot(n, rp_vec_sub(x, at(q, q->hull->corner[q->hull->start[face]])));
    if (!(gap < q->reach && gap > -q->deep) || !over_face(q, face, x)) return;
    const rp_vec d = rp_vec_scale(-1, n);
    const rp_vec foot = rp_vec_add(x, rp_vec_scale(gap, d));
    if (r->r == 0 && gap < 0) keep(q, foot, d, gap, feature); /* it has come in by an edge or a face: out by the face */
    else keep_at_rim(q, r, out, foot, d, 0, feature);
}

/* A tip within the body leaves it through the nearest face. */
static int faces_tip(const search *q, const rim *r)
{
    int best = 0;
    double most = -INFINITY;
    for (int f = 0; f < q->hull->faces; f++) {
        const double height = rp_vec_dot(rp_hull_at(q->normal, f),
                                         rp_vec_sub(r->centre, at(q, q->hull->corner[q->hull->start[f]])));
        if (!(height > most)) continue;
        most = height;
        best = f;
    }
    return best;
}

static void face_at_rim(search *q, const rim *r, int face)
{
    if (r->r == 0 && face != faces_tip(q, r)) return;
    const rp_vec n = rp_hull_at(q->normal, face), axis = q->sheet->axis,
                 flat = rp_vec_sub(n, rp_vec_scale(rp_vec_dot(n, axis), axis));
    const double sine = rp_vec_norm(flat);
    const int feature = KINDS * (2 * face + r->number) * 8 + 4;
    if (sine > SAME || r->r == 0)
        for (int side = 0; side < (r->r > 0 ? 2 : 1); side++)
            face_at_point(q, r, face, rp_vec_scale((side ? 1 : -1) / fmax(sine, SAME), flat), feature + KINDS * side);
    for (int k = 0; sine < NEARLY && r->r > 0 && k < 4; k++)
        face_at_point(q, r, face, rp_vec_scale(k < 2 ? 1 : -1, q->e[k % 2]), feature + KINDS * (2 + k));
}

/* Of the rim's point in a direction, from the line of an edge: half the rate at which the square of the distance grows
 * as the point goes round. */
static double rate_of(const search *q, const rim *r, rp_vec from, rp_vec u, rp_vec out)
{
    const rp_vec w = rp_vec_sub(on_rim(r, out), from), round = rp_vec_cross(q->sheet->axis, out);
    return rp_vec_dot(rp_vec_sub(w, rp_vec_scale(rp_vec_dot(w, u), u)), round);
}

static rp_vec between(rp_vec a, rp_vec b)
{
    const rp_vec sum = rp_vec_add(a, b);
    return rp_vec_scale(1 / rp_vec_norm(sum), sum);
}

/* The edge meets the rim's point in direction `out`, its nearest. */
static void edge_at_point(search *q, const rim *r, int n, rp_vec u, rp_vec out, int feature)
{
    const rp_hull_edge *e = &q->hull->edge[n];
    const rp_vec from = at(q, e->from), x = on_rim(r, out);
    const double s = rp_vec_dot(u, rp_vec_sub(x, from)), length = rp_vec_dot(u, rp_vec_sub(at(q, e->to), from));
    if (!(s > 0 && s < length)) return;
    const rp_vec on_edge = rp_vec_add(from, rp_vec_scale(s, u)), away = rp_vec_sub(on_edge, x);
    rp_vec d = rp_vec_cross(u, rp_vec_cross(q->sheet->axis, out));
    const double apart = rp_vec_norm(away), sine = rp_vec_norm(d);
    if (r->r == 0 || sine < 1e-3) { /* along the rim, or at a tip: the direction of the gap alone */
        if (apart > TINY * q->radius) keep_at_rim(q, r, out, on_edge, rp_vec_scale(1 / apart, away), 0, feature);
        return;
    }
    d = rp_vec_scale(1 / sine, d);
    const int through = way_pierces(q, on_edge, from) || way_pierces(q, on_edge, at(q, e->to));
    keep_at_rim(q, r, out, on_edge, d, through, feature);
    keep_at_rim(q, r, out, on_edge, rp_vec_scale(-1, d), through, feature + KINDS);
}

/* Unit vectors across the axis, AROUND of them. */
static rp_vec around(const search *q, int k)
{
    static const double c[5] = {1, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977, 0};
    const int quarter = k / 4 % 4, m = k % 4;
    const double x = c[m], y = c[4 - m], turned[4][2] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}};
    return rp_vec_add(rp_vec_scale(turned[quarter][0], q->e[0]), rp_vec_scale(turned[quarter][1], q->e[1]));
}

static double from_circle(const search *q, const rim *r, rp_vec x)
{
    const rp_vec arm = rp_vec_sub(x, r->centre);
    const double z = rp_vec_dot(arm, q->sheet->axis), rho = sqrt(fmax(rp_vec_dot(arm, arm) - z * z, 0));
    return sqrt(z * z + (rho - r->r) * (rho - r->r));
}

static void edge_at_rim(search *q, const rim *r, int n)
{
    const rp_hull_edge *e = &q->hull->edge[n];
    const rp_vec from = at(q, e->from), way = rp_vec_sub(at(q, e->to), from);
    const double length = rp_vec_norm(way);
    const rp_vec u = rp_vec_scale(1 / length, way);
    const int feature = KINDS * (2 * n + r->number) * 8 + 5;
    if (from_circle(q, r, rp_vec_add(from, rp_vec_scale(0.5, way))) > 0.5 * length + q->reach) return;
    if (r->r == 0) {
        edge_at_point(q, r, n, u, q->e[0], feature);
        return;
    }
    int minima = 0;
    for (int k = 0; k < AROUND; k++) {
        rp_vec a = around(q, k), b = around(q, k + 1);
        if (!(rate_of(q, r, from, u, a) < 0 && rate_of(q, r, from, u, b) >= 0)) continue;
        for (int turn = 0; turn < HALVINGS; turn++) {
            const rp_vec middle = between(a, b);
            if (rate_of(q, r, from, u, middle) < 0) a = middle;
            else b = middle;
        }
        edge_at_point(q, r, n, u, b, feature + 2 * KINDS * minima++);
    }
}

/* ---- all of them ---- */

static void begin(const rp_rim_sheet *s, const rp_shape_def *form, double reach, search *q)
{
    const double wide = s->rho[1] - s->rho[0], up = s->z[1] - s->z[0], length = sqrt(wide * wide + up * up);
    double inner = INFINITY;
    q->sheet = s;
    q->hull = form->hull;
    q->corner = form->corner;
    q->normal = form->normal;
    q->reach = reach;
    q->length = length;
    q->t[0] = s->endless ? 0 : wide / length;
    q->t[1] = s->endless ? 1 : up / length;
    q->m[0] = q->t[1];
    q->m[1] = -q->t[0];
    q->radius = 0;
    q->count = 0;
    for (int k = 0; k < q->hull->corners; k++) q->radius = fmax(q->radius, rp_vec_norm(at(q, k)));
    for (int k = 0; k < q->hull->faces; k++)
        inner = fmin(inner, rp_vec_dot(rp_hull_at(q->normal, k), at(q, q->hull->corner[q->hull->start[k]])));
    q->deep = DEEP * inner;
    const rp_vec other = fabs(s->axis.x) < 0.6 ? rp_vec_make(1, 0, 0) : rp_vec_make(0, 1, 0);
    q->e[0] = rp_vec_cross(s->axis, other);
    q->e[0] = rp_vec_scale(1 / rp_vec_norm(q->e[0]), q->e[0]);
    q->e[1] = rp_vec_cross(s->axis, q->e[0]);
}

static int nearest(const search *q, rp_contact_point *point)
{
    double cut = q->reach;
    int kept = q->count;
    while (kept > RP_RIM_POINTS) { /* the farthest go, one by one */
        double most = -INFINITY;
        for (int k = 0; k < q->count; k++)
            if (q->found[k].gap < cut) most = fmax(most, q->found[k].gap);
        cut = most;
        kept = 0;
        for (int k = 0; k < q->count; k++) kept += q->found[k].gap < cut;
    }
    kept = 0;
    for (int k = 0; k < q->count; k++)
        if (q->found[k].gap < cut) point[kept++] = q->found[k];
    return kept;
}

int rp_rim_meet(const rp_rim_sheet *sheet, const rp_shape_def *form, double reach, rp_contact_point *point)
{
    search q;
    begin(sheet, form, reach, &q);
    for (int k = 0; k < q.hull->corners; k++) corner_on_sheet(&q, k);
    for (int k = 0; k < q.hull->edges; k++) edge_on_sheet(&q, k);
    for (int end = 0; end < 2; end++) {
        const rim r = rim_of(&q, end);
        if (!sheet->rim[end] || from_circle(&q, &r, rp_vec_make(0, 0, 0)) > q.radius + reach) continue;
        for (int k = 0; k < q.hull->corners; k++) corner_at_rim(&q, &r, k);
        for (int k = 0; k < q.hull->faces; k++) face_at_rim(&q, &r, k);
        for (int k = 0; k < q.hull->edges; k++) edge_at_rim(&q, &r, k);
    }
    return nearest(&q, point);
}

/* ---- what goes through ---- */

static int edge_pierces(const search *q, int n)
{
    const rp_vec from = at(q, q->hull->edge[n].from), way = rp_vec_sub(at(q, q->hull->edge[n].to), from);
    int found = 0;
    for (int k = 0; k < PIECES && !found; k++)
        found = piece_pierces(q, rp_vec_add(from, rp_vec_scale((double)k / PIECES, way)),
                              rp_vec_add(from, rp_vec_scale((k + 1.0) / PIECES, way)));
    return found;
}

/* A part of the axis of a cylinder lies within: what is left of it between the faces. */
static int axis_pierces(const search *q)
{
    const rp_rim_sheet *s = q->sheet;
    double low = -INFINITY, high = INFINITY;
    for (int f = 0; f < q->hull->faces; f++) {
        const rp_vec n = rp_hull_at(q->normal, f), from = at(q, q->hull->corner[q->hull->start[f]]);
        const double rate = rp_vec_dot(n, s->axis), height = rp_vec_dot(n, rp_vec_sub(s->point, from));
        if (rate > 0) high = fmin(high, -height / rate);
        else if (rate < 0) low = fmax(low, -height / rate);
        else if (height >= 0) return 0;
    }
    return low < high;
}

int rp_rim_pierces(const rp_rim_sheet *sheet, const rp_shape_def *form)
{
    search q;
    begin(sheet, form, 0, &q);
    int found = sheet->endless && axis_pierces(&q);
    for (int n = 0; n < q.hull->edges && !found; n++) found = edge_pierces(&q, n);
    for (int end = 0; end < 2 && !found; end++) {
        const rim r = rim_of(&q, end);
        for (int k = 0; sheet->rim[end] && k < AROUND && !found; k++) {
            rp_vec a = around(&q, k), b = around(&q, k + 1);
            found = within(&q, on_rim(&r, a), SAME * q.radius)
                    || within(&q, on_rim(&r, between(a, b)), SAME * q.radius);
        }
    }
    return found;
}
