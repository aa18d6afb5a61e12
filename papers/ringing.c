/* See ringing.h. */
#include "ringing.h"
#include <math.h>

double rp_ringing_at(const rp_ringing *r, double t)
{
    return r->x0 + exp(-t / r->tau) * (r->sine * sin(r->omega * t) + r->cosine * cos(r->omega * t));
}

double rp_ringing_fit(const double *x, int from, int to, rp_ringing *r)
{
    double m[3][4] = {{0}}, error = 0;
    for (int n = from; n < to; n++) {
        double t = n - from, decay = exp(-t / r->tau), f[3] = {1, decay * sin(r->omega * t), decay * cos(r->omega * t)};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) m[i][j] += f[i] * f[j];
            m[i][3] += f[i] * x[n];
        }
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            if (k == i) continue;
            double factor = m[k][i] / m[i][i];
            for (int j = i; j < 4; j++) m[k][j] -= factor * m[i][j];
        }
    r->x0 = m[0][3] / m[0][0];
    r->sine = m[1][3] / m[1][1];
    r->cosine = m[2][3] / m[2][2];
    for (int n = from; n < to; n++) {
        double d = x[n] - rp_ringing_at(r, n - from);
        error += d * d;
    }
    return error;
}

void rp_ringing_fit_all(const double *x, int from, int to, rp_ringing *r)
{
    double best = rp_ringing_fit(x, from, to, r);
    for (double step = 0.1; step > 1e-4;) {
        rp_ringing centre = *r;
        int better = 0;
        for (int k = 0; k < 4; k++) {
            rp_ringing candidate = centre;
            double factor = 1 + (k % 2 ? -step : step);
            if (k < 2) candidate.omega *= factor;
            else candidate.tau *= factor;
            double error = rp_ringing_fit(x, from, to, &candidate);
            if (error < best) {
                best = error;
                *r = candidate;
                better = 1;
            }
        }
        if (!better) step *= 0.5;
    }
}
