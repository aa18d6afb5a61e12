/* Friction, adhesion and bias of contacts. With u- the relative velocity at the start of the step and U the one without
 * contacts, u + c obeys Signorini and Coulomb, where
 *
 *   gap stepping, resting or closing    c_n = g_pos / dt                  [UngerKertesz2003, Eqs. 28-34]
 *   midpoint stepping, resting          c_n = 0                           [RadjaiRichefeu2009, Eq. 5]
 *   impact                              c_n = e_n u_n-,  c_t = e_t u_t-   [RadjaiRichefeu2009, Eqs. 7, 10; errata 41],
 *                                       e_t = -eps_t
 *
 * An impact is an approach at the start of the step (errata 58: no restitution for separating contacts) that is faster
 * than what external forces give in a step, and, in gap stepping, closes the gap within the step by itself. Restitution
 * is thus exact for a single impact in both steppings; a contact that only its neighbours close within the step is
 * inelastic in that step. Impacts with friction off the line of centres go on from here by another rule: restitution.h.
 *
 * Coefficients of an impact are those of laws/collision.h, for the contact's own masses, speed and slip. Where they
 * follow from the laws the contact waits until all others have their terms. Laws without a scale of their own have a
 * table (laws/impact_table.h). The other impacts are sorted by interaction and time step, and integrated by blocks
 * (laws/impact_steps.h). Which of the two it is depends on the impact alone.
 *
 * Where an impact by itself leaves slip (eps_t > 0), friction is bounded by what it needs for that, P_t <= mu' P_n, and
 * c_t = 0: the same single impact, but friction never drives the slip on where other contacts hold the particle.
 *
 * Friction of contacts that rest or roll on: one that slid in the step before, or that is new and slips faster than
 * external forces could have made it, has the sliding coefficient, any other the static one. A coefficient that depends
 * on speed is taken at the slip at the start of the step.
 *
 * Adhesion is a constant pull on contacts that touch and do not part: that of an adhesion law, or what the neck of a
 * normal law holds. In an impact it acts only if the two stick: what it takes from a rebound is in the restitution that
 * the laws imply. So two that rebound leave for good, also where they still overlap in the steps after (midpoint
 * stepping): a contact that parts, and that pushed or was none in the step before, is not pulled. One that hung in the
 * step before may part a little, as a wall goes on faster; the pull holds it if it can within the step.
 */
#include "methods/contact_dynamics/terms.h"
#include "methods/contact_dynamics/restitution.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include "base/memory.h"
#include "core/walls.h"
#include "laws/collision.h"
#include "laws/impact_steps.h"
#include "laws/impact_table.h"

#define TOUCHING 1e-6    /* of the sum of radii: adhesion acts up to this gap */
#define STOPPED 1e-4     /* of the change of velocity by a contact: less than that is left over, no rebound */
#define ROUNDING 1e-9    /* of the momentum that a pull gives in a step */
#define BY_TABLE INT_MAX /* exponent of an impact whose rule is known: behind all others of its interaction */

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

const rp_interaction *rp_cd_terms_interaction(const rp_world *w, const rp_cd_touch *t)
{
    int other = t->wall ? t->material : w->particles.material[t->j];
    return rp_interaction_between(w, w->particles.material[t->i], other);
}

double rp_cd_terms_radius(const rp_world *w, const rp_cd_touch *t)
{
    double a = w->particles.row[t->i].r;
    return t->wall ? a : a * w->particles.row[t->j].r / t->sum_r;
}

/* ---- what is known of a contact ---- */

typedef struct contact {
    const rp_cd_touch *t;
    const rp_interaction *x;
    rp_vec fixed;    /* relative velocity that a partner gives which no impulse moves, m/s */
    rp_vec slip;     /* before the step, m/s */
    double approach; /* -u_n before the step, m/s */
    double closing;  /* gap at the end of the step without contacts, m */
    double motion;   /* of rp_cd_terms */
} contact;

typedef struct inverse {
    double normal, tangential; /* 1/kg: how an impulse moves the surface */
} inverse;

