/* See schedule.h. */
#include "observe/schedule.h"

enum { NUMBERS = 4 };

rp_status rp_schedule_save(const rp_schedule *s, const rp_appender *file, const char *name, rp_archive *a,
                           rp_error *err)
{
    uint64_t number[NUMBERS] = {s->count, s->step, s->started, file ? (uint64_t)rp_appender_size(file) : 0};
    return rp_archive_put_copy(a, name, RP_U64, 1, NUMBERS, number, err);
}

rp_status rp_schedule_load(rp_schedule *s, int64_t *file_size, const char *name, const rp_archive *a, rp_error *err)
{
    uint64_t number[NUMBERS];
    rp_status status = rp_archive_get(a, name, RP_U64, 1, NUMBERS, number, err);
    if (status) return status;
    s->count = number[0];
    s->step = number[1];
    s->started = number[2];
    if (file_size) *file_size = (int64_t)number[3];
    return RP_OK;
}
