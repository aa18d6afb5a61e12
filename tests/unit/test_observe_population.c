/* Observers of a run whose particles come and go: every frame, snapshot and row has the particles of its moment, also
 * when there are none. */
#include "physics/lab.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "output/frames.h"
#include "output/vtk.h"

static const char *scene =
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 3\ngravity: [0, -9.81]\nthickness: 0.01\nmaterials: {m: {density: "
    "2000}}\ninteractions: [{between: [m, m], friction: 0.5, restitution: 0.3, normal: {law: linear, stiffness: "
    "2.0e4}}]\ndomain: {lower: [0, -0.01], upper: [0.06, 0.2]}\n"
    "particles: [{name: a, count: 20, material: m, radius: 0.003, place: {random: {lower: [0, 0], upper: [0.06, "
    "0.05]}}}]\nwalls: [{name: box, box: {lower: [0, 0], upper: [0.06, 0.2]}, material: m}]\n"
    "output: {series: {every: 1.0e-3}, frames: {every: 1.0e-3}, dump: {every: 1.0e-3}, profiles: [{name: p, along: y, "
    "bins: 5, every: 1.0e-3, window: 1.0e-3}], regions: [{name: low, slab: {axis: y, from: 0, to: 0.02}}]%s}\n"
    "run: {until: 9, step: %s}\n";

static void observe(const lab *l, rp_observers *o, int last)
{
    rp_error err;
    rp_measures m = lab_measure(l);
    rp_contact_list list = {0};
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    rp_moment moment = {.world = l->w, .method = l->method, .contacts = &list, .measures = &m};
    assert_true(last || rp_observers_due(o, l->w, last));
    lab_ok(rp_observers_take(o, &moment, last, &err), &err);
    lab_ok(rp_observers_flush(o, &err), &err);
    rp_memory_free(list.view);
}

static void add(lab *l, size_t count, double y)
{
    rp_error err;
    rp_sim_particle p[8];
    for (size_t n = 0; n < count; n++) {
        p[n] = rp_sim_particle_default();
        p[n].material = "m";
        p[n].radius = 0.003;
        p[n].position[0] = 0.004 + 0.007 * (double)n;
        p[n].position[1] = y;
    }
    lab_ok(rp_sim_add(l->sim, p, count, NULL, &err), &err);
}

static void remove_first(lab *l, size_t count)
{
    rp_error err;
    uint32_t ids[64];
    const rp_particles *p = &l->w->particles;
    for (size_t n = 0; n < count; n++) ids[n] = p->id[p->by_id[n]];
    lab_ok(rp_sim_remove(l->sim, ids, count, &err), &err);
}

static size_t frame_rows(const char *directory, size_t frame)
{
    char path[1200];
    rp_archive set;
    rp_error err;
    rp_frames_path(directory, RP_FRAME_PARTICLES, frame, path, sizeof path);
    lab_ok(rp_vtk_read(path, &set, &err), &err);
    size_t rows = rp_archive_find(&set, "points")->rows;
    assert_int_equal(rp_archive_find(&set, "point/id")->rows, rows);
    rp_archive_free(&set);
    return rows;
}

/* Snapshots: each says how many atoms it has, and has so many lines. */
static void check_dump(const char *directory, const size_t *count, int snapshots)
{
    char path[1200], line[1000];
    int found = 0;
    snprintf(path, sizeof path, "%s/dump.lammpstrj", directory);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        unsigned long atoms = 0, lines = 0;
        if (strncmp(line, "ITEM: NUMBER OF ATOMS", 21) != 0) continue;
        assert_int_equal(fscanf(file, "%lu\n", &atoms), 1);
        assert_in_range(found, 0, snapshots - 1);
        assert_int_equal(atoms, count[found++]);
        while (fgets(line, sizeof line, file) && strncmp(line, "ITEM: ATOMS", 11) != 0) continue;
        while (fgets(line, sizeof line, file) && strncmp(line, "ITEM", 4) != 0) lines++;
        assert_int_equal(lines, atoms);
    }
    assert_int_equal(found, snapshots);
    fclose(file);
}

static void run(const char *method, const char *step, const char *more)
{
    enum { MOMENTS = 5 };
    static const size_t count[MOMENTS] = {20, 28, 11, 0, 8};
    char directory[64] = "/tmp/repose-population-XXXXXX", command[128];
    rp_error err;
    rp_observers o;
    lab l = lab_open(scene, method, more, step);
    assert_non_null(mkdtemp(directory));
    const rp_observe_site site = {.directory = directory, .world = l.w, .method = l.method};
    lab_ok(rp_observers_open(&o, &l.scene->output.observers, &site, &err), &err);
    for (int n = 0; n < MOMENTS; n++) {
        if (n == 1) add(&l, 8, 0.1);
        if (n == 2) remove_first(&l, 17);
        if (n == 3) remove_first(&l, 11);
        if (n == 4) add(&l, 8, 0.15);
        if (n > 0) lab_until(&l, 1e-3 * n);
        observe(&l, &o, n == MOMENTS - 1);
    }
    rp_observers_close(&o);
    for (size_t n = 0; n < MOMENTS; n++) assert_int_equal(frame_rows(directory, n), count[n]);
    check_dump(directory, count, MOMENTS);
    lab_close(&l);
    snprintf(command, sizeof command, "rm -r '%s'", directory);
    assert_int_equal(system(command), 0);
}

static void test_observers(void **state)
{
    (void)state;
    run("soft", "1.0e-5", ", forces: {every: 1.0e-3}");
    run("contact-dynamics", "1.0e-4", ", forces: {every: 1.0e-3}");
    run("event-driven", "1.0e-3", ", events: {}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_observers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
