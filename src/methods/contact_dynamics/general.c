/* See general.h. W = K_a + K_b + X_a R_a X_a^T + X_b R_b X_b^T with X = arm x, turned into the contact's frame
 * [RadjaiRichefeu2009, Eq. 25 with errata 40 in two dimensions; UngerKertesz2003, Eq. 15]. */
#include "methods/contact_dynamics/general.h"
#include <math.h>
#include "methods/contact_dynamics/local.h"

static rp_vec make(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

void rp_cd_general_frame(double frame[3][3])
{
    rp_vec e = make(frame[0]);
    /* across e and z: in two dimensions t1 lies in the plane and t2 along z; for e along z any will do */
    rp_vec t1 = fabs(e.z) < 0.9 ? rp_vec_make(-e.y, e.x, 0) : rp_vec_make(0, -e.z, e.y);
    t1 = rp_vec_scale(1 / rp_vec_norm(t1), t1);
    rp_vec t2 = rp_vec_cross(e, t1);
    frame[1][0] = t1.x;
    frame[1][1] = t1.y;
    frame[1][2] = t1.z;
    frame[2][0] = t2.x;
    frame[2][1] = t2.y;
    frame[2][2] = t2.z;
}

static rp_vec times(const double m[3][3], rp_vec v)
{
    return rp_vec_make(m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z, m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                       m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z);
}

/* Change of relative velocity by a unit impulse along direction d, in space. */
static rp_vec response(const rp_cd_general *k, rp_vec d)
{
    rp_vec a = make(k->arm[0]), b = make(k->arm[1]), qa = rp_vec_cross(a, d),
           qb = rp_vec_cross(b, d); /* torques over r, see push */
    double v[3], dv[3] = {d.x, d.y, d.z};
    for (int i = 0; i < 3; i++) {
        v[i] = 0;
        for (int j = 0; j < 3; j++) v[i] += (k->ka[i][j] + k->kb[i][j]) * dv[j];
    }
    rp_vec sa = times(k->ra, qa), sb = times(k->rb, qb);
    return rp_vec_add(make(v), rp_vec_add(rp_vec_cross(sa, a), rp_vec_cross(sb, b)));
}

int rp_cd_general_ready(rp_cd_general *k)
{
    rp_cd_general_frame(k->frame);
    double trace = 0;
    for (int j = 0; j < 3; j++) {
        rp_vec r = response(k, make(k->frame[j]));
        for (int i = 0; i < 3; i++) k->W[i][j] = rp_vec_dot(make(k->frame[i]), r);
        trace += k->W[j][j];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) k->W[i][j] = k->W[j][i] = 0.5 * (k->W[i][j] + k->W[j][i]);
    if (!(k->W[0][0] > 1e-9 * trace)) return 0;
    for (int i = 1; i < 3; i++)
        k->W[i][i] += 1e-12 * trace; /* a direction in which nothing gives way would leave W singular */
    return 1;
}

static rp_vec velocity(const rp_cd_problem *q, const rp_cd_general *k)
{
    const rp_cd_body *a = &q->body[k->a], *b = &q->body[k->b];
    rp_vec turn = rp_vec_sub(rp_vec_cross(make(a->s), make(k->arm[0])), rp_vec_cross(make(b->s), make(k->arm[1])));
    return rp_vec_add(rp_vec_add(rp_vec_sub(make(a->v), make(b->v)), turn), make(k->c));
}

static void push(rp_cd_problem *q, const rp_cd_general *k, const double *d)
{
    rp_cd_body *a = &q->body[k->a], *b = &q->body[k->b];
    rp_vec qa = rp_vec_cross(make(k->arm[0]), make(d)), qb = rp_vec_cross(make(k->arm[1]), make(d));
    rp_vec sa = times(k->ra, qa), sb = times(k->rb, qb);
    double ta[3] = {sa.x, sa.y, sa.z}, tb[3] = {sb.x, sb.y, sb.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            a->v[i] += k->ka[i][j] * d[j];
            b->v[i] -= k->kb[i][j] * d[j];
        }

        a->s[i] += ta[i];
        b->s[i] -= tb[i];
    }
}

