/* Forces that a program adds to particles. */
#ifndef REPOSE_FORCE_H
#define REPOSE_FORCE_H

#include <stddef.h>
#include <stdint.h>
#include "repose/export.h"

/* Some particles in consecutive slots, as they are when forces are evaluated. Positions, velocities, radii and spins of
 * particle k begin at [k * row_stride] or [k * spin_stride]; the other arrays have one entry a particle. */
typedef struct rp_force_chunk {
    double time;              /* s: forces are wanted of this moment */
    int dimension;            /* 2 or 3 */
    size_t count;             /* particles */
    size_t first;             /* slot of particle 0 */
    size_t row_stride;        /* doubles from a particle to the next in position, velocity and radius */
    size_t spin_stride;       /* doubles from a particle to the next in spin */
    const double *position;   /* x, y, z, m */
    const double *velocity;   /* m/s */
    const double *radius;     /* m */
    const double *spin;       /* radius times angular velocity, m/s */
    const double *mass;       /* kg */
    const uint32_t *id;       /* numbers of the particles */
    const uint16_t *group;    /* numbers of their groups, */
    const uint16_t *material; /* and of their materials */
    double (*force)[3];       /* N: add to it */
    double (*torque)[3];      /* N m: add to it; in two dimensions the third component only */
} rp_force_chunk;

/* Adds forces and torques to the particles of a chunk. It is called for many chunks in every step, by several threads
 * at the same time, and must depend on the chunk and on constant data alone: then results do not depend on the number
 * of threads. Forces on particles whose motion is prescribed are dropped. */
typedef void rp_force(void *context, const rp_force_chunk *chunk);

#endif
