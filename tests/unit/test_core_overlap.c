/* Polygons: moments in closed form, what counts as convex, and overlaps by hand and against the slow computation. */
#include "overlaps.h"

#include "base/angle.h"

static void assert_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance)) fail_msg("%.17g instead of %.17g", found, wanted);
}

/* Rounding of ten operations. */
static const double ROUNDING = 4e-15;

static void moments_in_closed_form(void **state)
{
    (void)state;
    for (int n = 3; n <= RP_CORNERS_MAX;
         n++) { /* regular: A = n/2 sin(2 pi/n), J = A (2 + cos(2 pi/n)) / 6 for circumradius 1 */
        rp_point v[RP_CORNERS_MAX];
        rp_polygon_regular(n, v);
        for (int k = 0; k < n; k++) v[k] = rp_point_add(v[k], (rp_point){3, -2});
        rp_moments m = rp_polygon_moments(v, n);
        assert_near(m.area, 0.5 * n * sin(2 * M_PI / n), 4 * ROUNDING);
        assert_near(m.second, m.area * (2 + cos(2 * M_PI / n)) / 6, 16 * ROUNDING);
        assert_near(m.centroid.x, 3, 2 * ROUNDING);
        assert_near(m.centroid.y, -2, 2 * ROUNDING);
        assert_int_equal(rp_polygon_turns(v, n), 1);
    }
    rp_point right[3] = {{0, 0}, {3, 0}, {0, 6}}; /* b h / 2; a third of the way; b h (b^2 + h^2) / 36 */
    rp_moments m = rp_polygon_moments(right, 3);
    assert_near(m.area, 9, ROUNDING);
    assert_near(m.centroid.x, 1, ROUNDING);
    assert_near(m.centroid.y, 2, ROUNDING);
    assert_near(m.second, 18 * 45 / 36.0, 30 * ROUNDING);
}

static void only_convex_corners_pass(void **state)
{
    (void)state;
    rp_point square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, clockwise[4] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    rp_point dart[4] = {{0, 0}, {2, 0}, {0.4, 0.4}, {0, 2}}, straight[4] = {{0, 0}, {1, 0}, {2, 0}, {1, 1}},
             bow[4] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    rp_point star[5];
    for (int k = 0; k < 5; k++) rp_angle_sincos(4 * M_PI * k / 5, &star[k].y, &star[k].x);
    assert_int_equal(rp_polygon_turns(square, 4), 1);
    assert_int_equal(rp_polygon_turns(clockwise, 4), -1);
    assert_int_equal(rp_polygon_turns(dart, 4), 0);
    assert_int_equal(rp_polygon_turns(straight, 4), 0);
    assert_int_equal(rp_polygon_turns(bow, 4), 0);
    assert_int_equal(rp_polygon_turns(star, 5), 0); /* turns left everywhere, but winds twice */
    assert_int_equal(rp_polygon_turns(square, 2), 0);
    assert_near(rp_polygon_centre(clockwise, 4, 0), sqrt(0.5), ROUNDING);
    assert_int_equal(rp_polygon_turns(clockwise, 4), 1);
}

/* libm's are good to an ulp; ours to two. */
static void angles_agree_with_libm(void **state)
{
    (void)state;
    for (int n = 0; n < 200000; n++) {
        rp_random z = rp_random_stream(3, RP_RANDOM_TEST, (uint64_t)n, 0);
        double x = rp_random_range(&z, -10, 10) * pow(10, rp_random_range(&z, -5, 4)), s, c;
        rp_angle_sincos(x, &s, &c);
        assert_near(s, sin(x), 3.4e-16);
        assert_near(c, cos(x), 3.4e-16);
        double at = rp_random_range(&z, -M_PI, M_PI), r = exp(x / 1e5);
        assert_near(rp_angle_of(r * sin(at), r * cos(at)), atan2(r * sin(at), r * cos(at)), 1e-15);
    }
}

