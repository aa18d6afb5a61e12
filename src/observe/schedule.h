/* Times at every multiple of a time, from 0 on: the schedule of the series, of frames and of dumps. */
#ifndef RP_OBSERVE_SCHEDULE_H
#define RP_OBSERVE_SCHEDULE_H

#include "observe/observers.h"

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
    while (rp_observers_reached(w, rp_schedule_next(s))) s->count++; /* a step may be longer than `every` */
}

/* What a checkpoint keeps of it, and of the file that goes with it. */
rp_status rp_schedule_save(const rp_schedule *s, const rp_appender *file, const char *name, rp_archive *archive,
                           rp_error *err);
rp_status rp_schedule_load(rp_schedule *s, int64_t *file_size, const char *name, const rp_archive *archive,
                           rp_error *err);

#endif