/* A wall that is let in some axes, or about one: along the normal, and on average across it. */
static inverse inverse_of_body(const rp_wall *wall, const rp_cd_touch *t)
{
    const rp_vec swing = rp_vec_cross(wall->spin_axis, t->shaped ? t->arm[1] : rp_vec_make(0, 0, 0)),
                 let = rp_walls_let(wall, t->e);
    const double im = wall->let ? 1 / wall->mass : 0, ii = wall->inertia > 0 ? 1 / wall->inertia : 0,
                 along = rp_vec_dot(swing, t->e), normal = im * rp_vec_dot(let, let) + ii * along * along,
                 axes = (double)__builtin_popcount(wall->let), across = wall->dimension - 1;
    return (inverse){normal, (im * axes + ii * rp_vec_dot(swing, swing) - normal) / across};
}

/* A plane under a load moves along its normal only. */
static inverse inverse_of(const rp_world *w, uint32_t body, const rp_cd_touch *t)
{
    const rp_cd_work *m = w->method_state;
    const rp_cd_body *b = &m->problem.free[body];
    if (body >= w->particles.count && rp_walls_body(&w->wall[body - w->particles.count]))
        return inverse_of_body(&w->wall[body - w->particles.count], t);
    if (body >= w->particles.count) return (inverse){1 / w->wall[body - w->particles.count].mass, 0};
    return (inverse){b->inv_mass, b->inv_mass + b->inv_inertia};
}

/* Masses as the impact feels them: a partner that no impulse moves is infinitely heavy. */
static rp_impact_pair pair_of(const rp_world *w, const rp_cd_touch *t)
{
    int moved;
    uint32_t bb = rp_cd_touch_partner(w, t, &moved);
    inverse a = inverse_of(w, rp_cd_touch_body(w, t->i), t), b = moved ? inverse_of(w, bb, t) : (inverse){0, 0};
    double normal = a.normal + b.normal, tangential = a.tangential + b.tangential;
    return (rp_impact_pair){1 / normal, rp_cd_terms_radius(w, t), tangential > 0 ? normal / tangential : 1};
}

static contact contact_of(const rp_world *w, const rp_cd_source *s, const rp_cd_touch *t)
{
    const rp_cd_problem *q = &((const rp_cd_work *)w->method_state)->problem;
    rp_cd_touch_motion v = s->kind == RP_CD_PAIR ? rp_cd_touch_round_motion(w, q, t) : rp_cd_touch_motion_of(w, t);
    double approach = -rp_vec_dot(v.before, t->e);
    return (contact){.t = t,
                     .x = rp_cd_terms_interaction(w, t),
                     .fixed = v.partner,
                     .slip = rp_vec_add(v.before, rp_vec_scale(approach, t->e)),
                     .approach = approach,
                     .closing = t->gap + w->dt * rp_vec_dot(v.without, t->e),
                     .motion = rp_vec_dot(v.centres, v.centres)};
}

/* ---- contacts that rest or slide ---- */

static double open_gap(const rp_cd_work *m, const contact *k)
{
    return m->setup.options.stepping == RP_CD_MIDPOINT ? 0 : fmax(k->t->gap, 0);
}

int rp_cd_terms_sticky(const rp_interaction *x)
{
    const rp_law *normal = x->law[RP_NORMAL];
    return x->law[RP_ADHESION] || (normal && normal->adhesive);
}

/* 1: the two part faster than external forces make them in a step, and nothing held them in the step before. What
 * rounding and the solver leave of a motion that the contact or its pull (N s) has stopped is no parting. */
static int leaves(const rp_world *w, const rp_cd_work *m, const rp_cd_source *s, const contact *k, double pull)
{
    if (!(-k->approach > m->impact)) return 0;
    const double parting = -k->approach * pair_of(w, k->t).m_eff;
    if (parting < ROUNDING * pull) return 0;
    if (!rp_cd_touch_flags(w, s)) return 1;
    const double along = (s->flipped ? -1 : 1) * rp_vec_dot(vec(rp_cd_touch_history(w, s)), k->t->e);
    return along > 0 && parting > STOPPED * along * w->dt;
}