static const rp_point unit[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

static int against_unit(double x, double y, double width, double height, rp_overlap *o)
{
    rp_point b[4] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    return rp_overlap_polygons(unit, 4, b, 4, o);
}

static void squares_by_hand(void **state)
{
    (void)state;
    rp_overlap o;
    assert_int_equal(against_unit(1, 0, 1, 1, &o), 0);      /* side on side */
    assert_int_equal(against_unit(1, 1, 1, 1, &o), 0);      /* corner on corner */
    assert_int_equal(against_unit(1, 0.25, 1, 0.5, &o), 0); /* a short side on a long one */
    assert_int_equal(against_unit(5, 0, 1, 1, &o), 0);
    assert_int_equal(against_unit(0.75, 0, 1, 1, &o), 1); /* a quarter, sides flush: the line is a whole side */
    assert_near(o.area, 0.25, ROUNDING);
    assert_near(o.line, 1, ROUNDING);
    assert_near(o.normal.x, -1, ROUNDING);
    assert_near(o.centroid.x, 0.875, ROUNDING);
    assert_int_equal(against_unit(0.9, 0.8, 1, 1, &o), 1); /* corner in corner: line from (0.9, 1) to (1, 0.8) */
    assert_near(o.area, 0.02, ROUNDING);
    assert_near(o.line, hypot(0.1, 0.2), ROUNDING);
    assert_near(o.depth, 0.4 / sqrt(5), ROUNDING); /* the diagonal across the line: (0.1 x 2 + 0.2) / sqrt(5) */
    assert_near(o.normal.x, -2 / sqrt(5), ROUNDING);
    assert_near(o.normal.y, -1 / sqrt(5), ROUNDING);
    assert_int_equal(o.crossings, 2);
    assert_int_equal(against_unit(-1, 0.4, 3, 0.1, &o),
                     1); /* a bar right through: four crossings, and no side to push to */
    assert_int_equal(o.crossings, 4);
    assert_near(o.area, 0.1, ROUNDING);
    assert_near(o.line, 0, ROUNDING);
    assert_near(o.normal.y, 1, 1e-12);                         /* the centres': (0.5, 0.5) from (0.5, 0.45) */
    assert_int_equal(against_unit(0.1, 0.2, 0.2, 0.2, &o), 1); /* nested */
    assert_near(o.area, 0.04, ROUNDING);
    assert_int_equal(o.crossings, 0);
    assert_near(o.normal.x, 0.3 / hypot(0.3, 0.2), 1e-12);
    assert_int_equal(against_unit(0, 0, 1, 1, &o), 1); /* the same twice */
    assert_near(o.area, 1, ROUNDING);
    assert_true(isfinite(o.normal.x + o.normal.y));
}

static void discs_by_hand(void **state)
{
    (void)state;
    rp_overlap o;
    assert_int_equal(rp_overlap_disc(unit, 4, (rp_point){1.5, 0.5}, 0.5, &o), 0);
    assert_int_equal(rp_overlap_disc(unit, 4, (rp_point){1.4, 0.5}, 0.5, &o),
                     1); /* a segment of height 0.1: r^2 acos(1 - h/r) - (r - h) sqrt(2 r h - h^2) */
    assert_near(o.area, 0.25 * acos(0.8) - 0.4 * 0.3, ROUNDING);
    assert_near(o.line, 0.6, ROUNDING);
    assert_near(o.normal.x, -1, ROUNDING);
    assert_near(o.centroid.x, 1.4 - 2.0 / 3 * 0.027 / o.area, ROUNDING); /* (2/3) (c/2)^3 / A from the centre */
    for (double h = 1e-12; h < 1e-3; h *= 10) { /* shallow: A = (4/3) sqrt(2 r) h^1.5 (1 - 3 h / (20 r) ...), with all
                                                   its digits but those of h itself */
        double far = 1.5 - h, depth = 1.5 - far;
        assert_int_equal(rp_overlap_disc(unit, 4, (rp_point){far, 0.5}, 0.5, &o), 1);
        assert_near(o.area / (4.0 / 3 * pow(depth, 1.5) * (1 - 0.3 * depth)), 1, 1e-13 + depth * depth + 2e-16 / depth);
    }
    assert_int_equal(rp_overlap_disc(unit, 4, (rp_point){0.5, 0.4}, 0.25, &o), 1); /* nested */
    assert_near(o.area, M_PI / 16, ROUNDING);
    assert_near(o.normal.y, 1, ROUNDING);
    assert_int_equal(rp_overlap_disc(unit, 4, (rp_point){0.5, 0.5}, 2, &o), 1); /* the polygon within the disc */
    assert_near(o.area, 1, ROUNDING);
}

static void ten_thousand_pairs(void **state)
{
    (void)state;
    check_pairs(10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_in_closed_form), cmocka_unit_test(only_convex_corners_pass),
        cmocka_unit_test(angles_agree_with_libm), cmocka_unit_test(squares_by_hand),
        cmocka_unit_test(discs_by_hand),          cmocka_unit_test(ten_thousand_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
