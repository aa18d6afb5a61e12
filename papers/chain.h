/* The chain of discs against a wall of [UngerKertesz2003, "Numerical confirmation"], run by contact dynamics.
 * Units of the paper: diameter, mass and step are 1. */
#ifndef RP_PAPERS_CHAIN_H
#define RP_PAPERS_CHAIN_H

#include "repose/status.h"
#include "ringing.h"

#define RP_CHAIN_DISCS 50
#define RP_CHAIN_FORCE 0.05
#define RP_CHAIN_Q 0.79744 /* (4 sqrt(e) - 5)/2 [UngerKertesz2003, Eq. 46] */

/* Random Gauss-Seidel, so many sweeps a step of length dt (1: the paper's), a gap before the wall (1 diameter: the
 * paper's); x[0..steps): position of the last disc after each step. */
rp_status rp_chain_run(int sweeps, double dt, double gap, unsigned seed, double *x, int steps, rp_error *err);

/* The same chain of soft discs with the stiffness and damping that Eqs. 67 and 68 give for so many sweeps; x after each
 * unit of time. */
rp_status rp_chain_run_soft(int sweeps, double gap, double *x, int steps, rp_error *err);

/* The chain at rest under its force, struck in mode `number` (0: the slowest): velocities sin k(n - 1/2) of small
 * amplitude. u[0..steps), v[0..steps): the mode's displacement and velocity after each step, in units of the strike's
 * (and of a step). */
rp_status rp_chain_strike(int sweeps, int number, unsigned seed, double *u, double *v, int steps, rp_error *err);

/* Wave number of a mode, and D k^2 dt, by which forces of that wave length have faded out at the end of a step
 * [UngerKertesz2003, Eqs. 45, 54]. */
double rp_chain_wave_number(int number);
double rp_chain_fading(int sweeps, int number);
double rp_chain_critical(int sweeps); /* k_c, Eq. 59 */

/* The slowest mode: a quarter of a wave on the chain [UngerKertesz2003, Eqs. 54, 57, 58, 60 with q of Eq. 46]. */
rp_ringing rp_chain_predicted(int sweeps);

#endif
