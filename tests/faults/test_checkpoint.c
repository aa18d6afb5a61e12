/* A damaged checkpoint is refused in words, and a failing system never costs the checkpoint that stood there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/random.h"
#include "output/output.h"

enum { VALUES = 1500, FLIPS = 400 };

static char directory[] = "/tmp/repose-faults-XXXXXX";
static char path[128], previous[160];
static double values[VALUES];
static char *whole; /* bytes of an intact checkpoint */
static size_t whole_size;

/* A checkpoint whose first value is `mark`. */
static rp_status save(double mark, rp_error *err)
{
    rp_archive a;
    uint64_t step = 7;
    values[0] = mark;
    rp_archive_init(&a);
    rp_status status = rp_archive_put(&a, "particles/x", RP_F64, VALUES / 3, 3, values, 0, err);
    if (status == RP_OK) status = rp_archive_put_copy(&a, "world/step", RP_U64, 1, 1, &step, err);
    if (status == RP_OK) status = rp_checkpoint_write(path, &a, err);
    rp_archive_free(&a);
    return status;
}

static rp_status load(const char *where, double *mark, rp_error *err)
{
    rp_archive a;
    double back[VALUES];
    rp_status status = rp_checkpoint_read(where, &a, err);
    if (status == RP_OK) status = rp_archive_get(&a, "particles/x", RP_F64, VALUES / 3, 3, back, err);
    if (status == RP_OK) *mark = back[0];
    rp_archive_free(&a);
    return status;
}

static void refuse(const char *data, size_t size, rp_error *err)
{
    double mark;
    assert_int_equal(rp_file_write(path, data, size, 0, NULL), RP_OK);
    assert_int_equal(load(path, &mark, err), RP_INPUT);
    assert_non_null(strstr(err->what, path));
    assert_int_equal(rp_memory_bytes(), 0);
}

static void test_truncated(void **state)
{
    (void)state;
    rp_error err;
    for (size_t size = 0; size <= 600; size++) {
        refuse(whole, size, &err);
        assert_non_null(strstr(err.what, "truncated"));
    }
    for (size_t part = 1; part < 16; part++) {
        refuse(whole, whole_size * part / 16, &err);
        assert_non_null(strstr(err.what, "truncated"));
    }
    refuse(whole, whole_size - 1, &err);
    assert_non_null(strstr(err.what, "truncated"));
}

static void test_flipped(void **state)
{
    (void)state;
    rp_error err;
    char *bytes = malloc(whole_size + 1);
    rp_random r = rp_random_stream(1, RP_RANDOM_TEST, 0, 0);
    for (int n = 0; n < FLIPS; n++) {
        /* the first 64 bytes one by one, then anywhere */
        size_t bit = n < 64 ? 8 * (size_t)n + rp_random_below(&r, 8) : rp_random_below(&r, 8 * whole_size);
        memcpy(bytes, whole, whole_size);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << bit % 8));
        refuse(bytes, whole_size, &err);
        assert_non_null(strstr(err.what, bit / 8 < 8 ? "not a Repose checkpoint" : "damaged"));
    }
    memcpy(bytes, whole, whole_size);
    bytes[whole_size] = 0;
    refuse(bytes, whole_size + 1, &err);
    assert_non_null(strstr(err.what, "damaged"));
    free(bytes);
}

static void test_not_a_checkpoint(void **state)
{
    (void)state;
    rp_error err;
    static const char text[] = "time,kinetic\n# s,J\n";
    refuse(text, sizeof text - 1, &err);
    assert_non_null(strstr(err.what, "not a Repose checkpoint"));
    refuse(whole + 512, whole_size - 512, &err); /* HDF5, but not ours */
    assert_non_null(strstr(err.what, "not a Repose checkpoint"));
}

/* Intact, but of another version: format 1 and the one to come (byte 8 on), with the header's checksum (bytes 40 to 47,
 * taken with them as 0). */