/* N s. A contact that parts with more momentum than the pull takes in the step leaves without it. */
static double pull_of(const rp_world *w, const rp_cd_work *m, const rp_cd_source *s, const contact *k)
{
    const rp_cd_pull *force = &m->pull[k->x - w->interaction];
    if (!rp_cd_terms_sticky(k->x) || k->t->gap > TOUCHING * k->t->sum_r) return 0;
    double pull = w->dt * fmax(0, force->force + force->per_radius * rp_cd_terms_radius(w, k->t));
    if (leaves(w, m, s, k, pull)) return 0;
    return -k->approach * pair_of(w, k->t).m_eff > pull ? 0 : pull;
}

static double friction_of(const rp_cd_work *m, const contact *k, unsigned flags)
{
    double slip = rp_vec_norm(k->slip);
    if (rp_collision_rough(k->x)) return RP_COLLISION_UNBOUNDED; /* in contacts that last as in impacts */
    if (!(flags & RP_SLIDING) && (flags || slip <= m->impact)) return k->x->friction_static;
    return k->x->friction_curve.kind ? rp_curve_value(&k->x->friction_curve, slip) : k->x->friction;
}

/* ---- impacts ---- */

/* What rounding leaves of the motion of two that a pull (N s) holds is none. */
static int is_impact(const rp_world *w, const rp_cd_work *m, const contact *k, double pull)
{
    if (!(k->approach > m->impact) || (open_gap(m, k) > 0 && k->closing > 0)) return 0;
    return pull == 0 || k->approach * pair_of(w, k->t).m_eff > ROUNDING * pull;
}

/* The same single impact with a bound of friction of its own: P_t / P_n that it needs, where slip is left (eps_t > 0)
 * or nothing else bounds it. In a wedge, where another contact holds the particle, friction without bound has no
 * solution, and a slip that is to be left would be driven by friction, which gains energy: with the bound it is only
 * opposed. */
static rp_collision_rule bounded(const contact *k, double alpha, rp_collision_rule rule)
{
    double slip = rp_vec_norm(k->slip);
    if (!(rule.eps_t > 0) && rule.mu < RP_COLLISION_UNBOUNDED) return rule;
    rule.mu = fmin(rule.mu, (1 - rule.eps_t) * alpha * slip / ((1 + rule.eps_n) * k->approach));
    rule.eps_t = fmin(rule.eps_t, 0);
    return rule;
}

static void apply(const rp_world *w, const rp_cd_work *m, const contact *k, const rp_collision_rule *rule,
                  rp_cd_terms *r)
{
    double normal = rule->eps_n > 0 ? -rule->eps_n * k->approach : open_gap(m, k) / w->dt;
    if (rule->eps_n > 0) r->pull = 0;
    r->mu = rule->mu;
    r->c = rp_vec_add(rp_vec_scale(normal, k->t->e), rp_vec_scale(-rule->eps_t, k->slip));
    r->c = rp_vec_add(r->c, k->fixed);
}

/* The impulse to start from: last step's force, brought back into this step's cone. */
static rp_vec first_impulse(const rp_world *w, const rp_cd_source *s, const rp_cd_touch *t, double mu, double pull)
{
    if (!rp_cd_touch_flags(w, s)) return rp_vec_make(0, 0, 0);
    rp_vec p = rp_vec_scale(s->flipped ? -w->dt : w->dt, vec(rp_cd_touch_history(w, s)));
    double along = rp_vec_dot(p, t->e), normal = fmax(along, -pull);
    rp_vec across = rp_vec_sub(p, rp_vec_scale(along, t->e));
    double grip = rp_vec_norm(across), bound = mu * (normal + pull);
    return rp_vec_add(rp_vec_scale(normal, t->e), rp_vec_scale(grip > bound ? bound / grip : 1, across));
}

