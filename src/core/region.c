/* See region.h. */
#include "core/region.h"

#include <math.h>
#include <stdlib.h>

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

/* ---- areas ---- */

/* Of the part X <= t of a circle of radius r about 0. */
static double half_plane(double r, double t)
{
    t = clamp(t, -r, r);
    return r * r * (M_PI / 2 + asin(t / r)) + t * sqrt(r * r - t * t);
}

/* Of the part X <= x, Y <= y. */
static double quadrant(double r, double x, double y)
{
    x = clamp(x, -r, r);
    y = clamp(y, -r, r);
    if (x * x + y * y < r * r) return 0.5 * (half_plane(r, x) + half_plane(r, y)) - 0.25 * M_PI * r * r + x * y;
    if (x >= 0 && y >= 0) return half_plane(r, x) + half_plane(r, y) - M_PI * r * r;
    return x >= 0 ? half_plane(r, y) : y >= 0 ? half_plane(r, x) : 0;
}

static double circle_rectangle(double r, const double low[2], const double high[2])
{
    double a = quadrant(r, high[0], high[1]) - quadrant(r, low[0], high[1]) - quadrant(r, high[0], low[1])
               + quadrant(r, low[0], low[1]);
    return fmax(0, a);
}

/* Of the lens of two circles whose centres are d apart. */
static double circle_circle(double r, double big, double d)
{
    if (d >= r + big) return 0;
    if (d <= fabs(big - r)) return M_PI * fmin(r, big) * fmin(r, big);
    double a = acos(clamp((d * d + r * r - big * big) / (2 * d * r), -1, 1)),
           b = acos(clamp((d * d + big * big - r * r) / (2 * d * big), -1, 1));
    return r * r * (a - 0.5 * sin(2 * a)) + big * big * (b - 0.5 * sin(2 * b));
}

/* ---- a sphere by slices ---- */

typedef struct slicing {
    double r;               /* of the sphere; slices lie across the axis of integration */
    double low[2], high[2]; /* rectangle about the centre */
    double big, distance;   /* circle; big < 0: the rectangle */
} slicing;

