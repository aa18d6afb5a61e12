/* The damping of loaded walls (`load: {..., damping: auto}`): a wall that holds a force against contacts rings on them,
 * and what it needs to come to rest follows from the contacts, not from the user.
 *
 * The wall, of mass M, stands on about as many contacts as particles fit side by side under it, N = area / d^2 (2D:
 * length / d), d the mean diameter, and on as many such layers as the particles make, L = count / N. Their stiffness is
 * K = N k / L, k that of a contact with the wall's material (of a law that hardens: at an overlap of 1e-3 of the
 * radius). The dashpot is a fifth of the critical one, 2 sqrt(K M): ringing is gone after a few periods. It acts in so
 * far as particles carry the load, times min(1, force / load), so that a wall in flight falls freely, and takes a tenth
 * of the load at most, so that a wall which follows a packing that gives way or dilates still holds its force. Its loss
 * is in the work of the load. */
#ifndef RP_METHODS_SOFT_SERVO_H
#define RP_METHODS_SOFT_SERVO_H

#include "core/world.h"

/* Stiffness of one contact with each wall that is damped so, N/m, and the mean diameter, m. stiffness: owned by the
 * caller, one a wall. */
rp_status rp_soft_servo_prepare(const rp_world *world, double *stiffness, double *diameter, rp_error *err);
/* What brakes wall n, moving at `speed` under `load` and pushed back by `force` (all along its normal), N. */
double rp_soft_servo_drag(const rp_world *world, int n, double stiffness, double diameter, double load, double force,
                          double speed);

#endif
