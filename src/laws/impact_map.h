/* Rules of collisions that follow from the laws, for many collisions of few kinds of pairs: maps of eps_n over the
 * speed and of the tangential impulse over speed and slip, for each effective mass, radius and alpha, made on demand
 * (laws/patches.h) from exact impacts. The coefficients err by at most `error` where the maps are smooth; at kinks, and
 * next to the speed below which impacts stick, each impact is integrated by itself. The bound of friction is never
 * left.
 *
 * Laws without a scale of their own have one map over the slip for all pairs, laws with one scale one map over the
 * slip and the speed that a typical pair would need for the same impact. Otherwise there is a map for each pair of
 * kinds of particles (material, radius, mass and moment of inertia) that has collided, in either order; a world of more
 * than RP_IMPACT_MAP_KINDS kinds has too many pairs for them to pay, and each impact is integrated by itself.
 */
#ifndef RP_LAWS_IMPACT_MAP_H
#define RP_LAWS_IMPACT_MAP_H

#include "laws/collision.h"

#define RP_IMPACT_MAP_KINDS 32

typedef struct rp_impact_maps rp_impact_maps;

/* RP_INPUT if impacts by the laws of an interaction cannot be integrated. */
rp_status rp_impact_maps_create(const rp_world *world, double error, rp_impact_maps **maps, rp_error *err);
/* Particles have come or gone: 1 if the maps still hold (no interaction has changed), and what follows then. */
int rp_impact_maps_hold(const rp_impact_maps *maps);
rp_status rp_impact_maps_recount(rp_impact_maps *maps, rp_error *err);
void rp_impact_maps_destroy(rp_impact_maps *maps); /* NULL is allowed */
/* 1: each impact of some interaction is integrated by itself: too many kinds, and laws without a common scale. */
int rp_impact_maps_direct(const rp_world *world);

/* eps_n of slot i and slot j, or a wall (j < 0), where it follows from the laws. */
rp_status rp_impact_maps_normal(rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, double speed,
                                double *eps_n, int *sticks, rp_error *err);
/* eps_t, the bound of friction in it, of a collision with this eps_n that does not stick. */
rp_status rp_impact_maps_tangential(rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, double eps_n,
                                    double speed, double slip, double *eps_t, rp_error *err);

#endif
