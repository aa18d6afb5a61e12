/* The hull of points in space: faces, edges, integrals. */
#include "shape_samples.h"

#include <stdlib.h>

static void box_corners(double a, double b, double c, double *v)
{
    for (int k = 0; k < 8; k++) {
        v[3 * k] = k & 1 ? a : 0;
        v[3 * k + 1] = k & 2 ? b : 0;
        v[3 * k + 2] = k & 4 ? c : 0;
    }
}

static void a_box_has_six_faces_of_four_corners(void **state)
{
    double v[24];
    rp_hull h;
    int which;
    (void)state;
    box_corners(1, 2, 3, v);
    assert_int_equal(rp_hull_make(v, 8, &h, &which), RP_HULL_GOOD);
    assert_int_equal(h.faces, 6);
    assert_int_equal(h.edges, 12);
    for (int k = 0; k < 6; k++) assert_int_equal(rp_hull_sides(&h, k), 4);
    const rp_hull_moments m = rp_hull_integrate(&h, v);
    const double edge[3] = {1, 2, 3}, centre[3] = {m.centroid.x, m.centroid.y, m.centroid.z};
    assert_true(fabs(m.volume - 6) < 1e-14 * 6);
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(centre[i] - edge[i] / 2) < 1e-14);
        for (int j = 0; j < 3; j++)
            assert_true(fabs(m.second[i][j] - (i == j ? 6 * edge[i] * edge[i] / 12 : 0)) < 1e-13);
    }
}

/* Of the regular solids with edge 1: faces, sides of a face, volume, and moment of inertia over mass, closed forms. */
static void regular_solids(void **state)
{
    const double g = 0.5 * (1 + sqrt(5)), r5 = sqrt(5);
    const struct {
        int corners, faces, sides;
        double edge, volume, moment, v[60];
    } solid[] = {
        {4, 4, 3, sqrt(8), sqrt(2) / 12, 1.0 / 20, {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1}},
        {6, 8, 3, sqrt(2), sqrt(2) / 3, 1.0 / 10, {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1}},
        {12, 20, 3, 2, 5 * (3 + r5) / 12, g * g / 10, {0, 1, g, 0,  1,  -g, 0,  -1, g,  0,  -1, -g,
                                                       1, g, 0, 1,  -g, 0,  -1, g,  0,  -1, -g, 0,
                                                       g, 0, 1, -g, 0,  1,  g,  0,  -1, -g, 0,  -1}},
        {20,
         12,
         5,
         2 / g,
         (15 + 7 * r5) / 4,
         (39 * g + 28) / 150,
         {1,      1,      1,  1,  1,      -1,    1,     -1, 1,     1,     -1,    -1,     -1,     1,     1,
          -1,     1,      -1, -1, -1,     1,     -1,    -1, -1,    0,     1 / g, g,      0,      1 / g, -g,
          0,      -1 / g, g,  0,  -1 / g, -g,    1 / g, g,  0,     1 / g, -g,    0,      -1 / g, g,     0,
          -1 / g, -g,     0,  g,  0,      1 / g, -g,    0,  1 / g, g,     0,     -1 / g, -g,     0,     -1 / g}},
    };
    (void)state;
    for (size_t n = 0; n < sizeof solid / sizeof *solid; n++) {
        rp_hull h;
        int which;
        assert_int_equal(rp_hull_make(solid[n].v, solid[n].corners, &h, &which), RP_HULL_GOOD);
        assert_int_equal(h.faces, solid[n].faces);
        for (int k = 0; k < h.faces; k++) assert_int_equal(rp_hull_sides(&h, k), solid[n].sides);
        const rp_hull_moments m = rp_hull_integrate(&h, solid[n].v);
        const double e = solid[n].edge, moment = (m.second[0][0] + m.second[1][1]) / m.volume;
        assert_true(fabs(m.volume / (e * e * e * solid[n].volume) - 1) < 1e-13);
        assert_true(fabs(moment / (e * e * solid[n].moment) - 1) < 1e-13);
    }
}

/* Random hulls: normals are outward, every edge has its two faces, and the integrals are those of the sum over slices:
 * a polyhedron's section at height z has an area that is quadratic between corners, so Gauss' rule with three points
 * between neighbouring heights is exact for area, z area and z^2 area. The section is clipped from a square by the
 * planes of the faces. */
