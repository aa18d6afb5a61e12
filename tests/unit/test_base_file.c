/* Files whole or not at all: every system call of a write is made to fail in turn. */
#include "testing.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"

static char directory[64];
static char path[128], previous[160];

static int make_directory(void **state)
{
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/repose-test-XXXXXX");
    if (!mkdtemp(directory)) return -1;
    snprintf(path, sizeof path, "%s/state", directory);
    snprintf(previous, sizeof previous, "%s.previous", path);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    char command[128];
    rp_system_fail_at(0);
    rp_memory_fail_at(0);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

static int count_files(void)
{
    DIR *d = opendir(directory);
    int count = -2; /* . and .. */
    while (readdir(d)) count++;
    closedir(d);
    return count;
}

static void assert_content(const char *file, const char *expected)
{
    char *data;
    size_t size;
    assert_int_equal(rp_file_read(file, 0, &data, &size, NULL), RP_OK);
    assert_int_equal(size, strlen(expected));
    assert_string_equal(data, expected);
    rp_memory_free(data);
}

static rp_status put(const char *text, int keep, rp_error *err)
{
    return rp_file_write(path, text, strlen(text), keep, err);
}

static void a_file_is_written_and_replaced(void **state)
{
    (void)state;
    assert_int_equal(put("one", 0, NULL), RP_OK);
    assert_content(path, "one");
    assert_int_equal(put("two", 1, NULL), RP_OK);
    assert_content(path, "two");
    assert_content(previous, "one");
    assert_int_equal(put("three", 1, NULL), RP_OK);
    assert_content(previous, "two");
    assert_int_equal(put("", 0, NULL), RP_OK);
    assert_content(path, "");
    assert_content(previous, "two");
    assert_int_equal(count_files(), 2);
    assert_int_equal(rp_memory_bytes(), 0);
}

/* Fails call 1, 2, ... of a write until none is left to fail; returns how many there were. */
static int fail_each_call(const char *old, int keep)
{
    for (int n = 1; n < 100; n++) {
        rp_error err;
        rp_system_fail_at(n);
        rp_status status = put("new", keep, &err);
        rp_system_fail_at(0);
        if (status == RP_OK) return n - 1;
        assert_int_equal(status, RP_SYSTEM);
        assert_non_null(strstr(err.what, path));
        assert_non_null(strstr(err.what, "Input/output error"));
        if (old) assert_content(path, old);
        else assert_false(rp_file_exists(path));
        if (keep) assert_content(previous, "older");
        assert_int_equal(count_files(), (old != NULL) + keep);
    }
    fail_msg("never succeeded");
    return 0;
}

static void no_failure_harms_the_old_file(void **state)
{
    (void)state;
    put("old", 0, NULL);
    assert_true(fail_each_call("old", 0) >= 8); /* open, write, sync, close, link, rename, open directory, sync */
    assert_content(path, "new");
    assert_int_equal(count_files(), 1);
}

static void no_failure_harms_the_previous_file(void **state)
{
    (void)state;
    put("older", 0, NULL);
    put("old", 1, NULL);
    assert_true(fail_each_call("old", 1) >= 9);
    assert_content(path, "new");
    assert_content(previous, "old");
    assert_int_equal(count_files(), 2);
}

static void a_failed_first_write_leaves_nothing(void **state)
{
    (void)state;
    assert_true(fail_each_call(NULL, 0) >= 8);
    assert_content(path, "new");
    assert_int_equal(count_files(), 1);
}

static void what_a_killed_write_left_is_cleared(void **state)
{
    (void)state;
    char left[160];
    put("old", 0, NULL);
    snprintf(left, sizeof left, "%s.repose-tmp", path);
    rp_file_write(left, "half", 4, 0, NULL);
    snprintf(left, sizeof left, "%s.repose-old", path);
    link(path, left);
    assert_int_equal(put("new", 1, NULL), RP_OK);
    assert_content(path, "new");
    assert_content(previous, "old");
    assert_int_equal(count_files(), 2);
}

/* A pipe of our own stands for every device: breaking the code under test must not harm the system it runs on. */
static void pipes_and_directories_are_not_replaced(void **state)
{
    (void)state;
    struct stat info;
    char got[8] = "";
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(put("bytes", 0, NULL), RP_OK);
    assert_int_equal(stat(path, &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(read(reader, got, sizeof got), 5);
    assert_memory_equal(got, "bytes", 5);
    for (int n = 1; n <= 2; n++) { /* open, write */
        rp_system_fail_at(n);
        assert_int_equal(put("bytes", 0, NULL), RP_SYSTEM);
    }
    close(reader);
    assert_int_equal(rp_file_write(directory, "x", 1, 0, NULL), RP_SYSTEM);
    assert_int_equal(rp_file_write("", "x", 1, 0, NULL), RP_SYSTEM);
    snprintf(path, sizeof path, "%s/nowhere/file", directory);
    assert_int_equal(put("x", 0, NULL), RP_SYSTEM);
}

static void a_bare_name_goes_to_the_working_directory(void **state)
{
    (void)state;
    char here[1024];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(directory), 0);
    rp_status status = rp_file_write("bare", "x", 1, 0, NULL);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(status, RP_OK);
    snprintf(path, sizeof path, "%s/bare", directory);
    assert_content(path, "x");
}

static void reading_says_whose_fault_it_is(void **state)
{
    (void)state;
    char *data;
    size_t size;
    rp_error err;
    assert_int_equal(rp_file_read(path, 0, &data, &size, &err), RP_INPUT);
    assert_int_equal(err.status, RP_INPUT);
    assert_non_null(strstr(err.what, "No such file"));
    assert_int_equal(rp_file_read(directory, 0, &data, &size, NULL), RP_INPUT);
    put("12345", 0, NULL);
    assert_int_equal(rp_file_read(path, 4, &data, &size, &err), RP_INPUT);
    assert_string_equal(err.expected, "at most 4 bytes");
    assert_int_equal(rp_file_read("/dev/zero", 100, &data, &size, NULL), RP_INPUT);
    assert_int_equal(rp_file_read(path, 5, &data, &size, NULL), RP_OK);
    rp_memory_free(data);
    int n = 1;
    for (;; n++) {
        rp_system_fail_at(n);
        rp_status status = rp_file_read(path, 0, &data, &size, NULL);
        rp_system_fail_at(0);
        if (status == RP_OK) break;
        assert_int_equal(status, RP_SYSTEM);
        assert_null(data);
    }
    assert_int_equal(n, 5); /* open, stat, read, read to the end */
    rp_memory_free(data);
    rp_memory_fail_at(1);
    assert_int_equal(rp_file_read(path, 0, &data, &size, NULL), RP_SYSTEM);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void a_huge_file_is_refused_before_any_memory_is_taken(void **state)
{
    (void)state;
    char *data;
    size_t size;
    put("x", 0, NULL);
    assert_int_equal(truncate(path, (off_t)1 << 30), 0);
    rp_memory_fail_at(1);
    assert_int_equal(rp_file_read(path, 1000, &data, &size, NULL), RP_INPUT);
}

static void a_buffer_grows_and_prints(void **state)
{
    (void)state;
    rp_buffer b;
    rp_buffer_init(&b);
    char *expected = calloc(200000, 1);
    size_t length = 0;
    for (int i = 0; i < 5000; i++) {
        rp_buffer_print(&b, "%d,%.3g;", i, i / 7.0);
        rp_buffer_append(&b, "ab\n", 3);
        length += (size_t)sprintf(expected + length, "%d,%.3g;ab\n", i, i / 7.0);
    }
    assert_false(b.failed);
    assert_int_equal(b.size, length);
    assert_memory_equal(b.data, expected, length);
    assert_int_equal(rp_file_write_buffer(path, &b, 0, NULL), RP_OK);
    assert_content(path, expected);
    free(expected);
    rp_buffer_free(&b);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void a_failed_buffer_is_not_written(void **state)
{
    (void)state;
    put("old", 0, NULL);
    for (int print = 0; print < 2; print++) {
        rp_buffer b;
        rp_buffer_init(&b);
        rp_memory_fail_at(1);
        if (print) rp_buffer_print(&b, "%d", 1);
        else rp_buffer_append(&b, "1", 1);
        rp_buffer_append(&b, "rest", 4);
        assert_true(b.failed);
        assert_int_equal(rp_file_write_buffer(path, &b, 0, NULL), RP_SYSTEM);
        assert_content(path, "old");
        rp_buffer_free(&b);
    }
    assert_int_equal(rp_memory_bytes(), 0);
}

static void an_appender_goes_on_where_it_was_told(void **state)
{
    (void)state;
    rp_appender a;
    rp_error err;
    assert_int_equal(rp_appender_open(&a, path, 0, NULL), RP_OK);
    assert_int_equal(rp_appender_write(&a, "one\n", 4, NULL), RP_OK);
    int64_t keep = rp_appender_size(&a);
    assert_int_equal(keep, 4);
    assert_int_equal(rp_appender_write(&a, "two\n", 4, NULL), RP_OK);
    rp_appender_close(&a);
    assert_content(path, "one\ntwo\n");
    assert_int_equal(rp_appender_open(&a, path, keep, NULL), RP_OK);
    assert_int_equal(rp_appender_write(&a, "three\n", 6, NULL), RP_OK);
    rp_appender_close(&a);
    assert_content(path, "one\nthree\n");
    assert_int_equal(rp_appender_open(&a, path, 11, &err), RP_INPUT); /* it has 10 */
    assert_int_equal(a.fd, -1);
    assert_content(path, "one\nthree\n");
    assert_int_equal(rp_appender_open(&a, path, 0, NULL), RP_OK);
    rp_appender_close(&a);
    rp_appender_close(&a);
    assert_content(path, "");
}

static void a_failing_appender_leaves_whole_records(void **state)
{
    (void)state;
    rp_appender a;
    for (int n = 1; n <= 3; n++) { /* open, stat, truncate */
        rp_system_fail_at(n);
        assert_int_equal(rp_appender_open(&a, path, 0, NULL), RP_SYSTEM);
    }
    assert_int_equal(rp_appender_open(&a, path, 0, NULL), RP_OK);
    assert_int_equal(rp_appender_write(&a, "one\n", 4, NULL), RP_OK);
    rp_system_fail_at(1);
    assert_int_equal(rp_appender_write(&a, "two\n", 4, NULL), RP_SYSTEM);
    assert_int_equal(rp_appender_write(&a, "three\n", 6, NULL), RP_OK);
    rp_appender_close(&a);
    assert_content(path, "one\nthree\n");
}

static void directories_are_made_with_parents(void **state)
{
    (void)state;
    char deep[160];
    snprintf(deep, sizeof deep, "%s/a/b//c/", directory);
    assert_true(rp_file_directory_empty(directory));
    assert_true(rp_file_directory_empty(deep));
    assert_int_equal(rp_file_directory_make(deep, NULL), RP_OK);
    assert_int_equal(rp_file_directory_make(deep, NULL), RP_OK);
    assert_true(rp_file_exists(deep));
    assert_true(rp_file_directory_empty(deep));
    assert_false(rp_file_directory_empty(directory));
    put("x", 0, NULL);
    assert_false(rp_file_directory_empty(path));
    assert_int_equal(rp_file_directory_make(path, NULL), RP_SYSTEM);
    snprintf(deep, sizeof deep, "%s/below", path);
    assert_int_equal(rp_file_directory_make(deep, NULL), RP_SYSTEM);
    snprintf(deep, sizeof deep, "%s/d", directory);
    rp_system_fail_at(1);
    assert_int_equal(rp_file_directory_make(deep, NULL), RP_SYSTEM);
    assert_false(rp_file_exists(deep));
}

#define test_in_directory(f) cmocka_unit_test_setup_teardown(f, make_directory, remove_directory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_directory(a_file_is_written_and_replaced),
        test_in_directory(no_failure_harms_the_old_file),
        test_in_directory(no_failure_harms_the_previous_file),
        test_in_directory(a_failed_first_write_leaves_nothing),
        test_in_directory(what_a_killed_write_left_is_cleared),
        test_in_directory(pipes_and_directories_are_not_replaced),
        test_in_directory(a_bare_name_goes_to_the_working_directory),
        test_in_directory(reading_says_whose_fault_it_is),
        test_in_directory(a_huge_file_is_refused_before_any_memory_is_taken),
        test_in_directory(a_buffer_grows_and_prints),
        test_in_directory(a_failed_buffer_is_not_written),
        test_in_directory(an_appender_goes_on_where_it_was_told),
        test_in_directory(a_failing_appender_leaves_whole_records),
        test_in_directory(directories_are_made_with_parents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
