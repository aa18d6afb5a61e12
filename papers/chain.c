/* See chain.h. */
#include "chain.h"
#include <math.h>
#include <stdio.h>
#include "base/threads.h"
#include "trial.h"

#define Q 0.79744 /* (4 sqrt(e) - 5)/2, Eq. 46 */

/* ---- running ---- */

static void scene_text(int sweeps, unsigned seed, char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size, "repose: 1\ndimension: 2\nmethod: contact-dynamics\nseed: %u\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m]}]\n"
                                 "walls: [{name: wall, plane: {point: [0, 0], normal: [1, 0]}, material: m}]\n"
                                 "run: {until: 1.0e6, step: 1, contact-dynamics: {solver: gauss-seidel, order: random, criterion: iterations, iterations: {max: %d}}}\nparticles:\n"
                                 "  - {material: m, mass: 1, radius: 0.5, place: {list: [[%g, 0]]}, force: [-%g, 0]}\n  - {material: m, mass: 1, radius: 0.5, place: {list: [",
                                 seed, sweeps, RP_CHAIN_DISCS + 0.5, RP_CHAIN_FORCE);
    for (int n = 0; n < RP_CHAIN_DISCS - 1; n++) at += (size_t)snprintf(text + at, size - at, "%s[%g, 0]", n ? ", " : "", 1.5 + n);
    snprintf(text + at, size - at, "]}}\n");
}

rp_status rp_chain_run(int sweeps, unsigned seed, double *x, int steps, rp_error *err)
{
    char text[4096];
    rp_trial t;
    scene_text(sweeps, seed, text, sizeof text);
    rp_threads_set(1); /* fifty contacts */
    rp_status status = rp_trial_open(&t, text, err);
    if (status) return status;
    for (int n = 0; n < steps && !status; n++) {
        status = rp_trial_step(&t, err);
        x[n] = t.world->particles.row[t.world->particles.slot_of[0]].x;
    }
    rp_trial_close(&t);
    return status;
}

/* ---- fitting ---- */

rp_chain_mode rp_chain_predicted(int sweeps)
{
    double k = M_PI / (2 * RP_CHAIN_DISCS), D = Q * sweeps, c = sqrt(Q * sweeps);
    return (rp_chain_mode){.omega = k * sqrt(c * c - D * D * k * k / 4), .tau = 2 / (D * k * k)};
}

double rp_chain_fit(const double *x, int from, int to, rp_chain_mode *mode)
{
    double m[3][4] = {{0}}, error = 0;
    for (int n = from; n < to; n++) {
        double t = n - from, decay = exp(-t / mode->tau), f[3] = {1, decay * sin(mode->omega * t), decay * cos(mode->omega * t)};
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
    mode->x0 = m[0][3] / m[0][0], mode->sine = m[1][3] / m[1][1], mode->cosine = m[2][3] / m[2][2];
    for (int n = from; n < to; n++) {
        double t = n - from, d = x[n] - mode->x0 - exp(-t / mode->tau) * (mode->sine * sin(mode->omega * t) + mode->cosine * cos(mode->omega * t));
        error += d * d;
    }
    return error;
}

void rp_chain_fit_all(const double *x, int from, int to, rp_chain_mode *mode)
{
    double best = rp_chain_fit(x, from, to, mode);
    for (double step = 0.1; step > 1e-4;) {
        rp_chain_mode centre = *mode;
        int better = 0;
        for (int k = 0; k < 4; k++) {
            rp_chain_mode candidate = centre;
            double factor = 1 + (k % 2 ? -step : step);
            if (k < 2) candidate.omega *= factor;
            else candidate.tau *= factor;
            double error = rp_chain_fit(x, from, to, &candidate);
            if (error < best) best = error, *mode = candidate, better = 1;
        }
        if (!better) step *= 0.5;
    }
}
