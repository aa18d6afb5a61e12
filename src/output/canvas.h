/* A page to draw on with cairo, saved whole as PNG or SVG by its name. Lengths are pixels, y points down. */
#ifndef RP_OUTPUT_CANVAS_H
#define RP_OUTPUT_CANVAS_H

#include "base/file.h"
#include "output/cairo.h"
#include "output/color.h"

typedef struct rp_canvas {
    cairo_t *cr;              /* owned */
    cairo_surface_t *surface; /* owned */
    int width, height;
    int vector;      /* SVG */
    rp_buffer bytes; /* the SVG as it grows */
} rp_canvas;

/* White, with a dark pen. RP_INPUT if the name ends neither in .png nor in .svg; of the path only the ending is read.
 */
rp_status rp_canvas_open(rp_canvas *c, const char *path, int width, int height, rp_error *err);
rp_status rp_canvas_save(rp_canvas *c, const char *path,
                         rp_error *err); /* whole or not at all; the canvas stays to be closed */
void rp_canvas_close(rp_canvas *c);

void rp_canvas_color(rp_canvas *c, rp_color color, double opacity);
void rp_canvas_segment(rp_canvas *c, double x0, double y0, double x1, double y1);

/* Text whose point (across, up) of its box lies at x, y: (0, 0) left end of the baseline, (0.5, 0.5) middle, (1, 1) top
 * right. t_{c} has its c below the line, v^{1/5} its 1/5 above it. */
void rp_canvas_text(rp_canvas *c, double x, double y, double across, double up, double size, const char *text);
/* The same, turned to read upwards. */
void rp_canvas_text_upwards(rp_canvas *c, double x, double y, double across, double up, double size, const char *text);
double rp_canvas_text_width(rp_canvas *c, double size, const char *text);

#endif
