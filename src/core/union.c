/* See union.h. */
#include "core/union.h"
#include <math.h>
#include <stdlib.h>
#include "core/polygon.h"

enum { MOST = RP_CORNERS_MAX, ARC_POINTS = 16, SLICE_POINTS = 48, HEIGHTS = 256 };

/* ---- Gauss's rule on -1..1 ---- */

typedef struct rule {
    int count;
    double at[SLICE_POINTS], weight[SLICE_POINTS];
} rule;

/* Roots of Legendre's polynomial by Newton's method. */
static rule gauss(int count)
{
    rule r = {.count = count};
    for (int k = 0; k < count; k++) {
        double x = cos(M_PI * (k + 0.75) / (count + 0.5)), slope = 1;
        for (int turn = 0; turn < 10; turn++) {
            double p = 1, before = 0;
            for (int n = 1; n <= count; n++) {
                double next = ((2 * n - 1) * x * p - (n - 1) * before) / n;
                before = p;
                p = next;
            }
            slope = count * (x * p - before) / (x * x - 1);
            x -= p / slope;
        }
        r.at[k] = x;
        r.weight[k] = 2 / ((1 - x * x) * slope * slope);
    }
    return r;
}

/* ---- the plane ---- */

typedef struct disc {
    double x, y, r;
} disc;

typedef struct arc {
    double from, to;
} arc;

static int by_start(const void *a, const void *b)
{
    const arc *s = a, *t = b;
    return s->from < t->from ? -1 : s->from > t->from;
}

/* Adds an arc that is covered, in pieces within 0..2 pi. */
static void cover(arc *list, int *count, double middle, double half)
{
    double from = middle - half;
    from -= 2 * M_PI * floor(from / (2 * M_PI));
    double to = from + 2 * half;
    list[(*count)++] = (arc){from, fmin(to, 2 * M_PI)};
    if (to > 2 * M_PI) list[(*count)++] = (arc){0, to - 2 * M_PI};
}

/* What of circle i lies in other discs; -1: all of it. Of equal discs the first one counts. */
static int covered(const disc *d, int n, int i, arc *list)
{
    int count = 0;
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        double dx = d[j].x - d[i].x, dy = d[j].y - d[i].y, far = sqrt(dx * dx + dy * dy);
        if (far <= d[j].r - d[i].r && (d[i].r < d[j].r || j < i)) return -1;
        if (far >= d[i].r + d[j].r || far <= fabs(d[i].r - d[j].r)) continue;
        double cosine = (far * far + d[i].r * d[i].r - d[j].r * d[j].r) / (2 * far * d[i].r);
        cover(list, &count, atan2(dy, dx), acos(fmax(-1, fmin(1, cosine))));
    }
    qsort(list, (size_t)count, sizeof *list, by_start);
    return count;
}

static void add_arc(const disc *d, arc a, const rule *g, rp_union_moments *m)
{
    const int pieces = 1 + (int)((a.to - a.from) / (0.5 * M_PI));
    const double half = 0.5 * (a.to - a.from) / pieces;
    for (int n = 0; n < pieces; n++)
        for (int k = 0; k < g->count; k++) {
            double at = a.from + half * (2 * n + 1 + g->at[k]), c = cos(at), s = sin(at);
            double x = d->x + d->r * c, y = d->y + d->r * s, dy = half * g->weight[k] * d->r * c;
            m->volume += x * dy;
            m->x += x * x / 2 * dy;
            m->y += x * y * dy;
            m->xx += x * x * x / 3 * dy;
            m->xy += x * x * y / 2 * dy;
            m->yy += x * y * y * dy;
        }
}

static rp_union_moments integrate_plane(const disc *d, int n, const rule *g)
{
    rp_union_moments m = {0};
    arc list[2 * MOST];
    for (int i = 0; i < n; i++) {
        int count = covered(d, n, i, list);
        double at = 0;
        for (int k = 0; k < count; k++) {
            if (list[k].from > at) add_arc(&d[i], (arc){at, list[k].from}, g, &m);
            at = fmax(at, list[k].to);
        }
        if (count >= 0 && at < 2 * M_PI) add_arc(&d[i], (arc){at, 2 * M_PI}, g, &m);
    }
    return m;
}

/* ---- space ---- */

typedef struct ball {
    double x, y, z, r;
} ball;

/* The lowest ones above a height, so many that they need no memory that could be missing: 64 balls may have 87 000. */
typedef struct heights {
    double above, lowest, highest; /* of all: set by the first round */
    int count, more;               /* more: 1, some higher ones were left out */
    double value[2 * HEIGHTS];
} heights;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void keep_lowest(heights *h)
{
    qsort(h->value, (size_t)h->count, sizeof *h->value, by_value);
    if (h->count <= HEIGHTS) return;
    h->count = HEIGHTS;
    h->more = 1;
}

static void add_height(heights *h, double z)
{
    if (!isfinite(z)) return;
    h->lowest = fmin(h->lowest, z);
    h->highest = fmax(h->highest, z);
    if (z <= h->above) return;
    if (h->count == 2 * HEIGHTS) keep_lowest(h);
    h->value[h->count++] = z;
}

