/* Coefficients of restitution as the scene gives them.
 *
 *     restitution: 0.9                        constant
 *     restitution by speed (a curve)          eps_n(g_n) from the curve
 *     no restitution, but a normal law        eps_n(g_n) that the law implies, from a table; with a tangential law also
 *                                             eps_t(g_n, g_t) [Poschel2008, sections 2.2.3 and 2.4.3]
 *     fluctuation_below, fluctuation_above    a random part of eps_n, two exponentials that meet at the value above
 *                                             [Poschel2008, section 2.3.5]
 *
 * Tables depend on effective mass and radius, so there is one for each pair of kinds: particles of one kind have equal
 * material, radius and mass. Their range of speeds is fixed, so that they follow from the definitions alone.
 */
#ifndef RP_METHODS_EVENT_COEFFICIENTS_H
#define RP_METHODS_EVENT_COEFFICIENTS_H

#include "core/world.h"

typedef struct rp_bounce { /* how two bodies collide */
    double eps_n, eps_t, friction;
    double least; /* m/s: normal speed that a collision leaves at least; 0 but for softened ones under gravity */
} rp_bounce;

typedef struct rp_coefficient_table {
    double *eps_n, *eps_t;
} rp_coefficient_table; /* owned; eps_t NULL: by the rule of friction */

typedef struct rp_coefficients {
    const rp_world *world;
    rp_bounce *bounce;   /* owned, by interaction */
    double below, above; /* scales of the fluctuation */
    uint8_t *kind;       /* owned, by slot; NULL: no tables */
    int kinds;
    rp_coefficient_table *table; /* owned; kind x (kinds, then materials of walls) */
} rp_coefficients;

rp_status rp_coefficients_create(rp_coefficients *c, const rp_world *world, rp_error *err);
void rp_coefficients_destroy(rp_coefficients *c);

/* Particle i meets j, or a wall of the material (j < 0), by this interaction, at normal speed g_n and a slip whose
 * square is given (rounding may make it negative). draw: number of the particle's collision. *stuck: 1 if the law says
 * that they do not part. */
rp_bounce rp_coefficients_find(const rp_coefficients *c, int interaction, uint32_t i, int64_t j, int material,
                               double g_n, double g_t_square, uint64_t draw, int *stuck);

#endif
