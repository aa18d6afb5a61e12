/* Fields along an axis: bins between two planes each, filled at many moments and read as means over them
 * (measure/bulk.h).
 *
 * A particle counts in every bin that it reaches into with the share of its volume there, exactly; a contact with the
 * share of its branch. The temperature of a bin is about the bin's own mean velocity over all moments, so a gradient g
 * across a bin of width h adds about (g h)^2 / (12 dimension) to it. Shear rate and inertial number come from the
 * differences between neighbouring bins, of the velocity across the axis. */
#ifndef RP_MEASURE_PROFILE_H
#define RP_MEASURE_PROFILE_H

#include "measure/bulk.h"

typedef struct rp_profile {
    int axis, bins;
    double lower, upper; /* m */
    rp_bulk_sums *part;  /* owned, one a bin: of the piece at hand */
    rp_bulk_sums *sum;   /* owned, one a bin */
} rp_profile;

rp_status rp_profile_create(rp_profile *p, int axis, double lower, double upper, int bins, rp_error *err);
void rp_profile_destroy(rp_profile *p);
void rp_profile_clear(rp_profile *p);
void rp_profile_take(rp_profile *p, const rp_world *world, const rp_contact_list *contacts); /* one more moment */
void rp_profile_collision(rp_profile *p, const rp_world *world, rp_vec x, rp_vec branch, rp_vec impulse);
/* Fields of the bins; collisions were collected over `time` s (0: there are none). */
void rp_profile_result(const rp_profile *p, const rp_world *world, double time, rp_bulk *bulk);

#endif
