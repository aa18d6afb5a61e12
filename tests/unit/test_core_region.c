/* Shares of particles and contacts in regions, against closed forms and against each other. */
#include <math.h>
#include "testing.h"

#include "base/random.h"
#include "core/region.h"

static rp_world flat = {.dimension = 2, .thickness = 1}, solid = {.dimension = 3, .thickness = 1};

static rp_region box(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return (rp_region){.kind = RP_REGION_BOX, .lower = {x0, y0, z0}, .upper = {x1, y1, z1}};
}

static void near(double value, double expected, double tolerance)
{
    if (fabs(value - expected) > tolerance) fail_msg("%.17g, expected %.17g within %g", value, expected, tolerance);
}

/* Planes: a cap of height h of a sphere has the volume pi h^2 (3 r - h)/3, a segment of a disc r^2 (a - sin a cos a)
 * with cos a = 1 - h/r. To rounding. */
static void slabs_are_exact(void **state)
{
    (void)state;
    const double r = 0.7;
    for (double h = 0.05; h < 2 * r; h += 0.13) {
        double a = acos(1 - h / r), ball = 4.0 / 3 * M_PI * r * r * r;
        near(rp_region_slab_share(3, r, -r, h - r), M_PI * h * h * (3 * r - h) / 3 / ball, 1e-15);
        near(rp_region_slab_share(2, r, -r, h - r), (a - sin(a) * cos(a)) / M_PI, 1e-15);
        rp_region g = box(-INFINITY, -INFINITY, -INFINITY, INFINITY, INFINITY, h - r);
        near(rp_region_share(&g, &solid, rp_vec_make(3, 2, 0), r), rp_region_slab_share(3, r, -INFINITY, h - r), 1e-15);
    }
}

/* Corners in the middle of a particle, boxes inside of one, and boxes that tile space: shares sum up to 1. Slices give
 * 1e-8, discs rounding. */
static void boxes_tile(void **state)
{
    (void)state;
    rp_random random = rp_random_stream(7, RP_RANDOM_PLACE, 0, 0);
    rp_region corner = box(0, 0, 0, 9, 9, 9), edge = box(0, 0, -9, 9, 9, 9),
              inside = box(-0.2, -0.3, -0.1, 0.3, 0.1, 0.2);
    near(rp_region_share(&corner, &solid, rp_vec_make(0, 0, 0), 1), 0.125, 1e-8);
    near(rp_region_share(&edge, &solid, rp_vec_make(0, 0, 0), 1), 0.25, 1e-8);
    near(rp_region_share(&inside, &solid, rp_vec_make(0, 0, 0), 1), 0.5 * 0.4 * 0.3 / (4.0 / 3 * M_PI), 1e-8);
    for (int n = 0; n < 200; n++) {
        double x[3], sum[2] = {0, 0}, cut = 0;
        for (int d = 0; d < 3; d++) x[d] = 2.4 * rp_random_uniform(&random) - 1.2;
        rp_vec branch = {rp_random_uniform(&random) - 0.5, rp_random_uniform(&random) - 0.5,
                         rp_random_uniform(&random)};
        for (int k = 0; k < 8; k++) {
            rp_region g = box(k & 1 ? x[0] : -9, k & 2 ? x[1] : -9, k & 4 ? x[2] : -9, k & 1 ? 9 : x[0],
                              k & 2 ? 9 : x[1], k & 4 ? 9 : x[2]);
            double share = rp_region_share(&g, &solid, rp_vec_make(0, 0, 0), 1);
            assert_true(share >= 0 && share < 1 + 1e-12);
            sum[1] += share;
            cut += rp_region_cut(&g, &solid, rp_vec_make(0.1, 0.2, 0.3), branch);
            g.lower.z = -INFINITY;
            g.upper.z = INFINITY;
            if (k < 4) sum[0] += rp_region_share(&g, &flat, rp_vec_make(0, 0, 0), 1);
        }
        near(sum[0], 1, 1e-14);
        near(sum[1], 1, 2e-8);
        near(cut, 1, 1e-14);
    }
}

/* A hole drilled through the middle of a ball leaves 4/3 pi (r^2 - R^2)^(3/2); Viviani's body has (2/3)(pi - 4/3) r^3;
 * a disc cut by a circle of its own size whose centre is a radius away has 2 pi/3 - sqrt(3)/2 of r^2. */
static void cylinders(void **state)
{
    (void)state;
    rp_region hole = {.kind = RP_REGION_CYLINDER, .axis = {0, 0, 1}, .radius = 0.6, .from = -9, .to = 9},
              viviani = hole, lens = hole;
    double ball = 4.0 / 3 * M_PI;
    near(rp_region_share(&hole, &solid, rp_vec_make(0, 0, 0), 1), 1 - pow(1 - 0.36, 1.5), 1e-8);
    viviani.radius = 0.5;
    viviani.point = rp_vec_make(0.3, 0.4, 0);
    near(rp_region_share(&viviani, &solid, rp_vec_make(0, 0, 0), 1), (2.0 / 3) * (M_PI - 4.0 / 3) / ball, 1e-7);
    viviani.from = 0;
    near(rp_region_share(&viviani, &solid, rp_vec_make(0, 0, 0), 1), (1.0 / 3) * (M_PI - 4.0 / 3) / ball, 1e-7);
    lens.radius = 1;
    lens.from = -INFINITY;
    lens.to = INFINITY;
    near(rp_region_share(&lens, &flat, rp_vec_make(0.6, 0.8, 0), 1), (2 * M_PI / 3 - sqrt(3) / 2) / M_PI, 1e-14);
    near(rp_region_cut(&hole, &solid, rp_vec_make(2, 0, 0), rp_vec_make(4, 0, 0)), 0.3, 1e-15);
    near(rp_region_cut(&hole, &solid, rp_vec_make(2, 0.7, 0), rp_vec_make(4, 0, 0)), 0, 0);
}

/* A particle on a periodic border counts on both sides, and its image is the one nearest to the region. */
static void images_count(void **state)
{
    (void)state;
    rp_world w = {.dimension = 2,
                  .thickness = 0.5,
                  .domain = {.bounded = 1, .lower = {0, 0, 0}, .upper = {2, 1, 0}, .periodic = {1, 0, 0}}};
    rp_region left = box(0, 0, -INFINITY, 0.5, 1, INFINITY), right = box(1.5, 0, -INFINITY, 2, 1, INFINITY),
              slab = box(-INFINITY, 0.25, -INFINITY, INFINITY, 0.75, INFINITY);
    near(rp_region_share(&left, &w, rp_vec_make(1.99, 0.5, 0), 0.1)
             + rp_region_share(&right, &w, rp_vec_make(1.99, 0.5, 0), 0.1),
         1, 1e-14);
    assert_true(rp_region_share(&left, &w, rp_vec_make(1.99, 0.5, 0), 0.1) > 0.4);
    near(rp_region_nearest(&left, &w, rp_vec_make(1.99, 0.5, 0)).x, -0.01, 1e-15);
    near(rp_region_cut(&left, &w, rp_vec_make(1.95, 0.5, 0), rp_vec_make(-0.2, 0, 0)), 0.75, 1e-14);
    near(rp_region_share(&slab, &w, rp_vec_make(1.99, 0.5, 0), 0.1), 1, 0);
    near(rp_region_volume(&slab, &w), 2 * 0.5 * 0.5, 1e-15);
    near(rp_region_volume(&left, &w), 0.25, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slabs_are_exact), cmocka_unit_test(boxes_tile),
                                       cmocka_unit_test(cylinders), cmocka_unit_test(images_count)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
