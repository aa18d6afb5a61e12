/* Coefficients of impacts by laws that have no scale of their own: a linear or Hertz-type law with one restitution for
 * all speeds, friction by Coulomb, springs in proportion to the normal stiffness. There eps_n is a constant, and eps_t
 * depends on alpha and on slip over speed alone, so that one table stands for all masses, radii and speeds.
 *
 * The table has boxes of a tenth of a decade of slip over speed. A box is one block of steps (laws/impact_steps.h); it
 * is made when it is first needed, in a third of a millisecond. Between its values eps_t is interpolated. Where that
 * may err by more than RP_IMPACT_TABLE_ERROR, at kinks and jumps, the table has no answer, and the impact is integrated
 * by itself. What a box holds depends on the laws alone, so an answer does not depend on what was needed before.
 */
#ifndef RP_LAWS_IMPACT_TABLE_H
#define RP_LAWS_IMPACT_TABLE_H

#include "laws/interaction.h"
#include "repose/restitution.h"

#define RP_IMPACT_TABLE_ERROR 1e-3        /* of eps_t, beside that of steps, 1e-4 to 2e-3 */
#define RP_IMPACT_TABLE_DISCS (1.0 / 3)   /* alpha of two solid discs, or of one and a wall */
#define RP_IMPACT_TABLE_SPHERES (2.0 / 7) /* of solid spheres; pairs with another alpha have no table */

typedef struct rp_impact_tables rp_impact_tables; /* of the interactions of a world */

rp_status rp_impact_tables_create(const rp_world *world, rp_impact_tables **tables, rp_error *err);
void rp_impact_tables_destroy(rp_impact_tables *tables); /* NULL is allowed */
/* 1: no interaction has changed since the tables were made. */
int rp_impact_tables_hold(const rp_impact_tables *tables);

typedef struct rp_impact_table_answer {
    int known; /* 0: the impact is to be integrated */
    double eps_n, eps_t;
} rp_impact_table_answer;

/* Of an impact with these speeds, m/s. One thread at a time. */
rp_status rp_impact_tables_read(rp_impact_tables *tables, const rp_interaction *x, const rp_impact_pair *pair,
                                double speed, double slip, rp_impact_table_answer *answer, rp_error *err);

#endif
