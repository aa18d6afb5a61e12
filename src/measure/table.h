/* Every measure is a row of one table: name, unit, what it is of, and how its value is read from a moment.
 *
 * Columns of series.csv, numbers of summary.json, values by name and the table in docs/measures.md follow from it. A
 * new measure is one row; rows of the world come in the order of series.csv, new ones at their end.
 *
 * A measure of a wall, group or region is called OWNER.NAME, as in series.csv. Columns of a method come from its own
 * table (methods/method.h) and are called by their name alone.
 */
#ifndef RP_MEASURE_TABLE_H
#define RP_MEASURE_TABLE_H

#include "measure/measures.h"
#include "measure/packing.h"
#include "repose/measure.h"

/* What is known of one moment. Pointers are not owned; those that no row needs may be NULL. */
typedef struct rp_moment {
    const rp_world *world;
    const rp_method *method;
    const rp_contact_list *contacts;
    const rp_measures *measures;
    const rp_packing *packing;
    const double *method_value; /* one a column of the method */
    const double *flow_rate;    /* one a sink, kg/s, since the last row of the series */
    const rp_vec *wall_force;   /* one a wall, N; NULL: the force that the world's walls have */
    int region_count;
    const rp_region *region;
    const rp_bulk *bulk; /* one a region */
} rp_moment;

enum {
    RP_MEASURE_SUMMARY = 1, /* stands in summary.json, too */
    RP_MEASURE_PACKING = 2, /* needs moment.packing */
    RP_MEASURE_RATE = 8,    /* a mean over the time since the last row of the series, in all methods */
    RP_MEASURE_MEAN = 4     /* where contacts are instants: a mean over the time since the last row of the series */
};

typedef struct rp_measure {
    const char *name, *unit;
    const char *meaning; /* one line */
    rp_measure_of of;
    /* n: which wall, group or region; 0 for the world */
    double (*value)(const struct rp_measure *row, const rp_moment *moment, int n);
    size_t offset; /* for `value`: of the number in what it reads */
    unsigned flags;
} rp_measure;

const char *rp_measure_of_name(rp_measure_of of);                /* "world", "wall", ... */
const rp_measure *rp_measure_list(rp_measure_of of, int *count); /* rows of one kind, in the order of series.csv */
const rp_measure *rp_measure_find(rp_measure_of of, const char *name); /* NULL: none */
double rp_measure_bulk(const rp_measure *row, const rp_bulk *bulk);    /* a row of RP_OF_REGION, of a bulk at hand */

/* A column of series.csv: one row of the table, of one owner. */
typedef struct rp_measure_column {
    const char *owner; /* name of the wall, group or region; NULL: the world or the method */
    const char *kind;  /* of particles of a source or sink; NULL: all of them */
    const char *name, *unit, *meaning;
    const rp_measure *row; /* NULL: a column of the method */
    int n;                 /* which wall, group or region, or which column of the method */
} rp_measure_column;

#define RP_MEASURE_NAME (3 * RP_NAME) /* bytes of OWNER.NAME or OWNER.KIND.NAME */

/* Column n of a scene, in the order of series.csv: world, method, walls, groups that report, sources, sinks, kinds that
 * come and go, with two kinds or more each of them by source and by sink, regions, with two groups or more each of them
 * by region. Reads world, method and regions of
 * the moment. 0: n lies beyond the last. */
int rp_measure_at(const rp_moment *moment, int n, rp_measure_column *column);
int rp_measure_count(const rp_moment *moment);                                     /* of columns */
void rp_measure_name(const rp_measure_column *column, char name[RP_MEASURE_NAME]); /* as in series.csv */
double rp_measure_value(const rp_measure_column *column, const rp_moment *moment);
int rp_measure_momentary(const rp_measure_column *column, const rp_method *method); /* 0: only a series has it */
/* By its name in series.csv ("kinetic", "lid.fy"); RP_INPUT, with the nearest name, if there is none. */
rp_status rp_measure_named(const rp_moment *moment, const char *name, rp_measure_column *column, rp_error *err);

/* The value of one measure now, by its name, and its unit (may be NULL). RP_INPUT: there is none of this name, or only
 * a series has it, because contacts are instants. */
rp_status rp_measure_now(const rp_world *world, const rp_method *method, const char *name, double *value,
                         const char **unit, rp_error *err);
/* Several at once: contacts are found once. NaN for those that rp_measure_now refuses. */
rp_status rp_measure_many(const rp_world *world, const rp_method *method, const char *const *names, int count,
                          double *values, rp_error *err);

#endif
