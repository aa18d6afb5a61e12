/* Particles with the fractional law for the figures of Leszczynski: paths, contacts and clusters over time. */
#ifndef RP_PAPERS_MEMORY_H
#define RP_PAPERS_MEMORY_H

#include <stddef.h>
#include "figure.h"

enum { RP_MEMORY_PARTICLES = 64, RP_MEMORY_ROWS = 4096 };

typedef struct rp_memory_record {
    int particles;
    size_t rows;
    double t[RP_MEMORY_ROWS];
    double x[RP_MEMORY_PARTICLES][RP_MEMORY_ROWS], y[RP_MEMORY_PARTICLES][RP_MEMORY_ROWS];
    double joined[RP_MEMORY_PARTICLES][RP_MEMORY_ROWS]; /* size of the particle's cluster, touching particles */
    double largest[RP_MEMORY_ROWS];                     /* cluster */
    double contacts[RP_MEMORY_ROWS];                    /* of particles */
    int plate;      /* times that particle 0 came to touch the wall, every step sampled */
    double longest; /* contact of two particles, s, every step sampled */
    double u[RP_MEMORY_PARTICLES], v[RP_MEMORY_PARTICLES]; /* last velocities */
    double length;                                         /* of the record, s */
} rp_memory_record;

/* A scene with the given text after its interactions; runs `steps` steps and keeps RP_MEMORY_ROWS rows of them at most.
 * y is the last axis. */
rp_status rp_memory_run(double alpha, const char *head, const char *rest, long steps, rp_memory_record *record,
                        rp_error *err);

/* A circle of radius r about (x, y), in the data's units: a grain to scale. */
void rp_memory_grain(rp_plot *plot, int panel, double x, double y, double r, const rp_plot_style *style);
/* Restitution of two spheres of 1.4 mm and density 1174.5 that the scenes have, from the exact solution. */
rp_status rp_memory_restitution(double alpha, double *eps, rp_error *err);

#endif
