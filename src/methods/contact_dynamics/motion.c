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

/* The higher one of a contact's two, in layers: a grain that lands belongs to the bed. */
static double layers_around(const rp_world *w, const rp_cd_work *m, const rp_cd_sort *x)
{
    uint32_t body[2];
    double height = 0;
    bodies_of(m, x, body);
    for (int k = 0; k < 2; k++) {
        if (body[k] >= w->particles.count) continue;
        const rp_cd_scratch *bed = &m->scratch[bed_of(m->scratch, body[k])];
        height = fmax(height, (double)bed->high - (double)bed->low);
    }
    return fmax(1, height / m->diameter);
}

/* Squares of what each contact may have at rest, in the place of what it may have at all. */
static void allow_rest(const rp_world *w, rp_cd_work *m)
{
    const rp_cd_problem *q = &m->problem;
    const rp_vec gravity = rp_world_gravity(w, w->time + 0.5 * w->dt);
    const rp_cd_allowed none = {.square = {1, 1, 1, 1}};
    const double part = q->rest / m->setup.carried * RP_CD_CARRIED * m->scale; /* of accuracy: coarse has more */
    for (size_t n = 0; n < q->batch_count; n++) q->allowed[n] = none;          /* lanes without a contact */
    const int beds = q->share > 0 && rp_vec_norm(gravity) > 0;
    if (beds) join_beds(w, m, gravity);
    for (size_t n = 0; n < m->candidate_count; n++) {
        const rp_cd_sort *x = &m->candidate[n];
        const double rest = beds ? part / layers_around(w, m, x) : q->rest;
        allow(m, x, rest * rest, 0);
    }
}

/* ---- motion ---- */

static double rest_of(const rp_cd_work *m, const rp_cd_sort *x)
{
    return x->source.kind == RP_CD_GENERAL ? general_of(m, x)->allowed
                                           : m->problem.allowed[x->place / RP_CD_LANES].square[x->place % RP_CD_LANES];
}

static void sum_motion(rp_cd_work *m)
{
    const rp_cd_problem *q = &m->problem;
    for (size_t i = 0; i < q->body_count; i++) m->scratch[i].motion = m->scratch[i].contacts = 0;
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

/* Mean over the contacts of both bodies; nothing has none. A contact that stays open has two of nothing. */
static double motion_around(const rp_cd_work *m, const rp_cd_sort *x)
{
    uint32_t body[2];
    bodies_of(m, x, body);
    const rp_cd_scratch *a = &m->scratch[body[0]], *b = &m->scratch[body[1]];
    const double contacts = a->contacts + b->contacts;
    return contacts > 0 ? (a->motion + b->motion) / contacts : 0;
}

void rp_cd_motion_allow(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    const double share = m->problem.share * m->problem.share;
    allow_rest(w, m);
    if (!(share > 0)) return;
    sum_motion(m);
    for (size_t n = 0; n < m->candidate_count; n++) {
        const rp_cd_sort *x = &m->candidate[n];
        const double rest = rest_of(m, x);
        allow(m, x, rest, isfinite(rest) ? share * motion_around(m, x) : 0);
    }
}
