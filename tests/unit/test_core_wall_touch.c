/* Where polygons meet segments, against a slow independent computation: whether they overlap, how far apart they are,
 * which features touch. */
#include "testing.h"

#include <math.h>
#include "base/random.h"
#include "core/manifold.h"
#include "core/wall_shape.h"
#include "core/wall_touch.h"

static double point_to_line(rp_point p, rp_point a, rp_point b)
{
    rp_point ab = rp_point_sub(b, a), ap = rp_point_sub(p, a);
    double t = fmin(1, fmax(0, rp_point_dot(ab, ap) / rp_point_dot(ab, ab)));
    rp_point d = rp_point_sub(ap, rp_point_scale(t, ab));
    return sqrt(rp_point_dot(d, d));
}

static int cross(rp_point a, rp_point b, rp_point c, rp_point d)
{
    double p = rp_point_cross(rp_point_sub(b, a), rp_point_sub(c, a)),
           q = rp_point_cross(rp_point_sub(b, a), rp_point_sub(d, a));
    double r = rp_point_cross(rp_point_sub(d, c), rp_point_sub(a, c)),
           s = rp_point_cross(rp_point_sub(d, c), rp_point_sub(b, c));
    return (p > 0) != (q > 0) && (r > 0) != (s > 0);
}

static int inside(const rp_point *v, int n, rp_point p)
{
    for (int k = 0; k < n; k++)
        if (rp_point_cross(rp_point_sub(v[(k + 1) % n], v[k]), rp_point_sub(p, v[k])) < 0) return 0;
    return 1;
}

/* Distance, 0 if they overlap. */
static double slow_distance(const rp_point *v, int n, rp_point a, rp_point b)
{
    double least = INFINITY;
    if (inside(v, n, a) || inside(v, n, b)) return 0;
    for (int k = 0; k < n; k++) {
        rp_point c = v[k], d = v[(k + 1) % n];
        if (cross(a, b, c, d)) return 0;
        least = fmin(fmin(least, fmin(point_to_line(a, c, d), point_to_line(b, c, d))),
                     fmin(point_to_line(c, a, b), point_to_line(d, a, b)));
    }
    return least;
}

/* The least way along which a translation takes the segment out of the polygon: over all sides and both faces. */
static double slow_depth(const rp_point *v, int n, rp_point a, rp_point b)
{
    double best = INFINITY;
    for (int k = 0; k < n + 2; k++) {
        rp_point from = k < n ? v[k] : a, to = k < n ? v[(k + 1) % n] : b, s = rp_point_sub(to, from);
        double sign = k == n + 1 ? -1 : 1, length = sqrt(rp_point_dot(s, s)), most = -INFINITY;
        for (int i = 0; i < (k < n ? 2 : n); i++) {
            rp_point p = k < n ? (i ? b : a) : v[i];
            most = fmax(most, sign * rp_point_cross(s, rp_point_sub(p, from)) / length);
        }
        best = fmin(best, most);
    }
    return best;
}

static int draw(rp_random *r, rp_point *v)
{
    int n = 3 + (int)rp_random_range(r, 0, 6);
    for (int k = 0; k < n; k++) {
        double angle = 2 * M_PI * (k + 0.8 * (rp_random_range(r, 0, 1) - 0.5)) / n;
        v[k] = (rp_point){cos(angle), sin(angle)};
    }
    rp_polygon_centre(v, n, 1);
    return n;
}

