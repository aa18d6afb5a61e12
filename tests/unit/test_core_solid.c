/* Overlaps of convex polyhedra: closed forms, the gradient of the volume, and the slow computation. */
#include "solids.h"

/* Rounding of some tens of operations on numbers of 1. */
static const double ROUNDING = 1e-14;

/* Boxes along the axes share a box. */
static void boxes_share_a_box(void **state)
{
    stone a, b;
    rp_solid_overlap o;
    (void)state;
    make_box(&a, 1, 2, 3);
    make_box(&b, 2, 1, 1);
    assert_true(rp_solid_overlap_pair(&a.solid, &b.solid, rp_vec_make(1.4, 1.2, 0.25), &o));
    /* x: a from -0.5, b to -0.4; y: a from -1, b to -0.7; z: b from -0.75 to 0.25 */
    assert_near(o.volume, 0.1 * 0.3 * 1, ROUNDING);
    assert_near_vec(o.centroid, rp_vec_make(-0.45, -0.85, -0.25), ROUNDING);
    assert_near_vec(n_of(&o), rp_vec_make(-0.3, -0.1, 0), ROUNDING);
    assert_false(rp_solid_overlap_pair(&a.solid, &b.solid, rp_vec_make(1.5, 0, 0), &o)); /* they touch */
}

/* A face of 1 x 2 in a larger one: 1/12 of the squares of its sides. */
static void the_spread_of_a_face(void **state)
{
    stone a, b;
    rp_solid_overlap o;
    (void)state;
    make_box(&a, 1, 2, 3);
    make_box(&b, 4, 4, 4);
    assert_true(rp_solid_overlap_pair(&a.solid, &b.solid, rp_vec_make(0.3, 0.2, 3.4), &o));
    assert_near_vec(o.normal, rp_vec_make(0, 0, 1), ROUNDING);
    assert_near_vec(o.push, rp_vec_make(0, 0, -1.45), ROUNDING);
    assert_near_vec(o.middle, o.push, ROUNDING);
    assert_near(o.flat, 2, ROUNDING);
    assert_near_vec(o.spread[0], rp_vec_make(1 / 12.0, 0, 0), ROUNDING);
    assert_near_vec(o.spread[1], rp_vec_make(0, 4 / 12.0, 0), ROUNDING);
    assert_near_vec(o.spread[2], rp_vec_make(0, 0, 0), ROUNDING);
}

/* Sides of both lie in the same planes, exactly and by rounding. */
static void boxes_in_a_tower(void **state)
{
    stone box, a;
    rp_solid_overlap o;
    rp_random r = rp_random_stream(3, RP_RANDOM_TEST, 0, 0);
    (void)state;
    make_box(&box, 1, 1, 1);
    for (int n = 0; n < 2000; n++) {
        double q[4] = {1, 0, 0, 0};
        const double deep = pow(10, -1 - 7 * rp_random_uniform(&r));
        if (n) random_turn(&r, q);
        turn_stone(&box, q, &a);
        const rp_vec up = rp_quaternion_turn(q, rp_vec_make(0, 0, 1));
        assert_true(rp_solid_overlap_pair(&a.solid, &a.solid, rp_vec_scale(1 - deep, up), &o));
        assert_near(o.volume, deep, ROUNDING);
        /* sides count or not by rounding: their parts of the surface are as small as the depth */
        assert_near(o.area, 1, ROUNDING + 2 * deep * deep);
        assert_true(o.depth > deep - ROUNDING && o.depth < 4 * deep);
        assert_near_vec(o.normal, up, ROUNDING + 2 * deep);
        assert_near_vec(o.centroid, rp_vec_scale(-0.5 * (1 - deep), up), 2 * ROUNDING / deep);
        assert_near(o.twist, 0, ROUNDING + deep);
    }
}

/* A corner of a tetrahedron behind a plane is a smaller one: volume by the cube, area by the square. */
static void a_corner_behind_a_plane(void **state)
{
    stone t;
    rp_solid_overlap o;
    (void)state;
    t.corner[0] = rp_vec_make(-0.25, -0.25, -0.25); /* right-angled, legs of 1, about its centroid */
    t.corner[1] = rp_vec_make(0.75, -0.25, -0.25);
    t.corner[2] = rp_vec_make(-0.25, 0.75, -0.25);
    t.corner[3] = rp_vec_make(-0.25, -0.25, 0.75);
    assert_true(make_hull(&t, 4));
    for (double leg = 1; leg > 1e-3; leg *= 0.7) { /* of the part with x > 0.75 - leg */
        const rp_solid_plane plane = {rp_vec_make(-1, 0, 0), -(0.75 - leg)};
        assert_true(rp_solid_overlap_planes(&t.solid, &plane, 1, rp_vec_make(-1, 0, 0), &o));
        assert_near(o.volume, leg * leg * leg / 6, ROUNDING);
        assert_near(o.area, leg == 1 ? 0 : leg * leg / 2, leg == 1 ? 1 : ROUNDING);
        assert_near(o.depth, leg, ROUNDING);
        assert_near_vec(o.centroid, rp_vec_make(0.75 - 0.75 * leg, -0.25 + leg / 4, -0.25 + leg / 4), ROUNDING / leg);
        if (leg == 1) continue; /* all of it */
        assert_near_vec(o.normal, rp_vec_make(-1, 0, 0), ROUNDING);
        /* the force acts in the middle of the cut */
        assert_near(o.push.y, -0.25 + leg / 3, ROUNDING / leg);
        assert_near(o.push.z, -0.25 + leg / 3, ROUNDING / leg);
        assert_near(o.twist, 0, ROUNDING);
    }
}

