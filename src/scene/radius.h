/* Radii: constant, drawn from a distribution, or listed. */
#ifndef RP_SCENE_RADIUS_H
#define RP_SCENE_RADIUS_H

#include "scene/spec.h"

/* The largest radius that can come out, m; INFINITY: no bound. */
double rp_radius_most(const rp_radius_spec *radius);

/* The radius of particle `id`, the index-th of its entry. Lists and files must have that many (value). */
double rp_radius_draw(const rp_radius_spec *radius, const double *value, uint64_t seed, uint64_t id, uint64_t index);

#endif
