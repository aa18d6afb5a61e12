/* Wall-clock time per phase. Timers are reporting only: nothing in a run depends on them. */
#ifndef RP_BASE_TIMER_H
#define RP_BASE_TIMER_H

typedef enum rp_phase {
    RP_PHASE_LIST, /* sorting, grid, neighbour list */
    RP_PHASE_STEP, /* the method's own work */
    RP_PHASE_MEASURE,
    RP_PHASE_OUTPUT,
    RP_PHASE_COUNT
} rp_phase;

typedef struct rp_timers {
    double seconds[RP_PHASE_COUNT];
    long calls[RP_PHASE_COUNT];
    double contact_updates; /* one-contact problems solved in RP_PHASE_STEP; contact dynamics */
} rp_timers;

const char *rp_phase_name(rp_phase phase);
double rp_timer_clock(void); /* monotonic, s */

#endif
