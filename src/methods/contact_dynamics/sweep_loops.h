/* The loops of sweep.h, once for space and once for the plane. sweep.c and sweep_plane.c include this file behind their
 * vectors: vec4, of four contacts, with dot, more (a + s b), less (a - s b), difference and scaled; partner, with
 * gather and scatter; load, store, relative_velocity and push. SWEEP_NAME names what is exported. */

typedef struct lanes {
    v4 moved, along, active, sliding, residual, size, speed, excess, penetration;
} lanes;

static inline double total(const v4 *a) { return ((*a)[0] + (*a)[1]) + ((*a)[2] + (*a)[3]); }

static inline void add_changes(const lanes *l, rp_cd_sums *sums)
{
    sums->moved += total(&l->moved);
    sums->along += total(&l->along);
    sums->active += total(&l->active);
    sums->sliding += total(&l->sliding);
}

static inline void add_errors(const lanes *l, rp_cd_sums *sums)
{
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
    const vec4 ut = less(u, un, e), yt = less(y, yn, e), z = less(&yt, wt, &ut);
    v4 bound = mu * xn, square = dot(&z, &z);
    i4 slides = square > bound * bound;
    v4 scale = select4(slides, bound / sqrt4(select4(slides, square, one)), one);
    const vec4 normal = scaled(xn - pull, e);
    *x = more(&normal, scale, &z);
    sums->active += where4(closed, one);
    sums->sliding += where4(closed & slides, one);
}

static inline void sweep(rp_cd_problem *q, size_t first, size_t last, const int single, const int momentum,
                         const int along, double factor, rp_cd_sums *sums)
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
            before = difference(&p, &before);
            y = more(&p, beta, &before);
            store(q->last[n].p, &p);
        }
        update(k, &e, &u, &y, &x, &l);
        store(k->p, &x);
        const vec4 d = difference(&x, &y);
        push(&e, &d, &a, &b, single);
        scatter(q->body, k->a, &a);
        if (!single) scatter(q->body, k->b, &b);
        v4 wt = load4(k->wt), mass = select4(wt > zero, wt, one);
        l.moved += dot(&d, &d) / mass;
        if (!along) continue;
        const vec4 way = difference(&x, &p);
        l.along += dot(&d, &way) / mass;
    }
    add_changes(&l, sums);
}

void SWEEP_NAME(batches)(rp_cd_problem *q, size_t first, size_t last, int single, int momentum, double beta,
                         rp_cd_sums *sums)
{
    const int along = momentum & RP_CD_ALONG;
    if (single && along) sweep(q, first, last, 1, 1, 1, beta, sums);
    else if (single && momentum) sweep(q, first, last, 1, 1, 0, beta, sums);
    else if (single) sweep(q, first, last, 1, 0, 0, 0, sums);
    else if (along) sweep(q, first, last, 0, 1, 1, beta, sums);
    else if (momentum) sweep(q, first, last, 0, 1, 0, beta, sums);
    else sweep(q, first, last, 0, 0, 0, 0, sums);
}

void SWEEP_NAME(apply)(rp_cd_problem *q, size_t first, size_t last, int single)
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
    const vec4 ut = less(u, un, e), rt = less(p, pn, e), zt = less(&rt, wt, &ut);
    v4 zn = rn - wt * (un + mu * sqrt4(dot(&ut, &ut)));
    v4 length = sqrt4(dot(&zt, &zt));
    i4 inside = length <= mu * zn, polar = mu * length <= -zn;
    v4 onto = (zn + mu * length) / (one + mu * mu); /* normal part of the projection on the cone's side */
    /* a contact that opens head-on is in both without friction, where the cone is a line */
    v4 xn = where4(~polar, select4(inside, zn, onto));
    v4 scale = where4(~polar, select4(inside, one, mu * onto / select4(length > zero, length, one)));
    const vec4 d = less(&rt, scale, &zt);
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

void SWEEP_NAME(measure)(const rp_cd_problem *q, size_t first, size_t last, rp_cd_sums *sums)
{
    lanes l = {0};
    for (size_t n = first; n < last; n++) {
        const rp_cd_batch *k = &q->batch[n];
        partner a, b;
        vec4 e, u, p;
        load(k->e, &e);
        load(k->p, &p);
        gather(q->body, k->a, &a);
        gather(q->body, k->b, &b);
        relative_velocity(k, &e, &a, &b, 0, &u);
        natural_map(k, &e, &u, &p, &q->allowed[n], &l);
    }
    add_errors(&l, sums);
}
