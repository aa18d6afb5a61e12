/* The number of OpenMP threads. */
#include "base/threads.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS_MAX = 256 };

/* A process that is forked has one thread, but OpenMP's record of all those of its parent: a parallel region of several
 * would wait for them for ever. Of the process, since threads are. */
static atomic_int several, lost;

static void forked(void) { atomic_store(&lost, atomic_load(&several)); }

static void watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

int rp_threads_lost(void) { return atomic_load(&lost); }

int rp_threads_available(void) { return omp_get_num_procs(); }

void rp_threads_set(int count)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (count > 1) {
        pthread_once(&once, watch_forks);
        atomic_store(&several, 1);
    }
    omp_set_dynamic(0);
    omp_set_num_threads(count < 1 || rp_threads_lost() ? 1 : count > THREADS_MAX ? THREADS_MAX : count);
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
