/* The chain of discs against a wall of [UngerKertesz2003, "Numerical confirmation"], run by contact dynamics, and the damped oscillation fitted to it.
 * Units of the paper: diameter, mass and step are 1. */
#ifndef RP_PAPERS_CHAIN_H
#define RP_PAPERS_CHAIN_H

#include "repose/status.h"

#define RP_CHAIN_DISCS 50
#define RP_CHAIN_FORCE 0.05

/* Random Gauss-Seidel, so many sweeps a step, gap of one diameter before the wall; x[0..steps): position of the last disc after each step. */
rp_status rp_chain_run(int sweeps, unsigned seed, double *x, int steps, rp_error *err);

/* The same chain of soft discs with the stiffness and damping that Eqs. 67 and 68 give for so many sweeps; x after each unit of time. */
rp_status rp_chain_run_soft(int sweeps, double *x, int steps, rp_error *err);

typedef struct rp_chain_mode { double omega, tau, x0, sine, cosine; } rp_chain_mode; /* x0 + exp(-t/tau) (sine sin wt + cosine cos wt), t from the first step of the fit */

/* The slowest mode: a quarter of a wave on the chain [UngerKertesz2003, Eqs. 54, 57, 58, 60 with q of Eq. 46]. */
rp_chain_mode rp_chain_predicted(int sweeps);
/* Offset, sine and cosine by least squares for the mode's omega and tau; returns the sum of squares. */
double rp_chain_fit(const double *x, int from, int to, rp_chain_mode *mode);
/* Omega and tau as well, from those that are there. */
void rp_chain_fit_all(const double *x, int from, int to, rp_chain_mode *mode);

#endif
