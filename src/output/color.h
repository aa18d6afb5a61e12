/* Colours that a reader can take numbers from: maps in which equal steps of the number are equal steps of colour, and a
 * palette that the colour-blind can tell apart (Okabe & Ito). */
#ifndef RP_OUTPUT_COLOR_H
#define RP_OUTPUT_COLOR_H

#include "repose/plot.h"

typedef struct rp_color {
    double r, g, b;
} rp_color; /* sRGB, 0..1 */

enum { RP_PALETTE = 8 };

#define RP_COLOR_INK ((rp_color){0.13, 0.14, 0.17})
#define RP_COLOR_GREY ((rp_color){0.55, 0.56, 0.58})
#define RP_COLOR_FAINT ((rp_color){0.87, 0.88, 0.89})

rp_color rp_color_map_at(rp_color_map map, double s); /* s in 0..1, clamped; NaN is grey */
double rp_color_level(double s, int levels);          /* the middle of the step that s lies in; 0 levels: s */
rp_color rp_color_palette(int index);                 /* any index, repeating */
rp_color rp_color_mix(rp_color a, rp_color b, double share_of_b);

#endif
