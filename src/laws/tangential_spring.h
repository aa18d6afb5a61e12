/* The tangential spring of Cundall-Strack and Mindlin on a block. For wide files. */
#ifndef RP_LAWS_TANGENTIAL_SPRING_H
#define RP_LAWS_TANGENTIAL_SPRING_H

#include "laws/block.h"
#include "laws/spring.h"

enum { RP_TANGENTIAL_X, RP_TANGENTIAL_Y, RP_TANGENTIAL_Z, RP_TANGENTIAL_STIFFNESS, RP_TANGENTIAL_ROWS };

/* Contact c with stiffness k and damping d. Static and sliding friction: a contact that sticks slides once |ft| exceeds
 * mu_static |fn|, and then carries mu |fn| until its trial force falls below mu |fn| again. Whether it slides is kept with the contact. */
static inline __attribute__((always_inline)) void rp_tangential_spring(rp_block *b, int c, rp_spring *s, double k, double d, double dt)
{
    double limit = b->mu[c] * b->bound[c];
    double bound = b->sliding[c] != 0 ? limit : b->mu_static[c] * b->bound[c];
    rp_spring_step(s, b->ex[c], b->ey[c], b->ez[c], b->tx[c], b->ty[c], b->tz[c], k, d, bound, limit, dt);
    b->fx[c] = s->fx, b->fy[c] = s->fy, b->fz[c] = s->fz;
    b->dt[c] = s->lost;
    double drag = d * (b->tx[c] * b->tx[c] + b->ty[c] * b->ty[c] + b->tz[c] * b->tz[c]), power = -(s->fx * b->tx[c] + s->fy * b->ty[c] + s->fz * b->tz[c]);
    b->ahead[c] = 0.5 * fabs(dt) * (!s->slip || drag < power ? drag : power);
    b->sliding[c] = s->slip ? 1.0 : 0.0;
}

/* All contacts, with a stiffness that changes in time: its last value is kept beside the spring. */
static inline void rp_tangential_spring_varying(rp_block *b, double (*history)[RP_BLOCK], const double *stiffness, const double *damping, double dt)
{
    double *hx = history[RP_TANGENTIAL_X], *hy = history[RP_TANGENTIAL_Y], *hz = history[RP_TANGENTIAL_Z], *hk = history[RP_TANGENTIAL_STIFFNESS];
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        rp_spring s = {.x = hx[c], .y = hy[c], .z = hz[c]};
        double freed = rp_spring_restiffen(&s, hk[c], stiffness[c]);
        rp_tangential_spring(b, c, &s, stiffness[c], damping[c], dt);
        b->dt[c] += freed;
        hx[c] = s.x, hy[c] = s.y, hz[c] = s.z, hk[c] = stiffness[c];
    }
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++) b->energy[c] += rp_spring_energy(stiffness[c], hx[c], hy[c], hz[c], b->tx[c], b->ty[c], b->tz[c], dt);
}

#endif
