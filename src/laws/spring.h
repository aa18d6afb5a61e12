/* A spring across the contact with a dashpot beside it and a bound: what sliding and rolling friction with memory are made of.
 * For wide files.
 *
 * The spring lives at half steps: zeta_{n+1/2} = zeta_{n-1/2} + u dt, and the force at t_n uses their mean, so the work of
 * the spring telescopes exactly and the scheme is of second order. It turns with the contact normal: it is projected
 * into the tangent plane with its length kept.
 *
 * At the bound the spring is shortened along the force by what the force exceeds the bound, but not beyond 0: where the dashpot is weak this
 * leaves (|f| - d u) / k of it, where the dashpot alone exceeds the bound, nothing. (Without the 0, as is often done, the spring is stretched
 * backwards there, and so makes energy.) The same force comes out again from the shortened spring.
 */
#ifndef RP_LAWS_SPRING_H
#define RP_LAWS_SPRING_H

#include <math.h>

typedef struct rp_spring {
    double x, y, z;    /* in: of the last half step; out: of the next */
    double fx, fy, fz; /* force (or torque) at t_n */
    double lost;       /* dissipated in the step, J */
    int slip;          /* at the bound */
} rp_spring;

/* (ux, uy, uz): velocity across; k, d: stiffness and damping; beyond `bound` the force is `limit`. */
static inline __attribute__((always_inline)) void rp_spring_step(rp_spring *s, double ex, double ey, double ez, double ux, double uy,
                                                                 double uz, double k, double d, double bound, double limit, double dt)
{
    const double half = 0.5 * dt;
    double ox = s->x, oy = s->y, oz = s->z;
    double out = ox * ex + oy * ey + oz * ez, old = ox * ox + oy * oy + oz * oz;
    double q = out * out / (old > 0 ? old : 1.0); /* squared sine of the turn: the length is kept to q^4 */
    double turned = k * (1.0 + q * (0.5 + q * (0.375 + q * 0.3125))), drag = k * half + d;
    double fx = turned * (ox - out * ex) + drag * ux, fy = turned * (oy - out * ey) + drag * uy, fz = turned * (oz - out * ez) + drag * uz;
    double size = sqrt(fx * fx + fy * fy + fz * fz);
    int slip = size > bound;
    double stiff = k > 0 ? k : 1.0, length = slip ? size : 1.0, most = slip ? limit : 1.0;
    double inv = 1.0 / (stiff * length); /* one division for two */
    double scale = most * (stiff * inv), soft = length * inv;
    double power = fx * ux + fy * uy + fz * uz, rest = d * power * (stiff * inv) * (stiff * inv);
    rest = rest < 1 ? rest : 1.0;
    double keep = soft * (scale > rest ? scale : rest), move = half - soft * d;
    double nx = keep * fx + move * ux, ny = keep * fy + move * uy, nz = keep * fz + move * uz;
    s->lost = scale * power * fabs(dt) - 0.5 * k * (nx * nx + ny * ny + nz * nz - old);
    s->x = nx, s->y = ny, s->z = nz;
    s->fx = -scale * fx, s->fy = -scale * fy, s->fz = -scale * fz;
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

/* Stored at t_n: half a step back from the new spring. */
static inline double rp_spring_energy(double k, double x, double y, double z, double ux, double uy, double uz, double dt)
{
    double mx = x - 0.5 * dt * ux, my = y - 0.5 * dt * uy, mz = z - 0.5 * dt * uz;
    return 0.5 * k * (mx * mx + my * my + mz * mz);
}

#endif
