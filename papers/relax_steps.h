/* Curves of the relaxation time against the step, shared by figures. */
#ifndef RP_PAPERS_RELAX_STEPS_H
#define RP_PAPERS_RELAX_STEPS_H

#include "figure.h"
#include "relax.h"

/* Stiffnesses 1 to 4e8, steps 1e-4 (the stiffest only) to 0.1; measured between from and until (t_c). Draws the points
 * and the errata's curve, and adds numbers. */
rp_status rp_relax_stiffnesses(rp_plot *plot, int panel, const rp_relax *test, double from, double until,
                               rp_numbers *numbers, rp_error *err);

#endif
