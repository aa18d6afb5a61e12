/* See interaction.h. */
#include "laws/interaction.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "base/memory.h"

void rp_interaction_init(rp_interaction *x)
{
    *x = (rp_interaction){.a = -1,
                          .b = -1,
                          .friction = NAN,
                          .friction_static = NAN,
                          .friction_set = -1,
                          .eps_n = NAN,
                          .eps_t = NAN,
                          .eps_speed = NAN,
                          .below = NAN,
                          .above = NAN};
    for (int s = 0; s < RP_SLOT_COUNT; s++)
        for (int n = 0; n < RP_PARAM_MAX; n++) x->param[s][n] = NAN;
}

static rp_status slot_prepare(rp_interaction *x, rp_slot slot, const rp_law_input *shared, rp_error *err)
{
    const rp_law *law = x->law[slot];
    double param[RP_PARAM_MAX];
    for (int n = 0; n < law->param_count; n++)
        param[n] = isnan(x->param[slot][n]) ? law->param[n].preset : x->param[slot][n];
    rp_law_input in = *shared;
    in.param = param;
    rp_status status = law->prepare(&in, x->constant[slot], err);
    if (status) return status;
    x->eval[slot] = rp_law_evaluator(law, rp_isa_best());
    x->ranged |= law->range != NULL;
    return RP_OK;
}

static rp_status slot_place(rp_interaction *x, rp_slot slot, rp_error *err)
{
    if (!x->law[slot]) return RP_OK;
    const rp_law *law = x->law[slot];
    int rows = law->history_used ? law->history_used(x->constant[slot]) : law->history;
    if (x->history_width + rows > RP_HISTORY_MAX)
        return rp_error_set(err, RP_INPUT, "the laws of one contact need more than %d numbers of history",
                            RP_HISTORY_MAX);
    x->history[slot] = x->history_width;
    if (law->antisymmetric) x->antisymmetric |= (law->antisymmetric & ((1u << rows) - 1u)) << x->history_width;
    x->history_width += rows;
    return RP_OK;
}

/* Long histories, which are of normal laws and even, come last: the bits of `antisymmetric` are 32. */
static rp_status place(rp_interaction *x, rp_error *err)
{
    rp_status status = RP_OK;
    x->history_width = 0;
    x->antisymmetric = 0;
    for (rp_slot s = RP_NORMAL + 1; s < RP_SLOT_COUNT && !status; s++) status = slot_place(x, s, err);
    return status ? status : slot_place(x, RP_NORMAL, err);
}

/* Normal stiffness of a law that has one for all overlaps. */
static double constant_stiffness(const rp_law *law, const double *constant)
{
    rp_block b = {.count = RP_BLOCK};
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}};
    if (law->varies || law->hereditary) return 0; /* that of a hereditary law may depend on the mass */
    for (int c = 0; c < RP_BLOCK; c++) {
        b.ex[c] = b.m_eff[c] = b.r_eff[c] = 1;
        b.xi[c] = 1e-6;
    }

    law->eval(&b, constant, history, 0);
    return b.kn[0];
}

rp_status rp_interaction_prepare_world(rp_interaction *x, const rp_world *world, int discs, rp_error *err)
{
    return rp_interaction_prepare_pair(x, &world->material[x->a], &world->material[x->b], world->dimension, discs, err);
}

rp_status rp_interaction_prepare_pair(rp_interaction *x, const rp_material *a, const rp_material *b, int dimension,
                                      int discs, rp_error *err)
{
    x->material[0] = *a;
    x->material[1] = *b;
    x->dimension = dimension;
    x->discs = discs;
    return rp_interaction_prepare(x, err);
}

/* Without tangential force no coefficient of friction acts, in no method. */
static void drop_friction(rp_interaction *x)
{
    if (!x->law[RP_TANGENTIAL] || strcmp(x->law[RP_TANGENTIAL]->name, "none") != 0) return;
    x->friction = x->friction_static = 0;
    x->friction_curve.kind = RP_CURVE_NONE;
}

int rp_interaction_same_rule(const rp_interaction *x, const rp_interaction *y)
{
    const double a[] = {x->friction, x->friction_static, x->eps_n, x->eps_t, x->eps_speed},
                 b[] = {y->friction, y->friction_static, y->eps_n, y->eps_t, y->eps_speed};
    return memcmp(x->law, y->law, sizeof x->law) == 0 && memcmp(x->param, y->param, sizeof x->param) == 0
           && memcmp(a, b, sizeof a) == 0 && x->unbounded == y->unbounded
           && memcmp(&x->friction_curve, &y->friction_curve, sizeof x->friction_curve) == 0
           && memcmp(&x->eps_n_curve, &y->eps_n_curve, sizeof x->eps_n_curve) == 0;
}

