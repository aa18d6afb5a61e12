/* A spring across the contact with a dashpot beside it and a bound: what sliding and rolling friction with memory are made of.
 * For wide files.
 *
 * The spring lives at half steps: zeta_{n+1/2} = zeta_{n-1/2} + u dt, and the force at t_n uses their mean, so the work of
 * the spring telescopes exactly and the scheme is of second order. It turns with the contact normal: it is projected
 * into the tangent plane with its length kept.
 *
 * At the bound first the spring is clipped, then its sum with the dashpot. (Setting the spring to what the bounded force leaves of
 * it, (|f| - d u) / k, as is often done, stretches it backwards wherever the dashpot alone exceeds the bound, and so makes
 * energy.) What is lost, f.u - k zeta.u per time, is then never negative, provided that half a step is shorter
 * than the spring at its bound.
 */
#ifndef RP_LAWS_SPRING_H
#define RP_LAWS_SPRING_H

#include <math.h>

typedef struct rp_spring {
    double x, y, z;    /* in: of the last half step; out: of the next */
    double fx, fy, fz; /* force (or torque) at t_n */
    double lost;       /* dissipated in the step, J */
    double held;       /* stored at t_n, J */
    int slip;          /* at the bound */
} rp_spring;

/* (ux, uy, uz): velocity across; k, d: stiffness and damping; beyond `bound` the force is `limit`. */
static inline __attribute__((always_inline)) void rp_spring_step(rp_spring *s, double ex, double ey, double ez, double ux, double uy,
                                                                 double uz, double k, double d, double bound, double limit, double dt)
{
    const double half = 0.5 * dt;
    double ox = s->x, oy = s->y, oz = s->z;
    double out = ox * ex + oy * ey + oz * ez;
    double old = ox * ox + oy * oy + oz * oz;
    double in = old - out * out;
    double turn = sqrt(old / (in > 0 ? in : 1.0));
    ox = turn * (ox - out * ex);
    oy = turn * (oy - out * ey);
    oz = turn * (oz - out * ez);
    double mx = ox + half * ux, my = oy + half * uy, mz = oz + half * uz;
    double fx = -(k * mx + d * ux), fy = -(k * my + d * uy), fz = -(k * mz + d * uz);
    int slip = fx * fx + fy * fy + fz * fz > bound * bound;
    /* the spring at its bound; one without stiffness keeps nothing */
    double pull = k * sqrt(mx * mx + my * my + mz * mz), most = slip ? limit : INFINITY;
    double keep = k > 0 ? (pull > most ? most / pull : 1.0) : 0.0;
    mx *= keep, my *= keep, mz *= keep;
    fx = -(k * mx + d * ux), fy = -(k * my + d * uy), fz = -(k * mz + d * uz);
    double size = sqrt(fx * fx + fy * fy + fz * fz);
    double scale = size > most ? most / size : 1.0;
    fx *= scale, fy *= scale, fz *= scale;
    double nx = mx + half * ux, ny = my + half * uy, nz = mz + half * uz;
    s->lost = -(fx * ux + fy * uy + fz * uz) * fabs(dt) - 0.5 * k * (nx * nx + ny * ny + nz * nz - old);
    s->held = 0.5 * k * (mx * mx + my * my + mz * mz);
    s->x = nx, s->y = ny, s->z = nz;
    s->fx = fx, s->fy = fy, s->fz = fz;
    s->slip = slip;
}

/* A stiffness that changes while the contact lives must not do work of its own: when it rises the force is kept, when it
 * falls the length is. Either way the stored energy k zeta^2 / 2 only falls (Thornton, Cummins and Cleary, 2013, for Mindlin's
 * spring). Returns by how much. */
static inline __attribute__((always_inline)) double rp_spring_restiffen(rp_spring *s, double k_old, double k)
{
    double q = k > k_old ? k_old / k : 1.0;
    double square = s->x * s->x + s->y * s->y + s->z * s->z;
    s->x *= q, s->y *= q, s->z *= q;
    return 0.5 * (k_old - k * q * q) * square;
}

#endif
