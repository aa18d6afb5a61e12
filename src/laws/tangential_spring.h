/* The tangential spring of Cundall-Strack and Mindlin on a block. For wide files. */
#ifndef RP_LAWS_TANGENTIAL_SPRING_H
#define RP_LAWS_TANGENTIAL_SPRING_H

#include "repose/law.h"
#include "laws/spring.h"

enum { RP_TANGENTIAL_X, RP_TANGENTIAL_Y, RP_TANGENTIAL_Z, RP_TANGENTIAL_STIFFNESS, RP_TANGENTIAL_ROWS };

static inline __attribute__((always_inline)) void rp_tangential_energy(rp_block *b, double (*history)[RP_BLOCK],
                                                                       const double *k, double dt)
{
    const double *x = history[RP_TANGENTIAL_X], *y = history[RP_TANGENTIAL_Y], *z = history[RP_TANGENTIAL_Z];
    for (int c = 0; c < RP_BLOCK; c++)
        b->energy[c] += rp_spring_energy(k[c], x[c], y[c], z[c], b->tx[c], b->ty[c], b->tz[c], dt);
}

static inline rp_springs rp_tangential_springs(rp_block *b, double (*history)[RP_BLOCK])
{
    return (rp_springs){.x = history[RP_TANGENTIAL_X],
                        .y = history[RP_TANGENTIAL_Y],
                        .z = history[RP_TANGENTIAL_Z],
                        .ux = b->tx,
                        .uy = b->ty,
                        .uz = b->tz,
                        .fx = b->fx,
                        .fy = b->fy,
                        .fz = b->fz,
                        .work = b->tangential_work,
                        .slip = b->sliding,
                        .released = b->released,
                        .held = b->held,
                        .ahead = b->ahead};
}

/* Stiffness k and damping d of each contact. Static and sliding friction: a contact that sticks slides once |ft|
 * exceeds mu_static |fn| (or mu |fn|, where friction rises with the slip: it must not lengthen the spring), and then
 * carries mu |fn| until its trial force falls below mu |fn| again. Whether it slides
 * is kept with the contact. varying: the stiffness changes in time, and its last value is kept beside the spring. */
static inline __attribute__((always_inline)) void rp_tangential_spring(rp_block *b, double (*history)[RP_BLOCK],
                                                                       const double *k, const double *d, double dt,
                                                                       int varying)
{
    double limit[RP_BLOCK], bound[RP_BLOCK], soft[RP_BLOCK];
    rp_springs s = rp_tangential_springs(b, history);
    s.k = k;
    s.d = d;
    s.soft = soft;
    s.before = varying ? history[RP_TANGENTIAL_STIFFNESS] : NULL;
    if (b->account) rp_springs_before(&s, varying ? history[RP_TANGENTIAL_STIFFNESS] : k, NULL);
    for (int c = 0; c < RP_BLOCK; c++) soft[c] = rp_spring_soft(k[c]);
    if (b->one_friction) { /* each of the two knows where its bounds stand when it is compiled */
        rp_springs_step(b, &s, NULL, dt, b->account);
    } else {
        for (int c = 0; c < RP_BLOCK; c++) {
            double sliding = b->mu[c] * b->bound[c], sticking = b->mu_static[c] * b->bound[c];
            limit[c] = sliding;
            bound[c] = b->sliding[c] != 0 || sticking < sliding ? sliding : sticking;
        }

        s.bound = bound;
        s.limit = limit;
        rp_springs_step(b, &s, NULL, dt, b->account);
    }
    if (b->want_energy) rp_tangential_energy(b, history, k, dt);
}

/* The same where the block's contacts are alike and have one friction coefficient. */
static inline __attribute__((always_inline)) void rp_tangential_spring_alike(rp_block *b, double (*history)[RP_BLOCK],
                                                                             rp_alike alike, double dt)
{
    const rp_springs s = rp_tangential_springs(b, history);
    double k[RP_BLOCK];
    if (b->account) rp_springs_before(&s, NULL, &alike);
    rp_springs_step(b, &s, &alike, dt, b->account);
    if (!b->want_energy) return;
    for (int c = 0; c < RP_BLOCK; c++) k[c] = alike.k;
    rp_tangential_energy(b, history, k, dt);
}

#endif
