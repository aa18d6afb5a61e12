/* What a contact is before anything is solved: geometry, which of its two bodies move, their velocities, the place of
 * its history. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_TOUCH_H
#define RP_METHODS_CONTACT_DYNAMICS_TOUCH_H

#include "methods/contact_dynamics/work.h"

typedef struct rp_cd_touch { /* geometry of a pair, seen from a */
    uint32_t i, j;           /* slots; walls: j is the wall */
    int wall;
    int material; /* of the wall, where it is touched */
    rp_vec e;
    double gap, sum_r; /* m */
    int shaped;        /* 1: one of the two is not round, or a member of a clump: the contact point has arms */
    rp_vec point;      /* contact point; not set of round pairs */
    rp_vec arm[2];     /* of shaped contacts: from the centres, over the radii (of clumps: bodies.h) */
} rp_cd_touch;

/* From the list; source->flipped exchanges the partners. Not round: the gap is INFINITY at points where the two do not
 * meet. */
void rp_cd_touch_of(const rp_world *world, const rp_cd_source *source, rp_cd_touch *touch);
/* The same of a contact whose kind is known. */
void rp_cd_touch_of_kind(const rp_world *world, const rp_cd_source *source, rp_cd_touch *touch);
/* Of two round particles, in place: a copy of so large a struct right after its parts are stored waits for them. */
static inline void rp_cd_touch_pair(const rp_world *w, rp_pair pair, rp_cd_touch *t)
{
    uint32_t i = rp_pair_a(pair), j = rp_pair_b(pair);
    const rp_row *a = &w->particles.row[i], *b = &w->particles.row[j];
    const double *shift = w->contacts.shift[rp_pair_image(pair)];
    rp_vec d = {a->x - b->x - shift[0], a->y - b->y - shift[1], a->z - b->z - shift[2]};
    double distance = rp_vec_norm(d), sum = a->r + b->r;
    t->i = i;
    t->j = j;
    t->wall = t->shaped = 0;
    t->e = rp_vec_scale(1 / distance, d);
    t->gap = distance - sum;
    t->sum_r = sum;
}
void rp_cd_touch_flip(rp_cd_touch *touch);
int rp_cd_touch_shaped(const rp_world *world, uint32_t slot);

/* What impulses do to a particle: nothing; they move it alike in all directions; in some directions only (locked axes,
 * or it is glued to a loaded wall). */
enum { RP_CD_TOUCH_FIXED, RP_CD_TOUCH_FREE, RP_CD_TOUCH_BOUND };
int rp_cd_touch_mobility(const rp_world *world, uint32_t slot);
/* The body of b; *moved: 1 if impulses act on it. */
uint32_t rp_cd_touch_partner(const rp_world *world, const rp_cd_touch *touch, int *moved);

/* Velocities: of a body before the step; of a partner that no impulse moves; relative ones of problem.h without c. */
rp_cd_body rp_cd_touch_before(const rp_world *world, uint32_t body);
rp_cd_body rp_cd_touch_fixed(const rp_world *world, const rp_cd_touch *touch);
rp_vec rp_cd_touch_relative(const rp_cd_body *a, const rp_cd_body *b, const rp_cd_touch *touch);
static inline rp_vec rp_cd_touch_round(rp_vec va, rp_vec sa, rp_vec vb, rp_vec sb, rp_vec e)
{
    return rp_vec_sub(rp_vec_sub(va, vb), rp_vec_cross(rp_vec_add(sa, sb), e));
}
static inline rp_vec rp_cd_touch_round_bodies(const rp_cd_body *a, const rp_cd_body *b, rp_vec e)
{
    return rp_cd_touch_round(rp_vec_make(a->v[0], a->v[1], a->v[2]), rp_vec_make(a->s[0], a->s[1], a->s[2]),
                             rp_vec_make(b->v[0], b->v[1], b->v[2]), rp_vec_make(b->s[0], b->s[1], b->s[2]), e);
}
/* Of two round particles that impulses move, before the step. */
static inline rp_vec rp_cd_touch_round_before(const rp_particles *p, uint32_t i, uint32_t j, rp_vec e)
{
    const rp_spin *a = &p->spin[i], *b = &p->spin[j];
    return rp_cd_touch_round(rp_particle_velocity(p, i), rp_vec_make(a->x, a->y, a->z), rp_particle_velocity(p, j),
                             rp_vec_make(b->x, b->y, b->z), e);
}
typedef struct rp_cd_touch_motion {
    rp_vec before, without; /* relative velocities before the step, and without contacts after it, m/s */
    rp_vec partner;         /* the share in them of a partner that no impulse moves */
    rp_vec centres;         /* relative velocity of the two centres before the step, m/s */
} rp_cd_touch_motion;
static inline rp_cd_touch_motion rp_cd_touch_round_motion(const rp_world *w, const rp_cd_problem *q,
                                                          const rp_cd_touch *t)
{
    return (rp_cd_touch_motion){
        rp_cd_touch_round_before(&w->particles, t->i, t->j, t->e),
        rp_cd_touch_round_bodies(&q->free[t->i], &q->free[t->j], t->e), rp_vec_make(0, 0, 0),
        rp_vec_sub(rp_particle_velocity(&w->particles, t->i), rp_particle_velocity(&w->particles, t->j))};
}
rp_cd_touch_motion rp_cd_touch_motion_of(const rp_world *world, const rp_cd_touch *touch);

/* Histories. */
double *rp_cd_touch_history(const rp_world *world, const rp_cd_source *source);
unsigned rp_cd_touch_flags(const rp_world *world, const rp_cd_source *source);
void rp_cd_touch_set_flags(const rp_world *world, const rp_cd_source *source, unsigned flags);
void rp_cd_touch_forget(const rp_world *world, const rp_cd_source *source);

#endif
