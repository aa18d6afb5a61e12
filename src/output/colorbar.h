/* A colour scale with marks and a label, beside a picture or a heat map. */
#ifndef RP_OUTPUT_COLORBAR_H
#define RP_OUTPUT_COLORBAR_H

#include "output/canvas.h"

typedef struct rp_colorbar {
    rp_color_map map;
    double low, high;  /* values at its ends */
    int below, above;  /* values beyond an end exist: it is drawn pointed */
    double pale;       /* share of white in its colours */
    int levels;        /* steps of colour; 0: without steps */
    const char *label; /* with unit; may be empty */
} rp_colorbar;

/* Pixels to keep free for it, marks and label included. */
double rp_colorbar_width(rp_canvas *c, const rp_colorbar *bar, double height, double size);
/* Left edge at x, from y down to y + height; size: of the letters. */
void rp_colorbar_draw(rp_canvas *c, const rp_colorbar *bar, double x, double y, double height, double size);

#endif