rp_status rp_interaction_prepare(rp_interaction *x, rp_error *err)
{
    rp_law_input in = {
        .a = &x->material[0],
        .b = &x->material[1],
        .dimension = x->dimension,
        .discs = x->discs,
        .eps_n = x->eps_n,
        .eps_t = x->eps_t,
        .eps_speed = x->eps_speed,
        .friction = x->friction,
    };
    if (x->friction_curve.kind) x->friction = rp_curve_value(&x->friction_curve, 0);
    if (isnan(x->friction)) x->unbounded = isnan(x->friction_static);
    if (isnan(x->friction)) x->friction = isnan(x->friction_static) ? 0 : x->friction_static;
    if (isnan(x->friction_static)) x->friction_static = x->friction;
    drop_friction(x);
    x->ranged = 0;
    for (rp_slot s = 0; s < RP_SLOT_COUNT; s++) {
        if (!x->law[s]) continue;
        rp_status status = slot_prepare(x, s, &in, err);
        if (status) return status;
        if (s == RP_NORMAL) x->stiffness = constant_stiffness(x->law[s], x->constant[s]);
        if (s == RP_NORMAL) {
            in.normal = x->law[s];
            in.normal_constant = x->constant[s];
        }
    }
    return place(x, err);
}

double rp_interaction_contact_time(const rp_interaction *x, double m_eff, double r_eff, double v)
{
    if (!x->law[RP_NORMAL]) return INFINITY;
    return x->law[RP_NORMAL]->contact_time(x->constant[RP_NORMAL], m_eff, r_eff, v);
}

double rp_interaction_cutoff(const rp_interaction *x, double r_eff)
{
    double cutoff = 0;
    for (int s = 0; s < RP_SLOT_COUNT; s++) {
        const rp_law *law = x->law[s];
        if (law && law->range) cutoff = fmax(cutoff, law->range(x->constant[s], r_eff));
    }
    return cutoff;
}

double rp_interaction_stiffness(const rp_interaction *x) { return x->stiffness; }

/* ---- one by one ---- */

rp_status rp_interaction_create(rp_laws *laws, rp_interaction **x, rp_error *err)
{
    rp_error_clear(err);
    *x = rp_memory_alloc(1, sizeof **x);
    if (!*x) return rp_memory_error(err, sizeof **x, "an interaction");
    rp_interaction_init(*x);
    (*x)->laws = rp_laws_hold(laws);
    (*x)->dimension = 3;
    return RP_OK;
}

void rp_interaction_destroy(rp_interaction *x)
{
    if (!x) return;
    rp_laws_destroy(x->laws);
    rp_memory_free(x);
}

void rp_interaction_materials_set(rp_interaction *x, const rp_material *a, const rp_material *b)
{
    x->material[0] = *a;
    x->material[1] = *b;
}

const rp_material *rp_interaction_material(const rp_interaction *x, int side) { return &x->material[side]; }

const rp_law *rp_interaction_law(const rp_interaction *x, rp_slot slot) { return x->law[slot]; }

rp_status rp_interaction_law_set(rp_interaction *x, rp_slot slot, const char *name, rp_error *err)
{
    const rp_law *law;
    rp_status status = rp_laws_choose(x->laws, slot, name, &law, err);
    if (status || law == x->law[slot]) return status;
    x->law[slot] = law;
    for (int n = 0; n < RP_PARAM_MAX; n++) x->param[slot][n] = NAN;
    return RP_OK;
}

static rp_status out_of_range(const rp_law *law, const rp_param *p, double value, rp_error *err)
{
    rp_error_set(err, RP_INPUT, "the parameter '%s' of the %s law is %g", p->name, law->name, value);
    rp_error_key(err, p->name);
    rp_error_expected(err, "a number from %g to %g (%s)", p->least < 1e-300 && p->least > 0 ? 0 : p->least, p->most,
                      p->unit);
    return RP_INPUT;
}

static double highest(const rp_param *p)
{
    int count = 0;
    while (p->kind == RP_PARAM_CHOICE && p->choice(count)) count++;
    return p->kind == RP_PARAM_NUMBER ? p->most : p->kind == RP_PARAM_FLAG ? 1 : count - 1;
}

rp_status rp_interaction_param_set(rp_interaction *x, rp_slot slot, const char *name, double value, rp_error *err)
{
    const rp_law *law = x->law[slot];
    const char *names[RP_PARAM_MAX];
    if (!law)
        return rp_error_set(err, RP_INPUT, "the parameter '%s' needs a %s law, and there is none", name,
                            rp_slot_name(slot));
    for (int n = 0; n < law->param_count; n++) {
        const rp_param *p = &law->param[n];
        names[n] = p->name;
        if (strcmp(p->name, name) != 0) continue;
        if (!(value >= (p->kind == RP_PARAM_NUMBER ? p->least : 0) && value <= highest(p)))
            return out_of_range(law, p, value, err);
        x->param[slot][n] = value;
        return RP_OK;
    }
    rp_error_set(err, RP_INPUT, "the %s law '%s' has no parameter '%s'", rp_slot_name(slot), law->name, name);
    rp_error_nearest(err, name, names, law->param_count);
    return RP_INPUT;
}

void rp_interaction_friction_set(rp_interaction *x, double sliding, double at_rest)
{
    if (!isnan(sliding) || !isnan(at_rest)) x->unbounded = 0;
    if (!isnan(sliding)) {
        x->friction = sliding;
        x->friction_static = NAN;
        x->friction_curve.kind = RP_CURVE_NONE;
    }
    if (!isnan(at_rest)) x->friction_static = at_rest;
}

void rp_interaction_restitution_set(rp_interaction *x, double eps_n, double eps_t, double speed)
{
    if (!isnan(eps_n)) x->eps_n = eps_n;
    if (!isnan(eps_t)) x->eps_t = eps_t;
    if (!isnan(speed)) x->eps_speed = speed;
}
