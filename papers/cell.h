/* A dense cell of discs under stress, in contact dynamics: the packings of [UngerKertesz2003, Fig. 5] and
 * [RadjaiRichefeu2009, Fig. 8].
 *
 * Left and bottom walls stand; the top one is pressed, and the right one too if it is said so. No gravity. Units: mean
 * diameter 1, a disc of diameter 1 has mass 1, the pressure is 1 (thickness 1); radii are uniform between r and 2 r. */
#ifndef RP_PAPERS_CELL_H
#define RP_PAPERS_CELL_H

#include "trial.h"

typedef struct rp_cell_setup {
    int discs;
    double friction;
    int biaxial; /* 1: the right wall is pressed as well; 0: it stands */
    unsigned seed;
    const char *stepping; /* "gap" or "midpoint", of the packing and of all that follows: each paper has its own */
    double rest; /* it rests when the kinetic energy of a disc is this part of what the pressure gives it in a step */
} rp_cell_setup;

/* Gauss-Seidel in random order, as in the papers: when it stops, by the names and meanings of a scene. */
typedef struct rp_cell_stop {
    const char *criterion;
    double tolerance;
    int most; /* sweeps; their number for the criterion "iterations" */
} rp_cell_stop;

typedef struct rp_cell {
    rp_sim *sim;
    rp_snapshot *packed;
    char scene[2048];
    double edge; /* of the box that discs are placed in */
} rp_cell;

enum { RP_CELL_RIGHT = 2, RP_CELL_TOP = 3 }; /* walls that may be pressed */
#define RP_CELL_STEP 0.02                    /* of the packing */

/* Grown to a dense state, then pressed until it rests. */
rp_status rp_cell_pack(rp_cell *cell, const rp_cell_setup *setup, rp_error *err);
/* The packed state at rest in cell->sim, with sweeps that stop so from here on; seed: of random orders. */
rp_status rp_cell_again(rp_cell *cell, rp_cell_stop stop, unsigned seed, rp_error *err);
rp_cell_stop rp_cell_sweeps(int sweeps); /* a fixed number */
void rp_cell_close(rp_cell *cell);

#endif
