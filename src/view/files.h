/* Which files of a run's directory the viewer shows, and the times of its frames. */
#ifndef RP_VIEW_FILES_H
#define RP_VIEW_FILES_H

#include "base/file.h"

enum { RP_FILES_MOST = 64, RP_FILES_BYTES = 64 << 20 };

typedef struct rp_files {
    int count;
    char name[RP_FILES_MOST][256];
} rp_files;

/* scene.yaml, summary.json, log.txt, series.csv, forces.csv, profile-NAME.csv, as far as they are there. RP_INPUT: the
 * directory has no scene.yaml. */
rp_status rp_files_list(const char *directory, rp_files *files, rp_error *err);

/* Times of the frames, s; none is fine. *time is to be freed by rp_memory_free. */
rp_status rp_files_times(const char *directory, double **time, size_t *count, rp_error *err);

/* Members of a JSON object: "label", "times", "frames_of". */
void rp_files_print(rp_buffer *b, const char *directory, const char *label, const double *time, size_t count);

/* "maps":{"lagoon":"rrggbb...", ...}: colour maps of 256 steps, and the palette of names. */
void rp_files_print_maps(rp_buffer *b);

/* A table (.csv) with at most `rows` lines of numbers, evenly spread, of seven digits; of other files the last `bytes`,
 * from the beginning of a line. */
rp_status rp_files_shorten(const char *directory, const char *name, size_t rows, size_t bytes, rp_buffer *b,
                           rp_error *err);

#endif