static double slice_area(const slicing *s, double z)
{
    double r = sqrt(fmax(0, s->r * s->r - z * z));
    if (r == 0) return 0;
    return s->big < 0 ? circle_rectangle(r, s->low, s->high) : circle_circle(r, s->big, s->distance);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Heights where the area as a function of height is not smooth: where the slice begins to touch a side or a corner. */
static int find_kinks(const slicing *s, double from, double to, double kink[20])
{
    double rho[8];
    int count = 0, n = 0;
    if (s->big < 0) {
        for (int k = 0; k < 2; k++) {
            rho[n++] = fabs(s->low[k]);
            rho[n++] = fabs(s->high[k]);
        }

        for (int k = 0; k < 4; k++) rho[n++] = hypot(k & 1 ? s->low[0] : s->high[0], k & 2 ? s->low[1] : s->high[1]);
    } else {
        rho[n++] = fabs(s->big - s->distance);
        rho[n++] = s->big + s->distance;
    }
    kink[count++] = from;
    kink[count++] = to;
    for (int k = 0; k < n; k++) {
        double z = rho[k] < s->r ? sqrt(s->r * s->r - rho[k] * rho[k]) : 0;
        if (z > from && z < to) kink[count++] = z;
        if (-z > from && -z < to) kink[count++] = -z;
    }
    qsort(kink, (size_t)count, sizeof *kink, ascending);
    return count;
}

/* Gauss-Legendre with 8 points between kinks, where areas start like the power 3/2 of the height: in t with height ~ 3
 * t^2 - 2 t^3 they are smooth. */
static double slice_volume(const slicing *s, double from, double to)
{
    static const double node[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    static const double weight[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    double kink[20], sum = 0;
    int count = find_kinks(s, from, to, kink);
    for (int k = 0; k + 1 < count; k++) {
        double length = kink[k + 1] - kink[k];
        for (int n = 0; n < 8; n++) {
            double t = 0.5 * (1 + (n & 1 ? node[n / 2] : -node[n / 2]));
            sum += 0.5 * weight[n / 2] * length * 6 * t * (1 - t)
                   * slice_area(s, kink[k] + length * t * t * (3 - 2 * t));
        }
    }
    return sum;
}

double rp_region_slab_share(int dimension, double r, double from, double to)
{
    double a = clamp(from, -r, r), b = clamp(to, -r, r);
    if (dimension == 2) return (half_plane(r, b) - half_plane(r, a)) / (M_PI * r * r);
    return (r * r * (b - a) - (b * b * b - a * a * a) / 3) * 0.75 / (r * r * r);
}

/* ---- one image ---- */

static double box_share(const rp_region *g, int dimension, rp_vec x, double r)
{
    double low[3] = {g->lower.x - x.x, g->lower.y - x.y, g->lower.z - x.z},
           high[3] = {g->upper.x - x.x, g->upper.y - x.y, g->upper.z - x.z};
    int cut = 0, along = 2;
    for (int d = 0; d < 3; d++) {
        if (low[d] >= r || high[d] <= -r) return 0;
        if (low[d] > -r || high[d] < r) {
            cut++;
            along = d;
        }
    }
    if (cut == 0) return 1;
    if (cut == 1) return rp_region_slab_share(dimension, r, low[along], high[along]);
    if (dimension == 2) return circle_rectangle(r, low, high) / (M_PI * r * r);
    int p = (along + 1) % 3, q = (along + 2) % 3;
    slicing s = {.r = r,
                 .low = {clamp(low[p], -2 * r, 2 * r), clamp(low[q], -2 * r, 2 * r)},
                 .high = {clamp(high[p], -2 * r, 2 * r), clamp(high[q], -2 * r, 2 * r)},
                 .big = -1};
    return slice_volume(&s, fmax(low[along], -r), fmin(high[along], r)) / (4.0 / 3 * M_PI * r * r * r);
}

static double cylinder_share(const rp_region *g, int dimension, rp_vec x, double r)
{
    rp_vec d = rp_vec_sub(x, g->point);
    double along = rp_vec_dot(d, g->axis), away = rp_vec_norm(rp_vec_sub(d, rp_vec_scale(along, g->axis)));
    double from = g->from - along, to = g->to - along;
    if (away >= g->radius + r || from >= r || to <= -r) return 0;
    if (dimension == 2) return circle_circle(r, g->radius, away) / (M_PI * r * r);
    if (away + r <= g->radius) return rp_region_slab_share(3, r, from, to);
    slicing s = {.r = r, .big = g->radius, .distance = away};
    return slice_volume(&s, fmax(from, -r), fmin(to, r)) / (4.0 / 3 * M_PI * r * r * r);
}

/* Narrows the part [t[0], t[1]] of the line x + t b to low <= x + t b <= high. */
static void clip(double x, double b, double low, double high, double t[2])
{
    if (b == 0) {
        if (x < low || x > high) t[1] = t[0];
        return;
    }
    double one = (low - x) / b, two = (high - x) / b;
    t[0] = fmax(t[0], fmin(one, two));
    t[1] = fmin(t[1], fmax(one, two));
}

static double cylinder_cut(const rp_region *g, rp_vec x, rp_vec b)
{
    double t[2] = {0, 1};
    rp_vec d = rp_vec_sub(x, g->point);
    double da = rp_vec_dot(d, g->axis), ba = rp_vec_dot(b, g->axis);
    clip(da, ba, g->from, g->to, t);
    rp_vec across = rp_vec_sub(d, rp_vec_scale(da, g->axis)), step = rp_vec_sub(b, rp_vec_scale(ba, g->axis));
    double p = rp_vec_dot(step, step), q = rp_vec_dot(step, across),
           s = rp_vec_dot(across, across) - g->radius * g->radius, root = q * q - p * s;
    if (p == 0) return s <= 0 ? fmax(0, t[1] - t[0]) : 0;
    if (root <= 0) return 0;
    t[0] = fmax(t[0], (-q - sqrt(root)) / p);
    t[1] = fmin(t[1], (-q + sqrt(root)) / p);
    return fmax(0, t[1] - t[0]);
}

static double box_cut(const rp_region *g, rp_vec x, rp_vec b)
{
    double t[2] = {0, 1};
    clip(x.x, b.x, g->lower.x, g->upper.x, t);
    clip(x.y, b.y, g->lower.y, g->upper.y, t);
    clip(x.z, b.z, g->lower.z, g->upper.z, t);
    return fmax(0, t[1] - t[0]);
}

/* ---- all images ---- */

/* Along which axes images count: periodic ones where the region has an end. */
static void image_range(const rp_region *g, const rp_world *w, int most[3])
{
    for (int d = 0; d < 3; d++) {
        int ends = g->kind == RP_REGION_CYLINDER || isfinite(rp_vec_component(g->lower, d));
        most[d] = w->domain.bounded && w->domain.periodic[d] && d < w->dimension && ends;
    }
}

static rp_vec shifted(const rp_world *w, rp_vec x, int i, int j, int k)
{
    rp_vec period = i || j || k ? rp_vec_sub(w->domain.upper, w->domain.lower) : (rp_vec){0, 0, 0};
    if (j) x.x += j * w->domain.offset;
    return (rp_vec){x.x + (i ? i * period.x : 0), x.y + (j ? j * period.y : 0), x.z + (k ? k * period.z : 0)};
}

double rp_region_share(const rp_region *g, const rp_world *w, rp_vec x, double r)
{
    int most[3];
    double share = 0;
    if (g->kind == RP_REGION_ALL) return 1;
    image_range(g, w, most);
    for (int i = -most[0]; i <= most[0]; i++)
        for (int j = -most[1]; j <= most[1]; j++)
            for (int k = -most[2]; k <= most[2]; k++) {
                rp_vec at = shifted(w, x, i, j, k);
                share += g->kind == RP_REGION_BOX ? box_share(g, w->dimension, at, r)
                                                  : cylinder_share(g, w->dimension, at, r);
            }
    return share;
}

double rp_region_cut(const rp_region *g, const rp_world *w, rp_vec x, rp_vec branch)
{
    int most[3];
    double share = 0;
    rp_vec b = rp_vec_scale(-1, branch);
    if (g->kind == RP_REGION_ALL) return 1;
    image_range(g, w, most);
    for (int i = -most[0]; i <= most[0]; i++)
        for (int j = -most[1]; j <= most[1]; j++)
            for (int k = -most[2]; k <= most[2]; k++) {
                rp_vec at = shifted(w, x, i, j, k);
                share += g->kind == RP_REGION_BOX ? box_cut(g, at, b) : cylinder_cut(g, at, b);
            }
    return share;
}

rp_vec rp_region_nearest(const rp_region *g, const rp_world *w, rp_vec x)
{
    int most[3], shift[3] = {0, 0, 0};
    if (g->kind == RP_REGION_ALL) return x;
    image_range(g, w, most);
    for (int d = 0; d < 3; d++) {
        double middle = g->kind == RP_REGION_CYLINDER
                            ? rp_vec_component(g->point, d)
                            : 0.5 * (rp_vec_component(g->lower, d) + rp_vec_component(g->upper, d));
        double period = rp_vec_component(w->domain.upper, d) - rp_vec_component(w->domain.lower, d);
        if (most[d]) shift[d] = (int)rint((middle - rp_vec_component(x, d)) / period);
    }
    return shifted(w, x, shift[0], shift[1], shift[2]);
}

/* ---- volume ---- */

static double particles_extent(const rp_world *w, int axis)
{
    const rp_particles *p = &w->particles;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        double x = (&p->row[i].x)[axis], r = p->row[i].r;
        low = fmin(low, x - r);
        high = fmax(high, x + r);
    }
    return high - low;
}

double rp_region_extent(const rp_world *w, int axis)
{
    double between = rp_world_facing_walls(w, axis);
    if (!isnan(between)) return between;
    return w->domain.bounded ? rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis)
                             : particles_extent(w, axis);
}

double rp_region_volume(const rp_region *g, const rp_world *w)
{
    double volume = w->dimension == 2 ? w->thickness : 1;
    if (g->kind == RP_REGION_CYLINDER)
        return M_PI * g->radius * g->radius * (w->dimension == 2 ? w->thickness : g->to - g->from);
    for (int d = 0; d < w->dimension; d++) {
        double length = g->kind == RP_REGION_BOX ? rp_vec_component(g->upper, d) - rp_vec_component(g->lower, d)
                                                 : INFINITY;
        volume *= isfinite(length) ? length : rp_region_extent(w, d);
    }
    return volume;
}

/* ---- reading ---- */

void rp_region_read_box(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}};
    g->kind = RP_REGION_BOX;
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &g->lower, &g->upper);
    if (r->dimension == 2) {
        g->lower.z = -INFINITY;
        g->upper.z = INFINITY;
    }
}

void rp_region_read_cylinder(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys_2d[] = {{"point", RP_REQUIRED}, {"radius", RP_REQUIRED}};
    static const rp_key keys_3d[] = {{"point", RP_REQUIRED},
                                     {"radius", RP_REQUIRED},
                                     {"axis", RP_REQUIRED},
                                     {"from", RP_REQUIRED},
                                     {"to", RP_REQUIRED}};
    g->kind = RP_REGION_CYLINDER;
    if (!(r->dimension == 2 ? RP_READ_MAP(r, node, keys_2d) : RP_READ_MAP(r, node, keys_3d))) return;
    g->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    g->radius = rp_read_number(r, node, "radius", rp_bound_positive("m"), NAN);
    g->axis = (rp_vec){0, 0, 1};
    g->from = -INFINITY;
    g->to = INFINITY;
    if (r->dimension == 2) return;
    g->axis = rp_read_direction(r, node, "axis");
    rp_read_range(r, node, "from", "to", "m", &g->from, &g->to);
}
