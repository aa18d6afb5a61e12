/* See launcher.h. A program that works alone does not start MPI at all, which takes a while: so the launcher's own
 * variables decide. */
#include "parallel/launcher.h"
#include <stdlib.h>

static int number(const char *name)
{
    const char *text = getenv(name);
    const long value = text ? strtol(text, NULL, 10) : 0;
    return value > 0 && value < 1 << 24 ? (int)value : 0;
}

int rp_launcher_count(void)
{
    /* OpenMPI; MPICH and others by PMI. PMIx has no variable for the number: srun says it. */
    const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (number(names[n])) return number(names[n]);
    if (getenv("PMIX_RANK") && number("SLURM_STEP_NUM_TASKS")) return number("SLURM_STEP_NUM_TASKS");
    return 1;
}
