/* The table of measures: the columns of series.csv that all methods share. What a method adds is in repose/method.h. A
 * simulation gives their values by rp_sim_measure. */
#ifndef REPOSE_MEASURE_H
#define REPOSE_MEASURE_H

#include "repose/export.h"

RP_BEGIN_DECLARATIONS

/* What a measure is of. Those of a wall, group, region, source, sink or kind of particles that comes and goes are
 * called OWNER.NAME, those of a source or sink and a kind OWNER.KIND.NAME. */
typedef enum rp_measure_of {
    RP_OF_WORLD,
    RP_OF_WALL,
    RP_OF_GROUP,
    RP_OF_REGION,
    RP_OF_SOURCE,
    RP_OF_SINK,
    RP_OF_KIND,
    RP_OF_SOURCE_KIND,
    RP_OF_SINK_KIND,
    RP_OF_REGION_KIND,
    RP_OF_COUNT
} rp_measure_of;

/* A row of the table. */
typedef struct rp_measure_row {
    const char *name, *unit;
    const char *meaning; /* one line */
    int mean;            /* 1: where contacts are instants, a mean over the time since the last row of the series */
    int rate;            /* 1: always a mean over that time */
} rp_measure_row;

/* How many measures there are of this kind. */
RP_API int rp_measure_row_count(rp_measure_of of);

/* The n-th of them, in the order of series.csv, n from 0 to rp_measure_row_count - 1. */
RP_API rp_measure_row rp_measure_row_get(rp_measure_of of, int n);

RP_END_DECLARATIONS

#endif