static void test_other_formats(void **state)
{
    (void)state;
    rp_error err;
    char *bytes = malloc(whole_size);
    for (int other = -2; other <= 1; other += 3) {
        rp_hash h;
        memcpy(bytes, whole, whole_size);
        bytes[8] = (char)(bytes[8] + other);
        memset(bytes + 40, 0, 8);
        rp_hash_init(&h);
        rp_hash_bytes(&h, bytes, 512);
        for (int n = 0; n < 8; n++) bytes[40 + n] = (char)((h.a ^ h.b) >> 8 * n);
        refuse(bytes, whole_size, &err);
        assert_non_null(strstr(err.what, other < 0 ? "an earlier Repose" : "a newer Repose"));
    }
    free(bytes);
}

static void test_missing(void **state)
{
    (void)state;
    rp_error err;
    double mark;
    assert_int_equal(load("/nonexistent/checkpoint.h5", &mark, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "/nonexistent/checkpoint.h5"));
}

static void test_previous_is_offered(void **state)
{
    (void)state;
    rp_error err;
    double mark = 0.0;
    assert_int_equal(save(1.0, NULL), RP_OK);
    assert_int_equal(save(2.0, NULL), RP_OK);
    refuse(whole, whole_size / 2, &err);
    assert_non_null(strstr(err.expected, previous));
    assert_int_equal(load(previous, &mark, NULL), RP_OK);
    assert_true(mark == 1.0);
    assert_int_equal(rp_file_write(previous, whole, whole_size / 2, 0, NULL), RP_OK);
    refuse(whole, whole_size / 2, &err);
    assert_null(strstr(err.expected, previous));
}

/* Makes the n-th call fail for n = 1, 2, ... until a save succeeds; the old checkpoint must load after each failure. */
static void fail_until_success(void (*fail_at)(long), long least)
{
    rp_error err;
    double mark = 0.0;
    assert_int_equal(save(10.0, NULL), RP_OK);
    for (long n = 1;; n++) {
        assert_true(n < 1000);
        fail_at(n);
        rp_status status = save(11.0, &err);
        fail_at(0);
        assert_int_equal(load(path, &mark, NULL), RP_OK);
        if (status == RP_OK) {
            assert_true(n > least);
            assert_true(mark == 11.0);
            break;
        }
        assert_int_equal(status, RP_SYSTEM);
        assert_true(mark == 10.0);
    }
}

static void test_write_fails(void **state)
{
    (void)state;
    fail_until_success(rp_system_fail_at, 5); /* open, write, sync, close, rename at least */
}

static void test_allocation_fails(void **state)
{
    (void)state;
    fail_until_success(rp_memory_fail_at, 2);
}

static void test_allocation_fails_reading(void **state)
{
    (void)state;
    rp_error err;
    double mark = 0.0;
    assert_int_equal(save(12.0, NULL), RP_OK);
    int64_t before = rp_memory_bytes();
    for (long n = 1;; n++) {
        assert_true(n < 1000);
        rp_memory_fail_at(n);
        rp_status status = load(path, &mark, &err);
        rp_memory_fail_at(0);
        assert_int_equal(rp_memory_bytes(), before);
        if (status == RP_OK) {
            assert_true(n > 3);
            break;
        }
        assert_int_equal(status, RP_SYSTEM);
        assert_non_null(strstr(err.what, "memory"));
    }
    assert_true(mark == 12.0);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(directory)) return -1;
    snprintf(path, sizeof path, "%s/checkpoint.h5", directory);
    snprintf(previous, sizeof previous, "%s.previous", path);
    rp_random r = rp_random_stream(2, RP_RANDOM_TEST, 0, 0);
    for (int i = 0; i < VALUES; i++) values[i] = rp_random_uniform(&r);
    if (save(0.0, NULL) != RP_OK) return -1;
    char *data;
    if (rp_file_read(path, 0, &data, &whole_size, NULL) != RP_OK) return -1;
    whole = malloc(whole_size);
    memcpy(whole, data, whole_size);
    rp_memory_free(data);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[256];
    free(whole);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command) || rp_memory_bytes() != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_flipped),
        cmocka_unit_test(test_not_a_checkpoint),
        cmocka_unit_test(test_other_formats),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_previous_is_offered),
        cmocka_unit_test(test_write_fails),
        cmocka_unit_test(test_allocation_fails),
        cmocka_unit_test(test_allocation_fails_reading),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
