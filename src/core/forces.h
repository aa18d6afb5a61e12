/* Forces that a program adds to particles (repose/force.h). They are not part of the state: a program that restores a
 * state adds them again. */
#ifndef RP_CORE_FORCES_H
#define RP_CORE_FORCES_H

#include "base/vec.h"
#include "repose/force.h"
#include "repose/status.h"

struct rp_world;

typedef struct rp_forces {
    struct rp_forces_entry {
        rp_force *add;
        void *context;
    } * entry; /* owned */
    size_t count, capacity;
} rp_forces;

#define RP_FORCES_MOST 64 /* particles of a chunk that a program sees at once */

rp_status rp_forces_add(rp_forces *forces, rp_force *add, void *context, rp_error *err);
void rp_forces_free(rp_forces *forces);

/* Sums of all added forces and torques on `count` particles from slot `first` on, at most RP_FORCES_MOST; 0 for those
 * that forces do not move. */
void rp_forces_sum(const struct rp_world *world, double time, size_t first, size_t count, double (*force)[3],
                   double (*torque)[3]);

#endif
