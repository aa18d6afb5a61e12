/* See restitution.h. */
#include "methods/contact_dynamics/restitution.h"
#include <math.h>
#include <string.h>
#include "base/log.h"
#include "laws/collision.h"
#include "methods/contact_dynamics/terms.h"

#define COUPLED 1e-9 /* |W_nt| over W_nn: rounding of a contact on the line of centres is far below */
#define GAINED 1e-3  /* of the energy that contacts turned over: said in the log */

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

static void put(double *to, rp_vec v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* Normal and tangential motion depend on each other, or may do so. */
static int coupled(const rp_cd_touch *t, const rp_cd_general *k)
{
    return t->shaped || hypot(k->W[0][1], k->W[0][2]) > COUPLED * k->W[0][0];
}

/* Friction that rubs: rough bodies without friction have no bound, and keep their given eps_t. */
static int rubs(const rp_cd_general *k) { return k->mu > 0 && k->mu < RP_COLLISION_UNBOUNDED; }

int rp_cd_restitution_coulomb(const rp_world *w, const rp_interaction *x)
{
    return rp_cd_options_of(w).restitution == RP_CD_POISSON && !rp_cd_terms_sticky(x) && !rp_collision_rough(x);
}

void rp_cd_restitution_plan(const rp_world *w, const rp_cd_touch *t, rp_cd_general *k)
{
    const rp_cd_work *m = w->method_state;
    if (k->pull > 0 || !coupled(t, k)) return;
    const int phases = m->setup.options.restitution == RP_CD_POISSON && rubs(k),
              sticky = rp_cd_terms_sticky(rp_cd_terms_interaction(w, t));
    const rp_cd_touch_motion v = rp_cd_touch_motion_of(w, t);
    const double un = rp_vec_dot(v.before, t->e), bias = rp_vec_dot(rp_vec_sub(vec(k->c), v.partner), t->e);
    const rp_vec gap = rp_vec_scale(fmax(bias, 0), t->e);
    if (!sticky) put(k->c, rp_vec_sub(vec(k->c), gap));
    if (!phases) return;
    k->e_n = bias < 0 ? fmin(bias / un, 1) : 0;
    put(k->c, sticky ? rp_vec_add(v.partner, gap) : v.partner);
    put(k->compression, rp_vec_add(v.partner, rp_vec_scale(0.5, rp_vec_sub(v.before, v.without))));
}

/* Changes to the bias of compression, and back. */
static void exchange(rp_cd_problem *q)
{
    for (size_t n = 0; n < q->general_count; n++) {
        rp_cd_general *k = &q->general[n];
        double c[3];
        if (!(k->e_n > 0)) continue;
        memcpy(c, k->c, sizeof c);
        memcpy(k->c, k->compression, sizeof c);
        memcpy(k->compression, c, sizeof c);
    }
}

/* From compression to restitution: e p1_n more, which friction counts. */
static void restore(rp_cd_general *k)
{
    double normal = fmax(0, rp_vec_dot(vec(k->frame[0]), vec(k->p)));
    k->given = k->e_n * normal;
    for (int i = 0; i < 3; i++) k->p[i] += k->given * k->frame[0][i];
    for (int i = 0; i < 3; i++) k->from[i] = rp_vec_dot(vec(k->frame[i]), vec(k->p));
}

void rp_cd_restitution_solve(rp_cd_problem *q, const rp_cd_solve_setup *setup, rp_cd_solve_report *report)
{
    size_t impacts = 0;
    rp_cd_solve_report first = {.converged = 1};
    for (size_t n = 0; n < q->general_count; n++) impacts += q->general[n].e_n > 0;
    if (impacts > 0) {
        exchange(q);
        rp_cd_solve(q, setup, &first);
        if (first.given_up) {
            *report = first;
            return;
        }
        exchange(q);
        for (size_t n = 0; n < q->general_count; n++)
            if (q->general[n].e_n > 0) restore(&q->general[n]);
    }
    rp_cd_solve(q, setup, report);
    report->iterations += first.iterations;
    report->converged &= first.converged;
    report->residual = fmax(report->residual, first.residual);
}

void rp_cd_restitution_announce(const rp_world *w)
{
    int given = 0;
    for (int n = 0; n < w->interaction_count; n++) given |= !isnan(w->interaction[n].eps_t);
    if (given && w->particles.shape && rp_cd_options_of(w).restitution == RP_CD_POISSON)
        rp_log(&w->log, RP_LOG_INFO,
               "restitution.tangential is not used where polygons strike with friction: restitution: poisson has "
               "Coulomb friction alone there");
}

void rp_cd_restitution_warn(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    const double gained = w->method_total[RP_CD_GAINED], normal = w->totals.normal, across = w->totals.tangential,
                 least = GAINED * (fabs(normal) + fabs(across) + gained + w->totals.start_energy);
    if (!m->said_gain && gained > least) {
        m->said_gain = 1;
        rp_log(&w->log, RP_LOG_WARN, "t = %.6g s: contacts have gained %.3g J (energy_gained): %s", w->time, gained,
               m->setup.options.restitution == RP_CD_NEWTON
                   ? "Newton's restitution can gain energy where friction acts off the line of centres, and in "
                     "simultaneous impacts. restitution: poisson cannot in single impacts"
                   : "simultaneous impacts of different restitution, or such that turn the slip round (eps_t < 0), can "
                     "do so");
    }
    if (!m->said_negative && fmin(normal, across) < -least) {
        m->said_negative = 1;
        rp_log(&w->log, RP_LOG_WARN,
               "t = %.6g s: %s is negative (%.3g J): off the line of centres a contact's normal and tangential work "
               "are not losses one by one; their sum is",
               w->time, normal < across ? "dissipated_normal" : "dissipated_tangential", fmin(normal, across));
    }
}
