/* See coefficients.h. */
#include "methods/event/coefficients.h"
#include <math.h>
#include "base/memory.h"
#include "base/random.h"
#include "laws/interaction.h"
#include "methods/event/options.h"
#include "repose/restitution.h"

enum {
    KINDS_MOST = 16,
    DECADES = 12,
    FINE = 40,
    SPEEDS = DECADES * FINE + 1, /* eps_n: 1e-8 to 1e4 m/s; interpolation errs by at most 1e-5 */
    MAP_DECADES = 6,
    MAP_FINE = 6,
    MAP_SPEEDS = MAP_DECADES * MAP_FINE + 1, /* eps_t: 1e-4 to 1e2 m/s */
    RATIO_DECADES = 4,
    RATIO_FINE = 10,
    RATIOS = RATIO_DECADES * RATIO_FINE + 1 /* of slip to speed: 1e-2 to 1e2 */
};
static const double SPEED_LEAST = 1e-8, MAP_LEAST = 1e-4, RATIO_LEAST = 1e-2;

/* ---- constants ---- */

static int needs_table(const rp_interaction *x) { return isnan(x->eps_n) && x->eps_n_curve.kind == RP_CURVE_NONE; }

static rp_status make_rules(rp_event_coefficients *c, rp_error *err)
{
    const rp_world *w = c->world;
    c->rule = rp_memory_alloc((size_t)w->interaction_count, sizeof *c->rule);
    if (!c->rule) return rp_memory_error(err, sizeof *c->rule, "the coefficients of restitution");
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        if (needs_table(x) && !x->law[RP_NORMAL]) {
            rp_status status = rp_error_set(err, RP_INPUT, "the interaction of '%s' and '%s' has no restitution",
                                            w->material[x->a].name, w->material[x->b].name);
            rp_error_expected(err, "restitution: {normal: 0..1}, or a normal law that it follows from");
            return status;
        }
        c->rule[n] = (rp_event_rule){.eps_n = x->eps_n, .eps_t = x->eps_t, .friction = x->friction};
        if (isnan(x->eps_t)) c->rule[n].eps_t = x->friction > 0 ? 0 : 1;
    }
    return RP_OK;
}

/* ---- kinds ---- */

typedef struct kind {
    int material;
    double r, mass, inertia;
} kind;

static int same(const kind *a, const kind *b)
{
    return a->material == b->material && a->r == b->r && a->mass == b->mass && a->inertia == b->inertia;
}

static rp_status find_kinds(rp_event_coefficients *c, kind *list, rp_error *err)
{
    const rp_particles *p = &c->world->particles;
    c->kind = rp_memory_alloc(p->count, sizeof *c->kind);
    if (!c->kind) return rp_memory_error(err, p->count, "the kinds of particles");
    for (size_t i = 0; i < p->count; i++) {
        kind k = {p->material[i], p->row[i].r, p->mass[i], p->inertia[i]};
        int n = 0;
        while (n < c->kinds && !same(&list[n], &k)) n++;
        if (n == KINDS_MOST) {
            rp_status status = rp_error_set(err, RP_INPUT,
                                            "restitution from a contact law is tabulated for at most %d kinds of "
                                            "particles (equal material, radius and mass)",
                                            KINDS_MOST);
            rp_error_expected(err, "a constant restitution, or fewer sizes");
            return status;
        }
        if (n == c->kinds) list[c->kinds++] = k;
        c->kind[i] = (uint8_t)n;
    }
    return RP_OK;
}

/* ---- tables ---- */

static double step_of(double least, int fine, int n) { return least * pow(10, (double)n / fine); }

static rp_impact_pair pair_of(const kind *a, const kind *b)
{
    rp_impact_pair p = {a->mass, a->r, 1 / (1 + a->mass * a->r * a->r / a->inertia)};
    if (!b) return p;
    p.m_eff = a->mass * b->mass / (a->mass + b->mass);
    p.r_eff = a->r * b->r / (a->r + b->r);
    p.alpha = 1 / (1 + p.m_eff * (a->r * a->r / a->inertia + b->r * b->r / b->inertia));
    return p;
}

