/* Radii: constant, drawn from a distribution, or listed. */
#ifndef RP_SCENE_RADIUS_H
#define RP_SCENE_RADIUS_H

#include "base/file.h"
#include "base/random.h"
#include "scene/spec.h"

/* The largest radius that can come out, m; INFINITY: no bound. */
double rp_radius_most(const rp_radius_spec *radius);

int rp_radius_drawn(const rp_radius_spec *radius); /* 1: constant, or drawn from a distribution; 0: listed */
double rp_radius_sample(const rp_radius_spec *radius, rp_random *stream); /* of those that are drawn, m */

void rp_radius_describe(const rp_radius_spec *radius, rp_buffer *b); /* of those that are drawn, in words */

/* The radius of particle `id`, the index-th of its entry. Lists and files must have that many (value). */
double rp_radius_draw(const rp_radius_spec *radius, const double *value, uint64_t seed, uint64_t id, uint64_t index);

#endif
