/* Random pairs of polygons, and of a polygon and a disc, with a slow computation of their overlap that shares nothing
 * with the fast one: the corners of the one within the other and all crossings of sides, put in order by a hull, in
 * quadruple precision; for the disc the signed sectors and triangles seen from its centre, in long double. */
#ifndef RP_TESTS_OVERLAPS_H
#define RP_TESTS_OVERLAPS_H

#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "core/overlap.h"

typedef long double real;
typedef __float128 quad;
typedef struct spot {
    quad x, y;
} spot;
typedef struct slow {
    real area, x, y;
} slow; /* first moments */

static quad turn_of(spot a, spot b, spot c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static int by_place(const void *p, const void *q)
{
    const spot *a = p, *b = q;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return a->y < b->y ? -1 : a->y > b->y;
}

/* The lower chain from left to right, then the upper one back. */
static int hull(spot *p, int n, spot *out)
{
    int k = 0;
    qsort(p, (size_t)n, sizeof *p, by_place);
    for (int upper = 0; upper < 2; upper++) {
        int start = upper ? k - 1 : 0;
        k = start;
        for (int m = 0; m < n; m++) {
            spot at = p[upper ? n - 1 - m : m];
            while (k >= start + 2 && turn_of(out[k - 2], out[k - 1], at) <= 0) k--;
            out[k++] = at;
        }
    }
    return k - 1;
}

static int within(const rp_point *b, int n, spot p)
{
    for (int k = 0; k < n; k++) {
        spot u = {b[k].x, b[k].y}, w = {b[(k + 1) % n].x, b[(k + 1) % n].y};
        if (turn_of(u, w, p) < 0) return 0;
    }
    return 1;
}

/* a moved by (dx, dy). */
static slow slow_polygons(const rp_point *a, int na, const rp_point *b, int nb, real dx, real dy)
{
    spot p[600], h[1200];
    rp_point moved[RP_CORNERS_MAX];
    int n = 0;
    quad area = 0, x = 0, y = 0;
    for (int i = 0; i < na; i++) moved[i] = (rp_point){(double)(a[i].x + dx), (double)(a[i].y + dy)};
    for (int i = 0; i < na; i++)
        if (within(b, nb, (spot){moved[i].x, moved[i].y})) p[n++] = (spot){moved[i].x, moved[i].y};
    for (int j = 0; j < nb; j++)
        if (within(moved, na, (spot){b[j].x, b[j].y})) p[n++] = (spot){b[j].x, b[j].y};
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++) {
            spot a0 = {moved[i].x, moved[i].y}, a1 = {moved[(i + 1) % na].x, moved[(i + 1) % na].y},
                 b0 = {b[j].x, b[j].y}, b1 = {b[(j + 1) % nb].x, b[(j + 1) % nb].y};
            quad d0 = turn_of(b0, b1, a0), d1 = turn_of(b0, b1, a1), e0 = turn_of(a0, a1, b0), e1 = turn_of(a0, a1, b1);
            if (d0 * d1 > 0 || e0 * e1 > 0 || fabs((double)(d0 - d1)) < 1e-17)
                continue; /* parallel: their ends are among the corners */
            quad t = d0 / (d0 - d1);
            p[n++] = (spot){a0.x + t * (a1.x - a0.x), a0.y + t * (a1.y - a0.y)};
        }
    if (n < 3) return (slow){0, 0, 0};
    int count = hull(p, n, h);
    for (int k = 1; k + 1 < count; k++) {
        quad twice = turn_of(h[0], h[k], h[k + 1]);
        area += twice / 2;
        x += twice / 6 * (h[0].x + h[k].x + h[k + 1].x);
        y += twice / 6 * (h[0].y + h[k].y + h[k + 1].y);
    }
    return (slow){(real)area, (real)x, (real)y};
}

/* Signed area and first moment of the triangle from the centre over p -> q, as far as it lies in the disc. */
typedef struct place {
    real x, y;
} place;

static void slow_sector(place p, place q, real r, slow *s)
{
    real phi = atan2l(p.x * q.y - p.y * q.x, p.x * q.x + p.y * q.y), at = atan2l(p.y, p.x) + phi / 2,
         pull = 2 * r * r * r / 3 * sinl(phi / 2);
    s->area += r * r * phi / 2;
    s->x += pull * cosl(at);
    s->y += pull * sinl(at);
}

static void slow_triangle(place p, place q, slow *s)
{
    real twice = p.x * q.y - p.y * q.x;
    s->area += twice / 2;
    s->x += twice / 6 * (p.x + q.x);
    s->y += twice / 6 * (p.y + q.y);
}

