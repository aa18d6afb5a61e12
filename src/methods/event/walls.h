/* Walls as flights meet them: each wall's motion in closed form, and when a particle reaches it.
 *
 * A wall moves by  offset(t) = start + velocity t + integral of its table + vibration (sin(w t + phase) - sin(phase)),
 * counted from the time of the last change (a stage may change velocities). Times here are on the wheel; `origin` is
 * where the wheel began.
 */
#ifndef RP_METHODS_EVENT_WALLS_H
#define RP_METHODS_EVENT_WALLS_H

#include "core/world.h"

typedef struct rp_wall_path {
    double changed; /* s, absolute: since when the closed form holds */
    rp_vec offset;  /* m, then */
} rp_wall_path;

typedef struct rp_walls {
    const rp_world *world;
    rp_wall_path *path;     /* owned; state */
    rp_vec *offset, *speed; /* owned; at the wheel's beginning: for walls that move uniformly or not at all */
    uint8_t *uniform;       /* owned; 1: no vibration, no table */
    double *bend;           /* owned; bound of the acceleration of others, m/s^2 */
    double origin;          /* s, absolute */
} rp_walls;

rp_status rp_walls_create(rp_walls *walls, const rp_world *world,
                          rp_error *err); /* refuses by name what is not possible */
void rp_walls_destroy(rp_walls *walls);
void rp_walls_origin(rp_walls *walls, double origin); /* the wheel begins here now */
void rp_walls_change(rp_walls *walls, double time);   /* definitions change now: paths start anew from here */

rp_vec rp_walls_offset(const rp_walls *walls, int wall, double time); /* absolute time */
rp_vec rp_walls_speed(const rp_walls *walls, int wall, double time);

/* A particle at x (time t on the wheel), velocity v, acceleration a, radius r that grows at `rate` (flat walls that
 * move evenly only): when it touches face `face` of the wall, before `end`; INFINITY: not. */
double rp_walls_hit(const rp_walls *walls, int wall, int face, rp_vec x, rp_vec v, rp_vec a, double r, double rate,
                    double t, double end);
/* Normal from the wall into the particle and distance of its centre from the face, at t. */
double rp_walls_distance(const rp_walls *walls, int wall, int face, rp_vec x, double t, rp_vec *normal);
rp_vec rp_walls_velocity_at(const rp_walls *walls, int wall, rp_vec x, double t); /* of the surface */

#endif
