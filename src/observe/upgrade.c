/* Checkpoints from before version 0.2.0 kept the state of observers among the numbers of the run:
 *
 *     run/counts              stage, rows, frames, step of the stage, begun, bytes of series.csv
 *     run/frame_times         s of each frame
 *     run/series              what collisions handed over since the last row
 *     run/samples/N/clock     windows of profiles, then that of the forces; sums beside it
 *     run/event_log           bytes and rows of events.csv
 *
 * They did not keep the step of the last row and frame: no step of the run has the number that stands for it. */
#include <stdio.h>
#include "observe/observers.h"

enum { OLD_COUNTS = 6, ROWS = 1, FRAMES = 2, BYTES = 5 };

/* The same data once more, under a new name; the old item keeps it. */
static rp_status put_again(rp_archive *a, const char *old, const char *name, rp_error *err)
{
    const rp_item *item = rp_archive_find(a, old);
    return item ? rp_archive_put(a, name, item->type, item->rows, item->columns, item->data, 0, err) : RP_OK;
}

static rp_status put_schedule(rp_archive *a, const char *name, uint64_t count, uint64_t bytes, rp_error *err)
{
    uint64_t number[] = {count, UINT64_MAX, 1, bytes};
    return rp_archive_put_copy(a, name, RP_U64, 1, sizeof number / sizeof *number, number, err);
}

/* Which of the windows is that of the forces only the scene says: the last, if there is one. A name that no observer
 * reads does no harm. */
static rp_status put_windows(rp_archive *a, rp_error *err)
{
    static const char *const parts[] = {"clock", "sums"};
    rp_status status = RP_OK;
    char old[64], name[64];
    int count = 0;
    for (;; count++) {
        snprintf(old, sizeof old, "run/samples/%d/clock", count);
        if (!rp_archive_find(a, old)) break;
    }
    for (int n = 0; n < 2 * count && !status; n++) {
        snprintf(old, sizeof old, "run/samples/%d/%s", n / 2, parts[n % 2]);
        snprintf(name, sizeof name, "observe/profiles/%d/%s", n / 2, parts[n % 2]);
        status = put_again(a, old, name, err);
    }
    for (int n = 0; n < 2 && count && !status; n++) {
        snprintf(old, sizeof old, "run/samples/%d/%s", count - 1, parts[n]);
        snprintf(name, sizeof name, "observe/forces/%s", parts[n]);
        status = put_again(a, old, name, err);
    }
    return status;
}

rp_status rp_observers_upgrade(rp_archive *a, rp_error *err)
{
    uint64_t old[OLD_COUNTS];
    if (!rp_archive_find(a, "run/counts")) return RP_OK;
    rp_status status = rp_archive_get(a, "run/counts", RP_U64, 1, OLD_COUNTS, old, err);
    if (!status) status = put_schedule(a, "observe/series/schedule", old[ROWS], old[BYTES], err);
    if (!status) status = put_schedule(a, "observe/frames/schedule", old[FRAMES], 0, err);
    if (!status) status = put_again(a, "run/frame_times", "observe/frames/times", err);
    if (!status) status = put_again(a, "run/series", "observe/series/collected", err);
    if (!status) status = put_again(a, "run/event_log", "observe/events", err);
    return status ? status : put_windows(a, err);
}
