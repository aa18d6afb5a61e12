/* Shaded spheres by depth buffer: exact where they touch or overlap, and as fast as memory. */
#ifndef RP_OUTPUT_RASTER_H
#define RP_OUTPUT_RASTER_H

#include <stddef.h>

#include <cairo.h>

#include "output/color.h"
#include "repose/status.h"

typedef struct rp_raster_ball {
    float x, y, z, r;
    unsigned char red, green, blue;
} rp_raster_ball; /* pixels of the raster; y down, z towards the reader */

/* Draws the balls over a transparent ground. `range` (pixels, about a ball's radius) sets how far balls shade each
 * other. *image is owned by the caller (cairo_surface_destroy). */
rp_status rp_raster_balls(const rp_raster_ball *ball, size_t count, int width, int height, double range,
                          cairo_surface_t **image, rp_error *err);

#endif
