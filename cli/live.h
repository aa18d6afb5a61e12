/* A simulation that pages watch and steer while it goes on.
 *
 * The command's own thread steps it (rp_live_run); threads of the server only exchange frames and wishes under a lock.
 * A frame is made when a page waits for one, and so seldom that it takes a sixtieth of the time at most. */
#ifndef RP_LIVE_H
#define RP_LIVE_H

#include "repose/view.h"
#include "request.h"

typedef struct rp_live rp_live;

/* `paused`: it stands until a page wishes otherwise. */
rp_status rp_live_create(const rp_sim_def *def, int paused, rp_live **live, rp_error *err);
void rp_live_destroy(rp_live *live);

/* Until *stop is not 0. `until_end`: or until the scene is over. */
rp_status rp_live_run(rp_live *live, const volatile int *stop, int until_end, rp_error *err);

rp_sim *rp_live_sim(rp_live *live); /* for the thread of rp_live_run */

/* A copy of the newest frame (free it) if it is newer than `after`, with its state as JSON; waits for one up to
 * `seconds`. NULL: there is none. */
void *rp_live_next(rp_live *live, unsigned long after, double seconds, size_t *size, char *state, size_t room);

/* "paused 0|1", "step N" (while paused), "speed S" (simulated seconds a second; 0: as fast as it can), "slider N
 * VALUE". RP_INPUT: no such wish. */
rp_status rp_live_wish(rp_live *live, const rp_message *message, rp_error *err);

/* What the page's session begins with (free it): {"live":1,"maps":...,"sliders":[...],"runs":[...]}. */
rp_status rp_live_session(rp_live *live, char **text, rp_error *err);

#endif
