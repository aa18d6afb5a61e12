/* What a contact is before anything is solved: geometry, which of its two bodies move, their velocities, the place of
 * its history. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_TOUCH_H
#define RP_METHODS_CONTACT_DYNAMICS_TOUCH_H

#include "methods/contact_dynamics/work.h"

typedef struct rp_cd_touch { /* geometry of a pair, seen from a */
    uint32_t i, j;           /* slots; walls: j is the wall */
    int wall;
    rp_vec e;
    double gap, sum_r; /* m */
    rp_vec point;      /* walls, and pairs that are not round: contact point */
    int shaped;        /* 1: one of the two is not round, and the contact point has arms: */
    rp_vec arm[2];     /* from the centres, over the radii */
} rp_cd_touch;

/* From the list; source->flipped exchanges the partners. Not round: the gap is INFINITY at points where the two do not
 * meet. */
rp_cd_touch rp_cd_touch_of(const rp_world *world, const rp_cd_source *source);
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
typedef struct rp_cd_touch_motion {
    rp_vec before, without; /* relative velocities before the step, and without contacts after it, m/s */
    rp_vec partner;         /* the share in them of a partner that no impulse moves */
} rp_cd_touch_motion;
rp_cd_touch_motion rp_cd_touch_motion_of(const rp_world *world, const rp_cd_touch *touch);

/* Histories. */
double *rp_cd_touch_history(const rp_world *world, const rp_cd_source *source);
unsigned rp_cd_touch_flags(const rp_world *world, const rp_cd_source *source);
void rp_cd_touch_set_flags(const rp_world *world, const rp_cd_source *source, unsigned flags);
void rp_cd_touch_forget(const rp_world *world, const rp_cd_source *source);

#endif
