/* A frame read back from its files, checked, with a colour for every particle: what a picture is drawn from. */
#ifndef RP_OUTPUT_PICTURE_MODEL_H
#define RP_OUTPUT_PICTURE_MODEL_H

#include "base/vec.h"
#include "core/archive.h"
#include "core/wall_shape.h"
#include "output/colorbar.h"

typedef struct rp_picture_model {
    rp_archive particles, contacts, walls, shapes; /* owned; all but the first may be empty */
    int no_memory;                                 /* 1: an array could not be made */
    int dimension;
    double time, thickness; /* s, m */
    rp_vec gravity;         /* m/s^2 */
    const double *domain;   /* lower, upper; NULL: unbounded */
    int periodic[3];
    double offset; /* m: along x, of the image across the upper side of y */
    size_t count;
    const double *x, *radius; /* m; x is count x 3 */
    const uint32_t *id;       /* rising; NULL: rows are ids */
    const double *angle;      /* rad; NULL: not tracked, or 3D */
    double mean_radius;

    const double *corner;      /* 3 a corner, m, of all polygons; NULL: all are round */
    const int64_t *shape_end;  /* by cell, a polygon or a face of a polyhedron: 1 + its last link */
    const int64_t *shape_link; /* corners, cell by cell */
    size_t shape_cells;
    uint32_t *shape_row; /* owned; by cell: the particle */
    uint32_t *shape_of;  /* owned; by particle: 1 + its last cell, 0: round; NULL: all are round */

    size_t contact_count;
    const double *contact_x; /* 9 a contact: centre of a, contact point, centre of b's image */
    const double *fn;        /* N */
    const uint32_t *a;
    const int64_t *b;
    double mean_fn; /* over contacts with fn > 0 */

    size_t wall_cells;
    const double *wall_x, *wall_normal;
    const int64_t *wall_end;          /* 1 + index of each cell's last point */
    const rp_wall_shape **wall_shape; /* owned; by cell */

    rp_color *color;                   /* owned, one a particle */
    double pale;                       /* share of white in the colours */
    int categories;                    /* colours stand for so many names; 0: for numbers */
    const char *names;                 /* of categories, one after the other, each ended by 0; may be NULL */
    unsigned char present[RP_PALETTE]; /* 1: particles have this category */
    rp_colorbar bar;                   /* of numbers; label is `label` */
    char label[160];
} rp_picture_model;

rp_status rp_picture_model_load(rp_picture_model *m, const char *directory, size_t frame, rp_error *err);
void rp_picture_model_free(rp_picture_model *m);

/* Colours of `count` frames by one of the words in output.h or an array of the frames, on one scale. pale: share of
 * white in all colours. RP_INPUT, with the nearest name, if there is no such thing. */
rp_status rp_picture_model_paint(rp_picture_model *m, int count, const char *what, const double range[2], double pale,
                                 rp_error *err);
/* The range that a frame would be painted with by itself; NaN, NaN: plain. */
rp_status rp_picture_model_range(rp_picture_model *m, const char *what, double range[2], rp_error *err);

#endif
