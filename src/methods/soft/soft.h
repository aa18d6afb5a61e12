/* The soft method's table, and its time scales for `check`. */
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

typedef struct rp_soft_scale {
    double contact_time; /* s: shortest over all pairs of materials present, for their lightest particles */
    double
        speed; /* m/s: what was taken for the impact speed: fastest particle or wall, plus the fall through the scene */
    int a, b;  /* materials of that pair */
    double m_eff, r_eff; /* kg, m */
} rp_soft_scale;

/* length.c */
rp_status rp_soft_time_scale(const rp_world *world, rp_soft_scale *scale, rp_error *err);
rp_status rp_soft_step_auto(const rp_world *world, double safety, double *dt, char *reason, int size, rp_error *err);

#endif