/* Where the circle in which two spheres meet is lowest and highest. */
static void pair_heights(const ball *a, const ball *b, heights *h)
{
    double x = b->x - a->x, y = b->y - a->y, z = b->z - a->z, far = sqrt(x * x + y * y + z * z);
    if (far >= a->r + b->r || far <= fabs(a->r - b->r)) return;
    double along = (far * far + a->r * a->r - b->r * b->r) / (2 * far),
           ring = sqrt(fmax(0, a->r * a->r - along * along)), tilt = sqrt(x * x + y * y) / far;
    add_height(h, a->z + along * z / far - ring * tilt);
    add_height(h, a->z + along * z / far + ring * tilt);
}

/* The two points in which three spheres meet, in the frame of the plane through their centres. */
static void triple_heights(const ball *a, const ball *b, const ball *c, heights *h)
{
    double u[3] = {b->x - a->x, b->y - a->y, b->z - a->z}, v[3] = {c->x - a->x, c->y - a->y, c->z - a->z};
    double d = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), i = 0, j = 0;
    if (d == 0) return;
    for (int k = 0; k < 3; k++) u[k] /= d;
    for (int k = 0; k < 3; k++) i += u[k] * v[k];
    for (int k = 0; k < 3; k++) v[k] -= i * u[k];
    for (int k = 0; k < 3; k++) j += v[k] * v[k];
    j = sqrt(j);
    if (j <= 1e-12 * d) return; /* three centres in line meet in a circle or not at all */
    double x = (a->r * a->r - b->r * b->r + d * d) / (2 * d),
           y = (a->r * a->r - c->r * c->r + i * i + j * j - 2 * i * x) / (2 * j), square = a->r * a->r - x * x - y * y;
    if (square < 0) return;
    double upward = (u[0] * v[1] - u[1] * v[0]) / j, middle = a->z + x * u[2] + y * v[2] / j;
    add_height(h, middle - sqrt(square) * upward);
    add_height(h, middle + sqrt(square) * upward);
}

/* The next ones, rising. */
static void next_heights(const ball *b, int n, heights *h)
{
    h->count = h->more = 0;
    for (int i = 0; i < n; i++) {
        add_height(h, b[i].z - b[i].r);
        add_height(h, b[i].z + b[i].r);
        for (int j = 0; j < i; j++) {
            pair_heights(&b[i], &b[j], h);
            for (int k = 0; k < j; k++) triple_heights(&b[i], &b[j], &b[k], h);
        }
    }
    keep_lowest(h);
}

static void add_section(const ball *b, int n, double z, double weight, const rule *arcs, rp_union_moments *sum)
{
    disc d[MOST];
    int count = 0;
    for (int i = 0; i < n; i++) {
        double square = b[i].r * b[i].r - (z - b[i].z) * (z - b[i].z);
        if (square > 0) d[count++] = (disc){b[i].x, b[i].y, sqrt(square)};
    }
    const rp_union_moments m = integrate_plane(d, count, arcs);
    sum->volume += weight * m.volume;
    sum->x += weight * m.x;
    sum->y += weight * m.y;
    sum->z += weight * z * m.volume;
    sum->xx += weight * m.xx;
    sum->yy += weight * m.yy;
    sum->zz += weight * z * z * m.volume;
    sum->xy += weight * m.xy;
    sum->xz += weight * z * m.x;
    sum->yz += weight * z * m.y;
}

static void integrate_between(const ball *b, int n, double from, double to, const rule *slices, const rule *arcs,
                              rp_union_moments *sum)
{
    const double half = 0.5 * (to - from), middle = from + half;
    for (int p = 0; p < slices->count; p++) {
        const double phi = 0.5 * M_PI * (1 + slices->at[p]);
        add_section(b, n, middle - half * cos(phi), 0.5 * M_PI * slices->weight[p] * half * sin(phi), arcs, sum);
    }
}

/* From height to height. Those that are the same but for rounding are one. */
static void integrate_space(const ball *b, int n, const rule *arcs, rp_union_moments *sum)
{
    const rule slices = gauss(SLICE_POINTS);
    heights h = {.above = -INFINITY, .lowest = INFINITY, .highest = -INFINITY};
    double from = -INFINITY;
    do {
        next_heights(b, n, &h);
        if (from < h.lowest) from = h.lowest;
        const double same = 1e-13 * (h.highest - h.lowest);
        for (int k = 0; k < h.count; k++) {
            const double to = h.value[k];
            if (to == from || (to - from <= same && to < h.highest)) continue;
            integrate_between(b, n, from, to, &slices, arcs, sum);
            from = to;
        }
        if (h.count) h.above = h.value[h.count - 1];
    } while (h.more);
}

rp_union_moments rp_union_integrate(const double *member, int count, int dimension)
{
    const rule arcs = gauss(ARC_POINTS);
    rp_union_moments m = {0};
    disc flat[MOST];
    for (int k = 0; k < count && dimension == 2; k++)
        flat[k] = (disc){member[4 * k], member[4 * k + 1], member[4 * k + 3]};
    if (dimension == 2) return integrate_plane(flat, count, &arcs);
    integrate_space((const ball *)member, count, &arcs, &m);
    return m;
}