/* The new impulse in the contact's frame, from y in the frame. */
static void solve(const rp_cd_problem *q, rp_cd_general *k, const double y[3], double x[3])
{
    rp_vec u = velocity(q, k);
    double b[3], rest[3] = {y[0] - k->from[0], y[1] - k->from[1], y[2] - k->from[2]}; /* errata 48: of p_n + pull */
    for (int i = 0; i < 3; i++) {
        b[i] = rp_vec_dot(make(k->frame[i]), u);
        for (int j = 0; j < 3; j++) b[i] -= k->W[i][j] * rest[j];
    }
    if (q->dimension == 2) {
        double W[2][2] = {{k->W[0][0], k->W[0][1]}, {k->W[1][0], k->W[1][1]}};
        rp_cd_local_solve_2d(W, b, k->mu, k->given, x);
        x[2] = 0;
    } else {
        rp_cd_local_solve_3d(k->W, b, k->mu, k->given, x);
    }
    for (int i = 0; i < 3; i++) x[i] += k->from[i];
}

static void to_frame(const rp_cd_general *k, rp_vec v, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = rp_vec_dot(make(k->frame[i]), v);
}

static void count_state(const rp_cd_general *k, const double x[3], rp_cd_sums *sums)
{
    double carried = x[0] - k->from[0] + k->given, grip = hypot(x[1] - k->from[1], x[2] - k->from[2]);
    sums->active += carried > 0;
    sums->sliding += carried > 0 && grip >= k->mu * carried * (1 - 1e-9);
}

void rp_cd_general_update(rp_cd_problem *q, rp_cd_general *k, int momentum, double beta, rp_cd_sums *sums)
{
    double in[3], y[3], x[3], d[3], out[3], along = 0;
    for (int i = 0; i < 3; i++) {
        in[i] = k->p[i] + (momentum ? beta * (k->p[i] - k->last[i]) : 0);
        if (momentum) k->last[i] = k->p[i];
    }
    to_frame(k, make(in), y);
    solve(q, k, y, x);
    for (int i = 0; i < 3; i++) {
        out[i] = k->frame[0][i] * x[0] + k->frame[1][i] * x[1] + k->frame[2][i] * x[2];
        d[i] = out[i] - in[i];
        along += d[i] * (out[i] - k->p[i]);
        k->p[i] = out[i];
    }
    push(q, k, d);
    sums->moved += rp_vec_dot(make(d), make(d)) * k->W[0][0];
    sums->along += along * k->W[0][0];
    count_state(k, x, sums);
}

void rp_cd_general_apply(rp_cd_problem *q, const rp_cd_general *k) { push(q, k, k->p); }

/* The residual of a coupled contact is its distance from its own exact solution: for a full W no projection is better.
 */
void rp_cd_general_measure(const rp_cd_problem *q, const rp_cd_general *k, rp_cd_sums *sums)
{
    double y[3], x[3], wrong = 0, size = rp_vec_dot(make(k->p), make(k->p)), inverse = k->W[0][0];
    rp_cd_general copy = *k;
    to_frame(k, make(k->p), y);
    solve(q, &copy, y, x);
    for (int i = 0; i < 3; i++) wrong += (x[i] - y[i]) * (x[i] - y[i]);
    double un = rp_vec_dot(make(k->frame[0]), velocity(q, k));
    sums->residual += wrong * inverse;
    sums->speed += wrong * inverse * inverse;
    double over = wrong * inverse * inverse / k->allowed;
    sums->excess += over / (1 + k->moving * over);
    sums->size += size * inverse;
    sums->penetration = fmax(sums->penetration, -un);
    count_state(k, y, sums);
}
