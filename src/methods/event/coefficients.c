/* See coefficients.h. */
#include "methods/event/coefficients.h"
#include <math.h>
#include "base/memory.h"
#include "base/random.h"
#include "methods/event/options.h"
#include "methods/method.h"
#include "repose/bounce.h"

static rp_status no_restitution(const rp_world *w, const rp_interaction *x, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT, "the interaction of '%s' and '%s' has no restitution",
                                    w->material[x->a].name, w->material[x->b].name);
    rp_error_expected(err, "restitution: {normal: 0..1}, or a normal law that it follows from");
    rp_method_error_rule(err, w, x, "restitution");
    return status;
}

static rp_event_law law_of(const rp_world *w, const rp_interaction *x)
{
    rp_event_law law = {.normal = rp_collision_normal_by_law(x), .tangential = rp_collision_tangential_by_law(x)};
    rp_collision_rule rule = rp_collision_given(x, 1, x->eps_n, 0, 0);
    law.rule = (rp_event_rule){.eps_n = rule.eps_n, .eps_t = rule.eps_t, .friction = rule.mu};
    law.below = isnan(x->below) ? w->option[RP_EVENT_BELOW] : x->below;
    law.above = isnan(x->above) ? w->option[RP_EVENT_ABOVE] : x->above;
    law.varies = law.normal || law.tangential || x->eps_n_curve.kind || x->friction_curve.kind;
    return law;
}

rp_status rp_event_coefficients_create(rp_event_coefficients *c, const rp_world *w, rp_impact_maps **kept,
                                       rp_error *err)
{
    *c = (rp_event_coefficients){.world = w};
    c->law = rp_memory_alloc((size_t)w->interaction_count, sizeof *c->law);
    if (!c->law) return rp_memory_error(err, sizeof *c->law, "the coefficients of restitution");
    int maps = 0;
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        if (isnan(x->eps_n) && !x->eps_n_curve.kind && !x->law[RP_NORMAL]) return no_restitution(w, x, err);
        c->law[n] = law_of(w, x);
        maps |= c->law[n].normal || c->law[n].tangential;
    }
    if (maps && kept && *kept && rp_impact_maps_hold(*kept)) {
        c->maps = *kept;
        *kept = NULL;
        return rp_impact_maps_recount(c->maps, err);
    }
    return maps ? rp_impact_maps_create(w, w->option[RP_EVENT_ERROR], &c->maps, err) : RP_OK;
}

void rp_event_coefficients_destroy(rp_event_coefficients *c)
{
    rp_memory_free(c->law);
    rp_impact_maps_destroy(c->maps);
    *c = (rp_event_coefficients){0};
}

/* The density falls exponentially on both sides of the mode and is continuous there, so a side's weight is its scale.
 */
static double fluctuation(const rp_event_coefficients *c, const rp_event_law *law, uint32_t i, uint64_t draw)
{
    rp_random r = rp_random_stream(c->world->seed, RP_RANDOM_RESTITUTION, c->world->particles.id[i], draw);
    int up = rp_random_uniform(&r) * (law->below + law->above) >= law->below;
    double size = -log(1 - rp_random_uniform(&r));
    return up ? law->above * size : -law->below * size;
}

static double measured(const rp_event_coefficients *c, const rp_measured *m, double g_n, uint32_t i, uint64_t draw)
{
    const rp_fluctuation_table table = {m->bins, m->samples, m->edge, m->value};
    return rp_fluctuation_table_draw(&table, g_n, c->world->seed, c->world->particles.id[i], draw);
}

static rp_status normal(const rp_event_coefficients *c, const rp_interaction *x, int by_law, uint32_t i, int64_t j,
                        double g_n, double *eps_n, int *stuck, rp_error *err)
{
    if (by_law) return rp_impact_maps_normal(c->maps, x, i, j, g_n, eps_n, stuck, err);
    *eps_n = rp_collision_given_normal(x, g_n);
    return RP_OK;
}

static rp_status tangential(const rp_event_coefficients *c, const rp_interaction *x, int by_law, uint32_t i, int64_t j,
                            double inv_alpha, double g_n, double g_t, rp_event_rule *rule, rp_error *err)
{
    if (by_law) {
        rule->friction = RP_COLLISION_UNBOUNDED; /* the map has it already */
        return rp_impact_maps_tangential(c->maps, x, i, j, rule->eps_n, g_n, g_t, &rule->eps_t, err);
    }
    if (x->friction_curve.kind) rule->friction = rp_collision_friction(x, 1 / inv_alpha, (1 + rule->eps_n) * g_n, g_t);
    return RP_OK;
}

rp_status rp_event_coefficients_find(const rp_event_coefficients *c, int interaction, uint32_t i, int64_t j,
                                     double inv_alpha, double g_n, double g_t_square, uint64_t draw,
                                     rp_event_rule *rule, int *stuck, rp_error *err)
{
    const rp_event_law *law = &c->law[interaction];
    const rp_interaction *x = &c->world->interaction[interaction];
    rp_status status = RP_OK;
    *rule = law->rule;
    *stuck = 0;
    if (law->varies) status = normal(c, x, law->normal, i, j, g_n, &rule->eps_n, stuck, err);
    if (x->measured.bins) rule->eps_n = measured(c, &x->measured, g_n, i, draw);
    else if (law->below + law->above > 0 && !*stuck) rule->eps_n = fmax(0, rule->eps_n + fluctuation(c, law, i, draw));
    if (status || !law->varies || !(g_t_square > 0)) return status;
    return tangential(c, x, law->tangential && !*stuck, i, j, inv_alpha, g_n, sqrt(g_t_square), rule, err);
}
