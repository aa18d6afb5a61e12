/* See chain.h. */
#include "chain.h"
#include <math.h>
#include <stdio.h>
#include "trial.h"

/* Steps of the soft chain in a step of the paper: m / damping is 1/8 step at N_I = 10 and 1/64 at 80. */
#define SOFT_STEPS 400

#define STRIKE 5e-5 /* a thousandth of what the force does in a step: all contacts stay closed */
#define QUIET 1500  /* steps until the chain that fell against the wall rests: 23 damping times at N_I = 40 */

/* ---- running ---- */

/* head: method, interactions and run; gap: before the wall. */
static void scene_text(const char *head, double gap, char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size,
                                 "repose: 1\ndimension: 2\nmaterials: {m: {density: 1}, w: {}}\nwalls: [{name: wall, "
                                 "plane: {point: [0, 0], normal: [1, 0]}, material: w}]\n%sparticles:\n"
                                 "  - {material: m, mass: 1, radius: 0.5, place: {list: [[%g, 0]]}, force: [-%g, 0]}\n "
                                 " - {material: m, mass: 1, radius: 0.5, place: {list: [",
                                 head, RP_CHAIN_DISCS - 0.5 + gap, RP_CHAIN_FORCE);
    for (int n = 0; n < RP_CHAIN_DISCS - 1; n++)
        at += (size_t)snprintf(text + at, size - at, "%s[%g, 0]", n ? ", " : "", 0.5 + gap + n);
    snprintf(text + at, size - at, "]}}\n");
}

/* From the wall on; the last one has number 0 in the scene. */
static uint32_t id_of(int disc) { return disc == RP_CHAIN_DISCS - 1 ? 0 : (uint32_t)disc + 1; }

/* every: steps of the method between positions that are kept. */
static rp_status follow(const char *head, double gap, int every, double *x, int count, rp_error *err)
{
    char text[4096];
    rp_sim *sim;
    scene_text(head, gap, text, sizeof text);
    rp_status status = rp_trial_open(text, &sim, err);
    if (status) return status;
    for (int n = 0; n < count && !status; n++) {
        for (int k = 0; k < every && !status; k++) status = rp_sim_step(sim, 1, err);
        x[n] = rp_trial_row(sim, "position", 0)[0];
    }
    rp_sim_destroy(sim);
    return status;
}

static void head_of(int sweeps, double dt, unsigned seed, char *head, size_t size)
{
    snprintf(head, size,
             "method: contact-dynamics\nseed: %u\ninteractions: [{between: [m, any]}]\n"
             "run: {until: 1.0e6, step: %.17g, contact-dynamics: {solver: gauss-seidel, order: random, criterion: "
             "iterations, iterations: {max: %d}}}\n",
             seed, dt, sweeps);
}

rp_status rp_chain_run(int sweeps, double dt, double gap, unsigned seed, double *x, int steps, rp_error *err)
{
    char head[512];
    head_of(sweeps, dt, seed, head, sizeof head);
    return follow(head, gap, 1, x, steps, err);
}

/* Components of positions (less x0) and velocities along the mode. */
static void project(const rp_sim *sim, const double *shape, const double *x0, double *u, double *v)
{
    double square = 0;
    *u = *v = 0;
    for (int n = 0; n < RP_CHAIN_DISCS; n++) {
        *u += shape[n] * (rp_trial_row(sim, "position", id_of(n))[0] - x0[n]);
        *v += shape[n] * rp_trial_row(sim, "velocity", id_of(n))[0];
        square += shape[n] * shape[n];
    }
    *u /= STRIKE * square;
    *v /= STRIKE * square;
}

/* Adds the velocities of a mode; notes its shape and where the discs are. */
static rp_status strike(rp_sim *sim, int number, double *shape, double *x0, rp_error *err)
{
    uint32_t id[RP_CHAIN_DISCS];
    double velocity[RP_CHAIN_DISCS][3];
    for (int n = 0; n < RP_CHAIN_DISCS; n++) {
        id[n] = id_of(n);
        shape[n] = sin(rp_chain_wave_number(number) * (n + 0.5));
        x0[n] = rp_trial_row(sim, "position", id[n])[0];
        for (int k = 0; k < 3; k++) velocity[n][k] = rp_trial_row(sim, "velocity", id[n])[k];
        velocity[n][0] += STRIKE * shape[n];
    }
    return rp_sim_set(sim, "velocity", id, RP_CHAIN_DISCS, velocity[0], err);
}

rp_status rp_chain_strike(int sweeps, int number, unsigned seed, double *u, double *v, int steps, rp_error *err)
{
    char head[512], text[4096];
    double shape[RP_CHAIN_DISCS], x0[RP_CHAIN_DISCS];
    rp_sim *sim;
    head_of(sweeps, 1, seed, head, sizeof head);
    scene_text(head, 1, text, sizeof text);
    rp_status status = rp_trial_open(text, &sim, err);
    if (status) return status;
    for (int n = 0; n < QUIET && !status; n++) status = rp_sim_step(sim, 1, err);
    if (!status) status = strike(sim, number, shape, x0, err);
    for (int n = 0; n < steps && !status; n++) {
        status = rp_sim_step(sim, 1, err);
        project(sim, shape, x0, &u[n], &v[n]);
    }
    rp_sim_destroy(sim);
    return status;
}

rp_status rp_chain_run_soft(int sweeps, double gap, double *x, int steps, rp_error *err)
{
    char head[512];
    double stiffness = RP_CHAIN_Q * sweeps, damping = RP_CHAIN_Q * sweeps; /* Eqs. 67, 68 with m = dt = 1; twice that at
                                                            the wall, where m_n = m instead of m/2 (errata 25) */
    snprintf(head, sizeof head,
             "method: soft\ninteractions: [{between: [m, m], normal: {law: linear, stiffness: %.17g, damping: %.17g}}, "
             "{between: [m, w], normal: {law: linear, stiffness: %.17g, damping: %.17g}}]\n"
             "run: {until: 1.0e6, step: %g}\n",
             stiffness, damping, 2 * stiffness, 2 * damping, 1.0 / SOFT_STEPS);
    return follow(head, gap, SOFT_STEPS, x, steps, err);
}

/* ---- prediction ---- */

double rp_chain_wave_number(int number) { return (2 * number + 1) * M_PI / (2 * RP_CHAIN_DISCS); }

double rp_chain_fading(int sweeps, int number) { return RP_CHAIN_Q * sweeps * pow(rp_chain_wave_number(number), 2); }

double rp_chain_critical(int sweeps) { return 2 / sqrt(RP_CHAIN_Q * sweeps); }

rp_ringing rp_chain_predicted(int sweeps)
{
    double k = M_PI / (2 * RP_CHAIN_DISCS), D = RP_CHAIN_Q * sweeps, c = sqrt(RP_CHAIN_Q * sweeps);
    return (rp_ringing){.omega = k * sqrt(c * c - D * D * k * k / 4), .tau = 2 / (D * k * k)};
}
