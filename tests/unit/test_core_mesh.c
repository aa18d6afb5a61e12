/* Meshes: files good and bad, what cleaning takes away, distances against points of the surface, what the survey finds.
 */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/random.h"
#include "core/mesh.h"
#include "core/mesh_touch.h"

static rp_mesh *made(const char *file, const char *text, size_t size)
{
    rp_mesh_soup soup;
    rp_mesh *mesh;
    rp_error err;
    if (rp_mesh_file_parse(text, size, file, &soup, &err) || rp_mesh_create(&soup, &mesh, &err))
        fail_msg("%s", err.what);
    rp_mesh_file_free(&soup);
    return mesh;
}

static rp_mesh *of_text(const char *file, const char *text) { return made(file, text, strlen(text)); }

static const char tetrahedron[] = "# a solid with a corner at the origin\r\n"
                                  "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                                  "o all\nvn 0 0 1\nf 1//1 3//1 2//1\nf 1 2 4\nf 1/1/1 4/2/2 3/3\nf -3 -2 -1\n";

static void test_obj(void **state)
{
    (void)state;
    rp_mesh *m = of_text("a.OBJ", tetrahedron);
    rp_mesh_survey y;
    rp_error err;
    assert_int_equal(m->triangles, 4);
    assert_int_equal(m->corners, 4);
    assert_int_equal(rp_mesh_survey_of(m, &y, &err), RP_OK);
    assert_int_equal(y.open + y.flipped + y.branched, 0);
    rp_mesh_release(m);
    m = of_text("square.obj", "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n"); /* a fan of two */
    assert_int_equal(m->triangles, 2);
    assert_int_equal(rp_mesh_survey_of(m, &y, &err), RP_OK);
    assert_int_equal(y.open, 4);
    assert_int_equal(y.flipped, 0);
    rp_mesh_release(m);
    m = of_text("square.off", "OFF\n4 1 4 # a square\n0 0 0\n2 0 0\n\n2 2 0\n0 2 0\n4 0 1 2 3 0.5 0.5 0.5\n");
    assert_int_equal(m->triangles, 2);
    assert_int_equal(rp_mesh_survey_of(m, &y, &err), RP_OK);
    assert_int_equal(y.open, 4);
    assert_int_equal(y.flipped, 0);
    rp_mesh_release(m);
}

#define FACET(a, b, c) "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"

/* At 1e20 m and more a distance has no digits left for grains: such a mesh is in other units, or damaged. */
static void test_far(void **state)
{
    (void)state;
    const char text[] = "solid far\n" FACET("0 0 0", "1e20 0 0", "0 -1e31 0") "endsolid\n";
    rp_mesh_soup soup;
    rp_mesh *m;
    rp_error err;
    assert_int_equal(rp_mesh_file_parse(text, strlen(text), "a.stl", &soup, &err), RP_OK);
    assert_int_equal(rp_mesh_create(&soup, &m, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "1e+31 m from the origin"));
    rp_mesh_file_free(&soup);
}

/* Corners that differ by less than the numbers of a binary file can tell are one; doubles and needles go; the flipped
 * triangle and the hole are found where they are. */
static void test_cleaning(void **state)
{
    (void)state;
    const char text[] = "solid one\n" FACET("0 0 0", "1 0 0", "0 1 0") FACET("1.00000001 0 0", "1 1 0", "0 1 1e-8")
        FACET("1 0 0", "0 1 0", "0 0 0") "endsolid one\nsolid the other\n" FACET("1 0 0", "1 1 0", "2 0 0")
            FACET("0 0 0", "1 0 0", "0.5 1e-9 0") FACET("3 3 3", "3 3 3", "4 4 4") "endsolid\n";
    rp_mesh_soup soup;
    rp_mesh_survey y;
    rp_error err;
    rp_mesh *m = of_text("a.stl", text);
    assert_int_equal(m->triangles, 3);
    assert_int_equal(m->doubled, 1);
    assert_int_equal(m->needles, 2);
    assert_int_equal(rp_mesh_survey_of(m, &y, &err), RP_OK);
    assert_int_equal(y.open, 5);
    assert_int_equal(y.flipped, 1); /* the edge from (1, 0) to (1, 1): the third triangle faces down */
    rp_mesh_release(m);
    assert_int_equal(rp_mesh_file_parse(text, strlen(text), "a.stl", &soup, &err), RP_OK);
    assert_int_equal(soup.parts, 2);
    assert_int_equal(rp_mesh_file_take(&soup, "neither"), 0);
    assert_int_equal(rp_mesh_file_take(&soup, "the other"), 1);
    assert_int_equal(soup.triangles, 3);
    rp_mesh_file_free(&soup);
}

