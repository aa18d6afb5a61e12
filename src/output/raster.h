/* Shaded spheres by depth buffer: exact where they touch or overlap, and as fast as memory; and surfaces between them
 * that let through what stands behind. */
#ifndef RP_OUTPUT_RASTER_H
#define RP_OUTPUT_RASTER_H

#include <stddef.h>

#include "output/cairo.h"
#include "output/color.h"
#include "repose/status.h"

typedef struct rp_raster_ball {
    float x, y, z, r;
    unsigned char red, green, blue;
} rp_raster_ball; /* pixels of the raster; y down, z towards the reader */

typedef struct rp_raster_triangle {
    float x[3], y[3], z[3]; /* as of balls */
    unsigned char solid;    /* 1: of a body, in its colour; 0: glass */
    unsigned char red, green, blue;
} rp_raster_triangle;

/* Draws the balls over a transparent ground, solid triangles as balls are, and others as grey glass: hidden by balls
 * before them, seen through where they stand before balls or before each other; they are put in order from far to near.
 * `range` (pixels, about a ball's radius) sets how far balls shade each other. *image is owned by the caller
 * (rp_cairo.surface_destroy). */
rp_status rp_raster_balls(const rp_raster_ball *ball, size_t count, rp_raster_triangle *triangle, size_t triangles,
                          int width, int height, double range, cairo_surface_t **image, rp_error *err);

#endif
