/* See repose/restitution.h. */
#include "repose/restitution.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "laws/collision.h"
#include "laws/fractional.h"
#include "laws/impact.h"
#include "laws/rolling.h"
#include "laws/root.h"

rp_impact_pair rp_restitution_spheres(double r_a, double density_a, double r_b, double density_b)
{
    double m_a = 4.0 / 3.0 * M_PI * density_a * r_a * r_a * r_a, m_b = 4.0 / 3.0 * M_PI * density_b * r_b * r_b * r_b;
    rp_impact_pair pair = {.m_eff = m_a, .r_eff = r_a, .alpha = 2.0 / 7.0};
    if (isfinite(r_b)) {
        pair.m_eff = m_a * m_b / (m_a + m_b);
        pair.r_eff = r_a * r_b / (r_a + r_b);
    }

    return pair;
}

rp_impact_pair rp_restitution_bodies(const rp_impact_body *a, const rp_impact_body *b)
{
    double inverse = 1 / a->mass, turn = a->radius * a->radius / a->inertia, r_eff = a->radius;
    if (isfinite(b->radius)) {
        inverse += 1 / b->mass;
        turn += b->radius * b->radius / b->inertia;
        r_eff = a->radius * b->radius / (a->radius + b->radius);
    }
    return (rp_impact_pair){.m_eff = 1 / inverse, .r_eff = r_eff, .alpha = 1 / (1 + turn / inverse)};
}

/* Sliding friction of a hereditary impact is mu |fn|, also while the law pulls: with tension fn turns its sign where
 * the contact without tension ends, at the speed free, and takes free - eps back. Friction by speed: its mean
 * (laws/collision.h). */
static double hereditary_slip(const rp_interaction *laws, double alpha, double eps, double speed, double slip)
{
    const double *constant = laws->constant[RP_NORMAL];
    rp_fractional_impact free = {.eps = eps};
    if (constant[RP_FRACTIONAL_TENSION] != 0) rp_fractional_impact_exact(constant[RP_FRACTIONAL_ALPHA], 0, &free);
    const double push = (1 + 2 * free.eps - eps) * speed;
    return fmax(0, 1 - rp_collision_friction(laws, alpha, push, slip) * push / (alpha * slip));
}

/* The hereditary law has its own exact solution [Leszczynski2003, errata 55]. Friction: none, or sliding all the time.
 */
static rp_status hereditary_impact(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double slip,
                                   rp_impact *impact, rp_error *err)
{
    const double *constant = laws->constant[RP_NORMAL];
    const rp_law *friction = laws->law[RP_TANGENTIAL];
    double T = rp_fractional_time(constant, pair->m_eff), eps_t = 1;
    rp_fractional_impact e;
    int parts = rp_fractional_impact_exact(constant[RP_FRACTIONAL_ALPHA], constant[RP_FRACTIONAL_TENSION] != 0, &e);
    if (friction && strcmp(friction->name, "coulomb") == 0)
        eps_t = slip > 0 ? hereditary_slip(laws, pair->alpha, e.eps, speed, slip) : 1;
    else if (slip > 0 && friction && strcmp(friction->name, "none") != 0) {
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "eps_t of a hereditary contact is known for sliding friction only");
        rp_error_expected(err, "the tangential law none or coulomb, or no slip");
        return status;
    }
    if (laws->law[RP_ADHESION])
        return rp_error_set(err, RP_INPUT, "the impact of a hereditary contact is not known with an adhesion law");
    *impact = (rp_impact){
        .speed = speed,
        .slip = slip,
        .eps_n = e.eps,
        .eps_t = parts && slip > 0 ? eps_t : NAN,
        .contact_time = parts ? T * e.time : INFINITY,
        .max_overlap = speed * T * e.overlap,
        .max_force = pair->m_eff * speed / T * e.force,
        .sticks = !parts,
    };
    return RP_OK;
}

/* An impact is integrated in continuous time: of histories, that needs to know the springs of tangential laws. */
static rp_status check_histories(const rp_interaction *laws, double slip, rp_error *err)
{
    const rp_law *normal = laws->law[RP_NORMAL], *adhesion = laws->law[RP_ADHESION], *law = NULL;
    const rp_law *tangential = slip > 0 ? laws->law[RP_TANGENTIAL] : NULL;
    if (normal->history && !normal->adhesive) law = normal;
    if (adhesion && adhesion->history) law = adhesion;
    if (tangential && tangential->history && !tangential->spring && !tangential->hysteretic) law = tangential;
    if (!law) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT,
                                    "an impact with the %s law '%s' cannot be integrated: its history "
                                    "is not known to be a spring",
                                    rp_slot_name(law->slot), law->name);
    rp_error_expected(err, "laws without history, or tangential ones with .spring = 1");
    return status;
}

rp_status rp_restitution_impact(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double slip,
                                rp_impact *impact, rp_error *err)
{
    if (!laws->law[RP_NORMAL]) return rp_error_set(err, RP_INPUT, "there is no normal law");
    if (!(speed > 0 && slip >= 0 && isfinite(speed) && isfinite(slip)))
        return rp_error_set(err, RP_INPUT, "an impact needs a speed > 0 and a slip >= 0, not %g and %g m/s", speed,
                            slip);
    if (laws->law[RP_NORMAL]->hereditary) return hereditary_impact(laws, pair, speed, slip, impact, err);
    rp_status status = check_histories(laws, slip, err);
    return status ? status : rp_impact_solve(laws, pair, speed, slip, RP_IMPACT_TOLERANCE, impact, err);
}

