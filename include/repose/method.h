/* The methods of this build: what `repose methods` prints. */
#ifndef REPOSE_METHOD_H
#define REPOSE_METHOD_H

#include "repose/export.h"
#include "repose/law.h"

RP_BEGIN_DECLARATIONS

/* A column that a method adds to series.csv: a measure of its own. */
typedef struct rp_method_column {
    const char *name, *unit;
    const char *meaning; /* one line */
} rp_method_column;

/* What a scene may say of a method, and what the method says of itself. */
typedef struct rp_method_info {
    const char *name; /* `method: NAME` */
    const char *summary;
    const rp_param *option; /* keys of `run: {NAME: {...}}` */
    int option_count;
    const rp_method_column *column;
    int column_count;
} rp_method_info;

/* How many methods there are. */
RP_API int rp_method_count(void);

/* The n-th, n from 0 to rp_method_count - 1. */
RP_API rp_method_info rp_method_get(int n);

RP_END_DECLARATIONS

#endif
