/* An impact by the steps of a simulation, beside which rp_restitution_impact is held: leapfrog, forces at whole steps
 * with velocities carried there by half of the last acceleration, history at half steps. Second order; the errors of n
 * and 2n steps cancel in first approximation, except for the moments at which friction switches. */
#ifndef RP_TESTS_STEPS_H
#define RP_TESTS_STEPS_H

#include <math.h>
#include <string.h>
#include "laws/interaction.h"
#include "repose/restitution.h"

typedef struct outcome {
    double eps_n, eps_t;
    int sticks;
} outcome;

static void call_laws(rp_block *b, double (*history)[RP_BLOCK], const rp_interaction *laws, double dt)
{
    for (int s = 0; s < RP_SLOT_COUNT; s++)
        if (laws->law[s] && s != RP_ROLLING) laws->eval[s](b, laws->constant[s], &history[laws->history[s]], dt);
}

static void block_init(rp_block *b, const rp_interaction *laws, const rp_impact_pair *pair)
{
    memset(b, 0, sizeof *b);
    for (int c = 0; c < RP_BLOCK; c++) {
        b->ez[c] = 1;
        b->m_eff[c] = pair->m_eff;
        b->r_eff[c] = pair->r_eff;
        b->xi[c] = 1e-6 * pair->r_eff;
    }

    rp_interaction_friction(laws, b);
}

/* The contact ends where the overlap is no longer positive (and no neck holds), or the force has vanished for good. */
static outcome walk(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double slip, double dt)
{
    rp_block b;
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}};
    outcome out = {0};
    double xi = 0, v = speed, u = slip, a = 0, w = 0, cutoff = rp_interaction_cutoff(laws, pair->r_eff);
    int turned = 0;
    block_init(&b, laws, pair);
    for (long n = 0; n < 10000000; n++) {
        double v_now = v + 0.5 * dt * a, u_now = u + 0.5 * dt * w;
        b.xi[0] = xi;
        b.gn[0] = -v_now;
        b.tx[0] = u_now;
        rp_curve_friction(&laws->friction_curve, &b);
        call_laws(&b, history, laws, n ? dt : 0.5 * dt); /* history begins with the touch */
        a = -b.fn[0] / pair->m_eff;
        w = b.fx[0] / (pair->alpha * pair->m_eff);
        v += (n ? dt : 0.5 * dt) * a;
        u += (n ? dt : 0.5 * dt) * w;
        xi += dt * v;
        turned |= v < 0;
        if (turned && v > 0) out.sticks = 1;
        if (out.sticks || xi <= -cutoff || (turned && cutoff == 0 && b.fn[0] == 0)) break;
    }
    out.eps_n = -v / speed;
    out.eps_t = u / slip;
    return out;
}

/* eps_t from 8000 and 16000 steps an impact. */
static double stepped_eps_t(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double slip,
                            double contact_time)
{
    double dt = contact_time / 8000;
    outcome coarse = walk(laws, pair, speed, slip, dt), fine = walk(laws, pair, speed, slip, 0.5 * dt);
    return fine.eps_t + (fine.eps_t - coarse.eps_t) / 3;
}

#endif
