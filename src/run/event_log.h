/* The exact log of collisions (events.csv): a row a collision, in their order, for methods in which they are instants.
 *
 * Cost is bounded: at most `most` rows between two times, formatted into a buffer that is written whenever it is full.
 * Numbers have 17 digits, so that they come back as they were. A checkpoint keeps how far the file went, so that a
 * resumed run writes the same file. */
#ifndef RP_RUN_EVENT_LOG_H
#define RP_RUN_EVENT_LOG_H

#include "base/file.h"
#include "core/archive.h"
#include "core/world.h"
#include "scene/scene.h"

typedef struct rp_event_log {
    rp_event_options options;
    rp_appender file;
    int open;
    rp_buffer text;   /* rows that are not yet written */
    uint64_t rows;    /* since the start of the run */
    rp_status status; /* of the writes in between; told by the next flush, with the error */
    rp_error err;
} rp_event_log;

/* archive: of the checkpoint that is resumed; NULL: the file begins anew. Without options.most nothing is done. */
rp_status rp_event_log_open(rp_event_log *log, const rp_event_options *options, const char *directory,
                            const rp_archive *archive, rp_error *err);
void rp_event_log_row(rp_event_log *log, const rp_world *world, const rp_collision *c);
rp_status rp_event_log_flush(rp_event_log *log, rp_error *err); /* everything so far is in the file */
rp_status rp_event_log_save(const rp_event_log *log, rp_archive *archive, rp_error *err); /* after a flush */
void rp_event_log_close(rp_event_log *log);

#endif
