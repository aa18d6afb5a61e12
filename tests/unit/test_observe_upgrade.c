/* State of observers in checkpoints from before version 0.2.0 is found under the names of today. */
#include "testing.h"
#include <string.h>
#include "observe/schedule.h"
#include "observe/window.h"

static void put(rp_archive *a, const char *name, rp_type type, size_t rows, size_t columns, const void *data)
{
    assert_int_equal(rp_archive_put_copy(a, name, type, rows, columns, data, NULL), RP_OK);
}

static void assert_same(const rp_archive *a, const char *name, const char *old)
{
    const rp_item *x = rp_archive_find(a, name), *y = rp_archive_find(a, old);
    assert_true(x && y && x->type == y->type && x->rows == y->rows && x->columns == y->columns);
    assert_memory_equal(x->data, y->data, x->rows * x->columns * rp_type_size(x->type));
}

static void old_names_are_found(void **state)
{
    (void)state;
    rp_archive a;
    rp_schedule s = {0};
    rp_world w = {.step = 4711};
    int64_t bytes = 0;
    const uint64_t counts[6] = {1, 20, 3, 100, 1, 5000}, log[2] = {70, 2};
    const double times[3] = {0, 0.1, 0.2}, clocks[3][4] = {{0, 1, 1, 10}, {0.1, 2, 2, 20}, {0.2, 3, 3, 30}};
    rp_archive_init(&a);
    put(&a, "run/counts", RP_U64, 1, 6, counts);
    put(&a, "run/frame_times", RP_F64, 3, 1, times);
    put(&a, "run/event_log", RP_U64, 1, 2, log);
    put(&a, "run/samples/0/clock", RP_F64, 4, 1, clocks[0]);
    put(&a, "run/samples/0/sums", RP_F64, 3, 1, times);
    put(&a, "run/samples/1/clock", RP_F64, 4, 1, clocks[1]);
    put(&a, "run/samples/1/sums", RP_F64, 2, 1, times);
    assert_int_equal(rp_observers_upgrade(&a, NULL), RP_OK);
    assert_int_equal(rp_schedule_load(&s, &bytes, "observe/series/schedule", &a, NULL), RP_OK);
    assert_true(s.count == 20 && bytes == 5000 && rp_schedule_unfinished(&s, &w));
    assert_int_equal(rp_schedule_load(&s, NULL, "observe/frames/schedule", &a, NULL), RP_OK);
    assert_true(s.count == 3);
    assert_same(&a, "observe/frames/times", "run/frame_times");
    assert_same(&a, "observe/events", "run/event_log");
    assert_same(&a, "observe/profiles/0/clock", "run/samples/0/clock");
    assert_same(&a, "observe/profiles/0/sums", "run/samples/0/sums");
    assert_same(&a, "observe/forces/clock", "run/samples/1/clock");
    assert_same(&a, "observe/forces/sums", "run/samples/1/sums");
    assert_null(rp_archive_find(&a, "observe/series/collected")); /* there was none */
    rp_archive_free(&a);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void new_ones_stay(void **state)
{
    (void)state;
    rp_archive a;
    const double times[2] = {0, 1};
    rp_archive_init(&a);
    put(&a, "observe/frames/times", RP_F64, 2, 1, times);
    assert_int_equal(rp_observers_upgrade(&a, NULL), RP_OK);
    assert_int_equal(a.count, 1);
    rp_archive_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(old_names_are_found), cmocka_unit_test(new_ones_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