static rp_status fill_normal(const rp_interaction *x, const rp_impact_pair *pair, double *eps, rp_error *err)
{
    double speed[SPEEDS], none = 0;
    rp_impact *impact = rp_memory_alloc(SPEEDS, sizeof *impact);
    if (!impact) return rp_memory_error(err, SPEEDS * sizeof *impact, "a table of restitution");
    for (int n = 0; n < SPEEDS; n++) speed[n] = step_of(SPEED_LEAST, FINE, n);
    rp_status status = rp_restitution_table(x, pair, speed, SPEEDS, &none, 1, impact, err);
    for (int n = 0; n < SPEEDS && !status; n++) eps[n] = impact[n].sticks ? 0 : impact[n].eps_n;
    rp_memory_free(impact);
    return status;
}

static rp_status fill_map(const rp_interaction *x, const rp_impact_pair *pair, double *eps, rp_error *err)
{
    rp_status status = RP_OK;
    rp_impact impact[RATIOS];
    for (int n = 0; n < MAP_SPEEDS && !status; n++) {
        double speed = step_of(MAP_LEAST, MAP_FINE, n), slip[RATIOS];
        for (int k = 0; k < RATIOS; k++) slip[k] = speed * step_of(RATIO_LEAST, RATIO_FINE, k);
        status = rp_restitution_table(x, pair, &speed, 1, slip, RATIOS, impact, err);
        for (int k = 0; k < RATIOS && !status; k++) eps[n * RATIOS + k] = isnan(impact[k].eps_t) ? 0 : impact[k].eps_t;
    }
    return status;
}

static rp_status make_table(rp_event_coefficients *c, rp_event_coefficient_table *t, const kind *a, const kind *b,
                            int material, rp_error *err)
{
    const rp_world *w = c->world;
    int n = rp_world_interaction_index(w, a->material, material);
    if (n == UINT16_MAX || !needs_table(&w->interaction[n])) return RP_OK;
    const rp_interaction *x = &w->interaction[n];
    rp_impact_pair pair = pair_of(a, b);
    t->eps_n = rp_memory_alloc(SPEEDS, sizeof *t->eps_n);
    if (x->law[RP_TANGENTIAL] && isnan(x->eps_t)) t->eps_t = rp_memory_alloc(MAP_SPEEDS * RATIOS, sizeof *t->eps_t);
    if (!t->eps_n || (x->law[RP_TANGENTIAL] && isnan(x->eps_t) && !t->eps_t))
        return rp_memory_error(err, MAP_SPEEDS * RATIOS * sizeof(double), "a table of restitution");
    rp_status status = fill_normal(x, &pair, t->eps_n, err);
    return status || !t->eps_t ? status : fill_map(x, &pair, t->eps_t, err);
}

static rp_status make_tables(rp_event_coefficients *c, rp_error *err)
{
    kind list[KINDS_MOST];
    rp_status status = find_kinds(c, list, err);
    int columns = c->kinds + c->world->material_count;
    if (!status) c->table = rp_memory_alloc((size_t)(c->kinds * columns), sizeof *c->table);
    if (!status && !c->table) status = rp_memory_error(err, sizeof *c->table, "the tables of restitution");
    for (int a = 0; a < c->kinds && !status; a++) {
        for (int b = 0; b < c->kinds && !status; b++)
            status = make_table(c, &c->table[a * columns + b], &list[a], &list[b], list[b].material, err);
        for (int n = 0; n < c->world->wall_count && !status; n++) {
            int material = c->world->wall[n].material;
            rp_event_coefficient_table *t = &c->table[a * columns + c->kinds + material];
            if (!t->eps_n) status = make_table(c, t, &list[a], NULL, material, err);
        }
    }
    return status;
}

