/* A frame as the viewer shows it: named arrays of single-precision numbers or whole numbers.
 *
 *     x, radius, velocity, angular_velocity, mass, orientation, ...   a row a particle: the arrays point/NAME of a
 * frame id, material, group                                             whole numbers contact.a, .b, .fn, .overlap,
 * .sliding                          a row a contact, by a, then b; walls are -1 - number contact.point where it
 * touches: of contacts with walls, which come last; of all if particles are not round wall.x, wall.end, wall.index,
 * wall.normal                       facets: corners, 1 + the last corner, wall, side shape.x, shape.corner, shape.end,
 * shape.id                      facets of particles that are not round
 *
 * In two dimensions vectors have two columns and angular velocities one. `about` is what is not an array, as members
 * of a JSON object. */
#ifndef RP_VIEW_SHOWN_H
#define RP_VIEW_SHOWN_H

#include "base/file.h"
#include "core/archive.h"

enum { RP_SHOWN_ARRAYS = 48 };

typedef struct rp_shown_array {
    char name[40];
    size_t rows, columns;
    float *number;   /* owned; NULL: */
    uint32_t *whole; /* owned; two's complement */
} rp_shown_array;

typedef struct rp_shown {
    double time; /* s */
    int dimension;
    int count;
    rp_shown_array array[RP_SHOWN_ARRAYS];
    rp_buffer about;
} rp_shown;

/* The sets of one frame; those without files are empty. */
typedef struct rp_shown_sets {
    rp_archive particles, contacts, walls, shapes;
} rp_shown_sets;

/* `contacts` 0: they are left out. On failure the frame is left empty. */
rp_status rp_shown_make(rp_shown *s, const rp_shown_sets *sets, int contacts, rp_error *err);
rp_status rp_shown_load(rp_shown *s, const char *directory, size_t frame, int contacts, rp_error *err);
void rp_shown_free(rp_shown *s);
const rp_shown_array *rp_shown_find(const rp_shown *s, const char *name); /* NULL: none */

#endif
