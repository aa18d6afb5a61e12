/* One scene by several methods: a run each, one table, one plot, one picture. */
#ifndef REPOSE_COMPARE_H
#define REPOSE_COMPARE_H

#include "repose/picture.h"
#include "repose/run.h"
#include "repose/export.h"

RP_BEGIN_DECLARATIONS

#define RP_COMPARE_METHODS 8
#define RP_COMPARE_COLUMNS 6

/* What one method made of the scene. */
typedef struct rp_compared {
    const char *method;
    rp_status status;                /* of its run */
    char reason[1200];               /* why it refused the scene or failed; empty: neither */
    int drawn;                       /* it left a series and frames (a failed run: up to where it failed) */
    int complete;                    /* its run came to the end of the scene: differences are of such runs alone */
    double reached;                  /* last time of its series, s, if it is drawn */
    char label[128];                 /* of its curves and frames: the method, and where an incomplete run ended */
    rp_run_result run;               /* if status is RP_OK */
    double last[RP_COMPARE_COLUMNS]; /* value of each column at its end */
    double difference[RP_COMPARE_COLUMNS]; /* root mean square over time of the distance to the first complete run, over
                                              that one's largest value; NaN if it is not complete itself */
} rp_compared;

typedef struct rp_compare_options {
    const char *scene;
    const char *directory;      /* a run each in DIR/METHOD; NULL: the scene's name and -compared, under out/ */
    const char *const *methods; /* the first is what the others are compared with */
    int method_count;           /* 0: all, the scene's own first */
    const char *const *columns; /* of series.csv, at most RP_COMPARE_COLUMNS */
    int column_count;           /* 0: those that say something */
    const char *const *set;     /* "key=value" for all, "METHOD:key=value" for one */
    int set_count;
    int threads, force;         /* as in rp_run_options */
    rp_picture_options picture; /* of the last frames */
    const volatile int *stop;
    void (*progress)(void *context, const rp_progress *p); /* NULL: none */
    rp_log_hook *log;                                      /* messages of the runs; NULL: none are wanted */
    void (*ran)(void *context, const rp_compared *one);    /* after each method; NULL: none */
    void *context;
} rp_compare_options;

RP_API void rp_compare_options_default(rp_compare_options *o);

typedef struct rp_comparison {
    int count;
    rp_compared method[RP_COMPARE_METHODS];
    int column_count;
    char column[RP_COMPARE_COLUMNS][64], unit[RP_COMPARE_COLUMNS][64];
    char directory[1024];
    char table[1100], series[1100], frames[1100]; /* files: comparison.csv, series.png, frames.png */
} rp_comparison;

/* A method that refuses the scene, fails or is stopped is named with its reason and the others go on; what it left is
 * drawn under a label that says so, and has no differences. Fewer than two complete runs are an error, after whatever
 * there is was written. */
RP_API rp_status rp_compare(const rp_compare_options *options, rp_comparison *result, rp_error *err);

RP_END_DECLARATIONS

#endif
