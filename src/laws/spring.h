/* A spring across the contact with a dashpot beside it and a bound: what sliding and rolling friction with a spring are
 * made of. For wide files.
 *
 * The spring is kept at half steps: zeta_{n+1/2} = zeta_{n-1/2} + u dt, and the force at t_n uses their mean, so the
 * work of the spring telescopes exactly and the scheme is of second order. It turns with the contact normal: it is
 * projected into the tangent plane with its length kept.
 *
 * At the bound the spring is shortened along the force by what the force exceeds the bound, but not beyond 0: where the
 * dashpot is weak this leaves (|f| - d u) / k of it, where the dashpot alone exceeds the bound, nothing. (Without the
 * 0, as is often done, the spring is stretched backwards there, and so makes energy.) The same force comes out again
 * from the shortened spring.
 */
#ifndef RP_LAWS_SPRING_H
#define RP_LAWS_SPRING_H

#include <float.h>
#include <math.h>
#include "repose/law.h"

typedef struct rp_springs {      /* of a block; arrays of RP_BLOCK */
    double *x, *y, *z;           /* in: of the last half step; out: of the next */
    const double *ux, *uy, *uz;  /* velocity across */
    const double *k, *d;         /* stiffness and damping */
    double *before;              /* stiffness of the last half step, kept with the contact; NULL: it never changes */
    double *soft;                /* 1 / k, or 1 where k = 0 */
    const double *bound, *limit; /* beyond `bound` the force is `limit`; NULL: both are mu of the block's */
    double *fx, *fy, *fz;        /* out: force (or torque) at t_n */
    double *work;                /* out: done against the force in the step, J */
    double *slip;                /* out: 1 at the bound, else 0 */
    double *released, *held, *ahead; /* out, if accounted (repose/law.h), J */
} rp_springs;

/* What the lanes of many blocks have in common: one stiffness, damping c0 + c1 cn (cn NULL: c0). */
typedef struct rp_alike {
    double k, soft, c0, c1;
    const double *cn;
} rp_alike;

static inline double rp_spring_soft(double k) { return 1.0 / (k > 0 ? k : 1.0); }

/* A step goes in short loops: the chain of divisions and the square root of one contact is longer than what a processor
 * reads ahead, so that in one loop it would wait for each contact. alike: not NULL takes the place of k, d and
 * soft. */
typedef struct rp_spring_work {             /* between the loops */
    double out[RP_BLOCK], longer[RP_BLOCK]; /* the spring along the normal; by how much the rest must be longer to be as
                                               long as the whole, to q^3 of the squared sine q */
    double power[RP_BLOCK],
        square[RP_BLOCK]; /* of the force that sticking would need: its product with u, and its square */
    double scale[RP_BLOCK], keep[RP_BLOCK]; /* what of that force stays; what of it the new spring holds, times 1/k */
} rp_spring_work;

static inline __attribute__((always_inline)) double rp_spring_damping(const rp_springs *s, const rp_alike *alike, int c)
{
    return !alike ? s->d[c] : alike->cn ? alike->c0 + alike->c1 * alike->cn[c] : alike->c0;
}

static inline __attribute__((always_inline)) double rp_spring_bound(const rp_block *b, const double *given, int c)
{
    return given ? given[c] : b->mu[c] * b->bound[c];
}

/* A stiffness that changes during the contact must not do work of its own: when it rises the force is kept, when
 * it falls the length is. Either way the stored energy k zeta^2 / 2 only falls (Thornton, Cummins and Cleary, 2013, for
 * Mindlin's spring), and the force is that of the lesser stiffness. */
static inline __attribute__((always_inline)) double rp_spring_holding(const rp_springs *s, double k, int c)
{
    return s->before && s->before[c] < k ? s->before[c] : k;
}

/* The force that sticking would need; returns whether any is beyond its bound. */
static inline __attribute__((always_inline)) int rp_springs_stick(const rp_block *b, const rp_springs *s,
                                                                  const rp_alike *alike, rp_spring_work *w, double dt)
{
    const double half = 0.5 * dt;
    long long beyond = 0;
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double x = s->x[c], y = s->y[c], z = s->z[c], out = x * b->ex[c] + y * b->ey[c] + z * b->ez[c],
               old = x * x + y * y + z * z;
        double q = out * out / (old + DBL_MIN); /* 0 / 0 is 0 here */
        w->out[c] = out;
        w->longer[c] = 1.0 + q * (0.5 + q * 0.375);
    }
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double k = alike ? alike->k : s->k[c], turned = -rp_spring_holding(s, k, c) * w->longer[c];
        double drag = -k * half - rp_spring_damping(s, alike, c), bound = rp_spring_bound(b, s->bound, c),
               out = w->out[c];
        double ux = s->ux[c], uy = s->uy[c], uz = s->uz[c];
        double fx = turned * (s->x[c] - out * b->ex[c]) + drag * ux,
               fy = turned * (s->y[c] - out * b->ey[c]) + drag * uy,
               fz = turned * (s->z[c] - out * b->ez[c]) + drag * uz;
        double square = fx * fx + fy * fy + fz * fz;
        s->fx[c] = fx;
        s->fy[c] = fy;
        s->fz[c] = fz;
        w->power[c] = fx * ux + fy * uy + fz * uz;
        w->square[c] = square;
        beyond |= square > bound * bound;
    }
    return beyond != 0;
}

