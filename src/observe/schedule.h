/* Times at every multiple of a time, from 0 on: the schedule of the series, of frames and of dumps. */
#ifndef RP_OBSERVE_SCHEDULE_H
#define RP_OBSERVE_SCHEDULE_H

#include <math.h>
#include "observe/observers.h"

/* The first n from `count` on for which the world has not come to the time from + n every. Computed, not counted up:
 * `every` may be far shorter than a step. Beyond 2^53 numbers have no digits for it; then 2^53, which is in the past,
 * and the next step is due. */
static inline uint64_t rp_schedule_first(const rp_world *w, double from, double every, uint64_t count)
{
    const double passed = (w->time + 1e-6 * w->dt - from) / every - 2, most = 0x1p53;
    if (passed > (double)count) count = (uint64_t)fmin(passed, most);
    while ((double)count < most && rp_observers_reached(w, from + (double)count * every)) count++;
    return count;
}

typedef struct rp_schedule {
    double every;     /* s */
    uint64_t count;   /* of times that have passed */
    uint64_t step;    /* of the last one taken */
    uint64_t started; /* 0: none was taken yet */
} rp_schedule;

static inline double rp_schedule_next(const rp_schedule *s) { return (double)s->count * s->every; }

/* The end of a run is taken, too, unless it was just taken. */
static inline int rp_schedule_unfinished(const rp_schedule *s, const rp_world *w)
{
    return !s->started || s->step != w->step;
}

static inline void rp_schedule_taken(rp_schedule *s, const rp_world *w)
{
    s->started = 1;
    s->step = w->step;
    s->count = rp_schedule_first(w, 0, s->every, s->count);
}

/* After a change of `every`: the first time that lies ahead. */
static inline void rp_schedule_anew(rp_schedule *s, const rp_world *w)
{
    s->count = rp_schedule_first(w, 0, s->every, 0);
}

/* What a checkpoint keeps of it, and of the file that goes with it. */
rp_status rp_schedule_save(const rp_schedule *s, const rp_appender *file, const char *name, rp_archive *archive,
                           rp_error *err);
rp_status rp_schedule_load(rp_schedule *s, int64_t *file_size, const char *name, const rp_archive *archive,
                           rp_error *err);

#endif
