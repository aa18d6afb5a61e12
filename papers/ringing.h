/* A damped oscillation fitted to equidistant samples. */
#ifndef RP_PAPERS_RINGING_H
#define RP_PAPERS_RINGING_H

typedef struct rp_ringing {
    double omega, tau, x0, sine, cosine;
} rp_ringing; /* x0 + exp(-t/tau) (sine sin wt + cosine cos wt), t in samples from the first of the fit */

double rp_ringing_at(const rp_ringing *r, double t);
/* Offset, sine and cosine by least squares over x[from..to) for the omega and tau that are there; returns the sum of
 * squares. */
double rp_ringing_fit(const double *x, int from, int to, rp_ringing *r);
/* Omega and tau as well, from those that are there. */
void rp_ringing_fit_all(const double *x, int from, int to, rp_ringing *r);

#endif
