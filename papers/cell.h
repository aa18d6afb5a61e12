/* A dense cell of discs under stress, in contact dynamics: the packings of [UngerKertesz2003, Fig. 5] and
 * [RadjaiRichefeu2009, Fig. 8].
 *
 * Left and bottom walls stand; the top one is pressed, and the right one too if it is said so. No gravity. Units: mean
 * diameter 1, a disc of diameter 1 has mass 1, the pressure is 1 (thickness 1). */
#ifndef RP_PAPERS_CELL_H
#define RP_PAPERS_CELL_H

#include "trial.h"

typedef struct rp_cell_setup {
    int discs;
    double ratio;            /* of the largest radius to the smallest; radii are uniform between them */
    double packing_friction; /* while it is packed: the less, the denser; then: */
    double friction;
    int biaxial; /* 1: the right wall is pressed as well; 0: it stands */
    int shakes;  /* before it is pressed to rest: random velocities, each time smaller; the more, the fewer are loose */
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
    double edge;     /* of the box that discs are placed in */
    double friction; /* once it is packed */
    double mass;     /* of each pressed wall, from the next rp_cell_again on: with RP_CELL_HELD nothing moves it */
    int pressed;     /* walls */
} rp_cell;

enum { RP_CELL_RIGHT = 2, RP_CELL_TOP = 3 }; /* walls that may be pressed */
#define RP_CELL_HELD 1e12
#define RP_CELL_STEP 0.05 /* of the packing */

/* Grown to a dense state, shaken, then pressed until it rests. */
rp_status rp_cell_pack(rp_cell *cell, const rp_cell_setup *setup, rp_error *err);
/* The packing of [UngerKertesz2003, Figs. 5 and 8]: 1000 discs, radii from r to 2 r, friction 0.05, one piston. */
#define RP_CELL_PISTON_DISCS 1000
rp_status rp_cell_piston(rp_cell *cell, unsigned seed, rp_error *err);
/* The packed state at rest in cell->sim, with the friction that it has from here on and with sweeps that stop so from
 * here on; seed: of random orders. */
rp_status rp_cell_again(rp_cell *cell, rp_cell_stop stop, unsigned seed, rp_error *err);
rp_cell_stop rp_cell_sweeps(int sweeps); /* a fixed number */
void rp_cell_close(rp_cell *cell);

#endif
