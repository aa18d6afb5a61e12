/* Ranks of a program that is built without MPI: there is one. */
#include "base/ranks.h"
#include "parallel/launcher.h"

const char *rp_ranks_library(void) { return NULL; }

/* Every process would run the whole scene, and write to the same files. */
rp_status rp_ranks_start(rp_ranks **ranks, rp_error *err)
{
    const int count = rp_launcher_count();
    *ranks = NULL;
    if (count == 1) return RP_OK;
    rp_error_set(err, RP_INPUT, "this program is built without MPI and was started %d times", count);
    rp_error_expected(err, "repose run without mpirun, or a program built with -DREPOSE_MPI=ON (repose --version)");
    return RP_INPUT;
}

void rp_ranks_end(rp_ranks *ranks) { (void)ranks; }
