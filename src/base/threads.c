/* The number of OpenMP threads. */
#include "base/threads.h"

#include <omp.h>
#include <sched.h>

enum { THREADS_MAX = 256 };

int rp_threads_available(void) { return omp_get_num_procs(); }

void rp_threads_set(int count)
{
    omp_set_dynamic(0);
    omp_set_num_threads(count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : count);
}

int rp_threads_swap(int count)
{
    int before = rp_threads_count();
    rp_threads_set(count);
    return before;
}

int rp_threads_count(void) { return omp_get_max_threads(); }

int rp_threads_index(void) { return omp_get_thread_num(); }

int rp_threads_team(void) { return omp_get_num_threads(); }

void rp_threads_yield(void) { sched_yield(); }
