/* Where a particle with corners meets a wall. Each pair of it with a face of a wall is as many as there are features
 * that may touch. They are its corners, each by its own depth behind the wall [Pena2009, Eq. 1], unless the shape says
 * otherwise (`features` and `touch` of core/wall_shape.h). In space this holds at walls that do not stand out; at the
 * others a pair is a slot (core/wall_solid.h).
 */
#ifndef RP_CORE_WALL_TOUCH_H
#define RP_CORE_WALL_TOUCH_H

#include "core/boundary.h"
#include "core/shape.h"

typedef struct rp_wall_touch {
    rp_vec arm; /* of the contact, from the particle's centre, m */
    rp_vec e;   /* unit normal, to the particle */
    double gap; /* m; negative: it overlaps by so much */
} rp_wall_touch;

int rp_wall_touch_features(const rp_wall *wall, int corners);
/* form: its corners where they stand, about the centre. 0: this feature does not face the wall now; *touch is then that
 * of the nearest that does.
 */
int rp_wall_touch_find(const rp_wall *wall, int face, int feature, rp_vec centre, const rp_shape_def *form,
                       rp_wall_touch *touch);

#endif
