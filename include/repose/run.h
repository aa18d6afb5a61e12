/* Running scenes, as the command line does: everything is in files, everything can be resumed. */
#ifndef REPOSE_RUN_H
#define REPOSE_RUN_H

#include <stdint.h>
#include "repose/sim.h"
#include "repose/status.h"
#include "repose/export.h"

RP_BEGIN_DECLARATIONS

typedef struct rp_progress {
    double time, end; /* simulated, s; end of the current stage at the latest */
    double fraction;  /* of the whole run, 0..1, by simulated time */
    uint64_t step;
    double steps_per_second; /* recent */
    double particle_steps_per_second;
    double seconds_left; /* estimate; NaN at the start */
    const char *stage;
} rp_progress;

/* The processes of a run (repose/ranks.h). */
typedef struct rp_ranks rp_ranks;

typedef struct rp_run_options {
    const char *scene;      /* path; may be NULL when resuming */
    const char *directory;  /* where the run leaves its files; NULL: the scene's name without ending, under out/ */
    const char *const *set; /* overrides "key=value" */
    int set_count;
    int threads; /* 0: all cores */
    int resume, force;
    double until; /* s; 0: none. With resume: a finished run goes on to this time, and set are changes of keys that may
                     change in time (gravity, friction, motion and loads of walls, groups, sources, sinks, the step,
                     output). They become a stage of its scene.yaml */
    double max_hours;                                      /* of wall clock; 0: no limit */
    uint64_t max_steps;                                    /* 0: no limit */
    uint64_t warm_steps;                                   /* timers start anew after so many steps; for benches */
    int no_outputs;                                        /* 1: nothing is written at all (the state is the same) */
    const volatile int *stop;                              /* non-zero: finish the step, write a checkpoint, return */
    void (*progress)(void *context, const rp_progress *p); /* NULL: none */
    rp_log_hook *log; /* messages of the run; NULL: none are wanted. log.txt has them anyway */
    void *context;    /* first argument of progress and log */
    rp_ranks *ranks;  /* processes that share the run, all with the same options; NULL: this one is alone. Rank 0
                         has the result and writes; the others write nothing */
    int cookie;       /* set by rp_run_options_default */
} rp_run_options;

RP_API void rp_run_options_default(rp_run_options *o);

typedef struct rp_run_result {
    int finished; /* 0: stopped before its end; resume goes on */
    char directory[1024];
    char state_hash[33];
    double time; /* s */
    uint64_t step;
    uint64_t particles;
    double wall_seconds;
    double step_seconds;    /* in the method, list included */
    double contact_updates; /* one-contact problems solved in step_seconds; contact dynamics */
    double contacts_per_particle, mean_overlap, kinetic; /* 1, m (contacts between particles), J (translation) */
    double budget_error;                                 /* J */
    double collisions;                                   /* after the warm steps; 0 for methods without */
    double compressibility; /* p V / (N T) in that time, from the collisions' virial; NaN without collisions */
    int64_t bytes;          /* allocated at the end of the run */
} rp_run_result;

RP_API rp_status rp_run(const rp_run_options *options, rp_run_result *result, rp_error *err);

/* Everything that can be known before running, as text (malloc'ed: free it). Nothing is written. */
RP_API rp_status rp_check(const rp_sim_def *def, char **text, rp_error *err);

/* The state hash of a checkpoint file, recomputed from its run's scene.yaml and its arrays. */
RP_API rp_status rp_hash(const char *checkpoint, char text[33], rp_error *err);

/* Which particles are written; NULL: those of the last frame, or of the checkpoint where there are no frames. */
typedef struct rp_export_options {
    double time;    /* s: the frame nearest to it; NaN: the last */
    int all;        /* 1: every frame, one after the other */
    int checkpoint; /* 1: the state of checkpoint.h5 */
} rp_export_options;

/* Particles of a run as text, a row each in the order of ids: path ends in .csv (names in the first line, units in the
 * second) or .xyz (extended XYZ). *rows (may be NULL): particles written. */
RP_API rp_status rp_export_particles(const char *directory, const rp_export_options *options, const char *path,
                                     size_t *rows, rp_error *err);

RP_END_DECLARATIONS

#endif
