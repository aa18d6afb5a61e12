/* See sweep.h. Wide: everything exported is named by RP_WIDE; plain IEEE arithmetic, the same bits for every width. */
#include "methods/contact_dynamics/sweep.h"
#include <math.h>

typedef double v4 __attribute__((vector_size(32)));
typedef long long i4 __attribute__((vector_size(32)));

typedef struct vec4 { v4 x, y, z; } vec4;
typedef struct partner { vec4 v, s; v4 inv_mass, inv_inertia; } partner; /* of four contacts */

/* macros, not functions: a vector as argument of a function depends on the instruction set */
#define LOAD(address) (*(const v4 *)(address))
#define STORE(address, value) (*(v4 *)(address) = (value))
#define SELECT(mask, yes, no) ((v4)(((mask) & (i4)(yes)) | (~(mask) & (i4)(no))))
#define ALL(number) ((v4){(number), (number), (number), (number)})
#define DOT(a, b) ((a)->x * (b)->x + (a)->y * (b)->y + (a)->z * (b)->z)

#define TRANSPOSE(a, b, c, d)                                                                                                            \
    do {                                                                                                                                 \
        v4 ab_low = __builtin_shuffle(a, b, (i4){0, 4, 2, 6}), ab_high = __builtin_shuffle(a, b, (i4){1, 5, 3, 7});                      \
        v4 cd_low = __builtin_shuffle(c, d, (i4){0, 4, 2, 6}), cd_high = __builtin_shuffle(c, d, (i4){1, 5, 3, 7});                      \
        a = __builtin_shuffle(ab_low, cd_low, (i4){0, 1, 4, 5}), b = __builtin_shuffle(ab_high, cd_high, (i4){0, 1, 4, 5});              \
        c = __builtin_shuffle(ab_low, cd_low, (i4){2, 3, 6, 7}), d = __builtin_shuffle(ab_high, cd_high, (i4){2, 3, 6, 7});              \
    } while (0)

static inline void root4(v4 *a)
{
    for (int k = 0; k < 4; k++) (*a)[k] = sqrt((*a)[k]);
}

static inline void gather(const rp_cd_body *body, const uint32_t *slot, partner *to)
{
    const rp_cd_body *r0 = &body[slot[0]], *r1 = &body[slot[1]], *r2 = &body[slot[2]], *r3 = &body[slot[3]];
    to->v.x = LOAD(r0->v), to->v.y = LOAD(r1->v), to->v.z = LOAD(r2->v), to->inv_mass = LOAD(r3->v);
    TRANSPOSE(to->v.x, to->v.y, to->v.z, to->inv_mass);
    to->s.x = LOAD(r0->s), to->s.y = LOAD(r1->s), to->s.z = LOAD(r2->s), to->inv_inertia = LOAD(r3->s);
    TRANSPOSE(to->s.x, to->s.y, to->s.z, to->inv_inertia);
}

static inline void scatter(rp_cd_body *body, const uint32_t *slot, const partner *from)
{
    rp_cd_body *r0 = &body[slot[0]], *r1 = &body[slot[1]], *r2 = &body[slot[2]], *r3 = &body[slot[3]];
    v4 a = from->v.x, b = from->v.y, c = from->v.z, d = from->inv_mass;
    TRANSPOSE(a, b, c, d);
    STORE(r0->v, a), STORE(r1->v, b), STORE(r2->v, c), STORE(r3->v, d);
    a = from->s.x, b = from->s.y, c = from->s.z, d = from->inv_inertia;
    TRANSPOSE(a, b, c, d);
    STORE(r0->s, a), STORE(r1->s, b), STORE(r2->s, c), STORE(r3->s, d);
}

static inline void load(double (*from)[RP_CD_LANES], vec4 *to) { to->x = LOAD(from[0]), to->y = LOAD(from[1]), to->z = LOAD(from[2]); }
static inline void store(double (*to)[RP_CD_LANES], const vec4 *from) { STORE(to[0], from->x), STORE(to[1], from->y), STORE(to[2], from->z); }

/* u of problem.h. Without b (single) s is a's alone. */
static inline void relative_velocity(rp_cd_batch *k, const vec4 *e, const partner *a, const partner *b, int single, vec4 *u)
{
    vec4 s = a->s, v = a->v;
    if (!single) {
        s.x += b->s.x, s.y += b->s.y, s.z += b->s.z;
        v.x -= b->v.x, v.y -= b->v.y, v.z -= b->v.z;
    }
    u->x = v.x - (s.y * e->z - s.z * e->y) + LOAD(k->c[0]);
    u->y = v.y - (s.z * e->x - s.x * e->z) + LOAD(k->c[1]);
    u->z = v.z - (s.x * e->y - s.y * e->x) + LOAD(k->c[2]);
}

