/* Making ready, stepping, looking at and saving polygons with the n-th allocation failing, for n = 1, 2, ... until
 * nothing fails: each time a clean RP_SYSTEM, and nothing is left behind. */
#include "physics/lab.h"

static rp_status all_of_it(rp_scene *scene, rp_error *err)
{
    rp_world *w = NULL;
    rp_archive archive;
    rp_contact_list list = {0};
    const rp_method *method = rp_method_find(scene->method);
    rp_archive_init(&archive);
    rp_status status = rp_scene_build(scene, NULL, &w, err);
    if (!status) {
        rp_world_step_set(w, scene->step);
        status = method->prepare(w, err);
        if (!status) status = method->advance(w, 20 * scene->step, err);
        if (!status) status = method->contacts(w, &list, err);
        if (!status) status = rp_world_save(w, &archive, err);
        method->destroy(w);
    }
    rp_archive_free(&archive);
    rp_memory_free(list.view);
    rp_world_destroy(w);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const methods[] = {"soft", "contact-dynamics"};
    for (int k = 0; k < 2; k++) {
        char text[1200];
        rp_error err;
        rp_scene *scene;
        snprintf(
            text, sizeof text,
            "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\n"
            "interactions: [{between: [m, m], friction: 0.4, restitution: 0.3, normal: {law: linear, stiffness: "
            "1.0e+4}}]\ndomain: {lower: [0, -1], upper: [0.5, 1], periodic: [x]}\n"
            "particles: [{shape: polygon, material: m, place: {voronoi: {lower: [0, 0], upper: [0.5, 0.2], cells: [10, "
            "4]}}, velocity: {thermal: 0.5}}]\n"
            "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, step: %g}\n",
            methods[k], k ? 1e-4 : 1e-5);
        lab_ok(rp_scene_load_text("scene.yaml", text, strlen(text), NULL, &scene, &err), &err);
        int64_t before = rp_memory_bytes();
        long n = 1;
        for (rp_status status = RP_SYSTEM; status; n++) {
            rp_memory_fail_at(n);
            status = all_of_it(scene, &err);
            rp_memory_fail_at(0);
            if (status) assert_int_equal(status, RP_SYSTEM);
            assert_int_equal(rp_memory_bytes(), before);
            assert_true(n < 20000);
        }
        print_message("%s: %ld allocations\n", methods[k], n - 2);
        assert_true(n > 30);
        rp_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
