/* What residual velocity each contact may have when its step counts as solved, by `accuracy`.
 *
 * Sweeps leave contacts with a velocity u that neither Signorini nor Coulomb allow. As long as it lasts, rigid grains
 * yield as soft ones do [UngerKertesz2003, Eqs. 47, 57-68]. Where grains flow, two neighbours part after they have
 * moved by a diameter d, at the relative velocity v of their centres: they come to overlap by d u / v at most. So a
 * share of v is allowed, and it bounds overlap per diameter. Where they rest, v = 0, and a part of g dt / layers is
 * allowed: the bed is carried.
 *
 *   allowed^2 = rest^2 + share^2 <v^2>
 *
 * <v^2> is the mean over all contacts of the two bodies, before the step: two grains that happen to move alike within a
 * flow are no grains at rest. Layers are those of the bed to which the contact belongs, that is, of all bodies that
 * hang together by contacts: grains in flight above it, or another bed far below, are not carried by it. Without
 * gravity there is one bed. Sums go along the list of contacts, in one order for any number of threads.
 */
#include <math.h>
#include "methods/contact_dynamics/work.h"

static rp_cd_general *general_of(const rp_cd_work *m, const rp_cd_sort *x) { return &m->problem.general[x->place]; }

/* The two bodies of a contact; one of them may stand for nothing. */
static void bodies_of(const rp_cd_work *m, const rp_cd_sort *x, uint32_t body[2])
{
    const rp_cd_batch *batch = &m->problem.batch[x->place / RP_CD_LANES];
    const size_t lane = x->place % RP_CD_LANES;
    const int general = x->source.kind == RP_CD_GENERAL;
    body[0] = general ? general_of(m, x)->a : batch->a[lane];
    body[1] = general ? general_of(m, x)->b : batch->b[lane];
}

static void allow(rp_cd_work *m, const rp_cd_sort *x, double rest, double motion)
{
    const double square = rest + motion, moving = motion > 0 ? motion / square / RP_CD_MOVING_MOST : 0;
    if (x->source.kind == RP_CD_GENERAL) {
        general_of(m, x)->allowed = square;
        general_of(m, x)->moving = moving;
        return;
    }
    rp_cd_allowed *batch = &m->problem.allowed[x->place / RP_CD_LANES];
    batch->square[x->place % RP_CD_LANES] = square;
    batch->moving[x->place % RP_CD_LANES] = moving;
}

/* ---- beds ---- */

/* The body that stands for a bed; ways to it are halved. */
static uint32_t bed_of(rp_cd_scratch *s, uint32_t i)
{
    while (s[i].bed != i) i = s[i].bed = s[s[i].bed].bed;
    return i;
}

static void join(rp_cd_scratch *s, uint32_t a, uint32_t b)
{
    a = bed_of(s, a);
    b = bed_of(s, b);
    const uint32_t first = a < b ? a : b, other = a + b - first;
    s[first].low = fminf(s[a].low, s[b].low);
    s[first].high = fmaxf(s[a].high, s[b].high);
    s[other].bed = first;
}

/* Particles alone are joined: a wall that several beds load does not make one of them. */
static void join_beds(const rp_world *w, rp_cd_work *m, rp_vec gravity)
{
    const rp_vec down = rp_vec_scale(1 / rp_vec_norm(gravity), gravity);
    for (uint32_t i = 0; i < w->particles.count; i++) {
        m->scratch[i].bed = i;
        m->scratch[i].low = m->scratch[i].high = (float)rp_vec_dot(rp_particle_position(&w->particles, i), down);
    }
    for (size_t n = 0; n < m->candidate_count; n++) {
        uint32_t body[2];
        bodies_of(m, &m->candidate[n], body);
        if (m->candidate[n].near && body[0] < w->particles.count && body[1] < w->particles.count)
            join(m->scratch, body[0], body[1]);
    }
}

/* ---- both ---- */

/* Layers of each body's bed, and the motion around it. A contact that stays open has two of nothing. */
static void sum_around(const rp_world *w, rp_cd_work *m, int beds)
{
    const rp_cd_problem *q = &m->problem;
    for (size_t i = 0; i < q->body_count; i++) {
        rp_cd_scratch *body = &m->scratch[i];
        body->motion = body->contacts = 0;
        body->layers = 1;
        if (!beds || i >= w->particles.count) continue;
        const rp_cd_scratch *bed = &m->scratch[bed_of(m->scratch, (uint32_t)i)];
        body->layers = fmax(1, ((double)bed->high - (double)bed->low) / m->diameter);
    }
    for (size_t n = 0; n < m->candidate_count; n++) {
        uint32_t body[2];
        bodies_of(m, &m->candidate[n], body);
        for (int k = 0; k < 2; k++) {
            if (body[k] >= q->nothing) continue;
            m->scratch[body[k]].motion += m->candidate[n].motion;
            m->scratch[body[k]].contacts++;
        }
    }
}

void rp_cd_motion_allow(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    const rp_cd_problem *q = &m->problem;
    const rp_vec gravity = rp_world_gravity(w, w->time + 0.5 * w->dt);
    const rp_cd_allowed none = {.square = {1, 1, 1, 1}};
    const double part = q->rest / m->setup.carried * RP_CD_CARRIED * m->scale; /* of accuracy: coarse has more */
    const double share = q->share * q->share;
    const int beds = q->share > 0 && rp_vec_norm(gravity) > 0;
    for (size_t n = 0; n < q->batch_count; n++) q->allowed[n] = none; /* lanes without a contact */
    if (beds) join_beds(w, m, gravity);
    if (share > 0) sum_around(w, m, beds);
    for (size_t n = 0; n < m->candidate_count; n++) {
        const rp_cd_sort *x = &m->candidate[n];
        uint32_t body[2];
        bodies_of(m, x, body);
        const rp_cd_scratch *a = &m->scratch[body[0]], *b = &m->scratch[body[1]];
        /* of the higher bed of the two: a grain that lands belongs to the bed */
        const double rest = beds ? part / fmax(a->layers, b->layers) : q->rest,
                     contacts = share > 0 ? a->contacts + b->contacts : 0;
        const int moves = contacts > 0 && isfinite(rest);
        allow(m, x, rest * rest, moves ? share * ((a->motion + b->motion) / contacts) : 0);
    }
}
