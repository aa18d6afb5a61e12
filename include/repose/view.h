/* What the viewer in the browser shows, and reports: a run as one page of HTML.
 *
 *     rp_report_options o = rp_report_options_default();
 *     rp_report_result r;
 *     const char *runs[] = {"out/heap"};
 *     if (rp_report(runs, NULL, 1, &o, "heap.html", &r, &err)) ...
 *
 * The page is made when the library is built, which needs Node. A library built without it has no page: rp_view_page
 * says so, rp_report refuses, and everything else here works.
 */
#ifndef REPOSE_VIEW_H
#define REPOSE_VIEW_H

#include <stddef.h>
#include "repose/export.h"
#include "repose/sim.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* Bytes that a function of this header made; free them with rp_view_data_free. */
typedef struct rp_view_data {
    void *bytes; /* a 0 byte follows the last */
    size_t size;
} rp_view_data;

/* Frees them. NULL is allowed, and so are bytes that were freed. */
RP_API void rp_view_data_free(rp_view_data *data);

/* The page of the viewer, one HTML file without references to others; NULL: the library was built without Node. */
RP_API const char *rp_view_page(void);

/* What there is to see in the directories of `count` runs, as JSON: colour maps, and of each run its label (NULL: the
 * name of its directory), whether it is running, the times of its frames and the names of its files. */
RP_API rp_status rp_view_session(const char *const *directories, const char *const *labels, int count,
                                 rp_view_data *data, rp_error *err);

/* 1: a process on this machine, or one of another machine, runs in this directory now. A run that was stopped may go on
 * later; one that is going on may have the summary of an earlier end. */
RP_API int rp_view_running(const char *directory);

/* Frame n of a run: a JSON header and arrays (docs/viewer.md has the format). */
RP_API rp_status rp_view_frame(const char *directory, size_t frame, rp_view_data *data, rp_error *err);

/* The present state of a simulation in the same form. It changes no bit of the simulation. */
RP_API rp_status rp_view_sim(rp_sim *sim, rp_view_data *data, rp_error *err);

/* A file of a run, by one of the names that rp_view_session lists; other names are refused. */
RP_API rp_status rp_view_file(const char *directory, const char *name, rp_view_data *data, rp_error *err);

/* How a report is written. Begin with rp_report_options_default. */
typedef struct rp_report_options {
    const char *title; /* of the page; NULL: that of the first run's scene */
    double megabytes;  /* the file has at most so many (10^6 bytes) */
    int cookie;        /* set by rp_report_options_default */
} rp_report_options;

/* What a report has. */
typedef struct rp_report_result {
    size_t bytes;             /* of the file */
    size_t frames, frames_of; /* in the report, in the runs */
    int contacts;             /* 0: there was no room for them */
} rp_report_result;

/* At most 1.5 MB. */
RP_API rp_report_options rp_report_options_default(void);

/* One HTML file that opens without network: scenes, numbers, warnings, series, profiles, distributions of forces, and
 * the viewer with frames. Frames are as many, evenly spread, as the file has room for; their numbers have 16 bits
 * between the lowest and the highest of the run. labels: NULL, or one a run. result may be NULL. RP_INPUT: a directory
 * without a run, or no room for two frames. */
RP_API rp_status rp_report(const char *const *directories, const char *const *labels, int count,
                           const rp_report_options *options, const char *path, rp_report_result *result, rp_error *err);

/* One HTML file with a title, a picture (.png or .svg; NULL: none) and a table: texts row by row, the first row names
 * the columns. It opens without network, and needs no Node. */
RP_API rp_status rp_report_table(const char *title, const char *picture, const char *const *cells, int columns,
                                 int rows, const char *path, rp_error *err);

RP_END_DECLARATIONS

#endif
