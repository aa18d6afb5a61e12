/* What the environment says of the program that has started this one: mpirun, mpiexec or srun. */
#ifndef RP_PARALLEL_LAUNCHER_H
#define RP_PARALLEL_LAUNCHER_H

/* How many processes it has started; 1: none of these programs did. */
int rp_launcher_count(void);

#endif