/* An impulse d on a, -d on b: velocities and spins, torque about both centres has the same sign. */
static inline void push(const vec4 *e, const vec4 *d, partner *a, partner *b, int single)
{
    vec4 q = {e->z * d->y - e->y * d->z, e->x * d->z - e->z * d->x, e->y * d->x - e->x * d->y};
    a->v.x += a->inv_mass * d->x, a->v.y += a->inv_mass * d->y, a->v.z += a->inv_mass * d->z;
    a->s.x += a->inv_inertia * q.x, a->s.y += a->inv_inertia * q.y, a->s.z += a->inv_inertia * q.z;
    if (single) return;
    b->v.x -= b->inv_mass * d->x, b->v.y -= b->inv_mass * d->y, b->v.z -= b->inv_mass * d->z;
    b->s.x += b->inv_inertia * q.x, b->s.y += b->inv_inertia * q.y, b->s.z += b->inv_inertia * q.z;
}

typedef struct lanes { v4 moved, along, active, sliding, residual, size, speed, penetration; } lanes;

static inline double total(const v4 *a) { return ((*a)[0] + (*a)[1]) + ((*a)[2] + (*a)[3]); }

static void add_lanes(const lanes *l, rp_cd_sums *sums)
{
    sums->moved += total(&l->moved), sums->along += total(&l->along), sums->active += total(&l->active), sums->sliding += total(&l->sliding);
    sums->residual += total(&l->residual), sums->size += total(&l->size), sums->speed += total(&l->speed);
    for (int k = 0; k < RP_CD_LANES; k++) sums->penetration = fmax(sums->penetration, l->penetration[k]);
}

/* From y and u to the new impulse x [UngerKertesz2003, Eq. 34]. */
static inline void update(const rp_cd_batch *k, const vec4 *e, const vec4 *u, const vec4 *y, vec4 *x, lanes *sums)
{
    const v4 zero = ALL(0.0), one = ALL(1.0);
    v4 wn = LOAD(k->wn), wt = LOAD(k->wt), mu = LOAD(k->mu), pull = LOAD(k->pull);
    v4 un = DOT(u, e), yn = DOT(y, e), zn = yn - wn * un + pull;
    i4 closed = zn > zero;
    v4 xn = SELECT(closed, zn, zero); /* shifted by the pull */
    vec4 z = {y->x - yn * e->x - wt * (u->x - un * e->x), y->y - yn * e->y - wt * (u->y - un * e->y), y->z - yn * e->z - wt * (u->z - un * e->z)};
    v4 bound = mu * xn, square = DOT(&z, &z);
    i4 slides = square > bound * bound;
    v4 length = SELECT(slides, square, one);
    root4(&length);
    v4 scale = SELECT(slides, bound / length, one);
    xn -= pull;
    x->x = xn * e->x + scale * z.x, x->y = xn * e->y + scale * z.y, x->z = xn * e->z + scale * z.z;
    sums->active += SELECT(closed, one, zero), sums->sliding += SELECT(closed & slides, one, zero);
}

static inline void sweep(rp_cd_problem *q, size_t first, size_t last, const int single, const int momentum, double factor, rp_cd_sums *sums)
{
    lanes l = {0};
    const v4 beta = ALL(factor), one = ALL(1.0), zero = ALL(0.0);
    for (size_t n = first; n < last; n++) {
        rp_cd_batch *k = &q->batch[n];
        partner a, b;
        vec4 e, u, p, y, x;
        load(k->e, &e), load(k->p, &p);
        gather(q->body, k->a, &a);
        if (!single) gather(q->body, k->b, &b);
        relative_velocity(k, &e, &a, &b, single, &u);
        y = p;
        if (momentum) {
            vec4 before;
            load(q->last[n].p, &before);
            y.x += beta * (p.x - before.x), y.y += beta * (p.y - before.y), y.z += beta * (p.z - before.z);
            store(q->last[n].p, &p);
        }
        update(k, &e, &u, &y, &x, &l);
        store(k->p, &x);
        vec4 d = {x.x - y.x, x.y - y.y, x.z - y.z};
        push(&e, &d, &a, &b, single);
        scatter(q->body, k->a, &a);
        if (!single) scatter(q->body, k->b, &b);
        v4 wt = LOAD(k->wt), mass = SELECT(wt > zero, wt, one);
        l.moved += DOT(&d, &d) / mass;
        if (!momentum) continue;
        vec4 way = {x.x - p.x, x.y - p.y, x.z - p.z};
        l.along += DOT(&d, &way) / mass;
    }
    add_lanes(&l, sums);
}

