/* Pictures from a run's directory. */
#ifndef REPOSE_PICTURE_H
#define REPOSE_PICTURE_H

#include "repose/status.h"

/* Pictures of a frame, by cairo: discs (2D) or shaded spheres (3D, parallel projection), walls, force chains. */
typedef struct rp_picture_options {
    const char *color;        /* speed | radius | group | material | spin | mass | height | coordination | id | pressure | plain, or one of the
                               * frame's arrays (vectors by their length); NULL: speed, or plain under force chains */
    int forces;               /* draw force chains: width by normal force */
    int columns;              /* of several frames; 0: as many as bring the page nearest to a slide */
    int width, height;        /* pixels; 0: from the frame's shape, long side 1600 */
    double azimuth, elevation;/* 3D view, degrees: 0, 0 looks along +y with x to the right; gravity always points down the page */
    const char *title;        /* NULL: none */
} rp_picture_options;
void rp_picture_options_default(rp_picture_options *o);
/* Draws the frame of run directory nearest to `time` (NaN: the last) to path (.png or .svg). */
rp_status rp_picture_frame(const char *directory, double time, const rp_picture_options *o, const char *path, rp_error *err);
/* Frames of `count` runs on one page, in one view and with one scale of colours, each under its label. */
rp_status rp_picture_frames(const char *const *directories, const char *const *labels, int count, double time, const rp_picture_options *o,
                            const char *path, rp_error *err);
/* Draws columns of series.csv against column x (NULL: time): `columns` are names, `count` of them (0: those with the unit of the
 * first). Columns of one unit share a panel. */
rp_status rp_picture_series(const char *directory, const char *x, const char *const *columns, int count, int log_x, int log_y,
                            const char *path, rp_error *err);
/* The same columns of `count` runs against time, a panel a column and a colour a run; runs that lack a column are left out of its panel. */
rp_status rp_picture_series_of(const char *const *directories, const char *const *labels, int count, const char *const *columns, int column_count,
                               const char *title, const char *path, rp_error *err);

#endif
