/* What the soft method keeps beside the world, and the functions that make and move it. */
#ifndef RP_METHODS_SOFT_STATE_H
#define RP_METHODS_SOFT_STATE_H

#include "methods/soft/bodies.h"
#include "methods/soft/graze.h"
#include "methods/soft/kernel.h"
#include "methods/soft/ranks.h"
#include "methods/soft/shaped.h"
#include "methods/soft/hereditary.h"
#include "methods/soft/scheme.h"
#include "methods/soft/servo.h"

typedef struct rp_soft_state {
    int isa;
    int worker_count;
    rp_soft_worker *worker; /* owned */
    size_t force_rows;      /* capacity of each worker's force rows */
    size_t group_capacity, halo_capacity, pending_capacity, chunk_capacity;
    rp_soft_sums *sums;                /* owned; per group of chunks */
    rp_soft_wall_sum *wall_sum;        /* owned; groups x walls */
    rp_soft_group_sum *group_sum;      /* owned; groups x particle groups */
    rp_soft_force_row *halo, *pending; /* owned */
    size_t *pending_at;                /* owned */
    rp_vec *wall_offset;               /* owned */
    double *wall_angle;                /* owned */
    double *wall_stiffness;            /* owned; of one contact, for walls whose damping is automatic, N/m */
    double diameter;                   /* m: mean, for the same */
    rp_corners corners;
    rp_soft_bodies bodies;
    rp_soft_hereditary hereditary;
    rp_soft_graze graze;
    rp_soft_ranks ranks;
    rp_soft_step step;
    rp_soft_scheme scheme;
    double held; /* J: what tangential springs hold half a step ahead, and what is lost until then; before a change of
                    the population */
    int drifted; /* particles have moved into the next step, all but the constrained ones; never between advances */
} rp_soft_state;

/* buffers.c */
rp_status rp_soft_make_workers(rp_world *world, rp_soft_state *m, rp_error *err);
/* Buffers that follow the list, and what particles have in common. */
rp_status rp_soft_fit(rp_world *world, rp_error *err);
rp_status rp_soft_no_memory(rp_error *err);
void rp_soft_destroy(rp_world *world);

/* soft_walls.c */
void rp_soft_drift_walls(rp_world *world, rp_soft_state *m);
/* correct: loaded walls' speeds too; last: the step's result, counted wall by wall. work: gets what the walls did at
 * the rate of now, over a step, J */
void rp_soft_finish_walls(rp_world *world, rp_soft_state *m, double time, int correct, int last, rp_totals *work);

#endif