/* What the interaction gives, or what its laws imply for this impact. */
static rp_collision_rule rule_of(const rp_cd_work *m, const rp_cd_sort *x, const contact *k, double alpha)
{
    double speed = k->approach, eps_n = rp_collision_given_normal(k->x, speed);
    if (x->impact) return m->impact_list[x->impact - 1].rule;
    return rp_collision_given(k->x, alpha, eps_n, speed, rp_vec_norm(k->slip));
}

static int by_law(const rp_interaction *x)
{
    return rp_collision_normal_by_law(x) || rp_collision_tangential_by_law(x);
}

rp_cd_terms rp_cd_terms_of(const rp_world *w, const rp_cd_sort *x, const rp_cd_touch *t)
{
    const rp_cd_work *m = w->method_state;
    contact k = contact_of(w, &x->source, t);
    rp_cd_terms r = {.mu = friction_of(m, &k, rp_cd_touch_flags(w, &x->source)),
                     .pull = pull_of(w, m, &x->source, &k),
                     .motion = k.motion};
    r.impact = is_impact(w, m, &k, r.pull);
    r.waits = r.impact && !x->impact && by_law(k.x);
    if (r.waits) return r;
    r.c = rp_vec_add(rp_vec_scale(open_gap(m, &k) / w->dt, k.t->e), k.fixed);
    if (r.impact) {
        double alpha = pair_of(w, t).alpha;
        rp_collision_rule rule = rule_of(m, x, &k, alpha);
        if (x->source.kind != RP_CD_GENERAL) rule = bounded(&k, alpha, rule);
        apply(w, m, &k, &rule, &r);
    }
    r.p = first_impulse(w, &x->source, k.t, r.mu, r.pull);
    return r;
}

/* ---- impacts by the laws ---- */

static int compare(const void *a, const void *b)
{
    const rp_cd_impact *x = a, *y = b;
    if (x->interaction != y->interaction) return x->interaction < y->interaction ? -1 : 1;
    if (x->exponent != y->exponent) return x->exponent < y->exponent ? -1 : 1;
    return x->candidate < y->candidate ? -1 : x->candidate > y->candidate;
}

/* Laws change in stages, and by whoever watches a run. */
static rp_status renew_tables(rp_world *w, rp_cd_work *m, rp_error *err)
{
    if (m->tables && rp_impact_tables_hold(m->tables)) return RP_OK;
    rp_impact_tables_destroy(m->tables);
    return rp_impact_tables_create(w, &m->tables, err);
}

/* Coefficients by steps; what is given stays as given. */
static rp_collision_rule rule_by_steps(const rp_world *w, const contact *k, double alpha, double law_n, double law_t,
                                       int sticks)
{
    const int coulomb = k->t->shaped && rp_cd_restitution_coulomb(w, k->x);
    double speed = k->approach, slip = rp_vec_norm(k->slip);
    double eps_n = rp_collision_normal_by_law(k->x) ? law_n : rp_collision_given_normal(k->x, speed);
    rp_collision_rule rule = rp_collision_given(k->x, alpha, sticks ? 0 : eps_n, speed, slip);
    rule.sticks = sticks;
    if (!rp_collision_tangential_by_law(k->x) || sticks || coulomb) return rule;
    rule.eps_t = law_t;
    rule.mu = rp_collision_bound(k->x, alpha, &rule, speed, slip);
    return rule;
}

static rp_status add_impact(const rp_world *w, rp_cd_work *m, uint32_t candidate, rp_error *err)
{
    rp_cd_touch t;
    rp_cd_touch_of(w, &m->candidate[candidate].source, &t);
    const contact k = contact_of(w, &m->candidate[candidate].source, &t);
    const rp_impact_pair pair = pair_of(w, &t);
    rp_impact_table_answer found;
    rp_cd_impact *to = &m->impact_list[m->impact_count++];
    *to = (rp_cd_impact){.candidate = candidate, .interaction = (uint32_t)(k.x - w->interaction)};
    if (k.x->law[RP_NORMAL]->hereditary) return RP_OK;
    rp_status status = rp_impact_tables_read(m->tables, k.x, &pair, k.approach, rp_vec_norm(k.slip), &found, err);
    to->exponent = found.known ? BY_TABLE : rp_impact_steps_exponent(k.x, &pair, k.approach);
    if (found.known) to->rule = rule_by_steps(w, &k, pair.alpha, found.eps_n, found.eps_t, 0);
    return status;
}