/* Groups without a face are no parts: OBJ files open with them, and a wall could name one. */
static void test_empty_parts(void **state)
{
    (void)state;
    static const char text[] = "g default\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng body\nf 1 2 3\ng rest\ng last\n";
    rp_mesh_soup soup;
    rp_error err;
    assert_int_equal(rp_mesh_file_parse(text, strlen(text), "a.obj", &soup, &err), RP_OK);
    assert_int_equal(soup.parts, 1);
    assert_string_equal(soup.name[0], "body");
    assert_int_equal(soup.part[0], 0);
    assert_int_equal(rp_mesh_file_take(&soup, "default"), 0);
    rp_mesh_file_free(&soup);
}

static size_t binary(char *to, unsigned count, const float corner[9])
{
    memset(to, 0, 84 + 50 * count);
    memcpy(to, "solid, in spite of its first word, binary", 40);
    memcpy(to + 80, &count, 4);
    for (unsigned n = 0; n < count; n++) memcpy(to + 84 + 50 * n + 12, corner, 36);
    return 84 + 50 * count;
}

static void test_binary(void **state)
{
    (void)state;
    const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 0.5f, 0};
    char data[300];
    rp_mesh_soup soup;
    rp_error err;
    size_t size = binary(data, 2, corner);
    rp_mesh *m = made("b.stl", data, size);
    assert_int_equal(m->triangles, 1);
    assert_int_equal(m->doubled, 1);
    assert_true(m->row[0].normal.z == 1);
    rp_mesh_release(m);
    data[0] = 'x';
    assert_int_equal(rp_mesh_file_parse(data, size - 1, "b.stl", &soup, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "2 triangles are announced, 1 are there"));
    memset(data + 84 + 12, 0xff, 4);
    assert_int_equal(rp_mesh_file_parse(data, size, "b.stl", &soup, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "byte 96"));
}

