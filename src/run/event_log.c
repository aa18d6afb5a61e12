/* See event_log.h. */
#include "run/event_log.h"
#include <stdio.h>
#include "base/log.h"

enum { WRITE_AT = 1 << 16 }; /* bytes */

static const char HEADER[] = "time,particle,partner,wall,normal_speed,tangential_speed,impulse_x,impulse_y,impulse_z\n#"
                             " s,1,1,,m/s,m/s,N s,N s,N s\n";

static rp_status read_state(rp_event_log *log, const rp_archive *archive, int64_t *keep, rp_error *err)
{
    uint64_t state[2];
    if (!archive) return RP_OK;
    rp_status status = rp_archive_get(archive, "run/event_log", RP_U64, 1, 2, state, err);
    if (!status) {
        *keep = (int64_t)state[0];
        log->rows = state[1];
    }

    return status;
}

rp_status rp_event_log_open(rp_event_log *log, const rp_event_options *options, const char *directory,
                            const rp_archive *archive, rp_error *err)
{
    char path[1200];
    int64_t keep = 0;
    *log = (rp_event_log){.options = *options};
    if (!options->most) return RP_OK;
    rp_buffer_init(&log->text);
    snprintf(path, sizeof path, "%s/events.csv", directory);
    rp_status status = read_state(log, archive, &keep, err);
    if (!status) status = rp_appender_open(&log->file, path, keep, err);
    log->open = !status;
    if (log->open && keep == 0) rp_buffer_append(&log->text, HEADER, sizeof HEADER - 1);
    return status;
}

static void write_out(rp_event_log *log)
{
    if (log->status) return;
    if (log->text.failed) log->status = rp_error_set(&log->err, RP_SYSTEM, "not enough memory for rows of events.csv");
    else if (log->text.size) log->status = rp_appender_write(&log->file, log->text.data, log->text.size, &log->err);
    log->text.size = 0;
}

void rp_event_log_row(rp_event_log *log, const rp_world *w, const rp_collision *c)
{
    if (!log->open || c->time < log->options.from || c->time >= log->options.until || log->rows == log->options.most)
        return;
    rp_buffer_print(&log->text, "%.17g,%u,", c->time, c->a);
    if (c->b >= 0) rp_buffer_print(&log->text, "%lld,", (long long)c->b);
    else rp_buffer_print(&log->text, ",%s", w->wall[-1 - c->b].name);
    rp_buffer_print(&log->text, ",%.17g,%.17g,%.17g,%.17g,%.17g\n", c->normal_speed, c->tangential_speed, c->impulse.x,
                    c->impulse.y, c->impulse.z);
    if (++log->rows == log->options.most)
        rp_log(&w->log, RP_LOG_WARN, "events.csv is full: %llu collisions until t = %.9g s (output.events.at_most)",
               (unsigned long long)log->rows, c->time);
    if (log->text.size >= WRITE_AT) write_out(log);
}

rp_status rp_event_log_flush(rp_event_log *log, rp_error *err)
{
    if (!log->open) return RP_OK;
    write_out(log);
    if (log->status && err) *err = log->err;
    return log->status;
}

rp_status rp_event_log_save(const rp_event_log *log, rp_archive *archive, rp_error *err)
{
    uint64_t state[2] = {log->open ? (uint64_t)rp_appender_size(&log->file) : 0, log->rows};
    return log->open ? rp_archive_put_copy(archive, "run/event_log", RP_U64, 1, 2, state, err) : RP_OK;
}

void rp_event_log_close(rp_event_log *log)
{
    if (log->open) write_out(log); /* the last rows before a failure tell most */
    if (log->open) rp_appender_close(&log->file);
    rp_buffer_free(&log->text);
    *log = (rp_event_log){0};
}
