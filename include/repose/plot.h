/* Figures: panels with axes, curves, points with error bars, bands, heat maps, legends; saved as PNG or SVG.
 *
 *     rp_plot *plot = rp_plot_create(1, 2, 1600, 700);
 *     rp_plot_axes(plot, 0, "Cooling", "time (s)", "energy (J)");
 *     rp_plot_log(plot, 0, 1, 1);
 *     rp_plot_curve(plot, 0, t, e, n, &(rp_plot_style){.label = "simulation", .marker = RP_MARKER_CIRCLE});
 *     rp_plot_curve(plot, 0, t, haff, n, &(rp_plot_style){.label = "Haff's law", .line = RP_LINE_DASHED});
 *     status = rp_plot_save(plot, "cooling.svg", err);
 *     rp_plot_destroy(plot);
 *
 * Panels are numbered row by row from 0. Everything handed over is copied. A call that runs out of memory is recorded
 * and reported by rp_plot_save, so nothing in between needs checking; a NULL plot is allowed everywhere. Text is UTF-8;
 * t_{c} and v^{1/5} lower and raise what stands in braces. */
#ifndef REPOSE_PLOT_H
#define REPOSE_PLOT_H

#include <stddef.h>

#include "repose/export.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

typedef struct rp_plot rp_plot;

/* Colours of a heat map. */
typedef enum rp_color_map {
    RP_MAP_LAGOON, /* dark violet, blue, green, yellow: for amounts */
    RP_MAP_EMBER,  /* black, purple, red, yellow: for forces and heat */
    RP_MAP_TIDE,   /* blue, grey, red: for signed values about 0 */
    RP_MAP_SAND    /* pale to brown: for the background */
} rp_color_map;

/* Auto: solid without, none with markers. */
typedef enum rp_line { RP_LINE_AUTO, RP_LINE_SOLID, RP_LINE_DASHED, RP_LINE_DOTTED, RP_LINE_NONE } rp_line;
/* Shape of the points. */
typedef enum rp_marker { /* disc and block are filled */
                         RP_MARKER_NONE,
                         RP_MARKER_CIRCLE,
                         RP_MARKER_DISC,
                         RP_MARKER_SQUARE,
                         RP_MARKER_BLOCK,
                         RP_MARKER_TRIANGLE,
                         RP_MARKER_DIAMOND,
                         RP_MARKER_CROSS
} rp_marker;

/* Colours of a style beside those of the palette. */
enum { RP_PLOT_INK = -1, RP_PLOT_GREY = -2 };

/* The style of a curve. */
typedef struct rp_plot_style { /* all 0 is a good default */
    const char *label;         /* in the legend; NULL: not there */
    int color;                 /* 0: the next of the palette; 1..8: that one; RP_PLOT_INK, RP_PLOT_GREY */
    double width;              /* of the line; 0: usual, 2: twice that */
    rp_line line;
    rp_marker marker;
    double size;           /* of markers; 0: usual, 2: twice that */
    const double *error_x; /* half lengths of error bars, one a point; NULL: none */
    const double *error_y;
} rp_plot_style;

/* A figure of rows x columns panels, width x height pixels; NULL: not enough memory. */
RP_API rp_plot *rp_plot_create(int rows, int columns, int width, int height);
/* Frees it. */
RP_API void rp_plot_destroy(rp_plot *plot);

/* Title above all panels. */
RP_API void rp_plot_title(rp_plot *plot, const char *title);
/* Adds a line of text below all panels. */
RP_API void rp_plot_remark(rp_plot *plot, const char *text);
/* Title and names of the axes of a panel; each may be NULL. */
RP_API void rp_plot_axes(rp_plot *plot, int panel, const char *title, const char *x, const char *y);
/* Which axes are logarithmic, 0 or 1. */
RP_API void rp_plot_log(rp_plot *plot, int panel, int x, int y);
/* Ends of the axes; NaN: from the data. */
RP_API void rp_plot_limits(rp_plot *plot, int panel, double x0, double x1, double y0, double y1);

/* Points that are not finite (or not > 0 on a logarithmic axis) interrupt the line. style may be NULL. */
RP_API void rp_plot_curve(rp_plot *plot, int panel, const double *x, const double *y, size_t count,
                          const rp_plot_style *style);
/* The area between low and high. */
RP_API void rp_plot_band(rp_plot *plot, int panel, const double *x, const double *low, const double *high, size_t count,
                         const rp_plot_style *style);
/* value[column + row * columns], row 0 lowest, over [x0, x1] x [y0, y1]; not finite: left white. Colours from low to
 * high (NaN: from the data). One a panel; it gets a colour bar. */
RP_API void rp_plot_heat(rp_plot *plot, int panel, const double *value, int columns, int rows, double x0, double x1,
                         double y0, double y1, double low, double high, rp_color_map map, const char *label);
/* Colours of the panel's heat map in so many equal steps, as for counts; 0: without steps. */
RP_API void rp_plot_levels(rp_plot *plot, int panel, int count);
/* A thin line across the panel. */
RP_API void rp_plot_rule(rp_plot *plot, int panel, int vertical, double at, const char *label);
/* Text that begins at a point of the data; on a heat map it stands about that point. */
RP_API void rp_plot_note(rp_plot *plot, int panel, double x, double y, const char *text);

/* Writes PNG or SVG, by the ending of the path. */
RP_API rp_status rp_plot_save(rp_plot *plot, const char *path, rp_error *err);

RP_END_DECLARATIONS

#endif
