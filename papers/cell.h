/* A dense cell of discs under stress, in contact dynamics: the packings of [UngerKertesz2003, Fig. 5] and
 * [RadjaiRichefeu2009, Fig. 8].
 *
 * Left and bottom walls stand; the top one is pressed, and the right one too if it is said so. No gravity. Units: mean
 * diameter 1, a disc of diameter 1 has mass 1, the pressure is 1 (thickness 1); radii are uniform between r and 2 r. */
#ifndef RP_PAPERS_CELL_H
#define RP_PAPERS_CELL_H

#include "methods/contact_dynamics/options.h"
#include "trial.h"

typedef struct rp_cell_setup {
    int discs;
    double friction;
    int biaxial; /* 1: the right wall is pressed as well; 0: it stands */
    unsigned seed;
    rp_cd_stepping stepping; /* of the packing and of all that follows: each paper has its own */
    double rest; /* it rests when the kinetic energy of a disc is this part of what the pressure gives it in a step */
} rp_cell_setup;

typedef struct rp_cell {
    rp_trial trial;
    rp_archive packed;
    rp_cd_stepping stepping;
} rp_cell;

#define RP_CELL_STEP 0.02 /* of the packing */

/* Grown to a dense state, then pressed until it rests. */
rp_status rp_cell_pack(rp_cell *cell, const rp_cell_setup *setup, rp_error *err);
/* The packed state at rest, with these options (but the cell's own stepping) from here on; seed: of random orders. */
rp_status rp_cell_again(rp_cell *cell, const rp_cd_options *options, unsigned seed, rp_error *err);
/* Gauss-Seidel in random order, as in the papers. */
rp_cd_options rp_cell_sweeps(int sweeps);
rp_cd_options rp_cell_criterion(rp_cd_criterion criterion, double tolerance, int most);
/* A column of the method by its name; NaN: there is none. */
double rp_cell_column(const rp_cell *cell, const char *name);
void rp_cell_close(rp_cell *cell);

#endif
