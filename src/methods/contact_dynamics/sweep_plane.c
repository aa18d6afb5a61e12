/* sweep.c in the plane: vectors without z, spins about z alone. The other numbers are 0 there, so that the results are
 * the same; half of the arithmetic and of the shuffles is left out. Wide, as sweep.c. */
#include "base/vector.h"
#include "methods/contact_dynamics/sweep.h"

typedef struct vec4 {
    v4 x, y;
} vec4;
typedef struct partner {
    vec4 v;
    v4 s, inv_mass, inv_inertia;
} partner; /* of four contacts */

static inline v4 dot(const vec4 *a, const vec4 *b) { return a->x * b->x + a->y * b->y; }

static inline vec4 more(const vec4 *a, v4 s, const vec4 *b) { return (vec4){a->x + s * b->x, a->y + s * b->y}; }
static inline vec4 less(const vec4 *a, v4 s, const vec4 *b) { return (vec4){a->x - s * b->x, a->y - s * b->y}; }
static inline vec4 difference(const vec4 *a, const vec4 *b) { return (vec4){a->x - b->x, a->y - b->y}; }
static inline vec4 scaled(v4 s, const vec4 *a) { return (vec4){s * a->x, s * a->y}; }

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

static inline void load(const double (*from)[RP_CD_LANES], vec4 *to)
{
    to->x = load4(from[0]);
    to->y = load4(from[1]);
}
static inline void store(double (*to)[RP_CD_LANES], const vec4 *from)
{
    store4(to[0], from->x);
    store4(to[1], from->y);
}

static inline void relative_velocity(const rp_cd_batch *k, const vec4 *e, const partner *a, const partner *b,
                                     int single, vec4 *u)
{
    v4 s = a->s;
    vec4 v = a->v;
    if (!single) {
        s += b->s;
        v.x -= b->v.x;
        v.y -= b->v.y;
    }
    u->x = v.x + s * e->y + load4(k->c[0]);
    u->y = v.y - s * e->x + load4(k->c[1]);
}

static inline void push(const vec4 *e, const vec4 *d, partner *a, partner *b, int single)
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

#define SWEEP_NAME(part) RP_WIDE(rp_cd_plane_##part)
#include "methods/contact_dynamics/sweep_loops.h"
