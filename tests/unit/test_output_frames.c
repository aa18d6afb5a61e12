/* Frames: what is read back is what was in the world, bit for bit; collections name whole frames only.
 *
 * With REPOSE_TEST_KEEP=DIR the frames stay in DIR together with the raw arrays (*.raw), for VTK's own reader to look
 * at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/system.h"
#include "output/frame_sets.h"
#include "output/frames.h"
#include "output/output.h"
#include "output/vtk.h"
#include "unit/test_output_world.h"

static char directory[1024];

static void path_in(char *path, size_t room, const char *name) { snprintf(path, room, "%s/%s", directory, name); }

/* Numbers of four bytes come back as doubles of the same value. */
static void assert_widened(const rp_item *written, const rp_item *read)
{
    assert_int_equal(written->type, RP_F32);
    assert_int_equal(read->type, RP_F64);
    for (size_t n = 0; n < written->rows * written->columns; n++)
        assert_true((double)((const float *)written->data)[n] == ((const double *)read->data)[n]);
}

static void assert_same_sets(const rp_archive *one, const rp_archive *two)
{
    assert_int_equal(one->count, two->count);
    for (size_t n = 0; n < one->count; n++) {
        const rp_item *a = &one->item[n], *b = rp_archive_find(two, a->name);
        assert_non_null(b);
        assert_int_equal(a->rows, b->rows);
        assert_int_equal(a->columns, b->columns);
        if (a->type != b->type) assert_widened(a, b);
        else assert_memory_equal(a->data, b->data, a->rows * a->columns * rp_type_size(a->type));
    }
}

/* One line an array: name, type, rows, columns, bytes in hexadecimal. */
static void dump_raw(const rp_archive *set, const char *name)
{
    static const char *const types[] = {"f8", "i8", "u8", "i4", "u4", "u2", "u1", "f4"};
    char path[1200];
    rp_buffer text;
    rp_buffer_init(&text);
    for (size_t n = 0; n < set->count; n++) {
        const rp_item *item = &set->item[n];
        const unsigned char *bytes = item->data;
        rp_buffer_print(&text, "%s %s %zu %zu ", item->name, types[item->type], item->rows, item->columns);
        for (size_t i = 0; i < item->rows * item->columns * rp_type_size(item->type); i++)
            rp_buffer_print(&text, "%02x", bytes[i]);
        rp_buffer_print(&text, "\n");
    }
    path_in(path, sizeof path, name);
    assert_int_equal(rp_file_write_buffer(path, &text, 0, NULL), RP_OK);
    rp_buffer_free(&text);
}

static void round_trip(const rp_archive *set, const char *name)
{
    rp_archive back;
    char path[1200];
    path_in(path, sizeof path, name);
    assert_int_equal(rp_vtk_write(path, set, NULL), RP_OK);
    assert_int_equal(rp_vtk_read(path, &back, NULL), RP_OK);
    assert_same_sets(set, &back);
    rp_archive_free(&back);
    char raw[64];
    snprintf(raw, sizeof raw, "%s.raw", name);
    dump_raw(set, raw);
}

static void test_sets_round_trip(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        rp_world *world = made_up_world(dimension, 20000); /* several compressed blocks an array */
        rp_contact_list contacts = made_up_contacts(world, 777);
        rp_archive set;
        char name[64];
        assert_int_equal(rp_frame_sets_particles(world, &set, NULL), RP_OK);
        assert_int_equal(rp_archive_find(&set, "point/orientation")->columns, dimension == 2 ? 1 : 4);
        snprintf(name, sizeof name, "particles%d.vtp", dimension);
        round_trip(&set, name);
        rp_archive_free(&set);
        assert_int_equal(rp_frame_sets_contacts(world, &contacts, &set, NULL), RP_OK);
        snprintf(name, sizeof name, "contacts%d.vtp", dimension);
        round_trip(&set, name);
        rp_archive_free(&set);
        assert_int_equal(rp_frame_sets_walls(world, &(rp_contact_list){0}, &set, NULL), RP_OK);
        snprintf(name, sizeof name, "walls%d.vtp", dimension);
        round_trip(&set, name);
        rp_archive_free(&set);
        rp_memory_free(contacts.view);
        rp_world_destroy(world);
        assert_int_equal(rp_memory_bytes(), 0);
    }
}

