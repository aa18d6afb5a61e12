/* Energy that contacts give instead of taking it. Contacts that share a body in a step pass energy on to each other, so
 * that what one of them gives another may have taken: gains are those of clusters, bodies that impulses connect. An
 * impact by itself is a cluster of its own; nothing is netted between clusters. */
#include <math.h>
#include "methods/contact_dynamics/work.h"

#define ROUNDING 1e-12 /* of what contacts give one by one: what is left of works that cancel in a cluster */
#define LEAST 1e-9     /* of the energy turned over: below it, contact by contact, a step is not examined */

static uint32_t root_of(rp_cd_scratch *body, uint32_t i)
{
    while (body[i].parent != i) i = body[i].parent = body[body[i].parent].parent;
    return i;
}

static void bodies_of(const rp_cd_problem *q, const rp_cd_sort *x, uint32_t body[2])
{
    const rp_cd_batch *k = &q->batch[x->place / RP_CD_LANES];
    const int general = x->source.kind == RP_CD_GENERAL;
    body[0] = general ? q->general[x->place].a : k->a[x->place % RP_CD_LANES];
    body[1] = general ? q->general[x->place].b : k->b[x->place % RP_CD_LANES];
}

/* Impulses do not connect by what never moves. */
static void connect(rp_cd_work *m)
{
    const rp_cd_problem *q = &m->problem;
    for (uint32_t i = 0; i < q->body_count; i++) {
        m->scratch[i].parent = i;
        m->scratch[i].work = 0;
    }
    for (size_t n = 0; n < m->candidate_count; n++) {
        uint32_t body[2];
        bodies_of(q, &m->candidate[n], body);
        if (body[1] >= q->nothing) continue;
        m->scratch[root_of(m->scratch, body[1])].parent = root_of(m->scratch, body[0]);
    }
}

double rp_cd_gains_of(const rp_world *w, double given)
{
    rp_cd_work *m = w->method_state;
    double gained = 0, turnover = w->totals.start_energy + fabs(w->totals.normal) + fabs(w->totals.tangential);
    if (!(given > LEAST * turnover)) return 0;
    connect(m);
    for (size_t n = 0; n < m->candidate_count; n++) {
        uint32_t body[2];
        bodies_of(&m->problem, &m->candidate[n], body);
        m->scratch[root_of(m->scratch, body[0])].work += m->candidate[n].given;
    }
    for (size_t i = 0; i < m->problem.body_count; i++)
        if (m->scratch[i].work > ROUNDING * given) gained += m->scratch[i].work;
    return gained;
}