rp_status rp_event_coefficients_create(rp_event_coefficients *c, const rp_world *w, rp_error *err)
{
    *c = (rp_event_coefficients){.world = w, .below = w->option[RP_EVENT_BELOW], .above = w->option[RP_EVENT_ABOVE]};
    rp_status status = make_rules(c, err);
    int tables = 0;
    for (int n = 0; n < w->interaction_count; n++) tables |= needs_table(&w->interaction[n]);
    return status || !tables ? status : make_tables(c, err);
}

void rp_event_coefficients_destroy(rp_event_coefficients *c)
{
    for (int n = 0; c->table && n < c->kinds * (c->kinds + c->world->material_count); n++) {
        rp_memory_free(c->table[n].eps_n);
        rp_memory_free(c->table[n].eps_t);
    }
    rp_memory_free(c->rule);
    rp_memory_free(c->kind);
    rp_memory_free(c->table);
    *c = (rp_event_coefficients){0};
}

/* ---- reading tables ---- */

/* Place on a logarithmic scale of `count` points: the lower point; *rest: the fraction of the way to the next. */
static int place_on(double value, double least, int fine, int count, double *rest)
{
    double at = fine * log10(value / least);
    if (!(at > 0)) at = 0;
    if (at > count - 1) at = count - 1;
    int n = at < count - 1 ? (int)at : count - 2;
    *rest = at - n;
    return n;
}

static double mix(double a, double b, double share) { return a + share * (b - a); }

static void read_table(const rp_event_coefficient_table *t, double g_n, double g_t, rp_event_rule *rule)
{
    double part, share;
    int n = place_on(g_n, SPEED_LEAST, FINE, SPEEDS, &part);
    rule->eps_n = mix(t->eps_n[n], t->eps_n[n + 1], part);
    if (!t->eps_t) return;
    n = place_on(g_n, MAP_LEAST, MAP_FINE, MAP_SPEEDS, &part);
    int k = place_on(g_t / g_n, RATIO_LEAST, RATIO_FINE, RATIOS, &share);
    const double *low = &t->eps_t[n * RATIOS + k], *high = low + RATIOS;
    rule->eps_t = mix(mix(low[0], low[1], share), mix(high[0], high[1], share), part);
    if (!(g_t <= 100 * g_n))
        rule->eps_t = 1 - (1 - rule->eps_t) * 100 * g_n / g_t; /* beyond the table it slides all the time */
    rule->friction = 0;                                        /* the table has it already */
}

/* The density falls exponentially on both sides of the mode and is continuous there, so a side's weight is its scale.
 */
static double fluctuation(const rp_event_coefficients *c, uint32_t i, uint64_t draw)
{
    rp_random r = rp_random_stream(c->world->seed, RP_RANDOM_RESTITUTION, c->world->particles.id[i], draw);
    int up = rp_random_uniform(&r) * (c->below + c->above) >= c->below;
    double size = -log(1 - rp_random_uniform(&r));
    return up ? c->above * size : -c->below * size;
}

rp_event_rule rp_event_coefficients_find(const rp_event_coefficients *c, int interaction, uint32_t i, int64_t j,
                                         int material, double g_n, double g_t_square, uint64_t draw, int *stuck)
{
    const rp_world *w = c->world;
    const rp_curve *curve = &w->interaction[interaction].eps_n_curve;
    rp_event_rule rule = c->rule[interaction];
    *stuck = 0;
    if (curve->kind != RP_CURVE_NONE) rule.eps_n = rp_curve_value(curve, g_n);
    if (c->table) {
        int column = j < 0 ? c->kinds + material : c->kind[j];
        const rp_event_coefficient_table *t = &c->table[c->kind[i] * (c->kinds + w->material_count) + column];
        if (t->eps_n) read_table(t, g_n, g_t_square > 0 ? sqrt(g_t_square) : 0, &rule);
        *stuck = t->eps_n && rule.eps_n == 0;
    }
    if (c->below + c->above > 0 && !*stuck) rule.eps_n = fmax(0, rule.eps_n + fluctuation(c, i, draw));
    return rule;
}
