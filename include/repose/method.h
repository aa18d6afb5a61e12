/* The methods of this build: what `repose methods` prints. */
#ifndef REPOSE_METHOD_H
#define REPOSE_METHOD_H

#include "repose/export.h"
#include "repose/law.h"

RP_BEGIN_DECLARATIONS

/* What a scene may say of a method. */
typedef struct rp_method_info {
    const char *name; /* `method: NAME` */
    const char *summary;
    const rp_param *option; /* keys of `run: {NAME: {...}}` */
    int option_count;
} rp_method_info;

/* How many methods there are. */
RP_API int rp_method_count(void);

/* The n-th, n from 0 to rp_method_count - 1. */
RP_API rp_method_info rp_method_get(int n);

RP_END_DECLARATIONS

#endif
