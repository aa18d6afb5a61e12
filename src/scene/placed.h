/* The placed particles, and which of them overlap the next one: a hash of cells of several sizes, so that the cost does
 * not depend on the ratio of sizes. Periodic directions wrap. */
#ifndef RP_SCENE_PLACED_H
#define RP_SCENE_PLACED_H

#include <stddef.h>
#include <stdint.h>
#include "core/boundary.h"
#include "repose/status.h"

typedef struct rp_placed rp_placed;

rp_status rp_placed_create(rp_placed **placed, const rp_domain *domain, int dimension, rp_error *err);
void rp_placed_destroy(rp_placed *placed);

/* Positions must be inside the domain where it is periodic. The first one added is number 0. */
rp_status rp_placed_add(rp_placed *placed, rp_vec x, double r, int fixed, rp_error *err);

/* The particle that overlaps (x, r) most, measured by the smaller radius, if by more than `allowed` of it; -1: none.
 * Two fixed particles may overlap. any: the first one found is enough. *overlap in m. */
int64_t rp_placed_find(const rp_placed *placed, rp_vec x, double r, int fixed, double allowed, int any,
                       double *overlap);

#endif
