/* See repose/scale.h. */
#include "repose/scale.h"
#include <math.h>

double rp_scale_stiffness(double young, double poisson, double density)
{
    return young / (density * (1 - poisson * poisson));
}

rp_scaled rp_scale_viscoelastic(double young, double poisson, double density, double dissipation, double factor)
{
    return (rp_scaled){
        .length = factor,
        .time = sqrt(factor),
        .speed = sqrt(factor),
        .force = factor * factor * factor,
        .stiffness = factor * rp_scale_stiffness(young, poisson, density),
        .young = factor * young,
        .dissipation = sqrt(factor) * dissipation,
    };
}
