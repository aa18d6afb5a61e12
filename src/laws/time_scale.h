/* The shortest contact time of a world: what a time step is measured by. */
#ifndef RP_LAWS_TIME_SCALE_H
#define RP_LAWS_TIME_SCALE_H

#include "core/world.h"

typedef struct rp_time_scale {
    double contact_time; /* s: shortest over all pairs of materials present, for their lightest particles */
    double speed;        /* m/s, taken as impact speed: fastest particle or wall, plus the fall through the scene */
    int a, b;            /* materials of that pair */
    double m_eff, r_eff; /* kg, m */
} rp_time_scale;

/* contact_time is INFINITY where no law gives one. */
rp_status rp_time_scale_find(const rp_world *world, rp_time_scale *scale, rp_error *err);

#endif
