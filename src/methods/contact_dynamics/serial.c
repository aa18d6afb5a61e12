/* See serial.h. [UngerKertesz2003, Eq. 34], operation by operation as sweep.c. */
#include "methods/contact_dynamics/serial.h"
#include <math.h>

static rp_vec lane_vec(double (*from)[RP_CD_LANES], int k) { return rp_vec_make(from[0][k], from[1][k], from[2][k]); }

static void lane_set(double (*to)[RP_CD_LANES], int k, rp_vec v)
{
    to[0][k] = v.x;
    to[1][k] = v.y;
    to[2][k] = v.z;
}

static rp_vec velocity(const rp_cd_body *a, const rp_cd_body *b, rp_vec e, rp_vec c)
{
    rp_vec s = {a->s[0] + b->s[0], a->s[1] + b->s[1], a->s[2] + b->s[2]};
    rp_vec v = {a->v[0] - b->v[0], a->v[1] - b->v[1], a->v[2] - b->v[2]};
    return rp_vec_add(rp_vec_sub(v, rp_vec_cross(s, e)), c);
}

static void push(rp_cd_body *a, rp_cd_body *b, rp_vec e, rp_vec d)
{
    double dv[3] = {d.x, d.y, d.z}, q[3] = {e.z * d.y - e.y * d.z, e.x * d.z - e.z * d.x, e.y * d.x - e.x * d.y};
    for (int n = 0; n < 3; n++) {
        a->v[n] += a->inv_mass * dv[n];
        a->s[n] += a->inv_inertia * q[n];
        b->v[n] -= b->inv_mass * dv[n];
        b->s[n] += b->inv_inertia * q[n];
    }
}

static rp_vec updated(const rp_cd_batch *k, int lane, rp_vec e, rp_vec u, rp_vec y, rp_cd_sums *sums)
{
    double wn = k->wn[lane], wt = k->wt[lane], pull = k->pull[lane];
    double un = rp_vec_dot(u, e), yn = rp_vec_dot(y, e), zn = yn - wn * un + pull, xn = zn > 0 ? zn : 0;
    rp_vec z = {y.x - yn * e.x - wt * (u.x - un * e.x), y.y - yn * e.y - wt * (u.y - un * e.y),
                y.z - yn * e.z - wt * (u.z - un * e.z)};
    double bound = k->mu[lane] * xn, square = rp_vec_dot(z, z);
    int slides = square > bound * bound;
    double scale = slides ? bound / sqrt(square) : 1;
    sums->active += zn > 0;
    sums->sliding += zn > 0 && slides;
    return rp_vec_add(rp_vec_scale(xn - pull, e), rp_vec_scale(scale, z));
}

void rp_cd_serial_update(rp_cd_problem *q, size_t n, int momentum, double beta, rp_cd_sums *sums)
{
    rp_cd_batch *k = &q->batch[n / RP_CD_LANES];
    int lane = (int)(n % RP_CD_LANES);
    rp_cd_body *a = &q->body[k->a[lane]], *b = &q->body[k->b[lane]];
    rp_vec e = lane_vec(k->e, lane), p = lane_vec(k->p, lane), y = p;
    if (momentum) {
        rp_cd_last *last = &q->last[n / RP_CD_LANES];
        y = rp_vec_add(p, rp_vec_scale(beta, rp_vec_sub(p, lane_vec(last->p, lane))));
        lane_set(last->p, lane, p);
    }
    rp_vec x = updated(k, lane, e, velocity(a, b, e, lane_vec(k->c, lane)), y, sums), d = rp_vec_sub(x, y);
    lane_set(k->p, lane, x);
    push(a, b, e, d);
    sums->moved += rp_vec_dot(d, d) / k->wt[lane];
    sums->along += rp_vec_dot(d, rp_vec_sub(x, p)) / k->wt[lane];
}

void rp_cd_serial_apply(rp_cd_problem *q, size_t n)
{
    const rp_cd_batch *k = &q->batch[n / RP_CD_LANES];
    int lane = (int)(n % RP_CD_LANES);
    rp_vec e = {k->e[0][lane], k->e[1][lane], k->e[2][lane]}, p = {k->p[0][lane], k->p[1][lane], k->p[2][lane]};
    push(&q->body[k->a[lane]], &q->body[k->b[lane]], e, p);
}