static int clip(rp_point *p, int n, double nx, double ny, double d)
{
    rp_point out[128];
    int count = 0;
    for (int k = 0; k < n; k++) {
        const rp_point a = p[k], b = p[(k + 1) % n];
        const double ha = nx * a.x + ny * a.y - d, hb = nx * b.x + ny * b.y - d;
        if (ha <= 0) out[count++] = a;
        if ((ha < 0 && hb > 0) || (ha > 0 && hb < 0)) {
            const double t = ha / (ha - hb);
            out[count++] = (rp_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    memcpy(p, out, (size_t)count * sizeof *p);
    return count;
}

static double section(const rp_hull *h, const double *v, double z)
{
    rp_point p[128] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
    int n = 4;
    for (int k = 0; k < h->faces && n; k++) {
        double distance;
        const rp_vec normal = rp_hull_plane(h, v, k, &distance);
        n = clip(p, n, normal.x, normal.y, distance - normal.z * z);
    }
    double area = 0;
    for (int k = 0; k < n; k++) area += 0.5 * rp_point_cross(p[k], p[(k + 1) % n]);
    return area;
}

static int by_height(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void integrals_of_sections(void **state)
{
    static const double at[3] = {-0.7745966692414834, 0, 0.7745966692414834},
                        weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    (void)state;
    for (uint64_t n = 0; n < 300; n++) {
        rp_random z = rp_random_stream(11, RP_RANDOM_TEST, n, 0);
        sample s;
        rp_hull h;
        int which;
        double height[RP_CORNERS_MAX], volume = 0, first = 0, second = 0, turn[4];
        sample t;
        draw_sample(&z, &rp_shape_polyhedron, &t);
        draw_turn(&z, 3, turn);
        turn_sample(&t, turn, &s);
        assert_int_equal(rp_hull_make(s.corner, s.def.corners, &h, &which), RP_HULL_GOOD);
        for (int k = 0; k < s.def.corners; k++) height[k] = s.corner[3 * k + 2];
        qsort(height, (size_t)s.def.corners, sizeof *height, by_height);
        for (int k = 0; k + 1 < s.def.corners; k++)
            for (int q = 0; q < 3; q++) {
                const double step = height[k + 1] - height[k], x = height[k] + 0.5 * step * (1 + at[q]),
                             part = weight[q] * step * section(&h, s.corner, x);
                volume += part;
                first += part * x;
                second += part * x * x;
            }
        const rp_hull_moments m = rp_hull_integrate(&h, s.corner);
        /* rounding of some hundred clipped corners of a square of size 18 */
        assert_true(fabs(m.volume - volume) < 1e-11);
        assert_true(fabs(m.centroid.z * volume - first) < 1e-11);
        assert_true(fabs(m.second[2][2] + m.volume * m.centroid.z * m.centroid.z - second) < 1e-11);
    }
}

static void edges_join_their_faces(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 300; n++) {
        rp_random z = rp_random_stream(12, RP_RANDOM_TEST, n, 0);
        sample s;
        rp_hull h;
        int which, links = 0;
        draw_sample(&z, &rp_shape_polyhedron, &s);
        assert_int_equal(rp_hull_make(s.corner, s.def.corners, &h, &which), RP_HULL_GOOD);
        for (int k = 0; k < h.edges; k++) {
            const rp_hull_edge *e = &h.edge[k];
            for (int side = 0; side < 2; side++) {
                const int f = side ? e->right : e->left;
                const uint8_t from = side ? e->to : e->from, to = side ? e->from : e->to;
                int found = 0;
                for (int j = 0; j < rp_hull_sides(&h, f); j++)
                    found += h.corner[h.start[f] + j] == from
                             && h.corner[h.start[f] + (j + 1) % rp_hull_sides(&h, f)] == to;
                assert_int_equal(found, 1);
            }
            const rp_vec along = rp_vec_sub(rp_hull_at(s.corner, e->to), rp_hull_at(s.corner, e->from));
            assert_true(rp_vec_dot(rp_vec_cross(h.normal[e->left], h.normal[e->right]), along) > 0);
        }
        for (int k = 0; k < h.faces; k++) links += rp_hull_sides(&h, k);
        assert_int_equal(links, 2 * h.edges);
    }
}

static void points_that_make_no_hull(void **state)
{
    double v[27] = {0};
    rp_hull h;
    int which = -1;
    (void)state;
    box_corners(1, 1, 1, v);
    memcpy(v + 24, (double[]){0.5, 0.5, 0.5}, 3 * sizeof *v);
    assert_int_equal(rp_hull_make(v, 9, &h, &which), RP_HULL_INSIDE);
    assert_int_equal(which, 8);
    memcpy(v + 24, (double[]){0.5, 0.5, 0}, 3 * sizeof *v); /* in a face */
    assert_int_equal(rp_hull_make(v, 9, &h, &which), RP_HULL_INSIDE);
    memcpy(v + 24, (double[]){0.5, 0, 0}, 3 * sizeof *v); /* on an edge */
    assert_int_equal(rp_hull_make(v, 9, &h, &which), RP_HULL_INSIDE);
    assert_int_equal(rp_hull_make(v, 4, &h, &which), RP_HULL_FLAT);
    for (int k = 0; k < 12; k++) v[k] = 0;
    assert_int_not_equal(rp_hull_make(v, 4, &h, &which), RP_HULL_GOOD);
}

/* The hull of a cloud is that of its corners: a box among points within it, each corner twice. */
static void corners_of_a_cloud(void **state)
{
    double v[3 * 216], corner[RP_SHAPE_NUMBERS];
    (void)state;
    rp_random z = rp_random_stream(13, RP_RANDOM_TEST, 0, 0);
    for (int k = 0; k < 3 * 200; k++) v[k] = rp_random_range(&z, 0, k % 3 + 1);
    for (int twice = 0; twice < 2; twice++) box_corners(1, 2, 3, v + 600 + 24 * twice);
    assert_int_equal(rp_hull_corners(v, 216, 1e-6, corner), 8);
    assert_int_equal(rp_hull_corners(v, 3, 1e-6, corner), 0);
    for (int k = 0; k < 216; k++) v[3 * k + 2] = 0;
    assert_int_equal(rp_hull_corners(v, 216, 1e-6, corner), 0);
    for (int k = 0; k < 216; k++) {
        const rp_vec u = draw_direction(&z, 3);
        memcpy(v + 3 * k, (double[]){u.x, u.y, u.z}, 3 * sizeof *v);
    }
    assert_int_equal(rp_hull_corners(v, 216, 1e-6, corner), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_box_has_six_faces_of_four_corners),
                                       cmocka_unit_test(regular_solids),
                                       cmocka_unit_test(integrals_of_sections),
                                       cmocka_unit_test(edges_join_their_faces),
                                       cmocka_unit_test(points_that_make_no_hull),
                                       cmocka_unit_test(corners_of_a_cloud)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
