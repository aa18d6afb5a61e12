/* Coefficients of restitution as the scene gives them.
 *
 *     restitution: 0.9                        constant
 *     restitution by speed (a curve)          eps_n(g_n) from the curve
 *     no restitution, but a normal law        eps_n(g_n) that follows from the law, by a table; with a tangential law
 * also eps_t(g_n, g_t) [Poschel2008, sections 2.2.3 and 2.4.3] fluctuation_below, fluctuation_above    a random part of
 * eps_n, two exponentials that meet at the value above [Poschel2008, section 2.3.5]
 *
 * Tables depend on effective mass and radius, so there is one for each pair of kinds: particles of one kind have equal
 * material, radius and mass. Their range of speeds is fixed, so that they follow from the definitions alone.
 */
#ifndef RP_METHODS_EVENT_COEFFICIENTS_H
#define RP_METHODS_EVENT_COEFFICIENTS_H

#include "core/world.h"

typedef struct rp_event_rule { /* how two bodies collide */
    double eps_n, eps_t, friction;
    double least; /* m/s: least normal speed after a collision; 0 but for softened collisions under gravity */
} rp_event_rule;

typedef struct rp_event_coefficient_table {
    double *eps_n, *eps_t;
} rp_event_coefficient_table; /* owned; eps_t NULL: by the rule of friction */

typedef struct rp_event_coefficients {
    const rp_world *world;
    rp_event_rule *rule; /* owned, by interaction */
    double below, above; /* scales of the fluctuation */
    uint8_t *kind;       /* owned, by slot; NULL: no tables */
    int kinds;
    rp_event_coefficient_table *table; /* owned; kind x (kinds, then materials of walls) */
} rp_event_coefficients;

rp_status rp_event_coefficients_create(rp_event_coefficients *c, const rp_world *world, rp_error *err);
void rp_event_coefficients_destroy(rp_event_coefficients *c);

/* The rule for particle i and j, or a wall of the material (j < 0), by this interaction, at normal speed g_n and the
 * square g_t_square of the slip (rounding may make it negative). draw: number of the particle's collision, for the
 * random part. *stuck: 1 if by the law they do not part. */
rp_event_rule rp_event_coefficients_find(const rp_event_coefficients *c, int interaction, uint32_t i, int64_t j,
                                         int material, double g_n, double g_t_square, uint64_t draw, int *stuck);

#endif
