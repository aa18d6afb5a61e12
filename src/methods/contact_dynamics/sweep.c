/* See sweep.h. Wide: everything exported is named by RP_WIDE; plain IEEE arithmetic, the same bits for every width. */
#include "methods/contact_dynamics/sweep.h"
#include <math.h>
#include "base/vector.h"

typedef struct vec4 {
    v4 x, y, z;
} vec4;
typedef struct partner {
    vec4 v, s;
    v4 inv_mass, inv_inertia;
} partner; /* of four contacts */

static inline v4 dot(const vec4 *a, const vec4 *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

static inline void gather(const rp_cd_body *body, const uint32_t *slot, partner *to)
{
    const rp_cd_body *r0 = &body[slot[0]], *r1 = &body[slot[1]], *r2 = &body[slot[2]], *r3 = &body[slot[3]];
    to->v.x = load4(r0->v);
    to->v.y = load4(r1->v);
    to->v.z = load4(r2->v);
    to->inv_mass = load4(r3->v);
    transpose4(&to->v.x, &to->v.y, &to->v.z, &to->inv_mass);
    to->s.x = load4(r0->s);
    to->s.y = load4(r1->s);
    to->s.z = load4(r2->s);
    to->inv_inertia = load4(r3->s);
    transpose4(&to->s.x, &to->s.y, &to->s.z, &to->inv_inertia);
}

static inline void scatter(rp_cd_body *body, const uint32_t *slot, const partner *from)
{
    rp_cd_body *r0 = &body[slot[0]], *r1 = &body[slot[1]], *r2 = &body[slot[2]], *r3 = &body[slot[3]];
    v4 a = from->v.x, b = from->v.y, c = from->v.z, d = from->inv_mass;
    transpose4(&a, &b, &c, &d);
    store4(r0->v, a);
    store4(r1->v, b);
    store4(r2->v, c);
    store4(r3->v, d);
    a = from->s.x;
    b = from->s.y;
    c = from->s.z;
    d = from->inv_inertia;
    transpose4(&a, &b, &c, &d);
    store4(r0->s, a);
    store4(r1->s, b);
    store4(r2->s, c);
    store4(r3->s, d);
}

static inline void load(double (*from)[RP_CD_LANES], vec4 *to)
{
    to->x = load4(from[0]);
    to->y = load4(from[1]);
    to->z = load4(from[2]);
}
static inline void store(double (*to)[RP_CD_LANES], const vec4 *from)
{
    store4(to[0], from->x);
    store4(to[1], from->y);
    store4(to[2], from->z);
}

/* u of problem.h. Without b (single) s is a's alone. */
static inline void relative_velocity(rp_cd_batch *k, const vec4 *e, const partner *a, const partner *b, int single,
                                     vec4 *u)
{
    vec4 s = a->s, v = a->v;
    if (!single) {
        s.x += b->s.x;
        s.y += b->s.y;
        s.z += b->s.z;
        v.x -= b->v.x;
        v.y -= b->v.y;
        v.z -= b->v.z;
    }
    u->x = v.x - (s.y * e->z - s.z * e->y) + load4(k->c[0]);
    u->y = v.y - (s.z * e->x - s.x * e->z) + load4(k->c[1]);
    u->z = v.z - (s.x * e->y - s.y * e->x) + load4(k->c[2]);
}

/* An impulse d on a, -d on b: velocities and spins, torque about both centres has the same sign. */
static inline void push(const vec4 *e, const vec4 *d, partner *a, partner *b, int single)
{
    vec4 q = {e->z * d->y - e->y * d->z, e->x * d->z - e->z * d->x, e->y * d->x - e->x * d->y};
    a->v.x += a->inv_mass * d->x;
    a->v.y += a->inv_mass * d->y;
    a->v.z += a->inv_mass * d->z;
    a->s.x += a->inv_inertia * q.x;
    a->s.y += a->inv_inertia * q.y;
    a->s.z += a->inv_inertia * q.z;
    if (single) return;
    b->v.x -= b->inv_mass * d->x;
    b->v.y -= b->inv_mass * d->y;
    b->v.z -= b->inv_mass * d->z;
    b->s.x += b->inv_inertia * q.x;
    b->s.y += b->inv_inertia * q.y;
    b->s.z += b->inv_inertia * q.z;
}

typedef struct lanes {
    v4 moved, along, active, sliding, residual, size, speed, excess, penetration;
} lanes;

static inline double total(const v4 *a) { return ((*a)[0] + (*a)[1]) + ((*a)[2] + (*a)[3]); }

static void add_lanes(const lanes *l, rp_cd_sums *sums)
{
    sums->moved += total(&l->moved);
    sums->along += total(&l->along);
    sums->active += total(&l->active);
    sums->sliding += total(&l->sliding);
    sums->residual += total(&l->residual);
    sums->size += total(&l->size);
    sums->speed += total(&l->speed);
    sums->excess += total(&l->excess);
    for (int k = 0; k < RP_CD_LANES; k++) sums->penetration = fmax(sums->penetration, l->penetration[k]);
}

/* From y and u to the new impulse x [UngerKertesz2003, Eq. 34]. */
static inline void update(const rp_cd_batch *k, const vec4 *e, const vec4 *u, const vec4 *y, vec4 *x, lanes *sums)
{
    const v4 zero = all4(0.0), one = all4(1.0);
    v4 wn = load4(k->wn), wt = load4(k->wt), mu = load4(k->mu), pull = load4(k->pull);
    v4 un = dot(u, e), yn = dot(y, e), zn = yn - wn * un + pull;
    i4 closed = zn > zero;
    v4 xn = where4(closed, zn); /* shifted by the pull */
    vec4 z = {y->x - yn * e->x - wt * (u->x - un * e->x), y->y - yn * e->y - wt * (u->y - un * e->y),
              y->z - yn * e->z - wt * (u->z - un * e->z)};
    v4 bound = mu * xn, square = dot(&z, &z);
    i4 slides = square > bound * bound;
    v4 scale = select4(slides, bound / sqrt4(select4(slides, square, one)), one);
    xn -= pull;
    x->x = xn * e->x + scale * z.x;
    x->y = xn * e->y + scale * z.y;
    x->z = xn * e->z + scale * z.z;
    sums->active += where4(closed, one);
    sums->sliding += where4(closed & slides, one);
}

static inline void sweep(rp_cd_problem *q, size_t first, size_t last, const int single, const int momentum,
                         double factor, rp_cd_sums *sums)
{
    lanes l = {0};
    const v4 beta = all4(factor), one = all4(1.0), zero = all4(0.0);
    for (size_t n = first; n < last; n++) {
        rp_cd_batch *k = &q->batch[n];
        partner a, b;
        vec4 e, u, p, y, x;
        load(k->e, &e);
        load(k->p, &p);
        gather(q->body, k->a, &a);
        if (!single) gather(q->body, k->b, &b);
        relative_velocity(k, &e, &a, &b, single, &u);
        y = p;
        if (momentum) {
            vec4 before;
            load(q->last[n].p, &before);
            y.x += beta * (p.x - before.x);
            y.y += beta * (p.y - before.y);
            y.z += beta * (p.z - before.z);
            store(q->last[n].p, &p);
        }
        update(k, &e, &u, &y, &x, &l);
        store(k->p, &x);
        vec4 d = {x.x - y.x, x.y - y.y, x.z - y.z};
        push(&e, &d, &a, &b, single);
        scatter(q->body, k->a, &a);
        if (!single) scatter(q->body, k->b, &b);
        v4 wt = load4(k->wt), mass = select4(wt > zero, wt, one);
        l.moved += dot(&d, &d) / mass;
        if (!momentum) continue;
        vec4 way = {x.x - p.x, x.y - p.y, x.z - p.z};
        l.along += dot(&d, &way) / mass;
    }
    add_lanes(&l, sums);
}

void RP_WIDE(rp_cd_sweep_batches)(rp_cd_problem *q, size_t first, size_t last, int single, int momentum, double beta,
                                  rp_cd_sums *sums)
{
    if (single && momentum) sweep(q, first, last, 1, 1, beta, sums);
    else if (single) sweep(q, first, last, 1, 0, 0, sums);
    else if (momentum) sweep(q, first, last, 0, 1, beta, sums);
    else sweep(q, first, last, 0, 0, 0, sums);
}

void RP_WIDE(rp_cd_sweep_apply)(rp_cd_problem *q, size_t first, size_t last, int single)
{
    for (size_t n = first; n < last; n++) {
        rp_cd_batch *k = &q->batch[n];
        partner a, b;
        vec4 e, p;
        load(k->e, &e);
        load(k->p, &p);
        gather(q->body, k->a, &a);
        gather(q->body, k->b, &b);
        push(&e, &p, &a, &b, single);
        scatter(q->body, k->a, &a);
        if (!single) scatter(q->body, k->b, &b);
    }
}

/* The natural map of one contact: r - P_K(r - m_t (u + mu |u_t| e)), r = p + pull e, K Coulomb's cone, De Saxce's term
 * included. */
static inline void natural_map(const rp_cd_batch *k, const vec4 *e, const vec4 *u, const vec4 *p,
                               const rp_cd_allowed *allowed, lanes *l)
{
    const v4 zero = all4(0.0), one = all4(1.0);
    v4 wt = load4(k->wt), mu = load4(k->mu), pull = load4(k->pull), mass = select4(wt > zero, wt, one);
    v4 un = dot(u, e), pn = dot(p, e), rn = pn + pull;
    vec4 ut = {u->x - un * e->x, u->y - un * e->y, u->z - un * e->z},
         rt = {p->x - pn * e->x, p->y - pn * e->y, p->z - pn * e->z};
    v4 zn = rn - wt * (un + mu * sqrt4(dot(&ut, &ut)));
    vec4 zt = {rt.x - wt * ut.x, rt.y - wt * ut.y, rt.z - wt * ut.z};
    v4 length = sqrt4(dot(&zt, &zt));
    i4 inside = length <= mu * zn, polar = mu * length <= -zn;
    v4 onto = (zn + mu * length) / (one + mu * mu); /* normal part of the projection on the cone's side */
    /* a contact that opens head-on is in both without friction, where the cone is a line */
    v4 xn = where4(~polar, select4(inside, zn, onto));
    v4 scale = where4(~polar, select4(inside, one, mu * onto / select4(length > zero, length, one)));
    vec4 d = {rt.x - scale * zt.x, rt.y - scale * zt.y, rt.z - scale * zt.z};
    v4 dn = rn - xn, wrong = dn * dn + dot(&d, &d);
    i4 held = wt > zero;
    l->residual += where4(held, wrong / mass);
    v4 speed = wrong / (mass * mass);
    l->speed += where4(held, speed);
    v4 over = speed / load4(allowed->square);
    l->excess += where4(held, over / (one + load4(allowed->moving) * over));
    l->size += where4(held, dot(p, p) / mass);
    l->penetration = select4(held & (-un > l->penetration), -un, l->penetration);
    i4 active = rn > all4(1e-12) * pull, slides = dot(&rt, &rt) >= (all4(1 - 1e-9) * mu * rn) * (mu * rn);
    l->active += where4(active, one);
    l->sliding += where4(active & slides, one);
}

void RP_WIDE(rp_cd_sweep_measure)(const rp_cd_problem *q, size_t first, size_t last, rp_cd_sums *sums)
{
    lanes l = {0};
    for (size_t n = first; n < last; n++) {
        rp_cd_batch *k = &q->batch[n];
        partner a, b;
        vec4 e, u, p;
        load(k->e, &e);
        load(k->p, &p);
        gather(q->body, k->a, &a);
        gather(q->body, k->b, &b);
        relative_velocity(k, &e, &a, &b, 0, &u);
        natural_map(k, &e, &u, &p, &q->allowed[n], &l);
    }
    add_lanes(&l, sums);
}

static inline void follow(double *body, double *old, v4 beta)
{
    const v4 now = load4(body);
    store4(body, now + beta * (now - load4(old)));
    store4(old, now);
}

void RP_WIDE(rp_cd_sweep_follow)(rp_cd_problem *q, size_t first, size_t last, double beta)
{
    const v4 many = all4(beta);
    for (size_t n = first; n < last; n++) {
        follow(q->body[n].v, q->old[n].v, many);
        follow(q->body[n].s, q->old[n].s, many);
    }
}
