/* The iteration over all contacts: Gauss-Seidel as in the papers, and with momentum.
 *
 * Gauss-Seidel [UngerKertesz2003, "Many contacts"; RadjaiRichefeu2009, Sec. 5.2]: every contact once per sweep, each
 * with the newest velocities of its bodies.
 *
 * Accelerated: Nesterov's momentum on the same sweeps, restarted (beta = 0, theta = 1) when it overshoots. Per
 * iteration:
 *
 *   y = p + beta (p - p_before) for impulses and, velocities being affine in impulses, the same for bodies
 *   sweep from y to x
 *   theta' = (1 + sqrt(1 + 4 theta^2))/2,  beta = (theta - 1)/theta', at most 0.8 while more than a quarter of the
 *   contacts slide
 *
 * Restarts follow R = sum |x - y|^2/m_t: R > 2 m (m the least R since the restart), or no new m for
 * 20 + (iterations from restart to m). A problem that starts cold, with hardly an impulse, has a long way to go: forces
 * spread through the bed as a wave, and R stays level while they do. Until its first restart its patience ends only
 * when the sweep works against the whole change, sum (x - y).(x - p) < 0, and sliding does not limit beta. Where
 * contacts slide the iteration's eigenvalues are complex and momentum may keep a few contacts in a cycle without end:
 * if R has not halved for long, the guard changes between 2 m and 1.02 m. Its fixed points are those of Gauss-Seidel,
 * exact Coulomb. Velocities are computed again from impulses at restarts, and only there: between them the momentum
 * would multiply the difference between velocities computed again and those of a sweep ago.
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_SOLVE_H
#define RP_METHODS_CONTACT_DYNAMICS_SOLVE_H

#include "methods/contact_dynamics/options.h"
#include "methods/contact_dynamics/problem.h"

typedef struct rp_cd_solve_setup {
    rp_cd_options options;
    int isa, threads;
    uint64_t seed, step; /* of random orders */
    double carried; /* m/s: a bed counts as carried when the rms residual velocity is below, or below tolerance times
                       what contacts do to velocities; INFINITY: no condition */
    const volatile int *stop; /* not owned; set: an iteration that goes on for long is given up; NULL: never */
} rp_cd_solve_setup;

typedef struct rp_cd_growth {
    int sweeps;
    double size; /* sqrt(sum p^2/m_t), J^(1/2) */
} rp_cd_growth;

typedef struct rp_cd_solve_report {
    int iterations;
    int converged;
    double residual;        /* sqrt(sum residual^2/m_t / sum p^2/m_t), 1 */
    double speed;           /* rms residual velocity, m/s */
    double speed_most;      /* what it may be by the criterion, m/s */
    double excess;          /* rms of residual velocities over what motion.c allows: of all, or of the worst unit, 1 */
    double penetration;     /* largest velocity into each other, m/s */
    double active, sliding; /* contacts */
    rp_cd_growth first, half; /* at the first measurement, and after half of the sweeps at most */
    int growing;              /* 1: not converged, and forces still grew with the sweeps */
    int given_up;             /* 1: left by the stop flag, with impulses that mean nothing */
} rp_cd_solve_report;

/* Adds the impulses that the problem starts with to its bodies, iterates, leaves impulses and velocities. */
void rp_cd_solve(rp_cd_problem *q, const rp_cd_solve_setup *setup, rp_cd_solve_report *report);

#endif
