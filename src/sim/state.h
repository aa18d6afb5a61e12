/* The state hash of a run: its world's and its method's. */
#ifndef RP_SIM_STATE_H
#define RP_SIM_STATE_H

#include "methods/method.h"

rp_status rp_state_hash(const rp_world *world, const rp_method *method, char text[33], rp_error *err);

#endif
