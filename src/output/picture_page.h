/* One page of frames, between picture.c (which draws it) and picture_run.c (which reads the whole run first). */
#ifndef RP_OUTPUT_PICTURE_PAGE_H
#define RP_OUTPUT_PICTURE_PAGE_H

#include "output/picture_model.h"
#include "repose/picture.h"

/* What pictures have in common, so that they can be compared and do not jump in an animation. */
typedef struct rp_picture_scale {
    double range[2];           /* of the colours; NaN: from the frames of the page */
    double mean_fn;            /* what forces are compared with, N; 0: from the frames of the page */
    int view;                  /* 1: what is shown is given, */
    double lower[2], upper[2]; /* along the page and up, m */
} rp_picture_scale;

/* Paints the models and draws them. labels: NULL for a single one. */
rp_status rp_picture_draw(rp_picture_model *m, const char *const *labels, int count, const rp_picture_options *o,
                          const rp_picture_scale *scale, const char *path, rp_error *err);

/* The frames of `count` runs nearest to a time; labels: NULL for a single one. */
rp_status rp_picture_at(const char *const *directories, const char *const *labels, int count, double time,
                        const rp_picture_options *o, const rp_picture_scale *scale, const char *path, rp_error *err);

/* Every frame of the first run, as rp_picture_movie, with the other runs beside it; labels: NULL for a single one;
 * film: what is said after each, or NULL. */
rp_status rp_picture_run_draw(const char *const *directories, const char *const *labels, int runs,
                              const rp_picture_options *o, const char *into, const rp_film_options *film, int *count,
                              rp_error *err);
rp_status rp_film_drawn(const rp_film_options *film, int done, int count, rp_error *err); /* RP_FAILED: stop */

double rp_picture_end(const rp_picture_options *o, int k); /* end k of the range of colours; NaN: not given */
const char *rp_picture_color(const rp_picture_options *o); /* what colours show */

#endif
