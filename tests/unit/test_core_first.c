/* First contact of a ball with a set of which only the distance is known, against sets whose contacts have closed
 * forms: many balls at once (not convex, with kinks where the nearest one changes), and the inside of a cylinder. */
#include "testing.h"

#include <math.h>
#include "base/random.h"
#include "core/first.h"

enum { BALLS = 12 };

typedef struct scene {
    rp_vec centre[BALLS];
    double radius[BALLS];
    double drum; /* > 0: inside of a cylinder about z of this radius, instead of the balls */
    rp_vec x, v, a;
    double r;
    long calls;
} scene;

static rp_first_state motion(const void *context, double s)
{
    scene *q = (scene *)(uintptr_t)context;
    rp_first_state now = {.x = rp_vec_add(q->x, rp_vec_scale(s, rp_vec_add(q->v, rp_vec_scale(0.5 * s, q->a)))),
                          .v = rp_vec_add(q->v, rp_vec_scale(s, q->a)),
                          .gap = INFINITY};
    q->calls++;
    if (q->drum > 0) {
        double rho = hypot(now.x.x, now.x.y);
        now.gap = q->drum - rho - q->r;
        now.slope = -(now.x.x * now.v.x + now.x.y * now.v.y) / rho;
        return now;
    }
    for (int k = 0; k < BALLS; k++) {
        rp_vec d = rp_vec_sub(now.x, q->centre[k]);
        double distance = rp_vec_norm(d);
        if (distance - q->radius[k] - q->r >= now.gap) continue;
        now.gap = distance - q->radius[k] - q->r;
        now.slope = rp_vec_dot(d, now.v) / distance;
    }
    return now;
}

static double exact(const scene *q, double end)
{
    double first = INFINITY;
    if (q->drum > 0) {
        rp_vec x = {q->x.x, q->x.y, 0}, v = {q->v.x, q->v.y, 0}, a = {q->a.x, q->a.y, 0};
        return rp_first_distance(x, v, a, q->drum - q->r, -1, end);
    }
    for (int k = 0; k < BALLS; k++)
        first = fmin(first, rp_first_distance(rp_vec_sub(q->x, q->centre[k]), q->v, q->a, q->r + q->radius[k], 1, end));
    return first;
}

static rp_vec drawn(rp_random *r, double size)
{
    return rp_vec_make(rp_random_range(r, -size, size), rp_random_range(r, -size, size),
                       rp_random_range(r, -size, size));
}

static scene draw(uint64_t run, int drum)
{
    rp_random r = rp_random_stream(11, RP_RANDOM_TEST, run, (uint32_t)drum);
    scene q = {.r = pow(10, rp_random_range(&r, -3, 0)), .v = drawn(&r, 2), .a = drawn(&r, run % 2 ? 10 : 0)};
    for (int k = 0; k < BALLS; k++) {
        q.centre[k] = drawn(&r, 3);
        q.radius[k] = rp_random_range(&r, 0, 0.6);
    }
    q.drum = drum ? q.r + rp_random_range(&r, 0.01, 3) : 0;
    if (drum) q.x = rp_vec_scale(0.5 * (q.drum - q.r), drawn(&r, 1));
    else q.x = drawn(&r, 3);
    return q;
}

/* Times to 1e-12 of the flight so far, where the approach is not so flat that rounding of the gap moves it farther:
 * eps |x| / |slope|. */
static void compare(scene *q, double end, int *hits)
{
    double expected = exact(q, end), found = rp_first_ball(motion, q, q->r, rp_vec_norm(q->a), end);
    if (!isfinite(expected) || !isfinite(found)) {
        assert_true(isfinite(expected) == isfinite(found));
        return;
    }
    rp_first_state now = motion(q, expected);
    double tolerance = 1e-12 * expected + 4e-15 / fabs(now.slope);
    if (fabs(found - expected) > tolerance)
        fail_msg("found %.17g, expected %.17g, slope %g, radius %g", found, expected, now.slope, q->r);
    ++*hits;
}

static void test_against_closed_forms(void **state)
{
    (void)state;
    for (int drum = 0; drum < 2; drum++) {
        int hits = 0, runs = 0;
        long calls = 0, most = 0;
        for (uint64_t run = 0; run < 20000; run++) {
            scene q = draw(run, drum);
            if (!(motion(&q, 0).gap > 0)) continue;
            q.calls = 0;
            compare(&q, 3, &hits);
            runs++;
            calls += q.calls;
            most = q.calls > most ? q.calls : most;
        }
        print_message("%d flights, %d contacts, %.1f distances a flight, at most %ld\n", runs, hits,
                      (double)calls / runs, most);
        assert_true(hits > 1500 && runs > 5000);
        assert_true(calls < 20L * runs && most < 300);
    }
}

/* Contacts that barely happen: the way passes a ball's surface by a little less, or more, than nothing. */
static void test_grazing(void **state)
{
    (void)state;
    for (int k = 3; k <= 9; k++)
        for (int side = -1; side <= 1; side += 2) {
            double depth = side * pow(10, -k);
            scene q = {.r = 1, .radius = {1}, .x = {-10, 2 - depth, 0}, .v = {1, 0, 0}};
            for (int n = 1; n < BALLS; n++) q.centre[n] = rp_vec_make(0, 100, 0);
            double found = rp_first_ball(motion, &q, q.r, 0, 20);
            if (side < 0) assert_true(isinf(found));
            /* rounding of the gap, 4e-16, over a slope of sqrt(depth) */
            else assert_true(fabs(found - (10 - sqrt(4 - (2 - depth) * (2 - depth)))) < 1e-14 / sqrt(depth));
        }
}

/* After a collision: a hop on the inside of a drum, starting in contact, comes down where it should. */
static void test_hops(void **state)
{
    (void)state;
    for (int k = 0; k <= 6; k++)
        for (int lift = -1; lift <= 1; lift++) {
            double up = pow(10, -k), top = 2 - 1 + lift * 1e-16;
            scene q = {.drum = 2, .r = 1, .x = {0, -top, 0}, .v = {1, up, 0}, .a = {0, -9.81, 0}};
            double found = rp_first_ball(motion, &q, q.r, 9.81, 10);
            /* height over the wall: |x|^2 = 1 with x = (s, -1 + up s - 4.905 s^2), a cubic in s after one root 0 */
            double s = fmin(1, 2 * up / (9.81 + 1));
            for (int n = 0; n < 100; n++) {
                double y = up - 4.905 * s, f = s + s * y * y - 2 * y,
                       slope = 1 + y * y + 2 * s * y * -4.905 + 2 * 4.905;
                s -= f / slope;
            }
            if (fabs(found - s) > 1e-9 * s + 1e-14 / up) fail_msg("up %g: found %.17g, expected %.17g", up, found, s);
            assert_true(q.calls < 300);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_closed_forms), cmocka_unit_test(test_grazing),
                                       cmocka_unit_test(test_hops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
