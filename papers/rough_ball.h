/* A ball with asperities that bounces on a plane [Poschel2008, section 2.3.5]: equal tiny half spheres at random places
 * of its surface. The ball touches the plane with the lowest of them, whose tip is not below the centre. So the normal
 * force has a lever arm and turns the ball, and the spin of earlier impacts moves the tip up or down at the next one.
 *
 * An impact is integrated with the forces of contact laws at the tip: m v' = F, I w' = c x F, c from the centre to the
 * tip. c is taken as fixed, as in repose/restitution.h. The law deforms the ball, the half sphere only says where. 24
 * balls bounce at a time, one in each place of a block. */
#ifndef RP_PAPERS_ROUGH_BALL_H
#define RP_PAPERS_ROUGH_BALL_H

#include <stddef.h>
#include <stdint.h>
#include "repose/law.h"

typedef struct rp_rough {
    double radius, mass, inertia;      /* m, kg, kg m^2 */
    double tip;                        /* radius of the half spheres, m */
    double friction;                   /* 0: none */
    double (*asperity)[3];             /* unit vectors from the centre, in the ball's frame, sorted by [2] */
    int count;                         /* of them; 0: a smooth ball */
    int no_spin;                       /* 1: the spin is set to 0 after each impact */
    const rp_law *normal, *tangential; /* tangential is not evaluated without friction */
    double constant[2][RP_CONSTANT_MAX];
} rp_rough;

typedef struct rp_rough_ball {
    double v[3], w[3];    /* m/s, rad/s */
    double turn[3][3];    /* from the ball's frame to the laboratory's */
    double c[3], overlap; /* of the impact that goes on, m */
    int touches;
} rp_rough_ball;

/* Steel, radius 3 mm, with so many asperities; viscoelastic, with the restitution eps of a smooth ball at a speed. On
 * failure nothing is left to free. */
rp_status rp_rough_create(rp_rough *r, int asperities, double friction, double eps, double speed, rp_error *err);
void rp_rough_destroy(rp_rough *r);

/* At rest but for its fall, turned at random. */
rp_rough_ball rp_rough_drop(double speed, uint64_t seed, uint64_t drop);
/* One impact of each of count <= RP_BLOCK balls that fall. */
void rp_rough_impact(const rp_rough *r, rp_rough_ball *ball, int count);
/* Flight to the next impact; returns its duration, s. */
double rp_rough_fly(rp_rough_ball *ball, double gravity);
/* Kinetic energy, J. */
double rp_rough_energy(const rp_rough *r, const rp_rough_ball *ball);

#endif
