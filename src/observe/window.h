/* Means over windows of time. Moments come every so often from a time on, so many to a window. Rows of a window are
 * written when it is full, those of the last when the run ends. What a window holds so far is kept in checkpoints. */
#ifndef RP_OBSERVE_WINDOW_H
#define RP_OBSERVE_WINDOW_H

#include "observe/observers.h"

typedef struct rp_window_options {
    double every;     /* s between moments */
    double from;      /* s of the run: the first window begins */
    uint64_t moments; /* of a window; UINT64_MAX: one window up to the end of the run */
} rp_window_options;

#define RP_WINDOW_KEYS                                                                                                 \
    {"every", RP_REQUIRED}, {"from", 0}, { "window", 0 }
void rp_window_read(rp_read *r, const rp_node *node, rp_window_options *o);
void rp_window_describe(const rp_window_options *o, rp_buffer *text);

typedef struct rp_window {
    rp_window_options options;
    rp_appender file;
    int open;
    double begun;   /* s: when the window began; NaN: not yet */
    uint64_t taken; /* moments since the start of the run */
    uint64_t here;  /* of them in this window */
    uint64_t next;  /* the first step in which a moment may be due: one a step at most */
    double *number; /* not owned: what a window has summed so far */
    size_t count;   /* of numbers */
} rp_window;

/* Opens the file, and with an archive goes on with what stands there under `name`. *fresh: the file needs its head. */
rp_status rp_window_open(rp_window *w, const rp_window_options *options, const char *path, const char *name,
                         double *number, size_t count, const rp_archive *archive, int *fresh, rp_error *err);
rp_status rp_window_save(const rp_window *w, const char *name, rp_archive *archive, rp_error *err);
void rp_window_close(rp_window *w);

double rp_window_next(const rp_window *w);
int rp_window_unfinished(const rp_window *w, const rp_world *world);

enum { RP_WINDOW_TAKE = 1, RP_WINDOW_FINISH = 2 };
/* What is to be done at the world's time: take a moment, then write the window and begin a new one. */
int rp_window_step(rp_window *w, const rp_world *world, int last);
/* Writes the rows (and frees them), sets the sums to 0 and begins the next window. */
rp_status rp_window_finish(rp_window *w, const rp_world *world, rp_buffer *rows, rp_error *err);
rp_status rp_window_write(rp_window *w, rp_buffer *text, rp_error *err); /* and frees it */

#endif
