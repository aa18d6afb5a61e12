/* The sweep of sweep.c in the plane: vectors without z, spins about z alone. The other numbers are 0 there, so that the
 * results are the same; half of the arithmetic and of the shuffles is left out. Wide, as sweep.c. */
#include "base/vector.h"
#include "methods/contact_dynamics/sweep.h"

typedef struct flat {
    v4 x, y;
} flat;
typedef struct partner {
    flat v;
    v4 s, inv_mass, inv_inertia;
} partner; /* of four contacts */

static inline v4 dot(const flat *a, const flat *b) { return a->x * b->x + a->y * b->y; }

/* Two numbers that lie side by side in each of four rows. */
static inline void gather_two(const double *r0, const double *r1, const double *r2, const double *r3, v4 *a, v4 *b)
{
    *a = (v4){r0[0], r0[1], r2[0], r2[1]};
    *b = (v4){r1[0], r1[1], r3[0], r3[1]};
    mix4(a, b);
}

static inline void scatter_two(double *r0, double *r1, double *r2, double *r3, v4 a, v4 b)
{
    mix4(&a, &b);
    r0[0] = a[0];
    r0[1] = a[1];
    r1[0] = b[0];
    r1[1] = b[1];
    r2[0] = a[2];
    r2[1] = a[3];
    r3[0] = b[2];
    r3[1] = b[3];
}

static inline void gather(const rp_cd_body *body, const uint32_t *slot, partner *to)
{
    const rp_cd_body *r0 = &body[slot[0]], *r1 = &body[slot[1]], *r2 = &body[slot[2]], *r3 = &body[slot[3]];
    v4 vz;
    gather_two(r0->v, r1->v, r2->v, r3->v, &to->v.x, &to->v.y);
    gather_two(r0->v + 2, r1->v + 2, r2->v + 2, r3->v + 2, &vz, &to->inv_mass);
    gather_two(r0->s + 2, r1->s + 2, r2->s + 2, r3->s + 2, &to->s, &to->inv_inertia);
}

static inline void scatter(rp_cd_body *body, const uint32_t *slot, const partner *from)
{
    rp_cd_body *r0 = &body[slot[0]], *r1 = &body[slot[1]], *r2 = &body[slot[2]], *r3 = &body[slot[3]];
    scatter_two(r0->v, r1->v, r2->v, r3->v, from->v.x, from->v.y);
    scatter_two(r0->s + 2, r1->s + 2, r2->s + 2, r3->s + 2, from->s, from->inv_inertia);
}

static inline void load(double (*from)[RP_CD_LANES], flat *to)
{
    to->x = load4(from[0]);
    to->y = load4(from[1]);
}
static inline void store(double (*to)[RP_CD_LANES], const flat *from)
{
    store4(to[0], from->x);
    store4(to[1], from->y);
}

static inline void relative_velocity(rp_cd_batch *k, const flat *e, const partner *a, const partner *b, int single,
                                     flat *u)
{
    v4 s = a->s;
    flat v = a->v;
    if (!single) {
        s += b->s;
        v.x -= b->v.x;
        v.y -= b->v.y;
    }
    u->x = v.x + s * e->y + load4(k->c[0]);
    u->y = v.y - s * e->x + load4(k->c[1]);
}

static inline void push(const flat *e, const flat *d, partner *a, partner *b, int single)
{
    const v4 q = e->y * d->x - e->x * d->y;
    a->v.x += a->inv_mass * d->x;
    a->v.y += a->inv_mass * d->y;
    a->s += a->inv_inertia * q;
    if (single) return;
    b->v.x -= b->inv_mass * d->x;
    b->v.y -= b->inv_mass * d->y;
    b->s += b->inv_inertia * q;
}

typedef struct lanes {
    v4 moved, along, active, sliding;
} lanes;

static inline double total(const v4 *a) { return ((*a)[0] + (*a)[1]) + ((*a)[2] + (*a)[3]); }

static void add_lanes(const lanes *l, rp_cd_sums *sums)
{
    sums->moved += total(&l->moved);
    sums->along += total(&l->along);
    sums->active += total(&l->active);
    sums->sliding += total(&l->sliding);
}

/* From y and u to the new impulse x [UngerKertesz2003, Eq. 34]. */
static inline void update(const rp_cd_batch *k, const flat *e, const flat *u, const flat *y, flat *x, lanes *sums)
{
    const v4 zero = all4(0.0), one = all4(1.0);
    v4 wn = load4(k->wn), wt = load4(k->wt), mu = load4(k->mu), pull = load4(k->pull);
    v4 un = dot(u, e), yn = dot(y, e), zn = yn - wn * un + pull;
    i4 closed = zn > zero;
    v4 xn = where4(closed, zn); /* shifted by the pull */
    flat z = {y->x - yn * e->x - wt * (u->x - un * e->x), y->y - yn * e->y - wt * (u->y - un * e->y)};
    v4 bound = mu * xn, square = dot(&z, &z);
    i4 slides = square > bound * bound;
    v4 scale = select4(slides, bound / sqrt4(select4(slides, square, one)), one);
    xn -= pull;
    x->x = xn * e->x + scale * z.x;
    x->y = xn * e->y + scale * z.y;
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
        flat e, u, p, y, x;
        load(k->e, &e);
        load(k->p, &p);
        gather(q->body, k->a, &a);
        if (!single) gather(q->body, k->b, &b);
        relative_velocity(k, &e, &a, &b, single, &u);
        y = p;
        if (momentum) {
            flat before;
            load(q->last[n].p, &before);
            y.x += beta * (p.x - before.x);
            y.y += beta * (p.y - before.y);
            store(q->last[n].p, &p);
        }
        update(k, &e, &u, &y, &x, &l);
        store(k->p, &x);
        flat d = {x.x - y.x, x.y - y.y};
        push(&e, &d, &a, &b, single);
        scatter(q->body, k->a, &a);
        if (!single) scatter(q->body, k->b, &b);
        v4 wt = load4(k->wt), mass = select4(wt > zero, wt, one);
        l.moved += dot(&d, &d) / mass;
        if (!momentum) continue;
        flat way = {x.x - p.x, x.y - p.y};
        l.along += dot(&d, &way) / mass;
    }
    add_lanes(&l, sums);
}

void RP_WIDE(rp_cd_sweep_plane)(rp_cd_problem *q, size_t first, size_t last, int single, int momentum, double beta,
                                rp_cd_sums *sums)
{
    if (single && momentum) sweep(q, first, last, 1, 1, beta, sums);
    else if (single) sweep(q, first, last, 1, 0, 0, sums);
    else if (momentum) sweep(q, first, last, 0, 1, beta, sums);
    else sweep(q, first, last, 0, 0, 0, sums);
}
