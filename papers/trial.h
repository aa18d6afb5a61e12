/* A scene as text, run step by step, for figures. */
#ifndef RP_PAPERS_TRIAL_H
#define RP_PAPERS_TRIAL_H

#include "methods/method.h"
#include "scene/scene.h"

typedef struct rp_trial {
    rp_scene *scene;
    rp_world *world;
    const rp_method *method;
} rp_trial;

/* The scene gives its step. A trial that could not be opened need not be closed, but may be. */
rp_status rp_trial_open(rp_trial *t, const char *text, rp_error *err);
rp_status rp_trial_step(rp_trial *t, rp_error *err); /* one step */
void rp_trial_close(rp_trial *t);

/* The state as it is, copied, to come back to; archive must be empty, and is freed by the caller. */
rp_status rp_trial_keep(const rp_trial *t, rp_archive *archive, rp_error *err);
/* Back to it, the method made ready anew: with other options of the method if world->option has changed. */
rp_status rp_trial_return(rp_trial *t, const rp_archive *archive, rp_error *err);
void rp_trial_forget(rp_trial *t); /* what contacts remember becomes 0: in contact dynamics, the forces */

#endif
