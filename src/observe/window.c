/* See window.h. */
#include "observe/window.h"
#include "observe/schedule.h"

#include <math.h>
#include <stdio.h>

/* ---- options ---- */

void rp_window_read(rp_read *r, const rp_node *node, rp_window_options *o)
{
    o->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    o->from = rp_read_number(r, node, "from", rp_bound_not_negative("s"), 0);
    o->moments = UINT64_MAX;
    double length = rp_read_number(r, node, "window", rp_bound_positive("s"), INFINITY);
    double moments = rint(length / o->every);
    if (r->status || !isfinite(length)) return;
    if (!(moments >= 1 && moments < 1e15)) {
        if (rp_read_fail(r, rp_yaml_find(node, "window"), "a window shorter than the time between its moments"))
            rp_error_expected(r->err, "at least %g (unit s), or a smaller every", o->every);
        return;
    }
    o->moments = (uint64_t)moments;
}

void rp_window_describe(const rp_window_options *o, rp_buffer *b)
{
    rp_buffer_print(b, "a moment every %.6g s from %.6g s on, ", o->every, o->from);
    if (o->moments == UINT64_MAX) rp_buffer_print(b, "one window");
    else rp_buffer_print(b, "windows of %.6g s", (double)o->moments * o->every);
}

/* ---- state and file ---- */

enum { CLOCK = 4 };

static void item_name(char text[64], const char *name, const char *what) { snprintf(text, 64, "%s/%s", name, what); }

rp_status rp_window_save(const rp_window *w, const char *name, rp_archive *a, rp_error *err)
{
    char item[64];
    double clock[CLOCK] = {w->begun, (double)w->taken, (double)w->here, (double)rp_appender_size(&w->file)};
    item_name(item, name, "clock");
    rp_status status = rp_archive_put_copy(a, item, RP_F64, CLOCK, 1, clock, err);
    item_name(item, name, "sums");
    return status ? status : rp_archive_put(a, item, RP_F64, w->count, 1, w->number, 0, err);
}

static rp_status load(rp_window *w, const char *name, const rp_archive *a, int64_t *size, rp_error *err)
{
    char item[64];
    double clock[CLOCK];
    item_name(item, name, "clock");
    rp_status status = rp_archive_get(a, item, RP_F64, CLOCK, 1, clock, err);
    item_name(item, name, "sums");
    if (!status) status = rp_archive_get(a, item, RP_F64, w->count, 1, w->number, err);
    if (status) return status;
    w->begun = clock[0];
    w->taken = (uint64_t)clock[1];
    w->here = (uint64_t)clock[2];
    *size = (int64_t)clock[3];
    return RP_OK;
}

rp_status rp_window_open(rp_window *w, const rp_window_options *options, const char *path, const char *name,
                         double *number, size_t count, const rp_archive *archive, int *fresh, rp_error *err)
{
    int64_t keep = 0;
    *w = (rp_window){.options = *options, .begun = NAN, .number = number, .count = count};
    rp_status status = archive ? load(w, name, archive, &keep, err) : RP_OK;
    if (!status) status = rp_appender_open(&w->file, path, keep, err);
    w->open = !status;
    *fresh = keep == 0;
    return status;
}

void rp_window_close(rp_window *w)
{
    if (w->open) rp_appender_close(&w->file);
}

rp_status rp_window_write(rp_window *w, rp_buffer *b, rp_error *err)
{
    rp_status status = b->failed ? rp_error_set(err, RP_SYSTEM, "not enough memory for the rows of a window")
                                 : rp_appender_write(&w->file, b->data, b->size, err);
    rp_buffer_free(b);
    return status;
}

/* ---- moments ---- */

/* The first window begins with a moment of its own, which is not summed. */
double rp_window_next(const rp_window *w)
{
    const rp_window_options *o = &w->options;
    return isnan(w->begun) ? o->from : o->from + (double)(w->taken + 1) * o->every;
}

/* A run that ends before the first moment of a window which has begun is taken once, at its end. */
int rp_window_unfinished(const rp_window *w, const rp_world *world)
{
    return w->here > 0 || (w->taken == 0 && rp_observers_reached(world, w->options.from));
}

int rp_window_step(rp_window *w, const rp_world *world, int last)
{
    if (isnan(w->begun) && rp_observers_reached(world, w->options.from)) w->begun = world->time;
    int due = !isnan(w->begun) && world->step >= w->next && rp_observers_reached(world, rp_window_next(w));
    int end = last && rp_window_unfinished(w, world);
    int what = due || (end && w->here == 0) ? RP_WINDOW_TAKE : 0;
    if (due) w->taken = rp_schedule_first(world, w->options.from, w->options.every, w->taken + 1) - 1;
    else if (what) w->taken++; /* the end in place of the first moment: there is no other */
    if (what) {
        w->here++;
        w->next = world->step + 1;
    }
    return w->here > 0 && (w->here >= w->options.moments || end) ? what | RP_WINDOW_FINISH : what;
}

rp_status rp_window_finish(rp_window *w, const rp_world *world, rp_buffer *rows, rp_error *err)
{
    rp_status status = rp_window_write(w, rows, err);
    for (size_t n = 0; n < w->count; n++) w->number[n] = 0;
    w->here = 0;
    w->begun = world->time;
    return status;
}
