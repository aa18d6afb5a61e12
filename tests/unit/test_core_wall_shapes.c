/* Disc and cone against closed forms, against points of their surface, and in flight; all shapes: normals, meshes, and
 * what is said of wrong keys. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/random.h"
#include "core/wall_shape.h"
#include "meshes.h"
#include "scene/scene.h"

static rp_vec drawn(rp_random *r, double size)
{
    return rp_vec_make(rp_random_range(r, -size, size), rp_random_range(r, -size, size),
                       rp_random_range(r, -size, size));
}

static rp_vec unit(rp_vec v) { return rp_vec_scale(1 / rp_vec_norm(v), v); }

static rp_wall disc(double radius)
{
    return (rp_wall){.shape = rp_wall_shape_find("disc"), .dimension = 3, .normal = {0, 0, 1}, .radius = radius};
}

static rp_wall cone(double low, double high, double height)
{
    return (rp_wall){
        .shape = rp_wall_shape_find("cone"), .dimension = 3, .normal = {0, 0, 1}, .size = {low, high, height}};
}

static void at(const rp_wall *w, rp_vec x, double distance, rp_vec normal)
{
    rp_vec n;
    double d = rp_wall_distance(w, 0, x, &n);
    assert_true(fabs(d - distance) < 1e-14);
    assert_true(rp_vec_norm(rp_vec_sub(n, normal)) < 1e-14);
}

static void test_closed_forms(void **state)
{
    (void)state;
    const double q = sqrt(0.5);
    rp_wall w = disc(2);
    at(&w, (rp_vec){1, 1, 0.5}, 0.5, (rp_vec){0, 0, 1});
    at(&w, (rp_vec){1, 1, -0.5}, 0.5, (rp_vec){0, 0, -1});
    at(&w, (rp_vec){0, 5, 4}, 5, (rp_vec){0, 0.6, 0.8}); /* the rim */
    at(&w, (rp_vec){-3, 0, 0}, 1, (rp_vec){-1, 0, 0});
    at(&w, (rp_vec){0, 0, 0}, 0, (rp_vec){0, 0, 1});
    w = cone(1, 3, 2); /* at 45 degrees */
    at(&w, (rp_vec){2, 0, 0}, q, (rp_vec){q, 0, -q});
    at(&w, (rp_vec){0, -1, 1}, q, (rp_vec){0, q, q});
    at(&w, (rp_vec){0.2, 0, -0.6}, 1, (rp_vec){-0.8, 0, -0.6}); /* the lower rim */
    at(&w, (rp_vec){3, 0, 5}, 3, (rp_vec){0, 0, 1});            /* the upper rim */
    at(&w, (rp_vec){0, 2, 1}, 0, (rp_vec){0, q, -q});
    w = cone(1, 1, 2); /* a tube */
    at(&w, (rp_vec){0, 0.25, 1}, 0.75, (rp_vec){0, -1, 0});
    at(&w, (rp_vec){0, 3, 1}, 2, (rp_vec){0, 1, 0});
    w = cone(1, 0, 1);                               /* a tip above */
    at(&w, (rp_vec){0, 0, 3}, 2, (rp_vec){0, 0, 1}); /* on the tip */
    at(&w, (rp_vec){0.3, 0, 1.4}, 0.5, (rp_vec){0.6, 0, 0.8});
    at(&w, (rp_vec){1, 0, 1}, q, (rp_vec){q, 0, q});
    rp_vec n;
    assert_true(fabs(rp_wall_distance(&w, 0, (rp_vec){0, 0, 0}, &n) - q) < 1e-14); /* on the axis: any direction */
    assert_true(fabs(n.z + q) < 1e-14 && fabs(rp_vec_norm(n) - 1) < 1e-14);
}

static rp_vec on_surface(const rp_wall *w, double a, double share)
{
    int flat = w->radius > 0;
    double rho = flat ? w->radius * share : w->size.x + share * (w->size.y - w->size.x);
    rp_vec u, v;
    rp_wall_mesh_across(w->normal, 3, &u, &v);
    rp_vec x = rp_wall_mesh_at(w->point, rho * cos(a), u, rho * sin(a), v);
    return flat ? x : rp_vec_add(x, rp_vec_scale(share * w->size.z, w->normal));
}

