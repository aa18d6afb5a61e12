/* A block of contacts laid out as arrays in L1: what contact laws read and write.
 *
 * Geometry. e is the unit normal from b to a (b may be a wall). The overlap is xi = r_a + r_b - |x_a - x_b| > 0 when
 * they press [Poschel2008, Eq. 1]. g is the velocity of a's surface relative to b's at the contact point
 * [Poschel2008, Eq. 4, corrected brackets]; gn = g.e is negative on approach, and gt = g - gn e.
 *
 * Forces. The force on a is fn e + ft; b gets the opposite. fn > 0 pushes apart. Rolling torques: a gets +m, b gets -m.
 *
 * Contact point. It divides the branch in the ratio of the radii, so that lever arms add up to the distance of the
 * centres and angular momentum is kept to rounding; the paper's r_a e differs from it by the order of the overlap.
 *
 * Laws are called in the order normal, adhesion, tangential, rolling. Each gets its constants, its own rows of history,
 * and dt. History belongs to the half step: an evaluator at time t_n finds what held at t_n - dt/2 and leaves what
 * holds at t_n + dt/2 (leapfrog; second order and time symmetric). Called with -dt on the history after the step, it
 * therefore gives again the forces at t_n: that is how observers read forces, on a copy.
 *
 * Histories are no part of the block: they are rows of RP_BLOCK doubles, one a number of history, as many as the
 * interaction has (rp_interaction.history_width). The soft method's table keeps them so, and laws work
 * on them in place.
 *
 * Pairs that do not touch may stand in a block, with overlap, velocities and history 0: an evaluator leaves them
 * without force, loss, slip and history. (Not so if a law of the interaction reaches beyond touching: then the method
 * takes care of it.)
 */
#ifndef RP_LAWS_BLOCK_H
#define RP_LAWS_BLOCK_H

#include "core/contacts.h"

#define RP_BLOCK RP_PAIR_BLOCK /* blocks of the table of contacts are evaluated where they stand */
/* Before a loop over the lanes: they do not depend on one another, though the compiler cannot see that history and
 * block do not overlap. */
#ifdef __clang__
#define RP_EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
#else
#define RP_EACH_LANE _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif

#define RP_HISTORY_MAX 512 /* doubles a contact, all slots together */

typedef struct rp_block {
    /* in */
    double ex[RP_BLOCK], ey[RP_BLOCK], ez[RP_BLOCK];
    double xi[RP_BLOCK];                             /* m */
    double gn[RP_BLOCK];                             /* m/s */
    double tx[RP_BLOCK], ty[RP_BLOCK], tz[RP_BLOCK]; /* gt, m/s */
    double m_eff[RP_BLOCK];                          /* kg */
    double r_eff[RP_BLOCK]; /* r_a r_b / (r_a + r_b), or r_a at a wall, m; filled only if a law asks for curvature */
    double wx[RP_BLOCK], wy[RP_BLOCK],
        wz[RP_BLOCK];           /* omega_a - omega_b, rad/s; filled only if a rolling law is present */
    double mu[RP_BLOCK];        /* sliding friction coefficient */
    double mu_static[RP_BLOCK]; /* static friction coefficient */
    double sliding[RP_BLOCK];   /* in: 1 if it was sliding a step ago; out (tangential laws): 1 if it slides now; kept
                                   with the contact */
    /* out; normal sets the first four, later slots add */
    double fn[RP_BLOCK]; /* N */
    double kn[RP_BLOCK]; /* normal stiffness dfn/dxi, N/m; never negative (jkr: that of Hertz at its contact radius) */
    double cn[RP_BLOCK]; /* normal damping coefficient, kg/s */
    double radius[RP_BLOCK]; /* of the contact area, m; set by Hertz-type normal laws only */
    double dn[RP_BLOCK];     /* energy dissipated by the normal force in this step, J */
    double bound[RP_BLOCK];  /* force that Coulomb's bound is taken of: fn, or fn + pull of an adhesion law, N; never
                                negative */
    double fx[RP_BLOCK], fy[RP_BLOCK], fz[RP_BLOCK]; /* tangential force on a, N */
    double dt[RP_BLOCK];                             /* work against the tangential force in this step, J */
    double released[RP_BLOCK]; /* by how much the energy of the tangential spring fell in this step, J: work + released
                                  is what the step lost; */
    double held[RP_BLOCK];  /* what it holds after the step, J: all work so far - held is what was lost so far, half a
                               step after t_n; */
    double ahead[RP_BLOCK]; /* what of that lies after t_n: what dashpots and forces without spring lose in half a step,
                             * J. (The loss of a spring that slides is in its stretch half a step ahead, which stored
                             * energy at t_n leaves out.) These three if accounted. */
    double mx[RP_BLOCK], my[RP_BLOCK],
        mz[RP_BLOCK];        /* rolling torque on a, N m; used only if a rolling law is present */
    double dr[RP_BLOCK];     /* energy dissipated by rolling in this step, J */
    double energy[RP_BLOCK]; /* stored, J, if wanted */
    double open[RP_BLOCK];   /* 1: the law says that the contact is over although it is within reach; its history is
                                cleared */
    /* last, so that every array starts on a cache line */
    int count; /* contacts in use; evaluators may compute all RP_BLOCK lanes (unused ones hold harmless numbers) */
    int want_energy;  /* 1: evaluators add to `energy` */
    int account;      /* 1: tangential evaluators say what springs hold and lose; else work alone */
    int one_mass;     /* 1: m_eff is the same for all contacts of this block and all that follow, */
    int mass_known;   /* and what a law makes of it alone stands there since the first of them */
    int one_friction; /* 1: mu_static is mu everywhere, and nothing depends on `sliding` */
} __attribute__((aligned(64))) rp_block;

#endif
