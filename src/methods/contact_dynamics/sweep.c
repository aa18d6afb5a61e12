/* See sweep.h. Vectors of space; the loops stand in sweep_loops.h. Wide: everything exported is named by RP_WIDE; plain
 * IEEE arithmetic, the same bits for every width. */
#include "methods/contact_dynamics/sweep.h"
#include <math.h>
#include "base/vector.h"

typedef struct vec4 {
    v4 x, y, z;
} vec4; /* of four contacts */
typedef struct partner {
    vec4 v, s;
    v4 inv_mass, inv_inertia;
} partner;

static inline v4 dot(const vec4 *a, const vec4 *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

static inline vec4 more(const vec4 *a, v4 s, const vec4 *b)
{
    return (vec4){a->x + s * b->x, a->y + s * b->y, a->z + s * b->z};
}
static inline vec4 less(const vec4 *a, v4 s, const vec4 *b)
{
    return (vec4){a->x - s * b->x, a->y - s * b->y, a->z - s * b->z};
}
static inline vec4 difference(const vec4 *a, const vec4 *b) { return (vec4){a->x - b->x, a->y - b->y, a->z - b->z}; }
static inline vec4 scaled(v4 s, const vec4 *a) { return (vec4){s * a->x, s * a->y, s * a->z}; }

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

static inline void load(const double (*from)[RP_CD_LANES], vec4 *to)
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
static inline void relative_velocity(const rp_cd_batch *k, const vec4 *e, const partner *a, const partner *b,
                                     int single, vec4 *u)
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

#define SWEEP_NAME(part) RP_WIDE(rp_cd_sweep_##part)
#include "methods/contact_dynamics/sweep_loops.h"

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