static rp_status sticks(const rp_interaction *laws, const rp_impact_pair *pair, double speed, int *yes, rp_error *err)
{
    rp_impact impact;
    rp_status status = rp_restitution_impact(laws, pair, speed, 0, &impact, err);
    *yes = !status && impact.sticks;
    return status;
}

rp_status rp_restitution_sticking_speed(const rp_interaction *laws, const rp_impact_pair *pair, double *speed,
                                        rp_error *err)
{
    double low = 1e-9, high = low;
    int yes;
    *speed = 0;
    rp_status status = sticks(laws, pair, low, &yes, err);
    while (!status && yes && high < 1e6) {
        low = high;
        high *= 2;
        status = sticks(laws, pair, high, &yes, err);
    }

    if (status || high == low) return status;
    if (yes) *speed = INFINITY;
    if (yes) return RP_OK;
    while (!status && high - low > 1e-13 * high) {
        double middle = 0.5 * (low + high);
        status = sticks(laws, pair, middle, &yes, err);
        if (yes) low = middle;
        else high = middle;
    }
    *speed = high;
    return status;
}

rp_status rp_restitution_table(const rp_interaction *laws, const rp_impact_pair *pair, const double *speed, int speeds,
                               const double *slip, int slips, rp_impact *impact, rp_error *err)
{
    rp_status worst = RP_OK;
#pragma omp parallel for schedule(dynamic)
    for (int n = 0; n < speeds * slips; n++) {
        rp_error own;
        rp_status status = rp_restitution_impact(laws, pair, speed[n % speeds], slip[n / speeds], &impact[n], &own);
        if (!status) continue;
#pragma omp critical(rp_restitution)
        {
            worst = status;
            if (err) *err = own;
        }
    }
    return worst;
}

double rp_restitution_coulomb(double mu, double alpha, double eps_n, double speed, double slip)
{
    return fmax(0, 1 - mu / alpha * (1 + eps_n) * fabs(speed) / fabs(slip));
}

/* What 1 - eps_n of two equal spheres is for a rolling friction of 1 m at 1 m/s, but for the power of the speed. */
static double rolling_ratio(double speed, double young, double poisson, double radius, double density)
{
    double rho = 2 * young * sqrt(radius / 2) / (3 * (1 - poisson * poisson)),
           mass = 4.0 / 3.0 * M_PI * density * radius * radius * radius;
    double b = 1.5 * RP_ROLLING_LOSS * pow(2, 0.4); /* 2.283 */
    return b / speed * pow(rho / mass, 0.4) * pow(speed, 0.2);
}

double rp_restitution_from_rolling(double rolling, double speed, double young, double poisson, double radius,
                                   double density)
{
    return 1 - rolling * rolling_ratio(speed, young, poisson, radius, density);
}

double rp_restitution_to_rolling(double eps, double speed, double young, double poisson, double radius, double density)
{
    return (1 - eps) / rolling_ratio(speed, young, poisson, radius, density);
}

static const double ROOT_MOST = 1e-9; /* of a coefficient that was searched for; impacts have some 1e-12 */

typedef struct question {
    rp_interaction laws;
    const rp_impact_pair *pair;
    int param;
    double eps, speed;
    rp_status status;
    rp_error *err;
} question;

static double excess(void *context, double value)
{
    question *q = context;
    rp_impact impact = {0};
    rp_error own;
    q->laws.param[RP_NORMAL][q->param] = value;
    if (!q->status) q->status = rp_interaction_prepare(&q->laws, q->err);
    if (q->status) return NAN;
    rp_status status = rp_restitution_impact(&q->laws, q->pair, q->speed, 0, &impact, &own);
    if (status == RP_FAILED) return -q->eps; /* overdamped with tension: it never ends */
    q->status = status;
    if (status && q->err) *q->err = own;
    return impact.eps_n - q->eps;
}

static rp_status param_find(const rp_law *law, const char *name, int *index, rp_error *err)
{
    const char *names[RP_PARAM_MAX];
    for (*index = 0; *index < law->param_count; ++*index) {
        names[*index] = law->param[*index].name;
        if (strcmp(law->param[*index].name, name) == 0) return RP_OK;
    }
    rp_status status = rp_error_set(err, RP_INPUT, "the %s law has no parameter '%s'", law->name, name);
    rp_error_nearest(err, name, names, law->param_count);
    return status;
}

rp_status rp_restitution_inverse(const rp_interaction *laws, const rp_impact_pair *pair, const char *parameter,
                                 double eps, double speed, double *value, rp_error *err)
{
    question q = {.laws = *laws, .pair = pair, .eps = eps, .speed = speed, .err = err};
    rp_status status = param_find(laws->law[RP_NORMAL], parameter, &q.param, err);
    if (status) return status;
    q.laws.eps_n = NAN; /* the parameter takes its place */
    double low = 0, f_low = excess(&q, low), without = f_low, high = 1e-12, f_high = excess(&q, high);
    while (!q.status && f_high > 0 && high < 1e12) {
        low = high;
        f_low = f_high;
        high *= 8;
        f_high = excess(&q, high);
    }

    if (q.status) return q.status;
    if (without < 0 || f_high > 0) {
        status = rp_error_set(err, RP_INPUT, "no value of %s gives a restitution of %g at %g m/s", parameter, eps,
                              speed);
        rp_error_expected(err, "at most %.6g, that without damping", without + eps);
        return status;
    }
    *value = rp_root_find(excess, &q, low, f_low, high, f_high, 1e-15 * high);
    if (!q.status && fabs(excess(&q, *value)) > ROOT_MOST)
        return rp_error_set(err, RP_FAILED, "the search for %s near %g did not find a restitution of %g", parameter,
                            *value, eps);
    return q.status;
}
