/* How walls move: prescribed motion, loads, removal, and how far a wall may come in a step. Shared by the methods that
 * take whole steps; the geometry of a wall is core/boundary.h. */
#ifndef RP_CORE_WALLS_H
#define RP_CORE_WALLS_H

#include "core/world.h"

static inline int rp_walls_loaded(const rp_wall *wall) { return wall->load_kind != RP_LOAD_NONE; }

/* Translation of a wall that is not loaded, from time to time + dt: the way, and the speed at its end. */
void rp_walls_drift(rp_wall *wall, double time, double dt);
/* Rotation by the mean of the prescribed spins before and after. */
void rp_walls_turn(rp_wall *wall, double time, double dt);

/* Walls whose `until` is over by `time` are gone. */
void rp_walls_remove_expired(rp_world *world, double time);

double rp_walls_load(const rp_world *world, int wall, double time); /* of a plane, along its normal, N */

/* ---- loads on walls that are no planes ---- */

static inline int rp_walls_body(const rp_wall *wall) { return wall->load_kind == RP_LOAD_BODY; }
static inline int rp_walls_turned(const rp_wall *wall) { return rp_walls_body(wall) && wall->inertia > 0; }

/* What acts beside the contacts, in directions that the wall is let. */
typedef struct rp_walls_push {
    rp_vec force;  /* N */
    double torque; /* about its axis, N m */
} rp_walls_push;
rp_walls_push rp_walls_push_of(const rp_world *world, int wall, double time);
/* The part of a vector along the axes in which it is let. */
rp_vec rp_walls_let(const rp_wall *wall, rp_vec v);
/* How fast a push lets the surface go within `reach` of the axis, m/s^2; of a plane, too. */
double rp_walls_pushed(const rp_world *world, int wall, double time, double reach);
/* Way, turn and velocities of a loaded wall in dt at constant accelerations. */
void rp_walls_fall(rp_wall *wall, rp_vec acceleration, double angular, double dt);

/* How far the surface of any wall moves in the next step at most, m; contacts.span is known. */
double rp_walls_move(const rp_world *world);
/* Largest distance of a particle from the axis of a wall whose surface sweeps along when it turns, m. */
double rp_walls_span(const rp_world *world);

#endif