/* Two edges at right angles: a roof across a roof, V = 2/3 depth^3 for right-angled ridges. */
static void edges_across(void **state)
{
    stone box, a, b;
    rp_solid_overlap o;
    const double qa[4] = {cos(M_PI / 8), sin(M_PI / 8), 0, 0}, qb[4] = {cos(M_PI / 8), 0, sin(M_PI / 8), 0};
    (void)state;
    make_box(&box, 1, 1, 1);
    turn_stone(&box, qa, &a); /* its lowest edge along x */
    turn_stone(&box, qb, &b); /* its highest edge along y */
    for (double deep = 0.2; deep > 1e-4; deep *= 0.5) {
        assert_true(rp_solid_overlap_pair(&a.solid, &b.solid, rp_vec_make(0, 0, sqrt(2) - deep), &o));
        /* at height z above a's edge widths are 2 z along y and 2 (deep - z) along x */
        assert_near(o.volume, 4 * deep * deep * deep / 6, ROUNDING);
        assert_near_vec(n_of(&o), rp_vec_make(0, 0, -2 * deep * deep), ROUNDING);
        assert_near(o.twist, 0, ROUNDING / deep);
    }
}

/* N and M are the change of the volume: central differences over 1e-6, of volumes good to 1e-16. Where a corner crosses
 * a face on the way the slope of N changes, by a length of some 1 over the sine of an angle: 10 or so times 1e-6. */
static void the_gradient_of_the_volume(void **state)
{
    rp_random r = rp_random_stream(11, RP_RANDOM_TEST, 0, 0);
    const double h = 1e-6, tolerance = 1e-5;
    int twisted = 0;
    (void)state;
    for (int n = 0; n < 300; n++) {
        stone a, b;
        rp_solid_overlap o;
        make_random(&a, 4 + (int)rp_random_below(&r, 9), &r);
        make_random(&b, 4 + (int)rp_random_below(&r, 9), &r);
        const rp_vec branch = rp_vec_scale(rp_random_range(&r, 0.3, 1.3), random_unit(&r));
        if (!rp_solid_overlap_pair(&a.solid, &b.solid, branch, &o) || o.volume < 1e-3) continue;
        for (int axis = 0; axis < 3; axis++) {
            const rp_vec e = {axis == 0, axis == 1, axis == 2};
            rp_solid_overlap side[2], turned[2];
            for (int k = 0; k < 2; k++) {
                stone t;
                double q[4];
                const double step = k ? h : -h;
                rp_quaternion_of_angle(rp_vec_scale(step, e), q);
                turn_stone(&a, q, &t);
                assert_true(
                    rp_solid_overlap_pair(&a.solid, &b.solid, rp_vec_add(branch, rp_vec_scale(step, e)), &side[k]));
                assert_true(rp_solid_overlap_pair(&t.solid, &b.solid, branch, &turned[k]));
            }
            assert_near((side[1].volume - side[0].volume) / (2 * h), rp_vec_dot(n_of(&o), e), tolerance);
            assert_near((turned[1].volume - turned[0].volume) / (2 * h), rp_vec_dot(m_of(&o), e), tolerance);
        }
        twisted += fabs(o.twist) > 1e-3;
    }
    assert_true(twisted > 20); /* the torque along the normal is there */
}