static slow slow_disc(const rp_point *a, int na, rp_point c, double radius, real dx, real dy)
{
    slow s = {0, 0, 0};
    real r = radius;
    for (int k = 0; k < na; k++) {
        place p = {a[k].x + dx - c.x, a[k].y + dy - c.y},
              q = {a[(k + 1) % na].x + dx - c.x, a[(k + 1) % na].y + dy - c.y};
        real sx = q.x - p.x, sy = q.y - p.y, aa = sx * sx + sy * sy, b = p.x * sx + p.y * sy,
             g = p.x * p.x + p.y * p.y - r * r, under = b * b - aa * g;
        real low = under > 0 ? (-b - sqrtl(under)) / aa : 2, high = under > 0 ? (-b + sqrtl(under)) / aa : 2;
        if (low >= 1 || high <= 0) {
            slow_sector(p, q, r, &s);
            continue;
        }
        place in = low > 0 ? (place){p.x + low * sx, p.y + low * sy} : p,
              out = high < 1 ? (place){p.x + high * sx, p.y + high * sy} : q;
        if (low > 0) slow_sector(p, in, r, &s);
        slow_triangle(in, out, &s);
        if (high < 1) slow_sector(out, q, r, &s);
    }
    s.x += s.area * c.x;
    s.y += s.area * c.y;
    return s;
}

/* ---- pairs ---- */

typedef struct pair {
    rp_point a[RP_CORNERS_MAX], b[RP_CORNERS_MAX], centre;
    int na, nb, kind;
    double radius;
} pair;

static void turn(rp_point *v, int n, double angle)
{
    for (int k = 0; k < n; k++)
        v[k] = (rp_point){cos(angle) * v[k].x - sin(angle) * v[k].y, sin(angle) * v[k].x + cos(angle) * v[k].y};
}

static int random_polygon(rp_random *z, double size, rp_point *v)
{
    int n = 3 + (int)rp_random_below(z, 8);
    double phase = rp_random_range(z, 0, 2 * M_PI), jitter = 0.9 * rp_random_uniform(z),
           squeeze = rp_random_range(z, 0.3, 1);
    for (int k = 0; k < n; k++) {
        double at = 2 * M_PI * (k + jitter * (rp_random_uniform(z) - 0.5)) / n;
        v[k] = (rp_point){size * cos(at), size * squeeze * sin(at)};
    }
    rp_polygon_centre(v, n, 0);
    turn(v, n, phase);
    return n;
}

static void shift(rp_point *v, int n, rp_point by)
{
    for (int k = 0; k < n; k++) v[k] = rp_point_add(v[k], by);
}

/* Nine kinds: apart or overlapping anyhow, corner on corner, corner on side, side on side, a common side from within,
 * equal, nested, and nearly each of them. */
static void draw_pair(rp_random *z, pair *p)
{
    int kind = p->kind = (int)rp_random_below(z, 9);
    double size = pow(10, rp_random_range(z, -1, 1)),
           tiny = rp_random_below(z, 2) ? pow(10, rp_random_range(z, -15, -3)) : 0;
    p->na = random_polygon(z, 1, p->a);
    p->nb = random_polygon(z, size, p->b);
    int i = (int)rp_random_below(z, (uint64_t)p->na), j = (int)rp_random_below(z, (uint64_t)p->nb);
    double far = rp_random_uniform(z) * (1 + size), at = rp_random_range(z, 0, 2 * M_PI), part = rp_random_uniform(z);
    rp_point s = rp_point_sub(p->b[(j + 1) % p->nb], p->b[j]), out = {tiny * cos(at), tiny * sin(at)};
    if (kind == 2 || kind == 3) { /* turns a side of a against one of b */
        rp_point t = rp_point_sub(p->a[(i + 1) % p->na], p->a[i]);
        turn(p->a, p->na, atan2(s.y, s.x) - atan2(t.y, t.x) + (kind == 2 ? M_PI : 0));
    }
    if (kind == 4 || kind == 5) {
        p->nb = p->na;
        for (int k = 0; k < p->na; k++) p->b[k] = rp_point_scale(kind == 4 ? 1 : size, p->a[k]);
        if (kind == 5 && rp_random_below(z, 2)) out = rp_point_sub(p->b[i], p->a[i]); /* two sides in common */
    } else if (kind >= 6) {
        out = (rp_point){far * cos(at), far * sin(at)};
    } else {
        rp_point target = kind == 0 ? p->b[j] : rp_point_add(p->b[j], rp_point_scale(part, s));
        out = rp_point_add(out, rp_point_sub(target, p->a[i]));
    }
    shift(p->a, p->na, out);
    p->radius = size;
    if (kind < 4) { /* a circle that touches a side or a corner, nearly or exactly */
        double length = sqrt(rp_point_dot(s, s));
        rp_point foot = rp_point_add(p->b[j], rp_point_scale(kind == 0 ? 0 : part, s));
        p->centre = rp_point_add(foot, rp_point_scale((size - tiny) / length, (rp_point){s.y, -s.x}));
    } else {
        p->centre = (rp_point){far * cos(at + 1), far * sin(at + 1)};
    }
}

/* Moves a along and across the found normal. Along it the area shrinks at the rate `line`, across it not at all; a pair
 * that was made to lie on a kink of the area (sides or corners in common) has no such rate, but even there it must not
 * grow. WAY is far from the kinks of most others, and long beside rounding; where one is met it spoils the rate, so
 * that one pair in a thousand may. */
#define WAY 1e-7L

