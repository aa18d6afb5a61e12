/* Pictures from a run's directory. */
#ifndef REPOSE_PICTURE_H
#define REPOSE_PICTURE_H

#include "repose/status.h"
#include "repose/export.h"

RP_BEGIN_DECLARATIONS

/* Pictures of a frame, by cairo: discs (2D) or shaded spheres (3D, parallel projection), walls, force chains. */
typedef struct rp_picture_options {
    const char
        *color;  /* speed | radius | group | material | spin | mass | height | coordination | id | pressure | plain, or
                  * one of the  frame's arrays (vectors by their length); NULL: speed, or plain under force chains */
    int forces;  /* draw force chains: width by normal force */
    int columns; /* of several frames; 0: as many as bring the page nearest to a slide */
    int width, height;         /* pixels; 0: from the frame's shape, long side 1600 */
    double azimuth, elevation; /* 3D view, degrees: 0, 0 is the view along +y with x to the right; gravity always points
                                  down the page */
    const char *title;         /* NULL: none */
    double range[2];           /* of the colours; NaN, or both the same: from the run */
    int own_range;             /* 1: colours and thickness of forces from the frame alone, not from the run */
} rp_picture_options;
RP_API void rp_picture_options_default(rp_picture_options *o);
/* Draws the frame of run directory nearest to `time` (NaN: the last) to path (.png or .svg). Colours have the range of
 * the whole run, so that pictures of its frames can be compared, unless the options say otherwise. */
RP_API rp_status rp_picture_frame(const char *directory, double time, const rp_picture_options *o, const char *path,
                                  rp_error *err);
/* Draws every frame of a run into the directory `into`, as 000000.png, 000001.png, ...: one view, one scale of colours
 * and of forces. *count: pictures drawn. */
RP_API rp_status rp_picture_movie(const char *directory, const rp_picture_options *o, const char *into, int *count,
                                  rp_error *err);
/* How a film is made. Begin with rp_film_options_default. */
typedef struct rp_film_options {
    double rate;                                      /* frames a second, at most 240 */
    int (*drawn)(void *context, int done, int count); /* after each picture; not 0: stop. NULL: none */
    void *context;
} rp_film_options;

/* 25 frames a second. */
RP_API rp_film_options rp_film_options_default(void);

/* The frames of a run as a film (path ends in .mp4, .webm or .gif), drawn as rp_picture_movie does and joined by the
 * program ffmpeg; RP_SYSTEM without it. Several runs stand side by side under their labels (NULL: their directories),
 * at the times of the first one's frames. o, film and count may be NULL. *count: frames of the film. */
RP_API rp_status rp_film(const char *const *directories, const char *const *labels, int runs,
                         const rp_picture_options *o, const rp_film_options *film, const char *path, int *count,
                         rp_error *err);
/* Frames of `count` runs on one page, in one view and with one scale of colours, each under its label. */
RP_API rp_status rp_picture_frames(const char *const *directories, const char *const *labels, int count, double time,
                                   const rp_picture_options *o, const char *path, rp_error *err);
/* Draws columns of series.csv against column x (NULL: time): `columns` are names or expressions of columns
 * ("stress_yy - stress_xx"), `count` of them (0: those with the unit of the first). Columns of one unit share a panel.
 */
RP_API rp_status rp_picture_series(const char *directory, const char *x, const char *const *columns, int count,
                                   int log_x, int log_y, const char *path, rp_error *err);
/* Axes and title of a plot of several runs; zeros: against time, linear, without title. */
typedef struct rp_series_axes {
    const char *x; /* a column or an expression of columns; NULL: time */
    int log_x, log_y;
    const char *title; /* NULL: none */
} rp_series_axes;

/* The same columns of `count` runs, a panel a column and a colour a run; runs that lack a column are left out of its
 * panel. axes may be NULL. */
RP_API rp_status rp_picture_series_of(const char *const *directories, const char *const *labels, int count,
                                      const char *const *columns, int column_count, const rp_series_axes *axes,
                                      const char *path, rp_error *err);
/* Draws columns of profile-NAME.csv (name NULL: the only one there is), a panel a column and a curve a window;
 * `velocity` stands for vx, vy, vz, `stress` for the contact stress and `fabric` for its parts, without those below 2 %
 * of the largest. count 0: velocity, solid_fraction and granular_temperature. */
RP_API rp_status rp_picture_profile(const char *directory, const char *name, const char *const *columns, int count,
                                    const char *path, rp_error *err);
/* Draws forces.csv: P(f) of the last window on a logarithmic axis, normal and tangential; of several windows the normal
 * forces of each. */
RP_API rp_status rp_picture_forces(const char *directory, const char *path, rp_error *err);

RP_END_DECLARATIONS

#endif
