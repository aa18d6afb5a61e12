/* Where random placement finds no room any more: a map of small cells of the region. A cell is covered once no centre
 * of a particle of the smallest radius, or a larger one, can lie in it because one placed particle is in the way. A
 * place in a covered cell is refused by one bit; any other place is searched (scene/placed.h), so the map saves time
 * and changes no place. */
#ifndef RP_SCENE_COVERED_H
#define RP_SCENE_COVERED_H

#include <stddef.h>
#include <stdint.h>
#include "core/boundary.h"
#include "repose/status.h"

typedef struct rp_covered {
    int dimension, periodic[3];
    double lower[3], width[3]; /* of the region, of a cell, m */
    int64_t cells[3];
    double smallest; /* radius, m */
    uint64_t *bit;   /* owned; rows along x begin with a new word */
    size_t words;    /* of a row */
} rp_covered;

/* Nothing is covered. lower, upper: where centres may lie before they are wrapped; count: how many will come. */
rp_status rp_covered_create(rp_covered *c, const rp_domain *domain, int dimension, rp_vec lower, rp_vec upper,
                            double smallest, size_t count, rp_error *err);
void rp_covered_destroy(rp_covered *c);

/* A particle stands at x. */
void rp_covered_add(rp_covered *c, rp_vec x, double r);

/* 1: no particle of the smallest radius or a larger one has room at x, which is in the domain. */
int rp_covered_at(const rp_covered *c, rp_vec x);
/* Brings what rp_covered_at reads from memory. */
void rp_covered_prefetch(const rp_covered *c, rp_vec x);

#endif
