/* Walls for flights: the motion of each wall in closed form, and when a particle reaches it.
 *
 * A wall moves by  offset(t) = start + velocity t + integral of its table + vibration (sin(w t + phase) - sin(phase)),
 * counted from the time of the last change (a stage may change velocities). Times here are calendar times; `origin` is
 * where the calendar begins.
 */
#ifndef RP_METHODS_EVENT_WALLS_H
#define RP_METHODS_EVENT_WALLS_H

#include "core/world.h"

typedef struct rp_event_wall_path {
    double changed; /* s, absolute: since when the closed form holds */
    rp_vec offset;  /* m, at that time */
} rp_event_wall_path;

typedef struct rp_event_walls {
    const rp_world *world;
    rp_event_wall_path *path; /* owned; state */
    rp_vec *offset, *speed;   /* owned; at the calendar's beginning: for walls that move uniformly or not at all */
    uint8_t *uniform;         /* owned; 1: no vibration, no table */
    double *bend;             /* owned; bound of the acceleration of the other walls, m/s^2 */
    double origin;            /* s, absolute */
} rp_event_walls;

rp_status rp_event_walls_create(rp_event_walls *walls, const rp_world *world,
                                rp_error *err); /* names a wall that the method cannot have */
void rp_event_walls_destroy(rp_event_walls *walls);
void rp_event_walls_origin(rp_event_walls *walls, double origin); /* a calendar begins at origin */
void rp_event_walls_change(rp_event_walls *walls,
                           double time); /* definitions change now: paths begin again from here */

rp_vec rp_event_walls_offset(const rp_event_walls *walls, int wall, double time); /* absolute time */
rp_vec rp_event_walls_speed(const rp_event_walls *walls, int wall, double time);

/* When a particle touches face `face` of the wall, before `end`; INFINITY: not. At calendar time t it is at x with
 * velocity v and acceleration a; its radius r grows at `rate` (only for flat walls that move uniformly). */
double rp_event_walls_hit(const rp_event_walls *walls, int wall, int face, rp_vec x, rp_vec v, rp_vec a, double r,
                          double rate, double t, double end);
/* Normal from the wall into the particle and distance of its centre from the face, at t. */
double rp_event_walls_distance(const rp_event_walls *walls, int wall, int face, rp_vec x, double t, rp_vec *normal);
int rp_event_walls_material(const rp_event_walls *walls, int wall, rp_vec x, double t); /* of the part next to x */
rp_vec rp_event_walls_velocity_at(const rp_event_walls *walls, int wall, rp_vec x, double t); /* of the surface */

#endif