static rp_status collect(rp_world *w, rp_cd_work *m, size_t count, rp_error *err)
{
    rp_status status = renew_tables(w, m, err);
    m->impact_count = 0;
    if (status) return status;
    if (!rp_memory_fit(&m->impact_list, &m->impact_capacity, count, sizeof *m->impact_list))
        return rp_memory_error(err, count * sizeof *m->impact_list, "impacts");
    for (size_t n = 0; n < m->candidate_count && !status; n++)
        if (m->candidate[n].waits) status = add_impact(w, m, (uint32_t)n, err);
    if (status) return status;
    qsort(m->impact_list, count, sizeof *m->impact_list, compare);
    for (size_t n = 0; n < count; n++) m->candidate[m->impact_list[n].candidate].impact = (uint32_t)n + 1;
    return RP_OK;
}

static rp_status solve_exact(rp_world *w, rp_cd_work *m, rp_cd_impact *i, rp_error *err)
{
    rp_cd_touch t;
    rp_cd_touch_of(w, &m->candidate[i->candidate].source, &t);
    contact k = contact_of(w, &m->candidate[i->candidate].source, &t);
    rp_impact_pair pair = pair_of(w, &t);
    return rp_collision_exact(k.x, &pair, k.approach, rp_vec_norm(k.slip), &i->rule, err);
}

static void solve_block(rp_world *w, rp_cd_work *m, rp_cd_impact *first, int count)
{
    rp_impact_block block = {.count = count};
    rp_cd_touch t[RP_BLOCK];
    contact k[RP_BLOCK];
    for (int c = 0; c < count; c++) {
        rp_cd_touch_of(w, &m->candidate[first[c].candidate].source, &t[c]);
        k[c] = contact_of(w, &m->candidate[first[c].candidate].source, &t[c]);
        block.pair[c] = pair_of(w, &t[c]);
        block.speed[c] = k[c].approach;
        block.slip[c] = rp_vec_norm(k[c].slip);
    }
    rp_collision_many(&w->interaction[first->interaction], first->exponent, &block);
    for (int c = 0; c < count; c++)
        first[c].rule = rule_by_steps(w, &k[c], block.pair[c].alpha, block.eps_n[c], block.eps_t[c], block.sticks[c]);
}

/* Impacts of one block: the same interaction and step. */
static size_t block_end(const rp_cd_work *m, size_t first)
{
    const rp_cd_impact *i = m->impact_list;
    size_t last = first + 1;
    while (last < m->impact_count && last < first + RP_BLOCK && i[last].interaction == i[first].interaction
           && i[last].exponent == i[first].exponent)
        last++;
    return last;
}

static rp_status solve_impacts(rp_world *w, rp_cd_work *m, rp_error *err)
{
    rp_status status = RP_OK;
#pragma omp parallel num_threads(m->setup.threads) if (m->impact_count > 4 * RP_BLOCK)
#pragma omp single
    for (size_t n = 0, end; n < m->impact_count && !status; n = end) {
        rp_cd_impact *first = &m->impact_list[n];
        end = n + 1;
        if (first->exponent == BY_TABLE) continue;
        int exact = w->interaction[first->interaction].law[RP_NORMAL]->hereditary != NULL;
        if (!exact) end = block_end(m, n);
        int count = (int)(end - n);
        if (exact) status = solve_exact(w, m, first, err);
        else {
#pragma omp task firstprivate(first, count)
            solve_block(w, m, first, count);
        }
    }
    return status;
}

rp_status rp_cd_terms_impacts(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    size_t count = 0;
    for (size_t n = 0; n < m->candidate_count; n++) count += m->candidate[n].waits;
    m->impact_count = 0;
    if (count == 0) return RP_OK;
    rp_status status = collect(w, m, count, err);
    return status ? status : solve_impacts(w, m, err);
}
