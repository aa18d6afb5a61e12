/* The exact log of collisions (events.csv): a row a collision, in their order, for methods in which they are instants.
 *
 * Cost is bounded: at most `most` rows between two times, formatted into a buffer that is written whenever it is full.
 * Numbers have 17 digits, so that they come back as they were. A checkpoint keeps how far the file went, so that a
 * resumed run writes the same file. */
#include <math.h>
#include <stdio.h>
#include "base/log.h"
#include "observe/observers.h"

enum { WRITE_AT = 1 << 16 }; /* bytes */

static const char HEADER[] = "time,particle,partner,wall,normal_speed,tangential_speed,impulse_x,impulse_y,impulse_z\n#"
                             " s,1,1,,m/s,m/s,N s,N s,N s\n";

typedef struct options {
    double from, until; /* s */
    uint64_t most;      /* rows */
} options;

typedef struct events {
    const options *options; /* not owned */
    rp_appender file;
    int open;
    rp_buffer text;   /* rows that are not yet written */
    uint64_t rows;    /* since the start of the run */
    rp_status status; /* of the writes in between; the next flush returns it, with the error */
    rp_error err;
} events;

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"at_most", 0}, {"from", 0}, {"until", 0}};
    options *o = p;
    const rp_node *node = rp_read_key(r, output, "events");
    if (!RP_READ_MAP(r, node, keys)) return;
    o->most = (uint64_t)rp_read_whole(r, node, "at_most", 1, 1000000000000, 1000000);
    o->from = rp_read_number(r, node, "from", rp_bound_not_negative("s"), 0);
    o->until = rp_read_number(r, node, "until", rp_bound_positive("s"), INFINITY);
    if (scene->method && !scene->method->impulsive
        && rp_read_fail(r, node, "the method '%s' has no log of collisions: its contacts last", scene->method->name))
        rp_error_expected(r->err, "method: event-driven");
}

static void describe(const void *p, rp_buffer *b)
{
    const options *o = p;
    rp_buffer_print(b, "collisions from %.6g s ", o->from);
    if (isfinite(o->until)) rp_buffer_print(b, "to %.6g s", o->until);
    else rp_buffer_print(b, "on");
    rp_buffer_print(b, " to events.csv, at most %llu", (unsigned long long)o->most);
}

static rp_status load(events *e, const rp_archive *a, int64_t *keep, rp_error *err)
{
    uint64_t state[2];
    rp_status status = rp_archive_get(a, "observe/events", RP_U64, 1, 2, state, err);
    if (status) return status;
    *keep = (int64_t)state[0];
    e->rows = state[1];
    return RP_OK;
}

static rp_status open(void *p, const void *o, const rp_observe_site *site, rp_error *err)
{
    events *e = p;
    char path[1200];
    int64_t keep = 0;
    e->options = o;
    rp_buffer_init(&e->text);
    snprintf(path, sizeof path, "%s/events.csv", site->directory);
    rp_status status = site->archive ? load(e, site->archive, &keep, err) : RP_OK;
    if (!status) status = rp_appender_open(&e->file, path, keep, err);
    e->open = !status;
    if (!status && keep == 0) rp_buffer_append(&e->text, HEADER, sizeof HEADER - 1);
    return status;
}

static void write_out(events *e)
{
    if (e->status) return;
    if (e->text.failed) e->status = rp_error_set(&e->err, RP_SYSTEM, "not enough memory for rows of events.csv");
    else if (e->text.size) e->status = rp_appender_write(&e->file, e->text.data, e->text.size, &e->err);
    e->text.size = 0;
}

static void collision(void *p, const rp_world *w, const rp_collision *c)
{
    events *e = p;
    const options *o = e->options;
    if (c->time < o->from || c->time >= o->until || e->rows == o->most) return;
    rp_buffer_print(&e->text, "%.17g,%u,", c->time, c->a);
    if (c->b >= 0) rp_buffer_print(&e->text, "%lld,", (long long)c->b);
    else rp_buffer_print(&e->text, ",%s", w->wall[-1 - c->b].name);
    rp_buffer_print(&e->text, ",%.17g,%.17g,%.17g,%.17g,%.17g\n", c->normal_speed, c->tangential_speed, c->impulse.x,
                    c->impulse.y, c->impulse.z);
    if (++e->rows == o->most)
        rp_log(&w->log, RP_LOG_WARN, "events.csv is full: %llu collisions until t = %.9g s (output.events.at_most)",
               (unsigned long long)e->rows, c->time);
    if (e->text.size >= WRITE_AT) write_out(e);
}

static rp_status flush(void *p, rp_error *err)
{
    events *e = p;
    write_out(e);
    if (e->status && err) *err = e->err;
    return e->status;
}

static rp_status sync(void *p, rp_error *err) { return rp_appender_sync(&((events *)p)->file, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    const events *e = p;
    uint64_t state[2] = {(uint64_t)rp_appender_size(&e->file), e->rows};
    return rp_archive_put_copy(a, "observe/events", RP_U64, 1, 2, state, err);
}

static void close(void *p)
{
    events *e = p;
    if (e->open) write_out(e); /* the last rows before a failure tell most */
    if (e->open) rp_appender_close(&e->file);
    rp_buffer_free(&e->text);
}

static const char *const files[] = {"events.csv", NULL};

const rp_observer rp_observer_events = {.name = "events",
                                        .summary = "every collision, where they are instants: events.csv",
                                        .files = files,
                                        .options_size = sizeof(options),
                                        .state_size = sizeof(events),
                                        .read = read,
                                        .describe = describe,
                                        .open = open,
                                        .collision = collision,
                                        .flush = flush,
                                        .sync = sync,
                                        .save = save,
                                        .close = close};
