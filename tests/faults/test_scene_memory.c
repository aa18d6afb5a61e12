/* Reading and building a scene with the n-th allocation failing, for n = 1, 2, ... until nothing fails: each time a
 * clean RP_SYSTEM, and nothing is left behind. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "scene/scene.h"

static const char text[] =
    "repose: 1\n"
    "title: faults\n"
    "dimension: 2\n"
    "method: soft\n"
    "gravity: {table: [[0, 0, -9.81], [1, 0, 0]]}\n"
    "domain: {lower: [0, 0], upper: [1, 1], periodic: [x]}\n"
    "materials: {glass: {density: 2500}, steel: {}}\n"
    "interactions: [{between: [any, any], friction: 0.5, normal: {law: linear, stiffness: 1.0e+5}}]\n"
    "particles:\n"
    "  - {name: listed, material: glass, radius: {list: [0.01, 0.02]}, place: {list: [[0.1, 0.5], [0.3, 0.5]]}, force: "
    "{table: [[0, 1, 0]]}}\n"
    "  - {name: drawn, count: 20, material: glass, radius: {uniform: [0.01, 0.02]}, place: {random: {lower: [0, 0.6], "
    "upper: [1, 0.9]}}, velocity: {thermal: 1}}\n"
    "  - {name: sites, material: glass, radius: 0.02, place: {lattice: {lower: [0, 0.1], upper: [1, 0.2]}}}\n"
    "  - {name: stones, shape: {polygon: {sides: [4, 6], angularity: 0.5}}, count: 5, material: glass, radius: 0.01, "
    "place: {random: {lower: [0, 0.35], upper: [1, 0.45]}}}\n"
    "  - {name: cells, shape: polygon, material: glass, place: {voronoi: {lower: [0, 0.92], upper: [1, 0.98], cells: "
    "[20, 2]}}}\n"
    "  - {name: rows, material: glass, place: {file: FILE}}\n"
    "groups: [{name: some, select: {from: drawn}, driven: {velocity: {table: [[0, 0, 0], [1, 1, 1]]}}}]\n"
    "walls:\n"
    "  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: steel, velocity: {table: [[0, 0, 0]]}}\n"
    "  - {name: lid, plane: {point: [0, 1], normal: [0, -1]}, material: steel, load: {pressure: {table: [[0, 1], [2, "
    "3]]}}, mass: 2}\n"
    "stages:\n"
    "  - {until: 0.5, remove: [floor], walls: {lid: {load: 100}}, groups: {some: {frozen: true}}}\n";

static rp_status load_and_build(const char *path, rp_error *err)
{
    static const char *const set[] = {"interactions.0.friction=0.3", "run.step=1.0e-5"};
    rp_scene_options options = {.set = set, .set_count = 2};
    rp_scene *scene;
    rp_world *world = NULL;
    rp_status status = rp_scene_load(path, &options, &scene, err);
    if (status) assert_null(scene);
    else status = rp_scene_build(scene, &options, &world, err);
    if (status) assert_null(world);
    rp_world_destroy(world);
    rp_scene_destroy(scene);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    rp_error err;
    char directory[] = "/tmp/repose-faults-XXXXXX", csv[64], path[64], scene[sizeof text + 64];
    assert_non_null(mkdtemp(directory));
    snprintf(csv, sizeof csv, "%s/rows.csv", directory);
    snprintf(path, sizeof path, "%s/scene.yaml", directory);
    const char *rows = "radius,x,y\n0.01,0.2,0.3\n0.01,0.4,0.3\n";
    assert_int_equal(rp_file_write(csv, rows, strlen(rows), 0, NULL), RP_OK);
    const char *at = strstr(text, "FILE");
    snprintf(scene, sizeof scene, "%.*s%s%s", (int)(at - text), text, csv, at + 4);
    assert_int_equal(rp_file_write(path, scene, strlen(scene), 0, NULL), RP_OK);

    long n = 0;
    rp_status status = RP_SYSTEM;
    for (n = 1; n < 10000 && status == RP_SYSTEM; n++) {
        rp_memory_fail_at(n);
        status = load_and_build(path, &err);
        rp_memory_fail_at(0);
        assert_int_equal(rp_memory_bytes(), 0);
        if (status == RP_SYSTEM) assert_non_null(strstr(err.what, "memory"));
    }
    assert_int_equal(status, RP_OK);
    assert_true(n > 50);
    unlink(csv);
    unlink(path);
    rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