static void test_errors(void **state)
{
    (void)state;
    const struct {
        const char *file, *text, *what;
    } bad[] = {
        {"a.obj", "v 0 0 0\nv 1 0\n", "line 2: a corner that is not three numbers"},
        {"a.obj", "v 0 0 0\nf 1 2 3\n", "line 2: a face with a corner that is not there"},
        {"a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", "line 3: a face of fewer than three corners"},
        {"a.obj", "v 0 0 inf\n", "line 1: a corner"},
        {"a.obj", "curve 1 2\n", "line 1: a word that is not read here"},
        {"a.obj", "v 1 2 3\n", "no triangle in it"},
        {"a.off", "COFF\n", "line 1: the first word is not OFF"},
        {"a.off", "OFF\n3 1\n", "no whole number in range"},
        {"a.off", "OFF\n1 0 0\n0 0 x\n", "line 3: a corner that is not three numbers"},
        {"a.off", "OFF # comment\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "line 6: no whole number in range"},
        {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", "line 6: a face with less than three corners"},
        {"a.off", "OFF\n1e9 1 0\n", "line 2: no whole number in range"},
        {"a.stl", "solid a\nfacet\nvertex 0 0 0\n", "line 3: a vertex outside of a loop"},
        {"a.stl", "solid a\nfacet\nouter loop\nvertex 0 0 0\nendloop\n", "line 5: a loop without three vertices"},
        {"a.stl", "solid a\nfacet\nouter loop\nvertex 0 0 0\n", "the file ends within a facet"},
        {"a.stl", "solid a\nvertices\n", "line 2: a word that STL does not have"},
        {"a.stl", "", "no triangle in it"},
        {"a.ply", "ply\n", "says no format"},
    };
    for (size_t n = 0; n < sizeof bad / sizeof *bad; n++) {
        rp_mesh_soup soup;
        rp_error err;
        assert_int_equal(rp_mesh_file_parse(bad[n].text, strlen(bad[n].text), bad[n].file, &soup, &err), RP_INPUT);
        if (!strstr(err.what, bad[n].what)) fail_msg("'%s' instead of '%s'", err.what, bad[n].what);
    }
}

/* Cut anywhere and changed anywhere, a file gives triangles or an error, and leaves no memory. */
static void test_any_bytes(void **state)
{
    (void)state;
    char data[400];
    const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 0.5f, 0};
    rp_random r = rp_random_stream(3, RP_RANDOM_TEST, 0, 0);
    for (int n = 0; n < 3000; n++) {
        rp_mesh_soup soup;
        rp_error err;
        const int kind = n % 4;
        size_t size = kind == 2 ? binary(data, 4, corner) : kind == 1 ? sizeof tetrahedron - 1 : 0;
        if (kind == 1) memcpy(data, tetrahedron, size);
        if (kind == 0) size = (size_t)snprintf(data, sizeof data, "solid a\n" FACET("0 0 0", "1 0 0", "0 1 0"));
        if (kind == 3) size = (size_t)snprintf(data, sizeof data, "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
        for (int k = 0; k < 3; k++)
            data[(size_t)rp_random_range(&r, 0, (double)size)] = (char)rp_random_range(&r, 0, 128);
        size = (size_t)rp_random_range(&r, 0, (double)size + 1);
        if (rp_mesh_file_parse(data, size, kind == 1 ? "a.obj" : kind == 3 ? "a.off" : "a.stl", &soup, &err) == RP_OK) {
            rp_mesh *m;
            if (rp_mesh_create(&soup, &m, &err) == RP_OK) rp_mesh_release(m);
            rp_mesh_file_free(&soup);
        }
    }
    assert_int_equal(rp_memory_bytes(), 0);
}

/* ---- distances ---- */

static rp_vec drawn(rp_random *r, double size)
{
    return rp_vec_make(rp_random_range(r, -size, size), rp_random_range(r, -size, size),
                       rp_random_range(r, -size, size));
}

static rp_mesh *cloud(rp_random *r, int count, int one_side)
{
    rp_mesh_soup soup = {0};
    rp_mesh *m;
    rp_error err;
    size_t capacity = 0;
    assert_true(rp_memory_reserve(&soup.corner, &capacity, (size_t)count, sizeof *soup.corner));
    for (int n = 0; n < count; n++) {
        rp_vec middle = drawn(r, 1);
        for (int k = 0; k < 3; k++) soup.corner[n][k] = rp_vec_add(middle, drawn(r, n % 3 ? 0.1 : 1));
    }
    soup.triangles = (size_t)count;
    assert_int_equal(rp_mesh_create(&soup, &m, &err), RP_OK);
    rp_memory_free(soup.corner);
    m->one_side = one_side;
    return m;
}

/* No point of the triangle is nearer, the one that is named lies in it, and the normal leads there. */
static void test_distance(void **state)
{
    (void)state;
    rp_random r = rp_random_stream(5, RP_RANDOM_TEST, 0, 0);
    rp_mesh *m = cloud(&r, 300, 0);
    for (size_t t = 0; t < m->triangles; t++) {
        const rp_mesh_row *row = &m->row[t];
        rp_vec x = drawn(&r, 1.5), normal, at;
        double d = rp_mesh_distance(m, t, x, &normal), least = INFINITY;
        at = rp_vec_sub(x, rp_vec_scale(d, normal));
        for (int i = 0; i <= 40; i++)
            for (int k = 0; k <= 40 - i; k++) {
                rp_vec p = rp_vec_add(row->corner,
                                      rp_vec_add(rp_vec_scale(i / 40.0, row->u), rp_vec_scale(k / 40.0, row->v)));
                least = fmin(least, rp_vec_norm(rp_vec_sub(x, p)));
                assert_true(rp_vec_norm(rp_vec_sub(x, p)) >= d - 1e-14);
                /* convex: all of it lies behind the plane across the normal */
                assert_true(rp_vec_dot(rp_vec_sub(p, at), normal) < 1e-13);
            }
        double size = sqrt(fmax(row->uu, row->vv));
        assert_true(least <= hypot(d, 2 * size / 40)); /* a grid point lies within a mesh width */
    }
    rp_mesh_release(m);
}

/* The tree gives what a walk over all triangles gives. */
static void test_tree(void **state)
{
    (void)state;
    rp_random r = rp_random_stream(9, RP_RANDOM_TEST, 0, 0);
    for (int count = 1; count < 2000; count = 2 * count + 3) {
        rp_mesh *m = cloud(&r, count, count % 3 == 0);
        rp_mesh_list list = {0};
        for (int n = 0; n < 100; n++) {
            rp_vec x = drawn(&r, 2), normal, unused;
            double reach = rp_random_range(&r, 0, 1), least = INFINITY;
            size_t near = 0;
            assert_true(rp_mesh_near(m, x, reach, &list));
            for (size_t t = 0; t < m->triangles; t++) {
                double d = rp_mesh_distance(m, t, x, &unused);
                least = fmin(least, d);
                if (d < reach) assert_int_equal(list.triangle[near++], t);
            }
            assert_int_equal(near, list.count);
            assert_true(rp_mesh_nearest(m, x, &normal, NULL) == least);
        }
        rp_memory_free(list.triangle);
        rp_mesh_release(m);
    }
}

/* ---- contacts ---- */

static int crowded;

static int contacts(rp_mesh *m, rp_vec x, double r, rp_mesh_touch *touch)
{
    rp_wall_pair pair[512] = {0};
    for (size_t t = 0; t < m->triangles; t++) pair[t].triangle = (uint32_t)t + 1;
    return rp_mesh_touch_find(m, pair, 0, m->triangles, x, r, r, touch, &crowded);
}

/* A bowl of 12 x 16 x 2 triangles round the centre, all nearer than the radius, in directions of their own: those that
 * are kept are the nearest, and the caller hears of it. */
static void test_crowded(void **state)
{
    (void)state;
    enum { AROUND = 16, DOWN = 12, ALL = 2 * AROUND * DOWN };
    char text[24000];
    int used = 0;
    for (int n = 0; n <= DOWN; n++)
        for (int k = 0; k < AROUND; k++) {
            const double down = 0.3 + n * 1.2 / DOWN, around = 2 * M_PI * k / AROUND, r = 0.9 + 0.003 * n;
            used += snprintf(text + used, sizeof text - (size_t)used, "v %.17g %.17g %.17g\n",
                             r * sin(down) * cos(around), r * sin(down) * sin(around), -r * cos(down));
        }
    for (int n = 0; n < DOWN; n++)
        for (int k = 0; k < AROUND; k++) {
            const int a = n * AROUND + k + 1, b = n * AROUND + (k + 1) % AROUND + 1;
            used += snprintf(text + used, sizeof text - (size_t)used, "f %d %d %d\nf %d %d %d\n", a, b, a + AROUND, b,
                             b + AROUND, a + AROUND);
        }
    assert_true(used < (int)sizeof text);
    rp_mesh *m = of_text("a.obj", text);
    rp_mesh_touch touch[RP_MESH_TOUCH_MOST];
    double farthest = 0;
    m->smooth_cosine = 1;
    assert_int_equal(m->triangles, ALL);
    crowded = 0;
    assert_int_equal(contacts(m, rp_vec_make(0, 0, 0), 1, touch), RP_MESH_TOUCH_MOST);
    assert_int_equal(crowded, 1);
    for (int n = 0; n < RP_MESH_TOUCH_MOST; n++) farthest = fmax(farthest, touch[n].distance);
    for (size_t t = 0; t < m->triangles; t++) { /* what is nearer is kept, or does not stick out of what is kept */
        rp_vec normal;
        const double d = rp_mesh_distance(m, t, rp_vec_make(0, 0, 0), &normal);
        int found = d >= farthest;
        for (int n = 0; n < RP_MESH_TOUCH_MOST && !found; n++)
            found = touch[n].pair == t || touch[n].distance - d * rp_vec_dot(touch[n].normal, normal) <= 1e-9;
        assert_true(found);
    }
    crowded = 0;
    assert_true(contacts(m, rp_vec_make(0, 0, -0.5), 0.6, touch) < RP_MESH_TOUCH_MOST);
    assert_int_equal(crowded, 0);
    rp_mesh_release(m);
}

/* The inside corner of a box has three contacts, its outside corner one, the inside of its edge two; a ball at the
 * shallow edge of a tube has one, the nearer. */
static void test_contacts(void **state)
{
    (void)state;
    rp_mesh_touch touch[RP_MESH_TOUCH_MOST];
    rp_mesh *m = of_text("a.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 4\nv 4 0 4\nv 0 4 4\n"
                                  "f 1 2 3 4\nf 1 5 6 2\nf 1 4 7 5\n");
    m->smooth_cosine = cos(0.35);
    assert_int_equal(contacts(m, rp_vec_make(0.99, 0.98, 0.97), 1, touch), 3);
    assert_true(touch[0].distance == 0.97 && touch[0].normal.z == 1);
    assert_true(touch[1].distance == 0.98 && touch[1].normal.y == 1);
    assert_int_equal(contacts(m, rp_vec_make(0.99, 0.98, 2), 1, touch), 2);
    assert_int_equal(contacts(m, rp_vec_make(2, 2, 0.9), 1, touch), 1); /* two triangles of one face */
    assert_int_equal(contacts(m, rp_vec_make(-0.5, -0.5, -0.5), 1, touch), 1);
    assert_int_equal(contacts(m, rp_vec_make(-0.6, -0.6, 2), 1, touch), 1);
    rp_mesh_release(m);
    m = of_text("a.obj", "v -3 -3 0.6\nv 0 -3 0\nv 0 3 0\nv -3 3 0.6\nv 3 -3 0.6\nv 3 3 0.6\n"
                         "f 1 2 3 4\nf 2 5 6 3\n"); /* two faces 0.39 rad apart */
    m->smooth_cosine = cos(0.35);
    assert_int_equal(contacts(m, rp_vec_make(0.01, 0, 0.99), 1, touch), 2);
    m->smooth_cosine = cos(0.45);
    assert_int_equal(contacts(m, rp_vec_make(0.01, 0, 0.99), 1, touch), 1);
    assert_true(touch[0].normal.x < 0); /* of the right face, which is nearer */
    rp_mesh_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obj),      cmocka_unit_test(test_far),         cmocka_unit_test(test_cleaning),
        cmocka_unit_test(test_binary),   cmocka_unit_test(test_errors),      cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_distance), cmocka_unit_test(test_tree),        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_crowded),  cmocka_unit_test(test_empty_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