static void test_random(void **state)
{
    (void)state;
    int apart = 0, overlapping = 0;
    for (uint64_t run = 0; run < 200000; run++) {
        rp_random r = rp_random_stream(3, RP_RANDOM_TEST, run, 0);
        rp_point v[16];
        int n = draw(&r, v), found = 0;
        rp_point a = {rp_random_range(&r, -2, 2), rp_random_range(&r, -2, 2)},
                 b = {rp_random_range(&r, -2, 2), rp_random_range(&r, -2, 2)};
        rp_wall w = {.shape = rp_wall_shape_find("segment"),
                     .dimension = 2,
                     .point = {a.x, a.y, 0},
                     .side = {{b.x - a.x, b.y - a.y, 0}}};
        double gap = INFINITY, slow = slow_distance(v, n, a, b);
        for (int k = 0; k < rp_wall_touch_features(&w, n); k++) {
            const rp_shape_def form = {.shape = &rp_shape_polygon, .corners = n, .corner = &v[0].x};
            rp_wall_touch t;
            if (!rp_wall_touch_find(&w, 0, k, (rp_vec){0, 0, 0}, &form, &t)) continue;
            gap = fmin(gap, t.gap);
            found++;
            assert_true(fabs(rp_vec_dot(t.e, t.e) - 1) < 1e-12);
        }
        assert_true(found == 1 || found == 2);
        if (slow > 0) {
            if (fabs(gap - slow) > 1e-9)
                fail_msg("run %llu: gap %.17g, distance %.17g", (unsigned long long)run, gap, slow);
            apart++;
        } else {
            double depth = slow_depth(v, n, a, b);
            if (fabs(gap + depth) > 1e-9 && depth > 1e-9)
                fail_msg("run %llu: gap %.17g, depth %.17g", (unsigned long long)run, gap, depth);
            overlapping++;
        }
    }
    assert_true(apart > 50000 && overlapping > 50000);
}

/* The same of two polygons that stand apart: the gap is their distance. */
static void test_polygons_apart(void **state)
{
    (void)state;
    int apart = 0;
    for (uint64_t run = 0; run < 100000; run++) {
        rp_random r = rp_random_stream(4, RP_RANDOM_TEST, run, 0);
        rp_point a[16], b[16];
        int na = draw(&r, a), nb = draw(&r, b);
        rp_point d = {rp_random_range(&r, -2.2, 2.2), rp_random_range(&r, -2.2, 2.2)};
        double slow = INFINITY;
        for (int k = 0; k < nb; k++) b[k] = rp_point_add(b[k], d);
        for (int k = 0; k < nb; k++) slow = fmin(slow, slow_distance(a, na, b[k], b[(k + 1) % nb]));
        if (slow == 0 || inside(a, na, b[0]) || inside(b, nb, a[0])) continue;
        rp_manifold m;
        rp_manifold_polygons(a, na, b, nb, &m);
        double gap = m.count > 1 ? fmin(m.gap[0], m.gap[1]) : m.gap[0];
        if (fabs(gap - slow) > 1e-9)
            fail_msg("run %llu: gap %.17g, distance %.17g", (unsigned long long)run, gap, slow);
        apart++;
    }
    assert_true(apart > 30000);
}

/* A square on a line, whole and over its end: which two features, and that they do not depend on whose side counts. */
static void test_features(void **state)
{
    (void)state;
    const rp_point square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const struct {
        double from, to;
        int one, other;
    } at[] = {{-5, 5, 0, 1}, {-5, 0.3, 0, 5}, {-0.4, 5, 4, 1}, {-0.4, 0.3, 4, 5}};
    for (int c = 0; c < 4; c++)
        for (int tilt = -1; tilt <= 1; tilt++) {
            double lift = tilt * 1e-4; /* of the far end: the other's side is the one that counts then */
            rp_wall w = {.shape = rp_wall_shape_find("segment"),
                         .dimension = 2,
                         .point = {at[c].from, -0.99, 0},
                         .side = {{at[c].to - at[c].from, lift, 0}}};
            for (int k = 0; k < 6; k++) {
                const rp_shape_def form = {.shape = &rp_shape_polygon, .corners = 4, .corner = &square[0].x};
                rp_wall_touch t;
                int found = rp_wall_touch_find(&w, 0, k, (rp_vec){0, 0, 0}, &form, &t);
                assert_int_equal(found, k == at[c].one || k == at[c].other);
                if (!found) continue;
                assert_true(fabs(t.gap + 0.01) < 2e-4 && fabs(t.e.y - 1) < 1e-7);
                double x = k == 0 ? -1 : k == 1 ? 1 : k == 4 ? at[c].from : at[c].to;
                assert_true(fabs(t.arm.x - x) < 1e-5 && fabs(t.arm.y + 0.995) < 2e-4);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_polygons_apart),
                                       cmocka_unit_test(test_features)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
