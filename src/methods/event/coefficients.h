/* Coefficients of restitution of a collision (laws/collision.h), and their random part:
 *
 *     fluctuation_below, fluctuation_above    a random part of eps_n, two exponentials that meet at the value of the
 *                                             rule [Poschel2008, section 2.3.5]; an interaction may have its own
 *                                             (restitution.fluctuation), or a measured distribution
 *
 * What follows from the laws [Poschel2008, sections 2.2.3 and 2.4.3] is read from maps (laws/impact_map.h).
 */
#ifndef RP_METHODS_EVENT_COEFFICIENTS_H
#define RP_METHODS_EVENT_COEFFICIENTS_H

#include "core/world.h"
#include "laws/impact_map.h"

typedef struct rp_event_rule { /* how two bodies collide */
    double eps_n, eps_t;
    double friction; /* bound on P_t / P_n; RP_COLLISION_UNBOUNDED: none but what is in eps_t */
    double least;    /* m/s: least normal speed after a collision; 0 but for softened collisions under gravity */
} rp_event_rule;

typedef struct rp_event_law {
    rp_event_rule rule;     /* what does not depend on the collision */
    int varies;             /* 1: something does: a curve, or what follows from the laws */
    int normal, tangential; /* 1: follows from the laws */
    double below, above;    /* scales of the fluctuation */
} rp_event_law;

typedef struct rp_event_coefficients {
    const rp_world *world;
    rp_event_law *law;    /* owned, by interaction */
    rp_impact_maps *maps; /* owned; NULL: nothing follows from the laws */
} rp_event_coefficients;

/* kept: maps from before, which are taken if they still hold (and *kept is then NULL); NULL: none. */
rp_status rp_event_coefficients_create(rp_event_coefficients *c, const rp_world *world, rp_impact_maps **kept,
                                       rp_error *err);
void rp_event_coefficients_destroy(rp_event_coefficients *c);

/* The rule for particle i and j, or a wall (j < 0), by this interaction, at normal speed g_n and the square g_t_square
 * of the slip (rounding may make it negative). inv_alpha: 1 / alpha. draw: number of the particle's collision, for the
 * random part. *stuck: 1 if by the laws they do not part. */
rp_status rp_event_coefficients_find(const rp_event_coefficients *c, int interaction, uint32_t i, int64_t j,
                                     double inv_alpha, double g_n, double g_t_square, uint64_t draw,
                                     rp_event_rule *rule, int *stuck, rp_error *err);

#endif