void RP_WIDE(rp_sweep_batches)(rp_cd_problem *q, size_t first, size_t last, int single, int momentum, double beta, rp_cd_sums *sums)
{
    if (single && momentum) sweep(q, first, last, 1, 1, beta, sums);
    else if (single) sweep(q, first, last, 1, 0, 0, sums);
    else if (momentum) sweep(q, first, last, 0, 1, beta, sums);
    else sweep(q, first, last, 0, 0, 0, sums);
}

void RP_WIDE(rp_sweep_apply)(rp_cd_problem *q, size_t first, size_t last, int single)
{
    for (size_t n = first; n < last; n++) {
        rp_cd_batch *k = &q->batch[n];
        partner a, b;
        vec4 e, p;
        load(k->e, &e), load(k->p, &p);
        gather(q->body, k->a, &a), gather(q->body, k->b, &b);
        push(&e, &p, &a, &b, single);
        scatter(q->body, k->a, &a);
        if (!single) scatter(q->body, k->b, &b);
    }
}

/* The natural map of one contact: r - P_K(r - m_t (u + mu |u_t| e)), r = p + pull e, K Coulomb's cone, De Saxce's term included. */
static inline void natural_map(const rp_cd_batch *k, const vec4 *e, const vec4 *u, const vec4 *p, lanes *l)
{
    const v4 zero = ALL(0.0), one = ALL(1.0);
    v4 wt = LOAD(k->wt), mu = LOAD(k->mu), pull = LOAD(k->pull), mass = SELECT(wt > zero, wt, one);
    v4 un = DOT(u, e), pn = DOT(p, e), rn = pn + pull;
    vec4 ut = {u->x - un * e->x, u->y - un * e->y, u->z - un * e->z}, rt = {p->x - pn * e->x, p->y - pn * e->y, p->z - pn * e->z};
    v4 slip = DOT(&ut, &ut);
    root4(&slip);
    v4 zn = rn - wt * (un + mu * slip);
    vec4 zt = {rt.x - wt * ut.x, rt.y - wt * ut.y, rt.z - wt * ut.z};
    v4 length = DOT(&zt, &zt);
    root4(&length);
    i4 inside = length <= mu * zn, polar = mu * length <= -zn;
    v4 onto = (zn + mu * length) / (one + mu * mu);           /* normal part of the projection on the cone's side */
    v4 xn = SELECT(inside, zn, SELECT(polar, zero, onto));
    v4 scale = SELECT(inside, one, SELECT(polar, zero, mu * onto / SELECT(length > zero, length, one)));
    vec4 d = {rt.x - scale * zt.x, rt.y - scale * zt.y, rt.z - scale * zt.z};
    v4 dn = rn - xn, wrong = dn * dn + DOT(&d, &d);
    i4 held = wt > zero;
    l->residual += SELECT(held, wrong / mass, zero), l->speed += SELECT(held, wrong / (mass * mass), zero);
    l->size += SELECT(held, DOT(p, p) / mass, zero);
    l->penetration = SELECT(held & (-un > l->penetration), -un, l->penetration);
    i4 active = rn > ALL(1e-12) * pull, slides = DOT(&rt, &rt) >= (ALL(1 - 1e-9) * mu * rn) * (mu * rn);
    l->active += SELECT(active, one, zero), l->sliding += SELECT(active & slides, one, zero);
}

void RP_WIDE(rp_sweep_look)(const rp_cd_problem *q, size_t first, size_t last, rp_cd_sums *sums)
{
    lanes l = {0};
    for (size_t n = first; n < last; n++) {
        rp_cd_batch *k = &q->batch[n];
        partner a, b;
        vec4 e, u, p;
        load(k->e, &e), load(k->p, &p);
        gather(q->body, k->a, &a), gather(q->body, k->b, &b);
        relative_velocity(k, &e, &a, &b, 0, &u);
        natural_map(k, &e, &u, &p, &l);
    }
    add_lanes(&l, sums);
}