static void test_particles_by_id(void **state)
{
    (void)state;
    rp_world *world = made_up_world(3, 10);
    rp_archive set;
    assert_int_equal(rp_frame_sets_particles(world, &set, NULL), RP_OK);
    const double *point = rp_archive_find(&set, "points")->data,
                 *omega = rp_archive_find(&set, "point/angular_velocity")->data;
    const uint32_t *id = rp_archive_find(&set, "point/id")->data;
    for (uint32_t n = 0; n < 10; n++) {
        const rp_row *row = &world->particles.row[9 - n];
        assert_int_equal(id[n], n);
        assert_true(point[3 * n] == row->x && point[3 * n + 2] == row->z);
        assert_true(fabs(omega[3 * n + 2] * row->r - world->particles.spin[9 - n].z)
                    < 1e-14); /* two roundings of numbers below 10 */
    }
    rp_archive_free(&set);
    rp_world_destroy(world);
}

/* Every corner lies on the surface of its wall, and in the domain; an inactive wall is not there. */
static void test_walls_lie_on_walls(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        rp_world *world = made_up_world(dimension, 10);
        rp_archive set;
        int seen[6] = {0};
        assert_int_equal(rp_frame_sets_walls(world, &(rp_contact_list){0}, &set, NULL), RP_OK);
        const rp_item *cells = rp_archive_find(&set, dimension == 2 ? "lines/offsets" : "polys/offsets");
        const double *point = rp_archive_find(&set, "points")->data,
                     *normal = rp_archive_find(&set, "cell/normal")->data;
        const int32_t *wall = rp_archive_find(&set, "cell/wall")->data,
                      *face = rp_archive_find(&set, "cell/face")->data;
        const int64_t *end = cells->data;
        for (size_t n = 0, i = 0; n < cells->rows; n++) {
            seen[wall[n]]++;
            for (; i < (size_t)end[n]; i++) {
                rp_vec x = {point[3 * i], point[3 * i + 1], point[3 * i + 2]}, direction;
                assert_true(fabs(rp_wall_distance(&world->wall[wall[n]], face[n], x, &direction)) < 1e-12);
                assert_true(fmin(x.x, fmin(x.y, x.z)) >= -1e-12 && fmax(x.x, fmax(x.y, x.z)) <= 1 + 1e-12);
                rp_vec given = {normal[3 * n], normal[3 * n + 1], normal[3 * n + 2]};
                assert_true(rp_vec_dot(given, direction) > 0.99);
            }
        }
        int facets = seen[3];
        assert_true(seen[0] == 1 && seen[1] == 1 && seen[2] == 2 * dimension && facets >= 32 && seen[4] == facets
                    && seen[5] == 0);
        rp_archive_free(&set);
        rp_world_destroy(world);
    }
}

static size_t count_in(const char *name, const char *word)
{
    char path[1200], *text;
    size_t size, count = 0;
    path_in(path, sizeof path, name);
    assert_int_equal(rp_file_read(path, 0, &text, &size, NULL), RP_OK);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) count++;
    rp_memory_free(text);
    return count;
}

static int frame_exists(rp_frame_kind kind, size_t frame)
{
    char path[1200];
    rp_frames_path(directory, kind, frame, path, sizeof path);
    return rp_file_exists(path);
}

