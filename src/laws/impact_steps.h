/* Many impacts at once, by steps of fixed length: a block of RP_BLOCK impacts of one interaction through the laws'
 * evaluators, as soft contacts go through them. Every law works here, also one whose history is its own. An impact
 * takes some 5 us. laws/impact.h has the exact way for one impact, which takes a hundred times as long.
 *
 * The motion is that of repose/restitution.h. Positions live at whole steps, velocities and springs at half steps; the
 * end of the contact is located within its step. The coefficients err by the square of step over contact time: by 1e-4
 * to 2e-3, most where static friction is larger than sliding friction (tests/physics/test_impact_steps.c);
 * there eps_t jumps with the slip, and next to a jump steps may fall on its other side.
 *
 * The step is the power of two that gives RP_IMPACT_STEPS to twice as many steps in a contact without damping. Impacts
 * of a block must have the same; then the result of one does not depend on the others.
 */
#ifndef RP_LAWS_IMPACT_STEPS_H
#define RP_LAWS_IMPACT_STEPS_H

#include "laws/interaction.h"
#include "repose/restitution.h"

#define RP_IMPACT_STEPS 256

typedef struct rp_impact_block {
    int count; /* of impacts, at most RP_BLOCK */
    rp_impact_pair pair[RP_BLOCK];
    double speed[RP_BLOCK], slip[RP_BLOCK];  /* m/s */
    double eps_n[RP_BLOCK], eps_t[RP_BLOCK]; /* results; eps_t is 1 without slip */
    int sticks[RP_BLOCK];                    /* 1: they do not part; eps_n and eps_t are 0 */
} rp_impact_block;

/* The binary exponent of the step for an impact, s. */
int rp_impact_steps_exponent(const rp_interaction *laws, const rp_impact_pair *pair, double speed);

/* Fills the results. The interaction has a normal law that is not hereditary. */
void rp_impact_steps_solve(const rp_interaction *laws, int exponent, rp_impact_block *impacts);

/* The same with a step of any length, s. */
void rp_impact_steps_follow(const rp_interaction *laws, double dt, rp_impact_block *impacts);

#endif
