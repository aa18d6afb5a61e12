/* What the soft method keeps beside the world, and who makes and moves it. */
#ifndef RP_METHODS_SOFT_STATE_H
#define RP_METHODS_SOFT_STATE_H

#include "methods/soft/graze.h"
#include "methods/soft/kernel.h"
#include "methods/soft/polygons.h"
#include "methods/soft/remember.h"
#include "methods/soft/scheme.h"
#include "methods/soft/servo.h"

typedef struct rp_soft_state {
    int isa;
    int lane_count;
    rp_lane *lane;     /* owned */
    size_t force_rows; /* capacity of each lane's force rows */
    size_t group_capacity, halo_capacity, pending_capacity, chunk_capacity;
    rp_sums *sums;                /* owned; per group of chunks */
    rp_wall_sum *wall_sum;        /* owned; groups x walls */
    rp_group_sum *group_sum;      /* owned; groups x particle groups */
    rp_force_row *halo, *pending; /* owned */
    size_t *pending_at;           /* owned */
    rp_vec *wall_offset;          /* owned */
    double *wall_angle;           /* owned */
    double *wall_stiffness;       /* owned; of one contact, for walls whose damping is automatic, N/m */
    double diameter;              /* m: mean, for the same */
    rp_corners corners;
    rp_remember remember;
    rp_graze graze;
    rp_step step;
    rp_scheme scheme;
    double
        held; /* J: by tangential springs half a step ahead, and lost until then, before a change of the population */
    int drifted; /* particles have moved into the next step, all but the special ones; never between advances */
} rp_soft_state;

/* buffers.c */
rp_status rp_soft_make_lanes(rp_world *world, rp_soft_state *m, rp_error *err);
rp_status rp_soft_fit(rp_world *world,
                      rp_error *err); /* buffers that follow the list, and what particles have in common */
rp_status rp_soft_no_memory(rp_error *err);
void rp_soft_destroy(rp_world *world);

/* soft_walls.c */
void rp_soft_drift_walls(rp_world *world, rp_soft_state *m);
/* correct: loaded walls' speeds too; last: the step's result, counted wall by wall. work: gets what the walls did at
 * the rate of now, over a step, J */
void rp_soft_finish_walls(rp_world *world, rp_soft_state *m, double time, int correct, int last, rp_totals *work);

#endif
