/* See collision.h. */
#include "laws/collision.h"
#include <math.h>
#include <string.h>
#include "laws/impact.h"
#include "laws/impact_steps.h"
#include "laws/plain.h"

#define BESIDE 1e-2 /* of the slip: as far as steps may have a jump of eps_t in another place */
#define JUMP 2e-2   /* of eps_t: smaller ones are left to the steps */

/* ---- what the laws decide ---- */

static int is_law(const rp_law *law, const char *name) { return strcmp(law->name, name) == 0; }

/* The damping of these follows from the restitution that is given, so that an impact at any speed and of any masses
 * comes back with it. Of others the number is one of their parameters, or nothing. */
static int gives_back(const rp_law *normal) { return is_law(normal, "linear") || is_law(normal, "hertz"); }

int rp_collision_normal_by_law(const rp_interaction *x)
{
    if (!x->law[RP_NORMAL] || x->eps_n_curve.kind) return 0;
    return isnan(x->eps_n) || !isnan(x->eps_speed) || x->law[RP_ADHESION] != NULL || !gives_back(x->law[RP_NORMAL]);
}

int rp_collision_tangential_by_law(const rp_interaction *x)
{
    const rp_law *normal = x->law[RP_NORMAL], *tangential = x->law[RP_TANGENTIAL];
    if (!normal || !tangential || x->eps_n_curve.kind || !isnan(x->eps_t) || is_law(tangential, "none")) return 0;
    return !normal->hereditary || is_law(tangential, "coulomb");
}

/* ---- friction that depends on the speed of slip ---- */

typedef struct slide {
    double slip; /* m/s; 0: at rest */
    double push; /* P_n / (alpha m_eff) that is left, m/s */
} slide;

/* mu(u) = end + D exp(-u / s): u + s ln mu(u) falls by end times the push, or e^(u/s) by D / s times it if end is 0. */
static void slide_exponential(const rp_curve *curve, slide *now)
{
    const double s = curve->speed, end = curve->end, D = curve->start - end, fast = exp(-now->slip / s);
    double whole = end > 0 ? (now->slip + s * log((end + D * fast) / curve->start)) / end : s / D * (1 / fast - 1);
    if (!(whole > now->push)) {
        now->slip = 0;
        now->push -= whole;
        return;
    }
    double x = end * now->push / s;
    now->slip += end > 0 ? s * log1p(D / end * (fast - exp(x - now->slip / s))) - s * x
                         : s * log1p(-D * fast * now->push / s);
    now->push = 0;
}

/* mu(u) = mu_low + slope (u - low) down to `low`: mu falls by exp(-slope push). */
static void slide_linear(double low, double mu_low, double slope, slide *now)
{
    double mu = mu_low + slope * (now->slip - low), way = now->slip - low, x = slope * way / mu_low;
    double whole = !(mu_low > 0 && mu > 0) ? INFINITY : way / mu_low * (fabs(x) > 1e-8 ? log1p(x) / x : 1 - 0.5 * x);
    if (whole <= now->push) {
        now->slip = low;
        now->push -= whole;
        return;
    }
    double y = slope * now->push;
    now->slip -= mu * now->push * (fabs(y) > 1e-8 ? -expm1(-y) / y : 1 - 0.5 * y);
    now->push = 0;
}

static void slide_table(const rp_curve *curve, slide *now)
{
    for (int n = curve->count - 1; n >= 0 && now->push > 0; n--) {
        double low = curve->at[n], mu = curve->value[n];
        double slope = n < curve->count - 1 ? (curve->value[n + 1] - mu) / (curve->at[n + 1] - low) : 0;
        if (now->slip > low) slide_linear(low, mu, slope, now);
    }
    if (now->slip > 0 && now->push > 0) slide_linear(0, curve->value[0], 0, now);
}

double rp_collision_friction(const rp_interaction *x, double alpha, double push, double slip)
{
    const rp_curve *curve = &x->friction_curve;
    if (curve->kind == RP_CURVE_NONE || !(push > 0)) return x->friction;
    slide now = {slip, push / alpha};
    if (slip > 0 && curve->kind == RP_CURVE_EXPONENTIAL && curve->start != curve->end) slide_exponential(curve, &now);
    else if (slip > 0 && curve->kind == RP_CURVE_TABLE) slide_table(curve, &now);
    else slide_linear(0, rp_curve_value(curve, 0), 0, &now);
    return (alpha * (slip - now.slip) + rp_curve_value(curve, 0) * alpha * now.push) / push;
}

/* ---- rules ---- */

static int has_friction(const rp_interaction *x) { return x->friction > 0 || x->friction_curve.kind != RP_CURVE_NONE; }

int rp_collision_rough(const rp_interaction *x) { return x->unbounded && !isnan(x->eps_t) && x->eps_t != 1; }

int rp_collision_smooth(const rp_interaction *x) { return !isnan(x->eps_t) && !x->unbounded && !has_friction(x); }

double rp_collision_given_normal(const rp_interaction *x, double speed)
{
    if (x->eps_n_curve.kind) return rp_curve_value(&x->eps_n_curve, speed);
    return isnan(x->eps_n) ? 0 : x->eps_n;
}

