/* The monotonic clock and the names of the phases. */
#include "base/timer.h"

#include <assert.h>
#include <time.h>

const char *rp_phase_name(rp_phase phase)
{
    static const char *const names[RP_PHASE_COUNT] = {"list", "step", "measure", "output"};
    assert(phase >= 0 && phase < RP_PHASE_COUNT);
    return names[phase];
}

double rp_timer_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
