/* Maps of oblique impacts over two axes, for figures 4 to 7 of Poschel et al. */
#ifndef RP_PAPERS_MAP_H
#define RP_PAPERS_MAP_H

#include "figure.h"

enum { RP_MAP_SIDE = 97 };

typedef struct rp_impact_map {
    double x[RP_MAP_SIDE], y[RP_MAP_SIDE];
    rp_impact impact[RP_MAP_SIDE * RP_MAP_SIDE]; /* [i + j SIDE] at x[i], y[j] */
    double eps_t[RP_MAP_SIDE * RP_MAP_SIDE], switches[RP_MAP_SIDE * RP_MAP_SIDE];
} rp_impact_map;

/* Speeds x up to most_speed, slips y up to most_slip, equally spaced from a small value. NULL on failure. */
rp_impact_map *rp_map_speeds(const rp_figure_laws *laws, const rp_impact_pair *pair, double most_speed,
                             double most_slip, rp_error *err);

/* The scaled problem of [Poschel2008, Eq. 77]: x = log10 kappa from 0 to 2, y = g_t/g_n up to most; mu = 0.4, alpha =
 * 2/7 (errata 17). */
rp_impact_map *rp_map_scaled(double most, rp_error *err);

/* Of a heat map: its cells and where they lie. */
typedef struct rp_map_frame {
    int columns, rows;
    double x0, x1, y0, y1;
} rp_map_frame;

/* Draws a map of whole numbers, in steps of colour, with each number where the area that has it is widest. */
void rp_map_counts(rp_plot *plot, int panel, const double *count, const rp_map_frame *f, const char *label);

#endif
