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
#include "laws/block.h"

typedef struct rp_springs {              /* of a block; arrays of RP_BLOCK */
    double *x, *y, *z;                   /* in: of the last half step; out: of the next */
    const double *ux, *uy, *uz;          /* velocity across */
    const double *k, *d;                 /* stiffness and damping */
    double *soft;                        /* 1 / k, or 1 where k = 0 */
    const double *bound, *limit;         /* beyond `bound` the force is `limit` */
    double *fx, *fy, *fz;                /* out: force (or torque) at t_n */
    double *lost;                        /* out: dissipated in the step, J */
    double *slip;                        /* out: 1 at the bound, else 0 */
    double *ahead;                       /* out: what of `lost` lies after t_n (laws/block.h), J */
} rp_springs;

/* What the lanes of many blocks have in common: one stiffness, damping c0 + c1 cn, friction mu of the normal force. */
typedef struct rp_alike { double k, soft, c0, c1; } rp_alike;

static inline double rp_spring_soft(double k) { return 1.0 / (k > 0 ? k : 1.0); }

/* alike: not NULL takes the place of k, d, soft, bound and limit. In short loops: the chain of divisions and the square root of one contact is longer
 * than what a processor looks ahead, so that in one loop it would wait for it contact by contact. */
static inline __attribute__((always_inline)) void rp_springs_step(const rp_block *b, const rp_springs *s, const rp_alike *alike, double dt)
{
    const double half = 0.5 * dt, step = fabs(dt);
    double power[RP_BLOCK], scale[RP_BLOCK], keep[RP_BLOCK];
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) { /* the force that sticking would need */
        double x = s->x[c], y = s->y[c], z = s->z[c], ex = b->ex[c], ey = b->ey[c], ez = b->ez[c];
        double k = alike ? alike->k : s->k[c], d = alike ? alike->c0 + alike->c1 * b->cn[c] : s->d[c];
        double out = x * ex + y * ey + z * ez, old = x * x + y * y + z * z;
        double q = out * out / (old > 0 ? old : 1.0); /* squared sine of the turn: the length is kept to q^3 */
        double turned = k * (1.0 + q * (0.5 + q * 0.375)), drag = k * half + d;
        s->fx[c] = turned * (x - out * ex) + drag * s->ux[c], s->fy[c] = turned * (y - out * ey) + drag * s->uy[c], s->fz[c] = turned * (z - out * ez) + drag * s->uz[c];
        s->lost[c] = old;
    }
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) { /* what of it stays, and of the spring; at a force of 0 `rest` is no number, and 1 is taken */
        double fx = s->fx[c], fy = s->fy[c], fz = s->fz[c];
        double soft = alike ? alike->soft : s->soft[c], d = alike ? alike->c0 + alike->c1 * b->cn[c] : s->d[c];
        double limit = alike ? b->mu[c] * b->bound[c] : s->limit[c], bound = alike ? limit : s->bound[c];
        double size = sqrt(fx * fx + fy * fy + fz * fz), inv = 1.0 / size;
        double push = fx * s->ux[c] + fy * s->uy[c] + fz * s->uz[c], rest = d * push * (inv * inv);
        int slip = size > bound;
        double stays = slip ? limit * inv : 1.0;
        rest = rest < 1 ? rest : 1.0;
        power[c] = push, scale[c] = stays, keep[c] = soft * (stays > rest ? stays : rest);
        s->slip[c] = slip ? 1.0 : 0.0;
    }
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double fx = s->fx[c], fy = s->fy[c], fz = s->fz[c], ux = s->ux[c], uy = s->uy[c], uz = s->uz[c];
        double k = alike ? alike->k : s->k[c], soft = alike ? alike->soft : s->soft[c], d = alike ? alike->c0 + alike->c1 * b->cn[c] : s->d[c];
        double move = half - soft * d, nx = keep[c] * fx + move * ux, ny = keep[c] * fy + move * uy, nz = keep[c] * fz + move * uz;
        double drag = d * (ux * ux + uy * uy + uz * uz), work = scale[c] * power[c];
        s->ahead[c] = 0.5 * step * (s->slip[c] != 0 && work < drag ? work : drag);
        s->lost[c] = work * step + 0.5 * k * (s->lost[c] - (nx * nx + ny * ny + nz * nz));
        s->x[c] = nx, s->y[c] = ny, s->z[c] = nz;
        s->fx[c] = -scale[c] * fx, s->fy[c] = -scale[c] * fy, s->fz[c] = -scale[c] * fz;
    }
}

static inline __attribute__((always_inline)) void rp_springs_soften(const rp_springs *s)
{
    for (int c = 0; c < RP_BLOCK; c++) s->soft[c] = rp_spring_soft(s->k[c]);
}

/* A stiffness that changes while the contact lives must not do work of its own: when it rises the force is kept, when it
 * falls the length is. Either way the stored energy k zeta^2 / 2 only falls (Thornton, Cummins and Cleary, 2013, for Mindlin's
 * spring): freed gets by how much. Keeps the stiffness. After rp_springs_soften. */
static inline __attribute__((always_inline)) void rp_springs_restiffen(const rp_springs *s, double *k_old, double *freed)
{
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double k = s->k[c], before = k_old[c], q = k > before ? before * s->soft[c] : 1.0, x = s->x[c], y = s->y[c], z = s->z[c];
        freed[c] = 0.5 * (before - k * q * q) * (x * x + y * y + z * z);
        s->x[c] = q * x, s->y[c] = q * y, s->z[c] = q * z;
        k_old[c] = k;
    }
}

/* Stored at t_n: half a step back from the new spring. */
static inline double rp_spring_energy(double k, double x, double y, double z, double ux, double uy, double uz, double dt)
{
    double mx = x - 0.5 * dt * ux, my = y - 0.5 * dt * uy, mz = z - 0.5 * dt * uz;
    return 0.5 * k * (mx * mx + my * my + mz * mz);
}

#endif