static double sampled(const rp_wall *w, rp_vec x)
{
    enum { AROUND = 400, ALONG = 100 };
    double least = INFINITY;
    for (int n = 0; n < AROUND; n++)
        for (int k = 0; k <= ALONG; k++) {
            rp_vec y = rp_wall_now(w, on_surface(w, 2 * M_PI * n / AROUND, (double)k / ALONG));
            least = fmin(least, rp_vec_norm(rp_vec_sub(y, x)));
        }
    return least;
}

static rp_wall drawn_wall(rp_random *r, int kind)
{
    rp_wall w = kind == 0   ? disc(rp_random_range(r, 0.5, 2))
                : kind == 1 ? cone(rp_random_range(r, 0, 2), rp_random_range(r, 0, 2), rp_random_range(r, 0.2, 2))
                            : cone(0, rp_random_range(r, 0.2, 2), rp_random_range(r, 0.2, 2));
    w.normal = unit(drawn(r, 1));
    w.point = drawn(r, 1);
    w.spin_axis = unit(drawn(r, 1));
    w.spin_point = drawn(r, 1);
    w.offset = drawn(r, 1);
    w.angle = rp_random_range(r, -3, 3);
    return w;
}

/* Anywhere, turned and moved: no point of the surface is nearer, and the one along the normal is on it. Points of the
 * sample stand 0.03 apart at most, so the nearest of them is at most 0.03^2 / 2 / distance too far. */
static void test_nearest(void **state)
{
    (void)state;
    for (uint64_t run = 0; run < 300; run++) {
        rp_random r = rp_random_stream(5, RP_RANDOM_TEST, run, 0);
        rp_wall w = drawn_wall(&r, (int)(run % 3));
        rp_vec x = drawn(&r, 3), n, foot;
        double d = rp_wall_distance(&w, 0, x, &n), sample = sampled(&w, x);
        assert_true(fabs(rp_vec_norm(n) - 1) < 1e-13);
        foot = rp_vec_sub(x, rp_vec_scale(d, n));
        rp_vec any;
        assert_true(rp_wall_distance(&w, 0, foot, &any) < 1e-14);
        if (d > sample + 1e-13 || d < sample - 0.00045 / fmax(d, 0.015))
            fail_msg("run %llu: distance %.17g, of the nearest of many points %.17g", (unsigned long long)run, d,
                     sample);
    }
}

/* ---- flights: the first touch, against many small steps and a bisection ---- */

typedef struct flight {
    const rp_wall *wall;
    rp_vec x, v, a;
    double r;
} flight;

static rp_first_state motion(const void *context, double s)
{
    const flight *q = context;
    rp_vec n;
    rp_first_state now = {.x = rp_vec_add(q->x, rp_vec_scale(s, rp_vec_add(q->v, rp_vec_scale(0.5 * s, q->a)))),
                          .v = rp_vec_add(q->v, rp_vec_scale(s, q->a))};
    now.gap = rp_wall_distance(q->wall, 0, now.x, &n) - q->r;
    now.slope = rp_vec_dot(n, now.v);
    return now;
}

static double slowly(const flight *q, double end)
{
    enum { STEPS = 10000 };
    for (int n = 1; n <= STEPS; n++) {
        double low = end * (n - 1) / STEPS, high = end * n / STEPS;
        if (motion(q, high).gap > 0) continue;
        for (int k = 0; k < 100; k++) {
            double s = 0.5 * (low + high);
            if (motion(q, s).gap > 0) low = s;
            else high = s;
        }
        return low;
    }
    return INFINITY;
}