static void test_collections(void **state)
{
    (void)state;
    rp_world *world = made_up_world(2, 50);
    rp_contact_list contacts = made_up_contacts(world, 20);
    rp_frames frames;
    size_t frame;
    double found;
    assert_int_equal(rp_frames_init(&frames, directory, 1, 1, NULL), RP_OK);
    for (int n = 0; n < 4; n++) {
        world->time = n / 3.0;
        assert_int_equal(rp_frames_write(&frames, world, &contacts, NULL), RP_OK);
        assert_int_equal(count_in("frames.pvd", "<DataSet"), n + 1);
        assert_int_equal(count_in("contacts.pvd", "contacts_"), n + 1);
        assert_int_equal(count_in("walls.pvd", "walls_"), n + 1);
    }
    assert_int_equal(rp_frames_find(directory, 0.6, &frame, &found, NULL), RP_OK);
    assert_int_equal(frame, 2);
    assert_true(found == 2 / 3.0);
    assert_int_equal(rp_frames_find(directory, NAN, &frame, &found, NULL), RP_OK);
    assert_int_equal(frame, 3);

    const double kept[2] = {0.0, 1 / 3.0};
    assert_int_equal(rp_frames_resume(&frames, kept, 2, NULL), RP_OK);
    assert_int_equal(count_in("frames.pvd", "<DataSet"), 2);
    assert_true(frame_exists(RP_FRAME_WALLS, 1) && !frame_exists(RP_FRAME_WALLS, 2)
                && !frame_exists(RP_FRAME_PARTICLES, 3));
    assert_int_equal(rp_frames_write(&frames, world, NULL, NULL), RP_OK); /* no contacts: an empty set */
    assert_true(frame_exists(RP_FRAME_CONTACTS, 2) && !frame_exists(RP_FRAME_CONTACTS, 3));
    rp_frames_free(&frames);
    rp_memory_free(contacts.view);
    rp_world_destroy(world);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* The n-th allocation or system call fails: no collection names what is not there, and nothing is lost or leaked. */
static void fail_until_written(void (*fail_at)(long))
{
    rp_world *world = made_up_world(2, 50);
    rp_contact_list contacts = made_up_contacts(world, 20);
    rp_frames frames;
    rp_error err;
    assert_int_equal(rp_frames_init(&frames, directory, 1, 1, NULL), RP_OK);
    assert_int_equal(rp_frames_resume(&frames, NULL, 0, NULL), RP_OK);
    int64_t before = rp_memory_bytes();
    for (long n = 1;; n++) {
        assert_true(n < 5000);
        fail_at(n);
        rp_status status = rp_frames_write(&frames, world, &contacts, &err);
        fail_at(0);
        if (status == RP_OK) break;
        assert_int_equal(status, RP_SYSTEM);
        assert_int_equal(frames.count, 0);
        assert_true(rp_memory_bytes() - before <= 8 * 64); /* the list of times may have grown */
    }
    assert_int_equal(count_in("frames.pvd", "<DataSet"), 1);
    rp_frames_free(&frames);
    rp_memory_free(contacts.view);
    rp_world_destroy(world);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void test_failures(void **state)
{
    (void)state;
    fail_until_written(rp_memory_fail_at);
    fail_until_written(rp_system_fail_at);
}

/* Whatever happened to a frame's bytes, reading ends with words. */
static void test_damaged(void **state)
{
    (void)state;
    rp_world *world = made_up_world(2, 300);
    rp_archive set;
    char path[1200], *whole;
    size_t size;
    rp_error err;
    path_in(path, sizeof path, "damaged.vtp");
    assert_int_equal(rp_frame_sets_particles(world, &set, NULL), RP_OK);
    assert_int_equal(rp_vtk_write(path, &set, NULL), RP_OK);
    rp_archive_free(&set);
    assert_int_equal(rp_file_read(path, 0, &whole, &size, NULL), RP_OK);
    for (size_t n = 0; n < 40; n++) {
        assert_int_equal(rp_file_write(path, whole, size * n / 40, 0, NULL), RP_OK);
        assert_int_equal(rp_vtk_read(path, &set, &err), RP_INPUT);
        assert_non_null(strstr(err.what, "damaged"));
    }
    rp_random r = rp_random_stream(5, RP_RANDOM_TEST, 0, 0);
    for (int n = 0; n < 500; n++) {
        size_t bit = rp_random_below(&r, 8 * size);
        whole[bit / 8] = (char)(whole[bit / 8] ^ (1 << bit % 8));
        assert_int_equal(rp_file_write(path, whole, size, 0, NULL), RP_OK);
        if (rp_vtk_read(path, &set, &err) == RP_OK) rp_archive_free(&set); /* some flips only change a name */
        else assert_int_equal(err.status, RP_INPUT);
        whole[bit / 8] = (char)(whole[bit / 8] ^ (1 << bit % 8));
    }
    rp_memory_free(whole);
    rp_world_destroy(world);
    assert_int_equal(rp_memory_bytes(), 0);
}

static int set_up(void **state)
{
    (void)state;
    const char *keep = getenv("REPOSE_TEST_KEEP");
    snprintf(directory, sizeof directory, "%s", keep ? keep : "/tmp/repose-frames-XXXXXX");
    return keep || mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[1100];
    if (getenv("REPOSE_TEST_KEEP")) return 0;
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets_round_trip),    cmocka_unit_test(test_particles_by_id),
        cmocka_unit_test(test_walls_lie_on_walls), cmocka_unit_test(test_collections),
        cmocka_unit_test(test_failures),           cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