rp_collision_rule rp_collision_given(const rp_interaction *x, double alpha, double eps_n, double speed, double slip)
{
    rp_collision_rule c = {.eps_n = eps_n, .eps_t = x->eps_t};
    if (isnan(c.eps_t)) c.eps_t = has_friction(x) ? 0 : 1;
    c.mu = rp_collision_rough(x) ? RP_COLLISION_UNBOUNDED : rp_collision_friction(x, alpha, (1 + eps_n) * speed, slip);
    return c;
}

double rp_collision_bound(const rp_interaction *x, double alpha, const rp_collision_rule *c, double speed, double slip)
{
    return fmax(x->friction, (1 - c->eps_t) * alpha * slip / ((1 + c->eps_n) * speed));
}

/* An impact that the exact way does not follow to its end, by steps. One that does not end there either sticks. */
static rp_impact by_steps(const rp_interaction *x, const rp_impact_pair *pair, double speed, double slip)
{
    rp_impact_block b = {.count = 1, .pair = {*pair}, .speed = {speed}, .slip = {slip}};
    rp_impact_steps_solve(x, rp_impact_steps_exponent(x, pair, speed), &b);
    return (rp_impact){.speed = speed,
                       .slip = slip,
                       .eps_n = b.eps_n[0],
                       .eps_t = slip > 0 && !b.sticks[0] ? b.eps_t[0] : NAN,
                       .contact_time = b.sticks[0] ? INFINITY : NAN,
                       .sticks = b.sticks[0]};
}

rp_status rp_collision_impact(const rp_interaction *x, const rp_impact_pair *pair, double speed, double slip,
                              rp_impact *impact, rp_error *err)
{
    const int hereditary = x->law[RP_NORMAL]->hereditary != NULL;
    rp_status status = hereditary ? rp_restitution_impact(x, pair, speed, slip, impact, err)
                                  : rp_impact_solve(x, pair, speed, slip, RP_IMPACT_TOLERANCE, impact, err);
    if (status != RP_FAILED) return status;
    *impact = hereditary
                  ? (rp_impact){.speed = speed, .slip = slip, .eps_t = NAN, .contact_time = INFINITY, .sticks = 1}
                  : by_steps(x, pair, speed, slip);
    return RP_OK;
}

/* ---- many impacts ---- */

static int may_jump(const rp_interaction *x)
{
    return x->law[RP_TANGENTIAL] && (x->friction_static > x->friction || x->friction_curve.kind != RP_CURVE_NONE);
}

/* The same impacts with other slips. */
static void solve_beside(const rp_interaction *x, int exponent, const rp_impact_block *impacts, double part,
                         rp_impact_block *to)
{
    *to = *impacts;
    for (int c = 0; c < to->count; c++) to->slip[c] *= 1 + part;
    rp_impact_steps_solve(x, exponent, to);
}

/* eps_t of an impact and of those beside it lie on a curve, but for what a jump adds. Steps that let loose a step later
 * shake it by up to 4e-3. */
static int jumps(const rp_impact_block *b, const rp_impact_block *low, const rp_impact_block *high, int c)
{
    if (b->sticks[c] || low->sticks[c] || high->sticks[c] || !(b->slip[c] > 0)) return 0;
    return fabs(low->eps_t[c] - 2 * b->eps_t[c] + high->eps_t[c]) > JUMP;
}

void rp_collision_many(const rp_interaction *x, int exponent, rp_impact_block *b)
{
    rp_impact_block low, high;
    rp_impact_steps_solve(x, exponent, b);
    if (!may_jump(x)) return;
    solve_beside(x, exponent, b, -BESIDE, &low);
    solve_beside(x, exponent, b, BESIDE, &high);
    for (int c = 0; c < b->count; c++) {
        rp_impact impact;
        if (!jumps(b, &low, &high, c)
            || rp_impact_solve(x, &b->pair[c], b->speed[c], b->slip[c], RP_IMPACT_TOLERANCE, &impact, NULL))
            continue;
        b->sticks[c] = impact.sticks;
        b->eps_n[c] = impact.eps_n;
        b->eps_t[c] = impact.sticks ? 0 : impact.eps_t;
    }
}

rp_status rp_collision_exact(const rp_interaction *x, const rp_impact_pair *pair, double speed, double slip,
                             rp_collision_rule *c, rp_error *err)
{
    rp_impact impact;
    int normal = rp_collision_normal_by_law(x), tangential = rp_collision_tangential_by_law(x) && slip > 0;
    *c = rp_collision_given(x, pair->alpha, rp_collision_given_normal(x, speed), speed, slip);
    if (!normal && !tangential) return RP_OK;
    rp_status status = rp_collision_impact(x, pair, speed, tangential ? slip : 0, &impact, err);
    if (status) return status;
    double eps_n = normal ? impact.eps_n : c->eps_n;
    *c = rp_collision_given(x, pair->alpha, eps_n, speed, slip);
    c->sticks = impact.sticks;
    if (!tangential || impact.sticks) return RP_OK;
    c->eps_t = impact.eps_t;
    c->mu = rp_collision_bound(x, pair->alpha, c, speed, slip);
    return RP_OK;
}
