/* The tangential spring of Cundall-Strack and Mindlin on a block. For wide files. */
#ifndef RP_LAWS_TANGENTIAL_SPRING_H
#define RP_LAWS_TANGENTIAL_SPRING_H

#include "laws/block.h"
#include "laws/spring.h"

enum { RP_TANGENTIAL_X, RP_TANGENTIAL_Y, RP_TANGENTIAL_Z, RP_TANGENTIAL_STIFFNESS, RP_TANGENTIAL_ROWS };

/* Stiffness k and damping d of each contact. Static and sliding friction: a contact that sticks slides once |ft| exceeds
 * mu_static |fn|, and then carries mu |fn| until its trial force falls below mu |fn| again. Whether it slides is kept with the contact.
 * varying: the stiffness changes in time, and its last value is kept beside the spring. */
static inline __attribute__((always_inline)) void rp_tangential_spring(rp_block *b, double (*history)[RP_BLOCK], const double *k, const double *d, double dt, int varying)
{
    double limit[RP_BLOCK], bound[RP_BLOCK], freed[RP_BLOCK];
    const rp_springs s = {.x = history[RP_TANGENTIAL_X], .y = history[RP_TANGENTIAL_Y], .z = history[RP_TANGENTIAL_Z], .ux = b->tx, .uy = b->ty, .uz = b->tz,
                          .k = k, .d = d, .bound = bound, .limit = limit, .fx = b->fx, .fy = b->fy, .fz = b->fz, .lost = b->dt, .slip = b->sliding, .ahead = b->ahead};
    for (int c = 0; c < RP_BLOCK; c++) limit[c] = b->mu[c] * b->bound[c], bound[c] = b->sliding[c] != 0 ? limit[c] : b->mu_static[c] * b->bound[c];
    if (varying) rp_springs_restiffen(&s, history[RP_TANGENTIAL_STIFFNESS], freed);
    rp_springs_step(b, &s, dt);
    if (varying)
        for (int c = 0; c < RP_BLOCK; c++) b->dt[c] += freed[c];
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++) b->energy[c] += rp_spring_energy(k[c], s.x[c], s.y[c], s.z[c], b->tx[c], b->ty[c], b->tz[c], dt);
}

#endif