/* A box on a floor that is cut in two: what the two parts have is what the floor has. */
static void parts_are_joined(void **state)
{
    stone box, a;
    rp_random r = rp_random_stream(21, RP_RANDOM_TEST, 0, 0);
    (void)state;
    make_box(&box, 1, 0.8, 1.2);
    for (int n = 0; n < 500; n++) {
        rp_solid_overlap all, left, right;
        double q[4];
        random_turn(&r, q);
        turn_stone(&box, q, &a);
        const double cut = rp_random_range(&r, -0.3, 0.3), deep = rp_random_range(&r, 0.2, 0.5);
        const rp_solid_plane one[2] = {{{0, 0, 1}, -deep}, {{1, 0, 0}, cut}},
                             two[2] = {{{0, 0, 1}, -deep}, {{-1, 0, 0}, -cut}};
        if (!rp_solid_overlap_planes(&a.solid, one, 1, one[0].normal, &all)) continue;
        if (!rp_solid_overlap_planes(&a.solid, one, 2, one[0].normal, &left)) continue;
        if (!rp_solid_overlap_planes(&a.solid, two, 2, one[0].normal, &right)) continue;
        rp_solid_overlap_join(&left, &right);
        assert_near(left.volume, all.volume, ROUNDING);
        assert_near_vec(rp_vec_scale(all.volume, left.centroid), rp_vec_scale(all.volume, all.centroid), ROUNDING);
        assert_near_vec(n_of(&left), n_of(&all), 10 * ROUNDING);
        assert_near_vec(m_of(&left), m_of(&all), 10 * ROUNDING);
        assert_near(left.flat, all.area, 10 * ROUNDING);
        for (int k = 0; k < 3; k++) assert_near_vec(left.spread[k], all.spread[k], ROUNDING / all.area);
    }
}

static void one_within_the_other(void **state)
{
    stone a, b;
    rp_solid_overlap o;
    (void)state;
    make_box(&a, 4, 4, 4);
    make_box(&b, 1, 1, 1);
    assert_true(rp_solid_overlap_pair(&a.solid, &b.solid, rp_vec_make(0, 0.5, 0), &o));
    assert_near(o.volume, 1, ROUNDING);
    assert_true(o.area == 0);
    assert_near_vec(o.normal, rp_vec_make(0, 1, 0), ROUNDING);
    assert_true(rp_solid_overlap_pair(&b.solid, &a.solid, rp_vec_make(0, 0, 0), &o));
    assert_near(o.volume, 1, ROUNDING);
    assert_true(o.area == 0 && isfinite(o.normal.x));
    assert_true(rp_solid_overlap_pair(&b.solid, &b.solid, rp_vec_make(0, 0, 0), &o)); /* the same body twice */
    assert_near(o.volume, 1, ROUNDING);
}

/* Faces that are parallel but for a tiny angle: volumes keep their digits, normals lie between those of the faces. */
static void nearly_parallel(void **state)
{
    stone box, a, b;
    rp_solid_overlap o, back;
    rp_random r = rp_random_stream(5, RP_RANDOM_TEST, 0, 0);
    (void)state;
    make_box(&box, 1, 1, 1);
    for (int n = 0; n < 20000; n++) {
        double q[4], p[4], turn[4];
        const double angle = pow(10, -18 * rp_random_uniform(&r)), deep = pow(10, -18 * rp_random_uniform(&r));
        random_turn(&r, q);
        turn_stone(&box, q, &a);
        rp_quaternion_of_angle(rp_vec_scale(angle, random_unit(&r)), turn);
        rp_quaternion_product(turn, q, p);
        turn_stone(&box, p, &b);
        const rp_vec up = rp_quaternion_turn(q, rp_vec_make(0, 0, 1)),
                     branch = rp_vec_scale(1 - deep, rp_vec_add(up, rp_vec_scale(1e-17, random_unit(&r))));
        const int found = rp_solid_overlap_pair(&a.solid, &b.solid, branch, &o);
        assert_int_equal(rp_solid_overlap_pair(&b.solid, &a.solid, rp_vec_scale(-1, branch), &back), found);
        const slow s = slow_overlap(&a, &b, branch);
        if (!found) assert_true(deep < ROUNDING); /* a turned cube reaches at least as far */
        if (!found) continue;
        assert_mirrored(&o, &back, branch);
        /* the slow one counts sides whose planes meet at a part of this angle twice, or not at all, where rounding says
         * so */
        if (angle > 1e-3) assert_near(o.volume, (double)s.volume, ROUNDING * (1 + 10 / angle));
        assert_true(o.volume >= 0 && o.volume < 1.01 && o.area >= 0 && o.area < 1.8);
        assert_near(rp_vec_norm(o.normal), 1, ROUNDING);
        assert_true(isfinite(rp_vec_norm(o.push)) && isfinite(o.twist) && o.depth >= 0);
    }
}

static void thousands_of_pairs(void **state)
{
    (void)state;
    const int overlaps = check_solids(20000, 1);
    assert_in_range(overlaps, 5000, 19000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_share_a_box), cmocka_unit_test(the_spread_of_a_face),
        cmocka_unit_test(boxes_in_a_tower),  cmocka_unit_test(a_corner_behind_a_plane),
        cmocka_unit_test(edges_across),      cmocka_unit_test(the_gradient_of_the_volume),
        cmocka_unit_test(parts_are_joined),  cmocka_unit_test(one_within_the_other),
        cmocka_unit_test(nearly_parallel),   cmocka_unit_test(thousands_of_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
