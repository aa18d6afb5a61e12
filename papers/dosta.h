/* The benchmark of [Dosta2024], on which open-source codes were compared: a drum, a ball that falls into a bed, silos.
 * Spheres by Hertz and Mindlin without rolling friction, walls of triangles.
 *
 * A case writes its scene, its grains and its triangles beside the picture (NAME.yaml, NAME.csv, NAME.stl), so that
 * `repose run NAME.yaml` and other programs can take them. With the authors' files both come from these, else beds and
 * meshes of the same sizes are made here. By default moduli are 100 to 1000 times less than the paper's, so that steps
 * are 6 to 16 times longer; options->full has the paper's. */
#ifndef RP_PAPERS_DOSTA_H
#define RP_PAPERS_DOSTA_H

#include <stdio.h>
#include "figure.h"
#include "repose/sim.h"

typedef struct rp_dosta {
    const rp_figure_options *options;
    char directory[1024], name[64]; /* of the case's files */
    double soft;                    /* moduli are divided by it */
    rp_sim *sim;                    /* NULL: only the scene is wanted */
} rp_dosta;

/* path: of the picture; soft: of the quick version, so that no impact is deeper than a fifth of a radius. */
rp_dosta rp_dosta_begin(const rp_figure_options *options, const char *path, const char *name, double soft);
double rp_dosta_step(const rp_dosta *d, double paper); /* as many steps a contact as the paper's step has, s */

/* NAME.csv from the authors' file of grains: radius and place; material by radius: m2 above `coarse`, else m1. *ball:
 * the place in its line of six numbers, if there is one. */
rp_status rp_dosta_grains(const rp_dosta *d, const char *file, double coarse, double ball[3], rp_error *err);
/* NAME.stl from the authors' file of triangles. */
rp_status rp_dosta_walls(const rp_dosta *d, const char *file, rp_error *err);
/* NAME.stl: a surface of revolution about y (axis 1) or z (axis 2) in `segments` flat pieces; points: distance from the
 * axis and place along it, m. */
rp_status rp_dosta_turned(const rp_dosta *d, int axis, const double (*profile)[2], int points, int segments,
                          rp_error *err);
/* NAME.stl: an open box. */
rp_status rp_dosta_box(const rp_dosta *d, const double lower[3], const double upper[3], rp_error *err);

/* Writes NAME.yaml: materials and interactions, then `rest`; and makes the simulation, unless only scenes are wanted.
 */
rp_status rp_dosta_open(rp_dosta *d, const char *rest, rp_error *err);
void rp_dosta_close(rp_dosta *d);

#endif
