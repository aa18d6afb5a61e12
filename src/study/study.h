/* A study in the making: what its parts share. Room-internal.
 *
 *     plan.c ── study.yaml to keys, values and measures
 *     sample.c ── the values of each job: grid, list, Latin hypercube, random draws
 *     check.c ── the scene and the names of measures, before anything runs
 *     outcome.c ── from the files of a job's run to its row of the table
 *     work.c ── jobs as processes, several at once
 *     study.c ── the directory, the lock, the table
 *     plot.c ── a measure against a key
 *     report.c ── all of it as one page
 *     calibrate.c ── which values give what was measured: its runs; search.c says where they go, gauss.c has its model,
 *                    answer.c its files
 *
 * DIR/jobs/0001 is the run of job 1, DIR/jobs/0001.csv its row. A job is finished once its row is there; a row is
 * written once, whole, and depends on the run alone. The table is made of the rows in order: so it has the same bytes
 * however many jobs ran at once and however often the study was interrupted.
 */
#ifndef RP_STUDY_STUDY_H
#define RP_STUDY_STUDY_H

#include "input/read.h"
#include "repose/study.h"

enum {
    RP_STUDY_KEYS = 16,
    RP_STUDY_SETS = 64,
    RP_STUDY_MEASURES = 64,
    RP_STUDY_KEY = 160,
    RP_STUDY_NAME = 128,
    RP_STUDY_JOBS_MAX = 1000000
};

typedef enum rp_study_sample { RP_SAMPLE_GRID, RP_SAMPLE_LIST, RP_SAMPLE_HYPERCUBE, RP_SAMPLE_RANDOM } rp_study_sample;

/* A key of the scene that varies: values as text, or a span. */
typedef struct rp_study_key {
    char name[RP_STUDY_KEY];
    const rp_node *node; /* where it stands in the file */
    int count;           /* values, or steps of a span in a grid; 0: a span without steps */
    const char **value;  /* owned; texts of the tree; NULL: a span */
    double from, to;
    int logarithmic;
} rp_study_key;

/* A column of series.csv: its last value, or its mean over a window. */
typedef struct rp_study_measure {
    char name[RP_STUDY_NAME], unit[RP_NAME];
    const rp_node *node;
    int mean;
    double from, to; /* of the window, s; to INFINITY: the end */
} rp_study_measure;

typedef struct rp_study_point {
    const char *value[RP_STUDY_KEYS]; /* texts of the tree */
    uint64_t seed;
} rp_study_point;

/* A study as it was read. */
typedef struct rp_study_plan {
    rp_yaml yaml;
    char *text; /* owned: the file */
    size_t size;
    char scene[1024]; /* absolute */
    rp_study_sample sample;
    uint64_t count, draw; /* of Latin hypercube and random draws: how many, and their seed */
    int key_count, set_count, measure_count;
    rp_study_key key[RP_STUDY_KEYS];
    const char *set[RP_STUDY_SETS]; /* "key=value", texts of the tree */
    rp_study_measure measure[RP_STUDY_MEASURES];
    int seed_count;
    uint64_t *seed; /* owned; NULL: the scene's own */
    int at_once;    /* 0: all cores over threads */
    int threads;
    size_t job_count, job_room;
    rp_study_point *job; /* owned */
} rp_study_plan;

/* plan.c. What a study and a calibration have in common: scene, set, jobs, threads. */
rp_status rp_study_read(rp_study_plan *plan, const char *path, rp_error *err);
void rp_study_free(rp_study_plan *plan);
rp_status rp_study_open(rp_study_plan *plan, const char *path, rp_read *r, rp_error *err);
void rp_study_read_common(rp_read *r, const rp_node *map, rp_study_plan *plan);
void rp_study_read_measure(rp_read *r, const rp_node *node, const char *name_key, rp_study_measure *m);
void rp_study_read_span(rp_read *r, const rp_node *node, int stepped, rp_study_key *key);
void rp_study_key_name(rp_read *r, const rp_node *node, rp_study_key *key);

/* sample.c */
rp_status rp_study_sample_take(rp_study_plan *plan, rp_error *err);
const char *rp_study_number_text(rp_study_plan *plan, double value); /* NULL: no memory */
double rp_study_key_at(const rp_study_key *key, double share);       /* of a span; share 0 to 1 */
/* One more job; NULL: no memory. */
rp_study_point *rp_study_add(rp_study_plan *plan, rp_error *err);

/* check.c */
rp_status rp_study_check(rp_study_plan *plan, rp_error *err);
/* Overrides of a job, its seed last; `seed` has room for "seed=" and the number. */
int rp_study_overrides(const rp_study_plan *plan, size_t job, const char *set[RP_STUDY_SETS + RP_STUDY_KEYS + 4],
                       char text[RP_STUDY_KEYS + 1][RP_STUDY_KEY + 200]);
void rp_study_describe(const rp_study_plan *plan, size_t job, rp_buffer *b); /* "key=value key=value seed=1" */

/* outcome.c: rows. */
typedef struct rp_study_row {
    rp_study_outcome outcome;
    double value[RP_STUDY_MEASURES], error[RP_STUDY_MEASURES]; /* NaN: none */
    char reason[1200];
    double wall; /* s */
} rp_study_row;
const char *rp_study_outcome_name(rp_study_outcome outcome);
/* The standard error of the mean of rows that are correlated; NaN: too few. */
double rp_study_mean_error(const double *y, size_t rows);
rp_status rp_study_row_take(const rp_study_plan *plan, const char *run, rp_study_row *row, rp_error *err);
rp_status rp_study_row_write(const rp_study_plan *plan, const char *path, const rp_study_row *row, rp_error *err);
/* RP_STUDY_LEFT if there is none. */
rp_status rp_study_row_read(const rp_study_plan *plan, const char *path, rp_study_row *row, rp_error *err);
void rp_study_row_print(const rp_study_plan *plan, const rp_study_row *row,
                        rp_buffer *b);              /* measures, status, reason */
void rp_study_cell(rp_buffer *b, const char *text); /* quoted if it must be */

/* work.c */
typedef struct rp_study_work {
    const rp_study_plan *plan;
    const rp_study_options *options;
    const char *directory;
    int lock;         /* descriptor that jobs close; -1: none */
    size_t job_shown; /* number of jobs that `ran` gets; 0: those of the plan */
} rp_study_work;
void rp_study_path(const char *directory, size_t job, const char *ending, char path[1200]); /* DIR/jobs/0001ENDING */
/* Runs the jobs first to last - 1 that have no row yet. */
rp_status rp_study_work_all(const rp_study_work *w, size_t first, size_t last, rp_error *err);

/* study.c: the directory, which studies and calibrations prepare alike. */
#define RP_STUDY_FILE "study.yaml"
#define RP_STUDY_SCENE "scene.yaml"
#define RP_STUDY_LOCK "study.lock"
#define RP_STUDY_TABLE "study.csv"
#define RP_STUDY_TIMES "times.csv"
void rp_study_directory(const rp_study_options *o, char directory[1024]);
/* RP_INPUT: the directory is not empty and has no study. */
rp_status rp_study_claim(const char *directory, rp_error *err);
rp_status rp_study_prepare(const rp_study_plan *plan, const rp_study_options *o, const char *directory, rp_error *err);
rp_status rp_study_table_write(const rp_study_plan *plan, const char *directory, rp_study_result *result,
                               rp_error *err);
rp_status rp_study_options_check(const rp_study_options *o, rp_error *err);

#endif