/* What stays at the bound; at a force of 0 `rest` is no number, and 1 is taken. */
static inline __attribute__((always_inline)) void rp_springs_slide(const rp_block *b, const rp_springs *s,
                                                                   const rp_alike *alike, rp_spring_work *w)
{
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double soft = alike ? alike->soft : s->soft[c], bound = rp_spring_bound(b, s->bound, c),
               limit = rp_spring_bound(b, s->limit, c);
        double square = w->square[c], inv = 1.0 / sqrt(square),
               rest = -rp_spring_damping(s, alike, c) * w->power[c] * (inv * inv);
        int slip = square > bound * bound;
        double stays = slip ? limit * inv : 1.0;
        rest = rest < 1 ? rest : 1.0;
        w->scale[c] = stays;
        w->keep[c] = soft * (stays > rest ? stays : rest);
        s->slip[c] = slip ? 1.0 : 0.0;
    }
}

/* Force, new spring and work; stuck: all of the force stays. */
static inline __attribute__((always_inline)) void rp_springs_move(const rp_springs *s, const rp_alike *alike,
                                                                  const rp_spring_work *w, double dt, const int stuck)
{
    const double half = 0.5 * dt, step = fabs(dt);
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double fx = s->fx[c], fy = s->fy[c], fz = s->fz[c], ux = s->ux[c], uy = s->uy[c], uz = s->uz[c];
        double soft = alike ? alike->soft : s->soft[c], d = rp_spring_damping(s, alike, c),
               keep = stuck ? soft : w->keep[c], move = half - soft * d;
        s->x[c] = move * ux - keep * fx;
        s->y[c] = move * uy - keep * fy;
        s->z[c] = move * uz - keep * fz;
        s->work[c] = -step * (stuck ? w->power[c] : w->scale[c] * w->power[c]);
        if (s->before) s->before[c] = s->k[c];
        if (stuck) s->slip[c] = 0;
        else {
            s->fx[c] = w->scale[c] * fx;
            s->fy[c] = w->scale[c] * fy;
            s->fz[c] = w->scale[c] * fz;
        }
    }
}

/* Stored at t_n: half a step back from the new spring. */
static inline double rp_spring_energy(double k, double x, double y, double z, double ux, double uy, double uz,
                                      double dt)
{
    double mx = x - 0.5 * dt * ux, my = y - 0.5 * dt * uy, mz = z - 0.5 * dt * uz;
    return 0.5 * k * (mx * mx + my * my + mz * mz);
}

/* Stored in the spring as it is now. */
static inline double rp_spring_held(const rp_springs *s, double k, int c)
{
    return rp_spring_energy(k, s->x[c], s->y[c], s->z[c], 0, 0, 0, 0);
}

/* Before a step that is accounted; k: stiffnesses until now. */
static inline __attribute__((always_inline)) void rp_springs_before(const rp_springs *s, const double *k,
                                                                    const rp_alike *alike)
{
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) s->released[c] = rp_spring_held(s, alike ? alike->k : k[c], c);
}

static inline __attribute__((always_inline)) void rp_springs_account(const rp_springs *s, const rp_alike *alike,
                                                                     double dt)
{
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double ux = s->ux[c], uy = s->uy[c], uz = s->uz[c],
               drag = fabs(dt) * rp_spring_damping(s, alike, c) * (ux * ux + uy * uy + uz * uz);
        double held = rp_spring_held(s, alike ? alike->k : s->k[c], c), work = s->work[c];
        s->released[c] -= held;
        s->held[c] = held;
        s->ahead[c] = 0.5 * (s->slip[c] != 0 && work < drag ? work : drag);
    }
}

/* Mostly nothing of a block slides; then there is nothing to take roots of. Energies are computed only if `account`
 * is set; then rp_springs_before comes first. */
static inline __attribute__((always_inline)) void rp_springs_step(const rp_block *b, const rp_springs *s,
                                                                  const rp_alike *alike, double dt, int account)
{
    rp_spring_work w;
    if (!rp_springs_stick(b, s, alike, &w, dt)) {
        rp_springs_move(s, alike, &w, dt, 1);
    } else {
        rp_springs_slide(b, s, alike, &w);
        rp_springs_move(s, alike, &w, dt, 0);
    }
    if (account) rp_springs_account(s, alike, dt);
}

#endif
