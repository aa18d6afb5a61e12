/* Contacts of bodies of any shape: those of which at least one is not round, with each other and with walls. See
 * blocks.h for what happens to a contact once its geometry is known; here a kind of contact is a function that finds
 * it.
 *
 * Both bodies get opposite forces at one point, and opposite torques: momentum and angular momentum are kept to
 * rounding. Two torques come with the normal force. With `twist` it is a screw, and the velocity that goes with it is
 * g . e + twist (omega_a - omega_b) . e. And a dashpot c that is spread over an area also slows the turning of the two
 * faces against each other: with S = `spread` and w = e cross (omega_a - omega_b) the torque is -c (S w) cross e; and
 * along e, against their spin on one another, c tr S (omega_a - omega_b) . e, at most mu F_n sqrt(tr S). */
#ifndef RP_METHODS_SOFT_SHAPED_PAIRS_H
#define RP_METHODS_SOFT_SHAPED_PAIRS_H

#include "methods/soft/kernel.h"

typedef struct rp_soft_shaped_contact {
    uint32_t a;
    uint32_t b;            /* slot, or wall */
    int wall;              /* 1: b is a wall */
    int without_potential; /* 1: the work of the normal force depends on the path: all of it counts as lost, what comes
                              back included, and none as stored */
    double rate;           /* -dxi over the way of a along e, 1: what turns dU/dxi into a force */
    int torques;           /* 1: twist and spread count */
    rp_vec arm_a, arm_b;   /* contact point from the centres, m; arm_b: of particles */
    rp_vec e;              /* normal, to a */
    double xi;             /* overlap as the laws get it, m */
    double depth;          /* how far they came since touching, m */
    double r_eff;          /* m */
    double twist;          /* torque along e over the normal force, m */
    rp_vec spread[3];      /* of the area that the dashpot is spread over, by rows, m^2 (core/solid.h) */
} rp_soft_shaped_contact;

/* Finds the contact of pair n of the table, or of wall pair n: all but a, b and wall, which are set. 0: they are apart.
 */
typedef int rp_soft_shaped_find(const rp_soft_step *s, size_t n, rp_soft_shaped_contact *contact);

typedef struct rp_soft_shaped_block { /* contacts of one interaction, being collected */
    rp_block block;
    rp_soft_shaped_contact contact[RP_BLOCK];
    double depth[RP_BLOCK]; /* of each contact, m */
    size_t at[RP_BLOCK];    /* index in the table of pairs or wall pairs */
} __attribute__((aligned(64))) rp_soft_shaped_block;

#endif