static void test_flights(void **state)
{
    (void)state;
    int hits = 0;
    for (uint64_t run = 0; run < 1000; run++) {
        rp_random r = rp_random_stream(6, RP_RANDOM_TEST, run, 0);
        rp_wall w = drawn_wall(&r, 1 + (int)(run % 2));
        w.angle = 0;
        w.offset = rp_vec_make(0, 0, 0);
        flight q = {&w, drawn(&r, 1.5), drawn(&r, 2), drawn(&r, run % 4 < 2 ? 5 : 0), rp_random_range(&r, 0.02, 0.3)};
        if (!(motion(&q, 0).gap > 0)) continue;
        double slow = slowly(&q, 2), fast = rp_first_ball(motion, &q, q.r, rp_vec_norm(q.a), 2);
        if (isinf(slow) && isinf(fast)) continue;
        /* a touch shorter than a step of 2e-4 escapes the slow search, so the fast one may be earlier, but then it must
         * touch; rounding of the gap over its slope */
        rp_first_state now = motion(&q, fast);
        assert_true(fast <= slow + 1e-12 + 1e-14 / fabs(now.slope));
        assert_true(fabs(now.gap) < 2e-15 && now.slope < 0);
        hits++;
        if (slow - fast > 1e-12 + 1e-14 / fabs(now.slope)) assert_true(fabs(now.slope) < 0.05 * rp_vec_norm(now.v));
    }
    assert_true(hits > 100);
}

/* ---- all shapes ---- */

static const char scene_2d[] = "walls:\n"
                               "  - {name: a, plane: {point: [0, 0], normal: [3, 4]}, material: m}\n"
                               "  - {name: b, box: {lower: [-1, -1], upper: [1, 2]}, material: m}\n"
                               "  - {name: c, cylinder: {point: [0.1, 0], radius: 3}, material: m}\n"
                               "  - {name: d, segment: {from: [0, 0], to: [1, 1]}, material: m}\n";
static const char scene_3d[] =
    "walls:\n"
    "  - {name: a, plane: {point: [0, 0, 0], normal: [3, 4, 1]}, material: m}\n"
    "  - {name: b, box: {lower: [-1, -1, 0], upper: [1, 2, 3]}, material: m}\n"
    "  - {name: c, cylinder: {point: [0.1, 0, 0], radius: 3, axis: [1, 1, 1], side: outside}, material: m}\n"
    "  - {name: d, rectangle: {corner: [0, 0, 0], sides: [[1, 1, 0], [0, 0, 2]]}, material: m}\n"
    "  - {name: e, disc: {point: [0, 1, 0], normal: [1, 2, 3], radius: 0.7}, material: m}\n"
    "  - {name: f, cone: {point: [0, 1, 0], axis: [1, 0, 1], radii: [0, 0.7], height: 1}, material: m}\n";

static rp_status build(int dimension, const char *walls, rp_scene **scene, rp_world **world, rp_error *err)
{
    char text[4000];
    snprintf(text, sizeof text,
             "repose: 1\ndimension: %d\nmethod: soft\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], "
             "normal: {law: linear, stiffness: 1}, restitution: 1}]\n"
             "particles: [{material: m, radius: 0.1, frozen: true, place: {list: [[0, 0%s]]}}]\n"
             "%srun: {until: 1, step: 0.1}\n",
             dimension, dimension == 2 ? "" : ", 0", walls);
    rp_status status = rp_scene_load_text("scene.yaml", text, strlen(text), NULL, scene, err);
    return status ? status : rp_scene_build(*scene, NULL, world, err);
}

/* The normal is the gradient of the distance; corners of the mesh lie on the wall, middles of facets near it. */
static void check_shape(rp_wall *w, uint64_t seed)
{
    rp_random r = rp_random_stream(8, RP_RANDOM_TEST, seed, 0);
    rp_vec flat = {1, 1, w->dimension == 3}, n, none;
    w->offset = rp_vec_make(0.2, -0.1, 0);
    if (!w->shape->no_rotation) {
        w->spin_axis = rp_vec_make(0, 0, 1);
        w->angle = 0.7;
    }
    for (int face = 0; face < rp_wall_faces(w); face++) {
        rp_vec x = drawn(&r, 2), step = drawn(&r, 1e-6);
        x.z *= flat.z;
        step.z *= flat.z;
        double before = rp_wall_distance(w, face, rp_vec_sub(x, step), &none),
               after = rp_wall_distance(w, face, rp_vec_add(x, step), &none);
        rp_wall_distance(w, face, x, &n);
        assert_true(fabs(after - before - 2 * rp_vec_dot(n, step)) < 1e-11);
    }
    rp_wall_mesh m = {.dimension = w->dimension, .lower = {-4, -4, -4 * flat.z}, .upper = {4, 4, 4 * flat.z}};
    w->shape->mesh(w, &m);
    assert_true(m.facets > 0 && !m.failed);
    for (size_t f = 0, i = 0; f < m.facets; f++) {
        assert_true(fabs(rp_vec_norm(m.facet[f].normal) - 1) < 1e-14);
        assert_true(fabs(rp_wall_distance(w, m.facet[f].face, m.facet[f].middle, &n)) < 1e-3);
        for (; i < m.facet[f].end; i++) {
            rp_vec corner = {m.point[3 * i], m.point[3 * i + 1], m.point[3 * i + 2]};
            assert_true(fabs(rp_wall_distance(w, m.facet[f].face, corner, &n)) < 1e-13);
        }
    }
    rp_wall_mesh_free(&m);
}