static int check_normal(const pair *p, int disc, const rp_overlap *o, real area, double size)
{
    const rp_point *a = disc ? p->b : p->a;
    int na = disc ? p->nb : p->na, good = 1;
    rp_point n = {o->normal.x, o->normal.y};
    assert_true(fabs(rp_point_dot(n, n) - 1) < 1e-14);
    for (int across = 0; across < 2 && o->line > 1e-3 * size && o->area > 1e-9 * size * size;
         across++) { /* else shorter than the way, more or less */
        real dx = WAY * (across ? -n.y : n.x), dy = WAY * (across ? n.x : n.y);
        slow less = disc ? slow_disc(a, na, p->centre, p->radius, dx, dy) : slow_polygons(a, na, p->b, p->nb, dx, dy);
        slow more = disc ? slow_disc(a, na, p->centre, p->radius, -dx, -dy)
                         : slow_polygons(a, na, p->b, p->nb, -dx, -dy);
        double rate = (double)((more.area - less.area) / (2 * WAY));
        if (!across) assert_true(less.area <= area);
        if (p->kind >= 6) good = good && fabs(rate - (across ? 0 : o->line)) < 1e-5 * size;
    }
    return good;
}

/* Turns a about the origin: the area changes at the rate of N's moment there, N = -line normal in `push`. */
static int check_push(const pair *p, int disc, const rp_overlap *o, double size)
{
    const rp_point *a = disc ? p->b : p->a;
    int na = disc ? p->nb : p->na;
    rp_point turned[2][RP_CORNERS_MAX], n = {o->normal.x, o->normal.y}, at = {o->push.x, o->push.y};
    real area[2];
    if (p->kind < 6 || !(o->line > 1e-3 * size && o->area > 1e-9 * size * size)) return 1;
    for (int k = 0; k < 2; k++) {
        double angle = k ? (double)WAY : -(double)WAY, c = cos(angle), q = sin(angle);
        for (int i = 0; i < na; i++) turned[k][i] = (rp_point){c * a[i].x - q * a[i].y, q * a[i].x + c * a[i].y};
        area[k] = disc ? slow_disc(turned[k], na, p->centre, p->radius, 0, 0).area
                       : slow_polygons(turned[k], na, p->b, p->nb, 0, 0).area;
    }
    double rate = (double)((area[1] - area[0]) / (2 * WAY)), far = 1 + sqrt(rp_point_dot(at, at));
    return fabs(rate + o->line * rp_point_cross(at, n)) < 1e-5 * size * far;
}

/* 1: the rates were those of the normal, too. */
static int check_pair(const pair *p, int disc)
{
    rp_overlap o = {0};
    double size = 1 + p->radius;
    int found = disc ? rp_overlap_disc(p->b, p->nb, p->centre, p->radius, &o)
                     : rp_overlap_polygons(p->a, p->na, p->b, p->nb, &o);
    slow s = disc ? slow_disc(p->b, p->nb, p->centre, p->radius, 0, 0) : slow_polygons(p->a, p->na, p->b, p->nb, 0, 0);
    double wrong = fabs((double)(o.area - s.area));
    if (wrong > 4e-15 * size * size)
        fail_msg("kind %d, disc %d, radius %.17g: area %.17g, slowly %.17Lg", p->kind, disc, p->radius, o.area, s.area);
    if (!found) return 1;
    assert_true(o.area > 0 && isfinite(o.centroid.x + o.centroid.y));
    double dx = fabs((double)(o.area * (real)o.centroid.x - s.x)),
           dy = fabs((double)(o.area * (real)o.centroid.y - s.y));
    if (dx + dy > 2e-14 * size * size * size) fail_msg("first moment wrong by %g", dx + dy);
    int turns = check_push(p, disc, &o, size);
    return check_normal(p, disc, &o, s.area, size) && turns;
}

/* Both orders of a pair of polygons give the same overlap seen from the other side (but for a common side, which is the
 * first one's). */
static void check_exchange(const pair *p)
{
    rp_overlap o = {0}, q = {0};
    int found = rp_overlap_polygons(p->a, p->na, p->b, p->nb, &o),
        other = rp_overlap_polygons(p->b, p->nb, p->a, p->na, &q);
    double size = 1 + p->radius;
    assert_true(fabs(o.area - q.area) < 4e-15 * size * size);
    if (p->kind < 6 || !found || !other || o.line < 1e-6 * size || o.area < 1e-6 * size * size) return;
    assert_true(fabs(o.normal.x + q.normal.x) + fabs(o.normal.y + q.normal.y) < 1e-8);
}

static void check_pairs(int count)
{
    int overlapping = 0, spoilt = 0;
    for (int n = 0; n < count; n++) {
        rp_random z = rp_random_stream(7, RP_RANDOM_TEST, (uint64_t)n, 0);
        rp_overlap o;
        pair p;
        draw_pair(&z, &p);
        spoilt += !check_pair(&p, 0) + !check_pair(&p, 1);
        check_exchange(&p);
        overlapping += rp_overlap_polygons(p.a, p.na, p.b, p.nb, &o);
    }
    if (spoilt > count / 1000) fail_msg("%d normals of %d pairs are wrong", spoilt, count);
    assert_true(overlapping > count / 4 && overlapping < count); /* the draw has both */
}

#endif
