/* Studies: one scene over many values of its keys, a run each, one table; and the search for the values of keys that
 * give what was measured. docs/studies.md describes both files.
 *
 * Every job is an ordinary run in a process of its own, so that one that fails leaves the others alone. Processes are
 * made by fork: call these functions from a program that has no other threads.
 */
#ifndef REPOSE_STUDY_H
#define REPOSE_STUDY_H

#include "repose/export.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* How a job ended. */
typedef enum rp_study_outcome {
    RP_STUDY_LEFT, /* not finished yet: it goes on when the study is called again */
    RP_STUDY_DONE,
    RP_STUDY_REFUSED, /* the scene is wrong with these values */
    RP_STUDY_FAILED,
    RP_STUDY_CRASHED
} rp_study_outcome;

/* One job, for the hook `ran`. */
typedef struct rp_study_job {
    int number, count; /* 1 to count */
    rp_study_outcome outcome;
    const char *values;  /* "interactions.0.friction=0.3 seed=1" */
    const char *reason;  /* why it is not done; "": it is */
    double wall_seconds; /* of its run */
} rp_study_job;

/* What a study is made from. Begin with rp_study_options_default. */
typedef struct rp_study_options {
    const char *file;                                    /* path of study.yaml or calibrate.yaml */
    const char *directory;                               /* NULL: the file's name without ending, under out/ */
    int jobs;                                            /* runs at once; 0: as the file says */
    int threads;                                         /* of each run; 0: as the file says */
    int job;                                             /* this job alone, from 1; 0: all */
    int retry;                                           /* 1: jobs that were refused, failed or crashed run again */
    int force;                                           /* 1: replaces another study that is in the directory */
    const volatile int *stop;                            /* non-zero: runs write checkpoints, then the call returns */
    void (*ran)(void *context, const rp_study_job *job); /* after each job; NULL: none */
    void *context;                                       /* first argument of ran */
    int cookie;                                          /* set by rp_study_options_default */
} rp_study_options;

/* All jobs of a file that is still to be named. */
RP_API void rp_study_options_default(rp_study_options *o);

/* What a study has left. */
typedef struct rp_study_result {
    char directory[1024];
    char table[1100];       /* path of study.csv */
    int jobs;               /* in all */
    int done, failed, left; /* failed: also refused and crashed; left: not finished */
} rp_study_result;

/* Runs the jobs that are not finished, and writes the table. Results depend neither on how many run at once nor on
 * interruptions. Jobs that fail are no error: they are counted, and the table has their reasons. */
RP_API rp_status rp_study(const rp_study_options *options, rp_study_result *result, rp_error *err);

/* The jobs of a study as text, one a line: number, a tab, values (malloc'ed: free it). Nothing is run or written. */
RP_API rp_status rp_study_list(const char *file, char **text, rp_error *err);

/* Draws a column of DIR/study.csv against another one: means over the jobs with the same values of the keys, with the
 * standard error of the mean; one curve for each combination of the other keys. path: .png or .svg. */
RP_API rp_status rp_study_plot(const char *directory, const char *measure, const char *key, const char *path,
                               rp_error *err);

/* One HTML file that opens without network: how many jobs succeeded, every measure of DIR/study.csv against every key
 * that has numbers, the picture and numbers of a calibration, and the table. */
RP_API rp_status rp_study_report(const char *directory, const char *path, rp_error *err);

#define RP_CALIBRATE_KEYS 3
#define RP_CALIBRATE_TARGETS 3

/* A key that was searched for. The posterior is what the model of the runs, the measured values and their errors say
 * together, with every value between the bounds equally likely before. */
typedef struct rp_calibrated_key {
    char name[160];
    double value;     /* where the posterior is greatest */
    double error;     /* root mean square distance from it */
    double low, high; /* 95 % of the posterior lie between them */
} rp_calibrated_key;

/* What was measured, and what the runs give for the values found. */
typedef struct rp_calibrated_target {
    char name[192], unit[RP_NAME];
    double measured, error; /* as the file says */
    double model;           /* expected from runs with the values found */
    double model_error;     /* standard deviation of that */
    double noise;           /* standard deviation of one run about it */
} rp_calibrated_target;

/* The result of a calibration. */
typedef struct rp_calibration {
    char directory[1024];
    int key_count, target_count;
    rp_calibrated_key key[RP_CALIBRATE_KEYS];
    rp_calibrated_target target[RP_CALIBRATE_TARGETS];
    int runs, failed; /* done, and those of them that did not succeed */
    int finished;     /* 0: stopped; the same call goes on */
    int converged;    /* 1: more than the first runs, and every model_error at most half the error of the measured */
    int reached;      /* 1: the model agrees with what was measured, to within twice the errors of both */
} rp_calibration;

/* Searches for the values of keys that give what was measured, by a file as in docs/studies.md. Writes study.csv,
 * calibration.json and calibration.png. `job` and `retry` of the options have no effect. */
RP_API rp_status rp_calibrate(const rp_study_options *options, rp_calibration *result, rp_error *err);

RP_END_DECLARATIONS

#endif