static void test_all_shapes(void **state)
{
    (void)state;
    uint64_t seen = 0, all = 0;
    char solid[2000];
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){1, 0, 0.5}, (double[]){0, 1, 0.2}, (double[]){0.3, 0, 1}, 5, 3, 0.5);
    mesh_file_end(&m);
    snprintf(solid, sizeof solid, "%s  - {name: g, mesh: {file: %s, scale: 1.5}, material: m}\n", scene_3d, m.path);
    for (int dimension = 2; dimension <= 3; dimension++) {
        rp_scene *scene;
        rp_world *world;
        rp_error err;
        if (build(dimension, dimension == 2 ? scene_2d : solid, &scene, &world, &err)) fail_msg("%s", err.what);
        for (int n = 0; n < world->wall_count; n++) {
            check_shape(&world->wall[n], (uint64_t)(10 * dimension + n));
            for (int k = 0; rp_wall_shape_list[k]; k++)
                if (world->wall[n].shape == rp_wall_shape_list[k]) seen |= 1u << k;
        }
        rp_world_destroy(world);
        rp_scene_destroy(scene);
    }
    for (int k = 0; rp_wall_shape_list[k]; k++) all |= 1u << k;
    assert_true(seen == all);
    unlink(m.path);
}

/* ---- wrong keys ---- */

static void wrong(int dimension, const char *shape, const char *what, const char *expected)
{
    char walls[400], said[1600];
    rp_scene *scene = NULL;
    rp_world *world = NULL;
    rp_error err;
    snprintf(walls, sizeof walls, "walls: [{name: w, material: m, %s}]\n", shape);
    assert_int_equal(build(dimension, walls, &scene, &world, &err), RP_INPUT);
    rp_error_text(&err, said, sizeof said);
    if (!strstr(said, what) || !strstr(said, expected)) fail_msg("'%s' lacks '%s' or '%s'", said, what, expected);
}

static void test_wrong_keys(void **state)
{
    (void)state;
    wrong(3, "disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 0}", "walls.w.disc.radius", "> 0");
    wrong(3, "disc: {point: [0, 0, 0], normal: [0, 0, 0], radius: 1}", "a direction of length 0", "not 0");
    wrong(3, "disc: {point: [0, 0, 0], axis: [0, 0, 1], radius: 1}", "unknown key 'axis'", "normal");
    wrong(2, "disc: {point: [0, 0], normal: [0, 1], radius: 1}", "a disc belongs to three dimensions", "segment");
    wrong(2, "cone: {point: [0, 0], axis: [0, 1], radii: [1, 2], height: 1}", "a cone belongs to three dimensions",
          "segment");
    wrong(3, "cone: {point: [0, 0, 0], axis: [0, 0, 0], radii: [1, 2], height: 1}", "a direction of length 0", "not 0");
    wrong(3, "cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [0, 0], height: 1}", "a cone without any width",
          "at least one radius > 0");
    wrong(3, "cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [1, -1], height: 1}", "walls.w.cone.radii.1", ">= 0");
    wrong(3, "cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: 1, height: 1}", "walls.w.cone.radii", "a list of 2");
    wrong(3, "cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [1, 2], height: -1}", "walls.w.cone.height", "> 0");
    wrong(3, "cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [1, 2], height: 1}, mass: 1, load: {pressure: 1}",
          "unknown key 'pressure'", "");
    wrong(3, "cnoe: {point: [0, 0, 0]}", "unknown key 'cnoe'", "cone");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_nearest),
                                       cmocka_unit_test(test_flights), cmocka_unit_test(test_all_shapes),
                                       cmocka_unit_test(test_wrong_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
