/* Growth to dense packings: nothing overlaps, all lie inside, the same seed gives the same packing, and what cannot be
 * reached is refused with the fraction at which it jams. Any method may use it. */
#include "event_world.h"

static double deepest(const rp_world *w)
{
    const rp_particles *p = &w->particles;
    double worst = 0;
    for (size_t i = 0; i < p->count; i++) {
        rp_vec x = rp_particle_position(p, i), normal;
        for (size_t j = 0; j < i; j++) {
            rp_vec d = rp_vec_sub(x, rp_particle_position(p, j));
            for (int axis = 0; axis < w->dimension; axis++) {
                double period = rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis);
                if (w->domain.periodic[axis]) (&d.x)[axis] -= period * rint((&d.x)[axis] / period);
            }
            worst = fmax(worst, p->row[i].r + p->row[j].r - rp_vec_norm(d));
        }
        for (int n = 0; n < w->wall_count; n++)
            for (int face = 0; face < rp_wall_faces(&w->wall[n]); face++)
                worst = fmax(worst, p->row[i].r - rp_wall_distance(&w->wall[n], face, x, &normal));
    }
    return worst;
}

static rp_status build(const char *text, rp_world **world, rp_error *err)
{
    rp_scene *scene = NULL;
    rp_status status = rp_scene_load_text("test.yaml", text, strlen(text), NULL, &scene, err);
    if (!status) status = rp_scene_build(scene, NULL, world, err);
    rp_scene_destroy(scene);
    return status;
}

static const char *const spheres = EVENT_SCENE
    "dimension: 3\nseed: %d\ndomain: {lower: [0, 0, 0], upper: [8, 8, 8], periodic: [x, y, z]}\ninteractions: "
    "[{between: [m, m], restitution: 1}]\n"
    "particles: [{count: %d, material: m, radius: 0.5, place: {compressed: {lower: [0, 0, 0], upper: [8, 8, 8], rate: "
    "0.1}}}]\nrun: {until: 1}\n";

static void test_spheres(void **state)
{
    char text[1024];
    rp_world *a, *b;
    rp_error err;
    (void)state;
    snprintf(text, sizeof text, spheres, 1, 587); /* solid fraction 0.60 */
    assert_int_equal(build(text, &a, &err), RP_OK);
    assert_int_equal(build(text, &b, &err), RP_OK);
    assert_true(deepest(a) <= 0);
    assert_memory_equal(a->particles.row, b->particles.row, a->particles.count * sizeof(rp_row));
    rp_world_destroy(a);
    rp_world_destroy(b);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* Walls above and below, two sizes, soft method. */
static void test_discs(void **state)
{
    rp_world *w;
    rp_error err;
    (void)state;
    rp_status status = build(
        "repose: 1\nmethod: soft\ndimension: 2\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], "
        "restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
        "domain: {lower: [0, 0], upper: [20, 20], periodic: [x]}\nparticles: [{count: 390, material: m, radius: "
        "{uniform: [0.4, 0.6]}, place: {compressed: {lower: [0, 1], upper: [20, 20]}}}]\n"
        "walls: [{name: floor, plane: {point: [0, 1], normal: [0, 1]}, material: m}, {name: lid, plane: {point: [0, "
        "20], normal: [0, -1]}, material: m}]\nrun: {until: 1}\n",
        &w, &err);
    char said[1024];
    rp_error_text(&err, said, sizeof said);
    if (status) fail_msg("%s", said);
    double area = 0;
    for (size_t i = 0; i < w->particles.count; i++) area += M_PI * w->particles.row[i].r * w->particles.row[i].r;
    print_message("discs between walls: fraction %.3f\n", area / 380);
    assert_true(area / 380 > 0.8 && deepest(w) <= 0);
    rp_world_destroy(w);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void test_jam(void **state)
{
    char text[1024], said[1024];
    rp_world *w;
    rp_error err;
    (void)state;
    snprintf(text, sizeof text, spheres, 1,
             714); /* solid fraction 0.73, above random close packing; almost that of a perfect crystal */
    assert_int_equal(build(text, &w, &err), RP_INPUT);
    rp_error_text(&err, said, sizeof said);
    assert_non_null(strstr(said, "jam at a solid fraction of 0.6"));
    assert_int_equal(rp_memory_bytes(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spheres), cmocka_unit_test(test_discs),
                                       cmocka_unit_test(test_jam)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
