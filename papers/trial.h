/* Simulations for figures: a scene as text, on one thread, read by the ids of its particles. */
#ifndef RP_PAPERS_TRIAL_H
#define RP_PAPERS_TRIAL_H

#include "repose/sim.h"

/* The scene gives its step. On failure *sim is NULL. */
rp_status rp_trial_open(const char *text, rp_sim **sim, rp_error *err);
/* Row of an array of doubles that belongs to a particle. */
const double *rp_trial_row(const rp_sim *sim, const char *array, uint32_t id);
rp_status rp_trial_memory(const char *what, rp_error *err); /* there is not enough memory for it */

#endif
