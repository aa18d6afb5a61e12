/* OpenMP threads. The number of threads never changes a result. */
#ifndef RP_BASE_THREADS_H
#define RP_BASE_THREADS_H

int rp_threads_available(void); /* cores this process may use */
void rp_threads_set(int count); /* for the next parallel regions; clamped to 1..256 */
int rp_threads_count(void);
int rp_threads_index(void);  /* of the calling thread inside a parallel region, from 0 */
int rp_threads_team(void);   /* how many run the region that the caller is in; 1 outside of any */
void rp_threads_yield(void); /* lets others run on this core: for waits that may last */

#endif
