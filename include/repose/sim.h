/* A simulation in memory: made from a scene, stepped, read, written and destroyed.
 *
 *     rp_sim_def def = rp_sim_def_default();
 *     rp_sim *sim;
 *     rp_error err;
 *     def.scene = "drum.yaml";
 *     if (rp_sim_create(&def, &sim, &err)) ...            the error says what is wrong, and where
 *     rp_sim_advance(sim, 0.5, &err);                     whole steps until t >= 0.5 s
 *     rp_array x = rp_sim_array(sim, "position");         no copy; by slot, "id" beside it
 *     rp_sim_destroy(sim);
 *
 * Nothing is written to disk and nothing is printed. A simulation keeps its own number of threads and its own hook for
 * messages: several of them live in one process, also at the same time in several threads, each with the bits that it
 * has alone. One simulation belongs to one thread at a time.
 *
 * Units are SI. Angles are in radians. In two dimensions the third component of vectors is 0, and of angular velocities
 * and torques only the third is not. Every rp_error * may be NULL.
 */
#ifndef REPOSE_SIM_H
#define REPOSE_SIM_H

#include <stddef.h>
#include <stdint.h>
#include "repose/array.h"
#include "repose/export.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* ---- life ---- */

typedef struct rp_sim rp_sim;

/* What a simulation is made from. Begin with rp_sim_def_default. */
typedef struct rp_sim_def {
    const char *scene;      /* path of a scene file; or */
    const char *text;       /* a scene as text. With `restore` alone: the scene.yaml beside the checkpoint */
    const char *name;       /* of `text` in messages; relative file names in it start from its directory */
    const char *const *set; /* overrides "key=value" */
    int set_count;
    int threads;         /* 0: all cores. Results do not depend on it */
    rp_log_hook *log;    /* every message of this simulation; NULL: none is wanted */
    void *log_context;   /* first argument of `log` */
    const char *restore; /* a checkpoint file, or the directory of a run: go on from its state; NULL: from the start */
    int cookie;          /* set by rp_sim_def_default */
} rp_sim_def;

/* A definition without scene, on all cores, without hook. */
RP_API rp_sim_def rp_sim_def_default(void);

/* Makes a simulation, ready for its first step. On failure *sim is NULL and err says why. */
RP_API rp_status rp_sim_create(const rp_sim_def *def, rp_sim **sim, rp_error *err);

/* Frees everything, views included. NULL is allowed. */
RP_API void rp_sim_destroy(rp_sim *sim);

/* ---- time ---- */

/* n whole steps, or fewer if the protocol of the scene ends before. Stages of the scene begin and end as in a run. */
RP_API rp_status rp_sim_step(rp_sim *sim, uint64_t n, rp_error *err);

/* Whole steps until time >= t (to within a millionth of a step), or until the protocol ends. */
RP_API rp_status rp_sim_advance(rp_sim *sim, double t, rp_error *err);

/* Simulated time, s. */
RP_API double rp_sim_time(const rp_sim *sim);
/* Steps done since the start. */
RP_API uint64_t rp_sim_steps(const rp_sim *sim);
/* Length of a step, s; for event-driven dynamics the grid of output times. */
RP_API double rp_sim_dt(const rp_sim *sim);
/* Number of particles. */
RP_API size_t rp_sim_count(const rp_sim *sim);
/* 2 or 3. */
RP_API int rp_sim_dimension(const rp_sim *sim);
/* 1: the last stage of the scene is over, and no step is left to do. */
RP_API int rp_sim_finished(const rp_sim *sim);
/* Name of the present stage; of the last one if all are over. */
RP_API const char *rp_sim_stage(const rp_sim *sim);
/* Name of the method that moves the particles. */
RP_API const char *rp_sim_method(const rp_sim *sim);
/* Title of the scene. */
RP_API const char *rp_sim_title(const rp_sim *sim);

/* ---- arrays ---- */

/* The array of this name, one row a particle, by slot. A slot is a place in the arrays: particles change places while
 * the simulation goes on, and "id" says which particle stands where. If there is no such array, data is NULL and rows
 * is 0. A view holds until the simulation's generation changes. */
RP_API rp_array rp_sim_array(const rp_sim *sim, const char *name);

/* The same, with an error that says which name was nearest, or why this simulation does not keep that array. */
RP_API rp_status rp_sim_array_get(const rp_sim *sim, const char *name, rp_array *array, rp_error *err);

/* The n-th name of an array, n = 0, 1, ...; NULL beyond the last. A simulation need not keep all of them. */
RP_API const char *rp_sim_array_name(int n);

/* A number that changes when views go stale: after particles have been sorted anew, or the state was restored. */
RP_API uint64_t rp_sim_generation(const rp_sim *sim);

/* ---- state ---- */

/* The hash of the state, 32 hexadecimal digits and a 0: equal for equal states on any number of threads. */
RP_API rp_status rp_sim_hash(const rp_sim *sim, char text[33], rp_error *err);

/* Writes a checkpoint: the whole state, from which a simulation of the same scene goes on to the same bits. */
RP_API rp_status rp_sim_save(const rp_sim *sim, const char *path, rp_error *err);

/* The state of a checkpoint file, or of the last checkpoint in a run's directory, becomes the state of this simulation.
 * It must have been made from the same scene. If it fails after the file was read, the simulation cannot go on. */
RP_API rp_status rp_sim_restore(rp_sim *sim, const char *path, rp_error *err);

RP_END_DECLARATIONS

#endif
