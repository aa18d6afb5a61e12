/* Where the files of a frame are, for those who read them back. */
#ifndef RP_OUTPUT_FRAMES_H
#define RP_OUTPUT_FRAMES_H

#include <stddef.h>
#include "repose/status.h"

typedef enum rp_frame_kind {
    RP_FRAME_PARTICLES,
    RP_FRAME_CONTACTS,
    RP_FRAME_WALLS,
    RP_FRAME_SHAPES,
    RP_FRAME_KINDS
} rp_frame_kind;

void rp_frames_path(const char *directory, rp_frame_kind kind, size_t frame, char *path, size_t room);

/* The frame nearest to `time` (NaN: the last) and the time it shows. */
rp_status rp_frames_find(const char *directory, double time, size_t *frame, double *found, rp_error *err);

/* The times of all frames, in order; NaN where one cannot be read, but not all. The array is the caller's. */
rp_status rp_frames_times(const char *directory, double **time, size_t *count, rp_error *err);

#endif
