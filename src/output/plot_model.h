/* What a plot consists of, between plot.c (which collects it) and plot_draw.c (which draws it). */
#ifndef RP_OUTPUT_PLOT_MODEL_H
#define RP_OUTPUT_PLOT_MODEL_H

#include "output/canvas.h"
#include "repose/plot.h"

enum { RP_PLOT_TEXT = 160 };

typedef struct rp_plot_remark_line {
    char text[2 * RP_PLOT_TEXT];
} rp_plot_remark_line;

typedef struct rp_plot_series {
    size_t count;
    double *x, *y, *y2, *error_x, *error_y; /* owned; y2: a band's upper side; NULL where not used */
    rp_plot_style style;                    /* its pointers are not used */
    rp_color color;
    char label[RP_PLOT_TEXT];
} rp_plot_series;

typedef struct rp_plot_mark {
    int kind;
    double x, y;
    char text[RP_PLOT_TEXT];
} rp_plot_mark; /* kind 0: note, 1: vertical rule, 2: horizontal */

typedef struct rp_plot_panel {
    char title[RP_PLOT_TEXT], axis[2][RP_PLOT_TEXT];
    int log[2];
    double limit[2][2]; /* [axis][low, high]; NaN: from the data */
    size_t series_count, series_capacity, mark_count, mark_capacity;
    rp_plot_series *series; /* owned */
    rp_plot_mark *mark;     /* owned */
    double *heat;           /* owned; NULL: none */
    int heat_columns, heat_rows;
    double heat_at[2][2], heat_range[2];
    rp_color_map map;
    int levels; /* of colours; 0: without steps */
    char heat_label[RP_PLOT_TEXT];
    int next_color;
} rp_plot_panel;

struct rp_plot {
    int rows, columns, width, height, failed;
    char title[RP_PLOT_TEXT];
    rp_plot_panel *panel; /* owned, rows x columns */
    size_t remark_count, remark_capacity;
    rp_plot_remark_line *remark; /* owned */
};

void rp_plot_draw(rp_canvas *canvas, const rp_plot *plot);

#endif
