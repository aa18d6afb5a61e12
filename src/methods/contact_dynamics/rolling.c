/* See rolling.h. */
#include "methods/contact_dynamics/rolling.h"
#include <math.h>

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

static rp_vec across(rp_vec v, rp_vec e) { return rp_vec_sub(v, rp_vec_scale(rp_vec_dot(v, e), e)); }

rp_vec rp_cd_rolling_spin(const rp_cd_roll *k, const rp_cd_body *a, const rp_cd_body *b)
{
    rp_vec w = rp_vec_add(rp_vec_sub(rp_vec_scale(k->ia, vec(a->s)), rp_vec_scale(k->ib, vec(b->s))), vec(k->c));
    return k->twisting > 0 ? w : across(w, vec(k->e));
}

/* p_n + pull of its contact now. */
static double pressed(const rp_cd_problem *q, const rp_cd_roll *k)
{
    if (k->general) {
        const rp_cd_general *s = &q->general[k->place];
        return rp_vec_dot(vec(s->p), vec(s->frame[0])) + s->pull;
    }
    const rp_cd_batch *b = &q->batch[k->place / RP_CD_LANES];
    int lane = (int)(k->place % RP_CD_LANES);
    return b->p[0][lane] * b->e[0][lane] + b->p[1][lane] * b->e[1][lane] + b->p[2][lane] * b->e[2][lane]
           + b->pull[lane];
}

/* The torque that stops the rolling and the twisting, each within its bound. */
static rp_vec updated(const rp_cd_problem *q, const rp_cd_roll *k, rp_vec y)
{
    const rp_vec e = vec(k->e), w = rp_cd_rolling_spin(k, &q->body[k->a], &q->body[k->b]);
    const rp_vec z = rp_vec_sub(y, rp_vec_scale(k->inertia, w));
    const rp_vec rolling = across(z, e);
    double size = rp_vec_norm(rolling), force = fmax(0, pressed(q, k)), bound = k->length * force,
           most = k->twisting * force;
    rp_vec m = rp_vec_scale(size > bound ? bound / size : 1, rolling);
    return k->twisting > 0 ? rp_vec_add(m, rp_vec_scale(fmax(-most, fmin(most, rp_vec_dot(z, e))), e)) : m;
}

static void turn(rp_cd_problem *q, const rp_cd_roll *k, rp_vec d)
{
    const double m[3] = {d.x, d.y, d.z};
    for (int n = 0; n < 3; n++) {
        q->body[k->a].s[n] += k->ra[n] * k->ia * m[n];
        q->body[k->b].s[n] -= k->rb[n] * k->ib * m[n];
    }
}

void rp_cd_rolling_update(rp_cd_problem *q, rp_cd_roll *k, int momentum, double beta, rp_cd_sums *sums)
{
    rp_vec m = vec(k->m), y = momentum ? rp_vec_add(m, rp_vec_scale(beta, rp_vec_sub(m, vec(k->last)))) : m;
    rp_vec x = updated(q, k, y), d = rp_vec_sub(x, y);
    for (int n = 0; n < 3; n++) k->last[n] = k->m[n];
    k->m[0] = x.x;
    k->m[1] = x.y;
    k->m[2] = x.z;
    turn(q, k, d);
    sums->moved += rp_vec_dot(d, d) / k->inertia;
    sums->along += rp_vec_dot(d, rp_vec_sub(x, m)) / k->inertia;
}

void rp_cd_rolling_apply(rp_cd_problem *q, const rp_cd_roll *k) { turn(q, k, vec(k->m)); }

void rp_cd_rolling_measure(const rp_cd_problem *q, const rp_cd_roll *k, rp_cd_sums *sums)
{
    rp_vec d = rp_vec_sub(updated(q, k, vec(k->m)), vec(k->m));
    double wrong = rp_vec_dot(d, d);
    sums->residual += wrong / k->inertia;
    sums->size += rp_vec_dot(vec(k->m), vec(k->m)) / k->inertia;
    sums->speed += wrong / (k->inertia * k->inertia * k->ia * k->ia);
}
