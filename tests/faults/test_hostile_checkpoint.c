/* Checkpoints made to harm: HDF5 files with a user block and checksums that fit, whose arrays claim more than the file
 * has, are compressed, lie in other files or share their bytes. Each is refused in words, with little memory. */
#include "testing.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "output/output.h"

enum { USER_BLOCK = 512, ROWS = 6007, FEW = 977, FEWER = 1009 };

static char directory[] = "/tmp/repose-hostile-XXXXXX";
static char path[128];

static void put_u64(char *at, uint64_t v)
{
    for (int i = 0; i < 8; i++) at[i] = (char)(v >> 8 * i);
}

/* The header that a checkpoint of these bytes has (output/checkpoint.c). */
static void mend(char *data, size_t size)
{
    rp_hash h;
    memset(data, 0, USER_BLOCK);
    memcpy(data, "REPOSE1\n", 8);
    put_u64(data + 8, 3);
    put_u64(data + 16, size);
    rp_hash_init(&h);
    rp_hash_bytes(&h, data + USER_BLOCK, size - USER_BLOCK);
    put_u64(data + 24, h.a);
    put_u64(data + 32, h.b);
    rp_hash_init(&h);
    rp_hash_bytes(&h, data, USER_BLOCK);
    put_u64(data + 40, h.a ^ h.b);
}

/* Every number of eight bytes that is `from` becomes `to`; how many did. */
static int patch(char *data, size_t size, uint64_t from, uint64_t to)
{
    char old[8], new[8];
    int found = 0;
    put_u64(old, from);
    put_u64(new, to);
    for (size_t at = USER_BLOCK; at + 8 <= size; at++)
        if (memcmp(data + at, old, 8) == 0) {
            memcpy(data + at, new, 8);
            found++;
        }
    return found;
}

/* The oldest format of HDF5, whose headers have no checksums of their own. */
static hid_t file_begin(void)
{
    hid_t make = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_userblock(make, USER_BLOCK);
    H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, make, access);
    assert_true(file >= 0);
    H5Pclose(make);
    H5Pclose(access);
    return file;
}

/* An array of random bits, written unless the list says that it lies elsewhere. Returns where it stands in the file. */
static uint64_t add(hid_t file, const char *name, hsize_t rows, hid_t list, int write)
{
    hsize_t dims[2] = {rows, 1};
    hid_t space = H5Screate_simple(2, dims, NULL);
    hid_t set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    double *value = malloc(rows * sizeof *value);
    for (hsize_t n = 0; n < rows; n++) value[n] = write > 1 ? 0 : 1 / (1.0 + (double)n);
    assert_true(set >= 0);
    if (write) assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    free(value);
    const haddr_t at = write == 1 ? H5Dget_offset(set) : 0;
    H5Dclose(set);
    H5Sclose(space);
    return at == HADDR_UNDEF ? 0 : at - USER_BLOCK;
}

static void load(char **data, size_t *size) { assert_int_equal(rp_file_read(path, 0, data, size, NULL), RP_OK); }

/* Writes the bytes with a header that fits, and takes them. */
static rp_status take(char *data, size_t size, rp_error *err)
{
    rp_archive a;
    mend(data, size);
    assert_int_equal(rp_file_write(path, data, size, 0, NULL), RP_OK);
    rp_memory_free(data);
    rp_status status = rp_checkpoint_read(path, &a, err);
    rp_archive_free(&a);
    assert_int_equal(rp_memory_bytes(), 0);
    return status;
}

static void refused(char *data, size_t size, const char *words)
{
    rp_error err;
    assert_int_equal(take(data, size, &err), RP_INPUT);
    if (!strstr(err.what, words)) fail_msg("'%s' has no '%s'", err.what, words);
}

/* What the others change is taken as it is. */
static void test_plain(void **state)
{
    (void)state;
    char *data;
    size_t size;
    rp_error err;
    hid_t file = file_begin();
    add(file, "a", ROWS, H5P_DEFAULT, 1);
    H5Fclose(file);
    load(&data, &size);
    assert_int_equal(take(data, size, &err), RP_OK);
}

/* 1e12 rows, and a number whose bytes overflow. */
static void test_rows(void **state)
{
    (void)state;
    static const uint64_t claims[] = {1000000000000, (uint64_t)1 << 61, ROWS + 100000};
    for (size_t n = 0; n < sizeof claims / sizeof *claims; n++) {
        char *data;
        size_t size;
        hid_t file = file_begin();
        add(file, "a", ROWS, H5P_DEFAULT, 1);
        H5Fclose(file);
        load(&data, &size);
        assert_true(patch(data, size, ROWS, claims[n]) > 0);
        assert_true(patch(data, size, ROWS * 8, claims[n] * 8) > 0);
        refused(data, size, "'a'");
    }
}

/* Zeros that take a thousandth of their length. */
static void test_compressed(void **state)
{
    (void)state;
    hsize_t chunk[2] = {1 << 16, 1};
    char *data;
    size_t size;
    hid_t file = file_begin(), list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 2, chunk);
    H5Pset_deflate(list, 9);
    add(file, "zeros", 1 << 20, list, 2);
    H5Pclose(list);
    H5Fclose(file);
    load(&data, &size);
    assert_true(size < 1 << 17);
    refused(data, size, "'zeros' is not an array that Repose writes");
}

static void test_elsewhere(void **state)
{
    (void)state;
    char *data, other[160];
    size_t size;
    static const double secret[FEW] = {1};
    snprintf(other, sizeof other, "%s/secret", directory);
    assert_int_equal(rp_file_write(other, secret, sizeof secret, 0, NULL), RP_OK);
    hid_t file = file_begin(), list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(list, other, 0, sizeof secret);
    add(file, "secret", FEW, list, 0);
    H5Pclose(list);
    H5Fclose(file);
    load(&data, &size);
    refused(data, size, "'secret' is not an array that Repose writes");
}

/* Three arrays at one place: each fits the file, all of them do not. */
static void test_shared(void **state)
{
    (void)state;
    char *data;
    size_t size;
    hid_t file = file_begin();
    const uint64_t a = add(file, "a", ROWS, H5P_DEFAULT, 1), b = add(file, "b", FEW, H5P_DEFAULT, 1),
                   c = add(file, "c", FEWER, H5P_DEFAULT, 1);
    H5Fclose(file);
    load(&data, &size);
    static const uint64_t rows[] = {FEW, FEWER};
    for (int n = 0; n < 2; n++) {
        assert_true(patch(data, size, rows[n], ROWS) > 0);
        assert_true(patch(data, size, rows[n] * 8, ROWS * 8) > 0);
        assert_true(patch(data, size, n ? c : b, a) > 0);
    }
    assert_true(size < 3 * ROWS * 8);
    refused(data, size, "is larger than what stands in the file");
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(directory)) return -1;
    snprintf(path, sizeof path, "%s/checkpoint.h5", directory);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command) || rp_memory_bytes() != 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),     cmocka_unit_test(test_rows),   cmocka_unit_test(test_compressed),
        cmocka_unit_test(test_elsewhere), cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
