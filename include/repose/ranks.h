/* One run on several processes (ranks), which may stand on several machines: docs/parallel.md.
 *
 * These functions are in the library repose-parallel, which the program `repose` is linked with, and not in the library
 * of simulations: that one needs no MPI. A program that is started by `mpirun` calls rp_ranks_start first, gives the
 * ranks to rp_run_options and calls rp_ranks_end before it returns from main. */
#ifndef REPOSE_RANKS_H
#define REPOSE_RANKS_H

#include "repose/export.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* The processes of a run. */
typedef struct rp_ranks rp_ranks;

/* The MPI library that this program is built with, as it names itself; NULL: none. */
const char *rp_ranks_library(void);
/* Joins the other processes that the launcher has started. *ranks is NULL where there are none: the program works
 * alone. A program without MPI refuses to be started several times. */
rp_status rp_ranks_start(rp_ranks **ranks, rp_error *err);
/* Collective. Leaves the others; NULL is allowed. */
void rp_ranks_end(rp_ranks *ranks);
/* Number of this process, from 0; 0 for one that works alone. */
int rp_ranks_index(const rp_ranks *ranks);

RP_END_DECLARATIONS

#endif
