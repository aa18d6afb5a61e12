/* A simulation from the inside: what the files of this room share, and what a run builds on.
 *
 *     create.c ── from a definition to a world that is ready for its first step
 *     advance.c ── steps, stages of the protocol, heartbeats
 *     stages.c ── what changes when a stage begins, and when it is over
 *     arrays.c ── views of the particles' arrays
 *     keep.c ── saving and restoring
 *
 * Functions of repose/sim.h set the simulation's number of threads on entry and put the caller's back on return.
 * Those declared here leave it alone: their caller has set it.
 */
#ifndef RP_SIM_SIM_H
#define RP_SIM_SIM_H

#include "methods/method.h"
#include "repose/sim.h"
#include "scene/scene.h"

/* Where the simulation stands in the scene's protocol: state. */
typedef struct rp_stage_place {
    uint64_t stage;      /* stage_count: all are over */
    uint64_t check_step; /* when the stage began, or when its condition was evaluated last */
    int begun;           /* the stage's changes have been made */
    double start;        /* s: when the stage began */
} rp_stage_place;

struct rp_sim {
    rp_scene *scene;         /* owned */
    rp_world *world;         /* owned */
    const rp_method *method; /* NULL until it is known */
    int threads;
    char step_reason[256]; /* why dt is what it is */
    rp_stage_place at;
    int restored;        /* the state came from a checkpoint */
    int failed;          /* a step or a restore failed: the state is of no use */
    uint64_t generation; /* beside the number of rebuilds, which stands in the state (arrays.c) */
};

/* Scene, world, method and step. `bare`: without particles, whose state rp_sim_load brings. On failure *sim is NULL. */
rp_status rp_sim_open(const rp_sim_def *def, int bare, rp_sim **sim, rp_error *err);
/* State of an archive into a bare simulation. */
rp_status rp_sim_load(rp_sim *sim, const rp_archive *archive, rp_error *err);
/* State into an archive; the arrays stay the simulation's. */
rp_status rp_sim_put(const rp_sim *sim, rp_archive *archive, rp_error *err);
/* After rp_sim_open, or after rp_sim_load: makes the method ready and starts the energy budget. */
rp_status rp_sim_prepare(rp_sim *sim, rp_error *err);
int rp_sim_threads(const rp_sim_def *def);
rp_status rp_sim_def_check(const rp_sim_def *def, rp_error *err);

/* Makes the changes of the present stage, unless they are made; *fresh: it began now. */
rp_status rp_sim_begin_stage(rp_sim *sim, int *fresh, rp_error *err);
/* Whole steps until time >= t or until the present stage is over, whatever comes first. */
rp_status rp_sim_leg(rp_sim *sim, double t, rp_error *err);
double rp_sim_stage_end(const rp_sim *sim);                /* s; at most */
double rp_sim_step_time(const rp_sim *sim, uint64_t step); /* s: when this step ends, with the present dt */
int rp_sim_due(const rp_sim *sim, double t);               /* time >= t, to within a millionth of a step */

#endif
