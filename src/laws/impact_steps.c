/* See impact_steps.h. */
#include "laws/impact_steps.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define LONGEST 16 /* contact times: an impact that lasts longer ends at rest */

typedef struct motion {
    const rp_interaction *laws;
    rp_impact_block *impacts;
    int running;
    int over[RP_BLOCK];
    double xi[RP_BLOCK], v[RP_BLOCK], u[RP_BLOCK]; /* overlap; approach and slip, half a step later */
    double fn[RP_BLOCK], ft[RP_BLOCK];             /* of the last step, against v and u, over the masses: m/s^2 */
    double end[RP_BLOCK];                          /* overlap at which a contact ends, m */
    rp_block block;
    double history[RP_HISTORY_MAX][RP_BLOCK];
} motion;

/* The pull at the first touch, N. */
static double pull_of(const rp_interaction *laws, double r_eff)
{
    rp_block b = {.count = 1, .xi = {DBL_MIN}, .r_eff = {r_eff}};
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}};
    laws->eval[RP_ADHESION](&b, laws->constant[RP_ADHESION], history, 0);
    return -b.fn[0];
}

/* The speed that a pull gives by itself, or this one if it is higher. A pull that acts over the overlap v t / pi of an
 * impact of the duration t(v) gives m v^2 = pull v t / pi; t falls with v^(1/5) at most, so that a few rounds do. */
static double with_pull(const rp_interaction *laws, const rp_impact_pair *pair, double speed)
{
    const double pull = pull_of(laws, pair->r_eff);
    double v = speed;
    for (int n = 0; n < 4; n++)
        v = fmax(speed, pull * rp_interaction_contact_time(laws, pair->m_eff, pair->r_eff, v) / (M_PI * pair->m_eff));
    return v;
}

int rp_impact_steps_exponent(const rp_interaction *laws, const rp_impact_pair *pair, double speed)
{
    if (laws->law[RP_ADHESION]) speed = with_pull(laws, pair, speed);
    double t = rp_interaction_contact_time(laws, pair->m_eff, pair->r_eff, speed) / RP_IMPACT_STEPS;
    int exponent;
    frexp(t, &exponent);
    return exponent - 1;
}

static void begin(motion *m, const rp_interaction *laws, rp_impact_block *impacts)
{
    rp_block *b = &m->block;
    memset(m, 0, sizeof *m);
    m->laws = laws;
    m->impacts = impacts;
    m->running = b->count = impacts->count;
    for (int c = 0; c < RP_BLOCK; c++) {
        const rp_impact_pair *pair = &impacts->pair[c < impacts->count ? c : 0];
        b->ez[c] = 1;
        b->m_eff[c] = pair->m_eff;
        b->r_eff[c] = pair->r_eff;
        m->over[c] = c >= impacts->count;
        if (m->over[c]) continue;
        m->v[c] = impacts->speed[c];
        m->u[c] = impacts->slip[c];
        if (laws->law[RP_ADHESION]) m->xi[c] = DBL_MIN; /* a pull acts from the first touch on */
        m->end[c] = -rp_interaction_cutoff(laws, pair->r_eff);
    }
    rp_interaction_friction(laws, b);
}

/* Forces at the whole step: velocities are carried there by half a step of the last forces. dt: how far springs go. */
static void evaluate(motion *m, double carry, double dt)
{
    rp_block *b = &m->block;
    for (int c = 0; c < RP_BLOCK; c++) {
        int over = m->over[c];
        b->xi[c] = over ? 0 : m->xi[c];
        b->gn[c] = over ? 0 : carry * m->fn[c] - m->v[c];
        b->tx[c] = over ? 0 : m->u[c] - carry * m->ft[c];
    }
    rp_curve_friction(&m->laws->friction_curve, b);
    for (int s = RP_NORMAL; s <= RP_TANGENTIAL; s++)
        if (m->laws->law[s]) m->laws->eval[s](b, m->laws->constant[s], &m->history[m->laws->history[s]], dt);
}

static void finish(motion *m, int c)
{
    rp_impact_block *i = m->impacts;
    m->over[c] = 1;
    m->running--;
    for (int h = 0; h < m->laws->history_width; h++) m->history[h][c] = 0;
    i->eps_n[c] = fmax(0, -m->v[c] / i->speed[c]);
    if (m->laws->law[RP_ADHESION]) i->eps_n[c] = fmin(i->eps_n[c], 1); /* rounding, where the pull is all there is */
    i->eps_t[c] = i->slip[c] > 0 ? m->u[c] / i->slip[c] : 1;
}

/* Velocities and overlap of one impact go on; `late` is how far behind the half step of length dt the contact ends. */
static void move(motion *m, int c, double kick, double dt)
{
    const rp_block *b = &m->block;
    const rp_impact_pair *pair = &m->impacts->pair[c];
    m->fn[c] = b->fn[c] / pair->m_eff;
    m->ft[c] = m->laws->law[RP_TANGENTIAL] ? -b->fx[c] / (pair->alpha * pair->m_eff) : 0;
    m->v[c] -= kick * m->fn[c];
    m->u[c] -= kick * m->ft[c];
    double next = m->xi[c] + dt * m->v[c];
    if (next <= m->end[c] && m->v[c] < 0) {
        double late = ((m->xi[c] - m->end[c]) / (m->xi[c] - next) - 0.5) * dt;
        m->v[c] -= late * m->fn[c];
        m->u[c] -= late * m->ft[c];
        finish(m, c);
    }
    m->xi[c] = next;
}

void rp_impact_steps_follow(const rp_interaction *laws, double dt, rp_impact_block *impacts)
{
    motion m;
    begin(&m, laws, impacts);
    for (long n = 0; m.running > 0 && n < 2L * LONGEST * RP_IMPACT_STEPS; n++) {
        double kick = n > 0 ? dt : 0.5 * dt; /* of the first force, which acts from the start on */
        evaluate(&m, n > 0 ? 0.5 * dt : 0, kick);
        for (int c = 0; c < impacts->count; c++)
            if (!m.over[c]) move(&m, c, kick, dt);
    }
    for (int c = 0; c < impacts->count; c++) {
        impacts->sticks[c] = !m.over[c];
        if (!m.over[c]) impacts->eps_n[c] = impacts->eps_t[c] = 0;
    }
}

void rp_impact_steps_solve(const rp_interaction *laws, int exponent, rp_impact_block *impacts)
{
    rp_impact_steps_follow(laws, ldexp(1, exponent), impacts);
}
