/* The soft method's table. */
#ifndef RP_METHODS_SOFT_SOFT_H
#define RP_METHODS_SOFT_SOFT_H

#include "methods/method.h"

extern const rp_method rp_soft;

/* In rp_world.method_total. */
enum {
    RP_SOFT_GRAZES,  /* contacts so far that began and ended within a step */
    RP_SOFT_AGAINST, /* work so far against tangential forces, J; what springs hold of it is not lost. Fused steps only
                      */
};

/* length.c */
rp_status rp_soft_step_auto(const rp_world *world, double safety, double *dt, char *reason, int size, rp_error *err);

/* describe.c: what `check` says of scales and step. */
void rp_soft_describe(const rp_world *world, rp_buffer *text);

#endif
