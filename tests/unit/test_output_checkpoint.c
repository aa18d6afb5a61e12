/* A checkpoint gives back what was put in, bit for bit, as the same bytes each time.
 *
 * With REPOSE_TEST_KEEP=DIR the checkpoint stays in DIR, for h5py to look at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "output/output.h"

static char directory[1024], path[1100], other[1100];

static const double f64[3][2] = {{0.1, -0.0}, {1e308, 5e-324}, {3.0, -1e-300}};
static const uint64_t u64[2] = {UINT64_MAX, 0x0102030405060708u};
static const int64_t i64[1] = {INT64_MIN};
static const int32_t i32[2][3] = {{-1, 2, INT32_MIN}, {0, 1, INT32_MAX}};
static const uint32_t u32[4] = {0, 1, 2, UINT32_MAX};
static const uint16_t u16[5] = {0, 65535, 3, 4, 5};
static const uint8_t u8[3] = {0, 255, 7};

static const struct {
    const char *name;
    rp_type type;
    size_t rows, columns;
    const void *data;
} items[] = {
    {"world/time", RP_F64, 3, 2, f64},   {"world/step", RP_U64, 2, 1, u64},
    {"signed", RP_I64, 1, 1, i64},       {"particles/image", RP_I32, 2, 3, i32},
    {"particles/id", RP_U32, 4, 1, u32}, {"particles/deep/group", RP_U16, 5, 1, u16},
    {"live", RP_U8, 3, 1, u8},           {"empty/none", RP_F64, 0, 4, NULL},
};
enum { ITEMS = sizeof items / sizeof *items };

static void fill(rp_archive *a)
{
    rp_archive_init(a);
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(
            rp_archive_put(a, items[i].name, items[i].type, items[i].rows, items[i].columns, items[i].data, 0, NULL),
            RP_OK);
}

static void write_to(const char *where)
{
    rp_archive a;
    fill(&a);
    assert_int_equal(rp_checkpoint_write(where, &a, NULL), RP_OK);
    rp_archive_free(&a);
}

static void test_round_trip(void **state)
{
    (void)state;
    rp_archive a;
    char buffer[256];
    write_to(path);
    assert_int_equal(rp_checkpoint_read(path, &a, NULL), RP_OK);
    assert_int_equal(a.count, ITEMS);
    for (size_t i = 0; i < ITEMS; i++) {
        assert_int_equal(
            rp_archive_get(&a, items[i].name, items[i].type, items[i].rows, items[i].columns, buffer, NULL), RP_OK);
        if (items[i].data)
            assert_memory_equal(buffer, items[i].data, items[i].rows * items[i].columns * rp_type_size(items[i].type));
    }
    rp_archive_free(&a);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void test_same_bytes(void **state)
{
    (void)state;
    char *one, *two;
    size_t one_size, two_size;
    write_to(path);
    sleep(1); /* a time stamp of seconds would show */
    write_to(other);
    assert_int_equal(rp_file_read(path, 0, &one, &one_size, NULL), RP_OK);
    assert_int_equal(rp_file_read(other, 0, &two, &two_size, NULL), RP_OK);
    assert_int_equal(one_size, two_size);
    assert_memory_equal(one, two, one_size);
    rp_memory_free(one);
    rp_memory_free(two);
}

static void test_misfit_is_named(void **state)
{
    (void)state;
    rp_archive a;
    rp_error err;
    double room[16];
    fill(&a);
    assert_int_equal(rp_archive_get(&a, "world/tim", RP_F64, 3, 2, room, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "'world/tim'"));
    assert_int_equal(rp_archive_get(&a, "world/time", RP_F64, 2, 2, room, &err), RP_INPUT);
    assert_string_equal(err.value, "3 x 2 values of type f64");
    assert_string_equal(err.expected, "2 x 2 values of type f64");
    assert_int_equal(rp_archive_get(&a, "world/step", RP_I64, 2, 1, room, &err), RP_INPUT);
    assert_non_null(strstr(err.expected, "i64"));
    rp_archive_free(&a);
}

static void test_copies_are_owned(void **state)
{
    (void)state;
    rp_archive a;
    double value = 1.5, back = 0.0;
    rp_archive_init(&a);
    assert_int_equal(rp_archive_put_copy(&a, "copy", RP_F64, 1, 1, &value, NULL), RP_OK);
    value = 2.5;
    assert_int_equal(rp_archive_get(&a, "copy", RP_F64, 1, 1, &back, NULL), RP_OK);
    assert_true(back == 1.5);
    rp_archive_free(&a);
    assert_int_equal(rp_memory_bytes(), 0);
}

static int set_up(void **state)
{
    (void)state;
    const char *keep = getenv("REPOSE_TEST_KEEP");
    snprintf(directory, sizeof directory, "%s", keep ? keep : "/tmp/repose-checkpoint-XXXXXX");
    if (!keep && !mkdtemp(directory)) return -1;
    snprintf(path, sizeof path, "%s/checkpoint.h5", directory);
    snprintf(other, sizeof other, "%s/other.h5", directory);
    return 0;
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
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_misfit_is_named),
        cmocka_unit_test(test_copies_are_owned),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
