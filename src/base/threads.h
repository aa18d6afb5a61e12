/* OpenMP threads. The number of threads never changes a result. */
#ifndef RP_BASE_THREADS_H
#define RP_BASE_THREADS_H

int rp_threads_available(void); /* cores this process may use */
/* For the next parallel regions of the calling thread, and of no other; clamped to 1..256, and to 1 where threads were
 * lost. */
void rp_threads_set(int count);
int rp_threads_swap(int count); /* the same, and returns the number before */
int rp_threads_count(void);
int rp_threads_lost(void);   /* 1: this process was forked from one with several threads, and has none of them */
int rp_threads_index(void);  /* of the calling thread inside a parallel region, from 0 */
int rp_threads_team(void);   /* how many run the region that the caller is in; 1 outside of any */
void rp_threads_yield(void); /* lets others run on this core: for waits that may last */

#endif
