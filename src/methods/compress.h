/* Dense random packings by growth [Lubachevsky and Stillinger 1990]: hard particles fly and collide elastically in a
 * box while their radii grow evenly from a fraction of their size. Growth heats them, so that velocities are scaled
 * back now and then. */
#ifndef RP_METHODS_COMPRESS_H
#define RP_METHODS_COMPRESS_H

#include "base/vec.h"
#include "repose/status.h"
#include <stddef.h>
#include <stdint.h>

typedef struct rp_compress {
    int dimension;
    rp_vec lower, upper; /* m: the box; particles lie inside as a whole where it is not periodic */
    int periodic[3];
    size_t count;
    rp_vec *x;       /* m: start without overlap at the scaled radii; becomes the packing. Not owned */
    const double *r; /* m: final radii. Not owned */
    double scale;    /* of the radii at the start, < 1 */
    double rate;     /* speed of growth of a mean radius over the particles' speed; slow growth packs denser */
    uint64_t seed;
    double reached; /* out: scale at which it ended; 1 if it succeeded */
} rp_compress;

/* event/compress.c. RP_FAILED if the particles jam before they have their size; x is then as it was. */
rp_status rp_compress_run(rp_compress *c, rp_error *err);

#endif
